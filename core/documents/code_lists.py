"""Several lists of codes in one table: what a list is of, a code, its meaning. The lists' names are people's words, not
the columns' labels (`parcel state` for `St`), so that a list is known by the values that a column holds.

A column has the list that holds its values; where several do, the one whose name is most like its label, then the
one of which it uses most codes. A column of numbers, which many lists hold, needs the name too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from core.documents.codes import LONGEST, MOST_VALUES, Coded
from core.documents.match import Found, called
from core.documents.mixed_codes import stands_for
from core.model import Column, Table
from core.text.abbreviations import shortens, skeleton
from core.text.words import normalise, singular, words

_CODE = frozenset("code value key abbreviation abbr abbrev symbol letter short initial tag".split())
_MEANING = frozenset("meaning description label explanation desc definition mean means full".split()) | {
    "in full", "full name", "name in full", "stand for", "stands for", "what it mean",
}  # fmt: skip
_LISTS = frozenset(
    "list codelist lookup variable field column attribute dimension domain classification concept element".split()
)
_KINDS = tuple(frozenset(("code", of)) for of in ("type", "kind", "set", "group", "category", "family"))
"""Headers that say of which kind a code is: `Code Type`."""
_OF_LISTS = frozenset("code name value id key type of the".split())
"""What may stand beside these in the header of the lists' names."""
_SAYING = frozenset("meaning description label explanation desc definition name title text".split())
_IN_WORDS = frozenset("en eng english value code long full short text name of".split())
"""What may stand beside these in the header of what codes mean: `LABEL_EN`, `Code description`."""
_MOST_COLUMNS = 10
_TOLD = 2
"""Values of a column that a list must tell of, at least."""
_USED = 0.5
"""The part of a list's codes that a column uses, at least, where its name does not speak for it."""
_HELD = 0.95
"""The part of a column's cells that a list must tell of, at least: a few are always mistyped."""
_LOOSER = 0.6
_Line = tuple[str, ...]
_List = Mapping[str, tuple[int, _Line]]


def headed(labels: Sequence[str]) -> bool:
    """Two columns whose headers say `code` and `meaning`, in this order, and no more."""
    said = [" ".join(map(singular, words(label))) for label in labels]
    return len(said) == 2 and said[0] in _CODE and said[1] in _MEANING


def lists_in(table: Table) -> tuple[int, int, int] | None:
    """Where in a table the list's name, the code and the meaning stand; None if it holds no lists. Of more columns than
    three the headers must say all of them."""
    labels = [c.label for c in table.columns]
    if table.derived_from or not 3 <= len(labels) <= _MOST_COLUMNS:
        return None
    for name, code, meaning in permutations(range(len(labels)), 3) if len(labels) == 3 else ():
        if headed((labels[code], labels[meaning])) and _several(table, name):
            return name, code, meaning
    said = [frozenset(map(singular, words(label))) for label in labels]
    names = [i for i, w in enumerate(said) if (w & _LISTS and w <= _LISTS | _OF_LISTS) or w in _KINDS]
    codes = [i for i, w in enumerate(said) if w & _CODE and w <= _CODE | _OF_LISTS - _SAYING and i not in names]
    means = [i for i, w in enumerate(said) if w & _SAYING and w <= _SAYING | _IN_WORDS and i not in (*names, *codes)]
    found = len(names) == len(codes) == len(means) == 1 and _several(table, names[0])
    return (names[0], codes[0], means[0]) if found else None


def _several(table: Table, name: int) -> bool:
    """A column that may hold the names of lists: several, each in several rows."""
    return 1 < table.columns[name].profile.distinct < table.rows


