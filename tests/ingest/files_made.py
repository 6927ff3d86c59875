"""Workbooks and archives made for a test, and what a loaded file gives."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path

import openpyxl

from core.model import Table, Value

Loaded = tuple[Table, list[tuple[Value, ...]]]
CSV = "id,name\n1,Ann\n2,Bo\n"
ROWS = [(1, "Ann"), (2, "Bo")]


def book(path: Path, sheets: dict[str, Sequence[Sequence[object]]], merged: Sequence[str] = ()) -> Path:
    """A workbook of these sheets; `merged` are blocks of the first."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    for block in merged:
        made.worksheets[0].merge_cells(block)
    made.save(path)
    return path


def packed(path: Path, files: dict[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return path


def labels(table: Table) -> list[str]:
    return [c.label for c in table.columns]


# --- workbooks
