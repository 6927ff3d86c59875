"""The rows as Parquet: whole numbers, numbers and text, with the question and the query in the file's metadata."""

from __future__ import annotations

import io
import json

from core.export.base import Export, facts
from core.model import Value


def to_parquet(export: Export) -> bytes:
    """The file's bytes. A column that mixes numbers and text is text."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = list(zip(*export.rows.rows, strict=True)) or [() for _ in export.heads]
    arrays = [pa.array(*_typed(list(cells))) for cells in columns]
    metadata = {"joinery.found": json.dumps(list(facts(export)), ensure_ascii=False), "joinery.sql": export.sql}
    out = io.BytesIO()
    table = pa.table(arrays, names=list(export.heads))
    pq.write_table(table.replace_schema_metadata(metadata), out)
    return out.getvalue()


def _typed(cells: list[Value]) -> tuple[list[Value], str]:
    """The cells, all of one kind, and Arrow's name of it."""
    held = [c for c in cells if c is not None]
    if held and all(isinstance(c, int) for c in held):
        return cells, "int64"
    if held and all(isinstance(c, int | float) for c in held):
        return [None if c is None else float(c) for c in cells], "float64"
    return [None if c is None else str(c) for c in cells], "string"
