"""A join that a person names: the same evidence as for those that the program finds."""

from __future__ import annotations

from collections.abc import Sequence

from core.errors import BadJoin, UnknownName
from core.match.choice import Choice
from core.match.composite import Unique
from core.match.decide import as_join
from core.match.explain import why_by_hand
from core.match.label_match import compare
from core.match.labels import read_labels
from core.match.pool import Candidate
from core.match.scorers import OwnScorer, Scorer
from core.match.values import hashes, overlap
from core.model import Column, Evidence, Join, Table


def named_join(
    tables: Sequence[Table],
    child_table: str,
    child: Sequence[str],
    parent_table: str,
    parent: Sequence[str],
    *,
    scorer: Scorer | None = None,
    unique: Unique | None = None,
) -> Join:
    """The join of these columns, confirmed, with evidence and score from their profiles.

    Raises UnknownName (a table or column), BadJoin (no or unequally many columns, one twice, a column with itself, one
    without values).
    """
    children, parents = _columns(tables, child_table, child), _columns(tables, parent_table, parent)
    if not child or len(child) != len(parent):
        raise BadJoin(
            f"A join pairs columns one by one, but {len(child)} and {len(parent)} were named.",
            "Name as many columns on one side as on the other.",
        )
    if len(set(child)) < len(child) or len(set(parent)) < len(parent):
        raise BadJoin("A column was named twice on one side.", "Name each column once.")
    for a, b in zip(children, parents, strict=True):
        if a.id == b.id:
            raise BadJoin(f"{a.id} cannot be joined with itself.", "Choose two different columns.")
        for column in (a, b):
            if not column.profile.distinct:
                raise BadJoin(f"{column.id} holds no values.", "Choose a column that is filled.")
    used = scorer or OwnScorer()
    labels = read_labels([t for t in tables if t.name in (child_table, parent_table)])
    singles = []
    for a, b in zip(children, parents, strict=True):
        shared = overlap(a.profile, hashes(a.profile), b.profile, hashes(b.profile))
        pair = Candidate(a, b, labels[a.id], labels[b.id], compare(labels[a.id], labels[b.id]), shared)
        scored = used.score(pair)
        singles.append(as_join(Choice(scored, scored.score, kept=True), "confirmed"))
    return singles[0] if len(singles) == 1 else _together(singles, unique)


def _columns(tables: Sequence[Table], name: str, columns: Sequence[str]) -> list[Column]:
    table = next((t for t in tables if t.name == name), None)
    if table is None:
        raise UnknownName(name, _close(name, [t.name for t in tables]), kind="table")
    found = []
    for label in columns:
        column = table.column(label)
        if column is None:
            raise UnknownName(f"{name}.{label}", _close(label, [c.name for c in table.columns]), kind="column")
        found.append(column)
    return found


def _close(name: str, there: Sequence[str]) -> tuple[str, ...]:
    from rapidfuzz import process

    return tuple(found for found, _, _ in process.extract(name, there, limit=3, score_cutoff=60))


def _together(parts: Sequence[Join], unique: Unique | None) -> Join:
    """Several pairs as one join: as good as the worst of them."""
    first = parts[0]
    child, parent = tuple(j.child[0] for j in parts), tuple(j.parent[0] for j in parts)
    several = tuple(
        any(one) or bool(unique is not None and unique(name, columns))
        for name, columns, one in (
            (first.child_table, child, [j.evidence.child_unique for j in parts]),
            (first.parent_table, parent, [j.evidence.parent_unique for j in parts]),
        )
    )
    evidence = Evidence(
        containment=min(j.evidence.containment for j in parts),
        containment_back=min(j.evidence.containment_back for j in parts),
        label_similarity=min(j.evidence.label_similarity for j in parts),
        child_unique=several[0],
        parent_unique=several[1],
        cardinality="1:1" if all(several) else "n:1" if several[1] else "1:n" if several[0] else "n:m",
        shared=min(j.evidence.shared for j in parts),
    )
    return Join(
        id=Join.make_id(first.child_table, child, first.parent_table, parent),
        child_table=first.child_table,
        child=child,
        parent_table=first.parent_table,
        parent=parent,
        score=min(j.score for j in parts),
        state="confirmed",
        evidence=evidence,
        why=why_by_hand(parts),
    )
