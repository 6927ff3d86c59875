"""What a portal is, found by asking it; the portals that are known by name."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from core.errors import PortalReply
from core.portals.addresses import spelt
from core.portals.base import Kind, Portal
from core.portals.ckan import Ckan
from core.portals.languages import language_of
from core.portals.listed import catalogue_at, file_at, is_file, sitemap_at
from core.portals.opendatasoft import Opendatasoft
from core.portals.socrata import Socrata
from core.portals.web import Web


@dataclass(frozen=True, slots=True)
class KnownPortal:
    """A portal of the list. `kind` is asked for first."""

    name: str
    address: str
    kind: Kind
    language: str = "en"


@lru_cache(maxsize=1)
def known_portals() -> tuple[KnownPortal, ...]:
    """The list of `portals.toml`, in its order. None of them is contacted by this."""
    told = tomllib.loads(Path(__file__).with_name("portals.toml").read_text(encoding="utf-8"))
    return tuple(KnownPortal(**entry) for entry in told["portal"])


def address_of(text: str) -> str:
    """A portal's address from what a person wrote: its name in the list, or an address, also without its scheme."""
    given = text.strip()
    for known in known_portals():
        if given.casefold() in (known.name.casefold(), known.address.split("://")[1].casefold()):
            return known.address
    if "://" not in given:
        given = f"https://{given}"
    parts = urlsplit(spelt(given))
    return urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/"), parts.query, ""))


def language_at(portal: Portal) -> str:
    """The language of a portal's titles: as the list says, as it tells itself, or by its host; "": not known."""
    known = next((p.language for p in known_portals() if p.address == portal.address), "")
    return known or language_of(portal.address, portal.language)


def portal_at(web: Web, address: str, kind: Kind | None = None) -> Portal:
    """The portal at an address; `kind` is asked for first.

    Raises PortalReply where nothing that is known answers there, and the faults of `Web.text`.
    """
    web.policy.check_url(address)
    if kind == "file" or (kind is None and is_file(address)):
        return file_at(address)
    known = next((p for p in known_portals() if p.address == address), None)
    first = kind or (known.kind if known else None)
    asking = {
        "ckan": Ckan.at,
        "opendatasoft": Opendatasoft.at,
        "socrata": Socrata.at,
        "dcat": catalogue_at,
        "sitemap": sitemap_at,
    }
    for name in sorted(asking, key=lambda k: k != first):
        found = asking[name](web, address)
        if found is not None:
            return found
    hint = "Write the address of the portal itself, as https://data.example.org, or of one file."
    raise PortalReply(address, "There is no portal here that this program can search.", hint)
