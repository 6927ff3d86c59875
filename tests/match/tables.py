"""Tables with exact profiles, made from plain lists: what the tests of core.match share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import blake2b

from core.model import Column, ColumnType, Profile, Table, Value
from core.text.words import normalise

SKETCH = 1024


def column(table: str, label: str, position: int, values: Sequence[Value], kind: ColumnType | None = None) -> Column:
    filled = [v for v in values if v is not None]
    counts = Counter(str(v) for v in filled)
    hashes = sorted({_hash(normalise(text)) for text in counts})
    if kind is None:
        kind = "integer" if filled and all(isinstance(v, int) for v in filled) else "text"
        if filled and any(isinstance(v, float) for v in filled):
            kind = "real"
    numbers = kind in ("integer", "real")
    profile = Profile(
        rows=len(values),
        nulls=len(values) - len(filled),
        distinct=len(hashes),
        minimum=min(filled, default=None) if numbers else min(counts, default=None),  # type: ignore[type-var]
        maximum=max(filled, default=None) if numbers else max(counts, default=None),  # type: ignore[type-var]
        mean_length=sum(len(str(v)) for v in filled) / len(filled) if filled else 0.0,
        common=tuple(sorted(counts.items(), key=lambda c: (-c[1], c[0]))[:12]),
        sketch=tuple(hashes[:SKETCH]),
        sketch_complete=len(hashes) <= SKETCH,
    )
    return Column(table, label, label, kind, position, profile)


def table(name: str, columns: Mapping[str, Sequence[Value]]) -> Table:
    made = tuple(column(name, label, i, values) for i, (label, values) in enumerate(columns.items()))
    return Table(name, name, f"{name}.csv", made[0].profile.rows if made else 0, made)


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
