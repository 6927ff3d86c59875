"""What one search for joins leaves for the next: pairs of columns and their scores, while they are as they were.

The decision is over all pairs every time, so it is the same with and without what is kept here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import Lock

from core.match.candidates import candidates
from core.match.kept import Kept
from core.match.pool import Candidate, Pool
from core.match.scorers import Features, OwnScorer, Scored, Scorer
from core.model import Progress, Table
from core.processes.gc_pause import uncollected


class SearchCache:
    """Keeps the last search only. Of most pairs it keeps the score alone; `features` computes the rest again.

    Threads may share one: the second waits for the first, and finds what it left.
    """

    def __init__(self, scorer: Scorer | None = None, kept: Kept | None = None) -> None:
        """`kept` is where the last search lies on disk; it holds those of the product's own scorer."""
        self._scorer = scorer or OwnScorer()
        self._kept = kept if scorer is None else None
        self._lock = Lock()
        self._pool: Pool | None = None
        self._pairs: list[Candidate] = []
        self._scored: dict[tuple[str, str], Scored] = {}
        self._features: dict[tuple[str, str], Features] = {}

    def search(self, tables: Sequence[Table], tell: Progress) -> tuple[Pool, list[Candidate], list[Scored]]:
        """All pairs worth a look, and their scores in the same order. Only what is new or touched is scored."""
        tell("Reading labels and sketches", 0.0)
        with self._lock, uncollected():
            return self._search(tables, tell)

    def _search(self, tables: Sequence[Table], tell: Progress) -> tuple[Pool, list[Candidate], list[Scored]]:
        before = self._pool
        wanted = tuple(sorted(tables, key=lambda t: t.name))
        if before is not None and before.tables == wanted:
            return before, self._pairs, [self._scored[p.key] for p in self._pairs]
        if before is None and self._kept is not None and (found := self._kept.read(wanted)):
            self._pool, self._pairs = found[:2]
            self._scored = {s.candidate.key: s for s in found[2]}
            return found
        pool = Pool(wanted, before)
        tell("Looking for pairs of columns", 0.2)
        proposes = getattr(self._scorer, "pairs", None)
        pairs = candidates(pool, proposes(pool) if proposes else None)
        scored: list[Scored] = []
        for n, pair in enumerate(pairs):
            if n % 5000 == 0:
                tell("Scoring pairs of columns", 0.4 + 0.5 * n / len(pairs))
            old = self._scored.get(pair.key)
            if old is None or old.candidate != pair:
                old = replace(self._scorer.score(pair), features=())
            scored.append(old)
        pool.forget_before()
        self._pool, self._pairs = pool, pairs
        made = {s.candidate.key: s for s in scored}
        self._features = {k: kept for k, kept in self._features.items() if k in made and made[k] is self._scored.get(k)}
        self._scored = made
        if self._kept is not None:
            self._kept.write(pool, scored)
        return pool, pairs, scored

    def features(self, pair: Candidate) -> Features:
        """What led to the pair's score; kept for those that were asked for."""
        found = self._features.get(pair.key)
        if found is None:
            found = self._features[pair.key] = self._scorer.score(pair).features
        return found
