"""The stage as one call: tables in, joins with evidence out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from core.match.candidates import Pool, candidates
from core.match.composite import Unique, composites
from core.match.decide import column_ids, decide, recompute
from core.match.scorers import OwnScorer, Scorer
from core.model import Join, Progress, Table

Orphans = Callable[[Join], tuple[str, ...]]
"""Asked for a few child values of a join that have no parent."""


def discover(
    tables: Sequence[Table],
    *,
    known: Sequence[Join] = (),
    touched: Collection[str] | None = None,
    progress: Progress | None = None,
    scorer: Scorer | None = None,
    unique: Unique | None = None,
    orphans: Orphans | None = None,
) -> tuple[Join, ...]:
    """Confirmed, probable and near-miss rejected joins between the columns of `tables`, likeliest first.

    Reads profiles only. With `touched` (table names), joins with none of these tables are taken from `known` as they
    are; joins a person reviewed keep their state always, found again or not, unless a column is gone. Two questions may
    be put to the rows: `unique` proves joins over several columns, `orphans` samples the values a join in use loses.
    """
    tell = progress or (lambda what, share: None)
    used = scorer or OwnScorer()
    tell("Reading labels and sketches", 0.0)
    pool = Pool(tables)
    tell("Looking for pairs of columns", 0.2)
    pairs = candidates(pool, touched)
    scored = []
    for n, pair in enumerate(pairs):
        if n % 5000 == 0:
            tell("Scoring pairs of columns", 0.4 + 0.5 * n / len(pairs))
        scored.append(used.score(pair))
    tell("Deciding over the whole set", 0.9)
    singles = decide(scored)
    several = composites(pool, pairs, singles, unique)
    met = {frozenset((j.child_table, j.parent_table)) for j in several}
    left = [
        j for j in singles if j.evidence.cardinality != "n:m" or frozenset((j.child_table, j.parent_table)) not in met
    ]
    there = {c.id for t in tables for c in t.columns}
    known = [j for j in known if all(c in there for c in column_ids(j))]
    joins = recompute([*left, *several], known, [t.name for t in tables] if touched is None else touched)
    tell("Joins found", 1.0)
    return joins if orphans is None else tuple(_with_orphans(j, orphans) for j in joins)


def _with_orphans(join: Join, orphans: Orphans) -> Join:
    """The join with a sample of lost values, when it is in use and loses some."""
    if join.state == "rejected" or join.evidence.containment >= 1.0 or join.evidence.orphans:
        return join
    return replace(join, evidence=replace(join.evidence, orphans=orphans(join)))
