"""Files whose unpacking or parsing may go wrong without end, read in a process that can be ended.

`core.ingest.worker` is that process. Of plain text it looks into what is longer than `LONG_TEXT`, for a table finder
has many ways to be slow. A shorter one is looked into here, in the app's own, and so are the rows of a text read that
turned out to be one table: lines and delimiters do not swell, and DuckDB reads them at the speed of the disk, held to
its memory limit, as long as there are lines.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.config import Settings
from core.errors import FileChanged, FileError, ReadingStopped, TooLittleMemory
from core.ingest.digests import stamp
from core.ingest.families.forms import Form, form_of
from core.ingest.faults import faults
from core.ingest.formats import Found, read_part
from core.ingest.layout.by_hand import LayoutOverride
from core.ingest.layout.grid import Grid
from core.ingest.looking import looked_into
from core.ingest.parts import LINES, Part, parts_in
from core.ingest.read import SMALL
from core.ingest.types import quoted
from core.processes.files import ask, mistakes, seconds_for
from core.processes.pool import Pool
from core.processes.values import pack, unpack
from core.storage.sqlite_files import protected

if TYPE_CHECKING:
    import duckdb

Check = Callable[[], None]
ANSWER, ROWS = "answer", "rows.duckdb"
"""What the process writes."""
_PACKED = (b"PK", b"\x1f\x8b", b"PAR1", b"\xd0\xcf\x11\xe0")


LONG_TEXT = 1 << 20
"""Bytes of a plain text up to which the app looks into it itself: a second's work or two, whatever it holds."""
_LONG_LINE = 1 << 16
"""Bytes; where lines are longer, cells may be a million, or one cell all there is."""


def risky(path: Path) -> bool:
    """Whether a file is an archive, a workbook, Parquet, JSON lines or a text of very long lines. Raises OSError."""
    with path.open("rb") as file:
        start = file.read(_LONG_LINE)
    long = len(start) == _LONG_LINE and b"\n" not in start and b"\r" not in start
    return start.startswith(_PACKED) or path.suffix.lower() in LINES or long


def looked_into_elsewhere(path: Path) -> bool:
    """Whether a file is `risky`, or a text that is long. Raises OSError."""
    return risky(path) or path.stat().st_size > LONG_TEXT


class ConfinedReader:
    """Looks into files and reads their rows, what is `risky` or long in a process; for one load, in one thread.

    `check` raises when the work shall end; the process is ended then. Raises what the functions raise that it stands
    for, ReadingStopped, and OurMistake for what nobody foresaw.
    """

    def __init__(self, settings: Settings, check: Check) -> None:
        self._settings = settings
        self._check = check
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._pool: Pool | None = None
        self._ended: dict[tuple[Path, str, str, str], FileError] = {}
        """Of what the process was ended for: it is not tried again."""
        self._stamps: dict[Path, tuple[int, int, int]] = {}
        """What the files were when they were looked into first."""

    def __enter__(self) -> ConfinedReader:
        return self

    def __exit__(self, *exc: object) -> None:
        if self._pool is not None:
            self._pool.close()
        if self._folder is not None:
            self._folder.cleanup()

    def parts_in(self, path: Path) -> list[Part]:
        """As `core.ingest.parts.parts_in`."""
        self._stamps[path] = stamp(path)
        with mistakes(path):
            return self._ask("parts", Part(path)) if risky(path) else parts_in(path)

    def looked_into(self, part: Part, override: LayoutOverride | None = None) -> list[Part]:
        """As `core.ingest.looking.looked_into`."""
        self._stamps.setdefault(part.path, stamp(part.path))
        if not looked_into_elsewhere(part.path):
            with mistakes(part):
                return looked_into(part, self._check, override=override)
        given = {}
        if override is not None:
            (self._at() / "override").write_bytes(pack(override))
            given = {"override": "override"}
        found: list[Part] = self._ask("look", part, **given)
        return found

    def form_of(self, part: Part) -> Form | None:
        """As `core.ingest.families.forms.form_of`."""
        try:
            if part.look is not None or not looked_into_elsewhere(part.path):
                with mistakes(part):
                    return form_of(part)
            form: Form | None = self._ask("form", part)
        except FileError:
            return None  # reading it says why
        return form

    def unchanged(self, part: Part) -> None:
        """Raises FileChanged where the file is not what it was when it was looked into, and OSError."""
        if self._stamps.setdefault(part.path, now := stamp(part.path)) != now:
            raise FileChanged(part)

    def read_part(self, con: duckdb.DuckDBPyConnection, part: Part, scratch: Path, check: Check, small: int) -> Found:
        """As `core.ingest.formats.read_part`. Raises FileChanged, too."""
        self.unchanged(part)
        found = self._read(con, part, scratch, check, small)
        self.unchanged(part)
        return found

    def _read(self, con: duckdb.DuckDBPyConnection, part: Part, scratch: Path, check: Check, small: int) -> Found:
        if part.look is not None or not (risky(part.path) if part.long else looked_into_elsewhere(part.path)):
            with faults(part):
                return read_part(con, part, scratch, check, small)
        found: Found = self._ask("rows", part, small=small)
        rows = self._at() / ROWS
        con.execute(f"ATTACH {quoted(str(rows))} AS rows_read (READ_ONLY)")
        try:
            con.execute("CREATE OR REPLACE TABLE raw AS FROM rows_read.main.raw")
            names = {n for (n,) in con.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
            if "odd" in names and found.reading.apart:
                con.execute("CREATE OR REPLACE TABLE odd AS FROM rows_read.main.odd")
        finally:
            con.execute("DETACH rows_read")
            rows.unlink(missing_ok=True)
        return found

    def first_rows(self, part: Part, most: int) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
        """The columns' labels and at most so many rows, as text."""
        import duckdb

        with duckdb.connect() as con:
            found = self.read_part(con, part, self._at(), self._check, SMALL)
            rows = con.execute(f"SELECT * FROM raw LIMIT {int(most)}").fetchall()
        width = len(found.labels)
        return found.labels, tuple(tuple("" if v is None else str(v) for v in row[:width]) for row in rows)

    def _at(self) -> Path:
        if self._folder is None:
            workspace = self._settings.workspace
            if not protected(workspace / "load"):
                workspace.mkdir(parents=True, exist_ok=True)
            self._folder = tempfile.TemporaryDirectory(
                prefix="load-",
                dir=None if protected(workspace / "load") else workspace.resolve(),
                ignore_cleanup_errors=True,
            )
        return Path(self._folder.name)

    def _ask(self, what: str, part: Part, **more: Any) -> Any:
        at = self._at()
        if self._pool is None:
            memory = str(self._settings.ingest_memory_mb)
            self._pool = Pool(lambda: ("core.ingest.worker", str(at), memory), most=1)
        path = part.path.resolve()
        inside = (part.member, part.sheet, part.block)
        if fault := self._ended.get((path, *inside)):
            raise fault
        request = {"do": what, "path": str(path), "inside": list(inside), **more}
        try:
            ask(self._pool, request, part, seconds_for(path), self._check)
        except (TooLittleMemory, ReadingStopped) as error:
            self._ended[path, *inside] = error
            raise
        return unpack((at / ANSWER).read_bytes(), also=lambda kind: kind is Grid)
