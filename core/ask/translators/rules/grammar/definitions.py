"""Definitions told with a question ("late means returned after due", "revenue = price × quantity"), read by the rules.

Each statement names some words and says what they mean: a figure over columns, an order, or conditions. What cannot
be read in the schema's terms is left out. A glossary passes through the same door, one statement to a line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from core.ask.link import Linker
from core.ask.state import Link, Mention, SchemaView
from core.ask.tokens import Token, tokenise
from core.ask.translators.rules.chart.schema import counted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.plain_condition import named_alone, plain_condition, says_span, span_named
from core.ask.translators.rules.lexicon.chunk import Chunk, chunk
from core.ask.translators.rules.linking.resolve import FIRM_LINK_SCORE, resolve
from core.ask.translators.rules.query import AnyOf, Col, Definition, Formula, Item, Order, Term, figure
from core.ask.translators.rules.slots.parts import parts_of
from core.ask.values_found import ValueFound
from core.ask.vocabulary import Vocabulary

LONGEST = 2_000
"""Characters of a hint that are read."""
MOST = 40
"""Statements that are read."""

_ENDS = re.compile(r"[;\n]+|(?<=[a-z\d)'\"])\.(?=\s|$)|,\s*(?=['\"‘“][^'\"’”]+['\"’”]\s+(?:means|refers|is|=))")
_MEANS = re.compile(
    r"\s*(?:=|\b(?:means|refers? to|(?:is|are) defined as|stands? for|is short for|(?:is|are) calculated as"
    r"|(?:is|are) computed as)\b|:(?=\s))\s*"
)
_ALSO = re.compile(r"^(.*?)\s*\(([^()]*)\)$")
_BARE = re.compile(r"(?P<left>[^=<>!'\"‘“]+?)\s*(?P<sign>!?=)\s*(?P<value>[^\W\d][^=<>'\"’”×*·/÷+−]*)$")
_AND, _OR = (re.compile(rf"\s+{word}\s+", re.IGNORECASE) for word in ("and", "or"))
_COMPARED = re.compile(r"[<>!]?=|[<>≥≤≠]|\b(?:is|more than|less than|over|under|at least|at most)\b", re.IGNORECASE)
"""What compares a column with something."""
_SIGNS = re.compile(r"([()×*·/÷+−]|(?<=\s)-(?=\s)|\b(?:times|multiplied by|divided by|minus|plus)\b)", re.IGNORECASE)
_OPERATORS = {
    "×": "*", "*": "*", "·": "*", "times": "*", "multiplied by": "*", "/": "/", "÷": "/", "divided by": "/",
    "+": "+", "plus": "+", "-": "-", "−": "-", "minus": "-",
}  # fmt: skip


_Parser = Callable[[list[str]], Term | None]


class _NoValues:
    """Definitions name columns; a value in them stands in quotes or beside its column."""

    def find(self, words: Sequence[str]) -> Sequence[ValueFound]:
        return ()

    def lookup(self, text: str) -> Sequence[ValueFound]:
        return ()


def definitions(hint: str, schema: SchemaView, mentions: Sequence[Mention]) -> tuple[Definition, ...]:
    """What the hint's statements define. Tables that the question's `mentions` name are looked at first."""
    if not hint.strip():
        return ()
    named = {k.table for m in mentions for k in m.links[:1]}
    near = SchemaView(tuple(t for t in schema.tables if t.name in named), schema.joins)
    readers = [_Reader(view, sure) for view, sure in ((near, FIRM_LINK_SCORE), (schema, 0.0)) if view.tables]
    found: list[Definition] = []
    for names, body in _statements(hint[:LONGEST]):
        read = next((d for reader in readers if (d := reader.read(body, names[0]))), None)
        for name in names if read else ():
            words = tuple(t.lemma for t in tokenise(name) if t.kind != "punct")
            if words and read:
                found.append(replace(read, words=words))
    return tuple(sorted(found, key=lambda d: -len(d.words)))


def defined(tokens: Sequence[Token], known: Sequence[Definition]) -> dict[int, tuple[int, Definition]]:
    """Where the question uses defined words: start → (end, definition); longer ones win."""
    spans: dict[int, tuple[int, Definition]] = {}
    taken: set[int] = set()
    for definition in known:
        size = len(definition.words)
        for at in range(len(tokens) - size + 1):
            here = range(at, at + size)
            if taken.isdisjoint(here) and tuple(tokens[i].lemma for i in here) == definition.words:
                spans[at] = (at + size, definition)
                taken.update(here)
    return spans


def columns_said(
    tokens: Sequence[Token], mentions: Sequence[Mention], known: Mapping[int, tuple[int, Definition]]
) -> tuple[dict[int, tuple[int, Definition]], tuple[Mention, ...]]:
    """The definitions but for words that mean a column and nothing more, and the mentions with these: such a word is as
    good as the column's header, to group by as to reckon with."""
    said: list[Mention] = []
    left: dict[int, tuple[int, Definition]] = {}
    for start, (end, definition) in known.items():
        if (column := _column_meant(definition)) is None:
            left[start] = (end, definition)
        else:
            link = Link("column", column.table, column.name, "", 1.0, "label")
            said.append(Mention(start, end, " ".join(t.text for t in tokens[start:end]), (link,), pinned=True))
    taken = {i for m in said for i in range(m.start, m.end)}
    others = (m for m in mentions if taken.isdisjoint(range(m.start, m.end)))
    return left, tuple(sorted((*others, *said), key=lambda m: m.start))


