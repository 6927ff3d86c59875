"""In which order the rows of a reading stand, and how many of them are shown."""

from __future__ import annotations

from math import inf

import streamlit as st

from core.ask.edit import arranging, parts
from core.ask.names import listed
from core.ask.translators.rules.query import Item, Order, Query
from core.ask.translators.rules.realisation.so_many import so_many
from core.text.number_words import ordinal
from pages._editor.panel import Panel
from pages._ui.markup import literal

ALL_ROWS = "all"
FIRSTS = ("1", "2", "3", "5", "10", "20", "50", "100", "10 %", "25 %")
"""How many rows are offered; other numbers may be typed, and percent of all rows."""


def show(panel: Panel) -> None:
    """In which order, and how many."""
    query, offers = panel.query, panel.offers
    if parts.figures(query) and not (query.group or query.order or query.limit or query.offset):
        return  # one row, which has no order
    none = Order(Item())
    now = query.order[0] if query.order else none
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        said = lambda o: "as they come" if o == none else offers.order(o)  # noqa: E731
        chosen = panel.select("Sorted by", [none, *offers.orders()], now, "order", said)
        if chosen is not None:
            item = None if chosen == none else chosen.item
            panel.change(arranging.ordered(query, item, chosen.descending, offers.facts))
        now_first = _first(query)
        shown, wired = panel.wired("first", now_first or ALL_ROWS)
        choices = list(dict.fromkeys(filter(None, [ALL_ROWS, now_first, shown, *FIRSTS])))
        first = st.selectbox(
            "Only the first",
            choices,
            index=choices.index(shown) if shown else None,
            accept_new_options=True,
            width=150,
            **wired,
        )
        if query.limit and query.order:
            _of_each(panel)
    if first == now_first and query.offset:
        return
    found = arranging.so_many_said(first) if first and first != ALL_ROWS else None
    wanted, percent = found or (None, False)
    if first is not None and first != ALL_ROWS and not (wanted and wanted < (100 if percent else inf)):
        st.caption(f"“{literal(first)}” is no number of rows.")
        return
    if (wanted, percent) != (query.limit, query.percent) or query.offset:
        panel.change(arranging.first(query, wanted, percent=percent))


def _of_each(panel: Panel) -> None:
    """Of what each the first rows are taken."""
    query, offers = panel.query, panel.offers
    choices = [(c,) for c in (query.group or offers.telling())]
    said = lambda e: listed([offers.column(c) for c in e]) if e else "all"  # noqa: E731
    chosen = panel.select("Of each", [(), *choices], query.each, "each", said, hidden=False)
    if chosen is not None:
        panel.change(arranging.of_each(query, chosen))


def _first(query: Query) -> str:
    """How many rows are shown; of one behind the first its place."""
    if query.limit == 1 and query.offset:
        return ordinal(query.offset + 1)
    return so_many(query) or "1" if query.limit else ""
