"""Files that come through the browser: kept in the workspace's folder under names that every file system holds."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Protocol
from uuid import uuid4

from core.errors import WorkspaceUnwritable

UPLOADS, BROUGHT = "uploads", "brought"
OWN_FOLDERS = (UPLOADS, "samples", "fetched", BROUGHT)
"""Where in a workspace's folder files lie that came through the app."""
_CHUNK = 1 << 20
_LONGEST_NAME = 240
"""Bytes; most file systems hold 255, and a file that is being written has an ending more."""
_UNFIT = re.compile(r"[/\x00-\x1f]")
_UNFIT_WINDOWS = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)", re.IGNORECASE)
"""What Windows takes for a device, whatever its ending."""


class Upload(Protocol):
    """A file in memory or on disk, with the name that it had where it came from."""

    name: str

    def read(self, size: int = -1, /) -> bytes: ...
    def seek(self, offset: int, /) -> int: ...


def keep_uploads(folder: Path, files: Iterable[Upload]) -> list[Path]:
    """Write uploaded files into the folder `uploads` of a workspace's folder, under their own names.

    Raises WorkspaceUnwritable; what was written of that file by then is gone, and its room is free.
    """
    uploads = folder / UPLOADS
    uploads.mkdir(parents=True, exist_ok=True)
    kept = []
    for file in files:
        path = uploads / safe_name(file.name)
        partial = path.with_name(f"{path.name}.{uuid4().hex[:8]}.part")  # two people may send one name at once
        write_upload(file, partial)
        partial.replace(path)
        kept.append(path)
    return kept


def write_upload(file: Upload, path: Path) -> None:
    """Copy an upload, a chunk at a time. Raises WorkspaceUnwritable; what was written by then is gone."""
    file.seek(0)
    try:
        with path.open("wb") as out:
            shutil.copyfileobj(file, out, _CHUNK)
    except OSError as fault:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        raise WorkspaceUnwritable(path.parent, fault.strerror) from fault


def safe_name(name: str, windows: bool = os.name == "nt") -> str:
    """A file's own name, without folders and without signs that the file system refuses."""
    last = (_UNFIT_WINDOWS if windows else _UNFIT).sub("_", name.replace("\\", "/").rsplit("/", 1)[-1]).strip(" .")
    if windows and _DEVICE.match(last):
        last = f"_{last}"
    return _cut(last) or "file.csv"


def _cut(name: str) -> str:
    """A name that file systems hold: a longer one keeps its beginning and its ending, and still differs from others."""
    raw = name.encode("utf-8", "replace")
    if len(raw) <= _LONGEST_NAME:
        return raw.decode()
    ending = re.search(r"(\.\w{1,8}){0,2}$", name, re.ASCII)
    end = f"-{hashlib.sha256(raw).hexdigest()[:8]}{ending[0] if ending else ''}"
    return raw[: _LONGEST_NAME - len(end)].decode("utf-8", "ignore") + end
