"""Columns that refer to rows of a table are shown by what people call those rows: "per start stop" by the stops' names.

Only where the question does not say that it wants the key itself ("the stop id").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import stem
from core.ask.translators.rules.columns import NAME
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Col, Filter, Item, Order, Query, main_tables
from core.model import NUMERIC, Join
from core.text.key_words import KEY_WORDS, RARE_KEY_WORDS

_KEYS = frozenset(map(stem, (*KEY_WORDS, *RARE_KEY_WORDS)))
"""Words by which the key itself is asked for."""
_DOERS = ("er", "or", "ist", "ian", "ant")
_SHOWN = ("wanted", "group", "superlative")


def by_name(query: Query, chunks: Sequence[Chunk], facts: Facts) -> tuple[Query, tuple[str, ...]]:
    """The query with names in place of keys, and the joins that lead to them.

    One such column of another table is joined as usual; several, and rows of the same table, each in a role of its own.
    """
    if query.everything or query.beside or query.share:
        return query, ()
    shown = [i.column for i in query.select if i.column and not i.aggregate and not i.formula]
    refers = {c: j for c in dict.fromkeys([*shown, *query.group]) if (j := _refers(c, chunks, facts))}
    codes = {c: facts.display(c.table) for c in shown if c not in refers and _is_own_code(c, chunks, facts)}
    return _with_names(query, refers, codes, facts) if refers or codes else (query, ())


def figures_by_name(query: Query, facts: Facts) -> tuple[Query, tuple[str, ...]]:
    """The same of figures of a table of statistics, for every key that is shown."""
    if query.beside or query.share:
        return query, ()
    shown = [i.column for i in query.select if i.column and not i.aggregate and not i.formula]
    plain = [c for c in dict.fromkeys(shown) if not c.part and not c.through[0]]
    refers = {c: j for c in plain if (j := facts.refers(c)) is not None and _tells(c, j, facts)}
    return _with_names(query, refers, {}, facts) if refers else (query, ())


def _with_names(
    query: Query, refers: dict[Col, Join], codes: dict[Col, tuple[Col, ...]], facts: Facts
) -> tuple[Query, tuple[str, ...]]:
    spoken_of = set(main_tables(query))
    plain = len(refers) == 1 and all(
        not j.is_self and (j.parent_table not in spoken_of or _only(j, facts)) for j in refers.values()
    )
    names = {c: _names(c, j, facts, plain) for c, j in refers.items()} | codes
    joins = tuple(j.id for j in refers.values()) if plain else ()
    listed = len(query.select) == 1 and not query.group and not query.order and not query.limit
    repeated = [c for c in refers if (held := facts.column(c)) is not None and not held.profile.unique]
    own = [Filter(Item(c), "is not null") for c, j in refers.items() if c in query.group and j.is_self]
    return (
        replace(
            query,
            select=tuple(dict.fromkeys(n for i in query.select for n in _item(i, names))),
            group=tuple(dict.fromkeys(n for c in query.group for n in (c, *names.get(c, ())))),
            order=_order(query, names),
            where=(*query.where, *own),
            distinct=query.distinct or (listed and bool(repeated)),
        ),
        joins,
    )


def _refers(column: Col, chunks: Sequence[Chunk], facts: Facts) -> Join | None:
    """The join behind a column that the question names, and not as a key."""
    said = [c for c in chunks if c.kind == "column" and c.link and Col(c.link.table, c.link.column) == column]
    if column.through[0] or column.part or not any(c.claimed in _SHOWN for c in said):
        return None
    if any({stem(w) for w in c.text.lower().split()} & _KEYS for c in said):
        return None
    join = facts.refers(column) or _alike(column, facts)
    if join is None or not (join.is_self or _tells(column, join, facts)):
        return None
    key, mine = facts.column(Col(join.parent_table, join.parent[0])), facts.column(column)
    alike = key is not None and mine is not None and (key.type in NUMERIC) == (mine.type in NUMERIC)
    return join if alike else None


def _is_own_code(column: Col, chunks: Sequence[Chunk], facts: Facts) -> bool:
    """`Which setters`: the column of that name holds the codes of a table whose rows have names."""
    said = [c for c in chunks if c.kind == "column" and c.link and c.link.column == column.name and c.claimed in _SHOWN]
    if not said or column.part or any({stem(w) for w in c.text.lower().split()} & _KEYS for c in said):
        return False
    return facts.coded_rows(column) and facts.named(column.table) and column not in facts.display(column.table)


def _tells(column: Col, join: Join, facts: Facts) -> bool:
    """The column's label says of what it is the key: the table's own words, that it is a key, or whom it names.

    A tutor, a leader or an author is somebody.
    """
    own = set(stems(facts.tables[join.parent_table].label))
    said = facts.spelt(column)
    somebody = bool(said) and said[-1].endswith(_DOERS) and facts.persons(join.parent_table)
    keyed = bool(set(stems(" ".join(said))) & _KEYS)
    return somebody or facts.speaks(column, own) or keyed or _named_alike(column, join, facts) is not None


def _alike(column: Col, facts: Facts) -> Join | None:
    """The one confirmed join to a key beside which a name is called as the column is."""
    ours = [j for j in facts.schema.joins if (j.child_table, j.child) == (column.table, (column.name,))]
    sure = [j for j in ours if j.state == "confirmed" and j.evidence.parent_unique and not j.is_self]
    named = [j for j in sure if _named_alike(column, j, facts) is not None]
    return named[0] if len(named) == 1 else None


def _named_alike(column: Col, join: Join, facts: Facts) -> Col | None:
    """The name beside the key that a column holds, which is called as the column is: `Authority` holds an `Authority
    code`, beside which stands an `Authority name`."""
    held = facts.column(column)
    said = set(stems(held.label)) if held is not None else set()
    key = set(stems(join.parent[0]))
    texts = [c for c in facts.tables[join.parent_table].columns if c.type == "text" and c.name != join.parent[0]]
    named = [c for c in texts if said <= set(stems(c.label)) and NAME in stems(c.label)]
    return Col(join.parent_table, named[0].name) if said and said < key and key & _KEYS and len(named) == 1 else None


def _only(join: Join, facts: Facts) -> bool:
    """No other join connects the two tables, so that there is one role."""
    pair = {join.child_table, join.parent_table}
    return sum({j.child_table, j.parent_table} == pair for j in facts.schema.joins) == 1


def _names(column: Col, join: Join, facts: Facts, plain: bool) -> tuple[Col, ...]:
    """What the rows referred to are called: columns of their table, or of the role that the column gives it."""
    alike = _named_alike(column, join, facts)
    shown = (alike,) if alike is not None else facts.display(join.parent_table)
    if plain:
        return shown
    role = (column.name, join.parent[0])
    of = "" if join.is_self else join.parent_table
    return tuple(Col(column.table, c.name, through=role, of=of) for c in shown)


def _item(item: Item, names: dict[Col, tuple[Col, ...]]) -> tuple[Item, ...]:
    plain = item.column in names and not item.aggregate and not item.formula
    return tuple(Item(c) for c in names[item.column]) if plain and item.column else (item,)


def _order(query: Query, names: dict[Col, tuple[Col, ...]]) -> tuple[Order, ...]:
    """Groups that would come in the order of their keys come by the largest figure, else by name."""
    if len(query.order) != 1 or query.order[0].item.column not in names or query.order[0].item.aggregate:
        return query.order
    figure = next((i for i in query.select if i.aggregate), None)
    first = names[query.order[0].item.column][0]
    return (Order(figure, descending=True),) if figure else (replace(query.order[0], item=Item(first)),)
