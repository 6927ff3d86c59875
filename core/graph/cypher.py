"""The guard: Cypher written by people and models is parsed whole, or refused.

One statement of reading clauses is admitted, in the part of Neo4j's Cypher that every store of ours runs: MATCH,
OPTIONAL MATCH, WHERE, WITH, UNWIND, RETURN, ORDER BY, SKIP, LIMIT, UNION, EXISTS { MATCH … }, COUNT { MATCH … }, CASE,
list comprehensions, any/all/none/single, shortestPath, variable length up to nine, and the functions in FUNCTIONS.
Every label, relationship type and property must exist in the schema graph.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NoReturn

from rapidfuzz import fuzz, process, utils

from core.errors import BadSyntax, QueryRefused, UnknownName
from core.graph.base import EDGES, NODES
from core.graph.syntax import (
    Call,
    Comprehension,
    HasLabel,
    Hops,
    Item,
    Match,
    Name,
    Node,
    Order,
    Parameter,
    Part,
    Parts,
    Path,
    Query,
    Relationship,
    Slice,
    Sorted,
    Subquery,
    Text,
    Word,
)
from core.graph.tokens import Token, tokenise

MOST_HOPS = 9
DEEPEST = 40
"""Brackets within brackets that are read."""

FUNCTIONS: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys(("sum", "avg", "min", "max", "collect", "count"), (1, 1)),
    **dict.fromkeys(("type", "labels", "length", "nodes", "relationships"), (1, 1)),
    **dict.fromkeys(("size", "head", "last", "tail", "isempty"), (1, 1)),
    **dict.fromkeys(("tolower", "toupper", "lower", "upper", "trim", "ltrim", "rtrim"), (1, 1)),
    **dict.fromkeys(("tostring", "tointeger", "tofloat"), (1, 1)),
    **dict.fromkeys(("abs", "ceil", "floor", "sqrt", "sign", "log10"), (1, 1)),
    **dict.fromkeys(("left", "right", "split"), (2, 2)),
    "round": (1, 2),
    "range": (2, 3),
    "substring": (2, 3),
    "replace": (3, 3),
    "coalesce": (1, 20),
}
"""Functions that may be called, in lower case, with the fewest and most arguments."""

TESTS = frozenset({"any", "all", "none", "single"})

_CLAUSES = frozenset("MATCH OPTIONAL WHERE WITH UNWIND RETURN ORDER SKIP LIMIT UNION".split())
_REFUSED = frozenset(
    "CREATE MERGE SET DELETE DETACH NODETACH REMOVE DROP ALTER RENAME CALL LOAD COPY EXPORT IMPORT INSTALL UNINSTALL "
    "ATTACH USE FOREACH EXPLAIN PROFILE START STOP TERMINATE SHOW GRANT DENY REVOKE BEGIN COMMIT ROLLBACK "
    "CHECKPOINT ANALYZE COMMENT INSERT FINISH LET FILTER FOR CYPHER PROJECT UPDATE TRUNCATE YIELD".split()
)
_OPERATORS = frozenset({"OR", "XOR", "AND", "IN", "CONTAINS"})
_RESERVED = (
    _CLAUSES
    | _REFUSED
    | _OPERATORS
    | frozenset("NOT NULL TRUE FALSE IS STARTS ENDS CASE WHEN THEN ELSE END AS BY DISTINCT EXISTS COLLECT".split())
) - {"COLLECT", "START", "STOP", "COMMENT", "PROJECT", "FILTER", "SHOW", "FOR", "LET", "END", "FINISH"}
_SYMBOL_OPERATORS = frozenset({"=", "<>", "<", ">", "<=", ">=", "=~", "+", "-", "*", "/", "%", "^"})

_LABELS: Mapping[str, frozenset[str]] = {n: frozenset(p for p, _ in props) for n, props in NODES.items()}
_TYPES: Mapping[str, frozenset[str]] = {n: frozenset(p for p, _ in e[2]) for n, e in EDGES.items()}
_PROPERTIES: frozenset[str] = frozenset().union(*_LABELS.values(), *_TYPES.values())


def parse(cypher: str) -> Query:
    """The query as the adapters run it.

    Raises QueryRefused (not a single reading statement, unbounded pattern, too long or too deep), BadSyntax (cannot be
    read) and UnknownName (label, relationship, property or function, with close names).
    """
    return _Parser(cypher).query()


def close_names(name: str, known: Iterable[str]) -> list[str]:
    """At most three of `known` that look like `name`, nearest first."""
    found = process.extract(
        name.replace("_", " "),
        sorted(known),
        scorer=fuzz.ratio,
        processor=lambda s: utils.default_process(s.replace("_", " ")),
        limit=3,
        score_cutoff=55,
    )
    return [str(match[0]) for match in found]


def bound(query: Query, parameters: Mapping[str, object] | None) -> dict[str, object]:
    """The parameters that the query names, checked. Raises UnknownName for one without a value."""
    given = dict(parameters or {})
    for name in sorted(query.parameters):
        if name not in given:
            raise UnknownName(f"${name}", [f"${c}" for c in close_names(name, given)], kind="value for the parameter")
    return {name: given[name] for name in query.parameters}


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokenise(text)
        self.at = 0
        self.depth = 0
        self.work = 60 * len(self.tokens) + 1_000
        self.parameters: set[str] = set()
        self.counts: set[str] = set()
        self.many: set[str] = set()
        self.labels_of: dict[str, set[str]] = {}
        self.aliases: set[str] = set()
        self.variables: set[str] = set()
        self.uses: list[tuple[str, str]] = []

    # -- the statement

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

    # -- patterns

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
        labels = self.names(_LABELS, "label") if self.accept(":") else ()
        properties = self.map(labels or tuple(_LABELS), _LABELS) if self.now.text == "{" else None
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
            types = self.names(_TYPES, "relationship") if self.accept(":") else ()
            hops = self.hops() if self.accept("*") else None
            properties = self.map(types or tuple(_TYPES), _TYPES) if self.now.text == "{" else None
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

    # -- expressions

    def expression(self) -> Parts:
        self.depth += 1
        if self.depth > DEEPEST:
            raise QueryRefused("The query is nested too deeply.", "Write it flatter, with WITH between its steps.")
        parts: list[Part] = []
        while True:
            while self.now.upper == "NOT" or (self.now.kind == "symbol" and self.now.text in ("-", "+")):
                parts.append(Word(self.step().text.upper()))
            parts += self.value()
            if self.accept("IS"):
                parts.append(Word("IS NOT NULL" if self.accept("NOT") else "IS NULL"))
                self.expect("NULL")
            token = self.now
            if token.upper in ("STARTS", "ENDS"):
                self.step()
                self.expect("WITH")
                parts.append(Word(f"{token.upper} WITH"))
            elif token.upper in _OPERATORS or (token.kind == "symbol" and token.text in _SYMBOL_OPERATORS):
                parts.append(Word(self.step().text.upper()))
            else:
                break
        self.depth -= 1
        return tuple(parts)

    def value(self) -> Parts:
        """An atom with what follows it: properties, list access, a label test."""
        parts = self.atom()
        while self.now.kind == "symbol":
            if self.accept("."):
                name = self.word("a property's name")
                owner = parts[0].text if len(parts) == 1 and isinstance(parts[0], Name) else ""
                self.uses.append((owner, name))
                parts = (*parts, Word("."), Name(name))
            elif self.accept("["):
                parts = (self.access(parts),)
            elif self.now.text == ":" and len(parts) == 1 and isinstance(parts[0], Name):
                self.step()
                parts = (self.label_test(parts[0].text),)
            else:
                break
        return parts

    def label_test(self, variable: str) -> HasLabel:
        """`variable:A|B`; in `[n IN list WHERE n:A | n.id]` the bar is the list's."""
        labels = [self.known(_LABELS, "label")]
        while self.now.text == "|" and self.now.kind == "symbol" and self.ahead(1).text in _LABELS:
            self.step()
            labels.append(self.step().text)
        return HasLabel(variable, tuple(labels))

    def access(self, of: Parts) -> Part:
        low = None if self.now.text == ".." else self.expression()
        if low is not None and self.accept("]"):
            return Item(of, low)
        self.expect("..")
        high = None if self.now.text == "]" else self.expression()
        self.expect("]")
        return Slice(of, low, high)

    def atom(self) -> Parts:
        token = self.now
        following = self.ahead(1)
        if token.kind == "number":
            text = self.step().text
            return (Word(f"0{text}" if text.startswith(".") else text),)
        if token.kind == "string":
            return (Text(self.step().text),)
        if token.kind == "parameter":
            self.parameters.add(token.text)
            return (Parameter(self.step().text),)
        if token.kind == "symbol":
            return self.bracketed(token)
        if token.upper in ("TRUE", "FALSE", "NULL"):
            return (Word(self.step().upper),)
        if token.upper == "CASE" and following.text not in (".", ")", ","):
            return self.case()
        if token.upper in ("EXISTS", "COUNT", "COLLECT") and following.text == "{" and following.kind == "symbol":
            return (self.subquery(),)
        if token.kind == "word" and following.text == "(" and following.kind == "symbol":
            return (self.call(),)
        if token.kind in ("word", "quoted"):
            return (Name(self.variable()),)
        self.stuck()

    def bracketed(self, token: Token) -> Parts:
        if token.text == "(":
            if pattern := self.pattern():
                return (Subquery("EXISTS", Match(False, (pattern,), None)),)
            self.step()
            inner = self.expression()
            self.expect(")")
            return (Word("("), *inner, Word(")"))
        if token.text == "{":
            return self.map((), None)
        if token.text != "[":
            self.stuck()
        self.step()
        if self.now.kind in ("word", "quoted") and self.ahead(1).upper == "IN":
            start = self.at
            variable = self.alias()
            self.step()
            source = self.expression()
            keep = self.expression() if self.accept("WHERE") else None
            result = self.expression() if self.accept("|") else None
            if keep or result:
                self.expect("]")
                return (Comprehension(variable, source, keep, result),)
            self.at = start
        parts: list[Part] = [Word("[")]
        while not self.accept("]"):
            if len(parts) > 1:
                self.expect(",")
                parts.append(Word(","))
            parts += self.expression()
        return (*parts, Word("]"))

    def pattern(self) -> Path | None:
        """A pattern where an expression may stand, or None with nothing consumed."""
        start, depth = self.at, self.depth
        try:
            path = self.path()
        except (BadSyntax, UnknownName):
            path = None
        if path is None or len(path.steps) == 1:
            self.at, self.depth = start, depth
            follows = self.after_bracket(start)
            if path is None and follows:
                self.path()  # it is a pattern, so its own fault is the one to tell
            return None
        return path

    def after_bracket(self, start: int) -> bool:
        """Whether the bracket opened at `start` is followed by what only a pattern has: `-[`, `--`, `<-`."""
        depth = 0
        for i in range(start, len(self.tokens) - 3):
            text = self.tokens[i].text if self.tokens[i].kind == "symbol" else ""
            depth += (text == "(") - (text == ")")
            if depth == 0:
                one, two, three = (t.text if t.kind == "symbol" else "" for t in self.tokens[i + 1 : i + 4])
                return (one == "-" and (two == "-" or (two == "[" and three == ":"))) or (one, two) == ("<", "-")
        return False

    def case(self) -> Parts:
        self.step()
        parts: list[Part] = [Word("CASE")]
        if self.now.upper != "WHEN":
            parts += self.expression()
        while self.accept("WHEN"):
            parts += [Word("WHEN"), *self.expression()]
            self.expect("THEN")
            parts += [Word("THEN"), *self.expression()]
        if self.accept("ELSE"):
            parts += [Word("ELSE"), *self.expression()]
        self.expect("END")
        return (*parts, Word("END"))

    def subquery(self) -> Subquery:
        kind = self.step().upper
        self.expect("{")
        self.refuse_writing(self.now)
        if kind == "COLLECT":
            raise QueryRefused("COLLECT { } is not read here.", "Use OPTIONAL MATCH and collect().")
        self.depth += 1
        if self.depth > DEEPEST:
            raise QueryRefused("The query is nested too deeply.", "Write it flatter, with WITH between its steps.")
        if self.now.upper == "MATCH":
            self.step()
        paths = [self.path()]
        while self.accept(","):
            paths.append(self.path())
        where = self.expression() if self.accept("WHERE") else None
        self.refuse_writing(self.now)
        if self.now.upper in _CLAUSES:
            raise QueryRefused(f"Inside {kind} {{ }} stands one MATCH … WHERE …", "Move the rest out of the braces.")
        self.expect("}")
        self.depth -= 1
        return Subquery("EXISTS" if kind == "EXISTS" else "COUNT", Match(False, tuple(paths), where))

    def call(self) -> Part:
        token = self.step()
        name = token.text.lower()
        self.expect("(")
        if name in TESTS:
            variable = self.alias()
            self.expect("IN")
            parts: list[Part] = [Name(variable), Word("IN"), *self.expression()]
            self.expect("WHERE")
            parts += [Word("WHERE"), *self.expression()]
            self.expect(")")
            return Call(name, (tuple(parts),))
        if name == "exists" and (pattern := self.pattern()):
            self.expect(")")
            return Subquery("EXISTS", Match(False, (pattern,), None))
        if name not in FUNCTIONS:
            self.refuse_writing(token)
            raise UnknownName(token.text, close_names(name, [*FUNCTIONS, *TESTS]), kind="function")
        distinct = self.accept("DISTINCT")
        args: list[Parts] = []
        if name == "count" and self.accept("*"):
            args.append((Word("*"),))
        while not (self.now.kind == "symbol" and self.now.text == ")"):
            if args:
                self.expect(",")
            args.append(self.expression())
        self.expect(")")
        fewest, most = FUNCTIONS[name]
        if not fewest <= len(args) <= most:
            wanted = str(fewest) if fewest == most else f"{fewest} to {most}"
            raise BadSyntax(f"{token.text}() takes {wanted} values, not {len(args)}.", "Mend the call.")
        return Call(name, tuple(args), distinct)

    # -- names

    def variable(self) -> str:
        token = self.step()
        if token.kind == "word" and token.upper in _RESERVED:
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

    def check_properties(self) -> None:
        """Each property read must exist; for a variable whose labels are known, on one of those."""
        everything = {**_LABELS, **_TYPES}
        for owner, name in self.uses:
            labels = () if owner in self.aliases else self.labels_of.get(owner, ())
            allowed = frozenset().union(*(everything[n] for n in labels)) if labels else _PROPERTIES
            if name not in allowed:
                raise UnknownName(name, close_names(name, allowed), kind="property")

    # -- the tokens

    @property
    def now(self) -> Token:
        return self.tokens[self.at]

    def ahead(self, n: int) -> Token:
        return self.tokens[min(self.at + n, len(self.tokens) - 1)]

    def step(self) -> Token:
        self.work -= 1
        if self.work < 0:
            raise QueryRefused("The query is too tangled to be read.", "Write it flatter, with WITH between its steps.")
        token = self.tokens[self.at]
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return token

    def accept(self, wanted: str) -> bool:
        token = self.now
        if token.upper == wanted or (token.kind == "symbol" and token.text == wanted):
            self.step()
            return True
        return False

    def expect(self, wanted: str) -> None:
        if not self.accept(wanted):
            self.stuck(f"“{wanted}”")

    def refuse_writing(self, token: Token) -> None:
        if token.upper in _REFUSED:
            raise QueryRefused(
                f"Only reading is allowed: {token.upper} is refused.",
                "Use MATCH, OPTIONAL MATCH, WHERE, WITH, UNWIND and RETURN.",
            )

    def stuck(self, wanted: str = "") -> NoReturn:
        token = self.now
        if token.text == ";" and token.kind == "symbol" and self.ahead(1).kind != "end":
            raise QueryRefused("The query holds several statements.", "Send one statement at a time, without “;”.")
        self.refuse_writing(token)
        where = f"at character {token.start + 1}"
        expected = f"{wanted} is expected there." if wanted else "Check the spelling and the brackets before it."
        raise BadSyntax(f"The query cannot be read {where}: {token.shown()}.", expected)
