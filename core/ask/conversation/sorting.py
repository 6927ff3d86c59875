"""`Sort by name`, `alphabetically, please`, `the other way by amount`: the rows there are, in another order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Item, Leading, Order, Query
from core.model import NUMERIC, TEMPORAL

_POLITE = r"(?:(?:and|now|then|please|but|can you|could you)[ ,]+)*"
_THEM = r"(?:it|them|that|these|this|those|the (?:list|rows|results?|table|answer|lot))"
_DOWN = r"(?:descending|desc|downwards|(?:largest|highest|biggest|most|latest|newest|z to a|best) first|z to a|z-a)"
_UP = r"(?:ascending|asc|upwards|(?:smallest|lowest|fewest|least|earliest|oldest) first|a to z|a-z)"
_ASKED = re.compile(
    rf"{_POLITE}(?:(?:sort|order|arrange|list|show|put)(?:ed)?(?: {_THEM})?)? ?"
    rf"(?:(?P<letters>(?:in )?alphabetical(?:ly| order))|"
    rf"(?:by|in order of|in the order of)(?: the| their| its)? (?P<by>[\w' -]+?))"
    rf",?(?: (?:in )?(?:(?P<down>{_DOWN})|(?P<up>{_UP}))(?: order)?)?(?: please| instead)*"
)
_OPENS = re.compile(rf"{_POLITE}(?:sort|order|arrange|put)(?:ed)?\b")
_NAMES = frozenset(map(stem, ("name", "names", "title", "titles")))
_FIGURES = frozenset(map(stem, ("number", "figure", "figures", "amount", "total", "count", "value", "size", "result")))


def sorted_anew(tokens: Sequence[Token], before: Query, facts: Facts) -> Query | None:
    """The query in the order that a text asks for and nothing else; None where it asks for more, or names nothing that
    is shown. The first few rows stay the same ones."""
    said = " ".join(t.lower for t in tokens if t.kind != "punct" or t.text == ",").strip(" ,").replace(" ,", ",")
    asked = _ASKED.fullmatch(said)
    if asked is None or before.beside or before.keep or not (asked["letters"] or _OPENS.match(said)):
        return None
    item = _text(before, facts) if asked["letters"] else _shown(asked["by"], before, facts)
    if item is None:
        return None
    down = bool(asked["down"]) or (not asked["up"] and _largest_first(item, facts))
    kept = _kept(before)
    return replace(kept, order=(Order(item, down),)) if kept is not None else None


def _shown(by: str, query: Query, facts: Facts) -> Item | None:
    """What the words name of that which is shown: a label, the name of the things, or the figure."""
    said = {stem(w) for w in by.replace("-", " ").split()}
    figures = [i for i in query.select if i.aggregate or i.formula]
    for item in query.select:
        if said <= _stems(item, facts):
            return item
    if said <= _NAMES:
        return _text(query, facts)
    return figures[0] if said <= _FIGURES and figures else None


def _stems(item: Item, facts: Facts) -> set[str]:
    if item.column is not None and item.formula is None:
        table = facts.tables.get(item.column.table)
        own = stems(facts.said(item.column)) + ((item.column.part,) if item.column.part else ())
        return set(own) | (set(stems(table.label)) if table and item.column in facts.display(table.name) else set())
    return set(stems(facts.tables[item.table].label)) if item.table in facts.tables else set()


def _text(query: Query, facts: Facts) -> Item | None:
    """The first column shown that is no number and no time."""
    plain = (i for i in query.select if i.column and not i.aggregate and not i.formula and not i.column.part)
    texts = (i for i in plain if (c := facts.column(i.column)) and c.type not in NUMERIC | TEMPORAL)  # type: ignore[arg-type]
    return next(texts, None)


def _largest_first(item: Item, facts: Facts) -> bool:
    """Figures begin with the largest; names, numbers of things and days with the first."""
    return bool(item.aggregate or item.formula) or (item.column is not None and facts.measure(item.column))


def _kept(query: Query) -> Query | None:
    """The query without its order; its first few rows by a figure are kept by a condition. None where none says so."""
    if query.limit is None:
        return query
    if query.of_each:
        return None
    named = {c.table for c in query.group}
    several = len(query.group) > 1 and (len(named) > 1 or query.group[0] in {i.column for i in query.select})
    if not query.group or several or not query.order or query.having or not query.order[0].item.aggregate:
        return None
    first = query.order[0]
    leading = Leading(query.group[0], first.item, first.descending, query.limit, query.where, query.percent)
    shown = any(i.aggregate or i.formula for i in query.select)
    select = query.select if shown else (*query.select, first.item)
    return replace(query, select=select, where=(*query.where, leading), limit=None)
