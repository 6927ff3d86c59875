"""The rows as Parquet: whole numbers, numbers, days, moments and text; the question and the query in its metadata."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from core.export.base import Export, days, facts
from core.model import Value

_DAY = len("2024-03-31")


def to_parquet(export: Export) -> bytes:
    """The file's bytes. A column that mixes numbers and text is text."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = list(zip(*export.rows.rows, strict=True)) or [() for _ in export.heads]
    arrays = [_moments(pa, cells) if days(cells) else pa.array(*_typed(list(cells))) for cells in columns]
    metadata = {"joinery.found": json.dumps(list(facts(export)), ensure_ascii=False), "joinery.sql": export.sql}
    out = io.BytesIO()
    table = pa.table(arrays, names=list(export.heads))
    pq.write_table(table.replace_schema_metadata(metadata), out)
    return out.getvalue()


def _moments(pa: Any, cells: Sequence[Value]) -> Any:
    """Days, or moments where one has a time, as Arrow's own."""
    plain = all(c is None or len(str(c)) == _DAY for c in cells)
    found = [None if c is None else datetime.fromisoformat(str(c)) for c in cells]
    return pa.array([m and m.date() for m in found], "date32") if plain else pa.array(found, pa.timestamp("ms"))


def _typed(cells: list[Value]) -> tuple[list[Value], str]:
    """The cells, all of one kind, and Arrow's name of it."""
    held = [c for c in cells if c is not None]
    if held and all(isinstance(c, int) for c in held):
        return cells, "int64"
    if held and all(isinstance(c, int | float) for c in held):
        return [None if c is None else float(c) for c in cells], "float64"
    return [None if c is None else str(c) for c in cells], "string"
