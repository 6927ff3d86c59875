"""`which wards have never had a notice served`: wards none of whose cases has one, and not those of cases without;
`teams without a trainer`, `authors who have not written any novels`: those none of whose people or books is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from core.ask.label_stems import stems
from core.ask.tokens import Token, places_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Among, Col, Condition, Filter, Query, Related

_LACKING = ("without", "no", "lacking")
_IDLE = ("a", "an", "any", "the", "single")
_HAVE = ("have", "has", "had")
_DO = (*_HAVE, "do", "does", "did")


def never_so(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Of things that several rows may belong to, what has `never` been holds for none of these rows."""
    query = replace(query, where=tuple(_none_of_them(c, tokens) for c in _neither(query.where, tokens)))
    empty = [c for c in query.where if _another(c, tokens, facts)] or [c for c in query.where if _empty(c)]
    if len(empty) != 1 or query.group or query.everything or query.order:
        return query
    condition = empty[0]
    assert isinstance(condition, Filter)
    at = condition.item.column
    if at is None or not (condition.operator == "!=" or _said(tokens, at.table, facts)):
        return query
    had = replace(condition, operator="=" if condition.operator == "!=" else "is not null")
    others = tuple(c for c in query.where if c != condition and _of(c, at.table))
    rest = tuple(c for c in query.where if c != condition and c not in others)
    if (counted := _counted(query)) and at.table not in (counted, *facts.above(counted)):
        return replace(query, where=(*rest, Related(counted, (at.table,), (had, *others), negated=True)))
    shown = {i.column for i in query.select if i.column is not None and not i.aggregate}
    if len(shown) != len(query.select) or not shown:
        return query
    tables = {c.table for c in shown}
    if len(shown) == 1 and tables == {at.table}:
        column = next(iter(shown))
        found = facts.column(column)
        if found is None or found.profile.unique or column.part or column == at:
            return query
        return replace(query, where=(*rest, Among(column, (had, *others), negated=True)), distinct=True)
    own = next(iter(tables))
    denied = condition.operator == "!=" and at.table not in (own, *facts.above(own))
    if len(tables) == 1 and (own in facts.owners(at.table) or denied):
        lacking = Related(own, (at.table,), (had, *others), negated=True)
        return replace(query, where=(*rest, lacking), distinct=False, tables=(own,))
    return query


def _neither(conditions: tuple[Condition, ...], tokens: Sequence[Token]) -> tuple[Condition, ...]:
    """`neither a novel nor a crime book`: what is denied of one of them is denied of the other."""
    denied = [c for c in conditions if isinstance(c, Filter) and c.operator == "!="]
    if len({c.item for c in denied}) != 1 or not any(t.lower == "neither" for t in tokens):
        return conditions
    alike = [c for c in conditions if isinstance(c, Filter) and c.item == denied[0].item and c.operator in ("=", "!=")]
    values = tuple(dict.fromkeys(v for c in alike for v in c.values))
    return (Filter(denied[0].item, "!=", values), *(c for c in conditions if c not in alike))


def _none_of_them(condition: Condition, tokens: Sequence[Token]) -> Condition:
    """`authors with neither a novel nor a crime book`: none of their books is one, and not some book another."""
    if not isinstance(condition, Related) or condition.negated or condition.bounds:
        return condition
    where = _neither(condition.where, tokens)
    first = where[0] if where else None
    if not isinstance(first, Filter) or first.operator != "!=" or not any(t.lower == "neither" for t in tokens):
        return condition
    return replace(condition, where=(replace(first, operator="="), *where[1:]), negated=True)


def _said(tokens: Sequence[Token], table: str, facts: Facts) -> bool:
    """`never`, or `have no` where the rows themselves are not spoken of (`wards that have cases with no notice`)."""
    lowers = [t.lower for t in tokens]
    named = set(stems(facts.tables[table].label)[-1:]) & {t.stem for t in tokens}
    return "never" in lowers or (not named and any(places_of(lowers, (have, "no")) for have in _HAVE))


def _empty(condition: Condition) -> bool:
    return isinstance(condition, Filter) and condition.operator == "is null" and condition.item.formula is None


def _counted(query: Query) -> str:
    """The table whose rows are all that is counted."""
    item = query.select[0] if len(query.select) == 1 else None
    return item.table if item is not None and item.aggregate == "count" and item.column is None else ""


def _another(condition: Condition, tokens: Sequence[Token], facts: Facts) -> bool:
    """`never rated Inadequate`, `without a driver`: another value than this one, which each of the rows may have."""
    if not isinstance(condition, Filter) or condition.operator != "!=" or condition.item.formula is not None:
        return False
    said = [t for t in tokens if t.lower not in _IDLE]
    cells = {s for v in condition.values if isinstance(v, str) for s in stems(v)[:1]}
    led = any(a.lower in _LACKING and b.stem in cells for a, b in pairwise(said))
    return led or any(t.lower == "never" for t in tokens) or _denied(condition, tokens, facts)


def _denied(condition: Filter, tokens: Sequence[Token], facts: Facts) -> bool:
    """`have not written any novels`, `has borrowed neither a novel nor an atlas`: another value, of what is done."""
    lowers, at = [t.lower for t in tokens], condition.item.column
    if at is None:
        return False
    named = {t.stem for t in tokens} & set(stems(facts.tables[at.table].label)[-1:])
    did = any(places_of(lowers, (do, no)) for do in _DO for no in ("not", "never"))
    return "neither" in lowers or ((did or "no" in lowers) and not named)


def _of(condition: Condition, table: str) -> bool:
    """A comparison of a column of the table alone."""
    column = condition.item.column if isinstance(condition, Filter) else None
    return isinstance(column, Col) and column.table == table
