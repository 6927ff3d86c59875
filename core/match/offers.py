"""What is not used, but is put to a person: runners-up, and what fits a column that nothing else takes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from core.match.choice import PROBABLE, Choice, meets, tables_of
from core.match.competition import rank
from core.match.composite import SAME_FORM
from core.match.keys import codes, key_like, own_key
from core.match.pool import Candidate
from core.match.scorers import Scored
from core.match.values import NUMBERING, chance, spread
from core.model import Column, Join, Table
from core.text.label_words import KEY_WORDS, ROLES
from core.text.words import singular, words

OFFERED = 0.3
"""A pair that is not used but at least this likely is offered for review …"""
FITS = 0.98
"""… as is the best pair of a column that no join takes, when so much of it lies in a unique key."""
UNLIKELY = -6.0
"""Log-odds below which even that is not offered."""
LEAST_LIKELY = -9.0
"""The same of a column of a table that has little but references, and of one whose like points at the same key."""
CELLS = 0.9
"""The same, by cells, of a column of few values some of which are misspelled, where the names are alike."""
EACH = 2
"""How many keys are offered for one column."""
LEAST_VALUES = 2
"""A column of a single value fits too many keys to be offered for its values alone."""
MANY = 20
"""From so many values in common on, when chance does not make them, …"""
HALF = 0.5
"""… it is enough that so much of a column of keys lies in a list of them."""
CROWD = 4
"""More columns of one table than these that fit keys by small whole numbers alone do so by chance."""
MET = 0.8
"""The share of a key's values from which a column that meets them is no chance hit: five people of one staff list."""
TWINS = 50
"""From so many rows on two numberings that end at the same number are hardly so by chance."""
SQUEEZED = -2.0
"""The log10 probability up to which a random draw of rows would not all be among the first ones."""
FORM = 4
"""Files of one form have at least so many columns in common."""
LISTED, SPOILT = 0.9, 0.2
"""The shares of a list's words that a column holds, and of its own different ones that are in the list, at least."""
PAIR = 2
"""Tables that a column is in, where it is no word that all use."""
NAMED = 0.75
"""The similarity of names that say the same thing."""


def with_offers(out: list[Choice], scored: Sequence[Scored]) -> list[Choice]:
    """The choices, with `offered` set on unused ones that a person should review, and further pairs that fit as well.

    A column that no join takes has its best unique key offered, however little its name says; so has one that points
    elsewhere and whose values all lie in its own table's key, if that is likely.
    """
    taken = {c.scored.candidate.child.id for c in out if c.kept}
    taken |= {c.scored.candidate.parent.id for c in out if c.kept and not key_like(c.scored.candidate.parent)}
    told = _Told(out, scored)
    best: dict[str, list[Scored]] = defaultdict(list)
    for s in scored:
        pair = s.candidate
        of_its_own = pair.child.table == pair.parent.table and s.score >= PROBABLE
        if (pair.child.id in taken and not of_its_own) or _counts_within(pair):
            continue
        if (_fits(pair) and s.log_odds >= UNLIKELY) or told(s):
            best[pair.child.id].append(s)
    fitting = {s.candidate.key: s for group in best.values() for s in sorted(group, key=rank)[:EACH]}
    kept = {frozenset(c.scored.candidate.key) for c in out if c.kept}
    fitting = {key: s for key, s in fitting.items() if frozenset(key) not in kept}
    offered: list[Choice] = []
    for choice in out:
        key = choice.scored.candidate.key
        free = choice.note == "" and key[0] not in taken
        runner_up = choice.note == "outbid" or (choice.note == "met" and choice.scored.candidate.child_label.key)
        asked = choice.belief >= OFFERED and (free or runner_up)
        asked = asked and meets(choice.scored.candidate) and not choice.scored.candidate.holds_figures
        asked = asked and not _counts_within(choice.scored.candidate)
        fits = fitting.pop(key, None) is not None
        offered.append(replace(choice, offered=True) if not choice.kept and (asked or fits) else choice)
    offered += [Choice(s, min(s.score, 0.49), kept=False, note="fits", offered=True) for s in fitting.values()]
    return _without_crowds(offered)


def _without_crowds(choices: Sequence[Choice]) -> list[Choice]:
    """The choices, none offered of a table many columns of which hold numbers that fit some key, as nearly any small
    whole numbers do, and are called nothing like it. Pairs that only were to be offered are gone."""
    crowds: dict[str, set[str]] = defaultdict(set)
    for c in choices:
        if _by_chance(c):
            crowds[c.scored.candidate.child.table].add(c.scored.candidate.child.id)
    crowded = {t for t, columns in crowds.items() if len(columns) > CROWD}
    found: list[Choice] = []
    for c in choices:
        idle = _by_chance(c) and c.scored.candidate.child.table in crowded
        if not idle:
            found.append(c)
        elif c.note != "fits":
            found.append(replace(c, offered=False))
    return found


def _by_chance(choice: Choice) -> bool:
    """Offered for nothing but numbers that chance gives."""
    pair = choice.scored.candidate
    numbered = chance(pair.child, pair.parent) >= NUMBERING
    return choice.offered and numbered and pair.label.similarity < NAMED and pair.overlap.back < MET


def without_twins(joins: Sequence[Join], tables: Sequence[Table]) -> list[Join]:
    """The joins, none offered between columns that two files of one form both have and that are a key in neither: a
    form's answers point at nothing in the other file."""
    labels = {t.name: {c.label.casefold() for c in t.columns} for t in tables}
    spelled = {c.id: c.label.casefold() for t in tables for c in t.columns}

    def of_twins(join: Join) -> bool:
        mine, theirs = labels[join.child_table], labels[join.parent_table]
        common = len(mine & theirs)
        one_form = common >= FORM and common >= SAME_FORM * max(len(mine), len(theirs))
        left, right = f"{join.child_table}.{join.child[0]}", f"{join.parent_table}.{join.parent[0]}"
        return one_form and join.evidence.cardinality == "n:m" and spelled[left] == spelled[right]

    return [replace(j, offered=False) if j.offered and not j.is_self and of_twins(j) else j for j in joins]


