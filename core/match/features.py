"""What speaks for one pair of columns and what against it, as named numbers: the inputs of the product's own scorer."""

from __future__ import annotations

import math

from core.match.keys import MANY, codes, key_like, own_key
from core.match.label_match import NAMES, ROLE, kinds_apart, of_another
from core.match.pool import Candidate
from core.match.values import NUMBERING, chance, dense, expected_coverage, in_a_row, spread
from core.match.word_match import share_named
from core.model import TEMPORAL
from core.text.label_words import NAMED_TIME, ROLES
from core.text.words import singular, words

LEGIBLE = 0.75
"""The share of cells from which a few values without a partner are misspelled ones."""
NAMESAKE = 0.6
"""A key's label names its own table so well that it numbers the table's rows."""
WHOLE = 0.98
"""A list of codes that lies in another misses at most so few of them."""
OWNED = 0.3
"""A label that names its own table less than this numbers something else: two tables may point at the same things."""
WORDS = 5
"""So many words in common …"""
_MOST = 0.5
"""… out of so much of a list that random draws would hit …"""
_WORD = 4.0
"""… that are so long on average."""
_TRUSTED = 8
"""Looked-up values from which an estimate of containment stands by itself."""


def _names_own(pair: Candidate) -> bool:
    """A row's column is called as its own table is (`MainOffice` of `offices`), and several rows have the same: what is
    different in each is the row's own name (`hall` of `halls`)."""
    if pair.child.profile.unique and not pair.child.profile.nulls:
        return False
    named = pair.label.similarity >= 0.7 and own_key(pair.parent, pair.parent_label) and not pair.child_label.key
    return named and (chance(pair.child, pair.parent) < NUMBERING or _one_of_its_things(pair))


def _one_of_its_things(pair: Candidate) -> bool:
    """The label has the table's word itself, for one of them: `riders` of `rides` are others, `offices` a number."""
    things = {singular(w) for w in (*words(pair.parent.table), *words(pair.parent.plain_label))}
    return any(w == singular(w) and w in things for w in words(pair.child.plain_label))


def _apart(pair: Candidate) -> bool:
    """Two tables number their own rows, from 1 and each up to its own end, or rows of another kind each."""
    child, parent, mine, theirs = pair.child, pair.parent, pair.child_label, pair.parent_label
    if not (own_key(parent, theirs) and pair.label.informative):
        return False
    lengths = dense(child) and dense(parent) and child.profile.distinct != parent.profile.distinct
    if lengths and mine.owner >= max(OWNED, 0.8 * theirs.owner):
        return True
    equal = min(pair.overlap.forth, pair.overlap.back) == 1.0
    rows = in_a_row(child) and in_a_row(parent) and (not equal or of_another(mine, theirs))
    return rows and mine.owner >= NAMESAKE and kinds_apart(mine, theirs)


def one_list(pair: Candidate) -> float:
    """Up to 1: so many of the child's values are codes of the parent's list, and none is not, that it holds the same
    things, whatever the two are called. Numbers say nothing of the kind: they are in any numbering."""
    child, parent, shared = pair.child, pair.parent, pair.overlap
    if shared.forth < WHOLE or not parent.profile.unique or not pair.label.informative:
        return 0.0
    if parent.type != "text" or shared.shared < MANY or not codes(child) or pair.holds_figures:
        return 0.0
    return min(1.0, math.log10(shared.shared) / 2.0)


_FEWEST_ROLES = 3
"""Rows that a column named after what they are refers to, at least."""


def _same_words(pair: Candidate, coverage: float) -> float:
    """1 where some words or names of one table are all in another's list of them, and most of that list: whatever the
    two are called, on known schemas that was never by chance."""
    child, parent, shared = pair.child, pair.parent, pair.overlap
    texts = child.type == parent.type == "text" and child.table != parent.table and parent.profile.unique
    texts = texts and not key_like(child) and not pair.parent_label.first
    listed = texts and WORDS <= shared.shared < MANY and shared.forth >= WHOLE and coverage >= _MOST
    spoken = parent.profile.mean_length >= _WORD and not any(text[:1].isdecimal() for text, _ in parent.profile.common)
    return float(listed and spoken and pair.label.informative and pair.label.similarity < 0.5)


def _named_after(pair: Candidate) -> float:
    """1 where texts are called as another table is (`Depot name` of `depots`) and are all in a list of it: its names,
    where its key is another column."""
    child, parent = pair.child, pair.parent
    texts = child.type == parent.type == "text" and child.table != parent.table and parent.profile.unique
    if not texts or pair.overlap.forth < WHOLE or pair.overlap.shared < _FEWEST_ROLES or pair.label.similarity >= 0.5:
        return 0.0
    things = pair.parent_label.table
    named = (tuple(w for w in r.entity if w not in NAMES) for r in pair.child_label.readings)
    return float(any(n and share_named(n, things) >= 0.8 for n in named))


def _looked_up_in_calendar(pair: Candidate) -> float:
    """1 where days are all in the unique ones that open a table of days."""
    child, parent, theirs = pair.child, pair.parent, pair.parent_label
    days = child.type in TEMPORAL and child.type == parent.type and parent.profile.unique and theirs.first
    named = bool({*NAMED_TIME, "day"}.intersection(theirs.table))
    return float(days and named and not key_like(child) and pair.overlap.forth >= WHOLE)


