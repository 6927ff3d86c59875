"""`when did Norling last start a repair`: the latest day of what the verb beside "last" says, and of no other deed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.stop_words import PARTICIPLES
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Condition, Item, Order, Query, Related
from core.ask.translators.rules.told.deeds import day_of_deed

_WHICH = frozenset(("which", "who", "what"))
_LATELY = frozenset("last recently first earliest latest".split())
_ENDS = frozenset("last first latest earliest".split())
_NO_VERBS = frozenset("time day date of for in at on by the a an".split())
_DETERMINERS = frozenset("the a an its their his her our my your".split())
_MEANT = frozenset("planned expected due meant supposed scheduled promised".split())
"""Words for a day that was to be, which the verb tells nothing of."""


def day_of_verb(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """The latest, or first, day that is shown becomes that of the verb, where the rows, or those that belong to them,
    have one."""
    lowers = [t.lower for t in tokens if t.kind != "punct"]
    if lowers[:1] and lowers[0] in _WHICH and lowers[-1] in _LATELY:
        return _by_its_verb(query, facts, [t for t in tokens if t.kind != "punct"])
    if lowers[:1] != ["when"] or _MEANT & set(lowers) or query.having or query.beside or query.share:
        return query
    query = _ordered(query, facts)
    shown = [i for i in query.select if i.aggregate in ("max", "min") and i.column is not None and not i.formula]
    item = shown[0] if len(shown) == 1 and not query.limit else Item()
    if item.column is None or not facts.temporal(item.column) or item.where:
        return query
    meant = verbs_day(tokens, item.column, facts)
    return query if meant is None or meant == item.column else _moved(query, item, meant)


def _by_its_verb(query: Query, facts: Facts, tokens: Sequence[Token]) -> Query:
    """`which farm booked most recently`: the first by the day of the verb."""
    item = query.order[0].item if len(query.order) == 1 and query.limit else Item()
    if item.column is None or item.aggregate == "count" or item.formula or not facts.temporal(item.column):
        return query
    verb = next((t for t in reversed(tokens) if t.lower not in _LATELY | {"most"}), tokens[0])
    meant = day_of_deed((verb,), item.column.table, facts)
    if meant is None or meant == item.column:
        return query
    own = replace(item, column=meant)
    select = tuple(dict.fromkeys(own if i == item else i for i in query.select))
    return replace(query, select=select, order=(Order(own, query.order[0].descending),))


def _ordered(query: Query, facts: Facts) -> Query:
    """A day of the one row that is the last by another day: it is that day which is asked for."""
    if query.limit != 1 or len(query.select) != 1 or len(query.order) != 1 or query.group or query.distinct:
        return query
    shown, by = query.select[0], query.order[0]
    days = [i.column for i in (shown, by.item) if i.column and not i.aggregate and not i.formula]
    if len(days) < 2 or days[0] == days[1] or not all(facts.temporal(d) for d in days):
        return query
    last = Item(by.item.column, "max" if by.descending else "min")
    return replace(
        query, select=(last,), order=(), limit=None, tables=tuple(dict.fromkeys(d.table for d in days[::-1]))
    )


def verbs_day(tokens: Sequence[Token], day: Col, facts: Facts) -> Col | None:
    """The day of the verb that says what was last done, of the rows that have this day, or of those that belong to
    them."""
    for verb in _verbs(tokens):
        meant = day_of_deed((verb,), day.table, facts)
        if meant is None and not facts.speaks(day, (verb.stem,)):
            meant = _below(verb, day.table, facts)
        if meant is not None:
            return meant
    return None


def _verbs(tokens: Sequence[Token]) -> Iterator[Token]:
    """What may be the verb, likeliest first: what was done at the end, behind "last", and before it; of “the last
    visit” before that, or at the end."""
    tokens = [t for t in tokens if t.kind != "punct"]
    at = next((i for i, t in enumerate(tokens) if t.lower in _ENDS), None)
    if at is None:
        return
    noun = at > 0 and tokens[at - 1].lower in _DETERMINERS  # “the last repair” is none that is done
    near = [tokens[i] for i in ((at - 2, len(tokens) - 1) if noun else (at + 1, at - 1)) if 0 < i < len(tokens)]
    done = [t for t in tokens[at + 2 :] if t.lower.endswith(PARTICIPLES)][-1:]
    for token in (*done, *near):
        if token.kind == "word" and token.lower not in _NO_VERBS and not token.capital:
            yield token


def _below(verb: Token, table: str, facts: Facts) -> Col | None:
    """The one such day of rows that belong to those of the table; of rows that are called by the verb their own."""
    below = [t for t in facts.belonging(table) if t in facts.tables]
    days = {d for t in below if (d := day_of_deed((verb,), t, facts))}
    called = [t for t in below if {verb.stem} == set(stems(facts.tables[t].label))]
    days = days or {d for t in called if (d := facts.own_when(t, day=True))}
    return days.pop() if len(days) == 1 else None


def _moved(query: Query, item: Item, meant: Col) -> Query:
    """The same of another day: what things must have rows for is said of those rows, where the day is theirs."""
    own = replace(item, column=meant)
    select = tuple(own if i == item else i for i in query.select)
    order = tuple(Order(own, o.descending) if o.item == item else o for o in query.order)
    where: list[Condition] = []
    for c in query.where:
        theirs = isinstance(c, Related) and meant.table in c.tables and not c.negated and not c.bounds
        where += c.where if isinstance(c, Related) and theirs else (c,)
    tables = tuple(dict.fromkeys((meant.table, *query.tables)))
    return replace(query, select=select, where=tuple(dict.fromkeys(where)), order=order, tables=tables)
