"""Which of several readings is meant, and how sure that is: weighted sums of the features of features.py.

The weights are a file, weights.toml, that `python -m tests.benchmarks.fit_ranker` writes: a conditional logit over
the readings of each question for `ranking`, and a logistic fit on the readings that win for `certainty`.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path

from core.ask.state import JoinTree, Link
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Query
from core.ask.translators.rules.ranking.contradictions import cap
from core.ask.translators.rules.ranking.dropped_content import lost
from core.ask.translators.rules.ranking.features import content
from core.model import Value

GIVEN: Mapping[str, float] = {
    "unmet": -8.0, "skipped": -2.2, "partial": -2.5, "uncompared": -1.0, "number_unused": -1.5,
    "part_ungrouped": -2.0, "ungrouped": -3.0, "name_unshown": -1.0, "uncut": -1.0, "sort_cut": -1.0,
    "rank_unsaid": -1.0, "ranked_alone": -3.0, "thing_unshown": -1.0, "counted_unread": -1.0, "flag_counted": -1.0,
    "bound_shown": -1.0, "nobody_shown": -2.0, "part_unshown": -1.0, "unnegated": -2.5, "grouped_alone": -1.0,
    "table_as_column": -1.5, "table_by_part": -3.0, "undone_unread": -3.0, "date_denied": -1.0, "kind_unread": -2.0,
    "meaning_unused": -3.0, "other_time": -2.0, "time_of_doer": -2.0, "day_unshown": -2.0, "those_counted": -1.5,
    "fixed_shown": -2.0, "all_given": -2.0, "total_unadded": -2.0, "asked_column_unshown": -2.0,
    "times_uncompared": -3.0, "kind_of_other": -2.0, "kinds_for_things": -4.0, "share_of_others": -4.0,
    "part_of_all": -3.0, "last_of_each_unread": -6.0, "first_of_each_unread": -6.0, "peak_unread": -4.0,
    "kind_as_figure": -4.0, "first_noun_added": -4.0, "share_of_named": -3.0, "kind_of_question_unread": -4.0,
    "times_of_kinds": -2.0, "things_as_kinds": -2.0, "state_elsewhere": -2.0, "key_as_size": -4.0,
    "money_for_many": -3.0, "people_elsewhere": -4.0,
    "denied_in_part": -1.0, "guess_before_cell": -2.0,
    "empty_unread": -3.0, "cell_as_kinds": -3.0, "times_of_things": -5.0, "apart_united": -2.0, "named_as_one": -3.0,
    "flag_by_part": -3.0, "figure_hardly_named": -1.0, "most_unread": -1.0, "modifier_counted": -3.0,
    "modifier_ranked": -4.0, "share_as_column": -4.0,
    "day_of_other_deed": -1.5, "mark_unused": -2.0, "done_most_unused": -4.0,
    "why_unanswered": -3.0, "share_of_itself": -3.0, "lacks_in_some": -3.0, "never_by_part": -3.0,
    "own_uncompared": -3.0, "flag_summed": -4.0, "rate_as_column": -4.0, "to_do_unread": -2.0, "what_for_whom": -3.0,
    "place_unshown": -2.0, "type_for_things": -2.0, "sibling_figure": -3.0, "number_for_size": -2.0,
    "giver_for_receiver": -3.0,
}  # fmt: skip
"""Weights of the ranking that questions with known answers cannot teach: quoted text is a condition even where no cell
holds it, and a word that surely means something is not left out to save a join, and a value may be said by another form
of its word ("Canadian"), which questions with known answers seldom do; a bound is not left unread, nor a "not",
nor what is to be counted."""


SOBER: tuple[tuple[float, float], ...] = (
    (0.0, 0.0),
    (0.499, 0.45),
    (0.5, 0.46),
    (0.569, 0.49),
    (0.57, 0.51),
    (0.883, 0.75),
    (1.0, 1.0),
)
"""Which confidence is told for a chance that was reckoned, and between these in proportion: what is told as high holds
for databases that the weights were not fitted on too, in six folds 93 of 100 times. Those reckoned below 0.57 yield to
another reader that is surer, those below 0.5 have their rows withheld (`core.model.UNSURE` and `SHOWN`).
"""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of `ranking` and `certainty` by feature, and the latter's intercept."""

    ranking: Mapping[str, float]
    certainty: Mapping[str, float]
    intercept: float


