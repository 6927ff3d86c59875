"""Joins with their evidence, and the schema graph that they make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.model.tables import Table

JoinState = Literal["confirmed", "probable", "rejected"]
Cardinality = Literal["1:1", "1:n", "n:1", "n:m"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why two columns may join. Fractions are in 0..1 and about distinct normalised values."""

    containment: float
    """Share of the child's values found in the parent."""
    containment_back: float
    """Share of the parent's values found in the child."""
    label_similarity: float
    child_unique: bool
    parent_unique: bool
    cardinality: Cardinality
    """Child to parent."""
    shared: int
    """Distinct values in common (an estimate when a sketch is incomplete)."""
    orphans: tuple[str, ...] = ()
    """A few child values without a parent."""
    features: tuple[tuple[str, float], ...] = ()
    """The scorer's own named inputs, for whoever wants to check the score."""
    as_written: float | None = None
    """Share of the child's values that SQL's `=` finds in the parent, cells taken as they are; None: not measured."""


@dataclass(frozen=True, slots=True)
class Join:
    """Columns of two tables that hold the same; `child[i]` pairs with `parent[i]`. Several pairs: a composite join."""

    id: str
    child_table: str
    child: tuple[str, ...]
    parent_table: str
    parent: tuple[str, ...]
    score: float
    """0..1: how likely the join is meant."""
    state: JoinState
    evidence: Evidence
    why: str = ""
    perfect: bool = False
    """Same label, same type, same set of values."""
    reviewed: bool = False
    """A person set the state; it wins over the machine."""
    offered: bool = False
    """It is not used (rejected by the program), but enough speaks for it that a person should be asked."""
    rewrite: tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]] = ((), ())
    """How each side's values are rewritten so that they meet (core.sql.rewrites), the child's first."""
    asked: bool = False
    """A question joined the columns, which were not known to join, and their values fit."""
    preferred: bool = False
    """It lies on a way that a person prefers; not part of what is stored of a join."""

    @staticmethod
    def make_id(child_table: str, child: tuple[str, ...], parent_table: str, parent: tuple[str, ...]) -> str:
        """A stable id: `orders.customer_id=customers.id`, parts of a composite join separated by `+`."""
        left = "+".join(f"{child_table}.{c}" for c in child)
        right = "+".join(f"{parent_table}.{c}" for c in parent)
        return f"{left}={right}"

    @property
    def is_self(self) -> bool:
        return self.child_table == self.parent_table

    @property
    def pairs(self) -> frozenset[frozenset[tuple[str, str]]]:
        """What the join is whichever way it points: its pairs of columns, each as (table, column)."""
        return frozenset(
            frozenset({(self.child_table, c), (self.parent_table, p)})
            for c, p in zip(self.child, self.parent, strict=True)
        )

    def touches(self, table: str) -> bool:
        return table in (self.child_table, self.parent_table)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Tables that hang together."""

    id: str
    label: str
    tables: tuple[str, ...]
    description: str = ""


@dataclass(frozen=True, slots=True)
class SchemaGraph:
    """All that the graph store holds, as values."""

    tables: tuple[Table, ...]
    joins: tuple[Join, ...]
    clusters: tuple[Cluster, ...] = ()
