"""What figures may be given for: columns, and the things of a table themselves, told by its key and shown by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.ask.edit import arranging, parts
from core.ask.edit.offers import Offers
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Query, all_tables


@dataclass(frozen=True, slots=True)
class Each:
    """Each row of a table: two that are called alike stay apart."""

    table: str


Group = Col | Each


def each(table: str, facts: Facts) -> tuple[Col, ...]:
    """The columns that make such groups: the key, then what a row is called by; none where the key is all there is."""
    key, shown = facts.key(table), facts.display(table)
    return (key, *shown) if key is not None and shown and key not in shown else ()


def offered(offers: Offers) -> list[Group]:
    """The groups there are, then the things of the tables that joins lead to, then the columns."""
    things = (Each(t) for t in offers.near() if each(t, offers.facts))
    return list(dict.fromkeys([*now(offers.query, offers.facts), *things, *offers.groups()]))


def now(query: Query, facts: Facts) -> list[Group]:
    """What rows are told apart by; a key with the names of its table is the thing itself."""
    out: list[Group] = []
    seen = parts.groups(query)
    for c in seen:
        whole = each(c.table, facts) if c.table in facts.tables else ()
        named = c in whole[1:] and set(whole) <= set(query.group) and set(whole[1:]) <= set(seen)
        out.append(Each(c.table) if named else c)
    return list(dict.fromkeys([*out, *alone(query, facts)]))


def alone(query: Query, facts: Facts) -> list[Col]:
    """Groups that are not shown and yet no key of what is: rows are told apart by more than anybody sees."""
    seen = parts.groups(query)
    named = {c.table for c in seen}
    out = []
    for c in (c for c in query.group if c not in seen):
        found = facts.column(c)
        key = c in (facts.key(c.table), facts.thing(c.table)) or (found is not None and found.profile.unique)
        leads = {j.parent_table for j in facts.schema.joins if (j.child_table, j.child) == (c.table, (c.name,))}
        others = all_tables(replace(query, group=tuple(g for g in query.group if g != c)))
        goes_with = (key and c.table in named) or bool(leads & named)
        out += [] if goes_with and c.table in others else [c]
    return out


def per(query: Query, chosen: Sequence[Group], facts: Facts) -> Query:
    """For each of these together. A key is not shown beside the names of its things, unless it was before."""
    before = {g.table for g in now(query, facts) if isinstance(g, Each)}
    things = {g: each(g.table, facts) for g in chosen if isinstance(g, Each)}
    named = {c for _, *names in things.values() for c in names}
    parts = [things[g] if isinstance(g, Each) else () if g in named else (g,) for g in chosen]
    columns = [c for part in parts for c in part]
    unseen = alone(query, facts)
    kept = [k for k in arranging.keys_of(query, columns) if k.table not in before and k not in unseen]
    if any(g.table not in before for g in things):  # its names in their order, wherever some of them stood
        query = replace(query, select=tuple(i for i in query.select if i.aggregate or i.column not in named))
    hidden = (*kept, *unseen, *(key for key, *_ in things.values()))
    return arranging.per(query, (*kept, *columns), hidden)


def said(group: Group, offers: Offers) -> str:
    """`each owner`, `owners › town`."""
    if isinstance(group, Col):
        return offers.column(group)
    plain = offers.names.plain(group.table)
    return f"each {offers.names.one(group.table) if plain else f'row of {offers.names.label(group.table)}'}"
