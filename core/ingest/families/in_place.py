"""Columns that another edition of a file calls quite differently, told by where they stand: `Household`, then `HH#`.

Between two columns that both files have, those without a partner are taken for one another in turn where each pair
agrees in kind and in what it holds, or in the sense of its labels (`Lbs`, `Pounds`; `Amt`, `$ amount`). Two dates need
no more than to be the only ones there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from core.ingest.families.aligned import aligned
from core.ingest.families.forms import Facet
from core.ingest.families.money import SIGNS
from core.ingest.families.short_codes import partners
from core.text.abbreviations import LOOSE, everyday, shortens
from core.text.synonyms import synonyms
from core.text.words import MARKS, singular, words

_SHARED = 0.3
"""The share of values that columns have in common whose labels say nothing of each other."""
_MONEY = frozenset("paid amount cost price fee charge total value payment sum".split())
_PAID, _DUE = frozenset(("paid", "received", "settled")), frozenset(("due", "owed", "payable", "invoiced", "charged"))
_PART_NAMES = frozenset(("surname", "forename", "firstname", "lastname"))
"""What only one part of a name is called."""
_SIGN = re.compile(f"[{SIGNS}]")
_KEYS = 100
"""From which on whole numbers that both files have are those of things: counts and amounts agree by chance."""
_CODE = re.compile(r"([a-z]{1,4})[-/ ]?(\d+)", re.ASCII)
_ENOUGH = 0.9
"""The share of a column's values that must be codes."""
_LETTER, _DIGIT = re.compile(r"[^\W\d_]"), re.compile(r"\d")
_DIGITS_ONLY = re.compile(r"\d+$")
_SHAPED = re.compile(r"([a-z]{0,4})(\d+)", re.ASCII)
_DIGITS, _LONG = 3, 5
"""Digits at least of a code with letters before them, and of one without."""
_SOME, _CHANCE = 20, 0.1
"""Numbers of things, and the share of them that both files show, though neither shows all."""
_ALIKE = 0.6
"""The share of figures that two columns of a few different ones have in common: `3, 6, 12, 24` months."""
_SMALL = 12
"""Different figures at most of such a column."""
_WORDS, _MOSTLY = 5, 0.8
"""Words, and the share of them, that two columns have in common that stand in other places."""
_STEP = 0.5
"""The least of one file's figures to the most of the other's, where they are apart: a levy of 9.50, then of 11."""
_NAMED = 3.0
"""The weight of a pair whose labels are of one sense."""
_DENSE = 3
"""How many numbers there may be from the first to the last for each one that a file shows, where rows are numbered."""
_SOON = 0.25
"""How far behind the last number the next file's first one may be, of as many as the file has."""

Gap = tuple[list[int], list[int]]
"""Columns of a file and places of the other's, all without a partner, between the same two columns."""


def in_place(others: Sequence[Facet | None], columns: Sequence[Facet], pairs: Mapping[int, int]) -> dict[int, int]:
    """For places of `columns` without a partner in `pairs`, the places of `others` in whose stead they stand.

    `others` are the columns of another file in its order; None stands for one that is taken already.
    """
    found: dict[int, int] = {}
    for mine, theirs in _gaps(others, columns, pairs):
        in_turn = list(zip(mine, theirs, strict=False))
        agreed = [_one(columns[i], others[n]) for i, n in in_turn]
        if len(mine) == len(theirs) and (
            all(agreed) or (any(agreed) and _but_for_a_number(in_turn, agreed, columns, others))
        ):
            found |= dict(in_turn)
            continue
        fits = [(i, n) for i in mine for n in theirs if _one(columns[i], others[n])]
        alone = [(i, n) for i, n in fits if sum(i == j for j, _ in fits) == sum(n == m for _, m in fits) == 1]
        found |= dict(alone)
    found |= aligned(others, columns, {**pairs, **found}, _weight)
    return found | _elsewhere(others, columns, {**pairs, **found})


def _elsewhere(others: Sequence[Facet | None], columns: Sequence[Facet], pairs: Mapping[int, int]) -> dict[int, int]:
    """What another edition put in another place: each the only one of the other's sense, or with its figures."""
    mine = [i for i in range(len(columns)) if i not in pairs and columns[i].kind]
    theirs = {n: o for n, o in enumerate(others) if o is not None and o.kind and n not in pairs.values()}
    fits = [(i, n) for i in mine for n, o in theirs.items() if _weight(columns[i], o) >= _NAMED]
    fits += [(i, n) for i in mine for n, o in theirs.items() if (i, n) not in fits and _same_held(columns[i], o)]
    return {i: n for i, n in fits if sum(i == j for j, _ in fits) == sum(n == m for _, m in fits) == 1}


def _same_held(one: Facet, other: Facet) -> bool:
    """The very same figures in both, none of them small: seats of two halls; or nearly the same words: towns."""
    if one.kind == other.kind == "number":
        return one.values == other.values and min(one.low, other.low) > _SMALL
    shared = len(one.values & other.values)
    return one.kind == other.kind == "text" and shared >= max(_WORDS, _MOSTLY * min(len(one.values), len(other.values)))


