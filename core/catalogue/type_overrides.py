"""The types that a person chose for columns, by the file that the columns are read from."""

from __future__ import annotations

import json
from collections.abc import Mapping

from core.catalogue.store import Catalogue

_KEY = "wishes:"
_EARLIER_KEY = "as_text:"
"""Where earlier versions kept the columns that stay text."""


class TypeOverrides:
    """Chosen types (`core.ingest.type_overrides`) of the columns of each source."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def of(self, source: str) -> dict[str, str]:
        """The chosen types by the columns' names."""
        if kept := self._catalogue.meta(_KEY + source):
            return dict(json.loads(kept))
        return dict.fromkeys(json.loads(self._catalogue.meta(_EARLIER_KEY + source) or "[]"), "text")

    def keep(self, source: str, chosen: Mapping[str, str]) -> None:
        """These instead of what was chosen before."""
        self._catalogue.set_meta(_KEY + source, json.dumps(dict(chosen), ensure_ascii=False, sort_keys=True))
