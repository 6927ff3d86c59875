"""Files that come through the browser: kept in the workspace's folder under names that every file system holds."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol
from uuid import uuid4

from core.errors import WorkspaceUnwritable
from core.ingest.digests import digest

UPLOADS, BROUGHT, WAITING = "uploads", "brought", "waiting"
OWN_FOLDERS = (UPLOADS, "samples", "fetched", BROUGHT)
"""Where in a workspace's folder files lie that came through the app."""
_CHUNK = 1 << 20
_HEAD = 1 << 16
"""Bytes among which a file's first line is looked for."""
_SHOWN = 60
"""Characters of a first line that are shown."""
_WAITS = 24 * 3600
"""Seconds for which a file is kept that waits to be placed, or that another took the place of."""
_NOTE = ".about.json"
"""Lies beside a file that lies aside, and says what it is; no upload is called so: their names begin with no dot."""
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


@dataclass(frozen=True, slots=True)
class Aside:
    """A file that lies aside, in the folder `waiting`: `place` is where one of its name is loaded from."""

    path: Path
    place: Path
    unlike: str = ""
    """What tells it from an edition of the one that is loaded, as said of it; "" for what was loaded before."""
    rows: int | None = None
    """Of what was loaded before: how many its table had."""

    @property
    def name(self) -> str:
        return self.place.name


@dataclass(frozen=True, slots=True)
class Uploaded:
    """What became of uploads: those to load, and what is to be said of names that are loaded already."""

    paths: tuple[Path, ...] = ()
    same: tuple[str, ...] = ()
    """The very files that are loaded, by the name that they have here."""
    replaced: tuple[Aside, ...] = ()
    """What was loaded before under a name, where a newer edition of it took its place."""
    waiting: tuple[Aside, ...] = ()
    """What bears a name that is loaded and looks like another file: a person is to say where it belongs."""


def take_uploads(
    folder: Path, files: Iterable[Upload], loaded: Collection[Path], rows: Callable[[Path], int | None] = lambda _: None
) -> Uploaded:
    """Keep uploaded files as `keep_uploads` does, unless one would take the place of a file that it does not look like
    an edition of: that one waits. `loaded` are the files of all tables and documents, `rows` says how many the table of
    a file has. Raises WorkspaceUnwritable."""
    _forget_old(folder / WAITING)
    known = {p.resolve() for p in loaded}
    paths: list[Path] = []
    same: list[str] = []
    replaced: list[Aside] = []
    waiting: list[Aside] = []
    for file in files:
        place = folder / UPLOADS / safe_name(file.name)
        if place.resolve() not in known or not place.is_file():
            paths += keep_uploads(folder, [file])
        else:
            aside = Aside(_aside(folder, place.name), place)
            write_upload(file, aside.path)
            twin = next((p for p in (place, *sorted(known - {place.resolve()})) if _same(aside.path, p)), None)
            if twin is not None:
                same.append(twin.name)
                left_out(aside)
            elif unlike := _unlike(aside.path, place):
                waiting.append(noted(replace(aside, unlike=unlike)))
            else:
                had = rows(place)
                replaced.append(noted(replace(exchanged(folder, aside), rows=had)))
                paths.append(place)
        known.add(place.resolve())
    return Uploaded(tuple(dict.fromkeys(paths)), tuple(same), tuple(replaced), tuple(waiting))


def lying_aside(folder: Path) -> tuple[Aside, ...]:
    """What lies aside with a note, the latest last: files that wait to be placed, and what newer editions took the
    place of. Each is kept for a day."""
    _forget_old(folder / WAITING)
    notes = sorted((folder / WAITING).glob(f"*/{_NOTE}"), key=lambda n: (n.stat().st_mtime_ns, n))
    return tuple(found for n in notes if (found := _read(n, folder)) is not None)


