"""Which tables a file holds: most hold one, a workbook one for each sheet, a zip archive those of its files.

What a file is, its first bytes say; only among texts does the suffix tell JSON lines from the rest.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Literal

from core.errors import FileMissing, LockedFile, NotATable
from core.ingest import archive, sheets
from core.model.sources import divided

if TYPE_CHECKING:
    from core.ingest.layout.long import LongLook
    from core.ingest.layout.look import Look

Kind = Literal["text", "json lines", "parquet", "workbook", "zip", "gzip"]

TEXTS = frozenset({".csv", ".tsv", ".tab", ".psv", ".txt"})
LINES = frozenset({".jsonl", ".ndjson"})
BOOKS = frozenset({".xlsx", ".xlsm"})
PARQUET = frozenset({".parquet", ".pq"})
_TABLES = TEXTS | LINES | BOOKS | PARQUET
_OLD = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """One table of a file; `member` names the file in a zip archive, `sheet` the sheet of a workbook, `block` the title
    of the table where a text or sheet holds several."""

    path: Path
    member: str = ""
    sheet: str = ""
    block: str = ""
    look: Look | None = field(default=None, compare=False, repr=False)
    """What the file was seen to hold, where it was just looked at."""
    long: LongLook | None = field(default=None, compare=False, repr=False)
    """The same of a long text in UTF-8 that nothing had to be unpacked for."""

    @property
    def source(self) -> str:
        """How the catalogue writes it: `path`, `path#member`, `path#sheet`, `path#member#sheet`, each with `#title`."""
        return "#".join(filter(None, (source_of(self.path), self.member, self.sheet, self.block)))

    @property
    def own(self) -> tuple[str, ...]:
        """What it is called, in the order of folders: `(sales,)`, `(book, sheet)`, `(zip, folder, file, sheet)`."""
        inside = PurePosixPath(self.member.replace("\\", "/"))
        member = (*inside.parent.parts, stem(inside.name)) if self.member else ()
        return (stem(self.path.name), *member, *filter(None, (self.sheet, self.block)))

    @property
    def label(self) -> tuple[str, ...]:
        """The least that its label says: what it is called without the folders inside an archive."""
        kept = 1 + bool(self.sheet) + bool(self.block)
        return (stem(self.path.name), *self.own[1:][-kept:]) if self.member else self.own

    def __str__(self) -> str:
        """For messages: the path as this system writes it."""
        return "#".join(filter(None, (str(self.path), self.member, self.sheet, self.block)))


def source_of(path: Path) -> str:
    """How the catalogue writes a path: absolute, with forward slashes, the same on every system."""
    return path.resolve().as_posix()


def stem(name: str) -> str:
    """A file's name without what says its kind: `sales` of `sales.csv` and of `sales.csv.gz`."""
    path = PurePosixPath(name)
    inner = PurePosixPath(path.stem)
    return inner.stem if path.suffix.lower() == ".gz" and inner.suffix.lower() in _TABLES else path.stem


def is_table_name(name: str) -> bool:
    """Whether a file of this name is taken from a folder or an archive; one named outright is always taken."""
    path = PurePosixPath(name.lower())
    if path.suffix == ".gz":
        return PurePosixPath(path.stem).suffix in _TABLES
    return path.suffix in _TABLES


def parts_in(path: Path) -> list[Part]:
    """The tables that `path` may hold, in its order. Empty sheets and hidden ones are left out.

    An archive in an archive is named too, so that it is said, when it is read, that it cannot be.

    Raises FileError when it holds none, is broken or locked; OSError.
    """
    kind = kind_of(path)
    if kind == "workbook":
        return [Part(path, "", sheet) for sheet in sheets.names(path)]
    if kind != "zip":
        return [Part(path)]
    found: list[Part] = []
    for info in archive.members(path):
        name = info.filename
        if not is_table_name(name) and not name.lower().endswith(".zip"):
            continue
        if PurePosixPath(name.lower()).suffix not in BOOKS:
            found.append(Part(path, name))
            continue
        with unpacked(Part(path, name)) as book:
            found += [Part(path, name, sheet) for sheet in sheets.names(book)]
    if not found:
        raise NotATable(path, "a zip archive without tables", "Unpack it and load the tables in it.")
    return found


