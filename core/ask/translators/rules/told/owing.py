"""`owe more than £50 in unpaid fines altogether`, `who owes us the most`: what each owes, added up.

What is owed stands in a column (`arrears`), or is what was due less what was paid, where a table has both, else the
money of rows that are not paid.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.ask.state import Mention
from core.ask.tokens import Token, lemmas, places_of, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Formula, Item, Operator, Order, Scalar, figure
from core.ask.translators.rules.row_people import people_of
from core.ask.translators.rules.told.derived import owed_of
from core.ask.translators.rules.told.money_sums import money_of, settled_of
from core.text.words import words

_OWE = frozenset(("owe", "owes", "owed", "owing"))
_BOUNDS: tuple[tuple[tuple[str, ...], Operator], ...] = (
    (("more", "than"), ">"), (("over",), ">"), (("above",), ">"), (("upwards", "of"), ">="), (("at", "least"), ">="),
    (("less", "than"), "<"), (("under",), "<"), (("below",), "<"), (("at", "most"), "<="), (("up", "to"), "<="),
)  # fmt: skip
_ENDS = {("the", "most"): True, ("most",): True, ("the", "least"): False, ("least",): False}
_FURTHEST = tuple(
    (far, *behind) for far in ("furthest", "farthest", "most") for behind in (("behind",), ("in", "arrears"))
)
_STANDING = frozenset(map(stem, "arrears owed owing outstanding unpaid overdue".split()))
"""Words of headers for what is owed at the moment."""
_WITH = frozenset("in on with for of the their our".split())
_IDLE = frozenset(("us", "still", "currently", "we", "them", "altogether"))
_ALL_OWED = re.compile(
    r"(?:how much|what)(?: money| is the total| total| amount)?(?: (?:in|of) (?:the |our |unpaid )?\w+| \w+)? "
    r"(?:is|are|do \w+|does \w+|have \w+ got)?(?: still)? ?(?:owed|owing|owe|outstanding|unpaid|to be paid|left to pay)"
    r"(?: to us| us)?(?: altogether| in total| overall| in all| now| at the moment)?"
)
_DUE = frozenset(map(stem, "due charged owed invoiced billed payable".split()))
_PAID = frozenset(map(stem, "payment paid receipt received instalment".split()))
_ALTOGETHER = (("altogether",), ("in", "total"), ("in", "all"), ("overall",))


def owing(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the bound on what each owes, or the order by it)."""
    lowers = [t.lower for t in tokens]
    at = next((i for i, w in enumerate(lowers) if w in _OWE), None)
    if at is None:
        return _behind(tokens, mentions, facts)
    then = at + 1
    while then < len(lowers) and lowers[then] in _IDLE:
        then += 1
    begin = at - (at > 0 and lowers[at - 1] == "still")
    for said, operator in _BOUNDS:
        number = then + len(said)
        amount = tokens[number].number if tuple(lowers[then:number]) == said and number < len(tokens) else None
        if amount is not None and (found := _owed(mentions, lowers, facts)) is not None:
            item, where = found
            means = Definition(lemmas(tokens, begin, number + 1), None, (*where, Filter(item, operator, (amount,))))
            return {begin: (number + 1, means), **_beside(tokens, mentions, item, number + 1, facts)}
    for said, descending in _ENDS.items():
        if tuple(lowers[then : then + len(said)]) == said and (found := _owed(mentions, lowers, facts)) is not None:
            item, where = found
            end = then + len(said)
            means = Definition(lemmas(tokens, begin, end), None, where, Order(item, descending))
            return {begin: (end, means), **_beside(tokens, mentions, item, end, facts)}
    return {}


