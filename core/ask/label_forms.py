"""What a table or column answers to, and what all that are labelled alike share: held against words once for all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from core.ask.state import Link, LinkKind


@dataclass(frozen=True, slots=True)
class Form:
    """One way a table (`column` empty) or a column is labelled."""

    table: str
    column: str
    full: tuple[str, ...]
    core: tuple[str, ...]
    flat: str
    bare: str = ""
    """Like `flat`, less the prefix that the table's columns share: `l_extendedprice` gives extendedprice."""

    @property
    def id(self) -> str:
        return f"{self.table}.{self.column}" if self.column else self.table


@dataclass(frozen=True, slots=True, eq=False)
class Wording:
    """One label as words, and the forms in which tables or columns bear it."""

    full: tuple[str, ...]
    core: tuple[str, ...]
    flat: str
    bare: str
    label: tuple[str, ...]
    """The label's words as the file has it."""
    column: bool
    counts: bool
    """They are columns of numbers, and not of texts or keys."""
    forms: dict[str, list[Form]] = field(default_factory=dict)
    """By table."""

    def all(self) -> Iterator[Form]:
        return (form for own in self.forms.values() for form in own)

    def links(self, forms: Iterable[Form], score: float, how: str) -> list[Link]:
        """Links to some of the forms."""
        kind: LinkKind = "column" if self.column else "table"
        return [Link(kind, f.table, f.column, "", score, how) for f in forms]
