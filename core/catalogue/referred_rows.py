"""What rows are called by the headers that refer to them: `lib`, to which `programme.Piece` leads, holds pieces.

A table's name often says where its rows are kept (`lib`, `acc_2024`, `register`) and not what they are; the column by
which another table refers to them says it in the singular.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from core.model import Join, Table
from core.text.key_words import KEY_WORDS
from core.text.label_words import PEOPLE, ROLES, TIMES
from core.text.words import singular, words

_PART_OF_THEM = PEOPLE | ROLES | TIMES
"""Words for people tell what some of them do, and not what all of a table's rows are."""
_MOST_OF_THEM = 0.5
"""Part of a table's rows that must be referred to: `Soloist`, of few singers, tells a role."""

_VOWELS = frozenset("aeiouy")


def words_by_references(tables: Sequence[Table], joins: Sequence[Join]) -> dict[str, str]:
    """By a table's name the one word under which others refer to its rows.

    None where one of the others says the table's own name, where they say several words, or where the word is in the
    name of another table.
    """
    known = {t.name: t for t in tables}
    own = {t.name: _own(t) for t in tables}
    said: dict[str, set[str]] = defaultdict(set)
    for join in joins:
        child, parent = known.get(join.child_table), known.get(join.parent_table)
        if join.state == "rejected" or join.is_self or len(join.child) > 1 or child is None or parent is None:
            continue
        held, key = child.column(join.child[0]), parent.column(join.parent[0])
        if held is None or key is None or held.profile.unique or not key.profile.unique:
            continue
        noun = [singular(w) for w in words(held.plain_label) if w not in KEY_WORDS]
        role = not _PART_OF_THEM.isdisjoint(noun)
        spelled = len(noun) == 1 and noun[0].isalpha() and not _VOWELS.isdisjoint(noun[0])  # `pkg`, `svc` are in short
        whole = spelled and not role and held.profile.distinct >= _MOST_OF_THEM * parent.rows
        said[parent.name].add(noun[0] if whole else "")
    found = {name: next(iter(nouns)) for name, nouns in said.items() if len(nouns) == 1}
    return {n: noun for n, noun in found.items() if noun and not any(noun in spoken for spoken in own.values())}


def called_by_references(tables: Sequence[Table], joins: Sequence[Join]) -> tuple[Table, ...]:
    """The tables with that word for what a row is, where nobody said it and the name is no plural, which says what rows
    are; a table of which nothing is known so is the same object."""
    nouns = words_by_references(tables, joins)
    rows = {t.name: nouns[t.name] for t in tables if t.name in nouns and not t.row and not _plural(t)}
    return tuple(replace(t, row=rows[t.name]) if t.name in rows else t for t in tables) if rows else tuple(tables)


def _plural(table: Table) -> bool:
    """Its name ends as what its rows are called together: `clients`."""
    said = [w for w in words(table.label) if w.isalpha()]
    return bool(said) and singular(said[-1]) != said[-1]


def _own(table: Table) -> frozenset[str]:
    """The words of a table's name, in the singular, and of the header of its key: `Provider Code` says provider."""
    keyed = (words(c.plain_label) for c in table.columns[:2] if c.profile.unique and not c.profile.nulls)
    nouns = (said[0] for said in keyed if len(said) > 1 and said[-1] in KEY_WORDS)
    return frozenset(map(singular, (*words(table.label), *words(table.row), *nouns)))
