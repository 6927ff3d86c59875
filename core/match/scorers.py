"""How likely is one pair of columns meant to be joined? Named scorers behind one protocol.

`own` adds up a dozen features in log-odds; every weight is written below with its reason. `tfidf` is the score of
seed 000, 7.2.4, kept as a baseline. A scorer looks at one pair; `decide` weighs pairs against each other.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from core.errors import SettingsError
from core.match.candidates import MANY, Candidate, key_like, own_key
from core.match.values import chance, expected_coverage, spread, uniqueness
from core.model import TEMPORAL, Column

Features = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate with its probability (as log-odds too) and the inputs that led to it."""

    candidate: Candidate
    score: float
    """0..1."""
    log_odds: float
    features: Features = ()


class Scorer(Protocol):
    """Gives a pair of columns a score."""

    name: str

    def score(self, candidate: Candidate) -> Scored:
        """The candidate's score, 0..1, with its inputs. Pure: the same candidate scores the same."""
        ...


WEIGHTS: Mapping[str, float] = {
    # Most pairs do not join.
    "bias": -4.0,
    # Labels: how well the child's names the parent; more when they are the same and say what they mean.
    "label": 4.5,
    "same": 2.0,
    # Another key answers to the child's label better than this parent does.
    "outbid": -3.0,
    # Headers that say nothing cannot speak for a pair, so their silence is made up for by values.
    "anonymous": 2.5,
    "anonymous_back": 2.0,
    "anonymous_telling": 2.0,
    # Values: the share of the child's that the parent lacks (1 from a half on).
    "missing": -4.5,
    # The share of the parent's that the child has, out of what random draws would hit.
    "coverage": 2.5,
    # Extremes that random draws would not have; containment that any numbering from 1 gives.
    "spread": -1.5,
    "chance": -1.2,
    # Many values in common that chance does not give; two large sets that are equal.
    "telling": 2.0,
    "exact": 2.0,
    # A long list of texts that lies in a key: it need not be named alike.
    "vouched": 2.0,
    # The parent opens its table; its label names its own table.
    "first": 0.7,
    "owner": 1.0,
    # The child is its own table's key: it points elsewhere only under the other's name.
    "own_key": -3.0,
    "own_key_same": 1.5,
    # The child's label ends in id, code, no and the like.
    "key_word": 0.7,
    # A parent that repeats: more so without a key word, with few values, or in a table with a key of its own.
    "not_key": -1.0,
    "unkeyed": -1.5,
    "uniform": -1.0,
    "keyed": -2.5,
    # Neither label says that it points at something: an attribute both tables have; or the labels differ outright.
    "attribute": -1.5,
    "unlike": -1.0,
    # A table joins itself seldom, unless the label says so (manager, parent).
    "self": -2.0,
    "upward": 2.5,
    # Dates are measured, not pointed at, unless they number the parent's rows; one or two values prove little;
    # types differ in dirty data only.
    "date": -1.0,
    "few": -1.0,
    "other_type": -0.4,
}
"""Log-odds per unit of each feature (all in 0..1; `self` is 2 for two keys of one table, `date` 3 without a key).

Set by hand and rounded, near the coefficients that logistic regressions gave on several collections of schemas; moving
any of them by a quarter changes little."""


_TRUSTED = 8
"""From so many looked-up values an estimate of containment stands by itself."""
_CERTAIN = 20.0
"""The log-odds that stand for certainty, so that they can be reckoned with."""


