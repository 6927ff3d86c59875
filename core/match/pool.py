"""All columns that may take part in a join, and the pairs made of them with what profiles and labels say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace

from core.match.homes import folders_of
from core.match.keys import joinable, key_like, own_key
from core.match.label_match import LabelMatch, compare
from core.match.labels import ColumnLabel, meaning, read_labels
from core.match.values import Cells, Hashes, Overlap, cells_in, chance, few_values, hashes, overlap
from core.model import NUMERIC, Column, Table
from core.text.words import singular, words

_MOST_ROLES = 30
"""Different values of a column that says what rows are."""
_SHORTEST_ROLE = 4
_TOP_MARKS, _FEWEST_MARKS = (5, 10), 3
"""The highest mark that is given, and how many columns of a table give such marks at least."""
_ALL_MARKS = 0.8
"""Numbers that are so much of a key are references, though they go from one to five."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pair to be scored, child to parent, with what both indexes and the profiles say."""

    child: Column
    parent: Column
    child_label: ColumnLabel
    parent_label: ColumnLabel
    label: LabelMatch
    overlap: Overlap
    rival: float = 0.0
    """The best label similarity that another key-like parent offers this child."""
    keyed: bool = False
    """The parent's table has a key of its own that is another column."""
    holders: int = 1
    """How many tables have a column of the child's label."""
    mark: bool = False
    """The child is one of several marks out of five or ten that its table gives: `food`, `room`, `staff` of reviews."""
    role: bool = False
    """The child's label is what some of the parent's rows are said to be: `Master`, one of the ranks of a crew list."""
    together: float = 0.0
    """The child's containment in this parent and those beside it that hold the rest of its values; 0 without such."""

    key: tuple[str, str] = field(init=False, compare=False)
    """Which pair it is: the ids of child and parent."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", (self.child.id, self.parent.id))

    @property
    def names_parent(self) -> bool:
        """The child's label names the table whose key the parent is."""
        return self.label.similarity >= 0.5 and self.parent_label.owner >= 0.5

    @property
    def holds_figures(self) -> bool:
        """A side holds ranks, counts or amounts: numbers of its own, and the other's name makes them no references."""
        child, parent, theirs = self.child, self.parent, self.parent_label
        if self.mark and self.overlap.back < _ALL_MARKS:
            return True
        if child.type not in NUMERIC and parent.type not in NUMERIC and not chance(child, parent):
            return False
        return (self.child_label.measure and not self.names_parent) or (theirs.measure and theirs.owner < 0.5)


def _texts_by_key(tables: Sequence[Table]) -> frozenset[str]:
    """The labels of texts that open a table and are its key (`currency` of a table of currencies)."""
    opening = (t.columns[0] for t in tables if t.columns)
    return frozenset(c.label.casefold() for c in opening if c.type == "text" and c.profile.unique)


def _roles_in(table: Table) -> frozenset[str]:
    """What the rows of a table are said to be in a column of few words."""
    few = (c for c in table.columns if c.type == "text" and 1 < c.profile.distinct <= _MOST_ROLES)
    said = (_folded(value) for c in few for value, _ in c.profile.common)
    return frozenset(s for s in said if len(s) >= _SHORTEST_ROLE and not any(ch.isdigit() for ch in s))


