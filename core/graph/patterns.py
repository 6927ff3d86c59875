"""Reads the patterns of a query: nodes, relationships, the names in them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping

from core.errors import BadSyntax, QueryRefused, UnknownName
from core.graph.models import SCHEMA, GraphModel
from core.graph.reader import Reader
from core.graph.syntax import Hops, Name, Node, Part, Parts, Path, Relationship, Word
from core.graph.words import MOST_HOPS, RESERVED, close_names


class Patterns(Reader, ABC):
    """Gathers on its way what the query names: parameters, variables with their labels, properties read."""

    def __init__(self, text: str, model: GraphModel = SCHEMA) -> None:
        super().__init__(text)
        self.model = model
        self.depth = 0
        self.parameters: set[str] = set()
        self.counts: set[str] = set()
        self.many: set[str] = set()
        self.labels_of: dict[str, set[str]] = {}
        self.aliases: set[str] = set()
        self.variables: set[str] = set()
        self.uses: list[tuple[str, str]] = []

    @abstractmethod
    def expression(self) -> Parts: ...

    def path(self) -> Path:
        variable = ""
        if self.now.kind in ("word", "quoted") and self.ahead(1).text == "=" and self.ahead(1).kind == "symbol":
            variable = self.alias()
            self.step()
        function = ""
        if self.ahead(1).text == "(" and self.now.upper in ("SHORTESTPATH", "ALLSHORTESTPATHS"):
            function = "shortestPath" if self.step().upper == "SHORTESTPATH" else "allShortestPaths"
            self.expect("(")
        steps: list[Node | Relationship] = [self.node()]
        while self.now.kind == "symbol" and self.now.text in ("-", "<"):
            steps += [self.relationship(), self.node()]
        if function:
            self.expect(")")
            if len(steps) != 3 or not isinstance(steps[1], Relationship) or not steps[1].hops:
                raise BadSyntax(f"{function} needs one variable-length pattern.", "Write (a)-[*..5]-(b) inside it.")
        return Path(variable, tuple(steps), function)

    def node(self) -> Node:
        self.expect("(")
        variable = self.variable() if self.now.kind in ("word", "quoted") else ""
        labels = self.names(self.model.labels, "label") if self.accept(":") else ()
        properties = self.map(labels or tuple(self.model.labels), self.model.labels) if self.now.text == "{" else None
        self.expect(")")
        if variable:
            self.labels_of.setdefault(variable, set()).update(labels)
        return Node(variable, labels, properties)

    def relationship(self) -> Relationship:
        left = self.accept("<")
        self.expect("-")
        variable, hops, properties = "", None, None
        types: tuple[str, ...] = ()
        if self.accept("["):
            variable = self.variable() if self.now.kind in ("word", "quoted") else ""
            types = self.names(self.model.types, "relationship") if self.accept(":") else ()
            hops = self.hops() if self.accept("*") else None
            properties = self.map(types or tuple(self.model.types), self.model.types) if self.now.text == "{" else None
            self.expect("]")
        self.expect("-")
        right = self.accept(">")
        if variable:
            self.labels_of.setdefault(variable, set()).update(types)
            if hops:
                self.many.add(variable)
        return Relationship(variable, types, hops, properties, left and not right, right and not left)

    def hops(self) -> Hops:
        low = high = None
        if self.now.kind == "number":
            low = high = self.whole()
        if self.accept(".."):
            high = self.whole() if self.now.kind == "number" else None
        if high is None or high > MOST_HOPS:
            raise QueryRefused(
                f"A pattern of variable length needs an upper bound of at most {MOST_HOPS}.",
                f"Write for example *1..{MOST_HOPS}.",
            )
        low = 1 if low is None else low
        if low > high:
            raise BadSyntax(f"The pattern *{low}..{high} has its bounds the wrong way round.", "Put the lower first.")
        return low, high

    def whole(self) -> int:
        token = self.step()
        if not token.text.isdecimal():
            raise BadSyntax(f"A pattern's length is a whole number, not {token.shown()}.", "Write for example *1..3.")
        return int(token.text)

    def names(self, known: Mapping[str, frozenset[str]], kind: str) -> tuple[str, ...]:
        found = [self.known(known, kind)]
        while self.now.kind == "symbol" and self.now.text in ("|", ":"):
            if self.step().text == ":":
                raise QueryRefused(f"Nothing here has more than one {kind}.", "Write A|B for one or the other.")
            self.accept(":")
            found.append(self.known(known, kind))
        return tuple(found)

    def known(self, known: Mapping[str, frozenset[str]], kind: str) -> str:
        token = self.step()
        if token.kind not in ("word", "quoted"):
            raise BadSyntax(f"A {kind} is expected, not {token.shown()}.", f"There are {', '.join(known)}.")
        if token.text not in known:
            raise UnknownName(token.text, close_names(token.text, known), kind=kind)
        return token.text

    def map(self, owners: Collection[str], known: Mapping[str, frozenset[str]] | None) -> Parts:
        """`{key: value, …}`; with `known`, keys are properties of one of `owners`."""
        allowed = frozenset().union(*(known[o] for o in owners)) if known else None
        self.expect("{")
        parts: list[Part] = [Word("{")]
        while not self.accept("}"):
            if len(parts) > 1:
                self.expect(",")
                parts.append(Word(","))
            key = self.word("a property's name")
            if allowed is not None and key not in allowed:
                raise UnknownName(key, close_names(key, allowed), kind="property")
            self.expect(":")
            parts += [Name(key), Word(":"), *self.expression()]
        return (*parts, Word("}"))

    def variable(self) -> str:
        token = self.step()
        if token.kind == "word" and token.upper in RESERVED:
            self.refuse_writing(token)
            self.at -= 1
            self.stuck("a name")
        self.variables.add(token.text)
        return token.text

    def alias(self) -> str:
        if self.now.kind not in ("word", "quoted"):
            self.stuck("a name")
        name = self.variable()
        self.aliases.add(name)
        return name

    def word(self, what: str) -> str:
        if self.now.kind not in ("word", "quoted"):
            self.stuck(what)
        return self.step().text
