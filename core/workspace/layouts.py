"""Where tables lie in their files, as a person set it: kept by file in the catalogue, so that it holds on reload."""

from __future__ import annotations

from dataclasses import replace

from core.catalogue.store import Catalogue
from core.ingest.layout.as_found import FileAsFound, as_found
from core.ingest.layout.by_hand import LayoutOverride, dump, parse
from core.ingest.looking import looked_into
from core.ingest.parts import Part

_LAYOUT = "layout:"


def file_part(part: Part) -> Part:
    """The text or sheet in which a part lies."""
    return replace(part, block="", look=None, long=None)


def override_of(catalogue: Catalogue, part: Part) -> LayoutOverride | None:
    """A person's borders of the tables in this part's text or sheet."""
    kept = catalogue.meta(_LAYOUT + file_part(part).source)
    return parse(kept) if kept else None


def keep_override(catalogue: Catalogue, part: Part, override: LayoutOverride | None) -> None:
    """Keep a person's borders; None takes them back."""
    catalogue.set_meta(_LAYOUT + file_part(part).source, dump(override) if override else "")


def found_in(catalogue: Catalogue, part: Part) -> FileAsFound | None:
    """The text or sheet in which a part lies, line by line with roles; None where it is too long to be shown so."""
    (seen, *_) = looked_into(file_part(part), override=override_of(catalogue, part))
    return as_found(seen.look) if seen.look else None


def located(catalogue: Catalogue, part: Part) -> Part:
    """The part as it lies in its file now. What is not found stays as it was; reading it says so."""
    for seen in looked_into(file_part(part), override=override_of(catalogue, part)):
        if seen.source == part.source:
            return seen
    return part
