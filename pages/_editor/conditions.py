"""The conditions of a reading, one a row, those inside others indented; and a list to add one from."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import streamlit as st

from core.ask.edit import conditions as change
from core.ask.edit.changes import about, figures
from core.ask.edit.conditions import Way
from core.ask.edit.offers import Offers, turned
from core.ask.form import begin
from core.ask.translators.rules.query import (
    AnyOf,
    Best,
    Col,
    Condition,
    Filter,
    Item,
    Leading,
    Operator,
    Related,
    Via,
)
from core.model import TEMPORAL
from pages._editor import values
from pages._editor.panel import Panel
from pages._ui.markup import literal


class Start(NamedTuple):
    """What a new condition begins with: a column or a figure, or a table whose rows there are or are not."""

    item: Item | None = None
    table: str = ""
    lacking: bool = False


def show(panel: Panel) -> None:
    """All conditions, and one to add."""
    query = panel.query
    held = (*query.where, *query.having)
    if held:
        st.markdown(":small[Where]")
    for n, condition in enumerate(held):
        _row(panel, condition, (n,))
    _add(panel, (), about(query))


def _row(panel: Panel, c: Condition, way: Way) -> None:
    """One condition with what can be changed of it."""
    part = "-".join(map(str, way))
    if isinstance(c, Filter):
        _filter(panel, c, way, part)
        return
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            _head(panel, c, way, part)
            _remove(panel, way, part)
        for n, inner in enumerate(change.inside(c)):
            _row(panel, inner, (*way, n))
        _add(panel, way, _inner_table(panel, c), either=isinstance(c, AnyOf))


def _head(panel: Panel, c: Condition, way: Way, part: str) -> None:
    """The words of a condition that holds others, with its turn: has or has no, highest or lowest."""
    offers = panel.offers
    if isinstance(c, AnyOf):
        st.markdown("any of these")
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
        return f"{'highest' if way else 'lowest'} {offers.column(c.measure)} of each {offers.column(c.group)}"
    if isinstance(c, Leading):
        return f"{offers.names.label(c.key.table)} with the {'largest' if way else 'smallest'} {offers.item(c.measure)}"
    if isinstance(c, Related):
        return f"{offers.names.label(c.table)} has {'no' if way else 'some'}"
    if isinstance(c, Via):
        there = offers.names.label(c.key.table)
        return f"{offers.column(c.column)} is {'none' if way else 'one'} of {there}"
    assert not isinstance(c, Filter | AnyOf)
    return f"{offers.column(c.column)} {'never' if way else 'also'} has"


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
        alone = len(way) == 1 and not f.item.aggregate
        if alone and st.button("or …", key=panel.key(f"or-{part}"), type="tertiary", help="Or another condition"):
            st.session_state[panel.key(f"either-{part}")] = True
        _remove(panel, way, part)
    if new != f and values.complete(new):
        panel.change(change.put(panel.query, way, new))
    if st.session_state.get(panel.key(f"either-{part}")):
        _add(panel, way, about(panel.query), either=True)


def _compared(panel: Panel, f: Filter, part: str, *, fixed: bool) -> Filter:
    """The controls of a comparison, and what they say now."""
    offers = panel.offers
    if fixed or f.item.column is None:
        st.markdown(literal(offers.item(f.item)), width="content")
    else:
        column = panel.select("Column", offers.columns(), f.item.column, f"col-{part}", offers.column, hidden=True)
        if column is not None:
            f, part = Filter(Item(column), first_operator(offers, Item(column))), f"{part}-{offers.column(column)}"
    operator = panel.select(
        "Comparison",
        offers.operators(f.item),
        f.operator,
        f"op-{part}",
        lambda o: _operator(panel, f, o),
        hidden=True,
    )
    if operator is not None:
        f, part = change.compared(f, operator), f"{part}-{operator}"
    return values.with_values(f, values.choose(panel, f, f"value-{part}"))


def _operator(panel: Panel, f: Filter, operator: str) -> str:
    """A comparison in words; a day is in a year, a text contains another."""
    column = panel.offers.facts.column(f.item.column) if f.item.column else None
    if column is not None and column.type in TEMPORAL and operator in ("like", "not like"):
        return "is in" if operator == "like" else "is not in"
    return panel.offers.operator(operator, f.item)  # type: ignore[arg-type]


def _remove(panel: Panel, way: Way, part: str) -> None:
    if st.button("✕", key=panel.key(f"gone-{part}"), type="tertiary", help="Take this condition away"):
        panel.change(change.taken_away(panel.query, way))


def _add(panel: Panel, way: Way, table: str, *, either: bool = False) -> None:
    """A list of what a condition may be about; then its comparison and value, and it is there."""
    offers = panel.offers if not way else Offers(begin(table).query, panel.offers.facts)
    starts = [Start(Item(c)) for c in _with_years(offers, offers.columns())]
    if not way:
        starts = [*(Start(i) for i in figures(panel.query) if panel.query.group), *starts]
    if not either:
        rows = [Start(table=t, lacking=lacking) for t in offers.others() for lacking in (False, True)]
        own = [s for s in starts if s.item is not None and (s.item.column is None or s.item.column.table == table)]
        starts = [*own, *rows, *(s for s in starts if s not in own)]
    part = f"add-{'-'.join(map(str, way))}-{either}"
    first = "and where" if panel.query.where or panel.query.having else "Where"
    label = "or" if either else first if not way else "Of these only"
    chosen = panel.select(label, starts, None, part, lambda s: _start(offers, s, table), placeholder="Add a condition")
    if chosen is None:
        return
    if chosen.item is None:
        new: Condition = change.related(table, chosen.table, chosen.lacking)
        panel.change(change.added(panel.query, new, way))
        return
    draft = Filter(chosen.item, first_operator(offers, chosen.item))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        draft = _compared(panel, draft, f"{part}-{starts.index(chosen)}", fixed=True)
    if not values.complete(draft):
        return
    if either and isinstance(change.condition_at(panel.query, way), Filter | AnyOf):
        panel.change(change.any_of(panel.query, way, draft))
    else:
        panel.change(change.added(panel.query, draft, way))


def first_operator(offers: Offers, item: Item) -> Operator:
    """The comparison that a new condition begins with."""
    if item.aggregate:
        return ">="
    found = offers.facts.column(item.column) if item.column else None
    plain = item.column is not None and not item.column.part
    return "like" if plain and found is not None and found.type in TEMPORAL else "="


def _with_years(offers: Offers, columns: list[Col]) -> list[Col]:
    """The columns; of dates also the weekday and the hour, which no day can be compared with."""
    out = []
    for c in columns:
        found = offers.facts.column(c)
        out.append(c)
        if found is not None and found.type in ("date", "datetime"):
            out.append(replace(c, part="weekday"))
        if found is not None and found.type == "datetime":
            out.append(replace(c, part="hour"))
    return out


def _start(offers: Offers, s: Start, table: str) -> str:
    if s.item is not None:
        return offers.item(s.item)
    return f"{offers.names.label(table)} {'has no' if s.lacking else 'has some'} {offers.names.label(s.table)}"