def _weight(column: Facet, other: Facet) -> float:
    """What speaks for two columns being one: labels and values most, then codes of one form, days, figures."""
    if not _one(column, other):
        if column.kind == other.kind == "number" and _few_alike(column, other):
            return 1.0
        return 0.3 if column.kind == other.kind and column.kind in ("number", "text") else 0.0
    shared = len(column.values & other.values) / max(1, min(len(column.values), len(other.values)))
    named = (_NAMED - 1.0) * akin(column.label, other.label)
    return 1.0 + named + (shared if column.kind != "number" or column.low >= _KEYS else 0.0)


def _gaps(others: Sequence[Facet | None], columns: Sequence[Facet], pairs: Mapping[int, int]) -> Iterator[Gap]:
    """The runs without partners, between anchors that follow each other in both files."""
    anchors = [(-1, -1), *((i, pairs[i]) for i in sorted(pairs)), (len(columns), len(others))]
    for (i, n), (j, m) in pairwise(anchors):
        mine = [k for k in range(i + 1, j) if columns[k].kind]
        theirs = [k for k in range(n + 1, m) if (o := others[k]) is not None and o.kind]
        if n < m and mine and theirs and not any(n < p < m for p in pairs.values()):
            yield mine, theirs


def _but_for_a_number(
    in_turn: Sequence[tuple[int, int]],
    agreed: Sequence[bool],
    columns: Sequence[Facet],
    others: Sequence[Facet | None],
) -> bool:
    """Of columns in turn the one pair that does not agree are the only numbers there, and of one range."""
    numbers = [(columns[i], o) for i, n in in_turn if (o := others[n]) and "number" in (columns[i].kind, o.kind)]
    if agreed.count(False) != 1 or len(numbers) != 1:
        return False
    mine, theirs = numbers[0]
    return mine.kind == theirs.kind and mine.low <= theirs.high and theirs.low <= mine.high


def _one(column: Facet, other: Facet | None) -> bool:
    """Nothing speaks against these being one column, and something for it."""
    if other is not None and {column.kind, other.kind} == {"number", "text"}:
        return _numbered(column, other) and (akin(column.label, other.label) or _numbers_rows(column, other))
    if other is None or (column.kind != other.kind and {column.kind, other.kind} != {"text", "truth"}):
        return False
    if column.kind == "date":
        return True
    shared = len(column.values & other.values) / max(1, min(len(column.values), len(other.values)))
    named = akin(column.label, other.label)
    digits = [v.isdigit() for v in column.values | other.values]
    whole = column.kind == "number" and sum(digits) >= 0.9 * len(digits)  # beside "total"
    apart = column.kind == "number" and (column.low > other.high or other.low > column.high)
    if apart and whole and _goes_on(column, other):
        return True
    if apart and not (named and (whole or _stepped(column, other))):  # numbers of rows go on where the others end
        return False
    numbers = column.kind == "number" and not (whole and min(column.low, other.low) >= _KEYS)
    return named or (shared >= _SHARED and not numbers) or (column.kind == "text" and _respelt(column, other))


def _stepped(one: Facet, other: Facet) -> bool:
    """A price or a levy that was put up: all figures of the one file above those of the other, by not so much."""
    first, then = sorted((one, other), key=lambda f: f.low)
    return first.low > 0 and first.low >= _STEP * then.high


def _few_alike(one: Facet, other: Facet) -> bool:
    """A few different figures, most of them in both files."""
    both = one.values | other.values
    return len(both) <= 2 * _SMALL and len(one.values & other.values) >= max(3.0, _ALIKE * len(both))


def _goes_on(one: Facet, other: Facet) -> bool:
    """Numbers of rows that begin soon after the other file's end: 2001 to 2300, then 2319 to 2565."""
    first, next_ = sorted((one, other), key=lambda f: f.low)
    soon = 0 < next_.low - first.high <= _SOON * (first.high - first.low)
    return first.low >= _KEYS and (soon or _numbers_rows(one, other))


def _numbers_rows(one: Facet, other: Facet) -> bool:
    """Numbers of as many digits that hardly leave one out, as rows are numbered: 70011 to 70310, then SO70720 on."""
    runs = [sorted({int(m[0]) for v in f.values if (m := _DIGITS_ONLY.search(v))}) for f in (one, other)]
    if min(map(len, runs)) < _SOME or len({len(str(n)) for run in runs for n in run}) > 1:
        return False
    return all(run[0] >= _KEYS and run[-1] - run[0] <= _DENSE * len(run) for run in runs)


