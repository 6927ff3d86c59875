"""The rows of a query as an answer: which kind of sentence suits, and what is said where nothing was found."""

from __future__ import annotations

import re
from dataclasses import replace

from core.ask.cells import figure
from core.ask.names import listed
from core.ask.tokens import Token
from core.ask.top_rows import NONE, TopRows
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import (
    AnyOf,
    Best,
    Condition,
    Filter,
    Item,
    Query,
    Related,
    condition_items,
    main_tables,
)
from core.ask.translators.rules.realisation.each import first_of_each
from core.ask.translators.rules.realisation.groups import grouped
from core.ask.translators.rules.realisation.lists import rows_listed
from core.ask.translators.rules.realisation.one import one_row
from core.ask.translators.rules.realisation.ranked import best_of_each, measured, ranked
from core.ask.translators.rules.realisation.speech import Speech
from core.model import Rows

_ASKING = frozenset("is are was were do does did has have had can".split())
_NO_EXISTENCE = frozenset(
    "all every each most least more less fewer than or not no never none without other same only both".split()
)
"""Words with which a yes or no asks more than whether there is something."""


def realised(q: Query, facts: Facts, rows: Rows, top: TopRows = NONE, *, yes_or_no: bool = False) -> str:
    """One or two sentences that say what the rows say, and no more."""
    q = _counting(q)
    say, about = Speech(facts), _about(q)
    if q.beside:
        return _beside(q, rows, say)
    figures = [i for i in q.select if i.aggregate]
    if not rows.rows:
        said = _nothing(q, say, about)
        return f"No: {_small(said)}" if yes_or_no and _existence(q) else said
    if (q.share or figures) and not q.group and len(figures) == len(q.select) and len(rows.rows) == 1:
        said = one_row(q, rows.rows[0], say, about)
        if yes_or_no and _existence(q) and isinstance(rows.rows[0][0], int):
            return f"{'Yes' if rows.rows[0][0] else 'No'}: {_small(said)}"
        return said
    said = _several(q, rows, top, say, about)
    return f"Yes: {_small(said)}" if yes_or_no and _existence(q) else said


def asks_whether(tokens: tuple[Token, ...] | list[Token]) -> bool:
    """“Are there trips in May?”: the answer is yes if there is something."""
    said = [t.lower for t in tokens if t.kind == "word"]
    return bool(said) and said[0] in _ASKING and not _NO_EXISTENCE & set(said)


def _several(q: Query, rows: Rows, top: TopRows, say: Speech, about: str) -> str:
    best = next((c for c in q.where if isinstance(c, Best)), None)
    if best is not None and not q.group and not q.everything:
        return best_of_each(q, best, rows, say, about)
    if q.of_each and not q.percent:
        return first_of_each(q, rows, say, about)
    if q.order and q.limit is not None and not q.everything:
        return ranked(q, rows, top, say, about)
    if q.group:
        return grouped(q, rows, say, about)
    if any(i.aggregate or i.formula for i in q.select):
        return plainly(rows)
    return rows_listed(q, rows, say, about)


def plainly(rows: Rows) -> str:
    """Rows of which nothing more is known than their headings."""
    heads = listed([f"`{c}`" for c in rows.columns], 6)
    if len(rows.rows) == 1:
        cells = [f"`{c}` {figure(v)}" for c, v in zip(rows.columns, rows.rows[0], strict=True)]
        return f"{listed(cells, 6)}."
    return f"The table below gives {heads}."


def _about(q: Query) -> str:
    """The table whose rows are spoken of."""
    figure = next((i for i in q.select if i.aggregate), None)
    if figure is None and q.group and q.order and q.order[0].item.aggregate:
        figure = q.order[0].item
    for item in (figure, *q.select):
        if item is not None and (table := item.column.table if item.column else item.table):
            return table
    return q.tables[0] if q.tables else next(iter(main_tables(q)), "")


