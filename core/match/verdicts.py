"""A person's verdict steers the search: what it settles is no longer weighed, and what it leaves free is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.match.scorers import Scored
from core.model import Join

Pairs = frozenset[frozenset[tuple[str, str]]]

CERTAIN = 20.0
"""The log-odds of a pair that a person confirmed."""


def steered(scored: Sequence[Scored], known: Iterable[Join]) -> list[Scored]:
    """The scored pairs without those a person rejected, and without rivals of those a person confirmed.

    A column whose join is confirmed points there and nowhere else; a pair that is confirmed counts as certain.
    """
    rejected: set[Pairs] = set()
    taken: dict[str, set[str]] = {}
    for join in known:
        if join.reviewed and len(join.child) == 1:
            if join.state == "rejected":
                rejected.add(join.pairs)
            elif join.state == "confirmed":
                parents = taken.setdefault(f"{join.child_table}.{join.child[0]}", set())
                parents.add(f"{join.parent_table}.{join.parent[0]}")
    if not rejected and not taken:
        return list(scored)
    out: list[Scored] = []
    for s in scored:
        child, parent = s.candidate.child, s.candidate.parent
        pair: Pairs = frozenset({frozenset({(child.table, child.name), (parent.table, parent.name)})})
        if pair in rejected or child.id in taken.get(parent.id, ()):
            continue  # the second: a confirmed pair the other way round
        if child.id in taken:
            if parent.id not in taken[child.id]:
                continue
            s = replace(s, score=1.0, log_odds=CERTAIN)
        out.append(s)
    return out


def rivals(joins: Iterable[Join], confirmed: Join) -> list[Join]:
    """The joins that the machine proposes for a column whose join a person confirmed."""
    if len(confirmed.child) > 1:
        return []
    mine = (confirmed.child_table, confirmed.child)
    return [j for j in joins if not j.reviewed and (j.child_table, j.child) == mine and j.pairs != confirmed.pairs]