def _respelt(one: Facet, other: Facet) -> bool:
    """The same codes in another spelling: `H005729` and `h 012203`; `New`, `F/U` and `N`, `FU`."""
    shapes = [{_shape(v) for v in f.values} for f in (one, other)]
    alike = len(shapes[0]) == 1 and shapes[0] == shapes[1] != {None}
    few, many = sorted((one.values, other.values), key=len)
    return alike or _masked(one, other) or _padded(one, other) or bool(partners(few, many)) or _lettered(one, other)


def _masked(one: Facet, other: Facet) -> bool:
    """Letters, digits and signs stand alike in all of both: `23-01`, `24-17`."""
    masks = {_LETTER.sub("a", _DIGIT.sub("9", v)) for v in one.values | other.values}
    return len(masks) == 1 and len(one.values) >= _SOME and any(not c.isalnum() for c in next(iter(masks)))


def _lettered(one: Facet, other: Facet) -> bool:
    """Codes of a letter or two, most of which begin one word of the other file: `H`, `S`, `SH`; heard, seen, both."""
    codes, said = sorted((one.values, other.values), key=lambda values: max(map(len, values), default=0))
    if not 2 <= len(codes) <= len(said) + 1 <= _SMALL or not all(c.isalpha() and len(c) <= 2 for c in codes):
        return False
    met = [sum(w.startswith(c) for w in said) == 1 for c in codes]
    return min(map(len, said)) > 2 and 2 * sum(met) > len(codes)


def _padded(one: Facet, other: Facet) -> bool:
    """The same letters before numbers of one range, with zeros or without: `C0012`, `C12`."""
    codes = [[_SHAPED.fullmatch(MARKS.sub("", v)) for v in f.values] for f in (one, other)]
    if not all(codes) or any(m is None or not m[1] for some in codes for m in some):
        return False
    heads = {m[1] for some in codes for m in some if m}
    numbers = [[int(m[2]) for m in some if m] for some in codes]
    return len(heads) == 1 and max(map(min, numbers)) <= min(map(max, numbers))


def _shape(value: str) -> tuple[str, int] | None:
    """The letters before a number, if any, and how many digits it has; None for what is no such code."""
    met = _SHAPED.fullmatch(MARKS.sub("", value))
    return (met[1], len(met[2])) if met and len(met[2]) >= (_DIGITS if met[1] else _LONG) else None


def _numbered(one: Facet, other: Facet) -> bool:
    """The numbers of things, in one file with a letter before them: `240001`, `S240001`; `7`, `R07`."""
    plain, coded = (one, other) if one.kind == "number" else (other, one)
    digits = {len(v) for v in plain.values if v.isdigit()}
    codes = [m for v in coded.values if (m := _CODE.fullmatch(v))]
    many = len(codes) >= _ENOUGH * len(coded.values) > 0 and len({m[1] for m in codes}) == 1
    keys = plain.low >= _KEYS or any(v.startswith("0") for v in plain.values)
    named = {int(m[2]) for m in codes}
    padded = any(m[2].startswith("0") for m in codes)
    known = [int(v) in named for v in plain.values if v.isdigit()]
    same = padded and bool(known) and sum(known) >= _ENOUGH * len(plain.values)
    if padded and len(known) >= _SOME and named:  # of many things each file shows some: the numbers lie in one range
        same = same or (sum(known) >= _CHANCE * len(known) and max(named) >= plain.low and min(named) <= plain.high)
    return many and (same or (keys and digits == {len(m[2]) for m in codes}))


@lru_cache(maxsize=1)
def _senses() -> tuple[frozenset[str], ...]:
    """Words by which editions of a form call one column, a group for each sense."""
    raw = tomllib.loads((Path(__file__).parent / "senses.toml").read_text(encoding="utf-8"))
    return tuple(map(frozenset, raw["groups"]))


def akin(one: str, other: str) -> bool:
    """Two labels have a word of one sense: the same, one cut short, or a synonym. What is due is not what was paid."""
    ours, theirs = _said(one), _said(other)
    if any(a & _PAID and b & _DUE and not b & _PAID for a, b in ((ours, theirs), (theirs, ours))):
        return False
    if bool(ours & _PART_NAMES) != bool(theirs & _PART_NAMES):
        return False
    if any(ours & sense and theirs & sense for sense in _senses()):
        return True
    money = all(bool(_MONEY & said) or _SIGN.search(label) for said, label in ((ours, one), (theirs, other)))
    return money or any(_same(a, b) for a in ours for b in theirs)


def _said(label: str) -> set[str]:
    """The words of a label, with what they are short for."""
    plain = {singular(w) for w in words(label.replace("'", "").replace("’", "")) if len(w) > 1}
    plain |= {"forename"} if "name" in plain and plain & {"first", "given", "last"} else set()
    plain |= {"due"} if {"to", "pay"} <= plain else set()
    return plain | {singular(long) for w in words(label) for long in everyday().get(w, ())}


def _same(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    begins = len(short) >= 3 and long.startswith(short)
    cut = max(shortens(short, long), shortens(short, f"{long}s"))
    return one == other or begins or cut >= LOOSE or other in synonyms().get(one, ())