def features(pair: Candidate) -> dict[str, float]:
    """The pair's inputs by name, each in 0..1 (but `self` and `date`); `WEIGHTS` says what each means."""
    child, parent = pair.child, pair.parent
    label, shared = pair.label, pair.overlap
    mine = pair.child_label
    own = float(own_key(child, mine))
    found = min(1.0, max(0.0, max(shared.forth, pair.together) - 0.7) / 0.2)
    telling = found * (1.0 - chance(child, parent)) * min(1.0, math.log10(max(1, shared.shared)) / 2.0)
    plain = label.informative and label.similarity < 0.5 and parent.profile.unique and chance(child, parent) == 0.0
    vouched = plain and not own and shared.forth > 0.98 and shared.shared >= MANY
    coverage = min(1.0, shared.back / expected_coverage(child.profile, parent.profile))
    missing = min(1.0, (1.0 - max(shared.forth, pair.together)) / 0.5)
    if label.same and mine.key and not key_like(parent):
        missing = 1.0 - max(shared.forth, shared.back)  # files of one form: neither is the other's list of values
    missing *= 1.0 - 0.6 * (1.0 - chance(parent, child)) * max(0.0, 1.0 - (1.0 - coverage) / 0.5)
    upward = mine.upward and child.table == parent.table
    if mine.key and label.similarity >= 0.5 and not parent.profile.sketch_complete and shared.seen < _TRUSTED:
        trust = shared.seen / _TRUSTED  # a short list of values beside a very long one: few of them can be looked up
        missing = trust * missing + (1.0 - trust) * 0.3
        coverage = trust * coverage + (1.0 - trust) * 0.7
    size = max(0.0, (math.log10(child.profile.distinct) - 1.0) / 2.0)
    return {
        "label": label.similarity,
        "same": float(label.same),
        "anonymous": float(not label.informative),
        "missing": missing,
        "coverage": coverage,
        "anonymous_back": 0.0 if label.informative else shared.back,
        "outbid": max(0.0, pair.rival - pair.label.similarity),
        "key_word": float(mine.key),
        "uniform": 0.0 if key_like(parent) else max(0.0, 1.0 - math.log10(parent.profile.distinct) / 3.0),
        "unkeyed": float(not key_like(parent) and not mine.key),
        "not_key": float(not key_like(parent)),
        "upward": float(upward),
        "spread": 0.0 if upward else -spread(child, parent) / 6.0,  # the rows that others point at come first
        "chance": chance(child, parent),
        "first": float(pair.parent_label.first),
        "owner": pair.parent_label.owner,
        "own_key": own * (0.0 if label.same else 1.0),
        "own_key_same": own * float(label.same),
        "other_type": float(child.type != parent.type),
        "date": float(child.type in TEMPORAL or parent.type in TEMPORAL) * (1.0 if key_like(parent) else 3.0),
        "few": float(child.profile.distinct <= 2),
        "self": float(child.table == parent.table and not mine.upward) * (2.0 if key_like(child) else 1.0),
        "exact": size * float(key_like(parent) and min(shared.forth, shared.back) > 0.98),
        "telling": telling,
        "vouched": telling * float(vouched),
        "anonymous_telling": 0.0 if label.informative else telling,
        "attribute": float(not mine.key and pair.parent_label.owner < 0.5 and not pair.parent_label.first),
        "unlike": float(label.informative and label.similarity < 0.5 and not (mine.key or mine.upward)),
        "keyed": float(pair.keyed and not key_like(parent)),
    }


class OwnScorer:
    """The product's own: a sum of weighted features, as a probability."""

    name = "own"

    def score(self, candidate: Candidate) -> Scored:
        inputs = features(candidate)
        log_odds = WEIGHTS["bias"] + sum(WEIGHTS[name] * value for name, value in inputs.items())
        return Scored(candidate, 1.0 / (1.0 + math.exp(-log_odds)), log_odds, tuple(inputs.items()))


class TfidfScorer:
    """Seed 000, 7.2.4: the columns' values as TF-IDF vectors, the mean of the diagonal of their similarity matrix, less
    a penalty for low diversity.

    Without given `values` (column id to distinct values) the profile's common values stand in: a baseline.
    Both lists are sorted first: the diagonal compares the i-th value of one with the i-th of the other.
    """

    name = "tfidf"

    def __init__(
        self, values: Mapping[str, Sequence[str]] | None = None, diverse: float = 0.1, most: int = 1000
    ) -> None:
        self._values = values or {}
        self._diverse = diverse
        self._most = most

    def score(self, candidate: Candidate) -> Scored:
        left, right = self._list(candidate.child), self._list(candidate.parent)
        n = min(len(left), len(right))
        if not n:
            return Scored(candidate, 0.0, -_CERTAIN)
        similarity = self._diagonal(left[:n], right[:n])
        diversity = min(uniqueness(candidate.child.profile), uniqueness(candidate.parent.profile))
        score = similarity * min(1.0, diversity / self._diverse)
        low, high = math.exp(-_CERTAIN), 1.0 - math.exp(-_CERTAIN)
        odds = math.log(max(low, score) / (1.0 - min(high, score)))
        return Scored(candidate, score, odds, (("diagonal", similarity), ("diversity", diversity)))

    def _list(self, column: Column) -> list[str]:
        given = self._values.get(column.id)
        found = given if given is not None else [value for value, _ in column.profile.common]
        return sorted({v for v in found if v.strip()})[: self._most]

    @staticmethod
    def _diagonal(left: Sequence[str], right: Sequence[str]) -> float:
        from sklearn.feature_extraction.text import TfidfVectorizer

        both = TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 3)).fit_transform([*left, *right])
        rows = both[: len(left)].multiply(both[len(left) :]).sum(axis=1)
        return float(min(1.0, rows.mean()))


def scorer(name: str) -> Scorer:
    """The scorer of that name: `own` or `tfidf`. Raises SettingsError for another."""
    if name == OwnScorer.name:
        return OwnScorer()
    if name == TfidfScorer.name:
        return TfidfScorer()
    raise SettingsError(f"There is no join scorer called {name}.", "Use own or tfidf.")
