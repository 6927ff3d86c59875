"""A nation among its own areas: `England` in a column of regions or councils is the whole of them, and no region."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from core.ingest.families.place_names import KINDS

_BRITISH = frozenset(("england", "scotland", "wales", "northern ireland", "england and wales"))
_UNITED = frozenset(("united kingdom", "uk", "great britain"))
_NO_NATION = frozenset(("georgia", "luxembourg"))
"""What a state or a province is called as well."""
_NAMES = (KINDS["country"] | _BRITISH | _UNITED) - _NO_NATION


def nations_in(places_of: Callable[[str], Sequence[tuple[str, str, str]]]) -> Mapping[tuple[str, str], str]:
    """Of each column (table, column) the one nation that it holds, as it is spelled there; of the nations of the United
    Kingdom that kingdom. Columns of several nations have none."""
    held: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for name in sorted(_NAMES):
        for table, column, value in places_of(name):
            held[table, column][name] = value
    return {place: value for place, names in held.items() if (value := _whole(names))}


def _whole(names: Mapping[str, str]) -> str:
    united = [value for name, value in names.items() if name in _UNITED]
    if len(names) > 1 and len(united) == 1 and names.keys() <= _BRITISH | _UNITED:
        return united[0]
    return next(iter(names.values())) if len(names) == 1 else ""
