"""Plain Neo4j Cypher as ladybug wants it.

What differs, and what is done: reserved words (every name stands in backticks) · 1-based lists and substring · an
error outside a list's bounds where Neo4j has null · relationships may repeat in a pattern (`id(r) <> id(s)` is added) ·
walks (TRAIL) · shortestPath · labels(), type() and a dozen functions · sum of nothing · label tests · list
comprehensions · sorting by a list of texts · a sort in WITH, which its optimiser drops before an aggregate (an UNWIND
stands between).

What still differs: types are strict (a list holds one type, `'a' + 1` and toInteger('x') are errors), toString of a
real has six decimals and of a boolean a capital, and a variable-length pattern may repeat a relationship that its MATCH
names elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from core.errors import QueryRefused
from core.graph.syntax import (
    Call,
    Comprehension,
    Dialect,
    HasLabel,
    Hops,
    Item,
    Match,
    Name,
    Node,
    Order,
    Part,
    Parts,
    Path,
    Query,
    Relationship,
    Slice,
    Sorted,
    Word,
)

_TEMPLATES: Mapping[tuple[str, int], str] = {
    ("type", 1): "label({0})",
    ("labels", 1): "[label({0})]",
    ("head", 1): "list_extract({0}, CASE WHEN size({0}) > 0 THEN 1 END)",
    ("last", 1): "list_extract({0}, CASE WHEN size({0}) > 0 THEN -1 END)",
    ("tail", 1): "list_slice({0}, 2, size({0}))",
    ("isempty", 1): "(size({0}) = 0)",
    ("tostring", 1): "CAST({0} AS STRING)",
    ("tointeger", 1): "CAST({0} AS INT64)",
    ("tofloat", 1): "CAST({0} AS DOUBLE)",
    ("split", 2): "string_split({0}, {1})",
    ("round", 1): "round({0}, 0)",
    ("substring", 2): "substring({0}, ({1}) + 1, size({0}))",
    ("substring", 3): "substring({0}, ({1}) + 1, {2})",
}
MADE = "__made"
"""How the names begin that this module adds; `RETURN *` shows them, so the adapter leaves them out."""
MOST_WRITTEN = 200_000
"""Characters that are written for one query, those of inner expressions anew for each that holds them. Where ladybug
has no word for what Neo4j does, an expression stands several times in what is written: nested ones would multiply."""
_ALL = 1_000_000_000
"""After WITH, ladybug sorts only what it limits."""


class LadybugDialect(Dialect):
    """One object writes one query: it numbers the relationships that it has to name.

    `lists` names the sort keys that hold lists of texts: ladybug orders by single values only.
    """

    def __init__(self, lists: frozenset[str] = frozenset()) -> None:
        self._lists = lists
        self._many: frozenset[str] = frozenset()
        self._named = 0
        self._written = 0

    def query(self, query: Query) -> str:
        self._many = query.many
        return super().query(query)

    def parts(self, parts: Sequence[Part]) -> str:
        """Raises QueryRefused when the query grows too long by rewriting."""
        text = super().parts(parts)
        self._written += len(text)
        if self._written > MOST_WRITTEN:
            raise QueryRefused("List access is nested too deeply.", "Write it flatter, with WITH between its steps.")
        return text

    def part(self, part: Part) -> str:
        match part:
            case Name(text) if text in self._many:
                return f"rels({self.name(text)})"
            case Item(of, index):
                base, i = self.parts(of), self.parts(index)
                inside = f"CASE WHEN {i} < 0 AND {i} >= -size({base}) THEN {i} WHEN {i} >= 0 AND {i} < size({base}) "
                return f"list_extract({base}, {inside}THEN {i} + 1 END)"
            case Slice(of, low, high):
                base = self.parts(of)
                first, last = self.parts(low or (Word("0"),)), self.parts(high) if high else f"size({base})"
                first = f"CASE WHEN {first} < 0 THEN size({base}) + {first} ELSE {first} END + 1"
                last = f"CASE WHEN {last} < 0 THEN size({base}) + {last} ELSE {last} END"
                return f"list_slice({base}, {first}, {last})"
            case Order(bounded=False):
                return f"{super().part(part)} LIMIT {_ALL}"
            case Sorted():
                self._named += 1
                return f"UNWIND [1] AS {self.name(f'{MADE}{self._named}')}"
            case HasLabel(variable, labels):
                return f"(label({self.name(variable)}) IN [{', '.join(self.text(n) for n in labels)}])"
            case _:
                return super().part(part)

    def sort_key(self, parts: Parts) -> str:
        match parts:
            case (Name(text),) if text in self._lists:
                return f"list_to_string('\x01', {self.name(text)})"
            case _:
                return super().sort_key(parts)

    def parameter(self, name: str) -> str:
        return f"$p_{name}"

    def call(self, call: Call) -> str:
        if call.name == "sum":
            return f"coalesce({super().call(call)}, 0)"
        template = _TEMPLATES.get((call.name, len(call.args)))
        if template is None:
            return super().call(call)
        return template.format(*(self.parts(a) for a in call.args))

    def comprehension(self, c: Comprehension) -> str:
        text, x = self.parts(c.source), self.name(c.variable)
        if c.keep:
            text = f"list_filter({text}, {x} -> {self.parts(c.keep)})"
        if c.result:
            text = f"list_transform({text}, {x} -> {self.parts(c.result)})"
        return text

    def match(self, match: Match) -> str:
        paths, single = [], []
        for path in match.paths:
            steps = []
            for step in path.steps:
                if isinstance(step, Relationship) and not step.hops:
                    if not step.variable:
                        self._named += 1
                        step = replace(step, variable=f"{MADE}{self._named}")
                    single.append(step)
                steps.append(step)
            paths.append(replace(path, steps=tuple(steps)))
        apart: list[Part] = []
        for a, b in combinations(single, 2):
            if a.variable != b.variable and (not a.types or not b.types or set(a.types) & set(b.types)):
                apart += [Word("AND")] if apart else []
                apart.append(Word(f"id({self.name(a.variable)}) <> id({self.name(b.variable)})"))
        where: Parts | None = match.where
        if apart:
            where = (Word("("), *match.where, Word(") AND"), *apart) if match.where else tuple(apart)
        return super().match(Match(match.optional, tuple(paths), where))

    def path(self, path: Path) -> str:
        steps = "".join(self.node(s) if isinstance(s, Node) else self.relationship(s, path) for s in path.steps)
        return f"{self.name(path.variable)} = {steps}" if path.variable else steps

    def hops(self, hops: Hops, function: str) -> str:
        mode = {"": "TRAIL", "shortestPath": "SHORTEST", "allShortestPaths": "ALL SHORTEST"}[function]
        return f"* {mode} {hops[0]}..{hops[1]}"
