"""What documents say of signs that stand in a figure's place: "NA = not analysed, <0,05 = below the limit"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from core.documents.match import Found, called
from core.model import NUMERIC, Column, Table
from core.text.words import flat, words

_WORD = re.compile(r"\w[\w.-]*")
_NONE = frozenset(
    "not no none nil never without un unknown missing absent below above under over out lost void".split()
)
"""One of these says that there is no figure, or none that could be told."""
_MOST = 60
"""Characters of a meaning."""


def with_signs(tables: Sequence[Table], passages: Sequence[Found]) -> tuple[Table, ...]:
    """The tables, the signs of their figures with the meanings that passages give them. A passage that names tables
    speaks of these alone."""
    if not any(c.profile.marks for t in tables for c in t.columns):
        return tuple(tables)
    names = {flat(said): name for name, said in called(tables).items()}
    names |= {flat(said): t.name for t in tables for said in (t.name, t.label, f"{t.name}.csv", f"{t.label}.csv")}
    spoken = [(p, _named(p, names)) for p in passages if "=" in p.text]
    return tuple(_told(t, [(p.text, bool(of)) for p, of in spoken if not of or t.name in of]) for t in tables)


def _named(p: Found, names: Mapping[str, str]) -> frozenset[str]:
    said = (m[0].rstrip(".") for text in (p.place, p.text) for m in _WORD.finditer(text))
    return frozenset(names[w] for w in map(flat, said) if w in names)


def _told(table: Table, texts: Sequence[tuple[str, bool]]) -> Table:
    columns = tuple(_with_meanings(c, texts) if c.type in NUMERIC and c.profile.marks else c for c in table.columns)
    return replace(table, columns=columns) if columns != table.columns else table


def _with_meanings(column: Column, texts: Sequence[tuple[str, bool]]) -> Column:
    marks = tuple(replace(m, meaning=next(_meant(m.sign, texts), m.meaning)) for m in column.profile.marks)
    return replace(column, profile=replace(column.profile, marks=marks)) if marks != column.profile.marks else column


def _meant(sign: str, texts: Sequence[tuple[str, bool]]) -> Iterator[str]:
    """What texts, each of these tables alone or of any, say that a sign means, in its own letters."""
    for text, named in texts:
        for hit in re.finditer(
            rf"(?:^|[\s,;:(“\"'`]){re.escape(sign)}[”\"'`]?\s*=\s*([^,;.=()]{{3,{_MOST}}})(?:[,;.)]|$)", text
        ):
            if named or not _NONE.isdisjoint(words(hit[1])):  # “NA = North Area” is a place
                yield hit[1].strip()
