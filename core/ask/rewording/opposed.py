"""`do members pay more than guests? average fee for each`: the average fee per kind of member, of those two.

What two groups are set against each other by is a figure for each; which of them has more, its rows say.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.names import Names
from core.ask.rewording.against import APART, Asked
from core.ask.rewording.asked_twice import asked_once_of_both
from core.ask.rewording.phrases import Reworded, Tail
from core.ask.rewording.side_figures import figures
from core.ask.state import Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Filter, Formula, Item, Query, Scalar, Term, condition_items

_ASIDE = re.compile(
    r"[,(] ?(?:leaving out|excluding|not counting|without|only|ignoring|not including)\b.*$|,? ?\([^)]*\)$|,.*$",
    re.IGNORECASE,
)
_SHARE = re.compile(r"(?:the )?(?:share|percentage|proportion|fraction|percent)\b", re.IGNORECASE)
_BY_HOW_MUCH = re.compile(
    r"\bhow (?:many|much) (?:more|fewer|less|higher|lower|longer)\b|\bdifference\b|\bratio of the\b", re.IGNORECASE
)
"""One figure is asked for: by how much two differ."""
_NO_SIDES = re.compile(
    r"\b(?:neither|nor|other than|except|apart from)\b|"
    r"^(?:which|who|whose|list|show|name|find|give)\b(?!.*\b(?:average|number of|how|total|share|rate)\b)"
    r".*\b(?:both\b|and which (?:in|at|from|of|by)\b)",
    re.IGNORECASE,
)
"""Of the two none is meant, or what has both, or a list of each: `which halls in A are open, and which in B`."""
_GROUPED = re.compile(
    r"\b(?:each|every) (?!(?:of|one|side|group|kind|sort|case)s?\b)(?=\w)(?!(?:and|or|for|in)\b)", re.IGNORECASE
)
"""Something else for which it is given: `for each year`."""
_HOW_MANY = re.compile(r"\bhow (?:many|much)\b", re.IGNORECASE)
_UNNAMED = re.compile(r"^how many(?= (?:do|does|did|has|have|had|is|are|was|were)\b)", re.IGNORECASE)
_MEASURED = re.compile(
    r"^how many (?:two|three|four|five|six|seven|eight|nine|ten|\d+) \w*[^s\W]"
    r"(?= (?:do|does|did|has|have|had|is|are)\b)",
    re.IGNORECASE,
)
"""`how many two bed (houses) have we got`, where the sides alone said what it is of."""
_AND_HOW_MANY = re.compile(r"(,? and|,) how (?:many|much)(?: of them)?(?: (?:are|is|were|was)\b)?", re.IGNORECASE)
_ASKED_AGAIN = re.compile(
    r"\b(?P<what>(?:what|which) (?P<part>percentage|share|proportion|fraction) of)"
    r" (?P<one>[^,?.]+?),? and (?:what|which) "
    r"(?P=part) of ",
    re.IGNORECASE,
)
_AND_EACH = re.compile(
    r"[,;?.]? (?:and )?how (?P<much>many|much)(?: (?:of|for|is|are|was|were|in|by|from|do|did|to))* (?:each|both)"
    r"(?: (?:one|side|kind|of them))?(?: (?:is|are|was|were|have|has|had|there|did|do))*(?= *[?.!]*$)",
    re.IGNORECASE,
)
_MORE_OR_MORE = re.compile(r"\b((?P<way>more|fewer|less) [^,;?.]+? or )(?P=way) ", re.IGNORECASE)
_MORE = re.compile(r"\b(?:more|fewer|less)\b", re.IGNORECASE)
_GIVEN = {"many": "number", "much": "total"}
_PER = re.compile(r"\bper\b", re.IGNORECASE)
_MOST = 8
"""Ways to say it that are tried."""


def each_apart(text: str) -> str:
    """`and how many of each` as a sentence of its own, behind a question for which of two there are more; `more vans or
    cars`, of `more vans or more cars`."""
    text = _MORE_OR_MORE.sub(r"\1", text)
    met = _AND_EACH.search(text)
    if met is None or not _MORE.search(text[: met.start()]):
        return text
    return text[: met.start()] + _given(met)


def _given(met: re.Match[str]) -> str:
    return f"? Give the {_GIVEN[met['much'].lower()]} for each"


def asked_once(text: str) -> str:
    """`how many by hand and by machine`, of `how many by hand and how many by machine`, where it is asked of others;
    `what percentage of vans and of cars`; a sentence of its own for `and how many of each`."""
    text = _AND_EACH.sub(_given, text)
    text = _ASKED_AGAIN.sub(r"\g<what> \g<one> and of ", text)
    opens = _HOW_MANY.search(text)
    if opens is None or not _GROUPED.search(text):
        return text
    return text[: opens.end()] + _AND_HOW_MANY.sub(lambda m: m[1], text[opens.end() :])


def opposed(text: str, tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Iterator[Reworded]:
    """The question as a figure for each side; nothing where no two sides are set against each other."""
    tokens, mentions = asked_once_of_both(tokens, mentions)
    asked = Asked(text, tokens, mentions, facts)
    seen: set[str] = set()
    for found in asked.sides() if not (_BY_HOW_MUCH.search(text) or _NO_SIDES.search(text)) else ():
        if _in_roles(found.column.table, facts):
            continue
        others = _others(found.column, tokens, mentions)
        if others and found.open and len(APART.findall(text)) == 1:
            continue  # “closed in each year”: of each year, and not of what is open too
        for plain in (
            p for figure in figures(asked, found) for p in _by(_named(figure, found.column, facts), found.column, facts)
        ):
            if plain in seen or len(seen) >= _MOST or (others and not _GROUPED.search(plain)):
                continue
            seen.add(plain)
            kind = "share" if _SHARE.match(plain) else "each" if _GROUPED.search(plain) else ""
            tail = Tail("sides", said=kind, column=found.column, values=found.values)
            yield Reworded(plain, (tail,), True, "avg" if plain.lower().startswith("average") else "")


def _others(column: Col, tokens: Sequence[Token], mentions: Sequence[Mention]) -> bool:
    """It is asked for each of something else, too: `in each year`, `for every shop`."""
    told = {m.start: {(k.table, k.column) for k in m.links} for m in mentions}
    behind = [i + 1 for i, t in enumerate(tokens[:-1]) if t.lower in ("each", "every")]
    parts = lexicon().date_parts
    return any(((column.table, column.name) not in told[i]) if i in told else tokens[i].lower in parts for i in behind)


def _in_roles(table: str, facts: Facts) -> bool:
    """Rows of another table refer to two of its rows: `Rovers against Albion` may be who played whom."""
    to = Counter(j.child_table for j in facts.schema.joins if j.parent_table == table and j.child_table != table)
    return any(n > 1 for n in to.values())


def _named(figure: str, column: Col, facts: Facts) -> str:
    """`how many vehicles does each …`, where only the sides said what is counted."""
    listed = (held := facts.column(column)) is not None and held.profile.unique
    table = (facts.referring(column.table) if listed else "") or column.table
    things = Names(tuple(facts.tables.values())).many(table)
    figure = _MEASURED.sub(rf"\g<0> {things}", figure) if things.isascii() and "`" not in things else figure
    return _UNNAMED.sub(rf"\g<0> {things}", figure) if things.isascii() and "`" not in things else figure


def _by(figure: str, column: Col, facts: Facts) -> Iterator[str]:
    """The figure for each value of the column; what is set aside stays at the end."""
    aside = _ASIDE.search(figure)
    plain, behind = (figure[: aside.start()], aside[0]) if aside else (figure, "")
    held = facts.column(column)
    if held is None or not plain.strip():
        return
    label = " ".join(held.plain_label.lower().split())
    alike = sum(c.plain_label.lower() == held.plain_label.lower() for t in facts.tables.values() for c in t.columns)
    whose = [f"{Names(tuple(facts.tables.values())).one(column.table)} {label}", label] if alike > 1 else [label]
    for by in ("by", "per") if _PER.search(plain) else ("per",):
        yield from (f"{plain} {by} {one}{behind}" for one in whose)


def of_sides(query: Query, tail: Tail, facts: Facts) -> Query | None:
    """The query of those sides alone; None where it does not tell them apart by their column."""
    column = tail.column
    if column is None or column not in query.group or query.limit is not None or query.having or query.beside:
        return None
    held = facts.column(column)
    one_each = held is not None and held.profile.unique
    others = [c for c in query.group if c != column and not c.part]
    if one_each and any(i.aggregate == "count" and _its_rows(i, column) for i in query.select):
        return None  # each has one row
    if tail.said != "each" and any(not one_each or c.table != column.table for c in others):
        return None
    shown = [i for i in query.select if i.aggregate or i.formula]
    told = any(i.column == column for i in condition_items(query.where))
    divided = query.share or any(i.formula for i in shown)
    if told or not (query.share or shown) or any(i.formula and _of_all(i.formula) for i in shown):
        return None
    if tail.said == "share" and not divided:
        return None
    met: tuple[Filter, ...] = ()
    if tail.values and (held is None or len(tail.values) < held.profile.distinct):
        met = (Filter(Item(column), "=", tail.values),)
    elif held is not None and held.profile.nulls:
        met = (Filter(Item(column), "is not null"),)
    among = (*query.among, column) if query.share and met else query.among
    return replace(query, where=(*query.where, *met), among=among)


def _its_rows(item: Item, column: Col) -> bool:
    """It counts the rows of the column's own table."""
    counted = item.column.table if item.column else item.table
    return counted == column.table


def _of_all(term: Term) -> bool:
    """It is reckoned with a figure of all rows: which part of them a side has is no figure of that side."""
    return isinstance(term, Scalar) or (isinstance(term, Formula) and (_of_all(term.left) or _of_all(term.right)))
