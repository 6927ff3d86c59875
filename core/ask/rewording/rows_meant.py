"""Which rows a clause beside a question means (`bookings that were cancelled`, `the ones who have left`): what a
question of its own would count, `How many bookings were cancelled?`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from core.ask.conversation.edit import head
from core.ask.label_stems import stems
from core.ask.names import Names
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import (
    NEGATED,
    AnyOf,
    Col,
    Condition,
    Filter,
    Item,
    Query,
    Related,
    Via,
    all_tables,
    condition_items,
    main_tables,
)
from core.text.words import words

Ask = Callable[[str], Query | None]
"""A question's query, where it is surely read."""

EMPTY = frozenset(
    "any anything anyone everything all the those these that which ones one of orders jobs rows records entries things "
    "cases bookings is are was were been have has got marked as it we they".split()
)
"""Words of a clause that say nothing of a state."""
_DENIED = frozenset("not no non never un without".split())
_FEW = 60
"""Different values of a column of states at most."""
_PIECES = re.compile(r"\s*(?:,|;|\band\b|\bor\b|\bnor\b)\s*(?:and |or |any |the )?", re.IGNORECASE)
_LED = re.compile(r"^(?:any |all |the |those |our |of |anything |everything )+", re.IGNORECASE)
_WHO = re.compile(
    r"^(?P<what>[\w’' -]*?)\s*\b(?:that|who|which|where (?:they|it))\s+(?P<did>\w.*)$",
    re.IGNORECASE,
)
_ANY = frozenset("ones one those people anyone anything anybody everyone everything all any them rows records".split())
_ONES = re.compile(r"\bones?$", re.IGNORECASE)


def rows_meant(said: str, query: Query, facts: Facts, ask: Ask) -> tuple[tuple[Condition, ...], ...]:
    """For each kind of rows that a clause names the conditions that hold of it, of the rows that the query is about;
    none where one of them cannot be told."""
    for pieces in ((said,), tuple(p for p in _PIECES.split(said) if p)):
        found = [_one(piece, query, facts, ask) for piece in pieces]
        kinds = tuple(f for f in found if f)
        if kinds and len(kinds) == len(found):
            return kinds
    return ()


def without(query: Query, kinds: tuple[tuple[Condition, ...], ...], facts: Facts) -> Query | None:
    """The query without such rows; None where they are asked for, or cannot be left out."""
    where: list[Condition] = []
    if not kinds or query.beside or query.everything or speaks_of(query, kinds):
        return None
    for conditions in kinds:
        turned = [_denied(c, facts) for c in conditions]
        others = [t for t in turned if t is not None]
        if len(others) < len(conditions):
            return None
        where.append(others[0] if len(others) == 1 else AnyOf(tuple(others)))
    return _with(query, where)


def only(query: Query, kinds: tuple[tuple[Condition, ...], ...]) -> Query | None:
    """The query of such rows alone; None where one of several kinds is told by more than one condition."""
    if len(kinds) == 1:
        return _with(query, kinds[0])
    alone = all(len(kind) == 1 for kind in kinds)
    return _with(query, [AnyOf(tuple(c for kind in kinds for c in kind))]) if kinds and alone else None


def speaks_of(query: Query, kinds: tuple[tuple[Condition, ...], ...]) -> bool:
    """It asks something of a column that tells such rows."""
    columns = {c for kind in kinds for condition in kind for c in _columns(condition)}
    return any(c in columns for condition in query.where for c in _columns(condition))


def _with(query: Query, where: list[Condition] | tuple[Condition, ...]) -> Query:
    new = tuple(c for c in where if c not in query.where)
    columns = tuple(c for n in new for c in _columns(n))
    among = tuple(dict.fromkeys((*query.among, *columns))) if query.share else query.among
    return replace(query, where=(*query.where, *new), among=among)


def about(query: Query, facts: Facts) -> tuple[str, ...]:
    """The tables that a query is about, and those whose rows theirs belong to: cancelled orders, where money is told of
    their lines."""
    first = head(query)
    main = [t for t in dict.fromkeys((*((first,) if first else ()), *main_tables(query))) if t in facts.tables]
    return tuple(dict.fromkeys((*main, *(o for t in main for o in facts.owners(t)))))


