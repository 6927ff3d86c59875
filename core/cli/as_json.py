"""Tables, families and joins as the command line gives them: plain values, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from core.model import Family, Join, Table

if TYPE_CHECKING:
    from core.workspace import LoadReport


def table_json(table: Table) -> dict[str, Any]:
    columns = [
        {"name": c.name, "label": c.label, "type": c.type}
        | ({"unit": c.unit} if c.unit else {})
        | ({"converted": c.converted} if c.converted else {})
        | ({"private": c.private} if c.private else {})
        for c in table.columns
    ]
    return {"name": table.name, "label": table.label, "rows": table.rows, "columns": columns}


def whole_tables_json(tables: Sequence[Table]) -> Iterator[dict[str, Any]]:
    """The same with what people call a row and the rows ("": the name does not say), and where these came from."""
    from core.ask.names import Names

    names = Names(tables)
    for table in tables:
        plain = names.plain(table.name)
        called = {"row": names.one(table.name) if plain else "", "called": names.many(table.name) if plain else ""}
        yield table_json(table) | called | {"description": table.description, "files": files_json(table, tables)}


def files_json(table: Table, tables: Sequence[Table]) -> list[dict[str, Any]]:
    from core.profiles.provenance import provenance

    return [
        {
            "file": one.file,
            "inside": one.inside,
            "lines": [list(r) for r in one.lines],
            "rows": one.rows,
            "bytes": one.size,
            "changed": one.changed,
            "loaded_at": one.loaded_at,
            "sha256": one.sha256,
            "address": one.address,
            "licence": one.licence,
            "portal": one.portal,
            "published": one.issued,
            "etag": one.etag,
        }
        for one in provenance(table, tables)
    ]


def report_json(report: LoadReport) -> dict[str, Any]:
    """What a load did; `error` where it loaded nothing."""
    found: dict[str, Any] = {
        "tables": [table_json(t) for t in report.tables],
        "problems": [
            {"file": p.file, "code": p.code, "message": p.message, "hint": p.hint}
            | ({"line": p.line} if p.line else {})
            for p in report.problems
        ],
    }
    if report.documents:
        found["documents"] = list(report.documents)
    if not report.tables and not report.documents:
        first = report.problems[0] if report.problems else None
        found["error"] = {
            "code": first.code if first and len(report.problems) == 1 else "nothing_loaded",
            "message": first.message if first and len(report.problems) == 1 else "No file could be loaded.",
            "hint": first.hint if first and len(report.problems) == 1 else "Look at the problems, file by file.",
        }
    return found


def family_json(table: Table) -> dict[str, Any]:
    family = table.family or Family((), (), (), "")
    return {
        "name": table.name,
        "label": table.label,
        "rows": table.rows,
        "varies": list(family.varies),
        "members": [
            {
                "file": m.source,
                "label": m.label,
                "values": dict(zip(family.varies, m.values, strict=False)),
                "rows": m.rows,
                "bytes": m.size,
                "sha256": m.sha256,
                "loaded_at": m.loaded_at,
                "called": dict(m.labels),
                "lacks": list(m.lacks),
            }
            for m in family.members
        ],
    }


def join_json(join: Join) -> Iterator[dict[str, Any]]:
    """One object per pair of columns; those of a composite join share `join`."""
    for part, (left, right) in enumerate(zip(join.child, join.parent, strict=True), start=1):
        yield {
            "left": f"{join.child_table}.{left}",
            "right": f"{join.parent_table}.{right}",
            "left_table": join.child_table,
            "left_column": left,
            "right_table": join.parent_table,
            "right_column": right,
            "join": join.id,
            "part": part,
            "parts": len(join.child),
            "score": join.score,
            "state": join.state,
            "reviewed": join.reviewed,
            "offered": join.offered,
            "why": join.why,
        }


def write(out: TextIO, found: dict[str, Any]) -> None:
    out.write(json.dumps(_plain(found), ensure_ascii=False, allow_nan=False) + "\n")
    out.flush()


def _plain(found: Any) -> Any:
    """The same, its figures without the traces of binary fractions, as in downloads."""
    from core.export.base import amount

    if isinstance(found, float):
        return amount(found)
    if isinstance(found, Mapping):
        return {key: _plain(value) for key, value in found.items()}
    return [_plain(value) for value in found] if isinstance(found, list | tuple) else found
