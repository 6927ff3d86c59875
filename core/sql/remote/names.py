"""What a query can name on another engine: tables, columns with their kinds, and what stands beside a SELECT."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from core.errors import UnknownName
from core.sql.names import close_names, key
from core.sql.remote.kinds import KIND, Kind, Made


@dataclass(frozen=True, slots=True)
class RemoteTable:
    """A table or view of the database."""

    schema: str
    """Where it lies; "" where the engine has none."""
    name: str
    columns: tuple[tuple[str, Kind], ...]
    query: str = field(default="", repr=False)
    """Of a view that the database does not know: what stands for it, written as for SQLite."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """The columns of a query or a table, in order."""

    columns: tuple[tuple[str, Kind], ...]
    titles: tuple[str, ...] = ()
    """What stands over them in a result, where two may be called the same; empty: their names."""

    def find(self, name: str) -> tuple[str, Kind] | None:
        wanted = key(name)
        return next(((n, k) for n, k in self.columns if key(n) == wanted), None)


@dataclass(slots=True)
class Frame:
    """What one SELECT can name."""

    sources: dict[str, tuple[str, Outputs]] = field(default_factory=dict)
    """By key: the name as it is written, and the columns."""
    aliases: dict[str, Made] = field(default_factory=dict)
    """By key: what the SELECT's own columns are made of."""
    merged: set[str] = field(default_factory=set)
    """Keys of columns that USING made one."""

    def everything(self) -> Iterator[tuple[str, Kind]]:
        for _, outputs in self.sources.values():
            yield from outputs.columns


Frames = tuple[Frame, ...]
Ctes = Mapping[str, Outputs]


def column(node: exp.Column, frames: Frames) -> Made:
    """The column that is meant, by the names the database has for it. Raises UnknownName."""
    name, table = node.name, node.table
    if table:
        for frame in frames:
            if (found := frame.sources.get(key(table))) is not None:
                if (hit := found[1].find(name)) is not None:
                    return reference(hit, found[0])
                raise UnknownName(f"{table}.{name}", close_names(name, [n for n, _ in found[1].columns]), "column")
        raise UnknownName(table, close_names(table, [s for f in frames for s in f.sources]), "table")
    for frame in frames:
        for written, outputs in frame.sources.values():
            if (hit := outputs.find(name)) is not None:
                return reference(hit, "" if key(name) in frame.merged else written)
        if (alias := frame.aliases.get(key(name))) is not None:
            return Made(exp.paren(alias.node.copy()) if _compound(alias.node) else alias.node.copy(), alias.kind)
    raise UnknownName(name, close_names(name, [n for f in frames for n, _ in f.everything()]), "column")


def reference(hit: tuple[str, Kind], table: str) -> Made:
    """A column of the source `table`, by name and kind."""
    node = exp.column(quoted(hit[0]), table=quoted(table) if table else None)
    node.meta[KIND] = hit[1]
    return Made(node, hit[1])


def _compound(node: exp.Expr) -> bool:
    return isinstance(node, exp.Binary | exp.Unary | exp.Case)


def quoted(name: str) -> exp.Identifier:
    return exp.to_identifier(name, quoted=True)
