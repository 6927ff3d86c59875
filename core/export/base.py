"""What an export is made from: the answer, all of its rows, and the tables they came from."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from core.ask.labelled import called
from core.errors import QueryError
from core.model import Answer, PathEdge, Rows, Table, Value
from core.profiles.provenance import provenance, said

MOST_ROWS = 500_000
MOST_CELLS = 5_000_000
"""An export holds no more, so that it can be made in memory; it says so when there was more."""
MOST_FILES = 20
"""Files of a table that are named with what is known of each."""
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?)?")
_MONTH = re.compile(r"\d{4}-\d\d")
_DIGITS = ((sys.float_info.dig, 12), (12, 9))
"""Digits that may be a sum's own, and how many of them an amount has at most."""
_FIRST_YEAR = 1900
DATA = "data.sqlite"
"""Where in a workspace the rows lie."""


class Queries(Protocol):
    """Who runs a query of the workspace: what an export asks for all rows."""

    def sql(self, query: str, *, limit: int | None = None) -> Rows: ...

    def own_sql(self, query: str) -> tuple[str, str]: ...


@dataclass(frozen=True, slots=True)
class Export:
    """One answer with all that its files tell. `made_at` is UTC, ISO 8601; `data` is the workspace's rows."""

    answer: Answer
    rows: Rows
    tables: tuple[Table, ...]
    """Those the answer used."""
    data: Path
    made_at: str
    partial: str = ""
    """Why not all rows are here; empty: they are."""
    asked: tuple[str, str] = ("", "")
    """The database that was asked, and the query in its own SQL; "" where that is the query itself."""

    @property
    def sql(self) -> str:
        """The query, without the semicolon at its end."""
        return (self.answer.sql or "").strip().rstrip(";").rstrip()

    @property
    def heads(self) -> tuple[str, ...]:
        """The column headings, each once."""
        return once(self.rows.columns)


def gather(
    answer: Answer, queries: Queries, tables: Iterable[Table], folder: Path, now: datetime | None = None
) -> Export:
    """An answer of the workspace in `folder` with all of its rows.

    The figure that a ranking goes by is among them. Where a page shows the first ones only, the query runs again.
    When it does not run any more, the rows of the answer are exported, and `partial` says so. The reading calls tables
    as the pages do: people, for `survey_2023`.
    """
    tables = tuple(tables)
    answer = replace(answer.whole, enriched=called(answer.enriched, tables))
    asked = ("", "")
    used = set(answer.tables) | {t for e in answer.path for t in (e.left_table, e.right_table)}
    rows, partial = Rows(answer.columns, answer.rows, answer.truncated), ""
    if answer.sql is not None:
        limit = min(MOST_ROWS, MOST_CELLS // max(1, len(answer.columns)))
        try:
            rows = queries.sql(answer.sql, limit=limit)
        except QueryError as fault:
            partial = f"The query could not be run again: {fault.message}" if rows.truncated else ""
        else:
            asked = queries.own_sql(answer.sql)
    if rows.truncated and not partial:
        partial = f"There are more rows than these {len(rows.rows):,}; an export holds no more."
    return Export(
        answer=answer,
        rows=rows,
        tables=tuple(t for t in tables if t.name in used),
        data=folder.resolve() / DATA,
        made_at=(now or datetime.now(UTC)).isoformat(timespec="seconds"),
        partial=partial,
        asked=asked,
    )


def facts(export: Export) -> Iterator[tuple[str, str]]:
    """How the answer was found, as pairs of a name and a text, in the order of its steps."""
    answer = export.answer
    yield "Question", answer.question
    for name, text in (
        ("Read as", answer.rewritten),
        ("Definition given", answer.hint),
        ("Understood as", answer.enriched),
        ("Answer", answer.answer),
        ("Not used", ", ".join(answer.ignored)),
    ):
        if text:
            yield name, text
    yield "Rows", f"{len(export.rows.rows):,}"
    if export.partial:
        yield "Not all rows", export.partial
    for table in export.tables:
        yield "Table", f"{table.label}: {table.rows:,} row{'' if table.rows == 1 else 's'}, from {came_from(table)}"
        files = provenance(table, export.tables)
        for file in files[:MOST_FILES]:
            yield "File", said(file)
        if len(files) > MOST_FILES:
            yield "Files", f"and {len(files) - MOST_FILES:,} more of {table.label}"
    for edge in answer.path:
        yield "Join", join_words(edge)
    for caution in answer.warnings:
        yield "Caution", caution.message
    for told in answer.told:
        yield "Documents say", f"{told.text} ({'; '.join(c.source for c in told.sources)})"
    for citation in answer.citations:
        yield "Cited", f"{citation.source}: {citation.text}"
    if answer.by_hand:
        yield "Made by hand", _made(answer)
    elif answer.sql is not None:
        yield "Confidence", f"{answer.confidence:.0%}"
    if answer.translator and not answer.by_hand:
        yield "Read by", answer.translator
    yield "Exported", export.made_at


def _made(answer: Answer) -> str:
    """What of the answer is a person's own."""
    if answer.built:
        return "a person built the reading; the question is its sentence"
    if answer.edits:
        return "a person changed the reading of the question"
    return "a person changed the SQL"


def join_words(edge: PathEdge) -> str:
    """A join as an equation, with what is known of it."""
    return f"{edge.equation} ({edge.state}, {edge.score:.0%} sure, {edge.cardinality})"


def one_line(text: str) -> str:
    """Text as one line of printable signs: a comment of it ends where it should."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def days(cells: Iterable[Value]) -> bool:
    """A column of nothing but days and moments (ISO), after 1900, where the calendars of programs begin."""
    held = [c for c in cells if c is not None]
    return bool(held) and all(isinstance(c, str) and _MOMENT.fullmatch(c) and _real(c) for c in held)


def months(cells: Iterable[Value]) -> bool:
    """A column of nothing but months, `2024-03`."""
    held = [c for c in cells if c is not None]
    return bool(held) and all(isinstance(c, str) and _MONTH.fullmatch(c) and _real(f"{c}-01") for c in held)


def amount(value: float) -> float:
    """A sum of round figures without the traces of binary fractions: 66236.31, and not 66236.31000000007; what has more
    digits of its own stays as it is."""
    for digits, most in _DIGITS:
        plain = f"{value:.{digits}g}"
        if "e" not in plain and len(plain.lstrip("-0").replace(".", "").lstrip("0")) <= most:
            return float(plain)
    return value


def _real(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).year > _FIRST_YEAR
    except ValueError:
        return False


def once(columns: tuple[str, ...]) -> tuple[str, ...]:
    """Headings, each of them once: a second `name` is `name (2)`; case does not tell two apart."""
    taken: set[str] = set()
    heads: list[str] = []
    for column in columns:
        name, n = column, 1
        while name.casefold() in taken:
            n += 1
            name = f"{column} ({n})"
        taken.add(name.casefold())
        heads.append(name)
    return tuple(heads)


def came_from(table: Table) -> str:
    """Which file, or how many files of which folder, a table came from."""
    if table.derived_from:
        return f"the table {table.derived_from}"
    many = len(table.sources)
    return f"{many} files in {table.source}" if table.family else table.source