def _marks_of(table: Table) -> frozenset[str]:
    """The columns of marks out of five, or ten, where a table has several: they number nothing."""
    small = [
        c for c in table.columns if c.type == "integer" and c.profile.minimum in (0, 1, 2) and not c.profile.unique
    ]
    for top in _TOP_MARKS:
        found = [c.id for c in small if c.profile.maximum == top and c.profile.distinct > top // 2]
        if len(found) >= _FEWEST_MARKS:
            return frozenset(found)
    return frozenset()


def _folded(text: str) -> str:
    return "".join(singular(w) for w in words(text))


class Pool:
    """All columns that may take part in a join, with labels read and sketches as arrays, ready for lookups.

    What an earlier pool (`before`) knows of columns that are as they were is taken over, until `forget_before`.
    """

    def __init__(self, tables: Sequence[Table], before: Pool | None = None) -> None:
        self.tables = tuple(sorted(tables, key=lambda t: t.name))  # so that the order of loading changes nothing
        self.labels: Mapping[str, ColumnLabel] = read_labels(self.tables)
        known: Mapping[str, Column] = {c.id: c for c in before.columns} if before else {}
        columns: list[Column] = []
        same: set[str] = set()
        named = _texts_by_key(self.tables)
        for column in (c for t in self.tables for c in t.columns if joinable(c, self.labels[c.id], named)):
            old = known.get(column.id)
            if before and old is not None and old == column:
                column = old  # the very same object is quickly compared the next time
                if before.labels[column.id] == self.labels[column.id]:
                    same.add(column.id)
            columns.append(column)
        self.columns: tuple[Column, ...] = tuple(columns)
        self.hashes: Mapping[str, Hashes] = {
            c.id: before.hashes[c.id] if before and c.id in same else hashes(c.profile) for c in self.columns
        }
        self.keys = tuple(i for i, c in enumerate(self.columns) if key_like(c))
        self.keyed = frozenset(c.table for c in self.columns if own_key(c, self.labels[c.id]))
        self.folders = folders_of(self.tables)
        self._holders = self._counted(lambda table: "")
        self._holders_at_home = self._counted(lambda table: self.folders.get(table, ""))
        self._roles = {t.name: roles for t in self.tables if (roles := _roles_in(t))}
        self._marks = frozenset(c for t in self.tables for c in _marks_of(t))
        self._cells: Mapping[str, Cells] | None = None
        self._same = frozenset(same)
        self._made: dict[tuple[str, str], Candidate] = {}
        self._before: Mapping[tuple[str, str], Candidate] = before._made if before else {}

    def _counted(self, place: Callable[[str], str]) -> Mapping[str, int]:
        """Column id to how many tables of its place have a column of its label."""
        tables_of: dict[tuple[str, str], set[str]] = defaultdict(set)
        said = {c.id: (place(c.table), meaning(self.labels[c.id], c.id)) for c in self.columns}
        for c in self.columns:
            tables_of[said[c.id]].add(c.table)
        return {c.id: len(tables_of[said[c.id]]) for c in self.columns}

    def at_home(self, child: Column, parent: Column) -> bool:
        """The two tables come from one of several folders: what lies elsewhere says nothing of them."""
        home = self.folders.get(child.table)
        return home is not None and home == self.folders.get(parent.table)

    def homes(self) -> Iterator[Pool]:
        """The columns of each of several folders, as a pool of its own with the same labels."""
        for folder in sorted(set(self.folders.values())):
            part = copy(self)
            part.tables = tuple(t for t in self.tables if self.folders.get(t.name) == folder)
            part.columns = tuple(c for c in self.columns if self.folders.get(c.table) == folder)
            part.keys = tuple(i for i, c in enumerate(part.columns) if key_like(c))
            yield part

    def forget_before(self) -> None:
        """Let go of the earlier pool's pairs."""
        self._before, self._same = {}, frozenset()

    def candidate(self, child: Column, parent: Column) -> Candidate:
        """The pair with what profiles and labels say of it, without regard to other pairs."""
        key = child.id, parent.id
        old = self._made.get(key)
        if old is None and child.id in self._same and parent.id in self._same:
            old = self._before.get(key)
        keyed = parent.table in self.keyed and not own_key(parent, self.labels[parent.id])
        role = self._is_role(child, parent)
        holders = (self._holders_at_home if self.at_home(child, parent) else self._holders)[child.id]
        mark = child.id in self._marks and not self.labels[child.id].key
        if old is None or (old.keyed, old.holders, old.role, old.mark) != (keyed, holders, role, mark):
            old = replace(self._paired(child, parent, keyed, role, holders), mark=mark)
        self._made[key] = old
        return old

    def _is_role(self, child: Column, parent: Column) -> bool:
        roles = self._roles.get(parent.table, frozenset())
        return bool(roles) and child.table != parent.table and parent.profile.unique and _folded(child.label) in roles

    def _paired(self, child: Column, parent: Column, keyed: bool, role: bool, holders: int) -> Candidate:
        child_label, parent_label = self.labels[child.id], self.labels[parent.id]
        shared = overlap(child.profile, self.hashes[child.id], parent.profile, self.hashes[parent.id])
        if shared.shared and shared.forth < 1.0 and child.type == "text":
            if self._cells is None:
                self._cells = few_values(self.columns)
            if child.id in self._cells:
                cells = cells_in(self._cells[child.id], parent.profile, self.hashes[parent.id])
                shared = replace(shared, cells=cells)
        label = compare(child_label, parent_label)
        return Candidate(
            child, parent, child_label, parent_label, label, shared, keyed=keyed, holders=holders, role=role
        )