def part_from(source: str, parts: Callable[[Path], list[Part]] = parts_in) -> Part:
    """The part that the catalogue calls `source`, among those that `parts` finds in its file.

    Raises FileMissing when it is no longer there, FileError.
    """
    cut = len(source)
    while cut > 0:
        path = Path(source[:cut])
        if path.is_file():
            for part in parts(path):
                if part.source == source:
                    return part
                if source.startswith(part.source + "#"):
                    return replace(part, block=source[len(part.source) + 1 :])
        cut = source.rfind("#", 0, cut)
    raise FileMissing(source)


def known_part(source: str, parts: Callable[[Path], list[Part]] = parts_in) -> Part | None:
    """The part that the catalogue calls `source`, told from the name alone: the file need not be there any more."""
    try:
        return part_from(source, parts)
    except (FileMissing, OSError):
        path, inside = divided(source)
        return Part(Path(path)) if not inside else None


def file_of(source: str) -> Path | None:
    """The file in which the catalogue's `source` lies; None when it is gone."""
    cut = len(source)
    while cut > 0:
        path = Path(source[:cut])
        if path.is_file():
            return path
        cut = source.rfind("#", 0, cut)
    return None


def kind_of(path: Path, name: str = "") -> Kind:
    """What a file is; `name` is what it is called if `path` is a copy. Raises NotATable, LockedFile."""
    with path.open("rb") as file:
        head = file.read(8)
        if head.startswith(_OLD):
            if _ENCRYPTED in file.read(1 << 20) or _ENCRYPTED in _tail(path):
                raise LockedFile(path, "workbook")
            raise NotATable(path, "an old Excel workbook (.xls)", "Save it as .xlsx or CSV and load that.")
    if head.startswith(b"PK\x03\x04"):
        return "workbook" if sheets.is_workbook(path) else "zip"
    if head.startswith(b"PK\x05\x06"):
        raise NotATable(path, "an empty zip archive", "Pack it again.")
    if head.startswith(b"\x1f\x8b"):
        return "gzip"
    if head.startswith(b"PAR1"):
        return "parquet"
    return "json lines" if PurePosixPath((name or path.name).lower()).suffix in LINES else "text"


def _tail(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - (1 << 20)))
        return file.read()


@contextmanager
def unpacked(part: Part, check: Callable[[], None] = lambda: None, scratch: Path | None = None) -> Iterator[Path]:
    """The file that holds the part, taken out of the archives around it: into `scratch`, or a folder of its own.

    Raises BrokenFile, LockedFile, TooBig, and NotATable for archives in archives.
    """
    with tempfile.TemporaryDirectory(prefix="joinery-", dir=scratch, ignore_cleanup_errors=True) as folder:
        path, name = part.path, part.path.name
        if part.member:
            path, name = Path(folder) / "member", PurePosixPath(part.member).name
            archive.unpack_member(part.path, part.member, path, check)
        kind = kind_of(path, name)
        if kind == "gzip":
            inner = Path(folder) / "unpacked"
            archive.unpack_gzip(path, inner, check)
            path, name = inner, PurePosixPath(name).stem
            kind = kind_of(path, name)
            if kind == "workbook":
                raise NotATable(part.path, "a workbook in a gzip archive", "Unpack it and load what is in it.")
        if kind in ("gzip", "zip"):
            raise NotATable(part.path, "an archive in an archive", "Unpack it and load what is in it.")
        if path == part.path:
            yield path
            return
        # The suffix still tells one kind of text from another.
        yield path.rename(path.with_name(f"{path.name}{PurePosixPath(name).suffix.lower()}"))
