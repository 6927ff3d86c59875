"""`who made the most instrument bookings`: of two nouns the last says what is counted, and not the instruments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item, Query, Related, all_tables
from core.ask.translators.rules.query_parts import with_items

_COUNTING = frozenset("many most fewest least".split())


def last_noun(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Things that are counted become the rows that refer to them, where the noun behind theirs names these rows."""
    items = (*query.select, *(o.item for o in query.order), *(f.item for f in query.having))
    counted = {i for i in items if i.aggregate == "count" and not i.formula and not i.where}
    tables = {i.column.table if i.column else i.table for i in counted}
    if len(tables) != 1 or query.beside or query.share or any(isinstance(c, Related) for c in query.where):
        return query
    things = next(iter(tables))
    rows = Item(None, "count", table=_rows_behind(things, query, facts, tokens))
    if not rows.table:
        return query

    tables_left = dict.fromkeys((rows.table, *(t for t in query.tables if t != things)))
    return replace(with_items(query, lambda item: rows if item in counted else item), tables=tuple(tables_left))


def _rows_behind(things: str, query: Query, facts: Facts, tokens: Sequence[Token]) -> str:
    """The table of the query that the second noun behind “how many” or “the most” names, if it refers to the things
    that the first one names; "" else."""
    at = next((i + 1 for i, t in enumerate(tokens[:-2]) if t.lower in _COUNTING), None)
    if at is None or things not in facts.tables:
        return ""
    first, last, *behind = tokens[at : at + 3]
    if (
        not _names(first, things, facts)
        or not last.lower.endswith("s")
        or last.stem in stems(facts.tables[things].label)
    ):
        return ""
    if behind and any(behind[0].stem in stems(t.label) for t in facts.tables.values()):
        return ""  # “how many United Airlines flights”
    below = {j.child_table for j in facts.schema.joins if j.parent_table == things}
    found = [t for t in all_tables(query) if t in below and last.stem in stems(facts.tables[t].label)]
    return found[0] if len(found) == 1 else ""


def _names(word: Token, table: str, facts: Facts) -> bool:
    """It is what the table is called, or the header of what names its rows."""
    held = facts.tables[table]
    return word.stem in {*stems(held.label), *(s for c in facts.display(table) for s in stems(c.name))}