def _one(said: str, query: Query, facts: Facts, ask: Ask) -> tuple[Condition, ...]:
    state = " ".join(w for w in words(said) if w not in EMPTY)
    for table in about(query, facts) if state else ():
        held = list(_states(table, state, facts)) if table in facts.tables else []
        if len(held) == 1:
            return (Filter(Item(held[0][0]), "=", held[0][1]),)
    main = head(query)
    if main not in facts.tables:
        return ()
    many = Names(facts.schema.tables).many(main)
    called = frozenset(map(stem, (*words(many), *words(facts.tables[main].label))))
    for text in _questions(said, many, called):
        found = ask(text)
        if found is None or found.group or found.having or found.limit or found.share or found.beside:
            continue
        counted = head(found)
        if counted == main:
            return _of_rows(found, main, query, facts)
        if counted in all_tables(query) and _of_own(found, counted):
            return found.where
    return ()


def _of_rows(found: Query, main: str, query: Query, facts: Facts) -> tuple[Condition, ...]:
    """What holds of the rows themselves and of what they belong to; what they have is asked of all of it at once."""
    held = {c.table for condition in found.where for c in _columns(condition)} - {main, *facts.above(main)}
    if not held:
        return found.where
    theirs = tuple(c for c in found.where if held & {column.table for column in _columns(c)})
    apart = all({column.table for column in _columns(c)} <= held for c in theirs)
    if len(held) != 1 or not apart or held & set(main_tables(query)):
        return ()
    return (*(c for c in found.where if c not in theirs), Related(main, tuple(held), theirs))


def _of_own(query: Query, table: str) -> bool:
    """All that it says of the rows stands in themselves."""
    return all(c.table == table for condition in query.where for c in _columns(condition)) and bool(query.where)


def _columns(condition: Condition) -> Iterator[Col]:
    return (i.column for i in condition_items((condition,)) if i.column is not None)


def _questions(said: str, many: str, called: Collection[str]) -> Iterator[str]:
    """How many such rows there are, asked in the ways that the clause allows."""
    bare = _LED.sub("", said.strip())
    if met := _WHO.match(bare):
        what = met["what"].strip()
        yield f"How many {many if what.lower() in _ANY or not what else what} {met['did']}?"
        if what and stem(what.lower().split()[-1]) in called:
            yield f"How many {many} {met['did']}?"
        return
    ones = _ONES.sub(many, bare)
    if ones.lower() not in _ANY:
        yield f"How many {ones} are there?"
        yield f"How many {many} are {ones}?"


def _denied(condition: Condition, facts: Facts) -> Condition | None:
    """What holds where a condition does not, for rows that say nothing of it too; None where that cannot be said."""
    if isinstance(condition, (Related, Via)):
        return replace(condition, negated=not condition.negated)
    if not isinstance(condition, Filter) or condition.operator not in NEGATED or condition.item.aggregate:
        return None
    other = replace(condition, operator=NEGATED[condition.operator])
    column = condition.item.column
    held = facts.column(column) if column else None
    unsaid = held is not None and held.profile.nulls and condition.operator not in ("is null", "is not null")
    return AnyOf((other, Filter(Item(column), "is null"))) if unsaid else other


def _states(table: str, said: str, facts: Facts) -> Iterator[tuple[Col, tuple[str | float, ...]]]:
    """The columns of a table that hold the state, with its values."""
    wanted = [stem(w) for w in words(said)]
    for c in facts.tables[table].columns:
        yes_no = facts.flag(Col(table, c.name))
        if yes_no is not None and set(wanted) <= set(stems(c.label)):
            yield Col(table, c.name), (yes_no[0],)  # `Canc?`
            continue
        if c.type != "text" or c.profile.distinct > _FEW:
            continue
        meanings = dict(c.codes)
        values = [v for v, _ in c.profile.common]
        met = tuple(v for v in values if _is(v, wanted) or _is(meanings.get(v, ""), wanted))
        if 0 < len(met) < len(values):
            yield Col(table, c.name), met


def _is(text: str, wanted: list[str]) -> bool:
    """A value begins with the state's words: `Cancelled by client`, `refund`."""
    said = words(text)
    return bool(said) and not _DENIED & (set(said) - set(wanted)) and [stem(w) for w in said[: len(wanted)]] == wanted
