"""How likely is one pair of columns meant to be joined? Named scorers behind one protocol.

`own` adds up a dozen features in log-odds; every weight is written below with its reason. `tfidf` is the score of
Arfaoui, 7.2.4, kept as a baseline; `seed` takes both of its steps. A scorer looks at one pair; `decide` weighs pairs
against each other.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from core.config import JOIN_SCORERS
from core.errors import SettingsError
from core.match.candidates import Pairs
from core.match.features import features
from core.match.nearest_labels import Embed, nearest
from core.match.pool import Candidate, Pool
from core.match.values import uniqueness
from core.model import Column

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
    # Some short texts that all lie in the texts that open a table and never repeat: a list of codes.
    "coded": 2.5,
    # Some words of which all lie in a list of words, and most of that list is among them.
    "words": 4.0,
    # Texts that are called as the parent's table is and are all in it, though its key is another column.
    "named_after": 4.5,
    # The child is called what the parent's rows are said to be: its masters are those of a crew list.
    "role": 5.0,
    # One of two ends (its table has the other too) whose values cover the key of another table.
    "ends": 3.0,
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
    # … or its values are codes of the table's own rows.
    "among": 2.0,
    # Dates are measured, not pointed at, unless they number the parent's rows; one or two values prove little;
    # types differ in dirty data only.
    "date": -1.0,
    # … or are looked up in a table of days.
    "calendar": 1.5,
    "measure": -3.0,
    "time": -1.0,
    "everywhere": -1.0,
    "numbering": 0.0,
    "anonymous_chance": 0.0,
    "paired": 0.0,
    "pointed": 0.0,
    "apart": -7.0,
    "everywhere_not_key": -4.0,
    "disjoint": -2.0,
    "few": -1.0,
    "other_type": -0.4,
}
"""Log-odds per unit of each feature (all in 0..1; `self` is 2 for two keys of one table, `date` 3 without a key).

Set by hand and rounded, near the coefficients that logistic regressions gave on several collections of schemas; moving
any of them by a quarter changes little."""


_CERTAIN = 20.0
"""The log-odds that stand for certainty, so that they can be reckoned with."""


class OwnScorer:
    """The product's own: a sum of weighted features, as a probability."""

    name = "own"

    def score(self, candidate: Candidate) -> Scored:
        inputs = features(candidate)
        log_odds = WEIGHTS["bias"] + sum(WEIGHTS[name] * value for name, value in inputs.items())
        return Scored(candidate, 1.0 / (1.0 + math.exp(-log_odds)), log_odds, tuple(inputs.items()))


class TfidfScorer:
    """Arfaoui, 7.2.4: the columns' values as TF-IDF vectors, the mean of the diagonal of their similarity matrix, less
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


class SeedScorer(TfidfScorer):
    """Both steps of Arfaoui, 7.2.4: pairs whose labels' embeddings lie close, scored by their values as `tfidf` does.

    On databases with known joins, nearest labels beside the product's own candidates found no join more (0 of 656), and
    their cosine as one more feature lowered F1: so they make candidates here alone.
    """

    name = "seed"

    def __init__(self, embed: Embed, values: Mapping[str, Sequence[str]] | None = None) -> None:
        super().__init__(values)
        self._embed = embed

    def pairs(self, pool: Pool) -> Pairs:
        """The pairs that alone are scored."""
        return nearest(pool, self._embed)


def scorer(name: str, values: Mapping[str, Sequence[str]] | None = None, embed: Embed | None = None) -> Scorer:
    """The scorer of that name: `own`, `tfidf` or `seed`; `values` and `embed` for those that look at values and compare
    labels. Raises SettingsError."""
    if name == OwnScorer.name:
        return OwnScorer()
    if name == TfidfScorer.name:
        return TfidfScorer(values)
    if name == SeedScorer.name and embed is not None:
        return SeedScorer(embed, values)
    raise SettingsError(f"There is no join scorer called {name}.", f"Use {', '.join(JOIN_SCORERS)}.")
