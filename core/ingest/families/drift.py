"""Which columns of two editions of a file are the same one: by label, else by a similar label and similar content.

A column renamed from some edition on (`Happiness.Score`, then `Score`) is one column. Two columns are put together only
where each is the other's best partner, their kinds agree and, of words or whole numbers, many values too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.ingest.families.forms import Facet, Form
from core.ingest.families.in_place import in_place
from core.text.words import singular, words

_LEAST = 0.7
_NAMES = 0.3
"""How alike the labels of a renamed column are at least, from 0 to 1."""
_EMPTY = frozenset("of the a an in on at by per for to and or from with de la le du des".split())
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_FEW = 2
"""Labels with the file's own year; more are a table spread out by years."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A column of the union so far."""

    facet: Facet
    keys: frozenset[str]
    """All labels it had, as they are compared."""


def own_year(columns: Sequence[Facet], year: str) -> tuple[Facet, ...]:
    """The columns with the file's own year taken out of labels: `Beds 2019` in the file of 2019 is `Beds`."""
    if not year or not 0 < sum(year in _YEAR.findall(c.label) for c in columns) <= _FEW:
        return tuple(columns)
    found = []
    for c in columns:
        plain = " ".join(re.sub(rf"[(\[]?(?<!\d){year}(?!\d)[)\]]?", " ", c.label).split()).strip(" -_,:")
        found.append(replace(c, label=plain) if plain else c)
    return tuple(found) if len({c.key for c in found}) == len(found) else tuple(columns)


def matched(slots: Sequence[Slot], columns: Sequence[Facet], apart: frozenset[str] = frozenset()) -> dict[int, int]:
    """For the places of `columns`, the places of the slots that they are one with.

    Those whose labels are in `apart` have no partner but one of the very label.
    """
    found: dict[int, int] = {}
    free = dict(enumerate(slots))
    for i, column in enumerate(columns):
        same = next((n for n, s in free.items() if column.key in s.keys and alike_kind(column, s.facet)), None)
        if same is not None:
            found[i] = same
            del free[same]
    rest = [i for i, c in enumerate(columns) if i not in found and c.key not in apart]
    free = {n: s for n, s in free.items() if not s.keys & apart}
    scores = {(i, n): s for i in rest for n, slot in free.items() if (s := _score(columns[i], slot)) >= _LEAST}
    for (i, n), score in sorted(scores.items(), key=lambda item: -item[1]):
        rivals = [s for pair, s in scores.items() if (pair[0] == i) != (pair[1] == n)]
        if i not in found and n in free and all(score > s for s in rivals):
            found[i] = n
            del free[n]
    return found


def likeness(one: Form, other: Form, *, placed: bool = False) -> float:
    """The share of the narrower table's columns that have a partner in the wider one; `placed`: if only by where they
    stand."""
    slots = [Slot(c, frozenset({c.key})) for c in one.columns]
    pairs = matched(slots, other.columns)
    if placed:
        taken = set(pairs.values())
        free = [None if n in taken else c for n, c in enumerate(one.columns)]
        pairs |= in_place(free, other.columns, pairs)
    return len(pairs) / max(1, min(len(one.columns), len(other.columns)))


def alike_kind(one: Facet, other: Facet) -> bool:
    """Nothing is known against these being of one kind: an empty column fits any."""
    return not one.kind or not other.kind or one.kind == other.kind or {one.kind, other.kind} == {"text", "truth"}


def at_odds(one: Form, other: Form) -> bool:
    """Of the columns called the same, many hold different kinds of values: numbers here and words there."""
    kinds: Mapping[str, Facet] = {c.key: c for c in one.columns}
    shared = [(c, kinds[c.key]) for c in other.columns if c.key in kinds]
    against = sum(not alike_kind(a, b) and "number" in (a.kind, b.kind) for a, b in shared)
    return against > max(1, len(shared) // 4) or (bool(shared) and against == len(shared))


def _score(column: Facet, slot: Slot) -> float:
    """How likely the two are one column, from 0 to 1.5; 0 where content speaks against it."""
    other = slot.facet
    if not column.kind or not other.kind or not alike_kind(column, other):
        return 0.0
    names = max(_labels(column.key, key) for key in slot.keys)
    if names < _NAMES:
        return 0.0
    shared = len(column.values & other.values) / max(1, min(len(column.values), len(other.values)))
    if column.kind == "number":
        apart = column.low > other.high or other.low > column.high
        whole = all("." not in v for v in column.values | other.values)
        return 0.0 if apart else names + 0.5 * (shared if whole else 0.0)
    if column.kind in ("text", "truth") and not shared:
        return 0.0
    return names + 0.5 * shared


def _labels(one: str, other: str) -> float:
    """How alike two labels are, by their words: 1 for the same, more than 0.6 where one has all words of the other."""
    a, b = _words(one), _words(other)
    if not a or not b:
        return 0.0
    small, large = (a, b) if len(a) <= len(b) else (b, a)
    met = sum(any(_akin(w, v) for v in large) for w in small)
    if met == len(small):
        return 0.6 + 0.4 * len(small) / len(large)
    return met / (len(small) + len(large) - met)


def _words(key: str) -> frozenset[str]:
    return frozenset(singular(w) for w in words(key) if w not in _EMPTY) or frozenset(words(key))


def _akin(one: str, other: str) -> bool:
    """The same word, an abbreviation by its beginning (`lat`, `latitude`), or one stem (`health`, `healthy`)."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= 3 and long.startswith(short)
