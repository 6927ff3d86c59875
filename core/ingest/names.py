"""Which files there are to load, and what tables and columns are called."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from core.errors import FileMissing
from core.ingest.parts import Part, is_table_name, source_of
from core.model import Problem, Table

_ALSO = frozenset({".zip", ".xls", ".xlsb", ".ods", ".numbers"})
"""Taken from a folder beside the tables; workbooks of other kinds so that it is said that they cannot be read."""


def find_files(paths: Sequence[str | Path]) -> list[Path]:
    """The files that paths, folders (all the way down) and glob patterns name, each once, sorted.

    Raises FileMissing for a path that leads to nothing.
    """
    found: set[Path] = set()
    for given in paths:
        path = Path(given).expanduser()
        if path.is_dir():
            hits = [p for p in path.rglob("*") if _is_wanted(p) and p.is_file() and not hidden(p, path)]
        elif path.is_file():
            hits = [path]
        else:
            hits = [p for p in map(Path, glob.glob(str(path), recursive=True)) if p.is_file()]  # noqa: PTH207
        if not hits:
            raise FileMissing(given)
        found.update(p.resolve() for p in hits)
    return sorted(found)


def _is_wanted(path: Path) -> bool:
    return is_table_name(path.name) or path.suffix.lower() in _ALSO


def hidden(path: Path, root: Path) -> bool:
    """Leavings of operating systems and editors."""
    return any(part.startswith((".", "~$", "__MACOSX")) for part in path.relative_to(root).parts)


def unwritable_name(path: Path) -> Problem | None:
    """Why a file cannot be kept under its name: on Linux a name may be bytes that are no text."""
    name = os.fspath(path)
    plain = name.encode("utf-8", "replace").decode()
    if plain == name:
        return None
    return Problem(
        plain, "file", "The file's name is not readable as text.", "Rename it or its folder, and load again."
    )


def named(parts: Iterable[Part], existing: Iterable[Table] = ()) -> Iterator[tuple[Part, str, str]]:
    """Each part with its table's label and name, as the parts come.

    The label is the file's stem, `book/sheet`, `zip/file` or `file/title`; if another table has that already, folders
    are put before it: `2023/sales`. What is loaded keeps the label and the name it has.
    """
    tables = list(existing)
    known = {t.source: (t.label, t.name) for t in tables}
    labels = {t.label for t in tables}
    names = {t.name.casefold() for t in tables}
    for part in parts:
        if part.source in known:
            yield (part, *known[part.source])
            continue
        folders = Path(source_of(part.path)).parent.parts[1:]
        longer = ("/".join((*folders[len(folders) - n :], *part.own)) for n in range(len(folders) + 1))
        last = "/".join((*folders[-1:], *part.own[:-1], PurePosixPath(part.member or part.path.name).name))
        label = next((c for c in ("/".join(part.label), *longer) if c not in labels), last)
        name = free_name(label, names, "table")
        labels.add(label)
        names.add(name.casefold())
        known[part.source] = (label, name)
        yield part, label, name


def name_tables(parts: Iterable[Part], existing: Iterable[Table] = ()) -> list[tuple[Part, str, str]]:
    """The same of parts that are all known."""
    return list(named(parts, existing))


def name_columns(labels: Sequence[str]) -> tuple[str, ...]:
    """SQL identifiers for a header: the labels themselves where they differ by more than case, else made different.

    An empty label in third place gives `column3`; a second `Amount` gives `Amount_2`.
    """
    whole = {label.casefold() for label in labels}
    taken: set[str] = set()
    names: list[str] = []
    for position, label in enumerate(labels, start=1):
        plain = label if label.strip() else f"column{position}"
        first = label.strip() and label.casefold() not in taken
        name = label if first else free_name(plain, taken | whole, "column")
        taken.add(name.casefold())
        names.append(name)
    return tuple(names)


def free_name(label: str, taken: set[str], kind: str) -> str:
    """`label`, or the first of `label_2`, `label_3`… that is not in `taken` (case-folded names)."""
    plain = label if label.strip() else kind
    if kind == "table" and plain.casefold().startswith("sqlite_"):
        plain = f"table_{plain}"
    name, n = plain, 1
    while name.casefold() in taken:
        n += 1
        name = f"{plain}_{n}"
    return name
