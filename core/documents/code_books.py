"""What codes and columns mean, as a loaded table tells it: a dictionary among the files, a row for each value.

Such a table names columns of others in one of its own (`variable`, `field`), and gives a code and its meaning beside.
Which of its columns are these is told by what they hold: labels, values that the columns named hold, and different
words for each. Any order and any headers will do.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from core.documents.code_lists import codes_of_lists, headed, lists_in
from core.documents.codes import LONGEST, MOST_VALUES, Coded, decoded, values_by_form
from core.documents.match import Entry, Found, called, described, dictionary, entries, owners_of
from core.errors import JoineryError
from core.model import Column, Rows, Table
from core.text.unknown import NOTHING, unknown
from core.text.words import flat, normalise, singular, words

MOST_ROWS = 20_000
"""A table with more rows is no dictionary."""
_TOLD = 2
"""Values of one column that a dictionary must tell of, at least."""
_MISSING = frozenset("missing value values code codes data".split())
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_Line = tuple[str, ...]


class CodeBooks:
    """The meanings that loaded dictionaries give, read anew when the tables change. Threads may share it."""

    def __init__(self, read: Callable[[str, int], Rows]) -> None:
        """`read` runs a SELECT for at most so many rows; it may raise JoineryError."""
        self._read = read
        self._known: tuple[tuple[Table, ...], tuple[Table, ...]] | None = None

    def decoded(self, tables: tuple[Table, ...]) -> tuple[Table, ...]:
        """The tables with what their dictionaries say that values and columns mean; as they are while rows cannot be
        read."""
        known = self._known
        if known is None or known[0] != tables:
            coded: list[Coded] = []
            said: list[Entry] = []
            for codes, columns in self._told(tables):
                coded += codes
                said += columns
            known = self._known = (tables, described(decoded(tables, coded) if coded else tables, said))
        return known[1]

    def _told(self, tables: tuple[Table, ...]) -> Iterator[tuple[list[Coded], tuple[Entry, ...]]]:
        """What each dictionary says of the other tables' values, and of their columns."""
        owners = owners_of(tables)
        books = [t for t in tables if t.rows <= MOST_ROWS and len(t.columns) > 2 and dictionary(t, owners)]
        keys = [t for t in tables if is_key(t)]
        lists = {t.name: places for t in tables if t.rows <= MOST_ROWS and (places := lists_in(t))}
        told = [t for t in tables if t not in books and t not in keys and t.name not in lists]
        done: set[str] = set()
        for book in dict.fromkeys((*books, *keys, *(t for t in tables if t.name in lists))):
            named = book.name.replace('"', '""')
            try:
                rows = self._read(f'SELECT * FROM "{named}"', MOST_ROWS).rows
            except JoineryError:
                continue
            lines = [tuple("" if v is None else str(v).strip() for v in r) for r in rows]
            found = list(
                codes_of_key(book.label, lines, told)
                if book in keys
                else codes_of(book.label, lines, told, lists.get(book.name))
            )
            if book in books:
                found += _missing(book, lines, told, {(c.about, c.value) for c in found})
            done |= {c.about for c in found}
            if book.name in lists:
                found += [c for c in codes_of_lists(book.label, lists[book.name], lines, told) if c.about not in done]
            yield found, _columns(book, lines, told) if book in books else ()


def _missing(
    book: Table, lines: Sequence[_Line], tables: Sequence[Table], known: Collection[tuple[str, str]]
) -> list[Coded]:
    """The codes that a dictionary lists under `Missing values`, as such: `-9; -8`."""
    at = next(
        (i for i, c in enumerate(book.columns) if (said := set(words(c.label))) <= _MISSING and "missing" in said), None
    )
    if at is None:
        return []
    held = _held(tables)
    name = _naming(lines, held)
    return [
        Coded(h.column.id, h.values[code], "Missing", _row(book.label, n, r))
        for n, r in enumerate(lines, 1)
        for h in _meant(r, held.get(flat(r[name]), ()))
        for code in map(normalise, _NUMBER.findall(r[at]))
        if at != name and code in h.values and (h.column.id, h.values[code]) not in known
    ]


def _columns(book: Table, lines: Sequence[_Line], tables: Sequence[Table]) -> tuple[Entry, ...]:
    """What a dictionary's rows say of columns, as of one that lies among the documents."""
    return entries([_row(book.label, n, r) for n, r in enumerate(lines, 1)], tables)


def _row(book: str, n: int, line: _Line) -> Found:
    return Found(book, f"row {n}", "; ".join(filter(None, line)), line)


def _naming(lines: Sequence[_Line], held: Mapping[str, object]) -> int:
    """Which of the cells names columns: most of those that are held."""
    width = len(lines[0]) if lines else 0
    return max(range(width), key=lambda i: len({flat(r[i]) for r in lines} & held.keys()), default=0)


def is_key(table: Table) -> bool:
    """A table of codes and what they mean, and nothing else: two columns whose headers say so, and not of what."""
    if len(table.columns) != 2 or table.rows > MOST_VALUES:
        return False
    return headed([c.label for c in table.columns])


