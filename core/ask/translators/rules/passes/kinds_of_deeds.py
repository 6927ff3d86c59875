"""`which three treatments bring in the most money`, where `treatment_codes` says what is done and `treatments` when:
the kinds are named and their money is added up, and no row stands by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Item, Order, Query
from core.ask.translators.rules.slots.places import KIND_WORDS

_MOST = frozenset(("most", "least", "highest", "lowest"))
_ONE = frozenset(("single", "one", "individual", "ever"))
_DONE = frozenset("bring brings brought make makes made earn earns earned take takes took cost costs total".split())


def kinds_of_deeds(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The first few rows by an amount of theirs, grouped by the kinds that they are of."""
    said = {t.lower for t in tokens}
    if not query.limit or len(query.order) != 1 or not said & _MOST or not said & _DONE or said & _ONE:
        return query
    item, shown = query.order[0].item, [i.column for i in query.select if i.column and not i.aggregate]
    table = shown[0].table if shown else ""
    if item.column is None or any(c != facts.key(table) for c in (*shown, *query.group)) or query.beside:
        return query
    if item.aggregate not in ("", "sum") or facts.speaks(item.column, lexicon().averaged):
        return query
    kinds = kinds_of(table, facts)
    if kinds is None:
        return query
    names, key = facts.display(kinds), facts.key(kinds)
    if key is None or not names or key in names:
        return query
    total = replace(item, aggregate="sum")
    figures = tuple(total if i == item else i for i in query.select if i.aggregate or i == item)
    group: tuple[Col, ...] = (key, *names)
    tables = tuple(dict.fromkeys((*query.tables, table, kinds)))
    order = (Order(total, query.order[0].descending),)
    return replace(query, select=(*(Item(c) for c in names), *figures), group=group, order=order, tables=tables)


def kinds_of(table: str, facts: Facts) -> str | None:
    """The one list of kinds that is called after a table whose rows refer to it: `treatment codes` of `treatments`."""
    own = stems(facts.tables[table].label) if table in facts.tables else ()
    found = []
    for owner in facts.owners(table):
        label = stems(facts.tables[owner].label)
        if len(label) > 1 and label[-1] in KIND_WORDS and label[:-1] == own[-len(label) + 1 :]:
            found.append(owner)
    return found[0] if len(found) == 1 else None
