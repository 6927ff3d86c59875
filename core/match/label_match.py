"""How alike two column labels are, read as words: `orders.customer_id` names `customers.id`.

When a parent's label has no entity word (`id`), its table's name stands in for it. Words also agree when one
abbreviates the other (`cust`, `dept`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.match.labels import ColumnLabel, Label
from core.match.word_match import Words, share_named, word_match
from core.text.label_words import PEOPLE, ROLES, UPWARD

ROLE = 0.55
"""The similarity of a role and a table of people, and of an upward word and the table's own key."""

INITIALLED = 0.85
"""The similarity of a parent's label and the same with its table's initial before it."""

NAMES = frozenset("name title".split())
"""Words of a column that holds what people call its table's things …"""
NAMED = 0.7
"""… and the similarity of one that is called as the thing is."""


@dataclass(frozen=True, slots=True)
class LabelMatch:
    """`similarity` 0..1; `same` when both labels read alike and name an entity; `generic` when they are alike but name
    none (`id` and `id`); `informative` is False when a header says nothing (`c7`)."""

    similarity: float
    same: bool = False
    generic: bool = False
    informative: bool = True


def compare(child: ColumnLabel, parent: ColumnLabel) -> LabelMatch:
    """How well the child's label names the parent column. Not symmetric: the parent's table name counts too."""
    if not (child.informative and parent.informative):
        return LabelMatch(0.0, informative=False)
    best = LabelMatch(0.0)
    for c in child.readings:
        for p in parent.readings:
            if c.flat == p.flat:
                if c.entity:
                    return LabelMatch(1.0, same=True)
                found = LabelMatch(0.2, generic=True)
            else:
                found = LabelMatch(max(_pair(c, p, parent), _role(c, child, p, parent), _initialled(c, p, parent)))
            if found.similarity > best.similarity:
                best = found
    return best


def of_another(child: ColumnLabel, parent: ColumnLabel) -> bool:
    """Each has a word of its own beside the thing that both name: `rail_parcel_id` is no key of `permit_parcels`."""
    named = {w for r in parent.readings for w in r.entity} | set(parent.table)
    for reading in child.readings:
        own = [w for w in reading.entity if w not in ROLES and w not in UPWARD and not _among(w, named)]
        theirs = [w for w in parent.table if not _among(w, reading.entity)]
        if not (own and theirs and any(_among(w, named) for w in reading.entity)):
            return False
    return bool(child.readings)


def kinds_apart(one: ColumnLabel, other: ColumnLabel) -> bool:
    """Each column's table is named with a word that the other's lacks: bridge stations and air stations, but not
    customers and customer details."""
    return any(not _among(w, other.table) for w in one.table) and any(not _among(w, one.table) for w in other.table)


def _among(word: str, others: Iterable[str]) -> bool:
    return any(word_match(word, other) >= 0.5 for other in others)


def _pair(child: Label, parent: Label, where: ColumnLabel) -> float:
    if not child.entity or child.count or parent.count:
        return 0.0
    targets: list[tuple[Words, float]] = []
    if parent.entity:
        targets.append((parent.entity, 1.0))
        targets.append((_merge(where.table, parent.entity), 1.0))
        if where.first:
            targets.append((where.table, 0.8))
        if parent.entity[-1] in NAMES:  # a `depot` may be written by its `depot name`, or by the `name` of a depot
            targets.append((parent.entity[:-1] or where.table, NAMED))
    else:
        targets.append((where.table, 1.0))
    score = max(share_named(child.entity, words_) * weight for words_, weight in targets)
    if parent.key and not child.key:
        score *= 0.9
    elif child.key and not parent.key:
        score *= 0.7
    return score


def _initialled(child: Label, parent: Label, where: ColumnLabel) -> float:
    """`essn` is the `ssn` of an employee."""
    if len(parent.flat) < 3 or not child.flat.endswith(parent.flat):
        return 0.0
    begins = child.flat[: -len(parent.flat)]
    named = 0 < len(begins) <= 2 and any(w.startswith(begins) for w in where.table)
    return INITIALLED if named else 0.0


def _role(child: Label, of: ColumnLabel, parent: Label, where: ColumnLabel) -> float:
    """`manager_id` or `advisor` may name any table of people by its key, unless its own table is one of such people."""
    if not ROLES.intersection(child.entity).difference(of.table) or not (where.owner >= 0.7 or where.first):
        return 0.0
    return ROLE if PEOPLE.intersection(where.table) or PEOPLE.intersection(parent.entity) else 0.0


def _merge(table: Words, column: Words) -> Words:
    return (*(w for w in table if w not in column), *column)
