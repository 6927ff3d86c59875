"""Codes in an expected answer as they are shown: `ON` is right where the answer says `online`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.evaluate.cases import Case
from core.model import Column, Table, Value


def labelled(case: Case, tables: Sequence[Table]) -> Case | None:
    """The case with each column of codes in the labels that the tables give them; None where it has none."""
    coded = [c for t in tables for c in t.columns if c.codes]
    cells = list(zip(*(case.rows or ()), strict=True)) if len({len(row) for row in case.rows or ()}) == 1 else []
    shown = [_shown(column, coded) for column in cells]
    if shown == cells:
        return None
    return replace(case, rows=tuple(zip(*shown, strict=True)))


def _shown(cells: tuple[Value, ...], coded: Sequence[Column]) -> tuple[Value, ...]:
    """The cells' labels, if one column's codes explain them all."""
    for column in coded:
        said = tuple(v if v is None else column.meaning(v) for v in cells)
        if any(said) and all(s is None or s for s in said):
            return said
    return cells
