"""`what share of the money came in by card`, `unpaid fines as a share of the total amount`: of amounts, not of rows.

So it is where the question takes the share of money or of a column of figures, where its rows say how many each stands
for, and where things are said to be sold, lent or sent of which a row has several.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Formula, Item, Query, all_tables
from core.ask.translators.rules.shares import parted, portion
from core.ask.translators.rules.stars import called_after, figure_of_rows, flat, open_wholes, star_of, wholes_of
from core.ask.translators.rules.told.money_sums import money_words, spent_of
from core.ask.translators.rules.told.takings import pieces

_SHARE = frozenset("share percentage percent % proportion fraction part".split())
_FILLING = frozenset("the of our their all total whole overall a an this that what which every".split())
_VERBS = frozenset("is are was were be been came come comes has have had did do does went go goes".split())
_COMPARED = frozenset("more less fewer over under above below between exactly at up upwards beyond".split())
_GONE = frozenset(map(stem, "sold bought ordered borrowed lent issued delivered sent shipped used made".split()))


def shares_of_amounts(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The share as one of the amounts of the same rows, where the question's words ask for it."""
    counted = _counted(query)
    table = counted.table if counted is not None else ""
    column = _of_star(query, table, facts, tokens) if table in facts.tables else None
    if column is not None:
        query = replace(query, where=flat(query.where))
    elif table in facts.tables:
        column = _amount(table, facts, tokens)
    if column is None or counted is None:
        return query
    if query.share:
        own, rest = parted(query.where, query.among)
        part, whole = Item(column, "sum", where=own), Item(column, "sum", where=wholes_of(own, column, facts))
        rest = (*rest, *open_wholes((*own, *rest), column, facts))
        shown = (portion(part, whole, query.share),)
        return replace(query, select=shown, where=rest, share=0.0, among=(), tables=(column.table,))
    turned = {i: _turned(i, column) for i in (*query.select, *(o.item for o in query.order))}
    order = tuple(replace(o, item=turned[o.item]) for o in query.order)
    return replace(query, select=tuple(turned[i] for i in query.select), order=order)


def _counted(query: Query) -> Item | None:
    """The rows that a share is taken of, counted."""
    if query.share:
        return query.select[0] if _rows(query.select[0]) else None
    for item in query.select:
        for part, whole in _ratios(item):
            if _rows(part) and _rows(whole) and part.where and not whole.where:
                return part
    return None


def _ratios(item: Item) -> list[tuple[Item, Item]]:
    formula = item.formula
    ratio = formula.left if formula is not None and formula.operator == "*" else formula
    if not isinstance(ratio, Formula) or ratio.operator != "/":
        return []
    left, right = ratio.left, ratio.right
    return [(left, right)] if isinstance(left, Item) and isinstance(right, Item) else []


def _rows(item: Item) -> bool:
    return item.aggregate == "count" and item.column is None and not item.formula and bool(item.table)


def _turned(item: Item, column: Col) -> Item:
    for part, whole in _ratios(item):
        if _rows(part) and _rows(whole) and item.formula is not None:
            scale = item.formula.right if isinstance(item.formula.right, float) else 1.0
            return portion(Item(column, "sum", where=part.where), Item(column, "sum"), scale)
    return item


def _of_star(query: Query, table: str, facts: Facts, tokens: Sequence[Token]) -> Col | None:
    """The figure of the star of which the table gives codes their names, or holds the figures."""
    if lexicon().rows & {t.lower for t in tokens}:
        return None
    if (own := figure_of_rows(facts, table)) is not None:
        return own
    within = set(all_tables(replace(query, where=flat(query.where))))
    figure = star_of(facts, within, table)
    beyond = within - {table}
    return figure if figure is not None and beyond and called_after(figure, table, facts) else None


def _amount(table: str, facts: Facts, tokens: Sequence[Token]) -> Col | None:
    """The column whose sum the share is of; None where it is one of rows."""
    said = whole_said(tokens)
    measures = [c for c in (Col(table, c.name) for c in facts.tables[table].columns) if facts.measure(c)]
    named = [c for c in measures if {stem(w) for w in said} & {stem(w) for w in facts.spelt(c)}]
    own = {*stems(facts.tables[table].label), *(stem(w) for w in facts.tables[table].label.split())}
    if len(named) == 1 and not {stem(w) for w in said} & own:
        return named[0]
    if money_words() & set(said):
        return named[0] if len(named) == 1 else spent_of(table, facts)
    held = [c for c in pieces(facts) if c.table == table]
    gone = bool(_GONE & {stem(w) for w in said}) or "everything" in said
    return held[0] if gone and len(held) == 1 else None


def whole_said(tokens: Sequence[Token]) -> list[str]:
    """The words for what a share is taken of: behind `share of`, as far as the verb, or what is compared (`share of
    visits cost more than 50`)."""
    lowers = [t.lower for t in tokens]
    at = next((i for i, w in enumerate(lowers) if w in _SHARE), None)
    said: list[str] = []
    for place in range(at + 1, len(tokens)) if at is not None else ():
        token, word = tokens[place], tokens[place].lower
        if said and any(t.lower in _COMPARED for t in tokens[place + 1 : place + 2]):
            break
        if token.kind != "word" or (
            (word in _VERBS or (word in ("by", "in", "from", "per", "at", "for", "with"))) and said
        ):
            break
        if word not in _FILLING:
            said.append(word)
    return said
