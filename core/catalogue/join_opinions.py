"""What a chat model said of joins in doubt, kept in the catalogue, so that it is asked once for each pair."""

from __future__ import annotations

import json
from collections.abc import Mapping

from core.catalogue.store import Catalogue

_KEY = "join_opinions"


class JoinOpinions:
    """Those of one workspace, by the pair of columns ("a.x = b.y", in order of name)."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def all(self) -> dict[str, bool | None]:
        """Whether the columns of each pair mean the same; None where the model was asked and is unsure."""
        found = json.loads(self._catalogue.meta(_KEY) or "{}").items()
        return {str(pair): None if same is None else bool(same) for pair, same in found}

    def keep(self, said: Mapping[str, bool | None]) -> None:
        """Keep these beside those that are known."""
        self._catalogue.set_meta(_KEY, json.dumps(self.all() | dict(said), ensure_ascii=False))