def _column_meant(d: Definition) -> Col | None:
    """The column that is meant, where nothing is reckoned of it."""
    column = d.item.column if d.item and not (d.order or d.conditions) else None
    plain = Col(column.table, column.name) if column else None
    return plain if plain is not None and d.item == Item(plain) else None


def _statements(hint: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Pairs of the names defined (also the long form in brackets) and the text that defines them."""
    for part in [p for p in _ENDS.split(hint) if p and p.strip()][:MOST]:
        split = _MEANS.split(part.strip(), maxsplit=1)
        if len(split) < 2 or not split[1].strip():
            continue
        also = _ALSO.match(split[0].strip())
        names = tuple(n.strip(" '\"‘’“”") for n in (also.groups() if also else (split[0],)))
        if all(n and len(n.split()) <= 5 for n in names):
            yield names, split[1].strip()


class _Reader:
    """Reads the bodies of definitions over one view of the schema."""

    def __init__(self, view: SchemaView, sure: float) -> None:
        self.view, self.facts, self.sure = view, Facts(view), sure
        self.linker = Linker(Vocabulary(view.tables), _NoValues())

    def read(self, body: str, name: str) -> Definition | None:
        """A formula, a figure, an order or conditions; None when the body says nothing in this schema."""
        if (column := named_alone(body, self.view.tables)) is not None:
            return Definition((), Item(Col(column.table, column.name)))
        if (span := span_named(body, self.view.tables)) is not None:
            return Definition((), span)
        if (plain := plain_condition(body, self.view.tables)) is not None:
            return Definition((), None, (plain,))
        if says_span(body):
            return None
        if (joined := self._joined(body)) is not None:
            return joined
        body = self._quoted(body)
        parts = [p.strip() for p in _SIGNS.split(body) if p.strip()]
        if any(p.lower() in _OPERATORS for p in parts):
            term = self._sum(parts)
            formula = replace(term, name=name) if isinstance(term, Formula) and not parts else None
            return Definition((), figure(formula)) if formula else None
        chunks = self._chunks(body)
        if not chunks:
            return None
        said = parts_of(chunks, (), self.facts)
        if said.best is not None and said.best[0].column:
            return Definition((), order=Order(said.best[0], said.best[1]))
        items = [Item(column, function) for function, column in said.figures if column is not None]
        if said.counting:
            items = [Item(c, "count", distinct=True) for c in said.columns] or [counted(t) for t in (said.table,) if t]
        elif not items and not said.where:
            items = [Item(c) for c in said.columns]
        if len(items) == 1:
            return Definition((), items[0], said.where)
        return Definition((), None, said.where) if said.where else None

    def _joined(self, body: str) -> Definition | None:
        """Conditions that each name their column: of `Method = CC and Amount > 100` all hold, of such with "or" one."""
        for word, split in (("or", _OR), ("and", _AND)):
            parts = split.split(body) if split.search(body) else []
            compared = [len(_COMPARED.findall(p)) for p in parts]
            if len(parts) < 2 or 0 in compared or (word == "and" and set(compared) != {1}):
                continue
            read = [self.read(p, p) for p in parts]
            conditions = [d.conditions for d in read if d is not None and d.item is None and d.order is None]
            if len(conditions) < len(parts) or not all(conditions):
                return None
            if word == "and":
                return Definition((), None, tuple(c for each in conditions for c in each))
            return (
                Definition((), None, (AnyOf(tuple(each[0] for each in conditions)),))
                if (all(len(each) == 1 for each in conditions))
                else None
            )
        return None

    def _quoted(self, body: str) -> str:
        """A condition whose value stands without quotes (`Method = CC`), with them; not where it is a column."""
        found = _BARE.match(body)
        if found is None:
            return body
        names = {n.casefold() for t in self.view.tables for c in t.columns for n in (c.label, c.name, c.id)}
        value = found["value"].strip()
        sign = "=" if found["sign"] == "=" else "is not"
        return body if value.casefold() in names else f"{found['left']} {sign} '{value}'"

    def _chunks(self, text: str) -> list[Chunk]:
        tokens = tokenise(text)
        mentions = self.linker.link(tokens)
        choice = next(iter(resolve(tokens, mentions, self.view, most=1)), None)
        if choice is None or any(k.score < self.sure for k in choice.links if k):
            return []
        return chunk(tokens, mentions, choice.links)

    def _sum(self, parts: list[str]) -> Term | None:
        """Parts are used up from the left; multiplication binds closer than addition."""
        return self._chain(parts, "+-", self._product)

    def _product(self, parts: list[str]) -> Term | None:
        return self._chain(parts, "*/", self._operand)

    def _chain(self, parts: list[str], signs: str, operand: _Parser) -> Term | None:
        left = operand(parts)
        while left is not None and parts and (sign := _OPERATORS.get(parts[0].lower(), "")) and sign in signs:
            del parts[0]
            right = operand(parts)
            left = Formula(sign, left, right) if right is not None else None  # type: ignore[arg-type]
        return left

    def _operand(self, parts: list[str]) -> Term | None:
        if not parts:
            return None
        part = parts.pop(0)
        if part == "(":
            inner = self._sum(parts)
            if not parts or parts.pop(0) != ")":
                return None
            return inner
        number = tokenise(part)
        if len(number) == 1 and number[0].kind == "number":
            return number[0].number
        read = self.read(part, part)
        return read.item if read and not read.conditions else None