def codes_of_lists(
    book: str, places: tuple[int, int, int], lines: Sequence[_Line], tables: Sequence[Table]
) -> tuple[Coded, ...]:
    """What the lists in these lines say of the columns that hold their codes and no others."""
    name, code, meaning = places
    lists: dict[str, dict[str, tuple[int, _Line]]] = defaultdict(dict)
    for n, line in enumerate(lines, 1):
        if line[code]:
            lists[line[name]].setdefault(normalise(line[code]), (n, line))
    plain = called(tables)
    chosen = {
        column.id: (column, fit)
        for table in tables
        for column in table.columns
        if (fit := list_of(column, plain.get(table.name, table.label), lists, meaning)) is not None
        and not _named_beside(column, table, {normalise(line[meaning]) for _, line in fit.told.values()})
    }
    several = len({fit.name for _, fit in chosen.values()}) > 1
    found: list[Coded] = []
    for column, fit in chosen.values():
        for value, _ in column.profile.common if several or fit.alike else ():
            n, line = fit.told.get(normalise(value), (0, ()))
            means = " ".join(line[meaning].split())[:LONGEST] if line else ""
            if means and normalise(means) != normalise(value):
                stored = normalise(value) if column.type == "real" else value
                found.append(Coded(column.id, stored, means, Found(book, f"row {n}", "; ".join(line), line)))
    return tuple(found)


def _named_beside(column: Column, table: Table, meanings: Collection[str]) -> bool:
    """The key of a register, which says itself what each code means."""
    others = (c for c in table.columns if c is not column and c.type == "text")
    said = ({normalise(v) for v, _ in c.profile.common} for c in others)
    return column.profile.unique and any(2 * len(held & set(meanings)) > column.profile.distinct for held in said)


@dataclass(frozen=True, slots=True)
class Fit:
    """A list that tells of a column: how alike their names are, and how much of it the column uses."""

    name: str
    alike: float
    used: float
    told: _List


def list_of(column: Column, table: str, lists: Mapping[str, _List], place: int) -> Fit | None:
    """The list that tells of a column; None where none does, or two alike."""
    profile = column.profile
    few = _TOLD <= profile.distinct <= min(MOST_VALUES, len(profile.common))
    if column.type not in ("text", "integer", "real") or not few:
        return None
    cells = sum(n for _, n in profile.common)
    fitting: list[Fit] = []
    for name, told in lists.items():
        meanings = [line[place] for _, line in told.values()]
        held: Counter[str] = Counter()
        for value, n in profile.common:
            if normalise(value) in told or any(stands_for(value, said) for said in meanings):
                held[normalise(value)] += n
        codes = [normalise(value) for value, _ in profile.common if normalise(value) in told]
        if not codes:
            continue
        fit = Fit(name, _alike(name, column.label, table), len(set(held) & told.keys()) / len(told), told)
        speaks = fit.alike or (column.type == "text" and fit.used >= _USED)
        if len(held) >= _TOLD and sum(held.values()) >= _HELD * cells and speaks:
            fitting.append(fit)
    fitting.sort(key=lambda f: (f.alike, f.used), reverse=True)
    if len(fitting) > 1 and (fitting[0].alike, fitting[0].used) == (fitting[1].alike, fitting[1].used):
        return None
    return fitting[0] if fitting else None


def _alike(name: str, label: str, table: str) -> float:
    """How much of a list's name a column's label and its table's say; 0 where the label says nothing of it."""
    said = [singular(w) for w in words(name)]
    own, around = ([singular(w) for w in words(text)] for text in (label, table))

    def met(word: str, others: Sequence[str]) -> float:
        return max((1.0 if w == word else _short_for(w, word) for w in others), default=0.0)

    if not said or not any(met(w, own) for w in said):
        return 0.0
    return sum(max(met(w, own), met(w, around)) for w in said) / len(said)


def _short_for(one: str, other: str) -> float:
    """One of two words cut short is the other: `pkg` of package, `CL_OWNER` for a column `OWNERSHIP`."""
    return shortens(one, other) or shortens(other, one) or _sounding(one, other)


def _sounding(short: str, word: str) -> float:
    """`pkg` of package: where the values fit already, some consonants in order are enough."""
    letters = iter(skeleton(word))
    return _LOOSER if len(short) > 2 and short[0] == word[0] and all(c in letters for c in short) else 0.0
