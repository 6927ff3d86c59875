"""The controls of one comparison: what is compared, how, and with which values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.ask.edit import conditions as change
from core.ask.edit.moved import moved
from core.ask.edit.partners import partners
from core.ask.translators.rules.query import Filter, Item, Operator, Via
from core.model import TEMPORAL
from pages._editor import values
from pages._editor.panel import Panel
from pages._ui.markup import literal

_COLUMN = "column"
"""A comparison with the values of another column."""


def compared(panel: Panel, f: Filter, part: str, *, fixed: bool, instead: Sequence[Item] = ()) -> Filter | Via:
    """The controls of a comparison, and what they say now; with the values of another column once one is chosen.
    `instead`: figures that may be compared in the place of this one."""
    offers = panel.offers
    if instead and f.item.aggregate:
        item = panel.select("Figure compared", instead, f.item, f"of-{part}", offers.item, hidden=True)
        if item is not None:
            f, part = change.of_figure(f, item, offers.facts), f"{part}-{offers.item(item)}"
    elif fixed or f.item.column is None:
        st.markdown(literal(offers.item(f.item)), width="content")
    else:
        column = panel.select("Column", offers.columns(), f.item.column, f"col-{part}", offers.column, hidden=True)
        if column is not None:
            found = offers.facts.column(column)
            f = moved(f, column, offers, values.texts(panel, found) if found else ())
            part = f"{part}-{offers.column(column)}"
    held = (f.operator, _how(panel, f))
    chosen = panel.select("Comparison", _ways(panel, f), held, f"op-{part}", lambda w: _said(panel, f, w), hidden=True)
    if chosen is not None and chosen[1] == _COLUMN and f.item.column is not None:
        others = partners(f.item.column, offers.facts)
        key = panel.select("Values of", others, None, f"among-{part}", offers.column, hidden=True)
        return Via(f.item.column, key, (), chosen[0] == "!=") if key is not None else f
    if chosen is not None:
        f, part, held = change.compared(f, chosen[0], _timed(panel, f)), f"{part}-{'-'.join(chosen)}", chosen
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
    return _type(panel, f) in TEMPORAL


def _timed(panel: Panel, f: Filter) -> bool:
    return _type(panel, f) == "datetime"


def _type(panel: Panel, f: Filter) -> str:
    """What kind of values is compared; "" of what is reckoned."""
    column = panel.offers.facts.column(f.item.column) if f.item.column and not f.item.formula else None
    return "" if column is None else column.type


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


def lost(panel: Panel, old: Filter, new: Filter) -> str:
    """What of a comparison did not come along to another column, in words; "" for nothing, or where a person chose all
    that it has there."""
    offers, column = panel.offers, new.item.column
    gone = [values.in_words(panel, v, old) for v in old.values if v not in new.values]
    if column is None or column == old.item.column or (values.complete(new) and len(gone) == len(old.values)):
        return ""
    label = literal(offers.column(column))
    if old.operator not in offers.operators(new.item):
        compared = f"{offers.operator(old.operator, old.item)} {'; '.join(gone)}".strip()
        return f"Left out, since it does not suit {label}: {literal(compared)}."
    return f"Left out, since {label} does not hold it: {literal('; '.join(gone))}." if gone else ""
