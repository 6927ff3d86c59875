"""A column's profile after some rows were added and others taken out, from the profile before and those rows alone.

What only the rows that stay can tell is asked of them: how often the values that came or went stand there. All counts,
ends, common values and the sketch are what a look at all rows would give, but for two things: values with other blanks
inside, or other letters than a to z in another case, are not known for the same where there are more distinct values
than the sketch holds; and which of a row's nulls was a missing-value token is not known of rows that are gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from core.ingest.profile import COMMON
from core.ingest.sketch import SKETCH, hash_texts
from core.model import Mark, Profile, Value
from core.text.words import normalise

_LEAST_SKETCH = SKETCH // 2
_ALL = 4 * SKETCH
"""Values in several spellings that a complete sketch stands for."""

T = TypeVar("T", str, tuple[str, str])


@dataclass(frozen=True, slots=True)
class Held:
    """What a column holds in some rows."""

    rows: int = 0
    values: Mapping[str, tuple[Value, int]] = field(default_factory=dict)
    """Of each value as text: as it is stored, and in how many of the rows it stands."""

    @property
    def filled(self) -> int:
        return sum(n for _, n in self.values.values())

    @property
    def characters(self) -> int:
        return sum(len(text) * n for text, (_, n) in self.values.items())


@dataclass(frozen=True, slots=True)
class Stay:
    """What may be asked of the rows before the change."""

    counts: Callable[[Mapping[str, Value]], Mapping[str, int]]
    """How often these values stand there, as they are or spelled with another case: by text."""
    ends: Callable[[], tuple[Value, Value]]
    """The least and greatest value of the rows that are not taken out."""
    common: Callable[[int], Sequence[tuple[str, int]]]
    """So many of the commonest values of the rows before, with their counts."""


@dataclass(frozen=True, slots=True)
class Changed:
    """The profile after the change, and how often the values stand now whose number has changed (0: no more)."""

    profile: Profile
    counts: Mapping[str, int]


def changed(old: Profile, added: Held, removed: Held, stay: Stay, every: bool = True) -> Changed | None:
    """The profile once these rows are added and those removed; None where all rows must be looked at.

    `missing`, `marks` and `unfit` are as they were before. Only if `every` number is wanted are all `counts` right,
    and else those that the profile tells.
    """
    net = Counter({text: n for text, (_, n) in added.values.items()})
    net.subtract({text: n for text, (_, n) in removed.values.items()})
    values = {text: x for held in (removed, added) for text, (x, _) in held.values.items() if net[text]}
    before = Counter(dict(old.common))
    whole = before.total() == old.filled
    if not whole and old.sketch_complete and any(n < 0 for n in net.values()):
        before = Counter(dict(stay.common(_ALL)))  # quicker than to ask for some of them, and then for the commonest
        whole = len(before) < _ALL
    if not whole and (asked := _unknown(old, values, net, every)):
        before.update({text: n for text, n in stay.counts(asked).items() if text not in before})
    after = Counter({text: before[text] + net[text] for text in values})
    if any(n < 0 for n in after.values()):
        return None
    distinct = _distinct(old, before, net)
    filled = old.filled + added.filled - removed.filled
    if distinct is None or filled < 0:
        return None
    characters = old.mean_length * old.filled + added.characters - removed.characters
    rows = old.rows + added.rows - removed.rows
    low, high = _ends(old, added, {t: x for t, x in values.items() if not after[t]}, filled, stay)
    number, sketch, complete = distinct
    profile = replace(
        old,
        rows=rows,
        nulls=rows - filled,
        distinct=number,
        minimum=low,
        maximum=high,
        mean_length=max(0.0, characters / filled) if filled else 0.0,
        common=_common(old, before, after, whole, stay),
        sketch=sketch,
        sketch_complete=complete,
    )
    return Changed(profile, after)


def with_signs(profile: Profile, old: Profile, other: Profile, removed: Held) -> Profile:
    """The profile with the missing-value tokens and marks of `old`, and of `other`, the rows that were added.

    Of rows that were removed nobody knows which of their nulls were tokens: of each token as many go as it has part in
    all nulls, and of each mark beside figures as it has in all figures.
    """
    nulls, filled = removed.rows - removed.filled, removed.filled
    missing = Counter({text: n - _part(n, nulls, old.nulls) for text, n in old.missing})
    missing.update(dict(other.missing))
    tokens = {text.strip().casefold() for text, _ in old.missing}
    signs: Counter[tuple[str, str]] = Counter()
    for m in old.marks:
        instead = m.sign.casefold() in tokens
        gone = _part(m.cells, nulls, old.nulls) if instead else _part(m.cells, filled, old.filled)
        signs[m.sign, m.meaning] += m.cells - gone
    signs.update({(m.sign, m.meaning): m.cells for m in other.marks})
    return replace(
        profile,
        missing=tuple((text, n) for text, n in _ordered(missing) if n > 0),
        marks=tuple(Mark(sign, said, n) for (sign, said), n in _ordered(signs) if n > 0),
    )


def _part(cells: int, removed: int, of: int) -> int:
    return round(cells * removed / of) if of else 0


def _ordered(counts: Mapping[T, int]) -> list[tuple[T, int]]:
    """The greatest number first."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _unknown(old: Profile, values: Mapping[str, Value], net: Mapping[str, int], every: bool) -> dict[str, Value]:
    """Of the values whose number changes, those of which it must be known how often they stood before."""
    if any(net[text] < 0 for text in values):
        return dict(values)
    low, high = old.minimum, old.maximum
    within = {text: x for text, x in values.items() if _may_lie(x, low, high)}
    sketch = set(old.sketch)
    top = old.sketch[-1] if old.sketch and not old.sketch_complete else None
    hashes = dict(zip(within, _hashes([normalise(text) for text in within]), strict=True))
    there = {t: x for t, x in within.items() if hashes[t] in sketch or (top is not None and hashes[t] > top)}
    if every:
        return there
    known = sorted((n + net.get(text, 0) for text, n in old.common), reverse=True)
    most, least = old.common[-1][1] if old.common else 0, known[-1] if known else 0
    return {t: x for t, x in there.items() if hashes[t] not in sketch or most + net[t] >= least}


