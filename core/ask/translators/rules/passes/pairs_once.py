"""`which parts are made in the most colours`: colours, each once, however often a list of both has the pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item, Query
from core.text.synonyms import of_verb, synonyms


def different_things(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Things counted for each of other things, through rows that no word speaks of, are counted once each."""
    groups = {c.table for c in query.group}
    if len(groups) != 1 or query.share or query.beside or query.keep:
        return query
    (group,) = groups

    def once(item: Item) -> Item:
        rows = item.aggregate == "count" and item.column is None and not item.formula and not item.distinct
        unsaid = (
            rows and item.table in facts.tables and item.table != group and _unsaid(item.table, group, facts, tokens)
        )
        return replace(item, distinct=True) if unsaid else item

    select = tuple(map(once, query.select))
    order = tuple(replace(o, item=once(o.item)) for o in query.order)
    having = tuple(replace(f, item=once(f.item)) for f in query.having)
    return replace(query, select=select, order=order, having=having)


def _unsaid(thing: str, group: str, facts: Facts, tokens: Sequence[Token]) -> bool:
    """One table alone has rows of both, and nothing is said of them or of what is done there."""
    below = [
        {j.child_table for j in facts.schema.joins if j.parent_table == t and j.state != "rejected"}
        for t in (thing, group)
    ]
    between = (below[0] & below[1]) - {thing, group}
    direct = thing in below[1] or group in below[0]
    if len(between) != 1 or direct or facts.key(thing) is None:
        return False
    (rows,) = between
    said = {t.stem for t in tokens}
    said |= {stem(w) for t in tokens for w in (*synonyms().get(t.lower, ()), *of_verb(t.lower))}
    return not said & set(stems(facts.tables[rows].label))
