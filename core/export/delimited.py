"""The rows as CSV: UTF-8 with a byte order mark, so that spreadsheets read accents right."""

from __future__ import annotations

import csv
import io

from core.export.base import Export


def to_csv(export: Export) -> bytes:
    """Header and rows, verbatim; an empty cell is null."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(export.heads)
    writer.writerows(export.rows.rows)
    return text.getvalue().encode("utf-8-sig", "replace")