def _behind(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """`who is furthest behind with the rent`: the order by what is owed."""
    lowers = [t.lower for t in tokens]
    start, end = next((place for said in _FURTHEST for place in places_of(lowers, said)), (0, 0))
    found = _owed(mentions, lowers, facts) if end else None
    if found is None:
        return {}
    item, where = found
    means = Definition(lemmas(tokens, start, end), None, where, Order(item, True))
    return {start: (end, means), **_beside(tokens, mentions, item, end, facts)}


def _beside(
    tokens: Sequence[Token], mentions: Sequence[Mention], item: Item, start: int, facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """What says no more behind it: `altogether`, and the name of a size of the same rows (`the most rent`)."""
    at = next((i for i in range(start, len(tokens)) if tokens[i].lower not in _WITH), len(tokens))
    table = item.column.table if item.column is not None else ""
    end = max((m.end for m in mentions if m.start == at and _sizes(m, table, facts)), default=0)
    idle = {start: (end, Definition(lemmas(tokens, start, end)))} if end else {}
    return {**_aside(tokens, [t.lower for t in tokens], max(start, end)), **idle}


def _sizes(mention: Mention, table: str, facts: Facts) -> bool:
    """It may name a size of rows of the table."""
    columns = (Col(k.table, k.column) for k in mention.links if k.kind == "column" and k.table == table)
    return any(map(facts.measure, columns))


def owed_altogether(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """`how much rent is still owed`, and no more is asked: all that was due less all payments, where a table says what
    was due, and another, whose rows belong to it, what was paid."""
    text = " ".join(t.lower for t in tokens if t.kind == "word")
    if _ALL_OWED.fullmatch(text) is None or owed_of(mentions, facts) is not None:
        return {}
    pairs = [(d, p) for t in sorted(facts.tables) for d in _charged(t, facts) for p in _payments(t, facts)]
    if len(pairs) != 1 or any(settled_of(t, facts) for t in {c.table for pair in pairs for c in pair}):
        return {}
    ((charged, paid),) = pairs
    left = figure(Formula("-", Item(charged, "sum"), Scalar(Item(paid, "sum")), "outstanding"))
    size = max(i for i, t in enumerate(tokens) if t.kind == "word") + 1
    return {0: (size, Definition(lemmas(tokens, 0, size), left))}


def _charged(table: str, facts: Facts) -> list[Col]:
    """The one column of a table that says what is due."""
    columns = [Col(table, c.name) for c in facts.tables[table].columns]
    found = [c for c in columns if facts.measure(c) and facts.speaks(c, _DUE) and not facts.speaks(c, _PAID)]
    return found if len(found) == 1 else []


def _payments(table: str, facts: Facts) -> list[Col]:
    """The columns of what was paid in tables of payments that belong to it."""
    below = [t for t in facts.belonging(table) if _PAID & {stem(w) for w in words(facts.tables[t].label)}]
    return [c for t in below if (c := money_of(t, facts)) is not None]


def _aside(tokens: Sequence[Token], lowers: Sequence[str], start: int) -> dict[int, tuple[int, Definition]]:
    """`altogether` behind it says no more."""
    return {
        i: (i + len(a), Definition(lemmas(tokens, i, i + len(a))))
        for a in _ALTOGETHER
        for i in range(start, len(lowers))
        if tuple(lowers[i : i + len(a)]) == a
    }


def _standing(facts: Facts) -> Item | None:
    """The one column of what is owed at the moment: of whoever its rows are, or added up of those they belong to."""
    columns = [Col(name, c.name) for name, t in facts.tables.items() for c in t.columns]
    found = [c for c in columns if facts.measure(c) and facts.speaks(c, _STANDING)]
    if len(found) != 1:
        return None
    people = None if facts.persons(found[0].table) else people_of(found[0].table, facts, ())
    return Item(found[0], "sum" if people is not None and people.table else "")


def _owed(mentions: Sequence[Mention], lowers: Sequence[str], facts: Facts) -> tuple[Item, tuple[Filter, ...]] | None:
    """What is owed, added up, and which rows it is of; None where no table, or more than one, may tell."""
    if (standing := _standing(facts)) is not None:
        return standing, ()
    if (pair := owed_of(mentions, facts)) is not None:
        return pair, ()
    spoken = tables_named(mentions) | {k.table for m in mentions for k in m.links[:1] if k.kind == "value"}
    named = [t for t in sorted(spoken) if t in facts.tables]
    for tables in (named, sorted(facts.tables)):
        found: list[tuple[Col, Col | None]] = []
        for table in tables:
            column = money_of(table, facts)
            settled = settled_of(table, facts)
            states = any(k.table == table and k.kind == "value" for m in mentions for k in m.links[:1])
            if column is not None and (settled is not None or states or "unpaid" in lowers):
                found.append((column, settled if not states and "unpaid" not in lowers else None))
        if len(found) == 1:
            ((column, settled),) = found
            return Item(column, "sum"), (Filter(Item(settled), "is null"),) if settled is not None else ()
        if found:
            return None
    return None
