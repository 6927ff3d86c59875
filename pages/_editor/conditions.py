"""The conditions of a reading, one a row, those inside others indented; and a list to add one from."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, assert_never

import streamlit as st

from core.ask.edit import conditions as change
from core.ask.edit.conditions import Way
from core.ask.edit.offers import turned
from core.ask.edit.parts import about
from core.ask.translators.rules.query import (
    Among,
    AnyOf,
    Best,
    Condition,
    Elsewhere,
    Filter,
    Item,
    Leading,
    Ranked,
    Related,
    Scalar,
    Via,
    inside,
)
from pages._editor import values
from pages._editor.adding import UNFINISHED, add
from pages._editor.comparing import compared, lost
from pages._editor.panel import OfFigure, Panel
from pages._ui.markup import literal


def show(panel: Panel) -> None:
    """All conditions, and one to add."""
    query = panel.query
    held = (*query.where, *query.having)
    if held:
        st.markdown(":small[Where]")
    for n, condition in enumerate(held):
        _row(panel, condition, (n,))
    add(panel, (), about(query))


def of_figure(panel: Panel, place: int) -> None:
    """The conditions of one figure alone."""
    own = OfFigure(panel, place)
    for n, condition in enumerate(own.query.where):
        _row(own, condition, (n,))
    add(own, (), about(own.query), label=f"The {own.offers.item(replace(own.item, where=()))} of these only")


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
        for n, inner in enumerate(inside(c)):
            _row(panel, inner, (*way, n))
        add(panel, way, _inner_table(panel, c), either=isinstance(c, AnyOf))
    _other(panel, way, part)


def _of_those(panel: Panel, value: Scalar, way: Way) -> None:
    """Of which rows the average, or another figure that is compared with, is taken."""
    with st.container(border=True, gap="small"):
        for n, inner in enumerate(value.where):
            _row(panel, inner, (*way, n))
        table = value.item.column.table if value.item.column else value.item.table
        add(panel, way, table, label=f"The {panel.offers.item(value.item)} of these only")


def _head(panel: Panel, c: AnyOf | Elsewhere | Ranked, way: Way, part: str) -> None:
    """The words of a condition that holds others, with its turn: has or has no, highest or lowest."""
    offers = panel.offers
    if isinstance(c, AnyOf):
        ways = {"any": "any of these", "all": "all of these"}
        if panel.select("How many of them", list(ways), "any", f"turn-{part}", ways.__getitem__, hidden=True):
            panel.change(change.all_of(panel.query, way))
        return
    if isinstance(c, Leading):
        now, wired = panel.wired(f"lead-{part}", c.limit)
        size = st.number_input("How many", 1, value=now, width=110, label_visibility="collapsed", **wired)
        if int(size) != c.limit:
            panel.change(change.put(panel.query, way, replace(c, limit=int(size))))
    said = {True: _turn(panel, c, True), False: _turn(panel, c, False)}
    way_now = c.descending if isinstance(c, Ranked) else c.negated
    chosen = panel.select("Which way", [True, False], way_now, f"turn-{part}", lambda b: said[b], hidden=True)
    if chosen is not None:
        panel.change(change.put(panel.query, way, turned(c)))
    if isinstance(c, Related) and len(c.tables) == 1:
        table = panel.select("Rows of", offers.others(), c.tables[0], f"rows-{part}", offers.rows, hidden=True)
        if table is not None:
            panel.change(change.put(panel.query, way, Related(c.table, (table,), (), c.negated)))


def _turn(panel: Panel, c: Elsewhere | Ranked, way: bool) -> str:
    """A condition's beginning in words, one way or the other."""
    offers = panel.offers
    if isinstance(c, Best):
        return f"{offers.item(Item(c.measure, 'max' if way else 'min'))} of each {offers.column(c.group)}"
    if isinstance(c, Leading):
        return f"{offers.rows(c.key.table)} with the {'largest' if way else 'smallest'} {offers.item(c.measure)}"
    if isinstance(c, Related):
        return f"{offers.rows(c.table)} have {'no' if way else 'some'}"
    if isinstance(c, Via):
        return f"{offers.column(c.column)} is {'none' if way else 'one'} of {offers.column(c.key)}"
    if isinstance(c, Among):
        return f"{offers.column(c.column)} is {'not' if way else 'the same as'} that of"
    assert_never(c)


def _inner_table(panel: Panel, c: Condition) -> str:
    """The table that a condition's own conditions are about."""
    if isinstance(c, Related):
        return c.tables[0]
    if isinstance(c, Via | Leading):
        return c.key.table
    if isinstance(c, Best):
        return c.measure.table
    if isinstance(c, Among):
        return c.column.table
    if isinstance(c, AnyOf | Filter):
        return about(panel.query)
    assert_never(c)


def _filter(panel: Panel, f: Filter, way: Way, part: str) -> None:
    """A comparison: its column, its operator, its values."""
    before = panel.late.drawn()
    beside: Literal["bottom", "center"] = "bottom" if f.operator == "between" else "center"  # From and To stand above
    with st.container(horizontal=True, vertical_alignment=beside, gap="small", key=panel.key(f"row-{part}")):
        fixed = bool(f.item.aggregate or f.item.formula)
        new = compared(panel, f, part, fixed=fixed, instead=_instead(panel, way) if f.item.aggregate else ())
        if len(way) == 1 and not f.item.aggregate:
            _or(panel, part)
        _remove(panel, way, part)
    left = "" if isinstance(new, Via) else lost(panel, f, new)
    if new != f and (isinstance(new, Via) or values.complete(new)):
        panel.change(change.put(panel.query, way, new), left)
    elif new != f:
        panel.late.unfinished(before)
        st.caption(f"{UNFINISHED} Until then it stays as it was: {literal(panel.offers.condition(f))}. {left}".strip())
    _other(panel, way, part)


def _instead(panel: Panel, way: Way) -> list[Item]:
    """The figures that may be bounded in the place of one: of the groups, or of the rows that belong to each."""
    holder = change.condition_at(panel.query, way[:-1]) if len(way) > 1 else None
    if holder is None:
        return panel.offers.figures()
    if not isinstance(holder, Related):
        return []
    table = holder.tables[0]
    own = (i for i in panel.offers.reckoned(table) if i.aggregate != "median")
    return [Item(None, "count", table=table), *own]


def _or(panel: Panel, part: str) -> None:
    if st.button("or …", key=panel.key(f"or-{part}"), type="tertiary", help="Or another condition"):
        st.session_state[panel.key(f"either-{part}")] = True


def _other(panel: Panel, way: Way, part: str) -> None:
    """Another condition that may hold instead, once it was asked for."""
    if st.session_state.get(panel.key(f"either-{part}")):
        add(panel, way, about(panel.query), either=True)


def _remove(panel: Panel, way: Way, part: str) -> None:
    whole = bool(inside(condition := change.condition_at(panel.query, way)))
    said = "remove all of it" if whole and not isinstance(condition, Filter) else "remove"
    about = f"Take away: {literal(panel.offers.condition(condition))}"
    if panel.button(said, f"gone-{part}", about, type="tertiary"):
        panel.change(change.taken_away(panel.query, way))
