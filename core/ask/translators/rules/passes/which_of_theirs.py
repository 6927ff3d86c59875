"""`who has failed a course, and which one?`: those that have such rows are listed with what each of these is of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.second_question import second_question
from core.ask.translators.rules.query import Col, Item, Query, Related

_ONES = frozenset(("one", "ones"))
_BEING = frozenset("was is were are it that they them those".split())
_REACH = 2
"""Words behind the second "which" that name what is asked for, at most."""


def which_of_theirs(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """A listing of things that have rows of another table, with the column of these rows that "which" asks for."""
    second = second_question(tokens)
    related = [c for c in query.where if isinstance(c, Related)]
    listed = not (query.group or query.order or query.limit or query.having or query.beside or query.share)
    if second is None or second.kind != "which" or len(related) != 1 or not listed or query.everything:
        return query
    having = related[0]
    columns = [i.column for i in query.select if i.column is not None and not i.aggregate]
    if having.negated or having.bounds or len(having.tables) != 1 or len(columns) != len(query.select):
        return query
    asked = _asked(having.tables[0], second.at, facts, tokens)
    if not asked or set(asked) & set(columns):
        return query
    where = (*(c for c in query.where if c is not having), *having.where)
    tables = tuple(dict.fromkeys((*query.tables, having.tables[0])))
    return replace(query, select=(*query.select, *map(Item, asked)), where=where, tables=tables, distinct=True)


def _asked(table: str, at: int, facts: Facts, tokens: Sequence[Token]) -> tuple[Col, ...]:
    """The column of the rows that "which" asks for, or the noun before it; of a key the names of what has it."""
    behind = [t for t in tokens[at + 1 :] if t.kind == "word" and t.lower not in _BEING][:_REACH]
    said = {t.stem for t in behind if t.lower not in _ONES} if behind else set()
    said = said or {t.stem for t in tokens[:at]}
    if table not in facts.tables:
        return ()
    own = [Col(table, c.name) for c in facts.tables[table].columns if facts.speaks(Col(table, c.name), said)]
    if len(own) != 1:
        return ()
    refers = facts.refers(own[0])
    return facts.display(refers.parent_table) if refers is not None else (own[0],)
