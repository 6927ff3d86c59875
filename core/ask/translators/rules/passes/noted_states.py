"""`complaints that are open`, where some cells say `Open` and others `Open - visit planned`: both are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf, Condition, Filter, Query, Related
from core.text.words import words

_NOTE = re.compile(r"\s*(?:[-–—:;(]|by\b)", re.IGNORECASE)
"""What parts a state from a note behind it; “CD / LP” is two things."""
_KINDS = frozenset("classification class type category kind group".split())
"""Labels of what things are: there, what stands behind a dash tells another kind."""
_FEW = 60
"""Different values of a column of states at most, notes among them."""


def with_notes(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Conditions on a state hold for the cells that say more behind it."""
    where = tuple(_noted(c, facts) for c in query.where)
    return query if where == query.where else replace(query, where=where)


def _noted(c: Condition, facts: Facts) -> Condition:
    if isinstance(c, AnyOf):
        return replace(c, parts=tuple(_noted(p, facts) for p in c.parts))
    if isinstance(c, Related):
        return replace(c, where=tuple(_noted(w, facts) for w in c.where))
    if not isinstance(c, Filter) or c.operator not in ("=", "!=") or c.item.aggregate or c.item.formula:
        return c
    held = facts.column(c.item.column) if c.item.column else None
    if held is None or held.type != "text" or held.profile.distinct > _FEW or held.codes:
        return c
    if _KINDS & set(words(held.label)):
        return c
    common = [value for value, _ in held.profile.common]
    said = [v for v in c.values if isinstance(v, str)]
    more = [v for v in common if v not in said and any(_says_more(v, s) for s in said)]
    return replace(c, values=(*c.values, *more)) if more and len(said) == len(c.values) else c


def _says_more(value: str, state: str) -> bool:
    return value.casefold().startswith(state.casefold()) and _NOTE.match(value[len(state) :]) is not None