def _counting(q: Query) -> Query:
    """With the table whose rows are counted, where no other could be meant."""
    tables = main_tables(q)
    if len(tables) != 1:
        return q

    def named(i: Item) -> Item:
        bare = i.aggregate == "count" and i.column is None and not i.table
        return replace(i, table=tables[0]) if bare else i

    having = tuple(replace(f, item=named(f.item)) for f in q.having)
    order = tuple(replace(o, item=named(o.item)) for o in q.order)
    return replace(q, select=tuple(map(named, q.select)), having=having, order=order)


def _existence(q: Query) -> bool:
    """The query looks for things that meet conditions, and for nothing else about them."""
    counts = all(i.aggregate == "count" and not i.where for i in q.select if i.aggregate)
    restricted = bool(q.where) or len(q.tables) > 1
    return restricted and counts and not (q.group or q.order or q.limit or q.share or q.having)


def _nothing(q: Query, say: Speech, about: str) -> str:
    """What was looked for, and what to try."""
    if q.having:
        bound = listed([say.having(f, about) for f in q.having])
        of = f" among {say.things(about, q.where)}" if q.where else ""
        return f"No {say.groups(q.group, about, 1)} has {bound}{of}. Try another bound."
    table = next((i.column.table for i in q.select if i.column), about)
    also = [t for t in q.tables if t != table]
    if q.limit and q.order and not q.where:
        return f"Nothing can be ranked by {measured(q.order[0].item, q.order[0].descending, say, about)}."
    if not q.where and not also:
        return f"There are no {say.names.many(table)}."
    return f"I found no {say.things(table, q.where, also=also)}. {_advice(q.where)}"


_TIME = re.compile(r"\d{4}(-\d\d){0,2}%?")


def _advice(where: tuple[Condition, ...]) -> str:
    """What to try when nothing meets the conditions."""
    if len(where) > 1:
        return "Try fewer conditions."
    filters = [
        c for c in (*where, *(p for c in where if isinstance(c, AnyOf) for p in c.parts)) if isinstance(c, Filter)
    ]
    texts = [v for f in filters if f.operator in ("=", "like") for v in f.values if isinstance(v, str)]
    if texts and all(map(_TIME.fullmatch, texts)):
        return "Try another time."
    if texts:
        return "Check how it is written in the files."
    if filters and any(i.column for i in condition_items(where)):
        return "Try a wider condition."
    if any(isinstance(c, Related) for c in where):
        return "Look at how the tables join."
    return "Try another condition."


def _beside(q: Query, rows: Rows, say: Speech) -> str:
    """The same figure of several tables of one form."""
    sides = (q, *q.beside)
    items: list[Item] = [i for side in sides for i in side.select if i.aggregate]
    if q.group:
        n = len(rows.rows)
        by, groups = say.group(q.group, _about(q)), say.groups(q.group, _about(q), n)
        what = list(dict.fromkeys(say.item(i, _table(i)).removeprefix("number of ") for i in items))
        return f"{listed(what)[:1].upper()}{listed(what)[1:]} by {by}: {n:,} {groups}, side by side."
    if not rows.rows or len(items) != len(rows.rows[0]):
        return plainly(rows)
    parts: list[str] = []
    for item, value in zip(items, rows.rows[0], strict=True):
        table = _table(item)
        if item.aggregate == "count" and item.column is None:
            things = say.names.many(table, 1 if value == 1 else None)
            parts.append(f"{'' if parts else 'there are '}{say.value(item, value)} {things}")
        else:
            known = "not known" if value is None else say.value(item, value)
            parts.append(f"the {say.item(item, table)} of {say.names.many(table)} is {known}")
    return f"{listed(parts)[:1].upper()}{listed(parts)[1:]}."


def _table(i: Item) -> str:
    return i.column.table if i.column else i.table


def _small(sentence: str) -> str:
    """A sentence that goes on behind “Yes:”."""
    first = sentence.split(" ", 1)[0]
    return sentence[:1].lower() + sentence[1:] if first in ("There", "Here", "The", "No") else sentence