def exchanged(folder: Path, aside: Aside) -> Aside:
    """Put a file that lies aside in its place; what was there lies aside from then on. Raises WorkspaceUnwritable;
    then both are where they were."""
    before = Aside(_aside(folder, aside.name), aside.place)
    with _moving(folder):
        if not aside.path.is_file():
            raise FileNotFoundError(errno.ENOENT, f"{aside.name} no longer waits; send it again", str(aside.path))
        aside.place.replace(before.path)
        try:
            aside.path.replace(aside.place)
        except OSError:
            before.path.replace(aside.place)
            raise
    left_out(aside)
    return before


def placed_beside(aside: Aside, stem: str) -> Path:
    """Put a file that lies aside beside the one of its name, under a name of its own like `stem`; where it is now.
    Raises WorkspaceUnwritable."""
    ending = "".join(aside.place.suffixes[-2:] if aside.place.suffix == ".gz" else aside.place.suffixes[-1:])
    wanted = safe_name(f"{stem}{ending}")
    path, n = aside.place.with_name(wanted), 1
    while path.exists():
        n += 1
        path = aside.place.with_name(f"{wanted.removesuffix(ending)} {n}{ending}")
    with _moving(aside.place.parent):
        aside.path.replace(path)
    left_out(aside)
    return path


def noted(aside: Aside) -> Aside:
    """Say beside a file what it is, for whoever opens the workspace next; a disk that takes no note loses no file."""
    about = {"name": aside.name, "unlike": aside.unlike, "rows": aside.rows}
    with suppress(OSError):
        aside.path.with_name(_NOTE).write_text(json.dumps(about), encoding="utf-8")
    return aside


def left_out(aside: Aside) -> None:
    """Forget a file that lies aside, and the folder that it lies in."""
    shutil.rmtree(aside.path.parent, ignore_errors=True)


def _aside(folder: Path, name: str) -> Path:
    inside = folder / WAITING / uuid4().hex[:8]
    with _moving(folder):
        inside.mkdir(parents=True)
    return inside / name


def _read(note: Path, folder: Path) -> Aside | None:
    """What a note is about; None where it cannot be read or its file is gone."""
    try:
        about = json.loads(note.read_text(encoding="utf-8"))
        name, rows = safe_name(about["name"]), about["rows"]
        found = Aside(note.with_name(name), folder / UPLOADS / name, str(about["unlike"]), rows)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return found if found.path.is_file() and isinstance(rows, int | None) else None


@contextmanager
def _moving(folder: Path) -> Iterator[None]:
    """The faults of moving files, as one of ours."""
    try:
        yield
    except OSError as fault:
        raise WorkspaceUnwritable(folder, fault.strerror) from fault


def _forget_old(waiting: Path) -> None:
    for inside in waiting.glob("*"):
        with suppress(OSError):
            if inside.stat().st_mtime < time.time() - _WAITS:
                shutil.rmtree(inside, ignore_errors=True)


def _same(new: Path, old: Path) -> bool:
    """Both hold the same bytes."""
    return old.is_file() and new.stat().st_size == old.stat().st_size and digest(new) == digest(old)


def _unlike(new: Path, old: Path) -> str:
    """What tells a file from an edition of the one before; "" where it begins with the same line, as a rule a table's
    header, and is not far shorter. What is no text is no edition."""
    head, before = _first_line(new), _first_line(old)
    if not head:
        return "it is no plain text, so that I cannot compare them"
    if head != before:
        return f"its first line is “{_shown(head)}”, where that of the other is “{_shown(before)}”"
    if 2 * new.stat().st_size < old.stat().st_size:
        return f"it begins alike but is far shorter ({new.stat().st_size:,} bytes, not {old.stat().st_size:,})"
    return ""


def _shown(line: bytes) -> str:
    """The beginning of a line, for people."""
    text = line[: 2 * _SHOWN].decode("utf-8", "replace")
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _first_line(path: Path) -> bytes:
    """As it may be written differently: without marks and quotes, in one case. Nothing is parsed here; b"" for none."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if b"\0" in head:
        return b""
    lines = head.removeprefix(b"\xef\xbb\xbf").replace(b'"', b"").splitlines()
    return next((line.strip().lower() for line in lines if line.strip()), b"")


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
