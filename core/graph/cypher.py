"""The guard: Cypher written by people and models is parsed whole, or refused.

One statement of reading clauses is admitted, in the part of Neo4j's Cypher that every store of ours runs: MATCH,
OPTIONAL MATCH, WHERE, WITH, UNWIND, RETURN, ORDER BY, SKIP, LIMIT, UNION, EXISTS { MATCH … }, COUNT { MATCH … }, CASE,
list comprehensions, any/all/none/single, shortestPath, variable length up to nine, and the functions in FUNCTIONS.
Every label, relationship type and property must exist in the graph that is asked, the schema's or another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.errors import BadSyntax, QueryRefused, UnknownName
from core.graph.expressions import Expressions
from core.graph.models import SCHEMA, GraphModel
from core.graph.syntax import (
    Match,
    Name,
    Order,
    Parameter,
    Part,
    Parts,
    Query,
    Sorted,
    Word,
)
from core.graph.words import close_names


def parse(cypher: str, model: GraphModel = SCHEMA) -> Query:
    """The query of a graph of this model, as the adapters run it.

    Raises QueryRefused (not a single reading statement, unbounded pattern, too long or too deep), BadSyntax (cannot be
    read) and UnknownName (label, relationship, property or function, with close names).
    """
    return _Parser(cypher, model).query()


def bound(names: Iterable[str], parameters: Mapping[str, object] | None) -> dict[str, object]:
    """The parameters that a query names, checked. Raises UnknownName for one without a value."""
    given = dict(parameters or {})
    wanted = sorted(names)
    for name in wanted:
        if name not in given:
            raise UnknownName(f"${name}", [f"${c}" for c in close_names(name, given)], kind="value for the parameter")
    return {name: given[name] for name in wanted}


class _Parser(Expressions):
    def query(self) -> Query:
        parts: list[Part] = []
        columns: tuple[str, ...] | None = None
        first = True
        while True:
            single, found = self.single()
            parts += single
            columns, first = (found if first else columns), False
            if not self.accept("UNION"):
                break
            parts.append(Word("UNION"))
            if self.accept("ALL"):
                parts.append(Word("ALL"))
            else:
                self.accept("DISTINCT")
        if self.accept(";") and self.now.kind != "end":
            raise QueryRefused("The query holds several statements.", "Send one statement at a time, without “;”.")
        if self.now.kind != "end":
            self.stuck()
        self.check_properties()
        return Query(
            self.text,
            tuple(parts),
            columns,
            frozenset(self.parameters),
            frozenset(self.counts),
            frozenset(self.many),
            frozenset(self.variables | set(self.labels_of)),
            self.model,
        )

    def single(self) -> tuple[list[Part], tuple[str, ...] | None]:
        parts: list[Part] = []
        while True:
            token = self.now
            match token.upper:
                case "MATCH" | "OPTIONAL":
                    parts.append(self.match())
                case "UNWIND":
                    self.step()
                    value = self.expression()
                    self.expect("AS")
                    parts += [Word("UNWIND"), *value, Word("AS"), Name(self.alias())]
                case "WITH":
                    projected = self.projection("WITH")[0]
                    parts += projected
                    if self.accept("WHERE"):
                        parts += [Word("WHERE"), *self.expression()]
                    if any(isinstance(p, Order) for p in projected):
                        parts.append(Sorted())
                case "RETURN":
                    more, columns = self.projection("RETURN")
                    return parts + more, columns
                case _:
                    self.refuse_writing(token)
                    if "end" in (token.kind, self.ahead(1).kind) and token.text in ("", ";"):
                        raise BadSyntax("The query does not RETURN anything.", "End it with RETURN and what to show.")
                    self.stuck("MATCH, WITH, UNWIND or RETURN")

    def match(self) -> Match:
        optional = self.accept("OPTIONAL")
        self.expect("MATCH")
        paths = [self.path()]
        while self.accept(","):
            paths.append(self.path())
        where = self.expression() if self.accept("WHERE") else None
        return Match(optional, tuple(paths), where)

    def projection(self, keyword: str) -> tuple[list[Part], tuple[str, ...] | None]:
        self.expect(keyword)
        parts: list[Part] = [Word(keyword)]
        if self.accept("DISTINCT"):
            parts.append(Word("DISTINCT"))
        columns: list[str] = []
        star = self.accept("*")
        if star:
            parts.append(Word("*"))
        while not star or self.accept(","):
            if columns or star:
                parts.append(Word(","))
            begin = self.now.start
            value = self.expression()
            parts += value
            columns.append(self.text[begin : self.tokens[self.at - 1].end])
            if len(value) == 1 and isinstance(value[0], Name):
                columns[-1] = value[0].text
            if self.accept("AS"):
                columns[-1] = self.alias()
                parts += [Word("AS"), Name(columns[-1])]
            if not star and not self.accept(","):
                break
        parts += self.order()
        return parts, None if star else tuple(columns)

    def order(self) -> list[Part]:
        parts: list[Part] = []
        if self.accept("ORDER"):
            self.expect("BY")
            keys: list[tuple[Parts, bool]] = []
            while not keys or self.accept(","):
                key, down = self.expression(), False
                if self.now.upper in ("ASC", "ASCENDING", "DESC", "DESCENDING"):
                    down = self.step().upper.startswith("DESC")
                keys.append((key, down))
            parts.append(Order(tuple(keys), self.now.upper in ("SKIP", "LIMIT")))
        for keyword in ("SKIP", "LIMIT"):
            if self.accept(keyword):
                token = self.step()
                if token.kind == "parameter":
                    self.parameters.add(token.text)
                    self.counts.add(token.text)
                    parts += [Word(keyword), Parameter(token.text)]
                elif token.kind == "number" and token.text.isdecimal():
                    parts += [Word(keyword), Word(token.text)]
                else:
                    raise BadSyntax(f"{keyword} needs a whole number, not {token.shown()}.", "Write one, like 10.")
        return parts

    def check_properties(self) -> None:
        """Each property read must exist; for a variable whose labels are known, on one of those."""
        everything = {**self.model.labels, **self.model.types}
        for owner, name in self.uses:
            labels = () if owner in self.aliases else self.labels_of.get(owner, ())
            allowed = frozenset().union(*(everything[n] for n in labels)) if labels else self.model.properties
            if name not in allowed:
                raise UnknownName(name, close_names(name, allowed), kind="property")