def _role_among_own(pair: Candidate) -> bool:
    """People who are other rows of a table of people by what they are to them (`Mentor`), by numbers that no numbering
    from 1 has."""
    roles = any(ROLES.intersection(r.entity) for r in pair.child_label.readings)
    own = pair.parent_label.first and pair.parent.profile.unique and pair.child.type == pair.parent.type
    own = own and not key_like(pair.child)
    listed = pair.overlap.forth >= WHOLE and pair.overlap.shared >= _FEWEST_ROLES
    return roles and own and listed and pair.label.similarity >= ROLE and chance(pair.child, pair.parent) < NUMBERING


def features(pair: Candidate) -> dict[str, float]:
    """The pair's inputs by name, each in 0..1 (but `self` and `date`); `WEIGHTS` says what each means."""
    child, parent = pair.child, pair.parent
    label, shared = pair.label, pair.overlap
    mine, theirs = pair.child_label, pair.parent_label
    child_key, parent_key = key_like(child), key_like(parent)
    numbers = chance(child, parent)
    own = float(child_key and own_key(child, mine))
    listed = one_list(pair)
    found = min(1.0, max(0.0, max(shared.forth, pair.together) - 0.7) / 0.2)
    apart = bool(own) and parent_key and _apart(pair)
    telling = 0.0 if apart else found * (1.0 - numbers) * min(1.0, math.log10(max(1, shared.shared)) / 2.0)
    plain = label.informative and label.similarity < 0.5 and parent.profile.unique and numbers == 0.0
    vouched = plain and not own and shared.forth > 0.98 and shared.shared >= MANY
    coverage = min(1.0, shared.back / expected_coverage(child.profile, parent.profile))
    coded = plain and not own and shared.forth > 0.98 and codes(child)
    held = max(shared.forth, pair.together)
    if shared.cells >= LEGIBLE and parent_key:
        held = max(held, shared.cells)
    missing = min(1.0, (1.0 - held) / 0.5)
    if label.same and mine.key and not parent_key:
        missing = 1.0 - max(shared.forth, shared.back)  # files of one form: neither is the other's list of values
    missing *= 1.0 - 0.6 * (1.0 - chance(parent, child)) * max(0.0, 1.0 - (1.0 - coverage) / 0.5)
    upward = child.table == parent.table and (mine.upward or _names_own(pair) or _role_among_own(pair))
    if upward and parent.profile.unique and shared.forth >= WHOLE:
        coverage = 1.0  # few of a table's rows have others below them
    if mine.key and label.similarity >= 0.5 and not parent.profile.sketch_complete and shared.seen < _TRUSTED:
        trust = shared.seen / _TRUSTED  # a short list of values beside a very long one: few of them can be looked up
        missing = trust * missing + (1.0 - trust) * 0.3
        coverage = trust * coverage + (1.0 - trust) * 0.7
    pointed = pair.names_parent
    free = not mine.key and not pointed
    everywhere = min(1.0, math.log2(max(1.0, pair.holders / 2.0)) / 3.0) * float(not mine.key)
    ends = float(free and mine.end and not mine.measure and not mine.time and own_key(parent, theirs))
    ends *= float(child.type == parent.type and shared.forth >= 0.98) * max(0.0, 2.0 * coverage - 1.0)
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
        "uniform": 0.0 if parent_key else max(0.0, 1.0 - math.log10(parent.profile.distinct) / 3.0),
        "unkeyed": float(not parent_key and not mine.key),
        "not_key": float(not parent_key),
        "upward": float(upward),
        "spread": 0.0 if upward else -spread(child, parent) / 6.0,  # the rows that others point at come first
        "chance": numbers,
        "first": float(theirs.first),
        "owner": theirs.owner,
        "own_key": own * (0.0 if label.same else 1.0 - listed),
        "own_key_same": own * float(label.same and not apart),
        "other_type": float(child.type != parent.type),
        "date": float(child.type in TEMPORAL or parent.type in TEMPORAL)
        * (1.0 if parent_key and shared.forth >= 0.8 else 3.0),
        "calendar": _looked_up_in_calendar(pair),
        "few": float(child.profile.distinct <= 2),
        "self": float(child.table == parent.table and not upward) * (2.0 if child_key else 1.0 - listed),
        "among": listed * float(child.table == parent.table and not child_key and own_key(parent, theirs)),
        "exact": size * float(parent_key and min(shared.forth, shared.back) > 0.98),
        "words": _same_words(pair, coverage),
        "named_after": _named_after(pair),
        "role": float(pair.role and not own and shared.forth >= 0.98 and shared.shared >= _FEWEST_ROLES),
        "telling": telling,
        "ends": ends,
        "vouched": telling * float(vouched),
        "coded": float(coded and shared.shared >= 3 and theirs.first),
        "anonymous_telling": 0.0 if label.informative else telling,
        "attribute": float(not mine.key and theirs.owner < 0.5 and not theirs.first),
        "unlike": float(label.informative and label.similarity < 0.5 and not (mine.key or mine.upward)),
        "keyed": float(pair.keyed and not parent_key),
        "measure": float(pair.holds_figures),
        "time": float(not pointed and (mine.time or theirs.time) and not {child.type, parent.type} & TEMPORAL),
        "everywhere": everywhere * float(free),
        "numbering": float(free and label.informative) * numbers,
        "anonymous_chance": float(not label.informative) * numbers,
        "paired": float(free and child_key and not own and child.profile.distinct > 5),
        "pointed": float(pointed and parent_key),
        "apart": float(apart),
        "everywhere_not_key": everywhere * float(not parent_key),
        "disjoint": float(shared.shared == 0),
    }
