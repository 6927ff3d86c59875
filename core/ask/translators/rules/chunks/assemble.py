"""What was read of a question put together as one query: what is shown, grouped, ordered and cut off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.translators.rules.chunks.conditions.read import Conditions
from core.ask.translators.rules.chunks.nested.sets import alternatives, intersections
from core.ask.translators.rules.chunks.portions import among
from core.ask.translators.rules.chunks.shape.read import Shape
from core.ask.translators.rules.chunks.shape.sentence import Superlative, Wanted
from core.ask.translators.rules.chunks.things import best_of_each, things
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import (
    Among,
    Col,
    Filter,
    Item,
    Order,
    Query,
    Related,
    main_tables,
)
from core.ask.translators.rules.shares import parted, portion_of_rows
from core.ask.translators.rules.shares import scale as share_scale
from core.model import NUMERIC, TEMPORAL
from core.text.words import singular

_OUTPUT = frozenset(("what", "also"))
"""Words beside the verbs of telling that open a last sentence about what to show."""


def assembled(
    chunks: list[Chunk], facts: Facts, tables: list[str], conditions: Conditions, shape: Shape, related: list[Related]
) -> Query | None:
    output = _output_start(chunks)
    wanted = _projection(shape, output)
    alternatives(chunks, conditions)
    where = tuple(f.condition for f in conditions.found) + tuple(related)
    where = intersections(where, chunks, wanted, tables[0] if tables else "")
    wanted = [replace(w, item=things(w, where, chunks, facts)) for w in wanted]
    entities = [c.link.table for c in chunks if c.kind == "table" and c.link and not c.claimed]
    head = entities[0] if entities else (tables[0] if tables else "")
    if not head:
        return None
    computing = [w for w in wanted if w.item.aggregate]
    plain = [w for w in wanted if not w.item.aggregate]
    measured = {w.item.column for w in computing if w.item.column and w.item.aggregate != "count"}
    groups = [g for g in shape.groups if g.item.column not in measured]  # "miles per gallon (mpg)" is no group
    bounds = conditions.bounds
    best = shape.best
    if best and best.item.column and not best.item.aggregate:  # "the youngest by date of birth"
        groups = [g for g in groups if g.item.column != best.item.column]
    if not wanted and not groups and best and best.item.aggregate == "count" and _of_rows(best.item) == head:
        owner = _owner(head, facts, any(c.text.lower() == "who" for c in chunks))
        if not owner:
            return None
        groups = [Wanted(0, Item(), entity=owner)]
    if not wanted and not groups and (bounds or (best and best.item.aggregate)):
        groups = [Wanted(0, Item(), entity=head)]  # each by its key: two may bear one name
    if not wanted and not groups and not entities and best and _figure_asked(chunks, best):
        computing = wanted = [Wanted(best.at, Item(best.item.column, "max" if best.descending else "min"))]
        best = None
    if not wanted and not groups:
        shown = facts.display(head)
        plain = [Wanted(0, Item(c)) for c in shown]
        wanted = plain
    if groups and (kept := best_of_each(shape, groups, wanted, where, facts)) is not None:
        where = (*where, kept)
        if not wanted:
            wanted = [Wanted(0, Item(c)) for c in (*facts.display(kept.measure.table), kept.measure)]
        wanted = plain = [Wanted(0, Item(kept.group)), *(w for w in wanted if w.item.column != kept.group)]
        groups, best = [], None
    opening = next((c for c in chunks[:3] if c.text.lower() == "how many"), None)
    if opening is not None and not opening.claimed and not computing:
        return None
    if best is None and not groups and len(computing) == 1 and plain and computing[0].item.aggregate in ("max", "min"):
        extreme = computing[0].item
        best = Superlative(computing[0].at, Item(extreme.column), extreme.aggregate == "max", 1)
        wanted = [Wanted(w.at, Item(w.item.column)) if w is computing[0] else w for w in wanted]
        computing, plain = [], wanted
    ranking = (best is not None and best.item.aggregate != "") or any(o.item.aggregate for o in shape.order)
    counting = bool(computing) or bool(bounds) or ranking
    if counting and not groups and (plain or bounds or ranking):
        counted = best.item.table if best else ""
        entity = _grouped_entity(plain, head, counted)
        groups = [Wanted(w.at, w.item) for w in plain if w.item.column] or [Wanted(0, Item(), entity=entity)]
        if (
            entity
            and plain
            and any(
                w.item.column
                and w.item.column.table == entity
                and w.item.column in facts.display(entity)
                and facts.telling(w.item.column)
                for w in plain
            )
        ):
            groups.append(Wanted(0, Item(), entity=entity))
    select, group = _columns(groups, wanted, plain, facts)
    having = tuple(Filter(b.item, b.operator, (b.number,)) for b in bounds)
    order, limit = _order(shape.order, best, group, computing), best.limit if best else None
    if group and not order and best is None:
        order = _habit(group, select, facts)
    listed = _listing(chunks, wanted, shape, facts) and not where and not entities
    shared = any(isinstance(c, Among) and [Item(c.column)] == select for c in where)
    distinct = (shape.distinct or listed or shared) and not group and not any(i.aggregate for i in select)
    required = [t for t in entities if t not in [g.entity for g in groups]]
    query = Query(
        tuple(dict.fromkeys(select)),
        where,
        tuple(dict.fromkeys(group)) if (counting or groups) else (),
        having,
        order,
        limit,
        distinct,
        tuple(dict.fromkeys([*([head] if shape.everything or not select else []), *required])),
        everything=shape.everything and not select,
    )
    whole_of = among(chunks, conditions.found, facts)
    if where and (scale := share_scale(chunks)) and not groups:
        base = related[0].table if related else head
        return Query((Item(None, "count", table=base),), where, tables=(base,), share=scale, among=whole_of)
    if where and (scale := share_scale(chunks)) and groups and all(w.item.aggregate == "count" for w in computing):
        ratio = portion_of_rows(head, where, parted(where, whole_of)[1], scale)
        names = [i for i in dict.fromkeys(select) if i.column in group and not i.aggregate]
        shares = [*(names or map(Item, dict.fromkeys(group))), ratio]
        order = order or (_habit(group, shares, facts) if best is None else ())
        return replace(query, select=tuple(shares), where=(), order=order)
    if shape.everything:
        order = tuple(Order(Item(o.item.column), o.descending) for o in order if o.item.column)
        query = Query((), where, (), (), order, limit, False, (head, *required), everything=True)
    return query if main_tables(query) else None


def _of_rows(item: Item) -> str:
    """The table whose rows an item counts, or those of them that have a day ("set the most routes")."""
    return item.table or (item.column.table if item.column and not item.distinct else "")


def _figure_asked(chunks: Sequence[Chunk], best: Superlative) -> bool:
    """`What was the longest wait in March?`, where no thing is named that has it: the wait, not what waited."""
    column = best.item.column
    if best.limit != 1 or column is None or best.item.aggregate:
        return False
    said = any(
        c.kind == "column" and c.link and (c.link.table, c.link.column) == (column.table, column.name) for c in chunks
    )
    return said and any(c.text.lower().split()[0] == "what" for c in chunks[:2] if c.text.strip())


def _columns(
    groups: Sequence[Wanted], wanted: Sequence[Wanted], plain: Sequence[Wanted], facts: Facts
) -> tuple[list[Item], list[Col]]:
    """What is selected and what is grouped by: a table named is told apart by its key and shown by its name."""
    select: list[Item] = []
    group: list[Col] = []
    for g in groups:
        if g.item.column:
            group.append(g.item.column)
            if g.item.column not in [w.item.column for w in wanted]:
                select.append(g.item)
        elif g.entity and (named := _named_elsewhere(g.entity, plain, facts)):
            group.extend(named)
        elif g.entity:
            key = facts.key(g.entity)
            shown = facts.display(g.entity)
            asked = [w for w in plain if w.item.column and w.item.column.table == g.entity]
            group.extend([key] if key else [])
            if not plain:
                select.extend(Item(c) for c in shown)
            group.extend(c for c in ([w.item.column for w in asked] or (() if plain else shown)) if c)
    select.extend(w.item for w in wanted if not w.entity)
    for w in wanted:
        if w.entity and not any(g.entity == w.entity for g in groups):
            select.extend(Item(c) for c in facts.display(w.entity))
    return select, group


def _named_elsewhere(entity: str, plain: Sequence[Wanted], facts: Facts) -> list[Col]:
    """`in each product category? Give the category name`: the columns of another table that say what is grouped by."""
    columns = [w.item.column for w in plain if w.item.column]
    said = set(stems(facts.tables[entity].label))
    others = all(c.table != entity and said & set(stems(facts.tables[c.table].label)) for c in columns)
    return columns if others and all(said & set(stems(" ".join(facts.spelt(c)))) for c in columns) else []


def _order(
    asked: Sequence[Order], best: Superlative | None, group: list[Col], computing: list[Wanted]
) -> tuple[Order, ...]:
    """The order asked for, a superlative's measure before it."""
    order = tuple(asked)
    if best is not None:
        measure = best.item if (best.item.column or best.item.aggregate) else None
        if measure is None:
            measure = next((w.item for w in computing), Item(None, "count", table=group[0].table) if group else None)
        if measure and group and measure.column and not measure.aggregate and measure.column not in group:
            same = next((w.item for w in computing if w.item.column == measure.column), None)
            measure = same or Item(measure.column, "max" if best.descending else "min")
        order = (Order(measure, best.descending), *order) if measure else order
    return tuple(_ordered(o, group, computing) for o in order) if group else order


