"""The conditions of a reading, one a row, those inside others indented; and a list to add one from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, NamedTuple

import streamlit as st

from core.ask.edit import conditions as change
from core.ask.edit.changes import about, figures
from core.ask.edit.conditions import Way
from core.ask.edit.formulas import spans
from core.ask.edit.offers import Offers, turned
from core.ask.edit.partners import partners
from core.ask.form import begin
from core.ask.translators.rules.query import (
    Among,
    AnyOf,
    Best,
    Col,
    Condition,
    Filter,
    Item,
    Leading,
    Operator,
    Related,
    Scalar,
    Via,
)
from core.model import TEMPORAL
from pages._editor import values
from pages._editor.panel import OfFigure, Panel
from pages._ui.markup import literal

_COLUMN = "column"
"""A comparison with the values of another column."""


class Start(NamedTuple):
    """What a new condition begins with: a column or a figure, or a table whose rows there are or are not; with both,
    how many of them there are."""

    item: Item | None = None
    table: str = ""
    lacking: bool = False
    kind: Literal["", "highest", "lowest", "alike", "leading", "with"] = ""
    """`highest`, `lowest`: of each …; `alike`: the same as …; `leading`: only of the first; `with`: rows of the table,
    or none, that have a value."""


def show(panel: Panel) -> None:
    """All conditions, and one to add."""
    query = panel.query
    held = (*query.where, *query.having)
    if held:
        st.markdown(":small[Where]")
    for n, condition in enumerate(held):
        _row(panel, condition, (n,))
    _add(panel, (), about(query))


def of_figure(panel: Panel, place: int) -> None:
    """The conditions of one figure alone."""
    own = OfFigure(panel, place)
    for n, condition in enumerate(own.query.where):
        _row(own, condition, (n,))
    _add(own, (), about(own.query), label=f"The {own.offers.item(replace(own.item, where=()))} of these only")


def _row(panel: Panel, c: Condition, way: Way) -> None:
    """One condition with what can be changed of it."""
    part = "-".join(map(str, way))
    if isinstance(c, Filter):
        _filter(panel, c, way, part)
        for value in c.values:
            if isinstance(value, Scalar):
                _of_those(panel, value, way)
        return
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            _head(panel, c, way, part)
            if len(way) == 1 and not isinstance(c, AnyOf):
                _or(panel, part)
            _remove(panel, way, part)
        for n, inner in enumerate(change.inside(c)):
            _row(panel, inner, (*way, n))
        _add(panel, way, _inner_table(panel, c), either=isinstance(c, AnyOf))
    _other(panel, way, part)


def _of_those(panel: Panel, value: Scalar, way: Way) -> None:
    """Of which rows the average, or another figure that is compared with, is taken."""
    with st.container(border=True, gap="small"):
        for n, inner in enumerate(value.where):
            _row(panel, inner, (*way, n))
        table = value.item.column.table if value.item.column else value.item.table
        _add(panel, way, table, label=f"The {panel.offers.item(value.item)} of these only")


def _head(panel: Panel, c: Condition, way: Way, part: str) -> None:
    """The words of a condition that holds others, with its turn: has or has no, highest or lowest."""
    offers = panel.offers
    if isinstance(c, AnyOf):
        ways = {"any": "any of these", "all": "all of these"}
        if panel.select("How many of them", list(ways), "any", f"turn-{part}", ways.__getitem__, hidden=True):
            panel.change(change.all_of(panel.query, way))
        return
    if isinstance(c, Leading):
        size = st.number_input(
            "How many", 1, value=c.limit, key=panel.key(f"lead-{part}"), width=110, label_visibility="collapsed"
        )
        if int(size) != c.limit:
            panel.change(change.put(panel.query, way, replace(c, limit=int(size))))
    said = {True: _turn(panel, c, True), False: _turn(panel, c, False)}
    now = c.descending if isinstance(c, Best | Leading) else c.negated
    chosen = panel.select("Which way", [True, False], now, f"turn-{part}", lambda b: said[b], hidden=True)
    if chosen is not None:
        panel.change(change.put(panel.query, way, turned(c)))
    if isinstance(c, Related) and len(c.tables) == 1:
        table = panel.select("Rows of", offers.others(), c.tables[0], f"rows-{part}", offers.names.label, hidden=True)
        if table is not None:
            panel.change(change.put(panel.query, way, Related(c.table, (table,), (), c.negated)))


def _turn(panel: Panel, c: Condition, way: bool) -> str:
    """A condition's beginning in words, one way or the other."""
    offers = panel.offers
    if isinstance(c, Best):
        return f"{offers.item(Item(c.measure, 'max' if way else 'min'))} of each {offers.column(c.group)}"
    if isinstance(c, Leading):
        return f"{offers.names.label(c.key.table)} with the {'largest' if way else 'smallest'} {offers.item(c.measure)}"
    if isinstance(c, Related):
        return f"{offers.rows(c.table)} have {'no' if way else 'some'}"
    if isinstance(c, Via):
        return f"{offers.column(c.column)} is {'none' if way else 'one'} of {offers.column(c.key)}"
    assert not isinstance(c, Filter | AnyOf)
    return f"{offers.column(c.column)} is {'not' if way else 'the same as'} that of"


