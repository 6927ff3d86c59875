"""Changes of a reading that words of the question speak for, the likeliest first: one choice instead of a search.

A word that had no part in the reading may be a value that the tables cut short (“wooden”: `W`), the header of a yes or
no, or a number (core.ask.edit.said); a header that was said and not used may be what is added up, or told apart by. A
condition on what rows are told apart by may have been an example alone: “of each kind, sloops and so on”.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from core.ask.edit import arranging, changes, conditions, percentages, things
from core.ask.edit.check import check
from core.ask.edit.offers import Offers
from core.ask.edit.parts import about, adds_up, figures, groups, hidden, shown, tables_of_item
from core.ask.edit.portions import closed
from core.ask.edit.said import FEW, Said, as_value, meant
from core.ask.form import begin
from core.ask.translators.rules.query import NEGATED, Col, Condition, Filter, Item, Query, all_tables, inside
from core.errors import JoineryError
from core.model import Column

MOST = 6
"""Changes offered."""
_MUCH, _MANY = frozenset(("how", "much")), frozenset(("how", "many"))
_PARTS = frozenset(("percentage", "proportion", "share", "percent", "fraction"))
_AVERAGE = frozenset(("average", "mean"))
_TOTALS = _PARTS | {"total", "altogether"}
_NEVER = frozenset("never nobody nothing none no not without unused".split())
_NOT = frozenset("not no excluding except without leaving ignoring apart".split())
_STILL = frozenset("still current currently now present".split())


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A change in words, and the reading after it."""

    said: str
    query: Query


def suggested(query: Query, question: str, ignored: Collection[str], offers: Offers) -> list[Suggestion]:
    """Changes of a reading (opened) of a question, of which the `ignored` words had no part in it."""
    said = Said(question, ignored)
    found = [*_values(query, said, offers), *_figures(query, said, offers), *_groups(query, said, offers)]
    found += [*_fewer(query, said, offers), *_lacking(query, said, offers)]
    found += [*_without(query, said, offers), *_percentages(query, said, offers)]
    out: dict[Query, Suggestion] = {}
    for _, made in sorted(found, key=lambda f: -f[0]):
        if len(out) < MOST and made.query not in (query, *out) and _fits(made.query, offers):
            out[made.query] = made
    return list(out.values())


Found = tuple[float, Suggestion]


def _values(query: Query, said: Said, offers: Offers) -> Iterator[Found]:
    """Only the rows with a value that a word may mean."""
    known, used = set(_compared(query)), offers.used()
    for column in (c for c in offers.telling() if c not in known):
        found = offers.facts.column(column)
        if found is None or found.private:
            continue
        if column.table not in used:
            yield from _elsewhere(query, column, found, said, offers)
            continue
        if offers.facts.ends(column) and said.exact & _STILL and column.table == about(query):
            going = Filter(Item(column), "is null")
            yield 1.3, Suggestion(f"only where {offers.condition(going)}", conditions.added(query, going))
        for value, much in meant(column, found, said, offers):
            condition = Filter(Item(column), "=", (value,))
            made = conditions.added(query, condition)
            yield much, Suggestion(f"only where {offers.condition(condition)}", made)


def _elsewhere(query: Query, column: Col, found: Column, said: Said, offers: Offers) -> Iterator[Found]:
    """Only the rows that lead to a value of another table, which a word without a part says as it stands."""
    left = {t.lower for t in said.left}
    for value, _ in found.profile.common if found.type == "text" and found.profile.distinct <= FEW else ():
        if len(value) > 1 and value.casefold() in left:
            condition = Filter(Item(column), "=", (value,))
            yield 3.5, Suggestion(f"only where {offers.condition(condition)}", conditions.added(query, condition))


def _figures(query: Query, said: Said, offers: Offers) -> Iterator[Found]:
    """What is added up in place of a number of rows, of a column that is called for first; all rows in place of what
    is different in them, and those that belong to them."""
    reckoned = figures(query)
    if len(reckoned) != 1 or hidden(query):
        return
    (old,) = reckoned
    rows = Item(None, "count", table=about(query))
    many = said.exact >= _MANY
    if rows != old and old.formula is None and (old.distinct or (many and old.aggregate != "count")):
        yield 1.2, Suggestion(_instead(rows, old, offers), changes.with_figure(query, rows, 0, offers.facts))
    if old == rows or (old.distinct and old.column is None):
        for other in (t for t in offers.used() if t != about(query) and offers.many(about(query), t)):
            its = Item(None, "count", table=other)
            yield 1.0, Suggestion(_instead(its, old, offers), changes.with_figure(query, its, 0, offers.facts))
    if not adds_up(old):
        return
    if said.exact & _AVERAGE and not query.share:
        for item in (i for i in offers.reckoned(about(query)) if i.aggregate == "avg"):
            column = offers.facts.column(item.column) if item.column else None
            speaks = 1.3 + (column is not None and said.header(column))
            yield speaks, Suggestion(_instead(item, old, offers), changes.with_figure(query, item, 0, offers.facts))
    much = said.exact >= _MUCH or bool(_TOTALS & said.exact)
    for item in offers.reckoned(about(query)):
        column = offers.facts.column(item.column) if item.column else None
        speaks = (1.1 if much else 0.0) + (1.8 if column is not None and said.header(column) else 0.0)
        if item.aggregate == "sum" and item != old and speaks:
            yield speaks, Suggestion(_instead(item, old, offers), changes.with_figure(query, item, 0, offers.facts))
    for item in offers.once_each() if not query.share else ():
        column = offers.facts.column(item.column) if item.column else None
        if item.aggregate == "sum" and column is not None and said.header(column):
            made = changes.with_figure(query, item, 0, offers.facts)
            yield 1.8 + 1.1 * much, Suggestion(_instead(item, old, offers), made)


