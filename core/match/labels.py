"""A column's label, read as words: `orders.customer_id` is the id of a customer.

A label is split into *key words* (id, code, no …), which say that it points at something, and *entity words*, which say
at what. When a parent's label has no entity word (`id`), its table's name stands in for it. Words also agree when one
abbreviates the other (`cust`, `dept`). A word that opens nearly every label of a table (`s_name`, `s_address`) is that
table's own prefix and is dropped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.match.word_match import Words, share_named
from core.model import Column, Table
from core.text.abbreviations import spoken
from core.text.label_words import KEY_WORDS, ROLES, UPWARD, other_ends, says_how_much, says_when
from core.text.words import opening_words, singular, variants, words

_FILLER = frozenset("of the a an to by in is for de la le du des d l and et fk pk".split())
_COUNTS = frozenset("num number nbr count total".split())
_ANONYMOUS = re.compile(r"(c|col|column|f|field|v|var|x|a|attr|spalte|colonne|unnamed)?[\s_:.-]*\d+", re.IGNORECASE)
_COMMON_SHARE = 0.8
"""A word opening at least this share of a table's labels, or in this share of all table names, has no meaning."""
_N_OF = re.compile(r"n[_ ](?=[a-z]{2})|n(?=[A-Z][a-z])")
"""`n_eggs`, `nEggs`: how many."""
_IN_A_ROW = 3
"""Headers that are numbers."""
SAME_THINGS = 0.5
"""The share of their values that two ends of one thing have in common."""
_INITIALS = re.compile(r"([a-z]{1,3})(id|key|code|no|num|nr|nbr|number|cd)")
_WHOLE_WORDS = frozenset(
    "aid bid did hid kid lid mid rid amid acid avid arid void grid paid said laid maid raid avid euro piano nano mono "
    "casino kimono decode encode barcode zipcode geocode postcode monkey donkey turkey jockey hockey whiskey".split()
)
"""They end so by chance, or name what is no abbreviation."""
_KEY_END = re.compile(r"[a-z]{2}(id|key|code|no|num)$")


@dataclass(frozen=True, slots=True)
class Label:
    """One way of reading a label: its entity words, its key words, and all of them run together."""

    entity: Words
    key: Words
    flat: str
    count: bool = False
    """It counts things (`num_semesters`, `number of rooms`) and names none."""


@dataclass(frozen=True, slots=True)
class ColumnLabel:
    """A column's label in all its readings (with and without the table's prefix, each language) and its table's."""

    readings: tuple[Label, ...]
    table: Words
    first: bool
    informative: bool
    key: bool
    """Some reading has a key word, or ends in one (`custid`)."""
    upward: bool
    """The label says that a row points at another of its table (`reports_to`, `parent_id`)."""
    owner: float
    """How well the label names its own table: 1 for `customers.customer_id` and `customers.id`."""
    measure: bool = False
    """The label says how much, how many or at which place: it holds numbers of its own."""
    time: bool = False
    """The label says when."""
    end: bool = False
    """The label names one of two ends, and another column of the table holds the same things as the other end."""


def meaning(label: ColumnLabel, column_id: str) -> str:
    """The same text for columns whose labels read alike; one of its own for a label that names nothing (`id`, `c3`)."""
    named = label.informative and any(r.entity for r in label.readings)
    return "label " + label.readings[0].flat if named else "column " + column_id


def informative(label: str) -> bool:
    """False for headers such as `c1`, `Column 3`, `Unnamed: 0` or nothing at all."""
    return bool(label.strip()) and not _ANONYMOUS.fullmatch(label.strip())


def common_prefix(labels: Sequence[Words]) -> Words:
    """The words that open at least four fifths of three or more labels, when something is left after them."""
    return opening_words(labels, _COMMON_SHARE, KEY_WORDS)


def common_words(names: Sequence[Words]) -> frozenset[str]:
    """Words in at least four fifths of three or more table names: they tell no table from another."""
    if len(names) < 3:
        return frozenset()
    held = Counter(singular(w) for name in names for w in set(name))
    return frozenset(w for w, n in held.items() if n >= _COMMON_SHARE * len(names))


