"""Documents among the files of a load: taken out before the tables are loaded, and recognised among them after."""

from __future__ import annotations

import csv
import glob
import io
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.documents.match import Found, dictionary, entries, owners_of
from core.documents.read import Passage
from core.documents.store import Documents
from core.documents.text_lists import codes_told
from core.errors import FileError, StoreError
from core.ingest.names import hidden, unwritable_name
from core.model import Problem, Table
from core.processes.files import mistakes
from core.text.words import flat

PROSE = frozenset({".md", ".markdown", ".pdf", ".docx", ".html", ".htm"})
"""Never tables. A `.txt` is tried as a table first, and a table may turn out to be a dictionary besides."""
MOST_ROWS, MOST_COLUMNS = 5_000, 15
_DELIMITERS = ",;\t|"
_SHORT_FILE = 1 << 20
"""Bytes of a table up to which it is seen here whether reading it as a dictionary is worth it."""
_SHORT = 64
"""Characters of cells that are remembered: many stand in one row after another."""
LONG_TEXT = 12.0
"""Characters of a dictionary's descriptions, on average at least."""
Read = Callable[[Path], tuple[Passage, ...]]
"""`core.documents.confined.ConfinedDocuments.read`."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of the documents: their names, and problems with those that could not be read."""

    names: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def parted(paths: Sequence[str | Path]) -> tuple[list[Path], list[str | Path]]:
    """Documents named by `paths` or lying in their folders, and the paths that remain to be loaded as tables."""
    documents: list[Path] = []
    rest: list[str | Path] = []
    for given in paths:
        path = Path(given).expanduser()
        if path.is_dir():
            inside = [f for f in sorted(path.rglob("*")) if f.is_file() and not hidden(f, path)]
            found = [f for f in inside if f.suffix.lower() in PROSE]
            documents += found
            if not found or len(found) < len(inside):
                rest.append(given)
        elif path.suffix.lower() in PROSE and glob.has_magic(str(path)) and not path.exists():
            documents += [p for p in map(Path, sorted(glob.glob(str(path), recursive=True))) if p.is_file()]  # noqa: PTH207
        elif path.suffix.lower() in PROSE:
            documents.append(path)
        else:
            rest.append(given)
    return list(dict.fromkeys(documents)), rest


def keep(
    paths: Iterable[Path],
    store: Documents,
    read: Read,
    tell: Callable[[str, float], None],
    check: Callable[[], None],
) -> Kept:
    """Read and keep each; one that cannot be read becomes a problem. `check` is called between two, and may raise."""
    names: list[str] = []
    problems: list[Problem] = []
    for path in paths:
        check()
        if unkept := unwritable_name(path):
            problems.append(unkept)
            continue
        try:
            with mistakes(path):
                passages = read(path)
                store.put(path.name, passages, lambda share, name=path.name: tell(f"{name}: reading", share))  # type: ignore[misc]
            names.append(path.name)
        except (FileError, StoreError) as fault:
            problems.append(Problem(str(path), fault.code, fault.message, fault.hint))
        except OSError as fault:
            problems.append(
                Problem(str(path), "file", f"The file cannot be read: {fault.strerror}.", "Look at the file.")
            )
    return Kept(tuple(names), tuple(problems))


MOST_OWNERS = 12
"""Of a label that more tables have, so many stand for all when a file is tried as a dictionary."""


def recognised(
    loaded: Sequence[Table], every: Sequence[Table], problems: Sequence[Problem], read: Read
) -> Iterator[Path]:
    """Files of a load that are documents besides: prose refused as a table, and tables that describe columns."""
    for problem in problems:
        path = Path(problem.file)
        if path.suffix.lower() == ".txt" and problem.code == "not_a_table" and path.is_file():
            yield path
    owners = owners_of(every)
    for table in loaded:
        path = Path(table.source)
        texts = [c for c in table.columns if c.type == "text"]
        if (
            path.suffix.lower() in (".csv", ".tsv")
            and table.rows <= MOST_ROWS
            and 2 <= len(table.columns) <= MOST_COLUMNS
            and len(texts) >= 2
            and (any(c.profile.mean_length >= LONG_TEXT for c in texts) or dictionary(table, owners))
            and path.is_file()
        ):
            tells = False
            with suppress(FileError, OSError), mistakes(path):  # as a table it is there
                tells = _tells(path, table, every, owners, read)
            if tells:
                yield path


def _tells(path: Path, table: Table, every: Sequence[Table], owners: Mapping[str, Collection[str]], read: Read) -> bool:
    """Whether a third of a table's rows tell of columns of others, or of their values. Raises FileError, OSError."""
    if not _may_name(path, owners, table):
        return False  # what reads documents takes longer to read the file
    rows = read(path)
    if 3 * sum(_names(p, owners, table.name) for p in rows) < table.rows:
        return False  # before the names of all tables are gone through for each file of a large load
    labels = {s for p in rows for s in _said(p) if s in owners}
    told = {t for s in labels for t in sorted({*owners[s]} - {table.name})[:MOST_OWNERS]}
    others = [t for t in every if t.name in told]
    passages = [Found(path.name, p.place, p.text, p.cells) for p in rows]
    places = {e.passage.place for e in entries(passages, others)}
    places |= {c.passage.place for c in codes_told(passages, others)}
    return len(places) * 3 >= table.rows


def _names(passage: Passage, owners: Mapping[str, Collection[str]], own: str) -> bool:
    """Whether a passage may speak of another table's column: a cell of its row is the column's name, or it is prose."""
    if not passage.cells:
        return True
    return any(t != own for s in _said(passage) for t in owners.get(s, ()))


def _said(passage: Passage) -> set[str]:
    """What a row's cells may name, flat: the whole cell, or what stands behind its last stop."""
    return {said for cell in passage.cells for said in _flat(cell.strip())} - {""}


@lru_cache(maxsize=1 << 14)
def _flat_short(cell: str) -> tuple[str, ...]:
    return tuple(flat(part) for part in (cell, cell.rpartition(".")[2]))


def _flat(cell: str) -> tuple[str, ...]:
    return _flat_short(cell) if len(cell) <= _SHORT else _flat_short.__wrapped__(cell)


def _may_name(path: Path, owners: Mapping[str, Collection[str]], table: Table) -> bool:
    """Whether, cut by some usual delimiter, a third of the file's rows have a cell that names another table's column.

    True where only reading the file as a document, elsewhere, would tell.
    """
    try:
        if path.stat().st_size > _SHORT_FILE:
            return True
        text = path.read_text(encoding="utf-8-sig")
        for delimiter in (d for d in _DELIMITERS if d in text):
            rows = csv.reader(io.StringIO(text), delimiter=delimiter)
            if 3 * sum(_names(Passage("", "", tuple(row)), owners, table.name) for row in rows if row) >= table.rows:
                return True
    except (csv.Error, OSError, ValueError):
        return True
    return False


def settled(problems: Sequence[Problem], kept: Kept) -> tuple[Problem, ...]:
    """A load's problems without those of files that were kept as documents, and with those of the documents."""
    left = [p for p in problems if not (p.code == "not_a_table" and Path(p.file).name in kept.names)]
    return (*left, *kept.problems)
