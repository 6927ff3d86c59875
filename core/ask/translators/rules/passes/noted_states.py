"""`complaints that are open`, where some cells say `Open` and others `Open - visit planned`: both are. So are all codes
whose meanings begin with the one word that is said: `sailboats`, of any length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.code_words import content
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Query, Related, Scalar
from core.model import Column
from core.text.words import words

_NOTE = re.compile(r"\s*(?:[-–—:;(]|by\b)", re.IGNORECASE)
"""What parts a state from a note behind it; “CD / LP” is two things."""
_KINDS = frozenset("classification class type category kind group".split())
"""Labels of what things are: there, what stands behind a dash tells another kind."""
_FEW = 60
"""Different values of a column of states at most, notes among them."""


def with_notes(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """Conditions on a state hold for the cells that say more behind it."""
    said = frozenset(t.stem for t in tokens) | {t.text for t in tokens}
    where = tuple(_noted(c, facts, said) for c in query.where)
    return query if where == query.where else replace(query, where=where)


def _noted(c: Condition, facts: Facts, told: frozenset[str]) -> Condition:
    if isinstance(c, AnyOf):
        return replace(c, parts=tuple(_noted(p, facts, told) for p in c.parts))
    if isinstance(c, Related):
        return replace(c, where=tuple(_noted(w, facts, told) for w in c.where))
    if not isinstance(c, Filter) or c.operator not in ("=", "!=") or c.item.aggregate or c.item.formula:
        return c
    held = facts.column(c.item.column) if c.item.column else None
    if held is not None and held.codes and held.profile.distinct <= _FEW:
        if 2 * len(held.codes) > held.profile.distinct:  # codes, and no numbers of which one says that none is known
            c = replace(c, values=tuple(_code(v, held) for v in c.values))
        if any(
            _is_code(v) and told & {v, str(v).lower()} for v in c.values
        ):  # “K2” is that code, and none whose meaning begins alike
            return c
        if (value := _said_whole(held, c.values, told)) is not None:
            return replace(c, values=(value,))
        more = [v for v in _codes_alike(held, c.values, told) if v not in c.values]
        return replace(c, values=(*c.values, *more)) if more else c
    if held is None or held.type != "text" or held.profile.distinct > _FEW or held.codes:
        return c
    if _KINDS & set(words(held.label)):
        return c
    common = [value for value, _ in held.profile.common]
    said = [v for v in c.values if isinstance(v, str)]
    more = [v for v in common if v not in said and any(_says_more(v, s) for s in said)]
    return replace(c, values=(*c.values, *more)) if more and len(said) == len(c.values) else c


def _is_code(value: object) -> bool:
    """Written as no word is, in capitals or with digits: `K2`, `BC`."""
    letters = isinstance(value, str) and not value.isdigit() and len(value) > 1
    return isinstance(value, str) and letters and (value.isupper() or any(c.isdigit() for c in value))


def _code(value: str | float | Scalar | Col, column: Column) -> str | float | Scalar | Col:
    """A code that was read as a number, as it is written."""
    plain = f"{value:.15g}" if isinstance(value, float) else ""
    return plain if plain and any(v == plain for v, _ in column.codes) else value


def _said_whole(column: Column, values: Sequence[object], told: frozenset[str]) -> str | None:
    """Of the codes whose meanings begin with the same word the one all of whose words are said, though apart."""
    if len(values) != 1 or not isinstance(value := values[0], str) or len(said := content(column.meaning(value))) < 2:
        return None
    alike = [(v, content(m)) for v, m in column.codes if content(m)[:1] == said[:1]]
    whole = [v for v, m in alike if len(m) > 1 and told.issuperset(m)]
    return whole[0] if len(whole) == 1 and whole[0] != value else None


def _codes_alike(column: Column, values: Sequence[object], told: frozenset[str]) -> Iterator[str]:
    """The codes whose meanings say more behind a meaning, or begin with the same word, where no more of it is said."""
    present = {value for value, _ in column.profile.common}
    for value in (v for v in values if isinstance(v, str)):
        said = content(column.meaning(value))
        others = [(v, m) for v, m in column.codes if v != value and v in present]
        if len(said) == 1:
            yield from (v for v, m in others if _says_more(m, column.meaning(value)))
        heard = told.intersection(said)
        if len(said) > 1 and heard and not any(c.isdigit() for c in "".join(heard)):
            yield from (v for v, m in others if content(m)[:1] == said[:1] and told.intersection(content(m)) == heard)


def _says_more(value: str, state: str) -> bool:
    return value.casefold().startswith(state.casefold()) and _NOTE.match(value[len(state) :]) is not None
