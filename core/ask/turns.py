"""What of a question the next one may need, as plain values: its whole text, and the rules' query for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from core.ask.state import Role, Turn
from core.ask.translators.rules import query as forms
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Query, all_tables
from core.text.words import normalise

KEPT = 3
"""Questions that a talk remembers."""
_ORDINALS = ("first", "second", "third", "fourth")
_FORMS = {kind.__name__: kind for kind in vars(forms).values() if isinstance(kind, type) and is_dataclass(kind)}
_FORM = "form"
_TABLES = frozenset({"table", "tables", "of"})
"""Fields of a query's parts that name tables."""


def kept(turns: Sequence[Mapping[str, Any]], turn: Turn) -> list[dict[str, Any]]:
    """The talk's last turns with this one, as plain values."""
    last = {"text": turn.text, "enriched": turn.enriched, "query": turn.query, "tables": list(turn.tables)}
    return [*(dict(t) for t in turns), last][-KEPT:]


def turns(values: Sequence[Mapping[str, Any]]) -> tuple[Turn, ...]:
    """What `kept` made, oldest first."""
    return tuple(Turn(str(v["text"]), str(v["enriched"]), v.get("query"), tuple(v["tables"])) for v in values)


def to_plain(value: Any) -> Any:
    """A query, or a part of one, as dicts, lists and scalars."""
    if is_dataclass(value) and not isinstance(value, type):
        return {_FORM: type(value).__name__} | {f.name: to_plain(getattr(value, f.name)) for f in fields(value)}
    return [to_plain(v) for v in value] if isinstance(value, tuple) else value


def query_of(value: Any) -> Query | None:
    """What `to_plain` made of a query; None when it is not one, or one of another version."""
    try:
        found = _from_plain(value)
    except (KeyError, TypeError):
        return None
    return found if isinstance(found, Query) else None


def held(query: Query, facts: Facts) -> bool:
    """All tables and columns of an earlier query are still there, and in view."""
    tables = all_tables(query)
    columns = [i.column for i in (*query.select, *(o.item for o in query.order)) if i.column]
    columns += list(query.group)
    return all(t in facts.tables for t in tables) and all(facts.column(c) for c in columns)


def in_role_tables(query: Query, old: Sequence[Role], new: Sequence[Role]) -> Query:
    """The query with the tables of `old` roles named as those of `new` that refer by the same column."""
    names = {o.name or o.of: n.name for o in old for n in new if (o.table, o.column) == (n.table, n.column)}
    found = query_of(_renamed(to_plain(query), names))
    return found or query


def _renamed(value: Any, names: Mapping[str, str], table: bool = False) -> Any:
    """Plain values with the names of tables replaced."""
    if isinstance(value, dict):
        return {k: _renamed(v, names, k in _TABLES) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(v, names, table) for v in value]
    return names.get(value, value) if table and isinstance(value, str) else value


def _from_plain(value: Any) -> Any:
    if isinstance(value, dict):
        return _FORMS[value[_FORM]](**{k: _from_plain(v) for k, v in value.items() if k != _FORM})
    return tuple(_from_plain(v) for v in value) if isinstance(value, list | tuple) else value


def chosen(text: str, pending: Mapping[str, Any]) -> str:
    """The option that a person's words choose: its own words, its number, or its place; "" for anything else."""
    said = normalise(text).strip(" .!?`'\"")
    for n, option in enumerate(pending.get("options") or ()):
        names = {normalise(option), normalise(option.replace("`", "")), str(n + 1), f"option {n + 1}"}
        if n < len(_ORDINALS):
            names |= {_ORDINALS[n], f"the {_ORDINALS[n]}", f"the {_ORDINALS[n]} one"}
        if said in {name.strip(" .!?`'\"") for name in names}:
            return str(option)
    return ""
