"""`the refusal rate of each officer`: which percentage of the rows hold that state, or of a flag say yes.

Who came is often a flag alone, which `attendance` and `absence` then speak of: `Turned up`, `Came?`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from core.ask.names import Names
from core.ask.rewording.no_shows import states_missed
from core.ask.rewording.phrases import Reworded, Tail
from core.ask.state import Link, Mention
from core.ask.stop_words import FUNCTION
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Query
from core.ask.translators.rules.query_parts import figures_in
from core.ask.translators.rules.shares import portion_of_rows
from core.text.verbs import past_forms

_RATE = re.compile(
    r"\b(?:(?:the|our|their|its|an?|overall|usual|typical|average) )*"
    r"(?:(?P<what>[\w-]+(?: [\w-]+){0,2}?)[- ](?:rates?|percentages?)\b(?! of)"
    r"|rates? of (?P<of>[\w-]+(?: [\w-]+)?))(?! per\b)",
    re.IGNORECASE,
)
_CAME = frozenset(map(stem, "attended attendance came turned showed present".split()))
_COMING = frozenset("attendance turnout presence attending".split())
_STAYING = frozenset(("absence", "absentee", "absenteeism", "no show", "noshow", "non attendance"))
_KINDS = 60
"""Rows of a list that says what codes mean, at most."""
_FEW = 6
"""Different marks of who came, at most."""
_YES_NO = (("Y", "N"), ("Yes", "No"), ("y", "n"), ("yes", "no"))
_SURE = 0.6
_HEADER = 0.8


_NOUNS = ("ation", "ion", "ance", "ment", "ure", "al", "ing", "ness")
"""How nouns for deeds and states end: cancellation, completion, failure, refusal, lateness."""
_ROOT = 3
_DECIDED = ("pass", "fail", "failure", "success", "passing")
_TWO = 2

Part = tuple[str, Col, tuple[str, ...]]
"""The table whose rows are meant, and what a column of it, or of the list it refers to, must hold."""
Linking = Callable[[str], Sequence[Mention]]


def part_rates(text: str, mentions: Sequence[Mention], link: Linking, facts: Facts) -> Iterator[Reworded]:
    """The question after how many rows there are, of which those in that state are the part asked for."""
    met = _RATE.search(text)
    part = _part((met["what"] or met["of"]).replace("-", " "), met, mentions, link, facts) if met else None
    if met is None or part is None:
        return
    table, column, values = part
    if (met["what"] or met["of"]).lower().endswith(_DECIDED) and _undecided(column, facts):
        return
    rows = Names(tuple(facts.tables.values())).many(table)
    plain = f"{text[: met.start()]}number of {rows}{text[met.end() :]}"
    yield Reworded(" ".join(plain.split()), (Tail("part", said=table, column=column, values=values),))


def _part(said: str, met: re.Match[str], mentions: Sequence[Mention], link: Linking, facts: Facts) -> Part | None:
    whole = (m for m in mentions if m.links and " " in m.text and m.text.lower() in met[0].lower())
    if any(
        m.links[0].kind == "column" and m.links[0].score >= _HEADER and m.text.lower().endswith("rate") for m in whole
    ):
        return None  # `hourly rate`, a header
    kept = said.lower().split()
    while len(kept) > 1 and kept[0] in FUNCTION and kept != ["no", "show"]:
        kept = kept[1:]
    lower, word = " ".join(kept), kept[-1]
    if word in _COMING or lower in _STAYING or word in _STAYING:
        return _coming(word in _COMING, facts)
    own = (m for m in mentions if lower.endswith(m.text.lower().replace("-", " ")))
    forms = (m for form in _done(word) for m in link(form) if m.text.lower() == form)
    for found in (own, forms):
        parts = [p for m in found for k in m.links[:1] if k.score >= _SURE and (p := _of_link(k, facts)) is not None]
        if parts:
            return parts[0] if len(set(parts)) == 1 else None
    return None


def _undecided(column: Col, facts: Facts) -> bool:
    """Rows are neither passed nor failed: those called off are no part of a pass rate."""
    held = facts.column(column)
    return held is not None and (held.profile.distinct > _TWO or held.profile.nulls > 0) and not facts.flag(column)


def _done(noun: str) -> Iterator[str]:
    """What a row is that counts: `cancelled`, of `cancellation`; `won`, of `win`."""
    roots = [noun.removesuffix(e) for e in _NOUNS if noun.endswith(e) and len(noun) - len(e) >= _ROOT]
    for root in (*roots, noun):
        yield from past_forms(root)
        yield root


def _of_link(link: Link, facts: Facts) -> Part | None:
    column = Col(link.table, link.column)
    flag = facts.flag(column) if link.kind == "column" else None
    if link.table not in facts.tables or not (flag or link.kind == "value"):
        return None
    few = facts.tables[link.table].rows <= _KINDS
    rows = (facts.referring(link.table) if few else "") or link.table
    return rows, column, (str(flag[0]) if flag else link.value,)


def _coming(came: bool, facts: Facts) -> Part | None:
    """The one column of who came, or, of those who did not, the one column of states that says so."""
    columns = [Col(t.name, c.name) for t in facts.tables.values() for c in t.columns]
    marks = [(c, m) for c in columns if facts.speaks(c, _CAME) and (m := _marks(c, facts))]
    if len(marks) == 1:
        column, (yes, no) = marks[0]
        flag = facts.flag(column) is not None
        return (column.table, column, (yes if came else no,)) if flag or not came else None
    held = [(c, s) for c in columns if (h := facts.column(c)) is not None and (s := states_missed(h))]
    held = [(c, s) for c, s in held if facts.tables[c.table].rows > _KINDS]
    return (held[0][0].table, held[0][0], held[0][1]) if len(held) == 1 and not marks and not came else None


def _marks(column: Col, facts: Facts) -> tuple[str, str] | None:
    """What says yes and no in it, be there other marks beside them: `late`."""
    if flag := facts.flag(column):
        return str(flag[0]), str(flag[1])
    held = facts.column(column)
    values = [v for v, _ in held.profile.common] if held and held.profile.distinct <= _FEW else []
    return next(((y, n) for y, n in _YES_NO if y in values and n in values), None)


def as_part(query: Query, tail: Tail, facts: Facts) -> Query | None:
    """The query with the part of its rows in place of how many there are; None where it counts no such rows alone."""
    counts = [i for i in query.select if i.aggregate]
    column = tail.column
    if column is None or len(counts) != 1 or query.share or query.beside or query.having:
        return None
    counted = counts[0]
    if counted.aggregate != "count" or counted.column or counted.formula or counted.table != tail.said or counted.where:
        return None
    met = Filter(Item(column), "=", tail.values)
    if any(isinstance(c, Filter) and c.item.column == column for c in query.where) or column in query.group:
        return None
    if not query.group:
        among = tuple(dict.fromkeys(c.item.column for c in query.where if isinstance(c, Filter) and c.item.column))
        plain = all(isinstance(c, Filter) and c.item.column and not c.item.formula for c in query.where)
        if not plain:
            return None
        return replace(query, where=(met, *query.where), share=100.0, among=among, tables=(tail.said,))
    part = portion_of_rows(tail.said, (met,), (), 100.0)
    order = tuple(replace(o, item=part) if o.item == counted else o for o in query.order)
    return replace(query, select=tuple(part if i == counted else i for i in query.select), order=order)


def says_part(query: Query, tail: Tail) -> bool:
    """It shows the same part of some rows already."""
    met = Filter(Item(tail.column), "=", tail.values)
    return (bool(query.share) and met in query.where) or any(met in i.where for i in figures_in(query))