def _instead(new: Item, old: Item, offers: Offers) -> str:
    return f"{offers.item(new)} in place of the {offers.item(old)}"


def _groups(query: Query, said: Said, offers: Offers) -> Iterator[Found]:
    """For each of what is said: beside the groups there are, or in their place."""
    if not figures(query) or query.share:
        return
    now = groups(query)
    known = set(_compared(query))
    for column in (c for c in offers.telling() if c.table in offers.used() and c not in now and c not in known):
        found = offers.facts.column(column)
        if found is None or found.profile.unique or column in offers.facts.display(column.table):
            continue
        if not said.header(found) or not 1 < found.profile.distinct <= 2 * FEW:
            continue
        told = offers.column(column)
        yield 1.5, Suggestion(f"for each {told}", arranging.per(query, (column,)))


def _fewer(query: Query, said: Said, offers: Offers) -> Iterator[Found]:
    """Not for each of what nobody called for: of several groups, or of the only one of a plain figure."""
    now = things.now(query, offers.facts)
    if not figures(query) or query.share or (len(now) == 1 and query.limit):
        return
    for group in now:
        columns = things.each(group.table, offers.facts) if isinstance(group, things.Each) else (group,)
        found = [f for c in columns if (f := offers.facts.column(c)) is not None]
        if not any(map(said.header, found)):
            told = things.said(group, offers).removeprefix("each ")
            made = things.per(query, [g for g in now if g != group], offers.facts)
            yield (1.5 if len(now) > 1 else 1.0), Suggestion(f"not for each {told}", made)


def _without(query: Query, said: Said, offers: Offers) -> Iterator[Found]:
    """Without a condition on what the rows are told apart by, on what another one compares too, or for which alone a
    table is joined; with its opposite, where something is said not to be."""
    grouped = set(groups(query))
    for n, c in enumerate(query.where):
        if not isinstance(c, Filter):
            continue
        less = conditions.taken_away(query, (n,))
        twice = any(isinstance(o, Filter) and o.item == c.item and o != c for o in query.where)
        alone = bool(tables_of_item(c.item)) and not set(tables_of_item(c.item)) & set(all_tables(less))
        if c.item.column in grouped or twice or alone:
            much = 1.4 if c.item.column in grouped or (twice and c.operator == "=") else 1.0
            yield much, Suggestion(f"without the condition {offers.condition(c)}", less)
        if c.operator in ("=", "!=") and said.exact & _NOT:
            other = replace(c, operator=NEGATED[c.operator])
            yield 0.9, Suggestion(f"only where {offers.condition(other)}", conditions.put(query, (n,), other))


def _lacking(query: Query, said: Said, offers: Offers) -> Iterator[Found]:
    """Rows that have none of those that belong to them, where something is said never to be, or of nobody."""
    table = about(query)
    if query.where or not said.exact & _NEVER:
        return
    for other in offers.others():
        if offers.facts.far(table, other) == 1 and offers.many(table, other):
            none = conditions.related(table, other, True)
            yield 1.3, Suggestion(f"only where {offers.condition(none)}", conditions.added(query, none))


def _percentages(query: Query, said: Said, offers: Offers) -> Iterator[Found]:
    """A percentage where one is asked for; one of those rows only that meet one of its conditions."""
    if not query.share and said.exact & _PARTS and not any(i.formula for i in query.select):
        for item in shown(query) if not figures(query) else ():
            column = item.column
            if column is not None and (flag := offers.facts.flag(column)) is not None:
                met = Filter(Item(column), "=", (as_value(flag[0]),))
                listed = replace(begin(column.table).query, where=(*query.where, met), tables=query.tables)
                yield 2.0, Suggestion(f"percentage where {offers.condition(met)}", _share(listed, offers))
        yield 2.0, Suggestion("as a percentage", _share(query, offers))
    several = query.share and len(set(percentages.compared(query))) > 1
    for c in query.where if several else ():
        whole = c.item.column if isinstance(c, Filter) else None
        if whole is not None and whole not in query.among:
            yield 1.2, Suggestion(f"percentage of those where {offers.condition(c)}", _of(query, whole))


def _share(query: Query, offers: Offers) -> Query:
    try:
        return percentages.share_of(query, True, offers.facts)
    except JoineryError:
        return query


def _of(query: Query, column: Col) -> Query:
    try:
        return percentages.part_of(query, (*query.among, column))
    except JoineryError:
        return query


def _compared(query: Query) -> Iterator[Col]:
    for c in query.where:
        yield from _columns(c)


def _columns(condition: Condition) -> Iterator[Col]:
    if isinstance(condition, Filter):
        if condition.item.column is not None:
            yield condition.item.column
        return
    for inner in inside(condition):
        yield from _columns(inner)


def _fits(query: Query, offers: Offers) -> bool:
    try:
        check(closed(query), offers.facts)
    except JoineryError:
        return False
    return True
