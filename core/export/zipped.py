"""The rows as CSV in an archive with their story beside them, since a CSV file itself has no place for it.

The story is CSV on the Web metadata (W3C Recommendation, 2015): `rows.csv-metadata.json` describes `rows.csv`, as a
reader of such metadata looks for it; sources, query and cautions are among its notes.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Sequence
from datetime import datetime

from core.export.base import Export, facts, one_line
from core.export.delimited import to_csv
from core.profiles.provenance import provenance

ROWS = "rows.csv"
_KINDS = {int: "integer", float: "number"}
_TIMES: tuple[tuple[str, str | dict[str, str]], ...] = (
    ("dddd-dd-dd", "date"),
    ("dddd-dd", "gYearMonth"),
    ("dddd-dd-ddTdd:dd:dd", "datetime"),
    ("dddd-dd-dd dd:dd:dd", {"base": "datetime", "format": "yyyy-MM-dd HH:mm:ss"}),
    ("dddd-dd-ddTdd:dd", {"base": "datetime", "format": "yyyy-MM-ddTHH:mm"}),
    ("dddd-dd-dd dd:dd", {"base": "datetime", "format": "yyyy-MM-dd HH:mm"}),
)
"""How times are written, a `d` for each digit, and the datatype of such a column."""
_DIGIT = re.compile(r"[0-9]")


def to_zip(export: Export) -> bytes:
    """An archive of the two files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in ((ROWS, to_csv(export)), (f"{ROWS}-metadata.json", metadata(export).encode())):
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def metadata(export: Export) -> str:
    """The description of the rows, as JSON."""
    addresses = [f.address for t in export.tables for f in provenance(t, export.tables) if f.address]
    licences = [f.licence for t in export.tables for f in provenance(t, export.tables) if f.licence]
    body = {
        "@context": "http://www.w3.org/ns/csvw",
        "url": ROWS,
        "dc:title": export.answer.question,
        "dc:created": export.made_at,
        **({"dc:source": list(dict.fromkeys(addresses))} if addresses else {}),
        **({"dc:license": list(dict.fromkeys(licences))} if licences else {}),
        "tableSchema": {
            "columns": [{"titles": head, "datatype": _kind(export, n)} for n, head in enumerate(export.heads)]
        },
        "notes": [{"name": name, "value": one_line(text)} for name, text in facts(export)],
    }
    return json.dumps(body, ensure_ascii=False, indent=1)


def _kind(export: Export, column: int) -> str | dict[str, str]:
    """What the column holds: of numbers the wider kind, of texts that are all days, months or moments these."""
    kinds = {type(row[column]) for row in export.rows.rows if row[column] is not None}
    if kinds == {str}:
        return _of_times([str(row[column]) for row in export.rows.rows if row[column] is not None])
    return _KINDS.get(kinds.pop(), "string") if len(kinds) == 1 else "number" if kinds == {int, float} else "string"


def _of_times(cells: Sequence[str]) -> str | dict[str, str]:
    """The datatype of a column of texts that are all written as one kind of time, and are such; else that of texts."""
    shape = _DIGIT.sub("d", cells[0]) if cells else ""
    kind = dict(_TIMES).get(shape)
    if kind is None or any(_DIGIT.sub("d", c) != shape for c in cells):
        return "string"
    try:
        for cell in cells:
            datetime.fromisoformat(f"{cell}-01" if kind == "gYearMonth" else cell)
    except ValueError:
        return "string"
    return kind
