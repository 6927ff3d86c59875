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
    either_way: set[tuple[str, str]] = set()
    taken: dict[str, set[str]] = {}
    for join in known:
        if join.reviewed and len(join.child) == 1:
            child, parent = f"{join.child_table}.{join.child[0]}", f"{join.parent_table}.{join.parent[0]}"
            if join.state == "rejected":
                rejected.add(join.pairs)
                either_way |= {(child, parent), (parent, child)}
            elif join.state == "confirmed" and any(join.rewrite):
                taken.setdefault(child, set())  # found again by rewriting, and not as the values are
            elif join.state == "confirmed":
                taken.setdefault(child, set()).add(parent)
    if not rejected and not taken:
        return list(scored)
    out: list[Scored] = []
    for s in scored:
        child, parent = key = s.candidate.key
        if key in either_way and _pairs(s) in rejected:
            continue
        if parent in taken and child in taken[parent]:
            continue  # a confirmed pair the other way round
        if child in taken:
            if parent not in taken[child]:
                continue
            s = replace(s, score=1.0, log_odds=CERTAIN)
        out.append(s)
    return out


def _pairs(s: Scored) -> Pairs:
    a, b = s.candidate.child, s.candidate.parent
    return frozenset({frozenset({(a.table, a.name), (b.table, b.name)})})


def rivals(joins: Iterable[Join], confirmed: Join) -> list[Join]:
    """The joins that the machine proposes for a column whose join a person confirmed."""
    if len(confirmed.child) > 1:
        return []
    mine = (confirmed.child_table, confirmed.child)
    return [j for j in joins if not j.reviewed and (j.child_table, j.child) == mine and j.pairs != confirmed.pairs]
