"""Cells that a question names by their first word: `Helix` of Helix Biologics, `Jo` of Jo Finch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from core.ask.stop_words import FUNCTION, VERBS
from core.ask.tokens import Token, stem
from core.ask.values_found import ValueFound
from core.index.forms import IN_FULL
from core.model import Table
from core.text.words import words

_SHORTEST, _FEW = 4, 4
"""How long the one word is at least, and of how many the value is at most."""
_OURS, _FULL_NAMES = 60, 0.8
"""Of how many people those are whom all call by their first names, at most; the share of names of two words there."""

_Found = set[tuple[int, int, str]]
"""The span and the cell of each word that is a first one."""


def begun(tables: Mapping[str, Table], tokens: Sequence[Token], hits: Sequence[ValueFound]) -> _Found:
    """`Helix` of Helix Biologics: a word with a capital, with which one value alone begins; its span and the value.
    `Door` is no `Door lock contact` where there are `Doors not closing`, too."""
    found: dict[tuple[int, int], set[str]] = defaultdict(set)
    whole = {i for h in hits if h.kind in IN_FULL for i in range(h.start, h.end)}
    for h in hits:
        said = tokens[h.start]
        lone = h.kind == "part" and h.end == h.start + 1 and h.start not in whole and said.capital
        if lone and len(said.text) >= _SHORTEST and said.lower not in FUNCTION | VERBS and _alone(tables, h, said):
            found[h.start, h.end].add(h.value)
    return {
        (*span, value)
        for span, values in found.items()
        if len(values) == 1
        for value in values
        if (named := words(value)) and named[0] == tokens[span[0]].lower and 1 < len(named) <= _FEW
    }


def _alone(tables: Mapping[str, Table], hit: ValueFound, said: Token) -> bool:
    """No other value of its column that the profile keeps begins with another form of the word."""
    column = tables[hit.table].column(hit.column)
    common = [value for value, _ in column.profile.common] if column is not None else []
    return not any(value != hit.value and words(value)[:1] and stem(words(value)[0]) == said.stem for value in common)


def of_ours(
    tables: Mapping[str, Table], tokens: Sequence[Token], hits: Sequence[ValueFound]
) -> set[tuple[int, int, str]]:
    """`Jo` of Jo Finch, who is one of a dozen: a colleague's first name, however short, and whoever else has it in
    a longer list; its span and the value."""
    found: dict[tuple[int, int], set[str]] = defaultdict(set)
    for h in hits:
        said, named = tokens[h.start], words(h.value)
        alone = h.end == h.start + 1 and h.kind == "part" and said.capital and said.lower not in FUNCTION | VERBS
        ours = alone and 1 < len(named) <= _FEW and named[0] == said.lower and _people(tables, h)
        if ours and _alone(tables, h, said):
            found[h.start, h.end].add(h.value)
    return {(*span, value) for span, values in found.items() if len(values) == 1 for value in values}


def _people(tables: Mapping[str, Table], hit: ValueFound) -> bool:
    """A short list of names of two words and more."""
    column = tables[hit.table].column(hit.column)
    if column is None or column.type != "text" or not 1 < column.profile.distinct <= _OURS:
        return False
    named = [len(words(value)) > 1 for value, _ in column.profile.common]
    return bool(named) and sum(named) >= _FULL_NAMES * len(named)