def read_labels(tables: Sequence[Table]) -> dict[str, ColumnLabel]:
    """Column id to its label as words, for all columns of `tables`."""
    common = common_words([words(t.name) for t in tables])
    out: dict[str, ColumnLabel] = {}
    for table in tables:
        full = tuple(singular(w) for w in words(table.name) if w not in _FILLER and not w.isdigit())
        own = tuple(w for w in full if w not in common) or full
        prefix = common_prefix([words(c.plain_label) for c in table.columns])
        named = {words(c.plain_label): c for c in table.columns}
        counted = _numbered(table)
        for column in table.columns:
            spellings: dict[Words, None] = {}
            for text in variants(column.plain_label):
                spellings[words(text)] = None
                spellings[_strip(words(text), prefix)] = None
            readings = (*(_read(w) for w in spellings if w), *_short(spellings))
            says = informative(column.label) and bool(readings)
            owner = max((_owner(r, own) for r in readings), default=0.0) if says else 0.0
            key = says and any(r.key or _KEY_END.search(r.flat) for r in readings)
            upward = says and any(w in UPWARD for r in readings for w in r.entity)
            plain = [r.entity for r in readings if not r.key] if says else []
            much = any(says_how_much(entity) for entity in plain) or (says and any(r.count for r in readings))
            much = much or column.label in counted or _counts_rows(column)
            when = any(says_when(entity) for entity in plain)
            out[column.id] = ColumnLabel(
                readings, own, column.position == 0, says, key, upward, owner, much, when, _end(column, named)
            )  # fmt: skip
    return out


def _numbered(table: Table) -> frozenset[str]:
    """Headers that are numbers in a row of them (ages, years, hours) beside others that are words: the columns hold
    figures of each."""
    found = [c.label for c in table.columns if c.label.strip().isdecimal()]
    worded = any(informative(c.label) for c in table.columns)
    return frozenset(found if worded and len(found) >= _IN_A_ROW else ())


def _counts_rows(column: Column) -> bool:
    """`n_eggs`, of whole numbers that come again."""
    return bool(_N_OF.match(column.label)) and column.type == "integer" and not column.profile.unique


def _end(column: Column, named: Mapping[Words, Column]) -> bool:
    """Whether the table has the other end of this one, with much the same values."""
    for label in other_ends(words(column.label)):
        other = named.get(label)
        if other is not None and other.type == column.type:
            mine, theirs = set(column.profile.sketch), set(other.profile.sketch)
            return len(mine & theirs) >= SAME_THINGS * max(1, len(mine | theirs))
    return False


def _strip(label: Words, prefix: Words) -> Words:
    return label[len(prefix) :] if prefix and label[: len(prefix)] == prefix and len(label) > len(prefix) else label


def _short(spellings: Iterable[Words]) -> Iterator[Label]:
    """`dno` read as d + no: the key of what begins so."""
    for label in spellings:
        found = _INITIALS.fullmatch(label[0]) if len(label) == 1 and label[0] not in _WHOLE_WORDS else None
        if found is not None:
            yield Label((found[1],), (found[2],), label[0])


def _read(label: Words) -> Label:
    plain = tuple(_whole(singular(w)) for w in label)
    entity = tuple(w for w in plain if w not in KEY_WORDS and w not in _FILLER and not w.isdigit())
    if entity and plain[-1] == "by":
        entity = (*entity, "by")  # approved by: somebody
    key = tuple(w for w in plain if w in KEY_WORDS)
    count = bool(entity) and (plain[0] in _COUNTS or plain[:2] == ("no", "of"))
    return Label(entity, key, "".join(plain), count)


def _whole(word: str) -> str:
    """A role that is cut short, in full: `sprvsr`."""
    return spoken(word, ROLES) or word


def _owner(label: Label, table: Words) -> float:
    if not label.entity:
        return 1.0 if label.key else 0.0
    return share_named(label.entity, table)
