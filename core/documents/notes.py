"""The notes and sources that files say beside their rows, kept as documents: one for each table, a passage a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from core.documents.match import Found
from core.documents.read import Passage
from core.ingest.layout.words import is_source
from core.ingest.name_marks import bare_sign
from core.model import Column, FileNote, Table
from core.model.sources import divided
from core.text.words import words

if TYPE_CHECKING:
    from core.documents.store import Documents

_NOTED = " · lines beside the rows"
MOST = 200
"""Lines of a table that are kept."""
_CITED = 2
"""Notes that are cited beside an answer, the source aside."""
_SHORTEST = 4
"""Signs of a word that two texts must share."""


def name_of(table: Table) -> str:
    """What the document of a table's notes is called."""
    return f"{table.label}{_NOTED}"


def is_notes(document: str) -> bool:
    """Whether a document was made of a file's notes."""
    return document.endswith(_NOTED)


def keep_notes(documents: Documents, tables: Sequence[Table]) -> None:
    """Have a document for each table with notes, as they are now. Raises StoreError."""
    wanted = {name_of(t): texts for t in tables if (texts := tuple(_passages(t)))}
    known = {name for name, _ in documents.names() if is_notes(name)}
    for name in known - wanted.keys():
        documents.drop(name)
    for name, passages in wanted.items():
        if name not in known or documents.passages(name) != tuple(Found(name, p.place, p.text) for p in passages):
            documents.put(name, passages)


def _passages(table: Table) -> Iterator[Passage]:
    """The lines, of a family each text once, with the first file that says it."""
    seen: set[str] = set()
    for file, notes in _by_file(table):
        for note in notes:
            if note.role in ("note", "source") and note.text not in seen and len(seen) < MOST:
                seen.add(note.text)
                yield Passage(f"{file}, line {note.line}", note.text)


def _by_file(table: Table) -> Iterator[tuple[str, Sequence[FileNote]]]:
    if table.family:
        yield from ((PurePath(divided(m.source)[0]).name, m.notes) for m in table.family.members)
    elif table.layout:
        yield PurePath(divided(table.source)[0]).name, table.layout.notes


def to_cite(passages: Sequence[Found], question: str, columns: Sequence[Column]) -> list[Found]:
    """Of a table's notes those that speak of what was asked or of the columns used, then its source."""
    asked = _content(question) | {w for c in columns for w in _content(c.label)}
    signs = {bare_sign(m.sign) for c in columns for m in c.profile.marks}
    notes = [p for p in passages if not is_source(p.text)]
    shared = {p: len(_content(p.text) & asked) + 2 * _tells(p.text, signs) for p in notes}
    best = sorted((p for p in notes if shared[p]), key=lambda p: -shared[p])[:_CITED]
    return [*best, *[p for p in passages if is_source(p.text)][:1]]


def _content(text: str) -> frozenset[str]:
    return frozenset(w for w in words(text) if len(w) >= _SHORTEST and not w.isdigit())


def _tells(text: str, signs: set[str]) -> bool:
    """Whether a note says what one of the signs means: `p = provisional`, `.. not available`."""
    first = bare_sign(text.strip().lstrip("[(").split(" ")[0].strip("[]()=:-–."))
    return bool(first) and first in signs
