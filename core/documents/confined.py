"""Documents of every kind, read in a process that can be ended (`core.documents.worker`)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from core.documents.read import Passage
from core.errors import FileMissing
from core.processes.files import ask, seconds_for
from core.processes.pool import Pool


class ConfinedDocuments:
    """`read` is `core.documents.read.read_document`; for one load. `check` raises when the work shall end.

    The process is started with the first document and reads them all: a tenth of a second for a load.
    """

    def __init__(self, check: Callable[[], None] = lambda: None) -> None:
        self._check = check
        self._pool = Pool(lambda: ("core.documents.worker",), most=1)

    def __enter__(self) -> ConfinedDocuments:
        return self

    def __exit__(self, *exc: object) -> None:
        self._pool.close()

    def read(self, path: Path) -> tuple[Passage, ...]:
        """The passages in order. Raises FileError, and what `check` raises."""
        if not path.is_file():
            raise FileMissing(path)
        found = ask(self._pool, {"path": str(path.resolve())}, path, seconds_for(path), self._check)
        return tuple(
            Passage(str(place), str(text), tuple(map(str, cells)), int(line), tuple(map(int, breaks)))
            for place, text, cells, line, breaks in found
        )
