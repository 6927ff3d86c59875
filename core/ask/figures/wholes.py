"""Values that are the whole of the others in their column: what a table of the folder calls its total, and a nation
among its own areas (`England` in a column of regions or councils)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from core.ask.figures.cube import Cube, Dimension
from core.ask.figures.wording import PLACE_STEMS
from core.ingest.categories import is_all
from core.ingest.families.place_names import KINDS

_BRITISH = frozenset(("england", "scotland", "wales", "northern ireland", "england and wales"))
_UNITED = frozenset(("united kingdom", "uk", "great britain"))
_NO_NATION = frozenset(("georgia", "luxembourg"))
"""What a state or a province is called as well."""
_NAMES = (KINDS["country"] | _BRITISH | _UNITED) - _NO_NATION

_PLACES = 4
"""Places of a column at least, for a nation among them to be the whole of them."""


def with_wholes(cubes: Sequence[Cube], places_of: Callable[[str], Sequence[tuple[str, str, str]]]) -> tuple[Cube, ...]:
    """The cubes with rows for a whole known by its name: what one table calls its total (`Scotland`) is no part in
    another, where it stands among the parts."""
    named = ([w for w in c.wholes if not is_all(w)] for c in cubes)
    names = {w for told in named for w in told if len(told) == 1}  # several are totals of parts
    at = {(table, column): value for name in sorted(names) for table, column, value in places_of(name)}
    placed = any(_of_places(d) for c in cubes for d in c.dimensions)
    nations = nations_in(places_of) if placed else {}

    def told(d: Dimension, cube: Cube) -> Dimension:
        places = [(table, d.column) for table in (cube.base, cube.table)]
        known = (at, nations) if _of_places(d) else (at,)
        value = next((held[p] for held in known for p in places if held.get(p)), "")
        return replace(d, whole=value) if value and not d.whole and not d.period else d

    return tuple(replace(c, dimensions=tuple(told(d, c) for d in c.dimensions)) for c in cubes)


def _of_places(d: Dimension) -> bool:
    """A column of places, of which there are more than a few."""
    few = bool(d.values) and len(d.values) < _PLACES
    return not d.period and not d.whole and not few and bool(d.words & PLACE_STEMS)


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
