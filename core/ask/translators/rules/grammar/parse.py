"""Chunks become one query: restrictions first, then the shape, then what is left finds its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.ask.state import Link
from core.ask.translators.rules.conditions.coding import left_out, without
from core.ask.translators.rules.conditions.read import Conditions
from core.ask.translators.rules.conditions.restrictions import yearlike
from core.ask.translators.rules.conditions.roles import roles
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.change import change, changed
from core.ask.translators.rules.grammar.naming import by_name
from core.ask.translators.rules.grammar.shares import among, parted
from core.ask.translators.rules.grammar.shares import scale as share_scale
from core.ask.translators.rules.grammar.sibling_tables import over_all, several
from core.ask.translators.rules.grammar.statistics import about_figures
from core.ask.translators.rules.grammar.things import best_of_each, things
from core.ask.translators.rules.grammar.times import set_beside, times
from core.ask.translators.rules.grammar.versus import set_against, versus
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.main_figures import only_figure
from core.ask.translators.rules.nested.ages import Ages
from core.ask.translators.rules.nested.calendar_words import CalendarWords
from core.ask.translators.rules.nested.ratios import ratio
from core.ask.translators.rules.nested.sets import absences, alternatives, exceptions, intersections, related_rows
from core.ask.translators.rules.nested.superiors import Superiors
from core.ask.translators.rules.nested.unused import unused
from core.ask.translators.rules.query import (
    Among,
    Col,
    Filter,
    Formula,
    Item,
    Order,
    Query,
    Related,
    figure,
    main_tables,
)
from core.ask.translators.rules.shape.read import Shape
from core.ask.translators.rules.shape.sentence import Superlative, Wanted
from core.ask.vocabulary import stems
from core.model import NUMERIC, TEMPORAL
from core.text.words import singular

_ALL_TIMES = frozenset("years months quarters seasons days dates weeks time editions".split())
_OUTPUT = frozenset("give return show list display include report provide output what find also".split())


@dataclass(frozen=True, slots=True)
class Parse:
    """A query, and which content chunks nothing used."""

    query: Query
    ignored: tuple[str, ...]
    preferred: tuple[str, ...] = ()
    """Joins that lead to the names of what is shown."""


def parse(chunks: list[Chunk], facts: Facts) -> Parse | None:
    """The query that the chunks spell, or None when nothing is asked for. Chunks are marked as they are used."""
    chunks = about_figures(over_times(in_brackets(chunks)), facts)
    chunks = fronted(with_only_figure(chunks, facts), facts)
    if compared := versus(chunks):
        read = _parse(compared.chunks, facts)
        if read and (beside := set_against(read.query, compared, facts)):
            for c in chunks:  # the query was made of copies
                c.claimed = c.claimed or ("" if c.text in read.ignored else "wanted")
            return Parse(beside, read.ignored)
    if moved := change(chunks, facts):
        then, now = _parse(moved.earlier, facts), _parse(moved.later, facts)
        made = changed(then.query, now.query, moved, facts) if then and now else None
        if made is not None and now is not None:
            starts = {c.start for c in moved.used}
            for c in chunks:  # the query was made of copies
                c.claimed = c.claimed or ("" if c.text in now.ignored and c.start not in starts else "wanted")
            return Parse(made, now.ignored)
    if (at := times(chunks)) is not None:
        readings = [_parse(side, facts) for side in at.sides]
        whole = set_beside([r.query for r in readings if r], at) if None not in readings else None
        if whole is not None and readings[0] is not None:
            ignored = readings[0].ignored
            for c in chunks:  # the query was made of copies
                c.claimed = c.claimed or ("" if c.text in ignored and c.start not in at.used else "wanted")
            return Parse(whole, ignored)
    missing, rest = left_out(chunks)
    named = several(rest, facts)
    read = _parse(named[1] if named else rest, facts)
    if read is None:
        return None
    query: Query | None = without(read.query, missing, facts)
    if named and query:
        query = over_all(query, named[0], facts)
    if query is None:
        return None
    query, joins = by_name(query, chunks, facts)
    return Parse(query, read.ignored, joins)


def in_brackets(chunks: list[Chunk]) -> list[Chunk]:
    """`How many deaths (Deces) …`: a column named in brackets says what the word before them means."""
    out: list[Chunk] = []
    i = 0
    while i < len(chunks):
        inside = chunks[i + 1 : i + 3]
        if (
            chunks[i].text == "("
            and len(inside) == 2
            and inside[1].text == ")"
            and inside[0].kind == "column"
            and inside[0].link is not None
            and inside[0].link.score >= 0.95
        ):
            if out and (out[-1].kind == "word" or _guessed(out[-1])):
                out.pop()
            out.append(inside[0])
            i += 3
        else:
            out.append(chunks[i])
            i += 1
    return out


def over_times(chunks: list[Chunk]) -> list[Chunk]:
    """`the average over the years`, `over all countries`: over all rows; the times and places are no groups."""
    for i, c in enumerate(chunks):
        if c.text.lower() not in ("over", "across", "throughout", "over all"):
            continue
        j = i + 1
        while j < len(chunks) and chunks[j].has("all", "distinct") and chunks[j].link is None:
            j += 1
        link = chunks[j].link if j < len(chunks) else None
        places = j > i + 1 and link is not None and link.how == "place"
        if j < len(chunks) and (chunks[j].text.lower() in _ALL_TIMES or places):
            return [*chunks[:i], *chunks[j + 1 :]]
    return chunks


def with_only_figure(chunks: list[Chunk], facts: Facts) -> list[Chunk]:
    """`the average interest in cats`: an unknown word, where a figure must stand and there is just one."""
    tables = {c.link.table for c in chunks if c.link}
    only = only_figure(facts, next(iter(tables))) if len(tables) == 1 else None
    if only is None or any(c.link and c.link.column == only.name for c in chunks):
        return chunks
    cues = [i for i, c in enumerate(chunks) if c.starts("agg:") or c.starts("sup:") or c.has("top", "bottom")]
    cues = cues or [i for i, c in enumerate(chunks) if c.text.lower() == "of" and _number_at(chunks, i + 1)]
    if not cues:
        return chunks
    free = [
        i for i, c in enumerate(chunks) if c.kind == "word" and not c.claimed and c.text.isalpha() and len(c.text) > 3
    ]
    near = [i for i in free if cues[0] < i <= cues[0] + 2] or [i for i in free if i < cues[0]][-1:]
    if not near:
        return chunks
    at = near[0]
    c = chunks[at]
    link = Link("column", only.table, only.name, "", 1.0, "only figure")
    return [*chunks[:at], Chunk("column", c.start, c.end, c.text, link), *chunks[at + 1 :]]


def _number_at(chunks: Sequence[Chunk], i: int) -> bool:
    """`an interest of 100`"""
    return i < len(chunks) and chunks[i].kind == "number" and not yearlike(chunks[i].number)


def fronted(chunks: list[Chunk], facts: Facts) -> list[Chunk]:
    """`In which year was the population of North highest?`: the superlative goes before the figure it is about."""
    last = next((i for i in range(len(chunks) - 1, -1, -1) if chunks[i].kind != "stop"), -1)
    if last < 1 or not chunks[last].has("top", "bottom", "sup:max", "sup:min") or not chunks[0].has("rel", "ask"):
        return chunks
    for i in range(last - 1, -1, -1):
        link = chunks[i].link
        if chunks[i].kind == "column" and link and facts.measure(Col(link.table, link.column)):
            return [*chunks[:i], chunks[last], *chunks[i:last], *chunks[last + 1 :]]
    return chunks


def _guessed(c: Chunk) -> bool:
    return c.kind in ("column", "table") and c.link is not None and c.link.score < 0.95


def _parse(chunks: list[Chunk], facts: Facts) -> Parse | None:
    tables = _tables(chunks)
    compared = ratio(chunks, facts, tables)
    conditions = Conditions(chunks, facts, tables)
    scopes = absences(chunks)
    shape = Shape(chunks, facts, tables)
    Superiors(chunks, facts, conditions, shape).read()
    CalendarWords(chunks, facts, conditions, shape).read()
    ages = Ages(chunks, facts, conditions)
    ages.read()
    ages.figures(shape)
    conditions.read()
    if compared is not None:
        conditions.found = [*compared.found, *conditions.found]
        shape.wanted.append(compared.wanted)
    shape.read()
    roles(conditions.found, chunks, facts, tables)
    related = [*related_rows(chunks, scopes, conditions, shape), *unused(chunks, facts)]
    query = _assemble(chunks, facts, tables, conditions, shape, related)
    if query is None:
        return None
    return Parse(query, left_over(chunks))


def left_over(chunks: Sequence[Chunk]) -> tuple[str, ...]:
    """What nothing used of a question."""
    return tuple(c.text for c in chunks if _left_over(c))


def _left_over(c: Chunk) -> bool:
    """It explains nothing of the query: a word without a part in it, or a column that is a guess and has none."""
    if c.link is not None and c.link.kind == "column" and c.link.how == "meaning":
        return c.claimed in ("", "context")
    return c.kind in ("word", "text", "number", "date") and not c.claimed


def _tables(chunks: Sequence[Chunk]) -> list[str]:
    """Tables in the order the question names them or their columns; tables named outright come first."""
    named = [c.link.table for c in chunks if c.kind == "table" and c.link]
    return list(dict.fromkeys(named + [c.link.table for c in chunks if c.link]))


def _assemble(
    chunks: list[Chunk], facts: Facts, tables: list[str], conditions: Conditions, shape: Shape, related: list[Related]
) -> Query | None:
    output = _output_start(chunks)
    wanted = _projection(shape, output)
    alternatives(chunks, conditions)
    exceptions(chunks, conditions, wanted)
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
    if not wanted and not groups and best and best.item.aggregate == "count" and best.item.table == head:
        owner = _owner(head, facts, any(c.text.lower() == "who" for c in chunks))
        if not owner:
            return None
        groups = [Wanted(0, Item(), entity=owner)]
    if not wanted and not groups and (bounds or (best and best.item.aggregate)):
        groups = [Wanted(0, Item(), entity=head)]  # each by its key: two may bear one name
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
        part, whole = (Item(None, "count", table=head, where=met) for met in (where, parted(where, whole_of)[1]))
        portion = Formula("/", part, whole, "share" if scale == 1 else "")
        ratio_of = figure(portion if scale == 1 else Formula("*", portion, scale, "percent"))
        columns = tuple(Item(c) for c in dict.fromkeys(group))
        return replace(query, select=(*columns, replace(ratio_of, table=head)), where=())
    if shape.everything:
        order = tuple(Order(Item(o.item.column), o.descending) for o in order if o.item.column)
        query = Query((), where, (), (), order, limit, False, (head, *required), everything=True)
    return query if main_tables(query) else None


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
            measure = next((w.item for w in computing), Item(None, "count") if group else None)
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
        if chunks[i + 1].text.lower().split()[0] in _OUTPUT:
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
