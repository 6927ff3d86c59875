"""Which files of an embedded graph were written on this machine, whole: by seals of their digests in the catalogue.

The graph's library trusts the files that it opens; a flipped bit in one, or a stranger's, can end the process. Such a
file is not opened but built anew from the catalogue.
"""

from __future__ import annotations

from pathlib import Path

from core.catalogue.store import Catalogue
from core.config.seal import fits, seal

_META = "graph seals"
_KIND = "graph"
_KEPT = 2
"""The file that is in place, and the one that is about to be: a reader may meet either."""


class GraphSeals:
    """`folder` is the user's own, where the key of seals lies; in `meta` the catalogue keeps those of one graph."""

    def __init__(self, catalogue: Catalogue, folder: Path, meta: str = _META) -> None:
        self._catalogue = catalogue
        self._folder = folder
        self._meta = meta

    def note(self, digest: str) -> None:
        """A file with this SHA-256 is about to be put in place. Raises WorkspaceUnwritable."""
        made = seal(_KIND, digest, self._folder)
        self._catalogue.set_meta(self._meta, " ".join([made, *self._known()][:_KEPT]))

    def fits(self, digest: str) -> bool:
        """Whether a file with this SHA-256 was written here."""
        return any(fits(_KIND, digest, one, self._folder) for one in self._known())

    def _known(self) -> list[str]:
        return (self._catalogue.meta(self._meta) or "").split()
