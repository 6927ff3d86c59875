"""The columns of a family while its files are gathered: which column of a file is which, and what the files call it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.ingest.families.drift import Slot, matched, own_year
from core.ingest.families.forms import Facet, facet_of, label_key
from core.ingest.families.in_place import in_place
from core.ingest.families.planned import Plan, Planned
from core.model import Column, Problem, Table
from core.text.words import counted

_NAMED = 5
"""Labels named in a remark."""
_MOST_VALUES = 300
"""Different values of a column that are remembered."""
DRIFT = ("column_renamed", "column_missing")
"""The codes of the remarks on how files differ in their columns."""
VALUE = "value"
"""The label of the column that each file calls by what it is of."""


@dataclass(slots=True)
class UnitedColumn:
    """A column of the union while it grows."""

    slot: Slot
    labels: Counter[str] = field(default_factory=Counter)
    files: dict[str, str] = field(default_factory=dict)
    """Of each member that has it, what it is called there."""
    known: str = ""
    """Its label where it was loaded before: that stays."""


class UnitedColumns:
    """The columns, in the order in which they were met."""

    def __init__(self, plan: Plan, made: Callable[[int], None]) -> None:
        """`made` hears of each new column by its place."""
        self._plan = plan
        self._made = made
        self.all: list[UnitedColumn] = []
        self._orders: dict[tuple[int, ...], None] = {}
        """How the files put the columns, by place; each order once."""

    def placed(self, planned: Planned, facets: Sequence[Facet]) -> list[int]:
        """The columns of the union for a file's columns, new ones made where there is none."""
        plain = [*own_year(facets, planned.year)]
        pairs = matched([c.slot for c in self.all], plain, self._plan.apart)
        pairs |= self._by_label(plain, pairs)
        if not self._plan.header_cell:
            pairs |= self._in_place(plain, pairs)
        if self._plan.header_cell and self.all:
            pairs = self._by_place(plain, pairs)
        places = []
        for i, facet in enumerate(plain):
            if i in pairs:
                column = self.all[pairs[i]]
                column.slot = Slot(_wider(column.slot.facet, facet), column.slot.keys | self._keys(facet.key))
            else:
                column = self._new(Slot(facet, self._keys(facet.key)))
                pairs[i] = len(self.all) - 1
            column.labels[facet.label] += 1
            column.files[planned.source] = facets[i].label
            places.append(pairs[i])
        self._orders[tuple(places)] = None
        return places

    def _in_place(self, facets: Sequence[Facet], pairs: Mapping[int, int]) -> dict[int, int]:
        """Of the rest those that stand where another file has a column that this one lacks."""
        for order in reversed(self._orders):
            at = {place: n for n, place in enumerate(order)}
            here = {i: at[p] for i, p in pairs.items() if p in at and facets[i].key not in self._plan.apart}
            taken = set(pairs.values())
            others = [
                None if p in taken or self.all[p].slot.keys & self._plan.apart else self.all[p].slot.facet
                for p in order
            ]
            if found := in_place(others, facets, here):
                return {i: order[n] for i, n in found.items() if facets[i].key not in self._plan.apart}
        return {}

    def _by_label(self, facets: Sequence[Facet], pairs: Mapping[int, int]) -> dict[int, int]:
        """Of the rest those called the same, whatever they hold: `50` in one file, `about 50` in another."""
        free = [n for n in range(len(self.all)) if n not in pairs.values()]
        found: dict[int, int] = {}
        for i, facet in enumerate(facets):
            same = [n for n in free if facet.label.strip() and facet.key in self.all[n].slot.keys]
            if i not in pairs and facet.key not in self._plan.apart and len(same) == 1:
                found[i] = same[0]
                free.remove(same[0])
        return found

    def _by_place(self, facets: Sequence[Facet], pairs: dict[int, int]) -> dict[int, int]:
        """The one column with another header in each file is the one that has no partner yet."""
        rest = [i for i in range(len(facets)) if i not in pairs]
        free = [n for n in range(len(self.all)) if n not in pairs.values()]
        return pairs | {rest[0]: free[0]} if len(rest) == len(free) == 1 else pairs

    def _new(self, slot: Slot, known: str = "") -> UnitedColumn:
        column = UnitedColumn(slot, known=known)
        self._made(len(self.all))
        self.all.append(column)
        return column

    def taken_over(
        self, table: Table, own: Sequence[Column], wanted: Mapping[str, Planned]
    ) -> dict[str, list[tuple[int, int]]]:
        """For each file the columns of the union with the places of its cells in a row of the loaded table."""
        family = table.family
        pairs = {} if family else matched([c.slot for c in self.all], [facet_of(c) for c in own])
        members = {m.source: m for m in family.members} if family else {}
        places: dict[str, list[tuple[int, int]]] = {source: [] for source in wanted}
        for i, column in enumerate(own):
            facet, key = facet_of(column), label_key(column.label)
            for source in wanted:
                member = members.get(source)
                if member and column.name in member.lacks:
                    continue
                called = dict(member.labels).get(column.name, column.label) if member else column.label
                mine = label_key(called)
                split = mine != key and mine in self._plan.apart
                taken = {p for p, _ in places[source]}
                place = pairs.get(i) if not split else None
                if place is None or place in taken:
                    place = self._place_of(mine if split else key, taken)
                if place is None:
                    known = called if split else column.label
                    seen = facet if known == facet.label else replace(facet, label=known)
                    self._new(Slot(seen, self._keys(mine if split else key)), known)
                    place = len(self.all) - 1
                there = self.all[place]
                if there.slot.facet is not facet or not there.slot.keys >= self._keys(mine):
                    there.slot = Slot(_wider(there.slot.facet, facet), there.slot.keys | self._keys(mine))
                there.labels[there.known or called] += 1
                there.files[source] = called
                places[source].append((place, column.position))
        return places

    def _place_of(self, key: str, taken: Collection[int]) -> int | None:
        keys = self._keys(key)
        return next((n for n, c in enumerate(self.all) if n not in taken and keys & c.slot.keys), None)

    def _keys(self, key: str) -> frozenset[str]:
        """All that a column of this label is called, by a person's word."""
        return frozenset({key}).union(*(group for group in self._plan.same if key in group))

    def label(self, column: UnitedColumn) -> str:
        """What most files call it; of equally many the longest, which says most."""
        if self._plan.header_cell and len(set(column.files.values())) > 2 and len(column.labels) > 2:
            return VALUE
        if column.known:
            return column.known
        most = max(column.labels.values(), default=0)
        return max((x for x, n in column.labels.items() if n == most), key=lambda x: (len(x), x), default="")

    def drift(self, members: Collection[str]) -> Iterator[Problem]:
        """What the files `members` call differently, and which columns only some of them have."""
        many = len(members)
        for column in self.all:
            label, others = self.label(column), Counter(column.files.values())
            keys = {k for k in others if k.strip() and label_key(k) != label_key(label)}
            if keys and not self._plan.header_cell:
                named = ", ".join(f"“{k}” ({counted(others[k], 'file')})" for k in sorted(keys)[:_NAMED])
                yield Problem(
                    self._plan.source,
                    DRIFT[0],
                    f"“{label}” is called {named} in some files; it was taken for the same column.",
                    "If it is not the same, keep these columns apart.",
                    label,
                )
            elif len(column.files) < many:
                other = self._turns_into(column, members)
                rest = f"the others have “{other}”, which may be the same" if other else "it is empty for the others"
                yield Problem(
                    self._plan.source,
                    DRIFT[1],
                    f"“{label}” is in {len(column.files)} of {counted(many, 'file')}; {rest}.",
                    "If another column is the same one, put the two together.",
                    label,
                )

    def _turns_into(self, column: UnitedColumn, members: Collection[str]) -> str:
        """The one column that just the files have which lack this one, and that holds the like; "" if there is none."""
        lacking = set(members) - column.files.keys()
        mine = column.slot.facet
        found = [
            self.label(c)
            for c in self.all
            if c.files.keys() == lacking and mine.kind and c.slot.facet.kind == mine.kind and _alike(mine, c.slot.facet)
        ]
        return found[0] if len(found) == 1 else ""


def _alike(one: Facet, other: Facet) -> bool:
    """Numbers of one range, or words of which some are the same."""
    if one.kind == "number":
        return one.low <= other.high and other.low <= one.high
    return bool(one.values & other.values)


def _wider(one: Facet, other: Facet) -> Facet:
    """What both columns hold; the kind is that of the one that says it."""
    ends = [f for f in (one, other) if f.kind == "number"]
    low = min((f.low for f in ends), default=0.0)
    high = max((f.high for f in ends), default=0.0)
    values = one.values if len(one.values) > _MOST_VALUES else one.values | other.values
    return Facet(one.label, one.kind or other.kind, values, low, high)
