"""Where on the net or in which database a file came from and under what licence, kept by its path until and after it is
loaded."""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass, fields
from typing import Any

from core.catalogue.store import Catalogue
from core.model.sources import divided

_META = "fetched:"


@dataclass(frozen=True, slots=True)
class FileOrigin:
    """`address` is a URL, or a database's with `#schema.table` behind it, `licence` the portal's own words for it,
    `portal` the address of the portal, `issued` a day or time in ISO 8601, `etag` the server's name for the version;
    empty: not known."""

    address: str = ""
    licence: str = ""
    portal: str = ""
    issued: str = ""
    etag: str = ""
    lacks: str = ""
    """What of it was left where it is, in words."""

    @property
    def as_dict(self) -> dict[str, Any]:
        """What a table or a member of a family keeps of it, by field."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "lacks"}


def keep_origin(catalogue: Catalogue, path: str, origin: FileOrigin) -> None:
    """`path` as the catalogue writes it: absolute, with forward slashes."""
    catalogue.set_meta(_META + path, json.dumps(list(astuple(origin)), ensure_ascii=False))


def origin_of(catalogue: Catalogue, source: str) -> FileOrigin:
    """Of the file in which a table's source lies."""
    kept = catalogue.meta(_META + source) or catalogue.meta(_META + divided(source)[0])
    return FileOrigin(*json.loads(kept)) if kept else FileOrigin()
