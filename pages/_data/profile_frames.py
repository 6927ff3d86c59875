"""What a table and a column hold, as tables to read."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.model import Column, Table
from pages._ui.frames import frame
from pages._ui.markup import count, literal, number


def profile_frame(table: Table) -> pd.DataFrame:
    """One row per column of the table: what its values say, and how they differ from the file's text if they do."""
    heads = ("Column", "Type", "Empty", "Distinct", "Unique", "Smallest", "Largest", "Most common", "Read as empty")
    more = tuple(
        h
        for h, f in (("Unit", "unit"), ("Converted", "converted"), ("Description", "description"))
        if any(getattr(c, f) for c in table.columns)
    )
    rows = [
        (
            c.label.strip() or c.name,
            c.type,
            c.profile.nulls,
            c.profile.distinct,
            "yes" if c.profile.unique else "no",
            number(c.profile.minimum)
            if c.type == "real"
            else str("" if c.profile.minimum is None else c.profile.minimum),
            number(c.profile.maximum)
            if c.type == "real"
            else str("" if c.profile.maximum is None else c.profile.maximum),
            pairs(labelled(c, c.profile.common[:5])),
            pairs(c.profile.missing),
            *(getattr(c, head.lower()) for head in more),
        )
        for c in table.columns
    ]
    return frame((*heads, *more), rows)


def pairs(items: Sequence[tuple[str, int]]) -> str:
    """Values with their counts: `Canada (12), Italy (3)`."""
    return ", ".join(f"{value} ({n:,})" for value, n in items)


def labelled(column: Column, items: Sequence[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """With what each value is told to mean behind it: `CF: confirmed`."""
    return tuple((f"{v}: {meaning}" if (meaning := column.meaning(v)) else v, n) for v, n in items)


def show_column(column: Column, converted: bool = True) -> None:
    """One column's profile as a few lines; with `converted`, how its values differ from the file's text."""
    p = column.profile
    st.markdown(f"**{literal(column.label.strip() or column.name)}** · {column.type}")
    if column.description:
        st.markdown(literal(column.description))
    if column.label != column.name:
        st.caption(f"In SQL: {literal(column.name)}")
    facts = [f"{count(p.distinct, 'distinct value')} in {count(p.rows, 'row')}", f"{p.nulls:,} empty"]
    if p.unique:
        facts.append("no value occurs twice")
    st.markdown(" · ".join(facts))
    if p.minimum is not None:
        st.markdown(
            f"From {literal(number(p.minimum) if column.type == 'real' else p.minimum)} "
            f"to {literal(number(p.maximum) if column.type == 'real' else p.maximum)}"
        )
    if p.common and p.unique:
        st.markdown(f"For example: {literal(', '.join(v for v, _ in labelled(column, p.common[:5])))}")
    elif p.common:
        st.markdown(f"Most common: {literal(pairs(labelled(column, p.common[:6])))}")
    if column.converted and converted:
        st.markdown(f"Converted: {literal(column.converted)}")
    if p.missing:
        st.markdown(f"Read as empty: {literal(pairs(p.missing))}")
