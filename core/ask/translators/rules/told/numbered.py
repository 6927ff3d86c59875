"""A thing said by its number: "trip 4009" is the trip whose key is 4009."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.label_stems import stems
from core.ask.state import Link, Mention
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Definition, Filter, Item
from core.model import NUMERIC
from core.text.words import singular, words

_NO = frozenset(("no", "nr"))


def numbered(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Numbers right behind the name of one thing, as conditions: start → (end, what it means).

    Only a whole number that lies among the keys of the thing's table, and that nothing else was found for.
    """
    taken = {i for m in mentions for i in range(m.start, m.end) if m.links}
    found: dict[int, tuple[int, Definition]] = {}
    for m in mentions:
        tables = [k.table for k in m.links if k.kind == "table" and k.score >= 0.8]
        last = tokens[m.end - 1].lower
        if m.end >= len(tokens) or m.end in taken or not tables or singular(last) != last:
            continue
        number, key = tokens[m.end].number, facts.key(tables[0])
        column = facts.column(key) if key else None
        if number is None or not float(number).is_integer() or key is None or column is None:
            continue
        ends = (column.profile.minimum, column.profile.maximum)
        among = all(isinstance(e, int | float) for e in ends) and ends[0] <= number <= ends[1]  # type: ignore[operator]
        if column.type in NUMERIC and among and column.profile.unique:
            said = Definition((tokens[m.end].lemma,), None, (Filter(Item(key), "=", (float(number),)),))
            found[m.end] = (m.end + 1, said)
    return found


def with_numbers(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> tuple[Mention, ...]:
    """The mentions; "match no" is the column of that label, and denies nothing."""
    return tuple(_numbering(tokens, m, facts) for m in mentions)


def _numbering(tokens: Sequence[Token], m: Mention, facts: Facts) -> Mention:
    if m.end >= len(tokens) or tokens[m.end].lower not in _NO:
        return m
    for k in m.links:
        table = facts.tables.get(k.table) if k.kind == "table" else None
        said = {t.stem for t in tokens[m.start : m.end]} | set(stems(table.label) if table else ())
        for c in table.columns if table else ():
            spelt = words(c.label)
            if len(spelt) > 1 and spelt[-1] in _NO and {stem(w) for w in spelt[:-1]} <= said:
                link = Link("column", k.table, c.name, "", 0.97, "label")
                return Mention(m.start, m.end + 1, f"{m.text} {tokens[m.end].text}", (link,))
    return m
