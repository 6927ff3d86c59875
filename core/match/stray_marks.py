"""Columns that hold keys with a few strays among them (`#12`, `'12`, `0012`, `12.0` beside `12`), as they were meant.

Where most values of a text column need no mending and the others become like them once the marks around them are left
out, its profile is made anew without those marks: joins are then looked for as in a clean file, and say how they are
to be compared. A column whose values are all written so (`0012`, `0013`) is none of these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from core.ingest.sketch import SKETCH, hash_texts, md5_texts
from core.match.explain import said_after
from core.match.keys import codes, constant, key_like
from core.model import Column, Join, Profile, Table
from core.sql.rewrites import Rewrite, apply
from core.text.words import normalise

MARKS: Rewrite = (("marks", ""),)
NUMBERS: Rewrite = (("marks", ""), ("number", ""))
LEAST_VALUES = 4
MOST_VALUES = 20_000
"""Columns with more distinct values are left as they are: the rest of them would not be read."""
LONGEST = 40.0
"""Longer texts on average are no keys."""
STRAYS = 0.3
"""At most so many of the distinct values need mending, …"""
KNOWN = 0.8
"""… or of those that do so many become what is there already: each row of a long table may have a stray of its own."""
DIGITS = 0.98
"""From so many whole numbers on the column is one of numbers."""
KEPT = 0.98
"""A key stays one: at least so many of its values still differ."""
LOST = 0.05
"""A join of several columns that finds so much more when mended is compared so."""


@dataclass(frozen=True, slots=True)
class Mended:
    """The tables as they were meant, and how each mended column (by id) is rewritten."""

    tables: tuple[Table, ...]
    rewrites: Mapping[str, Rewrite]

    def of(self, join: Join) -> tuple[Rewrite, Rewrite]:
        """How both sides of a join are rewritten: alike, so that what is no stray on one side is none on the other."""
        ends = [f"{join.child_table}.{c}" for c in join.child] + [f"{join.parent_table}.{c}" for c in join.parent]
        used = max((self.rewrites.get(c, ()) for c in ends), key=len)
        return used, used

    def marked(self, join: Join) -> Join:
        """The join, saying what is left out where a column of it was mended."""
        rewrite = self.of(join)
        if not any(rewrite) or any(join.rewrite):
            return join
        return said_after(replace(join, rewrite=rewrite, perfect=False))


def mended(tables: Sequence[Table], values: Mapping[str, Sequence[str]] | None, settled: Collection[str]) -> Mended:
    """The tables with their spoilt columns mended; `settled` are column ids that are to be taken as they are."""
    if values is None:
        return Mended(tuple(tables), {})
    rewrites: dict[str, Rewrite] = {}
    out = []
    for table in tables:
        columns = []
        for column in table.columns:
            if column.id not in settled and suspect(column):
                column, rewrite = _mended(column, values.get(column.id, ()))
                if rewrite:
                    rewrites[column.id] = rewrite
            columns.append(column)
        changed = any(c.id in rewrites for c in columns)
        out.append(replace(table, columns=tuple(columns)) if changed else table)
    return Mended(tuple(out), rewrites)


def suspect(column: Column) -> bool:
    """Whether the profile of codes or numbers shows a stray: among the commonest values, or as least or greatest."""
    profile = column.profile
    if column.type != "text" or not LEAST_VALUES <= profile.distinct <= MOST_VALUES or constant(column):
        return False
    if profile.mean_length > LONGEST:
        return False
    texts = [text for text, _ in profile.common]
    texts += [v for v in (profile.minimum, profile.maximum) if isinstance(v, str)]
    numbers = [t for t in map(str.strip, texts) if t.isdecimal()]
    if any(apply(MARKS, t.strip()) != t.strip() for t in texts):
        return codes(column) or len(numbers) > len(texts) / 2
    return len(numbers) > len(texts) / 2 and (len(numbers) < len(texts) or not _padded(numbers))


def _padded(numbers: Sequence[str]) -> bool:
    """Whether zeros in front fill the numbers up to one width, as they do in codes."""
    led = {len(n) for n in numbers if n.startswith("0")}
    return len(led) == 1 and all(len(n) >= min(led) for n in numbers)


def _mended(column: Column, values: Sequence[str]) -> tuple[Column, Rewrite]:
    texts = [v for v in values if v]
    plain = [normalise(apply(MARKS, t)) for t in texts]
    digits = [p for p in plain if p.isdecimal()]
    rewrite = NUMBERS if len(digits) >= DIGITS * len(plain) and not _padded(digits) else MARKS
    meant = [normalise(apply(rewrite, t)) for t in texts]
    strays = [(t, m) for t, m in zip(texts, meant, strict=True) if t != m]
    clean = {t for t, m in zip(texts, meant, strict=True) if t == m}
    if not strays or not clean:
        return column, ()
    known = sum(m in clean for _, m in strays)
    if len(strays) > STRAYS * len(texts) and known < KNOWN * len(strays):
        return column, ()
    there = {m for m in meant if m}
    if key_like(column) and len(there) < KEPT * len(texts):
        return column, ()
    profile = _profile(column.profile, there, rewrite)
    numbers = all(m.isdecimal() and (m == "0" or m[0] != "0") for m in there)
    return replace(column, profile=profile, type="integer" if numbers else column.type), rewrite


def _profile(profile: Profile, values: Collection[str], rewrite: Rewrite) -> Profile:
    hashed = (md5_texts if profile.sketch_hash else hash_texts)(sorted(values))
    hashed.sort()
    common: Counter[str] = Counter()
    for text, cells in profile.common:
        common[apply(rewrite, text.strip())] += cells
    numbers = [int(v) for v in values if v.isdecimal() and len(v) < 16]
    whole = len(numbers) == len(values)
    return replace(
        profile,
        distinct=len(values),
        minimum=min(numbers) if whole else profile.minimum,
        maximum=max(numbers) if whole else profile.maximum,
        mean_length=sum(map(len, values)) / len(values),
        common=tuple(common.most_common()),
        sketch=tuple(hashed[:SKETCH].tolist()),
        sketch_complete=len(values) <= SKETCH,
    )
