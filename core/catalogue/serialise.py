"""Tables and joins as JSON text, for the catalogue. Sketches are packed: base64 of 8-byte little-endian hashes."""

from __future__ import annotations

import base64
import json
import struct
from dataclasses import asdict, fields
from typing import Any

from core.model import (
    Column,
    Evidence,
    Family,
    FileNote,
    Join,
    Layout,
    LineRange,
    Mark,
    Member,
    Problem,
    Profile,
    Table,
    TotalRow,
)
from core.profiles.private import kind_of

_OF_FILES = ("notes", "totals")
"""The fields of a member that hold parts of its file."""


def dump_table(table: Table) -> str:
    """A table with its columns, profiles and problems."""
    body = _shallow(table)
    body["columns"] = [_column_body(c) for c in table.columns]
    body["problems"] = [_shallow(p) for p in table.problems]
    body["layout"] = asdict(table.layout) if table.layout else None
    if table.family:
        members = [
            _shallow(m) | {k: [asdict(x) for x in getattr(m, k)] for k in _OF_FILES} for m in table.family.members
        ]
        body["family"] = _shallow(table.family) | {"members": members}
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def parse_table(text: str) -> Table:
    """What `dump_table` wrote."""
    body: dict[str, Any] = json.loads(text)
    columns = tuple(_column(body["name"], c) for c in body.pop("columns"))
    problems = tuple(Problem(**p) for p in body.pop("problems"))
    layout = _layout(found) if (found := body.pop("layout", None)) else None
    family = _family(body.pop("family", None))
    return Table(**body, columns=columns, problems=problems, layout=layout, family=family)


def dump_join(join: Join) -> str:
    """A join with its evidence."""
    body = _shallow(join) | {"evidence": _shallow(join.evidence)}
    del body["preferred"]
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def parse_join(text: str) -> Join:
    """What `dump_join` wrote."""
    body: dict[str, Any] = json.loads(text)
    evidence = body.pop("evidence")
    evidence["orphans"] = tuple(evidence["orphans"])
    evidence["features"] = tuple((str(k), float(v)) for k, v in evidence["features"])
    body["child"], body["parent"] = tuple(body["child"]), tuple(body["parent"])
    if "rewrite" in body:
        mine, theirs = (tuple((str(kind), str(text)) for kind, text in side) for side in body["rewrite"])
        body["rewrite"] = (mine, theirs)
    return Join(**body, evidence=Evidence(**evidence))


def _family(body: dict[str, Any] | None) -> Family | None:
    if body is None:
        return None
    members = tuple(
        Member(
            **(
                m
                | {
                    "values": tuple(m["values"]),
                    "labels": tuple((str(a), str(b)) for a, b in m["labels"]),
                    "lacks": tuple(m["lacks"]),
                    "titles": tuple(m["titles"]),
                    "lines": tuple((int(a), int(b)) for a, b in m.get("lines", ())),
                    "notes": tuple(FileNote(**n) for n in m.get("notes", ())),
                    "totals": tuple(map(_total, m.get("totals", ()))),
                }
            )
        )
        for m in body["members"]
    )
    totals = tuple((str(a), str(b)) for a, b in body.get("totals", ()))
    return Family(members, tuple(body["varies"]), tuple(body["places"]), body["file_column"], totals)


def _shallow(item: Table | Column | Profile | Problem | Join | Evidence | Family | Member) -> dict[str, Any]:
    """The fields by name: `asdict` copies every number of every sketch."""
    return {f.name: getattr(item, f.name) for f in fields(item)}


def _column_body(column: Column) -> dict[str, Any]:
    profile = _shallow(column.profile) | {
        "sketch": _pack(column.profile.sketch),
        "marks": [(m.sign, m.meaning, m.cells) for m in column.profile.marks],
    }
    body = _shallow(column) | {"profile": profile}
    del body["table"]
    body["wish"] = body.pop("type_override")  # its name on disk since the first version
    return body


def _column(table: str, body: dict[str, Any]) -> Column:
    profile = body.pop("profile")
    profile["sketch"] = _unpack(profile["sketch"])
    for key in ("common", "missing"):
        profile[key] = tuple((str(v), int(n)) for v, n in profile[key])
    profile["marks"] = tuple(Mark(str(s), str(m), int(n)) for s, m, n in profile.get("marks", ()))
    profile["spellings"] = tuple((str(a), str(b)) for a, b in profile.get("spellings", ()))
    profile["unfit"] = tuple((int(r), str(v)) for r, v in profile.get("unfit", ()))
    body["codes"] = body["code_sources"] = ()
    body["type_override"] = body.pop("wish", "")
    body["examples"] = tuple((str(a), str(b)) for a, b in body.get("examples", ()))
    kept = Profile(**profile)
    if "private" not in body:  # loaded before such columns were looked for
        body["private"] = kind_of(body["label"], body["type"], kept)
    return Column(table=table, **body, profile=kept)


def _total(body: dict[str, Any]) -> TotalRow:
    return TotalRow(**(body | {"cells": tuple(body["cells"])}))


def _layout(body: dict[str, Any]) -> Layout:
    return Layout(
        lines=tuple(LineRange(**r) for r in body["lines"]),
        notes=tuple(FileNote(**n) for n in body["notes"]),
        totals=tuple(map(_total, body["totals"])),
        units=tuple((str(c), str(u)) for c, u in body["units"]),
        group=body["group"],
        columns=tuple(body["columns"]) if body["columns"] else None,
        by_hand=body["by_hand"],
    )


def _pack(sketch: tuple[int, ...]) -> str:
    return base64.b64encode(struct.pack(f"<{len(sketch)}Q", *sketch)).decode("ascii")


def _unpack(text: str) -> tuple[int, ...]:
    raw = base64.b64decode(text)
    return struct.unpack(f"<{len(raw) // 8}Q", raw)
