"""What a chat model thinks of joins in doubt. It moves what the values leave open, and nothing that they decide.

Asked about is the middle band alone: joins that are used though unsure, and pairs that are offered for review and fit
a key. A yes makes an offered pair one that is used, never a confirmed one; a no puts a pair in use to review. What a
person said stands, and so do pairs that do not meet, that measure, or that are sure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from core.match.decide import CONFIRMED
from core.model import Join, Table

FITS = 0.95
"""The share of the child's values in the parent from which a pair that is only offered is asked about."""
BELIEVED = 0.6
"""The belief in an offered pair that a model takes for a join."""
DOUBTED = 0.4
"""The belief in a join that a model takes for none, at most."""

Opinions = Mapping[str, bool | None]
"""By `pair_of` a join: whether its columns mean the same; None where the model was asked and is unsure."""


def pair_of(join: Join) -> str:
    """The join's columns, whichever of them is the child."""
    left, right = f"{join.child_table}.{join.child[0]}", f"{join.parent_table}.{join.parent[0]}"
    return " = ".join(sorted((left, right)))


def in_doubt(joins: Iterable[Join], tables: Sequence[Table], known: Opinions) -> tuple[Join, ...]:
    """The joins of one column to be asked about, the likeliest first: of each pair once, and of no private column."""
    private = {c.id for t in tables for c in t.columns if c.private}
    every = tuple(joins)
    taken = {(j.child_table, j.child) for j in every if j.state != "rejected"}
    found = [j for j in every if _open(j, taken) and pair_of(j) not in known]
    found = [j for j in found if not private & {f"{j.child_table}.{j.child[0]}", f"{j.parent_table}.{j.parent[0]}"}]
    return tuple(sorted(found, key=lambda j: (-j.score, j.id)))


def _open(join: Join, taken: set[tuple[str, tuple[str, ...]]]) -> bool:
    """The values leave open whether it is one."""
    if join.reviewed or len(join.child) > 1 or any(join.rewrite) or not join.evidence.shared:
        return False
    if join.state == "rejected":
        fits = join.evidence.parent_unique and join.evidence.containment >= FITS
        return join.offered and fits and (join.child_table, join.child) not in taken
    return join.state == "probable" and join.score < CONFIRMED


def weighed(joins: Sequence[Join], opinions: Opinions) -> tuple[Join, ...]:
    """The joins, those in doubt as the model's opinion has them; likeliest first."""
    if not opinions:
        return tuple(joins)
    taken = {(j.child_table, j.child) for j in joins if j.state != "rejected"}
    out: list[Join] = []
    for join in joins:
        same = opinions.get(pair_of(join)) if len(join.child) == 1 and _open(join, taken) else None
        if same is not None:
            taken.add((join.child_table, join.child))
        out.append(join if same is None else _with(join, same))
    return tuple(sorted(out, key=lambda j: (-j.score, j.id)))


def _with(join: Join, same: bool) -> Join:
    told = f"{join.why}; the chat model takes them for {'the same' if same else 'different things'}"
    if same:
        return replace(join, state="probable", offered=False, score=max(join.score, BELIEVED), why=told)
    return replace(join, state="rejected", offered=True, score=min(join.score, DOUBTED), why=told)
