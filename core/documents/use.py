"""The passages of documents that are cited beside an answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from core.documents.codes import Coded
from core.documents.match import Entry, Found
from core.documents.notes import is_notes, name_of, to_cite
from core.documents.store import RELEVANT, Documents
from core.errors import StoreError
from core.model import Answer, Citation, Table
from core.text.words import normalise

if TYPE_CHECKING:
    from sqlglot.expressions import Expression

MOST_CITED = 3
MOST_CODES = 20
"""Codes are cited as they stand in conditions or rows, not the first few of their list."""


def cited(answer: Answer, documents: Documents, tables: Sequence[Table]) -> Answer:
    """The answer with the passages that describe what it shows, filters or counts; else the one nearest in meaning."""
    if answer.sql is None or not documents.names():
        return answer
    try:
        by_column: dict[str, list[Entry]] = defaultdict(list)
        for e in documents.entries(tables):
            by_column[e.about].append(e)
        used = _used(answer.sql, tables)
        codes = [c for c in documents.codes(tables) if c.about in used]
        asked, shown = (_compared(answer.sql), _shown(answer)) if codes else (frozenset(), frozenset())
        coded = [c.passage for c in codes if normalise(c.value) in asked or shown & _as_shown(c)]
        found = list(dict.fromkeys(coded))[:MOST_CODES]
        found += [e.passage for c in used for e in by_column.get(c, ())[:1]][: max(0, MOST_CITED - len(found))]
        beside = _beside(answer, documents, tables, used)
        if not found:
            near = documents.search(answer.question, 1)
            found = [p for p, cosine in near if cosine >= RELEVANT and not is_notes(p.document)]
    except StoreError:
        return answer
    passages = list(dict.fromkeys([*found, *beside]))
    sources = [_source(p) for p in passages]
    return replace(answer, citations=tuple(Citation(s, p.text) for s, p in zip(sources, passages, strict=True)))


def _beside(answer: Answer, documents: Documents, tables: Sequence[Table], used: Sequence[str]) -> list[Found]:
    """What the files of the tables say beside their rows of what was asked, with their sources."""
    named = {t.derived_from or t.name for t in tables if t.name in answer.tables}
    known = {name for name, _ in documents.names()}
    found: list[Found] = []
    for table in (t for t in tables if t.name in named and name_of(t) in known):
        columns = [c for c in table.columns if c.id in used]
        found += to_cite(documents.passages(name_of(table)), answer.question, columns)
    return found[:MOST_CITED]


def _source(passage: Found) -> str:
    if is_notes(passage.document):
        return passage.place
    return f"{passage.document}, {passage.place}" if passage.place else passage.document


def _compared(sql: str) -> frozenset[str]:
    """What a query compares something with, but for values that it only writes out: `CASE status WHEN 'A'`."""
    import sqlglot
    from sqlglot import exp

    try:
        tree = sqlglot.parse_one(sql, dialect="sqlite")
    except sqlglot.errors.SqlglotError:
        return frozenset()
    return frozenset(normalise(n.this) for n in tree.find_all(exp.Literal) if not _written_out(n))


def _written_out(literal: Expression) -> bool:
    from sqlglot import exp

    case = literal.parent.parent if isinstance(literal.parent, exp.If) else None
    return isinstance(case, exp.Case) and case.this is not None


def _shown(answer: Answer) -> frozenset[tuple[str, str]]:
    """The cells of the rows, each with its column's label and as a text of any column."""
    found: set[tuple[str, str]] = set()
    for label, cells in zip(answer.columns, zip(*answer.rows, strict=False), strict=False):
        for cell in set(cells):
            if cell is not None:
                found.add((label, normalise(str(cell))))
            if isinstance(cell, str):
                found.add(("", normalise(cell)))
    return frozenset(found)


def _as_shown(code: Coded) -> set[tuple[str, str]]:
    """How a code stands in rows: its meaning in any column, itself in its own."""
    return {("", normalise(code.meaning)), (code.about.rpartition(".")[2], normalise(code.value))}


def _used(sql: str, tables: Sequence[Table]) -> tuple[str, ...]:
    """The columns that a query speaks of beyond joining its tables, as `table.column`, in order."""
    import sqlglot
    from sqlglot import exp

    try:
        tree = sqlglot.parse_one(sql, dialect="sqlite")
    except sqlglot.errors.SqlglotError:
        return ()
    named = {t.alias_or_name: t.name for t in tree.find_all(exp.Table)}
    inside = {t.name: {c.name for c in t.columns} for t in tables if t.name in named.values()}
    found: list[str] = []
    for column in tree.find_all(exp.Column):
        join = column.find_ancestor(exp.Join, exp.Select)
        if isinstance(join, exp.Join):
            continue
        home = named.get(column.table, "") if column.table else ""
        homes = [home] if home else [t for t, columns in inside.items() if column.name in columns]
        found += [f"{t}.{column.name}" for t in homes[:1]]
    return tuple(dict.fromkeys(found))
