"""Reads the expressions of a query, as flat lists of parts: precedence is the engine's affair."""

from __future__ import annotations

from core.errors import BadSyntax, QueryRefused, UnknownName
from core.graph.patterns import Patterns
from core.graph.syntax import (
    Call,
    Comprehension,
    HasLabel,
    Item,
    Match,
    Name,
    Parameter,
    Part,
    Parts,
    Path,
    Slice,
    Subquery,
    Text,
    Word,
)
from core.graph.tokens import Token
from core.graph.words import (
    CLAUSES,
    DEEPEST,
    FUNCTIONS,
    LONGEST_RANGE,
    OPERATORS,
    SYMBOL_OPERATORS,
    TESTS,
    close_names,
)


class Expressions(Patterns):
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
            elif token.upper in OPERATORS or (token.kind == "symbol" and token.text in SYMBOL_OPERATORS):
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
        labels = [self.known(self.model.labels, "label")]
        while self.now.text == "|" and self.now.kind == "symbol" and self.ahead(1).text in self.model.labels:
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
        if self.now.upper in CLAUSES:
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
        begin = self.at
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
        if name == "range" and any(map(_may_be_huge, self.tokens[begin : self.at])):
            raise QueryRefused("range() makes a list that may be too long.", f"End it at {LONGEST_RANGE:,} at most.")
        return Call(name, tuple(args), distinct)


def _may_be_huge(token: Token) -> bool:
    """Whether a token in a range's bounds may make a list that no memory holds: the store makes it before it looks
    at the clock."""
    if token.kind == "number":
        return float(token.text) > LONGEST_RANGE
    return token.text.lower() in ("*", "^", "tointeger", "collect") or token.kind == "parameter"
