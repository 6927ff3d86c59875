"""Which files of a finding belong together: those whose columns, where the portal tells them, name the same thing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.portals.ranking import Ranked
from core.text.words import fold

MOST = 3
"""Files that are proposed at once."""
_LOOKED_AT = 8
_KEY = re.compile(r"(^|[_\W])(id|ids|code|key|no|nr|number|num|uuid|ref|kennung|nummer|codigo|codice)$")
_NO_KEY = frozenset("id code key no nr number num uuid ref objectid fid gid oid globalid nummer codigo codice".split())
"""What every file calls its own rows."""


def together(hits: Sequence[Ranked]) -> tuple[int, ...]:
    """The first hit that can be loaded and up to two more that share a column with it that is named like a key
    (`counter_id`): their places in `hits`. A file of the same columns is another part of it and stays out."""
    first = next((n for n, r in enumerate(hits) if r.best), None)
    if first is None:
        return ()
    own = _columns(hits[first])
    found = [first]
    for n, hit in enumerate(hits[:_LOOKED_AT]):
        columns = _columns(hit)
        if n != first and columns != own and _keys(own) & _keys(columns):
            found.append(n)
    return tuple(found[:MOST])


def shared(a: Ranked, b: Ranked) -> tuple[str, ...]:
    """The columns named like keys that two hits share, as the second writes them."""
    keys = _keys(_columns(a))
    return tuple(c for c in (b.best.columns if b.best else ()) if fold(c) in keys)


def _columns(hit: Ranked) -> frozenset[str]:
    return frozenset(fold(c) for c in (hit.best.columns if hit.best else ()))


def _keys(columns: frozenset[str]) -> frozenset[str]:
    return frozenset(c for c in columns if c not in _NO_KEY and _KEY.search(c))
