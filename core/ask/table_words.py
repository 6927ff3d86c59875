"""What tables are called, what their rows are of, and what they hold of codes: the words of whole tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from core.ask.label_stems import KEY_STEMS, stems
from core.ask.tokens import stem
from core.documents.code_lists import lists_in
from core.documents.match import dictionaries
from core.model import Column, Table
from core.text.key_words import RARE_KEY_WORDS
from core.text.table_names import LOOKUPS, plain_words
from core.text.words import words

_KEYS = KEY_STEMS | frozenset(map(stem, RARE_KEY_WORDS))
_NEARLY = 0.75
"""The share of a column's values that begin with a number each, where the number is no part of a name."""
_MOST_LABELS = 3
"""Other labels of one column that are said too."""


def tell_of_others(tables: Sequence[Table]) -> frozenset[str]:
    """Tables that tell of the columns of others: what they hold answers no question about these."""
    return dictionaries(tables) | code_lists(tables)


def values_of_few(column: Column, most: int) -> list[str]:
    """The values of a column of text that has several, `most` at most, all of which the profile keeps; else none."""
    values = [value for value, _ in column.profile.common]
    return values if column.type == "text" and 1 < column.profile.distinct <= min(most, len(values)) else []


def code_lists(tables: Sequence[Table]) -> frozenset[str]:
    """Tables that hold lists of codes and tell of several columns."""
    told = Counter(
        book for t in tables for c in t.columns for book in {source.rpartition(", ")[0] for _, source in c.code_sources}
    )
    return frozenset(t.name for t in tables if told[t.label] > 1 and lists_in(t))


def said_of(table: Table) -> tuple[str, ...]:
    """The labels that may say what a table's rows are: of its columns of text, and of those that number the rows."""
    return tuple(c.label for c in table.columns if c.type == "text" or c.profile.unique)


def plainly(table: Table) -> tuple[str, ...]:
    """The words for a table's rows."""
    return plain_words(table.label, said_of(table))


def names_of(table: Table, others: Sequence[frozenset[str]], sheets: Collection[frozenset[str]]) -> tuple[str, ...]:
    """What a table is called: its label, where a person gave it another one than it was loaded under its name, the word
    for its rows, and its label without words like `_master` where these words stand in no label of `others`."""
    plain = plainly(table)
    said = frozenset(stem(w) for w in plain)
    other = plain != words(table.label)
    listed = other and words(table.label)[-1] in LOOKUPS
    own = other and (said in sheets if listed or "/" in table.label else sum(said <= label for label in others) == 1)
    name = "" if table.name.startswith(table.label) else table.name
    return tuple(dict.fromkeys(filter(None, (table.label, name, table.row, " ".join(plain) if own else ""))))


def told_apart(tables: Sequence[Table]) -> frozenset[frozenset[str]]:
    """The stems of plain words that just one table has, and that are no other table's label."""
    plain = Counter(frozenset(map(stem, plainly(t))) for t in tables)
    return frozenset(said for said, n in plain.items() if n == 1 and said)


def entity(table: Table) -> frozenset[str]:
    """What a row of the table is, by the label of its key: `Provider Code`, unique, says provider."""
    for column in table.columns[:2]:
        said = stems(column.label)
        if column.profile.unique and not column.profile.nulls and len(said) == 2 and said[1] in _KEYS:
            return frozenset(said[:1])
    return frozenset()


def common_words(tables: Sequence[Table]) -> frozenset[str]:
    """Stems that stand in most tables' labels (`ref`, a year, a project's name): they tell nothing apart."""
    if len(tables) < 3:
        return frozenset()
    seen = Counter(s for t in tables for s in set(stems(t.label)))
    return frozenset(s for s, n in seen.items() if n >= 0.6 * len(tables))


def numbered(values: Sequence[tuple[str, ...]]) -> bool:
    """Whether nearly each begins with a number of its own, and what follows tells them apart as well."""
    said = [(v[0], v[1:]) for v in values if len(v) > 1 and v[0].isdecimal()]
    alone = len(said) == len({number for number, _ in said}) == len({name for _, name in said})
    return alone and len(said) >= _NEARLY * len(values)


def labels_of_files(table: Table) -> dict[str, tuple[str, ...]]:
    """What the files of a family call its columns besides their labels, by the columns' names; no label of another
    column, and none with a number, as a file's own year."""
    known = {c.label.casefold() for c in table.columns}
    found: dict[str, dict[str, None]] = {}
    for member in table.family.members if table.family else ():
        for name, label in member.labels:
            if label.casefold() not in known and label.strip() and not any(ch.isdigit() for ch in label):
                found.setdefault(name, {})[label] = None
    return {name: tuple(labels)[:_MOST_LABELS] for name, labels in found.items()}