def _inner_table(panel: Panel, c: Condition) -> str:
    """The table that a condition's own conditions are about."""
    if isinstance(c, Related):
        return c.tables[0]
    if isinstance(c, Via):
        return c.key.table
    if isinstance(c, Best):
        return c.measure.table
    if isinstance(c, Leading):
        return c.key.table
    return about(panel.query) if isinstance(c, AnyOf | Filter) else c.column.table


def _filter(panel: Panel, f: Filter, way: Way, part: str) -> None:
    """A comparison: its column, its operator, its values."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=panel.key(f"row-{part}")):
        new = _compared(panel, f, part, fixed=bool(f.item.aggregate or f.item.formula))
        if len(way) == 1 and not f.item.aggregate:
            _or(panel, part)
        _remove(panel, way, part)
    if new != f and (isinstance(new, Via) or values.complete(new)):
        panel.change(change.put(panel.query, way, new))
    _other(panel, way, part)


def _or(panel: Panel, part: str) -> None:
    if st.button("or …", key=panel.key(f"or-{part}"), type="tertiary", help="Or another condition"):
        st.session_state[panel.key(f"either-{part}")] = True


def _other(panel: Panel, way: Way, part: str) -> None:
    """Another condition that may hold instead, once it was asked for."""
    if st.session_state.get(panel.key(f"either-{part}")):
        _add(panel, way, about(panel.query), either=True)


def _compared(panel: Panel, f: Filter, part: str, *, fixed: bool) -> Filter | Via:
    """The controls of a comparison, and what they say now; with the values of another column once one is chosen."""
    offers = panel.offers
    if fixed or f.item.column is None:
        st.markdown(literal(offers.item(f.item)), width="content")
    else:
        column = panel.select("Column", offers.columns(), f.item.column, f"col-{part}", offers.told, hidden=True)
        if column is not None:
            f, part = Filter(Item(column), first_operator(offers, Item(column))), f"{part}-{offers.column(column)}"
    held = (f.operator, _how(panel, f))
    chosen = panel.select("Comparison", _ways(panel, f), held, f"op-{part}", lambda w: _said(panel, f, w), hidden=True)
    if chosen is not None and chosen[1] == _COLUMN and f.item.column is not None:
        others = partners(f.item.column, offers.facts)
        key = panel.select("Values of", others, None, f"among-{part}", offers.column, hidden=True)
        return Via(f.item.column, key, (), chosen[0] == "!=") if key is not None else f
    if chosen is not None:
        f, part, held = change.compared(f, chosen[0]), f"{part}-{'-'.join(chosen)}", chosen
        if held[1]:
            f = replace(f, values=tuple(change.patterned(change.bare(str(v)), held[1]) for v in f.values))
    return change.with_values(f, values.choose(panel, f, f"value-{part}", held[1]))


def _how(panel: Panel, f: Filter) -> str:
    """Which part of a text is compared; empty where it is none."""
    if f.operator not in ("like", "not like") or _dated(panel, f):
        return ""
    return change.how(str(f.values[0])) if f.values else "part"


def _ways(panel: Panel, f: Filter) -> list[tuple[Operator, str]]:
    """The comparisons; of texts by any part, by their beginning and by their end."""
    out: list[tuple[Operator, str]] = []
    for o in panel.offers.operators(f.item):
        parts = ("part", "begins", "ends") if o in ("like", "not like") and not _dated(panel, f) else ("",)
        out += [(o, p) for p in parts]
    plain = f.item.column is not None and not f.item.aggregate and not f.item.formula and not f.item.column.part
    return [*out, ("=", _COLUMN), ("!=", _COLUMN)] if plain else out


def _dated(panel: Panel, f: Filter) -> bool:
    column = panel.offers.facts.column(f.item.column) if f.item.column and not f.item.formula else None
    return column is not None and column.type in TEMPORAL


def _said(panel: Panel, f: Filter, way: tuple[Operator, str]) -> str:
    """A comparison in words; a day is in a year, a text contains another."""
    operator, part = way
    if part == _COLUMN:
        return f"is {'one' if operator == '=' else 'none'} of the values of"
    if operator in ("like", "not like") and not part:
        return "is in" if operator == "like" else "is not in"
    if part in ("begins", "ends"):
        return f"{part} with" if operator == "like" else f"does not {part.removesuffix('s')} with"
    return panel.offers.operator(operator, f.item)


def _remove(panel: Panel, way: Way, part: str) -> None:
    if st.button("✕", key=panel.key(f"gone-{part}"), type="tertiary", help="Take this condition away"):
        panel.change(change.taken_away(panel.query, way))


def _add(panel: Panel, way: Way, table: str, *, either: bool = False, label: str = "") -> None:
    """A list of what a condition may be about; then its comparison and value, and it is there."""
    offers = panel.offers if not way else Offers(begin(table).query, panel.offers.facts)
    starts = list(_starts(panel, offers, way, table, either))
    part = f"add-{'-'.join(map(str, way))}-{either}"
    first = "and where" if panel.query.where or panel.query.having else "Where"
    label = "or" if either else label or (first if not way else "Of these only")
    chosen = panel.select(label, starts, None, part, lambda s: _start(offers, s, table), placeholder="Add a condition")
    if chosen is None:
        return
    new = _begun(panel, offers, chosen, table, f"{part}-{starts.index(chosen)}")
    if new is None:
        return
    if either:
        panel.change(change.any_of(panel.query, way, new))
    else:
        panel.change(change.added(panel.query, new, way))


def _starts(panel: Panel, offers: Offers, way: Way, table: str, either: bool) -> Iterator[Start]:
    """What a condition may be about: the table's own columns first, then those of the others, then what it has of
    them and what it is the highest of."""
    columns = [Start(Item(c)) for c in _with_years(offers, offers.columns())]
    if not way and panel.query.group:
        yield from (Start(i) for i in figures(panel.query))
    own = [s for s in columns if s.item and s.item.column and s.item.column.table == table]
    yield from own
    yield from (s for s in columns if s not in own)
    if way and isinstance(change.condition_at(panel.query, way), Related):
        yield Start(Item(None, "count", table=table))
        yield from (Start(i) for i in offers.reckoned(table) if i.aggregate != "median")
    yield from (Start(i) for i in spans(table, offers.facts))
    for other in offers.others():
        if offers.many(table, other):
            yield Start(Item(None, "count", table=other), other)
        yield from (Start(table=other, lacking=lacking) for lacking in (False, True))
    for other in offers.others():
        if table and offers.facts.far(table, other) == 1:
            held = _with_years(offers, [Col(other, c.name) for c in offers.facts.tables[other].columns])
            yield from (Start(Item(c), other, lacking, "with") for c in held for lacking in (False, True))
    if not either:
        yield from (Start(Item(c), kind=k) for c in offers.measures(table) for k in ("highest", "lowest"))
        yield from (Start(Item(c), kind="alike") for c in offers.kinds(table))
        yield from (Start(Item(key), kind="leading") for key in offers.referred(table))


def _begun(panel: Panel, offers: Offers, chosen: Start, table: str, part: str) -> Condition | None:
    """The condition once all that it needs is chosen."""
    if chosen.item is None:
        return change.related(table, chosen.table, chosen.lacking)
    column = chosen.item.column
    if column is not None and chosen.kind == "alike":
        return Among(column, ())
    if column is not None and chosen.kind in ("highest", "lowest"):
        group = panel.select("of each", offers.columns(), None, f"{part}-of", offers.column)
        return change.best_of(group, column, chosen.kind == "highest") if group is not None else None
    if column is not None and chosen.kind == "leading":
        counts = [Item(None, "count", table=table), *(Item(c, "sum") for c in offers.measures(table))]
        by = panel.select("with the most", counts, None, f"{part}-by", offers.item)
        return Leading(column, by, True) if by is not None else None
    draft = Filter(chosen.item, first_operator(offers, chosen.item))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        made = _compared(panel, draft, part, fixed=True)
    if isinstance(made, Via):
        related = change.related(table, chosen.table, chosen.lacking)
        return replace(related, where=(made,)) if chosen.kind == "with" else made
    draft = made
    if not values.complete(draft):
        return None
    if chosen.kind == "with":
        return replace(change.related(table, chosen.table, chosen.lacking), where=(draft,))
    return change.related(table, chosen.table, False, draft) if chosen.table else draft


def first_operator(offers: Offers, item: Item) -> Operator:
    """The comparison that a new condition begins with."""
    if item.aggregate or item.formula:
        return ">=" if item.aggregate else ">"
    found = offers.facts.column(item.column) if item.column else None
    plain = item.column is not None and not item.column.part
    return "like" if plain and found is not None and found.type in TEMPORAL else "="


def _with_years(offers: Offers, columns: list[Col]) -> list[Col]:
    """The columns; of dates also the weekday, the month of any year and the hour, which no day is compared with."""
    out = []
    for c in columns:
        found = offers.facts.column(c)
        out.append(c)
        if found is not None and found.type in ("date", "datetime"):
            out += [replace(c, part="weekday"), replace(c, part="calendar month")]
        if found is not None and found.type == "datetime":
            out.append(replace(c, part="hour"))
    return out


def _start(offers: Offers, s: Start, table: str) -> str:
    one = offers.names.one(table) if offers.names.plain(table) else f"row of {offers.names.label(table)}"
    if s.item is None or s.kind == "with":
        said = f"{offers.rows(table)} have {'no' if s.lacking else 'some'} {offers.rows(s.table)}"
        column = s.item.column if s.item else None
        return f"{said} with {offers.column(column).rpartition(' › ')[2]} …" if column else said
    if s.kind in ("highest", "lowest") and s.item.column:
        return f"{offers.item(Item(s.item.column, 'max' if s.kind == 'highest' else 'min'))} of each …"
    if s.kind == "alike":
        return f"same {offers.item(s.item)} as that of …"
    if s.kind == "leading" and s.item.column:
        return f"only of the {offers.names.label(s.item.column.table)} with the most …"
    return f"{offers.item(s.item)} of each {one}" if s.table else offers.item(s.item)
