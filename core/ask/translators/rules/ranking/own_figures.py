"""Where a figure of things is set against another of their own, and the query compares nothing of the kind: checks for
contradictions.py."""

from __future__ import annotations

from itertools import pairwise

from core.ask.label_stems import stems
from core.ask.stop_words import content_word
from core.ask.tokens import stem
from core.ask.translators.rules.query import Col, Filter, Scalar
from core.ask.translators.rules.ranking.seen import Check, Seen

_THEY = frozenset("they it he she we".split())
_MEANS = frozenset("average mean median typical usual".split())
_PARTS = frozenset(map(stem, "payments instalments lines items parts details transactions".split()))
"""What headers call the pieces of a thing."""
_AGAIN = frozenset("did do does had have has were was are is".split())
"""Verbs that stand for the one before: `than they did in 2022` sets two times against each other."""


def own_uncompared(s: Seen) -> bool:
    """`spent more than they took in in 2023`, and those with a day after 2023."""
    lowers = [t.lower for t in s.tokens]
    places = (i + 1 for i, w in enumerate(lowers[:-2]) if w == "than" and lowers[i + 1] in _THEY)
    if not any(lowers[i + 1] not in _AGAIN and content_word(s.tokens[i + 1]) for i in places):
        return False
    held = any(isinstance(v, Col | Scalar) for f in s.conditions if isinstance(f, Filter) for v in f.values)
    return not held and not s.formulas and not s.query.beside and not any(c.part for c in s.query.group)


def mean_of_parts(s: Seen) -> bool:
    """`the average grant`, and it is that of the `Grant payments`, of which a grant may have several."""
    averaged = {i.column.table for i in s.figures if i.aggregate in ("avg", "median") and i.column}
    for mean, thing in pairwise(s.tokens):
        labels = [stems(s.facts.tables[t].label) for t in averaged if t in s.facts.tables]
        behind = [label[label.index(thing.stem) + 1 :] for label in labels if thing.stem in label]
        if (
            mean.lower in _MEANS
            and any(_PARTS & set(rest) for rest in behind)
            and not _PARTS & {t.stem for t in s.tokens}
        ):
            return True
    return False


CHECKS: tuple[Check, ...] = (own_uncompared, mean_of_parts)
