"""Cells told apart by a sign alone: “O neg”, “AB positive”, “A-” where a column holds `O-`, `AB+` and `A-`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from core.ask.state import Link
from core.ask.table_words import values_of_few
from core.ask.tokens import Token
from core.model import Table
from core.text.words import fold

_FEW = 40
"""Different values of such a column, at most."""
_SIGNS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("+", "plus", "pos", "positive"), "+") | dict.fromkeys("-−–", "-")
    | dict.fromkeys(("minus", "neg", "negative"), "-")
)  # fmt: skip


class SignedValues:
    """The cells of which a column holds both, with plus and with minus."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._cells: dict[str, list[tuple[str, str, Mapping[str, str]]]] = defaultdict(list)
        for column in (c for t in tables for c in t.columns):
            signed: dict[str, dict[str, str]] = defaultdict(dict)
            for value in values_of_few(column, _FEW):
                if (sign := _SIGNS.get(value.strip()[-1:])) and (base := fold(value.strip()[:-1]).strip()).isalpha():
                    signed[base][sign] = value
            for base, cells in signed.items():
                if len(cells) == len("+-"):
                    self._cells[base].append((column.table, column.name, cells))

    def links(self, tokens: Sequence[Token]) -> Iterator[tuple[int, int, Link]]:
        """Start, end and link of each place where such a cell is said with its sign."""
        for i, token in enumerate(tokens):
            bare = token.lower.rstrip("+")
            for table, column, cells in self._cells.get(bare, ()) if token.kind == "word" else ():
                behind = tokens[i + 1].lower if i + 1 < len(tokens) else ""
                sign, end = ("+", i + 1) if bare != token.lower else (_SIGNS.get(behind, ""), i + 2)
                if sign:
                    yield i, end, Link("value", table, column, cells[sign], 1.0, "exact")
