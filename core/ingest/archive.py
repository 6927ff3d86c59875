"""Taking files out of gzip and zip archives, within bounds: an archive may be broken, locked, or made to swell.

The bounds hold for the bytes that really come out; what an archive says about itself is not relied upon.
"""

from __future__ import annotations

import errno
import gzip
import lzma
import shutil
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from core.errors import BrokenFile, LockedFile, TooBig

ROOMY = 100 << 20
"""Bytes that may come out of an archive whatever its own size."""
SWELL = 200
"""Beyond that, the most unpacked bytes per byte of the archive; tables of text shrink five- to fiftyfold."""
MOST = 16 << 30
"""And never more than this."""
MOST_MEMBERS = 10_000
_CHUNK = 1 << 20


def unpack_gzip(path: Path, target: Path, check: Callable[[], None]) -> None:
    """Write the text or table inside a gzip file to `target`. Raises BrokenFile, TooBig."""
    try:
        with gzip.open(path, "rb") as packed:
            _copy(path, packed, target, path.stat().st_size, check)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BrokenFile(path, "gzip archive", str(error)) from error


def members(path: Path) -> list[zipfile.ZipInfo]:
    """The files in a zip archive, in its order, without the leavings of operating systems.

    Raises BrokenFile, LockedFile, TooBig.
    """
    with opened_zip(path) as archive:
        found = [
            info
            for info in archive.infolist()
            if not info.is_dir()
            and not any(part.startswith((".", "~$", "__MACOSX")) for part in info.filename.split("/"))
        ]
    if any(info.flag_bits & 1 for info in found):
        raise LockedFile(path, "zip archive")
    if len(found) > MOST_MEMBERS:
        raise TooBig(path, f"it holds {len(found):,} files, at most {MOST_MEMBERS:,} are taken")
    if sum(info.compress_size for info in found) > path.stat().st_size:
        raise BrokenFile(path, "zip archive", "its files lie over each other")
    return found


def unpack_member(path: Path, member: str, target: Path, check: Callable[[], None]) -> None:
    """Write one file of a zip archive to `target`. Raises BrokenFile, LockedFile, TooBig."""
    with opened_zip(path) as archive:
        try:
            info = archive.getinfo(member)
        except KeyError as error:
            raise BrokenFile(f"{path}#{member}", "zip archive", "this file is no longer in it") from error
        if info.flag_bits & 1:
            raise LockedFile(path, "zip archive")
        with archive.open(info) as packed:
            _copy(path, packed, target, info.compress_size, check)


@contextmanager
def opened_zip(path: Path, what: str = "zip archive") -> Iterator[zipfile.ZipFile]:
    """An open zip archive; whatever is wrong with it, found now or while it is read, is a BrokenFile."""
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except NotImplementedError as error:
        raise BrokenFile(path, what, f"packed in an unusual way: {error}") from error
    except (zipfile.BadZipFile, EOFError, zlib.error, lzma.LZMAError) as error:
        raise BrokenFile(path, what, str(error)) from error
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        raise BrokenFile(path, what, "its directory leads nowhere") from error


def swells(packed: int, unpacked: int) -> bool:
    """Whether the ratio of unpacked to packed bytes is above the limit."""
    return unpacked > MOST or (unpacked > ROOMY and unpacked > SWELL * packed)


def _copy(path: Path, source: IO[bytes] | gzip.GzipFile, target: Path, packed: int, check: Callable[[], None]) -> None:
    """`source` to `target` with an eye on how much it becomes and on the room that is left."""
    done = 0
    with target.open("wb") as out:
        while chunk := source.read(_CHUNK):
            check()
            done += len(chunk)
            if swells(packed, done):
                raise TooBig(path, f"{packed:,} bytes have swollen to more than {done - len(chunk):,}")
            if done % (64 * _CHUNK) < _CHUNK and shutil.disk_usage(target.parent).free < 256 << 20:
                raise TooBig(path, "the disk is nearly full")
            out.write(chunk)
