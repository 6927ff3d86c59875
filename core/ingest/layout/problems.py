"""In words: what the table finder left out of a table's rows, each with its line."""

from __future__ import annotations

from collections.abc import Iterator

from core.ingest.layout.tables import FoundTable
from core.model import FileNote, Layout, Problem
from core.text.words import counted

_SHOWN = 200


def layout_problems(table: FoundTable) -> Iterator[Problem]:
    """What a person should know about how the table was cut."""
    yield from problems_of_layout(table.layout)
    if table.draft.carried:
        yield Problem(
            "",
            "carried",
            "A label in the first column was taken to hold for the rows below it in which that is blank."
            if table.draft.carried == 1
            else f"Labels in the first {table.draft.carried} columns were taken to hold for the rows below them where "
            "these are blank.",
            "If the blanks mean something else, keep the file's title and notes out of it.",
        )


def problems_of_layout(layout: Layout) -> Iterator[Problem]:
    """The same of a layout."""
    titles = [n for n in layout.notes if n.role == "title"]
    below = [n for n in layout.notes if n.role in ("note", "source")]
    if titles:
        said = counted(len(titles), "line above the table was", "lines above the table were")
        yield Problem("", "preamble", f"{said} left out: {_texts(titles)}", "Check the header.", line=titles[0].line)
    if below:
        said = counted(len(below), "line below or between the rows was", "lines below or between the rows were")
        yield Problem(
            "",
            "notes",
            f"{said} taken for notes and left out: {_texts(below)}",
            "They are kept beside the table. Check that none is a row.",
            line=below[0].line,
        )
    if layout.totals:
        said = counted(len(layout.totals), "row sums up others and was", "rows sum up others and were")
        lines = ", ".join(f"“{t.label}” (line {t.line:,})" for t in layout.totals[:5])
        more = ", …" if len(layout.totals) > 5 else ""
        yield Problem(
            "",
            "totals",
            f"{said} kept apart: {lines}{more}",
            "Sums over the table count each row once. The figures stand beside the table.",
            line=layout.totals[0].line,
        )
    if layout.group and any(r.role == "group" for r in layout.lines):
        groups = sum(r.last - r.first + 1 for r in layout.lines if r.role == "group")
        said = counted(groups, "line heads a group of rows; it became", "lines head groups of rows; they became")
        first = next(r.first for r in layout.lines if r.role == "group")
        yield Problem("", "groups", f"{said} the column “{layout.group}”.", line=first)
    elif layout.group and (part := next((t for t in layout.totals if t.part), None)):
        said = f"The rows that sum up those below them, as “{part.label}”, became the column “{layout.group}” as well."
        yield Problem("", "groups", said, line=part.line)


def too_long_to_cut(line: int) -> Problem:
    """Of a file whose tables were not cut out, for it is too long to be held whole."""
    where = f" near line {line:,}" if line else ""
    return Problem(
        "",
        "not_cut",
        f"The file seems to hold more than the rows of one table{where}, but is too long to be cut there; "
        "all its lines below the header were read as rows.",
        "Cut the file there, and load the parts.",
        line=line,
    )


def too_many_blocks(blocks: int) -> Problem:
    """Of a text with more blocks of lines than are looked at one by one."""
    return Problem(
        "",
        "not_cut",
        f"The file has {blocks:,} blocks of lines with blank lines between, too many to tell which are tables of their "
        "own; all its lines below the header were read as rows.",
        "Cut the file where another table begins, and load the parts.",
    )


def _texts(notes: list[FileNote]) -> str:
    said = "; ".join(n.text for n in notes)
    return said[:_SHOWN] + ("…" if len(said) > _SHOWN else "")
