"""A pair of columns that a query joins though no join of them was found: what their values say, at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.match.by_hand import named_join
from core.match.values import hashes, overlap
from core.model import Column, Join, Table

FITS = 0.95
"""The share of one side's values that must lie in the other, which is unique."""


@dataclass(frozen=True, slots=True)
class Spot:
    """How the pair fits, the way round that fits better."""

    child: Column
    parent: Column
    held: int
    """How many of the child's distinct values are in the parent (an estimate for very long columns) …"""
    of: int
    """… out of so many."""
    unique: bool
    """The parent has no value twice."""

    @property
    def fits(self) -> bool:
        """Good enough to be used with a warning."""
        return self.unique and self.of > 0 and self.held >= FITS * self.of

    @property
    def finding(self) -> str:
        """The figures in words: `3 of 240 values fit`."""
        if self.held >= FITS * self.of and not self.unique:
            return f"{self.held:,} of {self.of:,} values fit, but both sides repeat values"
        return f"{self.held:,} of {self.of:,} values fit"


def tried(left: Column, right: Column) -> Spot:
    """What the profiles say of two columns as a join."""
    ways = [_way(left, right), _way(right, left)]
    return max(ways, key=lambda w: (w.fits, w.unique, w.held / max(1, w.of), -w.of))


def _way(child: Column, parent: Column) -> Spot:
    shared = overlap(child.profile, hashes(child.profile), parent.profile, hashes(parent.profile))
    return Spot(
        child, parent, min(shared.shared, child.profile.distinct), child.profile.distinct, parent.profile.unique
    )


def still_fits(join: Join, tables: Sequence[Table]) -> bool:
    """Whether a join of two columns fits as the tables are now."""
    columns = {c.id: c for t in tables for c in t.columns}
    return tried(columns[f"{join.child_table}.{join.child[0]}"], columns[f"{join.parent_table}.{join.parent[0]}"]).fits


def hinted(tables: Sequence[Table], spot: Spot) -> Join:
    """The pair as a join that is used though unsure, as a hint named it."""
    return replace(offered(tables, spot), state="probable", offered=False)


def offered(tables: Sequence[Table], spot: Spot) -> Join:
    """The pair as a join to be reviewed, that a question used."""
    child, parent = spot.child, spot.parent
    made = named_join(tables, child.table, [child.name], parent.table, [parent.name])
    why = f"{made.why}; a question joined these columns, and {spot.finding}"
    return replace(made, state="rejected", offered=True, asked=True, why=why)
