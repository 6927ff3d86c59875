"""Questions to offer: a sample's own, else plain ones made from what the tables hold."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.model import NUMERIC, TEMPORAL, Column, Table
from core.samples import SAMPLES, Sample

if TYPE_CHECKING:
    from core.workspace import Workspace

SAMPLES_FOLDER = "samples"
_FEW, _MANY = 2, 40


def sample_folder(ws: Workspace, sample: Sample) -> Path:
    """Where in the workspace a sample's files are written."""
    return Path(ws.settings.workspace) / SAMPLES_FOLDER / sample.key


def questions(ws: Workspace, most: int = 6) -> list[str]:
    """Up to `most` questions that suit what is loaded: of loaded samples first, the newest sample before the others."""
    tables = ws.tables()
    loaded = {Path(t.source).name: t for t in tables if SAMPLES_FOLDER in Path(t.source).parts}
    whole = [s for s in SAMPLES if all(name in loaded for name, _ in s.preview)]
    whole.sort(key=lambda s: max(loaded[name].loaded_at for name, _ in s.preview), reverse=True)
    offered = [_spread([q.text for q in s.questions], most) for s in whole]
    return (offered[0] if offered else _plain(tables))[:most]


def _spread(items: Sequence[str], most: int) -> list[str]:
    """`most` of the items, from the first to the last, evenly."""
    if len(items) <= most:
        return list(items)
    return [items[i * (len(items) - 1) // (most - 1)] for i in range(most)]


def _plain(tables: Sequence[Table]) -> list[str]:
    """Counts, groups and means over the largest tables."""
    found: list[str] = []
    for table in sorted(tables, key=lambda t: (-t.rows, t.name))[:3]:
        found.append(f"How many rows are there in {table.label}?")
        group = next((c for c in table.columns if _is_group(c)), None)
        figure = next((c for c in table.columns if c.type in NUMERIC and not c.profile.unique and not _is_id(c)), None)
        if group:
            found.append(f"How many rows of {table.label} are there per {group.label}?")
        if figure:
            found.append(f"What is the average {figure.label} in {table.label}?")
    return found


def _is_group(column: Column) -> bool:
    few = _FEW <= column.profile.distinct <= _MANY and column.profile.distinct * 2 <= column.profile.rows
    return few and column.type not in NUMERIC and column.type not in TEMPORAL


def _is_id(column: Column) -> bool:
    return column.label.casefold().endswith(("id", "code", "no", "number", "key"))
