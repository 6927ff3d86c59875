"""How alike two column labels are, read as words: `orders.customer_id` names `customers.id`.

A label is split into *key words* (id, code, no …), which say that it points at something, and *entity words*, which say
at what. When a parent's label has no entity word (`id`), its table's name stands in for it. Words also agree when one
abbreviates the other (`cust`, `dept`). A word that opens nearly every label of a table (`s_name`, `s_address`) is that
table's own prefix and is dropped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from core.match.measures import measured, timed
from core.model import Table
from core.text.abbreviations import spoken
from core.text.words import opening_words, singular, variants, words

KEY_WORDS = frozenset(
    "id ids key code no nr num nbr number uid uuid guid pk fk sk ref identifier idx cd kod "
    "numero nummer codigo clave cle kennung codice chiave".split()
)
"""Words by which people mark a column as naming a thing, in the languages of most open data."""

_FILLER = frozenset("of the a an to by in is for de la le du des d l and et fk pk".split())
_COUNTS = frozenset("num number nbr count total".split())
_ANONYMOUS = re.compile(r"(c|col|column|f|field|v|var|x|a|attr|spalte|colonne|unnamed)?[\s_:.-]*\d+", re.IGNORECASE)
_COMMON_SHARE = 0.8
"""A word opening at least this share of a table's labels, or in this share of all table names, has no meaning."""
_DIGITS = re.compile(r"\d+")
_INITIALS = re.compile(r"([a-z]{1,3})(id|key|code|no|num|nr|nbr|number|cd)")
_WHOLE_WORDS = frozenset(
    "aid bid did hid kid lid mid rid amid acid avid arid void grid paid said laid maid raid avid euro piano nano mono "
    "casino kimono decode encode barcode zipcode geocode postcode monkey donkey turkey jockey hockey whiskey".split()
)
"""They end so by chance, or name what is no abbreviation."""
_KEY_END = re.compile(r"[a-z]{2}(id|key|code|no|num)$")

_PEOPLE = frozenset(
    "person people employee staff user member student faculty teacher customer client profile contact author "
    "player worker personnel professor account".split()
)
_ROLES = frozenset(
    "manager mgr supervisor super boss advisor adviser instructor teacher tutor lecturer head chief leader lead "
    "owner author professor prof dean editor creator reviewer approver agent rep representative salesperson "
    "seller buyer driver assistant friend follower sender receiver recipient winner loser captain coach president "
    "secretary treasurer spouse mentor contact host guest".split()
)
"""People are seldom called by their table's name: a manager is an employee, a winner a player."""
_UPWARD = frozenset(
    "parent manager mgr supervisor super boss report reports superior predecessor previous prev next successor "
    "reply original foreman forewoman mother father sire dam master root".split()
)
"""Words by which a row points at another of its own table."""
ROLE = 0.55
"""The similarity of a role and a table of people, and of an upward word and the table's own key."""

INITIALLED = 0.85
"""The similarity of a parent's label and the same with its table's initial before it."""

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """One way of reading a label: its entity words, its key words, and all of them run together."""

    entity: Words
    key: Words
    flat: str
    count: bool = False
    """It counts things (`num_semesters`, `number of rooms`) and names none."""


@dataclass(frozen=True, slots=True)
class LabelMatch:
    """`similarity` 0..1; `same` when both labels read alike and name an entity; `generic` when they are alike but name
    none (`id` and `id`); `informative` is False when a header says nothing (`c7`)."""

    similarity: float
    same: bool = False
    generic: bool = False
    informative: bool = True


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
        prefix = common_prefix([words(c.label) for c in table.columns])
        for column in table.columns:
            spellings: dict[Words, None] = {}
            for text in variants(column.label):
                spellings[words(text)] = None
                spellings[_strip(words(text), prefix)] = None
            readings = (*(_read(w) for w in spellings if w), *_short(spellings))
            says = informative(column.label) and bool(readings)
            owner = max((_owner(r, own) for r in readings), default=0.0) if says else 0.0
            key = says and any(r.key or _KEY_END.search(r.flat) for r in readings)
            upward = says and any(w in _UPWARD for r in readings for w in r.entity)
            plain = [r.entity for r in readings if not r.key] if says else []
            much = any(measured(entity) for entity in plain) or (says and any(r.count for r in readings))
            when = any(timed(entity) for entity in plain)
            out[column.id] = ColumnLabel(readings, own, column.position == 0, says, key, upward, owner, much, when)
    return out


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
                found = LabelMatch(max(_pair(c, p, parent), _role(c, p, parent), _initialled(c, p, parent)))
            if found.similarity > best.similarity:
                best = found
    return best


