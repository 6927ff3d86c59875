"""What a person said about families: which files are kept apart though they look alike, which go together though they
do not, and which columns are one. Kept in the catalogue, for the next load.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from core.catalogue.store import Catalogue

_META = "families"


@dataclass(frozen=True, slots=True)
class Choices:
    """Groups of sources."""

    apart: tuple[frozenset[str], ...] = ()
    together: tuple[tuple[frozenset[str], str], ...] = ()
    """Each with the label of what varies; "": as the files suggest."""
    columns_apart: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By a family's name, the labels (as they are compared) of columns kept by themselves."""
    columns_same: Mapping[str, tuple[frozenset[str], ...]] = field(default_factory=dict)
    """By a family's name, groups of labels of one column."""

    def kept_apart(self, sources: Collection[str]) -> bool:
        """Whether two of these are to stay apart."""
        return any(len(group.intersection(sources)) > 1 for group in self.apart)

    def column(self, sources: Iterable[str]) -> str:
        """What a person called what varies between these files."""
        some = set(sources)
        return next((column for group, column in self.together if group & some and column), "")


def choices(catalogue: Catalogue) -> Choices:
    """What was chosen so far."""
    body = json.loads(catalogue.meta(_META) or "{}")
    return Choices(
        tuple(frozenset(group) for group in body.get("apart", ())),
        tuple((frozenset(group), str(column)) for group, column in body.get("together", ())),
        {name: frozenset(keys) for name, keys in body.get("columns_apart", {}).items()},
        {name: tuple(map(frozenset, groups)) for name, groups in body.get("columns_same", {}).items()},
    )


def keep_apart(catalogue: Catalogue, sources: Iterable[str]) -> None:
    """These files are tables of their own from now on."""
    some = frozenset(sources)
    now = choices(catalogue)
    _put(catalogue, replace(now, apart=(*_without(now.apart, some), some), together=_untied(now.together, some)))


def keep_together(catalogue: Catalogue, sources: Iterable[str], column: str = "") -> None:
    """These files are one table from now on, whatever they look like."""
    some = frozenset(sources)
    now = choices(catalogue)
    together = (*_untied(now.together, some), (some, column))
    _put(catalogue, replace(now, apart=_without(now.apart, some), together=together))


def part_column(catalogue: Catalogue, family: str, key: str) -> None:
    """A column of this label is one of its own in that family."""
    now = choices(catalogue)
    same = tuple(left for g in now.columns_same.get(family, ()) if len(left := g - {key}) > 1)
    apart = {**now.columns_apart, family: now.columns_apart.get(family, frozenset()) | {key}}
    _put(catalogue, replace(now, columns_apart=apart, columns_same={**now.columns_same, family: same}))


def unite_columns(catalogue: Catalogue, family: str, keys: Iterable[str]) -> None:
    """Columns of these labels are one in that family."""
    now, some = choices(catalogue), frozenset(keys)
    apart = {**now.columns_apart, family: now.columns_apart.get(family, frozenset()) - some}
    same = {**now.columns_same, family: (*now.columns_same.get(family, ()), some)}
    _put(catalogue, replace(now, columns_apart=apart, columns_same=same))


def _without(groups: Iterable[frozenset[str]], some: frozenset[str]) -> tuple[frozenset[str], ...]:
    return tuple(left for group in groups if len(left := group - some) > 1)


def _untied(
    groups: Iterable[tuple[frozenset[str], str]], some: frozenset[str]
) -> tuple[tuple[frozenset[str], str], ...]:
    return tuple((left, column) for group, column in groups if len(left := group - some) > 1)


def _put(catalogue: Catalogue, chosen: Choices) -> None:
    body = {
        "apart": [sorted(g) for g in chosen.apart],
        "together": [[sorted(g), column] for g, column in chosen.together],
        "columns_apart": {name: sorted(keys) for name, keys in chosen.columns_apart.items()},
        "columns_same": {name: [sorted(g) for g in groups] for name, groups in chosen.columns_same.items()},
    }
    catalogue.set_meta(_META, json.dumps(body, ensure_ascii=False, sort_keys=True))
