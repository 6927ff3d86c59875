"""`how many gaskets have we fitted`, `how many tickets went`: what the rows that say how many add up to, and neither
the kinds on a list that have such rows, nor these rows, counted."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.stop_words import FUNCTION, PARTICIPLES
from core.ask.tokens import Token, places_of, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.passes.kinds_counted import value_counted
from core.ask.translators.rules.query import Col, Filter, Item, Query, Related, all_tables
from core.ask.translators.rules.told.per_piece import PIECE, unit_of
from core.ask.translators.rules.told.takings import pieces
from core.text.words import words

_KINDS = frozenset("different distinct kind kinds type types sort sorts lines rows records entries times".split())
_THINGS = frozenset(map(stem, "tickets parts items copies pieces units passes boxes packs bottles bags tins".split()))
"""What rows that say how many hold several of; of bookings and sales the rows themselves are counted."""

_HELD = frozenset(map(stem, "stock hand held level reorder shelf".split()))
"""Words of headers for how many of a kind there are, where each row is a kind."""


def pieces_of_kinds(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The query with the one quantity added up, where the question asks how many."""
    lowers = [t.lower for t in tokens]
    count = query.select[0] if len(query.select) == 1 else None
    if count is None or count.aggregate != "count" or count.column or count.where or _KINDS & set(lowers):
        return query
    if query.having or query.beside or query.share or query.keep or not any(places_of(lowers, ("how", "many"))):
        return query
    own = [c for c in pieces(facts) if c.table == count.table and not facts.speaks(c, _HELD)]
    said = {t.stem for t in tokens}
    if len(own) == 1 and (_things(count.table, said, facts) or _named(query, own[0], tokens, facts)):
        total = Item(own[0], "sum")
        order = tuple(replace(o, item=total) if o.item == count else o for o in query.order)
        return replace(query, select=(total,), order=order, tables=query.tables or (count.table,))
    return _of_list(query, count.table, facts)


def _things(table: str, said: Set[str], facts: Facts) -> bool:
    """The rows are called after what each of them has several of."""
    return table in facts.tables and bool(_THINGS & set(stems(facts.tables[table].label)) & said)


def _named(query: Query, many: Col, tokens: Sequence[Token], facts: Facts) -> bool:
    """What is asked for is a thing on a list with prices that the rows refer to, and no rows of that kind (`gasket
    jobs`)."""
    lists = [t for t in facts.owners(many.table) if _priced(t, facts)]
    said = [t.lower for t in tokens if t.kind == "word"]
    for c in query.where:
        if isinstance(c, Filter) and any(value_counted(c, t, tokens) for t in lists):
            behind = said[2 + len(words(str(c.values[0]))) :][:1]
            if all(w in FUNCTION or w.endswith(PARTICIPLES) for w in behind):
                return True
    return False


def _priced(table: str, facts: Facts) -> bool:
    """A list of things that says what one of each costs."""
    return any(unit_of(facts, Col(table, c.name)) == PIECE for c in facts.tables[table].columns)


def _of_list(query: Query, kinds: str, facts: Facts) -> Query:
    """Kinds on such a list, with rows elsewhere that say how many of them."""
    if query.group or query.order or kinds not in facts.tables or not _priced(kinds, facts):
        return query
    many = [c for c in pieces(facts) if c.table in all_tables(query) and kinds in facts.owners(c.table)]
    done = [c for c in query.where if isinstance(c, Related) and c.table == kinds]
    if len(many) != 1 or any(c.negated or c.bounds for c in done):
        return query
    where = tuple(m for c in query.where for m in (c.where if isinstance(c, Related) and c in done else (c,)))
    tables = tuple(dict.fromkeys((many[0].table, *(t for t in query.tables if t != kinds))))
    return replace(query, select=(Item(many[0], "sum"),), where=tuple(dict.fromkeys(where)), tables=tables)
