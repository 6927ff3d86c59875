"""The passages of documents that are cited beside an answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from core.documents.match import Entry, Found
from core.documents.notes import is_notes, name_of, to_cite
from core.documents.store import RELEVANT, Documents
from core.errors import StoreError
from core.model import Answer, Citation, Table
from core.text.words import normalise

MOST_CITED = 3


def cited(answer: Answer, documents: Documents, tables: Sequence[Table]) -> Answer:
    """The answer with the passages that describe what it shows, filters or counts; else the one nearest in meaning."""
    if answer.sql is None or not documents.names():
        return answer
    try:
        by_column: dict[str, list[Entry]] = defaultdict(list)
        for e in documents.entries(tables):
            by_column[e.about].append(e)
        used = _used(answer.sql, tables)
        coded = [c for c in documents.codes(tables) if c.about in used and _held(answer.sql, c.value)]
        found = [c.passage for c in coded] + [e.passage for c in used for e in by_column.get(c, ())[:1]]
        beside = _beside(answer, documents, tables, used)
        if not found:
            near = documents.search(answer.question, 1)
            found = [p for p, cosine in near if cosine >= RELEVANT and not is_notes(p.document)]
    except StoreError:
        return answer
    passages = list(dict.fromkeys([*list(dict.fromkeys(found))[:MOST_CITED], *beside]))
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


def _held(sql: str, value: str) -> bool:
    """A query compares something with the value."""
    import sqlglot
    from sqlglot import exp

    try:
        tree = sqlglot.parse_one(sql, dialect="sqlite")
    except sqlglot.errors.SqlglotError:
        return False
    return any(normalise(literal.this) == normalise(value) for literal in tree.find_all(exp.Literal))


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
