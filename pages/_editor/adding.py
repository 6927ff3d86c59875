"""A new condition: a list of what it may be about, then its comparison and value, and it is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, NamedTuple

import streamlit as st

from core.ask.edit import conditions as change
from core.ask.edit.conditions import Way
from core.ask.edit.formulas import spans
from core.ask.edit.moved import first_operator
from core.ask.edit.offers import Offers, parts_of
from core.ask.edit.parts import figures
from core.ask.form import begin
from core.ask.translators.rules.query import Among, Col, Condition, Filter, Item, Leading, Related, Via
from pages._editor import values
from pages._editor.comparing import compared
from pages._editor.panel import Panel

UNFINISHED = "Not in force yet: choose what is missing."
"""Beside a condition that lacks something."""


class Start(NamedTuple):
    """What a new condition begins with: a column or a figure, or a table whose rows there are or are not; with both,
    how many of them there are."""

    item: Item | None = None
    table: str = ""
    lacking: bool = False
    kind: Literal["", "highest", "lowest", "alike", "leading", "with"] = ""
    """`highest`, `lowest`: of each …; `alike`: the same as …; `leading`: only of the first; `with`: rows of the table,
    or none, that have a value."""


def add(panel: Panel, way: Way, table: str, *, either: bool = False, label: str = "") -> None:
    """A list of what a condition may be about; then its comparison and value, and it is there."""
    offers = panel.offers if not way else Offers(begin(table).query, panel.offers.facts, told=panel.offers.told)
    starts = list(_starts(panel, offers, way, table, either))
    part = f"add-{'-'.join(map(str, way))}-{either}"
    first = "and where" if panel.query.where or panel.query.having else "Where"
    label = "or" if either else label or (first if not way else "Of these only")
    before = panel.late.drawn()
    chosen = panel.select(label, starts, None, part, lambda s: _start(offers, s, table), placeholder="Add a condition")
    if chosen is None:
        return
    new = _begun(panel, offers, chosen, table, f"{part}-{_start(offers, chosen, table)}")
    if new is None:
        panel.late.unfinished(before)
        st.caption(UNFINISHED)
        return
    if either:
        panel.change(change.any_of(panel.query, way, new))
    else:
        made = change.added(panel.query, new, way)
        panel.change(made if way else change.of_those_when(made, new, offers.facts))


def _starts(panel: Panel, offers: Offers, way: Way, table: str, either: bool) -> Iterator[Start]:
    """What a condition may be about: the table's own columns first, then those of the others, then what it has of
    them and what it is the highest of."""
    columns = [Start(Item(c)) for c in _with_years(offers, offers.columns())]
    if not way and panel.query.group:
        yield from (Start(i) for i in figures(panel.query) if not i.running)
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
        made = compared(panel, draft, part, fixed=True)
    if isinstance(made, Via):
        related = change.related(table, chosen.table, chosen.lacking)
        return replace(related, where=(made,)) if chosen.kind == "with" else made
    draft = made
    if not values.complete(draft):
        return None
    if chosen.kind == "with":
        return replace(change.related(table, chosen.table, chosen.lacking), where=(draft,))
    return change.related(table, chosen.table, False, draft) if chosen.table else draft


def _with_years(offers: Offers, columns: list[Col]) -> list[Col]:
    """The columns; of dates also the weekday, the month of any year and the hour, which no day is compared with."""
    out = []
    for c in columns:
        found = offers.facts.column(c)
        out.append(c)
        if found is not None and found.type in ("date", "datetime"):
            out += [replace(c, part="weekday"), replace(c, part="calendar month")]
        if found is not None and "hour" in parts_of(found.type):
            out.append(replace(c, part="hour"))
    return out


def _start(offers: Offers, s: Start, table: str) -> str:
    one = offers.names.one(table) if offers.names.plain(table) else f"row of {offers.names.label(table)}"
    if s.item is None or s.kind == "with":
        said = f"{offers.rows(table)} have {'no' if s.lacking else 'some'} {offers.rows(s.table)}"
        column = s.item.column if s.item else None
        return f"{said} with {offers.column(column).partition(' › ')[2]} …" if column else said
    if s.kind in ("highest", "lowest") and s.item.column:
        return f"{offers.item(Item(s.item.column, 'max' if s.kind == 'highest' else 'min'))} of each …"
    if s.kind == "alike":
        return f"same {offers.item(s.item)} as that of …"
    if s.kind == "leading" and s.item.column:
        return f"only of the {offers.rows(s.item.column.table)} with the most …"
    return f"{offers.item(s.item)} of each {one}" if s.table else offers.item(s.item)
