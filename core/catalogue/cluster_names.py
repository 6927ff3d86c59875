"""A person's own names for groups of tables that hang together, kept in the catalogue.

Groups are found anew whenever tables or joins change, so a name is kept with the tables it was given to, and goes to
the group that is most like them.
"""

from __future__ import annotations

import json

from core.catalogue.store import Catalogue
from core.graph.clusters import ALIKE, ClusterName, alike
from core.model import Cluster

LONGEST = 60
_KEY = "group_names"


class ClusterNames:
    """The names of one workspace."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def all(self) -> tuple[ClusterName, ...]:
        """The names with the tables they were given to, the oldest first."""
        return tuple((name, frozenset(tables)) for name, tables in json.loads(self._catalogue.meta(_KEY) or "[]"))

    def keep(self, cluster: Cluster, name: str) -> None:
        """Name a group; without a name it bears its largest table's again."""
        mine = frozenset(cluster.tables)
        left = [(n, t) for n, t in self.all() if alike(t, mine) < ALIKE]
        if line := " ".join(name.split())[:LONGEST]:
            left.append((line, mine))
        text = json.dumps([[n, sorted(t)] for n, t in left], ensure_ascii=False)
        self._catalogue.set_meta(_KEY, text)