@lru_cache(maxsize=65_536)
def word_match(a: str, b: str) -> float:
    """1 for the same word, less for an abbreviation (`cust`, `mgr`) or a slip of the pen, 0 for different words."""
    if a == b:
        return 1.0
    if (left := _DIGITS.findall(a)) and (right := _DIGITS.findall(b)) and left != right:
        return 0.0  # `store1` and `store12` are two stores
    short, long = (a, b) if len(a) <= len(b) else (b, a)
    if not short or short[0] != long[0]:
        return 0.7 if len(short) >= 3 and len(long) - len(short) <= 2 and long.endswith(short) else 0.0
    if long.startswith(short):
        return {1: 0.4, 2: 0.5}.get(len(short), 0.85)
    if len(short) >= 5 and Levenshtein.distance(a, b) <= 1 + len(long) // 12:
        return 0.8
    if len(short) in (3, 4) and len(long) > len(short) + 1 and _subsequence(short, long):
        return 0.7
    return 0.0


def of_another(child: ColumnLabel, parent: ColumnLabel) -> bool:
    """Each has a word of its own beside the thing that both name: `rail_parcel_id` is no key of `permit_parcels`."""
    named = {w for r in parent.readings for w in r.entity} | set(parent.table)
    for reading in child.readings:
        own = [w for w in reading.entity if w not in _ROLES and w not in _UPWARD and not _among(w, named)]
        theirs = [w for w in parent.table if not _among(w, reading.entity)]
        if not (own and theirs and any(_among(w, named) for w in reading.entity)):
            return False
    return bool(child.readings)


def _among(word: str, others: Iterable[str]) -> bool:
    return any(word_match(word, other) >= 0.5 for other in others)


def _subsequence(short: str, long: str) -> bool:
    rest = iter(long)
    return all(c in rest for c in short)


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
    key = tuple(w for w in plain if w in KEY_WORDS)
    count = bool(entity) and (plain[0] in _COUNTS or plain[:2] == ("no", "of"))
    return Label(entity, key, "".join(plain), count)


def _whole(word: str) -> str:
    """A role that is cut short, in full: `sprvsr`."""
    return spoken(word, _ROLES) or word


def _owner(label: Label, table: Words) -> float:
    if not label.entity:
        return 1.0 if label.key else 0.0
    return _align(label.entity, table)


def _pair(child: Label, parent: Label, where: ColumnLabel) -> float:
    if not child.entity or child.count or parent.count:
        return 0.0
    targets: list[tuple[Words, float]] = []
    if parent.entity:
        targets.append((parent.entity, 1.0))
        targets.append((_merge(where.table, parent.entity), 1.0))
        if where.first:
            targets.append((where.table, 0.8))
    else:
        targets.append((where.table, 1.0))
    score = max(_align(child.entity, words_) * weight for words_, weight in targets)
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


def _role(child: Label, parent: Label, where: ColumnLabel) -> float:
    """`manager_id` or `advisor` may name any table of people by its key."""
    if not _ROLES.intersection(child.entity) or not (where.owner >= 0.7 or where.first):
        return 0.0
    return ROLE if _PEOPLE.intersection(where.table) or _PEOPLE.intersection(parent.entity) else 0.0


def _align(child: Iterable[str], parent: Words) -> float:
    """Share of the parent's words named by the child, a little less when the child has words of its own.

    The last word, the noun, counts twice; a child whose noun is another (`product_quantity`) means something else.
    """
    own = tuple(child)
    if not own or not parent:
        return 0.0
    parent_cover = _cover(parent, own)
    child_cover = _cover(own, parent)
    score = parent_cover * (0.6 + 0.4 * child_cover)
    if "".join(own) == "".join(parent):
        return 1.0
    return score if any(word_match(own[-1], p) for p in parent) else 0.6 * score


def _cover(wanted: Words, given: Words) -> float:
    total = found = 0.0
    for i, word in enumerate(wanted):
        weight = 2.0 if i == len(wanted) - 1 else 1.0
        total += weight
        found += weight * max(word_match(word, g) for g in given)
    return found / total


def _merge(table: Words, column: Words) -> Words:
    return (*(w for w in table if w not in column), *column)
