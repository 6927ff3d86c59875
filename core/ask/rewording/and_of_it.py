"""`who is the youngest patient, and which town are they from?`: what is asked of the row that is found, beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from core.ask.rewording.phrases import Reworded, Tail
from core.ask.state import Mention
from core.ask.translators.rules.chart.schema import has_one
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.second_question import kind_asked
from core.ask.translators.rules.query import Col, Item, Query, main_tables
from core.ask.translators.rules.row_places import where_rows_are
from core.ask.translators.rules.told.money_sums import spent_of

_TWO = re.compile(
    r"^(?P<first>.{8,}?),? and (?P<more>(?:(?:by|for|in|on|at|from|with|of|to) )?"
    r"(?:how|what|which|where|when|who|whom|whose)\b[^?.;]{2,})$|"
    r"^(?P<one>.{8,}?),? and (?P<other>where|when|who)$",
    re.IGNORECASE,
)
_FIRST = re.compile(
    r"\b(?:most|least|fewest|highest|lowest|biggest|largest|smallest|longest|shortest|oldest|newest|youngest|latest"
    r"|earliest|heaviest|lightest|tallest|first|last|best|worst|greatest|cheapest|dearest|fastest|slowest|\w{3,}est)\b",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"^(?P<first>.*\b(?:at least|more than|fewer than|less than|at most|exactly|over|or more)\b.*?),? and how many"
    r"(?: (?:each|(?:does|do|did|has|have) (?:each|they)(?: of them)?(?: \w+)?|of (?:them|each)))?$",
    re.IGNORECASE,
)
_HOW = re.compile(r"^(?:(?:by|for|in|on|at|from|with|of|to) )?how (?P<how>\w+)", re.IGNORECASE)
_BY_VERB = re.compile(r"^(?:where (?:was|were|is|are|did|does|do)|who (?!is\b|was\b|are\b|were\b)\w+) ", re.IGNORECASE)
_SINGLE = re.compile(
    r"\b(?P<way>biggest|largest|highest|smallest|lowest|longest|shortest) single\b"
    r"|\bsingle (?P<how>(?:most|least) \w+|\w{2,}est)\b",
    re.IGNORECASE,
)
_QUANTITIES = {"old": "age", "heavy": "weight", "long": "length", "tall": "height", "high": "height", "big": "size"}
_COSTS = frozenset("cost costs price worth".split())
_AMOUNT = frozenset(("much", "many"))
_LIKELY = 0.6


def and_of_it(text: str, link: Callable[[str], Sequence[Mention]], facts: Facts) -> Iterator[Reworded]:
    """The question proper, and what else is asked of what it finds."""
    plain = _SINGLE.sub(lambda m: m["way"] or m["how"], text)
    if (each := _EACH.match(plain.strip().rstrip("?.! "))) is not None:
        yield Reworded(f"{each['first']}?", (Tail("also", said="each"),), strong=True, deep=True)
        return
    met = _TWO.match(plain.strip().rstrip("?.! "))
    if met is None:
        if plain != text:
            yield Reworded(plain, strong=True, deep=True)
        return
    first, more = met["first"] or met["one"], met["more"] or met["other"]
    if not _FIRST.search(first) or re.search(r"\bhow (?:many|much)\b", first, re.IGNORECASE):
        return
    yield Reworded(
        f"{first}?", (Tail("also", said=more, columns=tuple(_asked(more, link, facts))),), strong=True, deep=True
    )


def _asked(more: str, link: Callable[[str], Sequence[Mention]], facts: Facts) -> Iterator[Col]:
    """The columns that are named; those that tell the things of a table that is."""
    for m in link(more):
        k = next(iter(m.links), None)
        if k is None or k.score < _LIKELY or k.table not in facts.tables:
            continue
        if k.kind == "column":
            yield Col(k.table, k.column)
        elif k.kind == "table":
            yield from facts.display(k.table)


def also(query: Query, tail: Tail, facts: Facts) -> Query | None:
    """The first row with what else is asked of it; None where that is not told."""
    if tail.said == "each":
        many = tuple(dict.fromkeys(f.item for f in query.having))
        return replace(query, select=(*query.select, *many)) if many and query.group and not query.beside else None
    if not query.order or query.limit is None or query.beside or query.share or query.everything:
        return None
    order = query.order[0].item
    tables = main_tables(query)
    rows = order.column.table if order.column and not order.aggregate else ""
    near = (rows, *facts.above(rows)) if rows in facts.tables else ()
    shown: list[Item] = []
    wanted: Item | None = None
    if (how := _HOW.match(tail.said)) is not None:
        wanted = _quantity(how["how"].lower(), tail, order, near or tables, facts)
        shown += [wanted] if wanted is not None else []
    else:
        own = [c for c in tail.columns if c.table in near or (not rows and c.table in tables and not query.group)]
        if _BY_VERB.match(tail.said):  # “where was it taken” asks for no day, “who teaches it” not for what they teach
            own = list(_unnamed(tail.said, order, near, facts)) or own
        shown += [Item(n) for c in own for n in _told_by(c, facts)]
        shown += [Item(c) for c in _unnamed(tail.said, order, near, facts)] if not own else []
    shown = [i for i in dict.fromkeys(shown) if i not in query.select]
    grouped = bool(query.group) and any(not i.aggregate and i.column not in query.group for i in shown)
    if grouped and not all(has_one(query.group[0].table, i.column, facts) for i in shown if i.column):
        return None
    again = _HOW.match(tail.said) is not None and wanted == order
    if not shown and not (again and order in query.select):
        return None
    group = (*query.group, *(i.column for i in shown if i.column and not i.aggregate)) if query.group else ()
    return replace(query, select=(*query.select, *shown), group=tuple(dict.fromkeys(group)))


def _told_by(column: Col, facts: Facts) -> tuple[Col, ...]:
    """The names of what a column refers to, where it has any: `which boat`, of boats told by their numbers."""
    refers = facts.refers(column)
    named = refers is not None and refers.parent_table in facts.tables and facts.named(refers.parent_table)
    return facts.display(refers.parent_table) if refers is not None and named else (column,)


def _quantity(how: str, tail: Tail, order: Item, near: Sequence[str], facts: Facts) -> Item | None:
    """`how old`, `how much`, `how many docks`."""
    named = [c for c in tail.columns if facts.numeric(c) and c.table in near]
    if how == "much" and order.aggregate == "count" and order.column is None:
        money = kind_asked(tail.said.lower().split()) == "money" and order.table in facts.tables
        paid = spent_of(order.table, facts) if money else None
        return Item(paid, "sum") if paid is not None else None
    if how in _AMOUNT and "average" in tail.said.lower() and order.aggregate == "sum" and not order.formula:
        return replace(order, aggregate="avg")
    if how in _AMOUNT:
        if named and order.column not in named and not order.aggregate:
            return Item(named[0])
        return order if not (order.column and facts.dated(order.column)) else None
    quantity = _QUANTITIES.get(how, "")
    column = facts.of_quantity(quantity, near) if quantity else None
    if column is None or column == order.column:
        return order
    return Item(column)


def _unnamed(said: str, order: Item, near: Sequence[str], facts: Facts) -> Iterator[Col]:
    """`and when`, `and who was it`, `and where`."""
    words = said.lower().split()
    if _COSTS.intersection(words):
        yield from (order.column,) if order.column is not None and facts.measure(order.column) else ()
    elif "when" in words or "year" in words:
        if order.column is not None and facts.dated(order.column):
            yield order.column
        elif (day := facts.when(near)) is not None:
            yield day
    elif "who" in words or "whom" in words:
        people = [t for t in near if facts.persons(t)]
        yield from facts.display(people[0]) if len(people) == 1 else ()
    elif "where" in words:
        yield from next((p for t in near if (p := where_rows_are(t, facts))), ())
