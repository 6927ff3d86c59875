"""One row of figures over all rows: a count, an average, a share, or several of them."""

from __future__ import annotations

from dataclasses import replace

from core.ask.cells import EMPTY, figure
from core.ask.names import listed, with_article
from core.ask.translators.rules.query import Item, Query
from core.ask.translators.rules.realisation.moved import moved
from core.ask.translators.rules.realisation.per_thing import counted_for_each, those_with_some
from core.ask.translators.rules.realisation.speech import Speech, side_of
from core.ask.translators.rules.shares import parted, spans_compared
from core.model import Value

_OPENERS = frozenset("in with that without whose".split())


def one_row(q: Query, row: tuple[Value, ...], say: Speech, about: str) -> str:
    """Figures without groups; `row` has one cell for each item."""
    if q.share:
        return _share(q, row[0], say)
    if (changed := moved(q, row, say, about)) is not None:
        return changed
    said = [_figure(q, item, value, say, about) for item, value in zip(q.select, row, strict=True)]
    if len(said) == 1:
        return said[0]
    also = _also(q, about)
    first, *rest = zip(q.select, row, strict=True)
    if first[0].aggregate == "count" and not first[0].where and not any(i.where for i, _ in rest):
        parts = [f"the {say.item(i, about)} is {_shown(say, i, v)}" for i, v in rest]
        return f"{said[0]} For them, {listed(parts)}."
    parts = [f"{say.item(i, about)}: {_shown(say, i, v)}" for i, v in zip(q.select, row, strict=True)]
    of = say.things(about, q.where, also=also)
    return f"For {of}, {'; '.join(parts)}."


def _figure(q: Query, item: Item, value: Value, say: Speech, about: str) -> str:
    also = _also(q, about)
    if item.aggregate == "count" and (item.column is None or _every(item, say)) and not item.where:
        table = item.table or (item.column.table if item.column else about)
        n = value if isinstance(value, int) else 0
        things = say.things(table, q.where, n, also=[t for t in also if t != table])
        return f"There {'is' if n == 1 else 'are'} {f'{n:,}' if n else 'no'} {things}."
    if item.aggregate == "count":
        n = value if isinstance(value, int) else 0
        what = say.counted(item, about, n)
        among = (
            f" among {say.things(about, q.where, also=also)}" if q.where or also or say.facts.twins.of(about) else ""
        )
        return f"There {'is' if n == 1 else 'are'} {f'{n:,}' if n else 'no'} {what}{among}."
    if item.formula is not None and item.formula.operator == "+" and item.formula.name == "count":
        return _either(item, value, say)
    if item.formula is not None and item.formula.name == "difference":
        return _difference(item, value, say, about)
    whole = item.formula is not None and (item.formula.closed or item.formula.name in ("ratio", "percent", "share"))
    closed = whole or (item.formula is not None and item.aggregate == "own" and not q.where)
    each = counted_for_each(q, item, say, about)
    what, plain = each or say.item(item, about), item.column is not None and not item.where
    if item.column is not None and item.aggregate in ("min", "max") and say.counts(item):
        what = f"{'highest' if item.aggregate == 'max' else 'lowest'} number of {say.column(item.column, about)}"
    subject = say.subject(about, q.where, also)
    counts = plain and item.column and item.formula is None and say.names.counts(about, item.column.name)
    if item.aggregate == "sum" and item.column and counts and value is not None:
        have = "has" if subject != say.things(about, q.where, also=also) else "have"
        total = f"{_shown(say, item, value)} {say.column(item.column, about)} in total"
        return f"{subject[:1].upper()}{subject[1:]} {have} {total}."
    of = "" if closed or each else say.of(what, subject, about).removeprefix(what)
    if not q.where and not also and plain and item.column and say.names.one(about) in what:
        of = ""
    if value is None and item.column is not None and not item.formula:
        return f"No {what} can be given: no {subject} have {with_article(say.column(item.column, about))}."
    if value is None:
        return f"No {what} can be given: nothing is filled in."
    over = those_with_some(q, item, say)
    return f"The {what}{of} is {_shown(say, item, value)}{f', {over}' if over else ''}."


def _every(item: Item, say: Speech) -> bool:
    """A count of a column that counts all rows."""
    found = say.facts.column(item.column) if item.column else None
    filled = found is not None and not found.profile.nulls and not item.distinct
    return item.column is not None and (say.stands_for(item.column) or filled)


def _either(item: Item, value: Value, say: Speech) -> str:
    """What stands in one table or another, counted once."""
    f = item.formula
    sides = [s for t in ((f.left, f.right) if f else ()) if (s := side_of(t)) is not None]
    tables = [s.column.table if s.column else s.table for s in sides]
    what = say.counted(replace(sides[0], where=()), tables[0]) if sides else "rows"
    there = listed([f"`{say.names.label(t)}`" for t in tables], joint="or")
    return f"There are {_shown(say, item, value)} {what} in {there}."


def _shown(say: Speech, item: Item, value: Value) -> str:
    return "not known" if value is None else say.value(item, value)


def _difference(item: Item, value: Value, say: Speech, about: str) -> str:
    """`12 more trips … than …` for two counts; else the difference and its sides."""
    f = item.formula
    if f is None or not isinstance(value, int | float):
        return f"No difference can be given: a side of it is {EMPTY[1:-1]}."
    sides = [side_of(s) for s in (f.left, f.right)]
    if all(s is not None and s.aggregate == "count" for s in sides):
        left, right = (say.counted(s, s.table or about, None) for s in sides if s is not None)
        if value == 0:
            return f"There are as many {left} as {right}."
        more = "more" if value > 0 else "fewer"
        one = abs(value) == 1 and sides[0] is not None
        said = say.counted(sides[0], sides[0].table or about, 1) if one and sides[0] is not None else left
        there = "There is" if one else "There are"
        return f"{there} {figure(abs(value))} {more} {said} than {_shorter(left, right)}."
    left, right = (say.item(s, about) if s is not None else "figure" for s in sides)
    rest = _shorter(left, right)
    right = f"the {right}" if rest == right else rest
    if value == 0:
        return f"The {left} is the same as {right}."
    unit = next((say.unit(s) for s in sides if s is not None), "")
    way = "higher" if value > 0 else "lower"
    return f"The {left} is {figure(abs(value), unit)} {way} than {right}."


def _shorter(left: str, right: str) -> str:
    """The other side without the words that both begin with: “than in Leeds”."""
    a, b = left.split(" "), right.split(" ")
    n = next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
    while n and b[n] not in _OPENERS:
        n -= 1
    return " ".join(b[n:])


def _share(q: Query, value: Value, say: Speech) -> str:
    table = q.tables[0]
    own, base = parted(q.where, q.among)
    met = listed([_predicate(say.clause(c, table)) for c in own])
    things = say.things(table, base) if base else say.names.many(table)
    if not isinstance(value, int | float):
        return f"There are no {say.names.many(table)}, so no share can be given."
    said = figure(value if q.share > 1 else 100 * value, "%")
    known = " of which that is known" if spans_compared(own) else ""
    return f"{said} of the {things}{known} {met}."


def _predicate(clause: str) -> str:
    """A clause said of things: “with status open” as “have status open”."""
    for opening, verb in (("with ", "have "), ("without ", "have no "), ("that ", ""), ("in ", "are in ")):
        if clause.startswith(opening):
            return verb + clause.removeprefix(opening).removeprefix("a " if opening == "without " else "")
    return f"are those {clause}"


def _also(q: Query, about: str) -> list[str]:
    """Tables that the rows must have a part in, and nothing else says so."""
    return [t for t in q.tables if t != about]