def _listing(chunks: Sequence[Chunk], wanted: Sequence[Wanted], shape: Shape, facts: Facts) -> bool:
    """`Show all majors`: one column in the plural and nothing else asks for its different values."""
    if len(wanted) != 1 or shape.best or shape.order or wanted[0].item.aggregate or wanted[0].item.column is None:
        return False
    chunk = chunks[wanted[0].at]
    found = facts.column(wanted[0].item.column)
    if any(c.has("group") for c in chunks):
        return False
    plural = chunk.kind == "column" and singular(chunk.text.lower().split()[-1]) != chunk.text.lower().split()[-1]
    return plural and found is not None and found.type == "text" and len(chunk.text.split()) <= 2


def _habit(group: list[Col], select: list[Item], facts: Facts) -> tuple[Order, ...]:
    """Groups come in the order people look for: times and numbers upwards, else the largest figure first."""
    first = facts.column(group[0])
    if (
        first is not None
        and group[0].part != "weekday"
        and (first.type in TEMPORAL or (first.type in NUMERIC and group[0] in [i.column for i in select]))
    ):
        return (Order(Item(group[0])),)
    figure = next((i for i in select if i.aggregate), None)
    return (Order(figure, descending=True),) if figure else ()


def _ordered(order: Order, group: list[Col], computing: list[Wanted]) -> Order:
    """In a grouped query, a bare measure is ordered by through the aggregate shown."""
    column = order.item.column
    if column is None or order.item.aggregate or column in group:
        return order
    shown = next((w.item for w in computing if w.item.column == column), None)
    return Order(shown or Item(column, "max" if order.descending else "min"), order.descending)


