"""The columns of two editions of a file put beside each other in order, each pair weighed by labels, values and kinds.

An alignment of two sequences (Needleman and Wunsch 1970) whose gaps cost nothing: of all ways to pair the columns that
keep their order, the one whose pairs have most for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.ingest.families.forms import Facet

Weigh = Callable[[Facet, Facet], float]
"""What speaks for two columns being one: 0 nothing, below 1 no more than that they could be."""

SURE = 1.0


def aligned(
    others: Sequence[Facet | None], columns: Sequence[Facet], pairs: Mapping[int, int], weigh: Weigh
) -> dict[int, int]:
    """For places of `columns` without a partner in `pairs`, places of `others` in the best alignment that keeps every
    pair of `pairs` which is in order itself."""
    fixed = _in_order(pairs)
    best: dict[int, int] = {}
    for (i, n), (j, m) in zip([(-1, -1), *fixed], [*fixed, (len(columns), len(others))], strict=True):
        mine = [k for k in range(i + 1, j) if k not in pairs and columns[k].kind]
        theirs = [k for k in range(n + 1, m) if k not in pairs.values() and (o := others[k]) is not None and o.kind]
        best |= _best(mine, theirs, columns, others, weigh)
    return {i: n for i, n in best.items() if weigh(columns[i], _facet(others, n)) >= SURE}


def _facet(others: Sequence[Facet | None], n: int) -> Facet:
    found = others[n]
    assert found is not None
    return found


def _in_order(pairs: Mapping[int, int]) -> list[tuple[int, int]]:
    """The longest run of pairs that follow each other in both files."""
    found: list[list[tuple[int, int]]] = []
    for i in sorted(pairs):
        before = max((run for run in found if run[-1][1] < pairs[i]), key=len, default=[])
        found.append([*before, (i, pairs[i])])
    return max(found, key=len, default=[])


def _best(
    mine: Sequence[int],
    theirs: Sequence[int],
    columns: Sequence[Facet],
    others: Sequence[Facet | None],
    weigh: Weigh,
) -> dict[int, int]:
    """The pairs of the alignment with the largest weight."""
    most = [[0.0] * (len(theirs) + 1) for _ in range(len(mine) + 1)]
    weights = [[weigh(columns[i], _facet(others, n)) for n in theirs] for i in mine]
    for a in range(1, len(mine) + 1):
        for b in range(1, len(theirs) + 1):
            paired = most[a - 1][b - 1] + weights[a - 1][b - 1] if weights[a - 1][b - 1] else 0.0
            most[a][b] = max(most[a - 1][b], most[a][b - 1], paired)
    found: dict[int, int] = {}
    a, b = len(mine), len(theirs)
    while a and b:
        if most[a][b] == most[a - 1][b]:
            a -= 1
        elif most[a][b] == most[a][b - 1]:
            b -= 1
        else:
            a, b = a - 1, b - 1
            found[mine[a]] = theirs[b]
    return found
