"""Percentages: of the rows that meet the conditions, and of all groups together."""

from __future__ import annotations

import streamlit as st

from core.ask.edit import parts, percentages, portions
from core.ask.translators.rules.query import Filter
from pages._editor.panel import Panel
from pages._ui.markup import literal


def show(panel: Panel) -> None:
    """A box for each percentage that may stand in place of the figure."""
    query = panel.query
    reckoned = parts.figures(query)
    if query.where and (query.share or (len(reckoned) == 1 and parts.adds_up(reckoned[0]))):
        now, wired = panel.wired("share", bool(query.share))
        wanted = st.checkbox(f"as a percentage of {_whole(panel)}", value=now, **wired)
        if wanted != bool(query.share):
            panel.change(percentages.share_of(query, wanted, panel.offers.facts))
        _part_of(panel)
    if query.group and len(reckoned) == 1 and not query.share:
        of_all = portions.base_of(reckoned[0]) is not None
        if of_all or reckoned[0].aggregate in ("count", "sum"):
            now, wired = panel.wired("of-all", of_all)
            total = st.checkbox(f"as a percentage of the {_counted(panel)} of all groups", value=now, **wired)
            panel.change(portions.of_total(query, total))


def _whole(panel: Panel) -> str:
    """Of what the rows that meet the conditions are a percentage; of which of these, a list below it says."""
    of_each = "each group’s" if panel.query.group else "all" if _rows(panel) else "the whole"
    return f"{of_each} {_counted(panel)}"


def _counted(panel: Panel) -> str:
    return literal(panel.offers.rows(parts.about(panel.query))) if _rows(panel) else "total"


def _rows(panel: Panel) -> bool:
    """Rows are counted, and nothing added up."""
    return all(i.aggregate == "count" for i in parts.figures(panel.query))


def _part_of(panel: Panel) -> None:
    """With a percentage: the conditions that say of which rows it is taken."""
    query, offers = panel.query, panel.offers
    plain = [c for c in query.where if isinstance(c, Filter) and c.item.column and not c.item.formula]
    known = {c.item.column: c for c in sorted(plain, key=lambda c: c.operator in ("is null", "is not null"))}
    if not query.share or len(query.where) < 2:
        return
    now, wired = panel.wired("among", [c for c in query.among if c in known])
    chosen = st.multiselect(
        "of those where",
        list(known),
        default=now,
        format_func=lambda column: offers.condition(known[column]).replace(f"{offers.rows(column.table)}.", "", 1),
        select_all=False,
        placeholder="of all",
        **wired,
    )
    if set(chosen) != set(query.among):
        panel.change(percentages.part_of(query, chosen))
