"""`which wards have never had a notice served`: wards none of whose cases has one, and not those of cases without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.tokens import Token, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Among, Col, Condition, Filter, Query, Related

_HAVE = ("have", "has", "had")


def never_so(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Of things that several rows may belong to, what has `never` been holds for none of these rows."""
    empty = [c for c in query.where if _empty(c) or _another(c, tokens)]
    if len(empty) != 1 or query.group or query.everything or query.order:
        return query
    condition = empty[0]
    assert isinstance(condition, Filter)
    at = condition.item.column
    shown = {i.column for i in query.select if i.column is not None and not i.aggregate}
    if at is None or len(shown) != len(query.select) or not shown or not _said(tokens, at.table, facts):
        return query
    had = replace(condition, operator="=" if condition.operator == "!=" else "is not null")
    others = tuple(c for c in query.where if c != condition and _of(c, at.table))
    rest = tuple(c for c in query.where if c != condition and c not in others)
    tables = {c.table for c in shown}
    if len(shown) == 1 and tables == {at.table}:
        column = next(iter(shown))
        found = facts.column(column)
        if found is None or found.profile.unique or column.part or column == at:
            return query
        return replace(query, where=(*rest, Among(column, (had, *others), negated=True)), distinct=True)
    own = next(iter(tables))
    if len(tables) == 1 and own in facts.owners(at.table):
        lacking = Related(own, (at.table,), (had, *others), negated=True)
        return replace(query, where=(*rest, lacking), distinct=False, tables=(own,))
    return query


def _said(tokens: Sequence[Token], table: str, facts: Facts) -> bool:
    """`never`, or `have no` where the rows themselves are not spoken of (`wards that have cases with no notice`)."""
    lowers = [t.lower for t in tokens]
    named = set(stems(facts.tables[table].label)[-1:]) & {t.stem for t in tokens}
    return "never" in lowers or (not named and any(places_of(lowers, (have, "no")) for have in _HAVE))


def _empty(condition: Condition) -> bool:
    return isinstance(condition, Filter) and condition.operator == "is null" and condition.item.formula is None


def _another(condition: Condition, tokens: Sequence[Token]) -> bool:
    """`never rated Inadequate`: another value than this one, which each of the rows may have."""
    said = any(t.lower == "never" for t in tokens)
    return said and isinstance(condition, Filter) and condition.operator == "!=" and condition.item.formula is None


def _of(condition: Condition, table: str) -> bool:
    """A comparison of a column of the table alone."""
    column = condition.item.column if isinstance(condition, Filter) else None
    return isinstance(column, Col) and column.table == table
