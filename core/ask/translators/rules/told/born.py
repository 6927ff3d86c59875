"""`born before 1960`, `born in May 1987`: of the day of birth, whatever its column is called, and of no other date."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.dates import span
from core.ask.state import Mention
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM, tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item, Operator
from core.ask.translators.rules.years import says_time
from core.model import TEMPORAL

_BIRTH = frozenset(map(stem, ("birth", "born", "birthday", "birthdate")))
_SHORT = frozenset(("dob", "dateofbirth", "birthdate"))
_LED: dict[tuple[str, ...], Operator] = {
    ("in",): "=",
    ("on",): "=",
    ("during",): "=",
    ("before",): "<",
    ("after",): ">",
    ("since",): ">=",
    ("from",): ">=",
    ("until",): "<=",
    ("on", "or", "after"): ">=",
    ("in", "or", "after"): ">=",
    ("on", "or", "before"): "<=",
    ("in", "or", "before"): "<=",
    ("earlier", "than"): "<",
    ("later", "than"): ">",
    ("prior", "to"): "<",
    ("between",): "between",
}
_AFTER: dict[tuple[str, ...], Operator] = {
    ("or", "later"): ">=",
    ("or", "after"): ">=",
    ("onwards",): ">=",
    ("or", "earlier"): "<=",
    ("or", "before"): "<=",
}


def born(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said with a time: start → (end, the condition), where one table spoken of has a day of birth."""
    at = next((i for i, t in enumerate(tokens) if t.lower == "born"), None)
    day = _birth(mentions, facts) if at is not None else None
    found = _bound(tokens, at + 1) if at is not None and day is not None else None
    if at is None or day is None or found is None:
        return {}
    operator, said, end = found
    met = _met(day, operator, said)
    return {at: (end, Definition(tuple(t.lemma for t in tokens[at:end]), None, (met,)))} if met else {}


def _bound(tokens: Sequence[Token], start: int) -> tuple[Operator, tuple[str, ...], int] | None:
    """The time said from a token on, and where it ends."""
    lowers = tuple(t.lower for t in tokens)
    for led, operator in sorted(_LED.items(), key=lambda item: -len(item[0])):
        at = start + len(led)
        if lowers[start:at] != led or not _time(tokens, at):
            continue
        if operator == "between":
            two = at + 1 < len(tokens) and lowers[at + 1] in ("and", "to") and _time(tokens, at + 2)
            return ("between", (_text(tokens[at]), _text(tokens[at + 2])), at + 3) if two else None
        for after, way in _AFTER.items():
            if lowers[at + 1 : at + 1 + len(after)] == after and led in (("in",), ("from",), ("on",)):
                return way, (_text(tokens[at]),), at + 1 + len(after)
        return operator, (_text(tokens[at]),), at + 1
    return None


def _met(day: Col, operator: Operator, said: tuple[str, ...]) -> Filter | None:
    """What the day of birth must meet."""
    first, last = span(said[0]), span(said[-1])
    if first is None or last is None:
        return None
    if operator == "between":
        return Filter(Item(day), "between", (first.first, last.last(False)))
    if operator == "=":
        return Filter(Item(day), "like", (f"{said[0]}%",))
    bounds: dict[Operator, tuple[Operator, str]] = {
        ">": (">=", first.beyond),
        ">=": (">=", first.first),
        "<": ("<", first.first),
        "<=": ("<", first.beyond),
    }
    way, value = bounds[operator]
    return Filter(Item(day), way, (value,))


def _time(tokens: Sequence[Token], at: int) -> bool:
    return at < len(tokens) and says_time(tokens[at])


def _text(token: Token) -> str:
    return token.text if token.kind == "date" or token.number is None else f"{token.number:.0f}"


def _birth(mentions: Sequence[Mention], facts: Facts) -> Col | None:
    """The day of birth of the one table spoken of that has one, else of the only one there is."""
    spoken = {k.table for m in mentions for k in m.links if k.score >= FIRM}
    held = [
        Col(name, c.name)
        for name, table in facts.tables.items()
        for c in table.columns
        if c.type in TEMPORAL
        and (facts.speaks(Col(name, c.name), _BIRTH) or _SHORT & set(facts.spelt(Col(name, c.name))))
    ]
    for kept in ([c for c in held if c.table in tables_named(mentions)], [c for c in held if c.table in spoken], held):
        if kept:
            return kept[0] if len(kept) == 1 else None
    return None