def _grouped_entity(plain: Sequence[Wanted], head: str, counted: str) -> str:
    """The table whose rows are told apart when something is counted for each."""
    for w in plain:
        if w.entity:
            return w.entity
        if w.item.column:
            return w.item.column.table
    return head if head != counted else ""


def _owner(counted: str, facts: Facts, who: bool) -> str:
    """Whose rows are counted when nothing says it ("who made the most loans"): the likeliest parent that has a name."""
    parents = [
        j for j in facts.schema.joins if j.child_table == counted and not j.is_self and facts.named(j.parent_table)
    ]
    best = max(
        parents,
        key=lambda j: (who and facts.persons(j.parent_table), j.state == "confirmed", j.score, j.id),
        default=None,
    )
    return best.parent_table if best else ""


def _output_start(chunks: Sequence[Chunk]) -> int | None:
    """Where a last sentence begins that says what to show ("Give the name and the number of records.")."""
    stops = [i for i, c in enumerate(chunks) if c.kind == "stop" and c.text in ".?;!" and i + 1 < len(chunks)]
    for i in reversed(stops):
        if chunks[i + 1].text.lower().split()[0] in lexicon().telling | _OUTPUT:
            return i + 1
    return None


def _projection(shape: Shape, output: int | None) -> list[Wanted]:
    """What to show; a last sentence that says so wins over the first."""
    if output is None:
        return list(shape.wanted)
    if any(c.text.lower() in ("also", "as well", "well", "too") for c in shape.chunks[output:]):
        return list(shape.wanted)
    later = [w for w in shape.wanted if w.at >= output]
    if later and not any(not w.item.aggregate for w in later):
        later = [w for w in shape.wanted if w.at < output and not w.item.aggregate] + later
    return later or list(shape.wanted)