def _may_lie(value: Any, low: Any, high: Any) -> bool:
    """Whether the value, or a text with other capitals, may lie between these."""
    if low is None or high is None:
        return True
    if isinstance(value, str):
        return bool(value.upper() <= high and low <= value.lower()) if value.isascii() else True
    return bool(low <= value <= high)


_Distinct = tuple[int, tuple[int, ...], bool]


def _distinct(old: Profile, before: Mapping[str, int], net: Mapping[str, int]) -> _Distinct | None:
    """The number of distinct values and their sketch; None where too little of that is left."""
    groups: dict[str, list[int]] = {}
    spelled = {text: normalise(text) for text in (*before, *net)}
    for text, norm in spelled.items():
        found = groups.setdefault(norm, [0, 0])
        found[0] += before.get(text, 0)
        found[1] += net.get(text, 0)
    came = [norm for norm, (was, more) in groups.items() if more > 0 and not was]
    left = [norm for norm, (was, more) in groups.items() if was and was + more <= 0]
    if not came and not left:
        return old.distinct, old.sketch, old.sketch_complete
    hashes = set(old.sketch).difference(_hashes(left))
    top = old.sketch[-1] if old.sketch and not old.sketch_complete else None
    new = [h for h in _hashes(came) if h not in hashes]
    hashes.update(h for h in new if top is None or h <= top)
    if old.sketch_complete:
        return len(hashes), tuple(sorted(hashes)[:SKETCH]), len(hashes) <= SKETCH
    number = old.distinct + len(new) - len(left)
    if len(hashes) < _LEAST_SKETCH or number <= SKETCH:
        return None
    return number, tuple(sorted(hashes)[:SKETCH]), False


def _hashes(texts: Sequence[str]) -> list[int]:
    found: list[int] = hash_texts(texts).tolist() if texts else []
    return found


def _ends(old: Profile, added: Held, gone: Mapping[str, Value], filled: int, stay: Stay) -> tuple[Value, Value]:
    """The least and the greatest value."""
    if not filled:
        return None, None
    low, high = old.minimum, old.maximum
    if any(x in (low, high) for x in gone.values()):
        low, high = stay.ends()
    some: Iterable[Any] = [*(x for x in (low, high) if x is not None), *(x for x, _ in added.values.values())]
    ordered: list[Value] = sorted(some)
    return ordered[0], ordered[-1]


def _common(
    old: Profile, before: Mapping[str, int], after: Mapping[str, int], whole: bool, stay: Stay
) -> tuple[tuple[str, int], ...]:
    """The commonest values. Of those that were not looked at none is commoner than the last that was common before."""
    counts = {text: n for text, n in before.items() if n} | dict(after)
    found = _first(counts)
    if whole or not old.common:
        return found
    text, most = old.common[-1]
    if len(found) == COMMON and (-found[-1][1], found[-1][0]) <= (-most, text):
        return found
    return _first({**dict(stay.common(COMMON + len(after))), **counts})


def _first(counts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    some = ((text, n) for text, n in counts.items() if n > 0)
    return tuple(sorted(some, key=lambda item: (-item[1], item[0]))[:COMMON])
