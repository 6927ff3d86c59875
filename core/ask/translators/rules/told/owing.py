"""`owe more than £50 in unpaid fines altogether`, `who owes us the most`: what each owes, added up.

What is owed is what was due less what was paid, where a table has both, else the money of rows that are not paid.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Mention
from core.ask.tokens import Token, lemmas
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item, Operator, Order
from core.ask.translators.rules.told.derived import owed_of
from core.ask.translators.rules.told.money_sums import money_of, settled_of

_OWE = frozenset(("owe", "owes", "owed", "owing"))
_BOUNDS: tuple[tuple[tuple[str, ...], Operator], ...] = (
    (("more", "than"), ">"), (("over",), ">"), (("above",), ">"), (("upwards", "of"), ">="), (("at", "least"), ">="),
    (("less", "than"), "<"), (("under",), "<"), (("below",), "<"), (("at", "most"), "<="), (("up", "to"), "<="),
)  # fmt: skip
_ENDS = {("the", "most"): True, ("most",): True, ("the", "least"): False, ("least",): False}
_IDLE = frozenset(("us", "still", "currently", "we", "them", "altogether"))
_ALTOGETHER = (("altogether",), ("in", "total"), ("in", "all"), ("overall",))


def owing(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the bound on what each owes, or the order by it)."""
    lowers = [t.lower for t in tokens]
    at = next((i for i, w in enumerate(lowers) if w in _OWE), None)
    if at is None:
        return {}
    then = at + 1
    while then < len(lowers) and lowers[then] in _IDLE:
        then += 1
    begin = at - (at > 0 and lowers[at - 1] == "still")
    for said, operator in _BOUNDS:
        number = then + len(said)
        amount = tokens[number].number if tuple(lowers[then:number]) == said and number < len(tokens) else None
        if amount is not None and (found := _owed(mentions, lowers, facts)) is not None:
            item, where = found
            means = Definition(lemmas(tokens, begin, number + 1), None, (*where, Filter(item, operator, (amount,))))
            return {begin: (number + 1, means), **_aside(tokens, lowers, number + 1)}
    for said, descending in _ENDS.items():
        if tuple(lowers[then : then + len(said)]) == said and (found := _owed(mentions, lowers, facts)) is not None:
            item, where = found
            end = then + len(said)
            means = Definition(lemmas(tokens, begin, end), None, where, Order(item, descending))
            return {begin: (end, means), **_aside(tokens, lowers, end)}
    return {}


def _aside(tokens: Sequence[Token], lowers: Sequence[str], start: int) -> dict[int, tuple[int, Definition]]:
    """`altogether` behind it says no more."""
    return {
        i: (i + len(a), Definition(lemmas(tokens, i, i + len(a))))
        for a in _ALTOGETHER
        for i in range(start, len(lowers))
        if tuple(lowers[i : i + len(a)]) == a
    }


def _owed(mentions: Sequence[Mention], lowers: Sequence[str], facts: Facts) -> tuple[Item, tuple[Filter, ...]] | None:
    """What is owed, added up, and which rows it is of; None where no table, or more than one, may tell."""
    if (pair := owed_of(mentions, facts)) is not None:
        return pair, ()
    spoken = tables_named(mentions) | {k.table for m in mentions for k in m.links[:1] if k.kind == "value"}
    named = [t for t in sorted(spoken) if t in facts.tables]
    for tables in (named, sorted(facts.tables)):
        found: list[tuple[Col, Col | None]] = []
        for table in tables:
            column = money_of(table, facts)
            settled = settled_of(table, facts)
            states = any(k.table == table and k.kind == "value" for m in mentions for k in m.links[:1])
            if column is not None and (settled is not None or states or "unpaid" in lowers):
                found.append((column, settled if not states and "unpaid" not in lowers else None))
        if len(found) == 1:
            ((column, settled),) = found
            return Item(column, "sum"), (Filter(Item(settled), "is null"),) if settled is not None else ()
        if found:
            return None
    return None
