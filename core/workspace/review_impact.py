"""Verdicts on joins: which are wanted most, and what one led to in other joins and in answers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.catalogue.chats import Chats
from core.catalogue.verified_answers import Verified
from core.model import Join, JoinState, Table

Pairs = frozenset[frozenset[tuple[str, str]]]


def at_stake(join: Join, tables: Mapping[str, Table]) -> float:
    """How many of the child's rows are joined wrongly or not at all, as far as the program can tell: its filled rows
    times the chance that the join is not meant or a value finds no partner."""
    columns = [tables[join.child_table].column(c) for c in join.child]
    rows = min((c.profile.filled for c in columns if c is not None), default=0)
    return rows * (1.0 - join.score * join.evidence.containment)


def to_review(joins: Sequence[Join], tables: Mapping[str, Table]) -> list[Join]:
    """The probable joins, those first of which most depends; then those that are not used but offered."""
    waiting = [j for j in joins if (j.state == "probable" or j.offered) and not j.reviewed and j.child_table in tables]
    return sorted(waiting, key=lambda j: (j.offered, -j.score if j.offered else -at_stake(j, tables), j.id))


@dataclass(frozen=True, slots=True)
class Change:
    """A join that is not as it was. `before` and `after` are None where there was, or is, no such join."""

    join: Join
    before: JoinState | None
    after: JoinState | None

    @property
    def used(self) -> bool:
        """Whether it was, or is now, in use."""
        return any(state in ("confirmed", "probable") for state in (self.before, self.after))


def changes(before: Iterable[Join], after: Iterable[Join]) -> tuple[Change, ...]:
    """The joins whose state differs, those in use first. Which way round a join points does not matter."""
    old, new = ({j.pairs: j for j in joins} for joins in (before, after))
    found = [
        Change(new.get(p) or old[p], old[p].state if p in old else None, new[p].state if p in new else None)
        for p in old.keys() | new.keys()
    ]
    return tuple(sorted((c for c in found if c.before != c.after), key=lambda c: (not c.used, c.join.id)))


@dataclass(frozen=True, slots=True)
class Affected:
    """Answers that went over joins that changed."""

    verified: tuple[str, ...]
    """The questions of verified answers."""
    asked: tuple[tuple[str, str], ...]
    """Answers in chats: (the chat's id, the question), the latest first."""


def affected(changed: Sequence[Change], verified: Iterable[Verified], history: Chats, dialect: str) -> Affected:
    """The verified answers whose SQL uses one of the changed joins, and the answers in chats whose path did."""
    lost = [c.join for c in changed if c.before in ("confirmed", "probable")]
    if not lost:
        return Affected((), ())
    wanted = {pair for join in lost for pair in _folded(join.pairs)}
    kept = tuple(v.question for v in verified if wanted & _equated(v.sql, dialect))
    return Affected(kept, history.over({j.id for j in lost}))


def _folded(pairs: Collection[frozenset[tuple[str, str]]]) -> set[frozenset[tuple[str, str]]]:
    """SQL does not tell upper from lower case in names."""
    return {frozenset((t.casefold(), c.casefold()) for t, c in pair) for pair in pairs}


def _equated(sql: str, dialect: str) -> set[frozenset[tuple[str, str]]]:
    """The pairs of columns that a query holds equal; what cannot be read holds none."""
    from sqlglot import exp, parse_one
    from sqlglot.errors import SqlglotError
    from sqlglot.optimizer.scope import Scope, traverse_scope

    try:
        scopes = traverse_scope(parse_one(sql, dialect=dialect))
    except SqlglotError:
        return set()
    found: set[frozenset[tuple[str, str]]] = set()
    for scope in scopes:
        sources: dict[str, exp.Table] = {}
        around: Scope | None = scope
        while around is not None:  # a query inside another one may name the outer one's tables
            sources = {a.casefold(): s for a, s in around.sources.items() if isinstance(s, exp.Table)} | sources
            around = around.parent
        for equation in scope.find_all(exp.EQ):
            sides = [_place(side, sources) for side in (equation.left, equation.right)]
            if sides[0] and sides[1]:
                found.add(frozenset(side for side in sides if side))
        found |= set(_using(scope.expression, [t.name.casefold() for t in sources.values()]))
    return found


def _place(side: object, sources: Mapping[str, object]) -> tuple[str, str] | None:
    from sqlglot import exp

    if not isinstance(side, exp.Column):
        return None
    table = sources.get(side.table.casefold())
    return (table.name.casefold(), side.name.casefold()) if isinstance(table, exp.Table) else None


def _using(select: object, tables: Sequence[str]) -> Iterator[frozenset[tuple[str, str]]]:
    """The columns that USING names, of any two tables of the query."""
    from sqlglot import exp

    for join in (select.args.get("joins") or ()) if isinstance(select, exp.Select) else ():
        for name in join.args.get("using") or ():
            for n, one in enumerate(tables):
                yield from (
                    frozenset({(one, name.name.casefold()), (two, name.name.casefold())}) for two in tables[n + 1 :]
                )
