"""Where tables lie in their files, as a person set it: kept by file in the catalogue, so that it holds on reload, for
the file's next edition, and for the files of its family.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from core.catalogue.store import Catalogue
from core.errors import BadLayout, FileError
from core.ingest.layout.as_found import FileAsFound, as_found
from core.ingest.layout.by_hand import LayoutOverride, dump, parse
from core.ingest.parts import Part

Looks = Callable[[Part, LayoutOverride | None], list[Part]]
"""Looks into a part, cut by a person's borders where there are any, as `core.ingest.confined.ConfinedReader` does."""
_LAYOUT, _FORMS = "layout:", "layouts of families"
_DIGITS = re.compile(r"\d+")


def file_part(part: Part) -> Part:
    """The text or sheet in which a part lies."""
    return replace(part, block="", look=None, long=None)


def override_of(catalogue: Catalogue, part: Part) -> LayoutOverride | None:
    """A person's borders of the tables in this part's text or sheet, or in a file of its family."""
    source = file_part(part).source
    kept = catalogue.meta(_LAYOUT + source) or _forms(catalogue).get(_form(source))
    return parse(kept) if kept else None


def keep_override(catalogue: Catalogue, part: Part, override: LayoutOverride | None) -> None:
    """Keep a person's borders; None takes them back."""
    catalogue.set_meta(_LAYOUT + file_part(part).source, dump(override) if override else "")


def keep_for_family(catalogue: Catalogue, part: Part, others: Iterable[Part], override: LayoutOverride | None) -> None:
    """Keep a person's borders of one file of a family for its other files, and for later ones whose paths differ from
    theirs in digits only; None takes them back."""
    lent = dump(replace(override, borrowed=True)) if override else ""
    forms = _forms(catalogue)
    for other in (part, *others):
        source = file_part(other).source
        forms[_form(source)] = lent
        catalogue.set_meta(_LAYOUT + source, lent)
    catalogue.set_meta(_FORMS, json.dumps({form: kept for form, kept in forms.items() if kept}, ensure_ascii=False))
    keep_override(catalogue, part, override)


def kept_for(catalogue: Catalogue, parts: Iterable[Part]) -> dict[str, str]:
    """All that is kept for these parts, to be put back by `put_back`."""
    keys = [_FORMS, *(_LAYOUT + file_part(part).source for part in parts)]
    return {key: catalogue.meta(key) or "" for key in keys}


def put_back(catalogue: Catalogue, kept: Mapping[str, str]) -> None:
    for key, value in kept.items():
        catalogue.set_meta(key, value)


def carry_over(catalogue: Catalogue, old: Part, new: Part) -> bool:
    """Have a file's next edition, at another path, cut as a person said of the one before; whether that was needed."""
    kept = override_of(catalogue, old)
    if kept is None or file_part(old).source == file_part(new).source or override_of(catalogue, new):
        return False
    keep_override(catalogue, new, kept)
    return True


def found_in(
    catalogue: Catalogue, part: Part, looks: Looks, override: LayoutOverride | None = None, near: int = 0
) -> FileAsFound | None:
    """The text or sheet in which a part lies, line by line with roles; None where it is too long to be shown so.

    `override`: as it would be cut by these borders; None: as it is. `near` is a line that is shown in any case.
    Raises FileError, BadLayout.
    """
    by = override_of(catalogue, part) if override is None else override
    (seen, *_) = looks(file_part(part), by)
    return as_found(seen.look, near) if seen.look else None


def located(catalogue: Catalogue, part: Part, looks: Looks) -> Part:
    """The part as it lies in its file now. What is not found stays as it was; reading it says so."""
    try:
        found = looks(file_part(part), override_of(catalogue, part))
    except BadLayout:
        found = looks(file_part(part), None)
    return next((seen for seen in found if seen.source == part.source), part)


def with_borders(catalogue: Catalogue, part: Part, looks: Looks) -> Part:
    """The same where a person set borders; a part without any is left to be looked into when it is read.

    What cannot be looked into stays as it was; reading it says why.
    """
    if part.look is not None or override_of(catalogue, part) is None:
        return part
    try:
        return located(catalogue, part, looks)
    except (FileError, OSError):
        return part


def _forms(catalogue: Catalogue) -> dict[str, str]:
    return dict(json.loads(catalogue.meta(_FORMS) or "{}"))


def _form(source: str) -> str:
    """What the sources of a family have in common where its files are told apart by figures."""
    return _DIGITS.sub("0", source)