class _Told:
    """What other columns say of a pair that its own names say nothing of."""

    def __init__(self, out: Sequence[Choice], scored: Sequence[Scored]) -> None:
        kept = [c.scored.candidate for c in out if c.kept]
        self._like = {(p.child.table, _last(p.child), p.parent.id) for p in kept if _last(p.child)}
        joined = {t for p in kept for t in tables_of(p)}
        self._lone = {t for s in scored for t in tables_of(s.candidate)} - joined

    def __call__(self, s: Scored) -> bool:
        """Whether all values lie in a unique key, and a column of the same last word points at it already
        (`chair choice` beside `cook choice`), or the table links two of that key's things (`quoting`, `quoted`), or it
        has a key of its own alone and nothing else ties it (`rowers` among `persons`); or one
        that nothing else ties has a column that repeats as in one other (`gauge` of levels and of reaches)."""
        pair = s.candidate
        child, parent = pair.child, pair.parent
        if tables_of(pair) & self._lone and _one_list(pair):
            return True
        if s.log_odds < LEAST_LIKELY or child.type != parent.type or child.table == parent.table:
            return False
        if not parent.profile.unique or pair.overlap.forth < 1.0 or not own_key(parent, pair.parent_label):
            return False
        if (child.table, _last(child), parent.id) in self._like:
            return True
        if pair.child_label.end:
            return child.profile.distinct >= LEAST_VALUES
        own = own_key(child, pair.child_label) and pair.child_label.key and child.profile.unique
        return own and {child.table} <= self._lone and not {parent.table} - self._lone


def _one_list(pair: Candidate) -> bool:
    """Codes that repeat in two tables alone, under one name, the same ones in both; one of these opens with them."""
    texts = pair.label.same and pair.holders == PAIR and codes(pair.child) and codes(pair.parent)
    several = pair.child.profile.distinct >= LEAST_VALUES and not key_like(pair.parent)
    opens = pair.child_label.first or pair.parent_label.first
    return texts and several and opens and min(pair.overlap.forth, pair.overlap.back) == 1.0


def _last(column: Column) -> str:
    """A label's last word of several; empty where it says only that it is a key."""
    found = words(column.plain_label)
    return found[-1] if len(found) > 1 and found[-1] not in KEY_WORDS else ""


def _twins(pair: Candidate) -> bool:
    """Two tables number their rows over the very same numbers, and there are many of them."""
    same = min(pair.overlap.forth, pair.overlap.back) == 1.0
    return same and pair.child.profile.unique and pair.child.profile.distinct >= TWINS


def _misspelled(pair: Candidate) -> bool:
    """Words of which one column has nearly all of the other's unique ones: what is left over may be misspelled."""
    child, parent = pair.child, pair.parent
    texts = child.type == parent.type == "text" and parent.profile.unique and not pair.child_label.time
    return texts and pair.overlap.shared >= MANY and pair.overlap.back >= LISTED and pair.overlap.forth >= SPOILT


def _fits(pair: Candidate) -> bool:
    """All but a few of several values lie in a unique key, and nothing in the names says that it is by chance."""
    inputs = pair.child_label, pair.parent_label
    counted = (any(label.time for label in inputs) or _says_how_many(pair)) and pair.label.similarity < NAMED
    numbered = chance(pair.child, pair.parent) >= NUMBERING
    own = own_key(pair.child, pair.child_label) and pair.label.similarity < NAMED and numbered
    if own and _twins(pair):
        return not pair.holds_figures
    several = pair.child.profile.distinct >= LEAST_VALUES or pair.label.similarity >= NAMED
    if counted or own or pair.holds_figures:
        return False
    if not pair.parent.profile.unique:
        return _among_repeated(pair)
    spoilt = pair.overlap.cells >= CELLS and pair.label.similarity >= HALF
    return ((pair.overlap.forth >= FITS or spoilt) and several) or _telling(pair) or _misspelled(pair)


def _says_how_many(pair: Candidate) -> bool:
    """Small whole numbers under the name of several things: so many `parcels` or `stops`."""
    last = words(pair.child.plain_label)[-1:]
    return any(singular(w) != w for w in last) and chance(pair.child, pair.parent) >= NUMBERING


def _counts_within(pair: Candidate) -> bool:
    """Small whole numbers among the numbers of their own table's rows: the first, the second … of a household. Only the
    first rows would be pointed at, and no name says that any is."""
    child, parent = pair.child, pair.parent
    if child.table != parent.table or chance(child, parent) < NUMBERING:
        return False
    meant = pair.child_label.upward or any(ROLES.intersection(r.entity) for r in pair.child_label.readings)
    return not meant and spread(child, parent) <= SQUEEZED


def _among_repeated(pair: Candidate) -> bool:
    """Many codes that are all among those of a column that repeats: a list of them may not be among the files."""
    listed = codes(pair.child) and codes(pair.parent) and not key_like(pair.parent)
    return listed and pair.overlap.shared >= MANY and pair.overlap.forth >= FITS


def _telling(pair: Candidate) -> bool:
    """Many values that chance does not give, of the list of another table's keys: some rows may be left out of it."""
    keys = pair.child_label.key or (pair.parent_label.key and pair.parent_label.owner >= 0.5)
    many = pair.overlap.shared >= MANY and chance(pair.child, pair.parent) < NUMBERING
    return keys and many and pair.overlap.forth >= HALF
