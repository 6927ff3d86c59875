"""What people call the rows of a table, from its label: `vehicle_master` are vehicles, `orders log 22-24` orders.

A label says besides what its rows are also how its file came about (`_export`, `_final_v2`), what part it plays
(`dim_`, `_master`), and of which years it is. Such words, at either end, are left out where something is left.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping

from core.text.words import opening_words, singular, words

LOOKUPS = frozenset("lookup lookups lkp".split())
"""Behind what a list names for all other tables."""
BEHIND = LOOKUPS | frozenset(
    "master mstr mst log logs table tbl export exports extract extracts dump final latest current copy backup bak raw "
    "clean cleaned v new".split()
)
"""Words behind a table's own."""
_LOGS = frozenset({"log", "logs"})
BEHIND_MANY = frozenset(
    "data dataset records statistics stats list listing file files report overview book diary sheet ledger".split()
)
"""Such as only say nothing behind a plural: `cars data`, but `medical data`, `price list`."""
_SERIES = frozenset("monthly annual annually yearly quarterly weekly daily hourly".split())
"""Behind a plural, how often its figures come: `loans_monthly`."""
_SEASONS = frozenset("spring summer autumn winter".split())
_WHITHER = frozenset("in out back".split())
"""Behind a plural, when its rows were or where they went: `class bookings autumn 24`, `crates back`; goods are no
such."""
_REGISTERS = frozenset("register registry directory roster".split())
"""Behind what is registered: a `bridge register` holds bridges."""
_REGISTERING = frozenset("attendance electoral cash land duty rota".split())
"""Before a register, what its rows are not."""
UNCOUNTED = frozenset(
    "fuel water energy electricity power gas heat weather rain rainfall snow air noise traffic maintenance staff stock "
    "inventory waste fraud crime health safety food money cash work training travel mail news access".split()
)
"""What has no plural: a row of a `fuel log` is no fuel."""
BEFORE = frozenset("tbl table dim fact fct stg staging raw vw view tmp export extract dump copy clean cleaned".split())
"""Words before them."""


_NUMBERED = frozenset("no number id ref reference code".split())
"""Behind what a row is, in the header of its number: a `bike list` with a `Bike No.` holds bikes."""

_TAIL = re.compile(r"(?<=[a-z]{4})\d{2,6}$")
"""A year or a number run together with a word: `receipts25`, `towns10000`."""
_MONTHS = frozenset("jan feb mar apr may jun jul aug sep sept oct nov dec".split())
_SHEETS = BEHIND | BEHIND_MANY | _REGISTERS | frozenset("sheet tab page main all table tables blatt feuil hoja".split())
"""Words of sheets that say nothing of their rows."""
LONGEST = 3
"""Words of a table's label that are still said of its rows."""
_MARK = 3
"""Letters of a mark before labels, at most."""
_MOST = 0.7
"""The share of labels that begin with the same words, where these name whose tables they are."""
_LONG = ", by "
"""How views of tables in another shape are called."""


def plain_words(label: str, columns: Collection[str] = ()) -> tuple[str, ...]:
    """The words for a table's rows, folded, as the label has them; all words where nothing else is left. `columns` are
    the labels of its columns of text: a `product list` with a column `Product` holds products."""
    whole = words(label)
    file, _, sheet = label.rpartition("/")
    if file and _LONG not in sheet:
        return _of_sheet(file, sheet, columns) or whole
    said = [bare for w in whole if not _numbered(bare := _TAIL.sub("", w))]
    while len(said) > 1 and said[-1] in _MONTHS:
        said = said[:-1]
    named = {words(c) for c in columns}
    named |= {said[:-1] for said in named if len(said) > 1 and said[-1] in _NUMBERED}
    said = _without_tail(said, named)
    while len(said) > 1 and said[0] in BEFORE:
        said = said[1:]
    return tuple(said) or whole


def _without_tail(said: list[str], named: Collection[tuple[str, ...]]) -> list[str]:
    while len(said) > 1 and (
        _adds_nothing(said[-1], said[-2]) or (said[-1] in BEHIND_MANY and tuple(said[:-1]) in named)
    ):
        said = said[:-1]
    return said


def short_names(labels: Mapping[str, Collection[str]]) -> dict[str, tuple[str, ...]]:
    """Fewer words for the rows of tables, by their labels, where a label has too many to be said or its last is no
    noun: without what most labels begin with (a publisher's name, a series), nor what follows `by` or only says that
    it is data: `RW_fault_data_2024`, `roads-and-lights-survey-lamp-2021-2024`, `visits by site and age`. None that
    another table goes by. `labels` hold those of columns as for `plain_words`."""
    whole = {label: list(plain_words(label, columns)) for label, columns in labels.items() if "/" not in label}
    opening = opening_words([words(label) for label in labels], _MOST)
    found: dict[str, tuple[str, ...]] = {}
    for label, plain in whole.items():
        marked = sum(len(word) <= _MARK for word in opening[:1])
        series = len(opening) if len(plain) > LONGEST else marked
        bare = plain[series:] if tuple(plain[:series]) == opening[:series] else plain
        keys = {key[:-1] for c in labels[label] if len(key := words(c)) > 1 and key[-1] in _NUMBERED}
        said = _without_tail(bare, {k[-n:] for k in keys for n in (1, 2)})
        things = said[: said.index("by")] if len(said) > LONGEST and "by" in said[1:] else said
        said = things if singular(things[-1]) != things[-1] else said
        if 0 < len(said) <= LONGEST and (said != bare or len(plain) > LONGEST):
            found[label] = tuple(said)
    taken = Counter(tuple(map(singular, found.get(label, plain))) for label, plain in whole.items())
    return {label: said for label, said in found.items() if taken[tuple(map(singular, said))] == 1}


def _of_sheet(file: str, sheet: str, columns: Collection[str]) -> tuple[str, ...]:
    """Of `Tenants list FINAL/Tenants` the sheet's, which says what its rows are; of `Tenants list FINAL/Left` the
    sheet's before the file's: left tenants; of `Tenants/Sheet1` the file's."""
    said = plain_words(sheet, columns)
    own = [w for w in said if not _numbered(w) and w not in _SHEETS | _MONTHS]
    if own and singular(own[-1]) != own[-1]:
        return tuple(own)
    whole = plain_words(file, columns)
    return (*(w for w in own if singular(w) not in map(singular, whole)), *whole)


def _adds_nothing(word: str, before: str) -> bool:
    """The last word says only what the file is; a `fuel log` holds entries of a log, and an `orders log` orders."""
    if word in _LOGS and before in UNCOUNTED:
        return False
    if word in _REGISTERS:
        return before == "staff" or before not in _REGISTERING | UNCOUNTED
    if word in _WHITHER and before == "goods":
        return False
    return word in BEHIND or (word in BEHIND_MANY | _SERIES | _SEASONS | _WHITHER and singular(before) != before)


def _numbered(word: str) -> bool:
    """A year, a number, an edition: 2024, 22, v2, q1."""
    return any(c.isdigit() for c in word)


def plain_names(labels: Mapping[str, Collection[str]]) -> dict[str, str]:
    """The plain words for each table, by its label; `labels` hold those of its columns of text. Where they are its
    whole label, or another table goes by the same, it has none."""
    said = {label: " ".join(plain_words(label, columns)) for label, columns in labels.items()}
    said |= {label: " ".join(short) for label, short in short_names(labels).items()}
    alike = Counter(said.values())
    return {label: plain for label, plain in said.items() if alike[plain] == 1 and plain != " ".join(words(label))}