def codes_of_key(book: str, lines: Sequence[_Line], tables: Sequence[Table]) -> tuple[Coded, ...]:
    """What such a table says of the one column of text that holds its codes and no others; () where several do."""
    said = {normalise(line[0]): (n, line) for n, line in enumerate(lines, 1) if line[0]}
    holding = [
        c
        for t in tables
        for c in t.columns
        if c.type == "text"
        and _TOLD <= c.profile.distinct <= len(c.profile.common)
        and {normalise(v) for v, _ in c.profile.common} <= said.keys()
    ]
    if len({flat(c.label) for c in holding}) != 1:
        return ()
    found = [(c, v, *said[normalise(v)]) for c in holding for v, _ in c.profile.common]
    return tuple(
        Coded(c.id, v, meaning, Found(book, f"row {n}", "; ".join(line), line))
        for c, v, n, line in found
        if (meaning := _short(line[1])) and normalise(v) != normalise(meaning)
    )


def codes_of(
    book: str, lines: Sequence[_Line], tables: Sequence[Table], places: tuple[int, int, int] | None = None
) -> tuple[Coded, ...]:
    """What the lines of a dictionary say of the values of these tables' columns; () where they tell of none. `places`
    say where a column's name, a code and its meaning stand, where headers tell."""
    held = _held(tables)
    width = len(lines[0]) if lines else 0
    name = _naming(lines, held)
    if places is not None and name != places[0]:
        return ()
    of = [(r, _meant(r, held.get(flat(r[name]), ()))) for r in lines]
    of = [(r, columns) for r, columns in of if columns]
    if not of:
        return ()

    def stored(line: _Line, columns: Sequence[_Held], i: int) -> bool:
        return line[i].casefold() not in NOTHING and any(normalise(line[i]) in h.values for h in columns)

    others = [i for i in range(width) if i != name]
    code = max(others, key=lambda i: sum(stored(r, columns, i) for r, columns in of))
    code = places[1] if places else code
    coded = [(r, columns) for r, columns in of if stored(r, columns, code)]
    says = places[2] if places else _telling(coded, name, [i for i in others if i != code])
    if says is None:
        return ()
    found: dict[str, dict[str, Coded]] = defaultdict(dict)
    for n, (line, columns) in enumerate(coded, 1):
        meaning = _short(line[says])
        for h in columns if meaning else ():
            value = h.values.get(normalise(line[code]))
            if value is not None and normalise(value) != normalise(meaning) and (h.few or unknown(meaning)):
                found[h.column.id].setdefault(value, Coded(h.column.id, value, meaning, _row(book, n, line)))
    kept = [of for of in found.values() if len(of) >= _TOLD or all(unknown(c.meaning) for c in of.values())]
    return tuple(c for of_column in kept for c in of_column.values())


class _Held:
    """The stored value of each normalised one of a column: of few, or of numbers of which some stand for none."""

    def __init__(self, table: Table, column: Column, plain: str) -> None:
        self.table, self.column = table, column
        self.names = (table.label, table.name, plain)
        self.few = 0 < column.profile.distinct <= MOST_VALUES
        held = [v for v, _ in column.profile.common]
        ends = () if self.few else (column.profile.minimum, column.profile.maximum)
        stored = (*held, *(str(e) for e in ends if e is not None))
        self.values = values_by_form(column, stored)


def _held(tables: Sequence[Table]) -> dict[str, list[_Held]]:
    """The columns that may hold codes, by their labels and names."""
    found: dict[str, list[_Held]] = defaultdict(list)
    plain = called(tables)
    for t in tables:
        for c in t.columns:
            few = c.type in ("text", "boolean", "real") and 0 < c.profile.distinct <= MOST_VALUES
            if c.type == "integer" or few:
                for spelling in {flat(c.label), flat(c.name)} - {""}:
                    found[spelling].append(_Held(t, c, plain.get(t.name, "")))
    return found


def _meant(line: _Line, columns: Sequence[_Held]) -> list[_Held]:
    """The columns of the table that a line names beside, in the singular or plural; of all tables if it names none."""
    said = {tuple(map(singular, words(cell))) for cell in line if cell}
    inside = [h for h in columns if any(tuple(map(singular, words(n))) in said for n in h.names)]
    return inside or list(columns)


def _telling(coded: Sequence[tuple[_Line, Sequence[_Held]]], name: int, cells: Sequence[int]) -> int | None:
    """Which cell says what a code means: the one that has words of its own for most values of a column."""
    scores: list[tuple[float, int]] = []
    for i in cells:
        groups: dict[str, list[str]] = defaultdict(list)
        for line, _ in coded:
            if any(c.isalpha() for c in line[i]) and line[i].casefold() not in NOTHING:
                groups[flat(line[name])].append(line[i])
        different = sum(len(set(said)) for said in groups.values() if len(set(said)) > 1)
        scores.append((different, -i))
    best = max(scores, default=(0, 0))
    return -best[1] if best[0] >= _TOLD else None


def _short(meaning: str) -> str:
    """Whole; a long one without what stands in brackets at its end."""
    text = " ".join(meaning.split())
    head = text.split(" (", 1)[0] if text.endswith(")") and len(text) > LONGEST else text
    return "" if text.casefold() in NOTHING else (head or text)[:LONGEST]
