"""Which column a passage describes: its first words, or a cell of its row, are the column's label."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from core.documents.plain_lines import told_on_lines
from core.documents.prose import in_prose
from core.documents.rows_said import row_said
from core.documents.several_terms import parts_of
from core.model import Table
from core.text.table_names import plain_names
from core.text.units import UNITS
from core.text.words import flat, singular, words

_SHORTEST = 3
"""Letters that a unit, or a remark in short, has."""
LONGEST = 300
"""Characters of a description."""
_FIELD = frozenset("field fieldname column columnname variable variablename var varname attribute".split())
"""Headers of what a dictionary's rows tell of."""
_TABLE = frozenset(("table", "tablename", "file", "filename", "dataset"))
"""Headers of the table that such a column is of."""
_TERM = re.compile(
    r"[`\"'“*_]*+(?P<term>[^`\"'“”*:–—=]{1,60}?)[`\"'”*_]*+"
    # Blanks that are taken are not given back, else each place would try each way to share them out.
    r"(?:\s*+\((?P<aside>[^()]{1,30})\))?(?:\s*+[`*_]++)?(?:\s*+[:–—=]|\s++-(?=\s))[`*_]*\s+(?P<said>\S.*)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Found:
    """A passage as the store keeps it; `line` and `breaks` as in `core.documents.read.Passage`."""

    document: str
    place: str
    text: str
    cells: tuple[str, ...] = ()
    line: int = 0
    breaks: tuple[int, ...] = ()

    @property
    def source(self) -> str:
        """The document, and the place in it."""
        return ", ".join(filter(None, (self.document, self.place)))

    def line_at(self, offset: int) -> int:
        """The line on which a sign of the text stands; 0 where there are no lines."""
        return self.line + sum(b <= offset for b in self.breaks) if self.line else 0


@dataclass(frozen=True, slots=True)
class Entry:
    """What a document says of a column (`table.column`), or of a table (its name)."""

    about: str
    text: str
    passage: Found


def entries(passages: Sequence[Found], tables: Sequence[Table], coded: Collection[Found] = ()) -> tuple[Entry, ...]:
    """Every passage that describes a column or table, in order; it may describe the like-named of several tables.

    A heading, or another cell of the row, that names a table narrows it to that one. Rows speak only where several
    rows of the document name columns in the same place, so that a list of values is not taken for a dictionary. Rows
    that tell what a code means (`coded`) tell of their column what several of them say alike.
    """
    named = _Names(tables)
    by_document: dict[str, list[Found]] = defaultdict(list)
    for p in passages:
        by_document[p.document].append(p)
    found: list[Entry] = []
    for group in by_document.values():
        at = _name_column(group, named)
        runs = _runs(group, at, named) if at is not None else {}
        coding = _coding(list(runs.values()))
        for p in group:
            if p.cells:
                if at is None or at >= len(p.cells):
                    continue
                run = runs[_of(p, at, named)]
                if len(run) > 1:  # once for all its codes
                    found += named.meant(p, p.cells[at], _said_of_all(run, at, named)) if p is run[0] else []
                elif p not in coded:
                    codes = coding if all(p.cells[i] for i in coding if i < len(p.cells)) else ()  # else it has no code
                    own = [c if i == at or i not in codes else "" for i, c in enumerate(p.cells)]
                    found += named.meant(p, p.cells[at], _said(own, at, named))
            elif told := [e for part in parts_of(p.text, named.columns) for e in named.said_in(p, part)]:
                found += told
            else:
                for term, said in in_prose(p.text, named.columns):
                    found += named.meant(p, term, said)
                if row_said(p.text) and (of := named.home(p)) is not None:
                    found.append(Entry(of, " ".join(p.text.split())[:LONGEST], p))
        plainly = [(p, *told) for p in group if not p.cells for told in told_on_lines(p.text, p.breaks, named.columns)]
        if len({flat(name) for _, name, _ in plainly}) > 1:  # one may be the beginning of a sentence
            found += [e for p, name, said in plainly for e in named.meant(p, name, said)]
    return tuple(found)


def described(tables: Sequence[Table], entries: Sequence[Entry]) -> tuple[Table, ...]:
    """The tables with what documents say of their columns; a person's description of a table stays."""
    if not entries:
        return tuple(tables)
    said: dict[str, str] = {}
    for e in entries:
        said.setdefault(e.about, e.text)
    taken = {spelling for t in tables for spelling in (flat(t.label), flat(" ".join(map(singular, words(t.label)))))}
    rows = {e.about: noun for e in reversed(entries) if (noun := row_said(e.text)) and flat(noun) not in taken}
    return tuple(
        replace(
            t,
            description=t.description or said.get(t.name, ""),
            row=t.row or rows.get(t.name, ""),
            columns=tuple(replace(c, description=said[c.id]) if c.id in said else c for c in t.columns),
        )
        if t.name in said or any(c.id in said for c in t.columns)
        else t
        for t in tables
    )


def owners_of(tables: Sequence[Table]) -> dict[str, set[str]]:
    """The labels and names of all columns, flat, to the tables that have one."""
    owners: dict[str, set[str]] = defaultdict(set)
    for table in tables:
        for column in table.columns:
            for spelling in (flat(column.label), flat(column.name)):
                owners[spelling].add(table.name)
    return owners


_PER_LABEL = 40
"""Rows of a dictionary for each label on average, at most."""


def dictionary(table: Table, owners: Mapping[str, Collection[str]]) -> bool:
    """A table that tells of others: one of its columns holds the labels of their columns, a row or more for each.

    Of one column alone only under a header that says so (`Field`, `Code`, `Meaning`, and perhaps `Table`). A long view
    holds the labels of the table that it is made of, and tells nothing of it.
    """
    for column in table.columns if not table.derived_from else ():
        if column.type == "text":
            values = {flat(value) for value, _ in column.profile.common}
            named = sum(any(t != table.name for t in owners.get(v, ())) for v in values)
            most = _PER_LABEL if named > 2 else _PER_LABEL // 4  # “Girls” and “Boys” may be values of things
            if named > 1 and 2 * named >= len(values) and table.rows <= most * len(values):
                return True
            of_table = any(flat(c.label) in _TABLE for c in table.columns)
            if named == len(values) == 1 and flat(column.label) in _FIELD and len(table.columns) == 3 + of_table:
                return True
    return False


def dictionaries(tables: Sequence[Table]) -> frozenset[str]:
    """The tables that tell of the columns of others, by name: what their codes mean is known of these columns, and no
    row belongs to them."""
    owners = owners_of(tables)
    return frozenset(t.name for t in tables if dictionary(t, owners))


def called(tables: Sequence[Table]) -> dict[str, str]:
    """What people call tables whose labels say more than that, by their names: `checkins` for `checkins log 22-24`."""
    plain = plain_names({t.label: [c.label for c in t.columns if c.type == "text"] for t in tables})
    return {t.name: plain[t.label] for t in tables if t.label in plain} | {t.name: t.row for t in tables if t.row}


def _with_aside(term: re.Match[str]) -> str:
    """What is said of a term; a word in brackets behind it is what people call it: `HR Code (region): Y56 London`."""
    aside = (term["aside"] or "").strip().lower()
    called = aside.isalpha() and len(aside) > _SHORTEST and aside not in UNITS
    return f"{aside}: {term['said']}" if called else term["said"]


class _Names:
    """The tables and columns by their labels and names."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self.tables: dict[str, str] = {}
        self.columns: Mapping[str, dict[str, str]] = defaultdict(dict)
        self.tables |= {flat(said): name for name, said in called(tables).items()}
        self.labels = [{singular(w) for w in words(t.label)} for t in tables]
        for t in tables:
            self.tables |= {flat(t.label): t.name, flat(t.name): t.name, flat(t.label.rsplit("/", 1)[-1]): t.name}
            for c in t.columns:
                for spelling in {flat(c.label), flat(c.name)} - {""}:
                    self.columns[spelling].setdefault(t.name, c.id)

    def table(self, said: str) -> str | None:
        """The table that some text names, by its file too."""
        return self.tables.get(flat(said).removesuffix("csv"))

    def begins(self, said: str) -> bool:
        """A word or two of the label of one table, as people call it for short: `services` of `registered services`."""
        plain = {singular(w) for w in words(said)}
        return bool(plain) and sum(plain <= label for label in self.labels) == 1

    def meant(self, passage: Found, term: str, said: str) -> list[Entry]:
        """The columns that bear the term, in the table that the passage names if it names one."""
        if not any(c.isalpha() for c in said):
            return []
        text = " ".join(said.split())[:LONGEST]
        table, _, column = term.rpartition(".")
        homes = self.columns.get(flat(column if flat(table) in self.tables else term), {})
        inside = self._inside(passage, table)
        chosen = {t: c for t, c in homes.items() if t in inside} or homes
        if chosen:
            return [Entry(c, text, passage) for c in chosen.values()]
        if (named := self.table(term)) is not None and not passage.cells:
            return [Entry(named, text, passage)]
        return []

    def said_in(self, passage: Found, text: str) -> list[Entry]:
        """What a text that begins with a term and a sign says of it."""
        met = _TERM.match(text)
        return self.meant(passage, met["term"], _with_aside(met)) if met else []

    def home(self, passage: Found) -> str | None:
        """The one table that the place of a passage names, as the heading above it."""
        inside = self._inside(passage, "")
        return next(iter(inside)) if len(inside) == 1 else None

    def _inside(self, passage: Found, said: str) -> set[str]:
        parts = re.split(r"\W*(?:\btable\b|\bfile\b|[:(])\W*", passage.place)
        return {t for x in (said, *passage.cells, *parts) if (t := self.table(flat(x))) is not None}


def _name_column(group: Sequence[Found], named: _Names) -> int | None:
    """Which cell of a document's rows holds column labels: at least two, and a third of the rows."""
    rows = [p.cells for p in group if p.cells]
    hits = Counter(i for cells in rows for i, c in enumerate(cells) if flat(c.rpartition(".")[2]) in named.columns)
    for i, n in sorted(hits.items(), key=lambda h: (-h[1], h[0])):
        if n < 2 or n * 3 < len(rows):
            return None
        said = [flat(cells[i]) for cells in rows if i < len(cells) and cells[i]]
        different = len(set(said))
        together = sum(1 for _ in groupby(said)) == different  # a row for each code, those of one column together
        if different * 2 > len(rows) or (different > 2 and n * 2 > len(rows) and together):
            return i
    return None


def _of(p: Found, at: int, named: _Names) -> tuple[str, ...]:
    """The label that a dictionary's row tells of, and the tables that it names beside."""
    tables = (table for i, cell in enumerate(p.cells) if i != at and (table := named.table(cell)) is not None)
    return (flat(p.cells[at]), *tables)


def _runs(group: Sequence[Found], at: int, named: _Names) -> dict[tuple[str, ...], list[Found]]:
    """The rows of each column that stand together: of a dictionary with a row for each code several. What is told of at
    two places is not one thing."""
    rows = [p for p in group if at < len(p.cells)]
    runs: dict[tuple[str, ...], list[Found]] = {}
    for of, run in groupby(rows, key=lambda p: _of(p, at, named)):
        runs[of] = [] if of in runs else list(run)
    return runs


def _coding(runs: Sequence[Sequence[Found]]) -> frozenset[int]:
    """The cells that tell a code and what it means, where rows do: they differ between the rows of one column."""
    return frozenset(
        i
        for run in runs
        for i in range(min((len(p.cells) for p in run), default=0))
        if len({p.cells[i] for p in run}) > 1
    )


def _said_of_all(run: Sequence[Found], at: int, named: _Names) -> str:
    """What a dictionary with a row for each code says of the column itself: once, or the same in all its rows."""
    width = max(len(p.cells) for p in run)
    cells = [{p.cells[i] for p in run if i < len(p.cells)} - {""} for i in range(width)]
    once = [next(iter(said)) if len(said) == 1 else "" for said in cells]
    return _said(["" if i != at and not _tells(text) else text for i, text in enumerate(once)], at, named)


def _tells(text: str) -> bool:
    """Words, not a code."""
    return sum(c.isalpha() for c in text) > 2


def _said(cells: Sequence[str], at: int, named: _Names) -> str:
    """The longest other cell that is no list of codes, and what else stands in the row: a unit, the codes. The file
    that it is of says nothing of the column."""
    others = [c for i, c in enumerate(cells) if i != at and c and named.table(c) is None]
    others = [c for c in others if c not in cells[:at] or not named.begins(c)]
    longest = max(others, key=lambda c: (c.count("=") < 2, len(c)), default="")
    return "; ".join([longest, *(c for c in others if c != longest and len(c) > 3)])