@lru_cache(maxsize=1)
def weights() -> Weights:
    """The weights, read once."""
    raw = tomllib.loads((Path(__file__).parent / "weights.toml").read_text(encoding="utf-8"))
    certainty = dict(raw["certainty"])
    return Weights({**raw["ranking"], **GIVEN}, certainty, certainty.pop("intercept"))


Rows = frozenset[tuple[Value, ...]] | None
"""The first rows that a reading gives; None where it does not run."""


@dataclass(frozen=True)
class Candidate:
    """A parsed query with its tree and features."""

    query: Query
    tree: JoinTree
    chunks: tuple[Chunk, ...]
    links: tuple[Link, ...]
    ignored: tuple[str, ...]
    features: tuple[tuple[str, float], ...]
    preferred: tuple[str, ...] = ()
    rows: Rows = None
    """The first rows it gives, to tell readings apart that mean the same; None when it does not run."""

    @cached_property
    def score(self) -> float:
        ranking = weights().ranking
        return sum(ranking.get(name, 0.0) * value for name, value in self.features)


def certainty(best: Candidate, others: Sequence[Candidate]) -> Mapping[str, float]:
    """What confidence goes by: the features of the best reading, its lead, and what it must bridge (`tables`,
    `mentions`).
    """
    return {**own_signs(best), **lead(best, [(c, c.score) for c in others], best.score)}


def own_signs(best: Candidate) -> dict[str, float]:
    """What a reading tells by itself."""
    return {**dict(best.features), "tables": float(len(best.tree.tables)), "mentions": float(len(best.links))}


def lead(best: Candidate, scored: Sequence[tuple[Candidate, float]], score: float) -> dict[str, float]:
    """How far a reading with this score lies before the next one that differs in its rows (`margin`, 0 to 5), and its
    part of the likelihood (`mass`, 0 to 1), of readings with the same rows the likeliest alone being reckoned. One that
    shows a figure or a column beside the same rows does not differ.
    """
    differing: dict[object, float] = {}
    for c, s in scored:
        if c.query != best.query and not _same(c.rows, best.rows):
            rows: object = c.query if c.rows is None else c.rows
            differing[rows] = max(s, differing.get(rows, s))
    against = sum(math.exp(max(-50.0, min(50.0, s - score))) for s in differing.values())
    margin = max(0.0, min(5.0, score - max(differing.values()))) if differing else 5.0
    return {"margin": margin, "mass": 1 / (1 + against)}


def _same(one: Rows, other: Rows) -> bool:
    """The same rows, but for what one of them has beside the columns of the other."""
    if not one or not other:
        return one is not None and one == other
    width = min(len(next(iter(one))), len(next(iter(other))))
    return frozenset(r[:width] for r in one) == frozenset(r[:width] for r in other)


def soberly(chance: float) -> float:
    """The confidence told for a chance that was reckoned."""
    for (low, sober_low), (high, sober_high) in pairwise(SOBER):
        if chance <= high:
            return sober_low + (chance - low) * (sober_high - sober_low) / (high - low)
    return 1.0


def confidence(best: Candidate, others: Sequence[Candidate]) -> float:
    """The chance that a reading is right, 0..1.

    With a word left over it is never high, with a number, a date or what the question turns on left over it is low;
    what contradicts the question's words caps it too.
    """
    signs, fitted = certainty(best, others), weights()
    reckoned = fitted.intercept + sum(w * signs.get(name, 0.0) for name, w in fitted.certainty.items())
    sure = soberly(1 / (1 + math.exp(-max(-50.0, min(50.0, reckoned)))))
    left = content(best.ignored)
    if any(char.isdigit() for word in left for char in word):
        sure = min(sure, 0.35)
    elif lost(best.chunks):
        sure = min(sure, 0.4)
    elif left:
        sure = min(sure, 0.74 if len(left) == 1 else 0.45)
    return round(min(sure, cap(signs)), 2)
