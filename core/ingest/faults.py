"""What reading a file stumbles over, told as a problem of that file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from core.errors import FileError, TooLittleMemory
from core.ingest.parts import Part
from core.processes.files import mistakes

_OUT_OF_MEMORY = "Out of Memory Error"


@contextmanager
def faults(part: Part) -> Iterator[None]:
    """What DuckDB and Arrow stumble over is a fault of the file, or of too little room for it; what nobody foresaw is
    a mistake of ours. All are told as that file's problem."""
    with mistakes(part), _engine_faults(part):
        yield


@contextmanager
def _engine_faults(part: Part) -> Iterator[None]:
    import duckdb
    import pyarrow as pa

    try:
        yield
    except (duckdb.OutOfMemoryException, MemoryError, pa.ArrowMemoryError) as error:
        raise TooLittleMemory(part) from error
    except OSError as error:
        if _OUT_OF_MEMORY in str(error):  # so Arrow passes on what DuckDB says while its rows are fetched
            raise TooLittleMemory(part) from error
        raise
    except (duckdb.Error, pa.ArrowException) as error:
        said = str(error).strip().splitlines()[0][:200]
        hint = "Save it as CSV (UTF-8) and load that."
        raise FileError(part, f"The file could not be read to its end: {said}.", hint) from error
