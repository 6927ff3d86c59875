"""What a parsed Cypher query is made of, and how it is written out again.

An expression is a flat list of parts: words, names and values in order, with a node of its own only where engines
differ (patterns, calls, list access, comprehensions). `Dialect.query` writes the text that runs, so nothing reaches
an engine that the guard has not read: comments are gone and every name stands in backticks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.graph.models import SCHEMA, GraphModel

Hops = tuple[int, int]
"""Fewest and most relationships of a variable-length pattern."""


@dataclass(frozen=True, slots=True)
class Word:
    """A keyword, operator or number, written as it is."""

    text: str


@dataclass(frozen=True, slots=True)
class Name:
    """A variable, an alias, a property or a map's key."""

    text: str


@dataclass(frozen=True, slots=True)
class Text:
    text: str


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """A function; `name` in lower case."""

    name: str
    args: tuple[Parts, ...]
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """`of[index]`, 0-based."""

    of: Parts
    index: Parts


@dataclass(frozen=True, slots=True)
class Slice:
    """`of[low..high]`, 0-based, `high` not included."""

    of: Parts
    low: Parts | None
    high: Parts | None


@dataclass(frozen=True, slots=True)
class Comprehension:
    """`[variable IN source WHERE keep | result]`."""

    variable: str
    source: Parts
    keep: Parts | None
    result: Parts | None


@dataclass(frozen=True, slots=True)
class HasLabel:
    """`variable:A|B` inside an expression."""

    variable: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Node:
    variable: str
    labels: tuple[str, ...]
    properties: Parts | None


@dataclass(frozen=True, slots=True)
class Relationship:
    variable: str
    types: tuple[str, ...]
    hops: Hops | None
    properties: Parts | None
    left: bool
    right: bool


@dataclass(frozen=True, slots=True)
class Path:
    """Nodes and relationships in turn. `function`: "", "shortestPath" or "allShortestPaths"."""

    variable: str
    steps: tuple[Node | Relationship, ...]
    function: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    optional: bool
    paths: tuple[Path, ...]
    where: Parts | None


@dataclass(frozen=True, slots=True)
class Subquery:
    """`EXISTS { MATCH … WHERE … }` or `COUNT { … }`."""

    kind: Literal["EXISTS", "COUNT"]
    match: Match


@dataclass(frozen=True, slots=True)
class Order:
    """`ORDER BY`; each key with whether it descends. `bounded`: a SKIP or LIMIT follows."""

    keys: tuple[tuple[Parts, bool], ...]
    bounded: bool


@dataclass(frozen=True, slots=True)
class Sorted:
    """Stands after a WITH that sorts: what follows works on the rows it kept."""


Part = (
    Order
    | Sorted
    | Word
    | Name
    | Text
    | Parameter
    | Call
    | Item
    | Slice
    | Comprehension
    | HasLabel
    | Path
    | Match
    | Subquery
)
Parts = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Query:
    """One reading statement that the guard has admitted."""

    text: str
    parts: Parts
    columns: tuple[str, ...] | None
    """Names of the result's columns as Neo4j gives them; None after `RETURN *`."""
    parameters: frozenset[str]
    counts: frozenset[str]
    """Those of the parameters that stand after SKIP or LIMIT."""
    many: frozenset[str]
    """Variables of variable-length relationships: each holds a list of relationships."""
    variables: frozenset[str]
    model: GraphModel = SCHEMA
    """Of the graph that is asked."""


class Dialect:
    """Writes a query as plain Neo4j Cypher. An engine that differs overrides what differs."""

    def query(self, query: Query) -> str:
        return self.parts(query.parts)

    def parts(self, parts: Sequence[Part]) -> str:
        return " ".join(text for p in parts if (text := self.part(p)))

    def part(self, part: Part) -> str:
        match part:
            case Word(text):
                return text
            case Name(text):
                return self.name(text)
            case Text(text):
                return self.text(text)
            case Parameter(name):
                return self.parameter(name)
            case Call():
                return self.call(part)
            case Item(of, index):
                return f"{self.parts(of)}[{self.parts(index)}]"
            case Slice(of, low, high):
                return f"{self.parts(of)}[{self.parts(low or ())}..{self.parts(high or ())}]"
            case Comprehension():
                return self.comprehension(part)
            case HasLabel(variable, labels):
                return f"({self.name(variable)}:{self.either(labels)})"
            case Order(keys):
                return "ORDER BY " + ", ".join(self.sort_key(k) + (" DESC" if down else "") for k, down in keys)
            case Sorted():
                return ""
            case Path():
                return self.path(part)
            case Match():
                return self.match(part)
            case Subquery(kind, match):
                return f"{kind} {{ {self.match(match)} }}"

    def name(self, text: str) -> str:
        return f"`{text}`"

    def sort_key(self, parts: Parts) -> str:
        return self.parts(parts)

    def text(self, text: str) -> str:
        escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\r", "\\r")
        return f"'{escaped}'"

    def parameter(self, name: str) -> str:
        return f"$`{name}`"

    def call(self, call: Call) -> str:
        inner = ", ".join(self.parts(a) for a in call.args)
        return f"{call.name}({'DISTINCT ' if call.distinct else ''}{inner})"

    def comprehension(self, c: Comprehension) -> str:
        keep = f" WHERE {self.parts(c.keep)}" if c.keep else ""
        result = f" | {self.parts(c.result)}" if c.result else ""
        return f"[{self.name(c.variable)} IN {self.parts(c.source)}{keep}{result}]"

    def either(self, names: Sequence[str]) -> str:
        return "|".join(self.name(n) for n in names)

    def match(self, match: Match) -> str:
        where = f" WHERE {self.parts(match.where)}" if match.where else ""
        patterns = ", ".join(self.path(p) for p in match.paths)
        return f"{'OPTIONAL ' if match.optional else ''}MATCH {patterns}{where}"

    def path(self, path: Path) -> str:
        steps = "".join(self.node(s) if isinstance(s, Node) else self.relationship(s, path) for s in path.steps)
        if path.function:
            steps = f"{path.function}({steps})"
        return f"{self.name(path.variable)} = {steps}" if path.variable else steps

    def node(self, node: Node) -> str:
        return f"({self._inside(node.variable, node.labels, '', node.properties)})"

    def relationship(self, rel: Relationship, path: Path) -> str:
        hops = self.hops(rel.hops, path.function) if rel.hops else ""
        inside = self._inside(rel.variable, rel.types, hops, rel.properties)
        body = f"[{inside}]" if inside else ""
        return f"{'<' if rel.left else ''}-{body}-{'>' if rel.right else ''}"

    def hops(self, hops: Hops, function: str) -> str:
        return f"*{hops[0]}..{hops[1]}"

    def _inside(self, variable: str, labels: Sequence[str], hops: str, properties: Parts | None) -> str:
        named = (self.name(variable) if variable else "") + (f":{self.either(labels)}" if labels else "") + hops
        return f"{named} {self.parts(properties)}".strip() if properties else named
