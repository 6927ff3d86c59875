"""Files fetched into a workspace: under names of their data sets, beside what is kept of where they came from."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from core.catalogue.file_origins import FileOrigin, origin_of
from core.catalogue.store import Catalogue
from core.errors import PortalRefused, WrongContent
from core.ingest.parts import source_of
from core.model import Progress
from core.portals.base import Hit, Kind, Resource
from core.portals.fetch import Fetched, fetch
from core.portals.kinds import portal_at
from core.portals.sniff import suffix_of
from core.portals.web import Limits, Web
from core.workspace.uploads import safe_name

FOLDER = "fetched"
WHOLE_FILE = Limits()
_LONGEST_TITLE = 90


@dataclass(frozen=True, slots=True)
class Choice:
    """A file of a data set that a person chose, and the portal that it is on."""

    hit: Hit
    resource: Resource
    portal: str
    kind: Kind


def title_of(choice: Choice) -> str:
    """What its table is to be called: the data set, with the file's own name where it has several tables."""
    title = choice.hit.title.strip() or choice.resource.name.strip() or "data"
    own = choice.resource.name.strip()
    if len(choice.hit.resources) > 1 and own and own.casefold() not in title.casefold():
        several = sum(bool(r.address) and r.format == choice.resource.format for r in choice.hit.resources) > 1
        title = f"{title} {own}" if several else title
    return " ".join(title.replace("#", " ").split())[:_LONGEST_TITLE]


def fetched_file(choice: Choice, web: Web, folder: Path, tell: Progress) -> tuple[Fetched, str]:
    """Fetch a file; where the portal's link is no table but its datastore has the rows, those.

    The second is what to say of that. Raises PortalError, Cancelled, OSError.
    """
    address = choice.resource.address
    try:
        return fetch(address, folder, web.policy, progress=tell, limits=WHOLE_FILE, web=web), ""
    except (WrongContent, PortalRefused) as fault:
        if not choice.resource.table:
            raise
        said = fault.message
    made = _rows(choice, web, folder, tell)
    return made, f"{said} Its rows were read from the portal's own store instead."


def _rows(choice: Choice, web: Web, folder: Path, tell: Progress) -> Fetched:
    """The rows that the portal gives page by page, as a file."""
    portal = portal_at(web, choice.portal, choice.kind)
    address = choice.resource.address
    part = folder / f"{hashlib.sha256(address.encode()).hexdigest()[:24]}.rows.part"
    try:
        with part.open("w", encoding="utf-8", newline="") as out:
            writer = csv.writer(out)
            for n, row in enumerate(portal.rows(choice.resource)):
                writer.writerow(row)
                if n % 5_000 == 0:
                    tell(f"{n:,} rows", min(n / choice.resource.rows, 1.0) if choice.resource.rows else 0.0)
        suffix = suffix_of(part, address)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    with part.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return Fetched(part, address, address, "", suffix, part.stat().st_size, digest)


def place_for(catalogue: Catalogue, folder: Path, title: str, found: Fetched) -> Path:
    """Where the file is to lie: under its title, in a folder of its host; another address's file is not replaced."""
    inside = folder / safe_name(urlsplit(found.address).hostname or "portal")
    inside.mkdir(parents=True, exist_ok=True)
    for n in range(1, 1_000):
        path = inside / safe_name(f"{title}{f' ({n})' if n > 1 else ''}{found.suffix}")
        if not path.exists() or origin_of(catalogue, source_of(path)).address in ("", found.address):
            return path
    raise FileExistsError(str(inside))


def origin_for(choice: Choice, found: Fetched) -> FileOrigin:
    """What is kept of where the file came from."""
    issued = found.modified or choice.resource.modified or choice.hit.modified
    licence = " ".join(filter(None, (choice.hit.licence, f"({choice.hit.publisher})" * bool(choice.hit.publisher))))
    return FileOrigin(found.address, licence, choice.portal, issued, found.etag)


def swapped(new: Path, path: Path, work: Callable[[], None]) -> None:
    """Do `work` with `new` in the place of `path`; if it fails, the old file is back."""
    before = path.with_name(path.name + ".before")
    if path.is_file():
        path.replace(before)
    new.replace(path)
    try:
        work()
    except BaseException:
        with suppress(OSError):
            path.unlink()
        if before.is_file():
            before.replace(path)
        raise
    before.unlink(missing_ok=True)
