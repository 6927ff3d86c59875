"""A figure that is put together: of two columns row by row, of two figures, of the rows with one value or another."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from core.ask.edit import changes, formulas, parts
from core.ask.translators.rules.query import Col, Item, Query
from pages._editor import values
from pages._editor.panel import Panel
from pages._ui.markup import literal

_NUMBERS = (60, 100, 1000)
"""Numbers that are offered to divide by; others are typed."""
_OWN = "another number"


def show(panel: Panel) -> None:
    """What to reckon, and a button that shows it beside what is shown."""
    columns = formulas.reckonable(panel.offers.columns(), panel.offers.facts)
    pairs = [c for c in columns if formulas.beside(c, columns, panel.offers.facts)]
    rows = (formulas.FIGURES, formulas.VALUES, formulas.PORTION)
    ways = formulas.WAYS if len(columns) > 1 else {way: formulas.WAYS[way] for way in rows}
    first = list(ways).index(formulas.FIGURES)
    with st.popover("Calculate", icon="🧮", disabled=panel.entry.busy, key=panel.key("calculate")):
        way = st.selectbox("Show the", list(ways), first, format_func=ways.__getitem__, key=panel.key("way-of"))
        made: Callable[[], Query] | None
        if way == formulas.FIGURES:
            made = _of_figures(panel)
        elif way in (formulas.VALUES, formulas.PORTION):
            made = _of_values(panel, several=way == formulas.VALUES)
        else:
            made = _of_columns(panel, way, sorted(columns, key=lambda c: c not in pairs))
        if parts.figures(panel.query):
            st.caption("It is shown beside what is shown now.")
        if st.button("Show it", key=panel.key("calculated"), disabled=made is None) and made is not None:
            panel.touched = True
            panel.change(made())


def _with(panel: Panel, item: Item) -> Query:
    facts = panel.offers.facts
    if not item.aggregate:
        return changes.also_listed(panel.query, item, facts)
    return changes.told_first(changes.also_figure(panel.query, item, facts), item)


def _of_columns(panel: Panel, way: str, columns: Sequence[Col]) -> Callable[[], Query] | None:
    """Two columns of a kind, and what to reckon of them row by row; None where nothing can be."""
    facts, words = panel.offers.facts, panel.offers.column
    beside = st.columns([3, 2, 3])
    shown = [i.column for i in parts.figures(panel.query) if i.formula is None and i.column in columns]
    first = columns.index(shown[0]) if shown and shown[0] is not None else 0
    left = beside[0].selectbox("column", columns, first, format_func=words, key=panel.key("left"))
    kind = formulas.kind(left, facts)
    signs = formulas.signs(kind, way)
    others = [c for c in columns if c != left and formulas.kind(c, facts) == kind]
    others.sort(key=lambda c: c.table != left.table)
    said = formulas.SIGNS.__getitem__
    sign = beside[1].selectbox("sign", signs, format_func=said, key=panel.key(f"sign-{kind}-{way}"))
    right = beside[2].selectbox("second column", others, format_func=words, key=panel.key(f"right-{words(left)}"))
    if right is None or (way == formulas.RATIO and kind != "number"):
        return None
    within = _within(panel, [c for c in others if c != right]) if kind == "number" else None
    inside = f"({words(right)} {said(within[0])} {words(within[1])})" if within else words(right)
    st.caption(f"{formulas.WAYS[way]} {literal(words(left))} {said(sign)} {literal(inside)}")
    return lambda: _with(panel, formulas.calculated(way, left, sign, right, facts, within))


def _within(panel: Panel, columns: Sequence[Col]) -> tuple[str, Col] | None:
    """What is reckoned with the second column first, as in quantity × (price − cost); None for nothing."""
    beside = st.columns([2, 3])
    signs = [s for s in formulas.SIGNS if s not in formulas.SPANS]
    sign = beside[0].selectbox(
        "in brackets with it",
        ["", *signs],
        format_func=lambda s: formulas.SIGNS.get(s, "nothing more"),
        key=panel.key("within"),
    )
    third = beside[1].selectbox(
        "the column", columns, format_func=panel.offers.column, key=panel.key("within-of"), disabled=not sign
    )
    return (sign, third) if sign and third is not None else None


def _of_figures(panel: Panel) -> Callable[[], Query] | None:
    """Two figures, or one and a number, and what to reckon of them; None while that lacks."""
    facts, said = panel.offers.facts, panel.offers.item
    now = [i for i in parts.figures(panel.query) if not i.running]  # also what was reckoned before
    figures = [*now, *(i for i in panel.offers.figures() if i.formula is None and i not in now)]
    beside = st.columns([3, 2, 3])
    left = beside[0].selectbox("figure", figures, format_func=said, key=panel.key("figure-left"))
    signs = formulas.signs_between(left, facts)
    numbers = [f"{n:g}" for n in _NUMBERS] if signs is formulas.BETWEEN else []
    kind = "number" if numbers else "span"
    sign = beside[1].selectbox("sign", list(signs), format_func=signs.__getitem__, key=panel.key(f"figure-sign-{kind}"))
    others = formulas.others_for(left, figures, facts)
    others.sort(key=lambda i: i == left)
    right = beside[2].selectbox(
        "second figure, or a number",
        [*others, *numbers, *([_OWN] if numbers else [])],
        format_func=lambda i: i if isinstance(i, str) else said(i),
        key=panel.key(f"figure-right-{kind}"),
        help=f"A figure, or a number: choose “{_OWN}” to type one",
    )
    other: Item | float | None = right if isinstance(right, Item) else None
    if right == _OWN:
        other = st.number_input("Number", value=None, format="%g", key=panel.key("figure-number"))
    elif isinstance(right, str):
        other = float(right)
    return None if other is None else lambda: _with(panel, formulas.combined(left, sign, other, said))


def _of_values(panel: Panel, *, several: bool) -> Callable[[], Query] | None:
    """A figure of the rows with one value: less that of the rows with another, or in percent of all; None while a
    value lacks."""
    offers = panel.offers
    kinds = ("count", "sum", "avg", "min", "max") if several else ("count", "sum")  # an average has no parts
    figures = [i for i in offers.figures() if i.aggregate in kinds and not i.where]
    beside = st.columns(2)
    item = beside[0].selectbox("figure", figures, format_func=offers.item, key=panel.key("valued"))
    column = beside[1].selectbox("where", offers.telling(), format_func=offers.column, key=panel.key("valued-by"))
    met = []
    for label in ("is", "less the same where it is") if several else ("is",):
        told = values.single(panel, Item(column), f"valued-{label}-{offers.column(column)}", label)
        met += [told] if told is not None else []
    if len(met) < 1 + several:
        return None
    if several:
        return lambda: _with(panel, formulas.between_values(item, met[0], met[1], offers.item))

    def made() -> Query:
        found = changes.with_portion(panel.query, item, met[0], offers.facts)
        return changes.told_first(found, found.select[-1])

    return made
