"""Questions that profiles cannot answer, put to the rows: guarded queries, each with a time limit.

Do several columns identify a table's rows together? Which values of a join find no partner, and how many find one only
when spelled alike? Values are compared as `core.text.words.normalise` spells them. What takes too long stays
unanswered: finding joins never fails for it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from core.errors import QueryError
from core.match.values import NEAR_UNIQUE
from core.model import NUMERIC, Column, Join, Table, Value
from core.sql.base import SqlEngine
from core.sql.rewrites import Rewrite, apply
from core.text.words import normalise

MOST = 100_000
"""Distinct values (or runs of values) of one side that are compared; longer lists are not."""
SECONDS = 3.0
"""For one query."""
BUDGET = 30.0
"""Seconds for all questions of one search for joins."""
SAMPLES = 5
MOST_REWRITTEN = 20_000
"""Distinct values of a column that are tried under rewriting."""
VALUES = 1_000
"""Distinct values of a column that are handed out whole."""
KEPT = 500_000
"""Values of answers that are kept, for many joins ask for one key's."""

AtHand = Mapping[str, Mapping[str, Sequence[Value]]]
"""Tables whose cells were read, by column, as queries give them, in one order of the rows."""
Run = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lost:
    """What a join's child values meet in the parent. Shares are of the child's distinct runs of values."""

    contained: float
    """Found when normalised."""
    as_written: float
    """Found as SQL's `=` compares them, numbers as text where the types differ."""
    orphans: tuple[str, ...]
    """A few values, in order, that are not found."""


class RowQuestions:
    """Answers for one search for joins. The engine must show the tables.

    What is unique together is noted in `proven`; given again, it is not asked twice of the same load of a table.
    `at_hand` are tables that need not be asked; of others, columns with more values than `most` are not handed out.
    """

    def __init__(
        self,
        engine: SqlEngine,
        tables: Iterable[Table],
        clock: Callable[[], float] = time.monotonic,
        proven: MutableMapping[tuple[str, ...], bool | None] | None = None,
        at_hand: AtHand | None = None,
        most: Callable[[Column], int] | None = None,
    ) -> None:
        self._engine = engine
        self._at_hand = at_hand or {}
        self._most = most
        self._kept: dict[Run, list[tuple[Value, ...]] | None] = {}
        self._tables: Mapping[str, Table] = {t.name: t for t in tables}
        self._clock = clock
        self._ends = clock() + BUDGET
        self._proven = {} if proven is None else proven

    def unique(self, table: str, columns: tuple[str, ...]) -> bool | None:
        """Whether no run of values occurs twice; None when a few do or the rows do not say in time."""
        key = (table, self._tables[table].version, *columns)
        if key not in self._proven:
            answered, found = self._unique(table, columns)
            if not answered:
                return None
            self._proven[key] = found
        return self._proven[key]

    def _unique(self, table: str, columns: tuple[str, ...]) -> tuple[bool, bool | None]:
        """Whether the rows answered, and what."""
        if (cells := self._at_hand.get(table)) is not None:
            told = Counter(run for run in _runs(cells, columns, _folded) if None not in run)
            return self._told(table, len(told), told.total())
        keys = [self._plain(self._tables[table].column(c)) for c in columns]
        names = [f"k{i}" for i in range(len(keys))]
        runs = exp.select(*(k.as_(n, quoted=True) for k, n in zip(keys, names, strict=True)), _count("n"))
        runs = runs.from_(_table(table)).group_by(*(exp.Literal.number(i + 1) for i in range(len(keys))))
        filled = exp.and_(*(exp.column(n, quoted=True).is_(exp.null()).not_() for n in names))
        query = exp.select(_count("runs"), exp.func("SUM", exp.column("n")).as_("total"))
        found = self._read(query.from_(runs.subquery("r")).where(filled), 1)
        if not found or not isinstance(found[0][1], int):
            return False, None
        return self._told(table, int(str(found[0][0])), found[0][1])

    def _told(self, table: str, several: int, total: int) -> tuple[bool, bool | None]:
        if several == total:
            return True, total >= NEAR_UNIQUE * self._tables[table].rows or None
        return True, None if several >= NEAR_UNIQUE * total else False

    @property
    def values(self) -> ColumnValues:
        """The distinct values of any column, as far as they are compared."""
        return ColumnValues(self._engine, self._tables.values(), MOST_REWRITTEN, self._at_hand, self._most)

    def measure(self, join: Join) -> Join:
        """The join with what the rows say: exact containment for several columns, orphans, spelling.

        As it is when they do not say in time.
        """
        lost = self.lost(join)
        if lost is None:
            return join
        evidence = replace(join.evidence, orphans=lost.orphans, as_written=round(lost.as_written, 4))
        if len(join.child) > 1:
            evidence = replace(evidence, containment=lost.contained)
        return replace(join, evidence=evidence)

    def lost(self, join: Join) -> Lost | None:
        """What the join loses; None when there is too much to compare, or no time."""
        children = self._columns(join.child_table, join.child)
        parents = self._columns(join.parent_table, join.parent)
        mine, theirs = self._distinct(children), self._distinct(parents)
        if not mine or theirs is None:
            return None
        mixed = [(c.type in NUMERIC) != (p.type in NUMERIC) for c, p in zip(children, parents, strict=True)]
        runs, others = [_met(run, join.rewrite[0]) for run in mine], {_met(run, join.rewrite[1]) for run in theirs}
        written = {_written(run, mixed) for run in theirs}
        missing = sorted({_said(run) for run, met in zip(mine, runs, strict=True) if met not in others})
        return Lost(
            contained=sum(met in others for met in runs) / len(runs),
            as_written=sum(_written(run, mixed) in written for run in mine) / len(mine),
            orphans=tuple(missing[:SAMPLES]),
        )

    def _columns(self, table: str, names: Sequence[str]) -> list[Column]:
        return [c for c in map(self._tables[table].column, names) if c is not None]

    def _distinct(self, columns: Sequence[Column]) -> list[tuple[Value, ...]] | None:
        """The distinct runs of filled values; None when they are too many or it takes too long."""
        if any(c.profile.distinct > MOST for c in columns):
            return None
        key = (columns[0].table, *(c.name for c in columns))
        if key not in self._kept:
            found = self._kept[key] = self._asked(columns)
            if sum(len(rows or ()) for rows in self._kept.values()) > KEPT:
                self._kept = {key: found}
        return self._kept[key]

    def _asked(self, columns: Sequence[Column]) -> list[tuple[Value, ...]] | None:
        if (held := self._at_hand.get(columns[0].table)) is not None:
            return list(dict.fromkeys(run for run in _runs(held, [c.name for c in columns]) if None not in run))
        cells = [exp.column(c.name, quoted=True) for c in columns]
        query = exp.select(*cells).distinct().from_(_table(columns[0].table))
        found = self._read(query.where(exp.and_(*(c.copy().is_(exp.null()).not_() for c in cells))), MOST + 1)
        return None if found is None or len(found) > MOST else found

    def _plain(self, column: Column | None) -> exp.Expr:
        """A column as it is compared: text without regard to case and to blanks around it."""
        assert column is not None
        cell = exp.column(column.name, quoted=True)
        return cell if column.type in NUMERIC else exp.Lower(this=exp.Trim(this=cell))

    def _read(self, query: exp.Select, limit: int) -> list[tuple[Value, ...]] | None:
        left = min(SECONDS, self._ends - self._clock())
        if left <= 0:
            return None
        try:
            return list(self._engine.read(query.sql(dialect=self._engine.dialect), limit=limit, seconds=left).rows)
        except QueryError:
            return None


class ColumnValues(Mapping[str, Sequence[str]]):
    """The distinct values of columns by column id, as normalised text in order, each column read when it is asked for.

    At most `most` of each; a column that cannot be read in time, or has more values than `bound` says, is missing.
    """

    def __init__(
        self,
        engine: SqlEngine,
        tables: Iterable[Table],
        most: int = VALUES,
        at_hand: AtHand | None = None,
        bound: Callable[[Column], int] | None = None,
    ) -> None:
        self._engine = engine
        self._bound = bound
        self._at_hand = at_hand or {}
        self._most = most
        self._columns = {c.id: c for t in tables for c in t.columns}
        self._read: dict[str, tuple[str, ...]] = {}

    def __getitem__(self, column: str) -> Sequence[str]:
        if column not in self._read:
            found = self._columns[column]
            if (cells := self._at_hand.get(found.table)) is not None:
                here = sorted({v for v in cells[found.name] if v is not None})
                self._read[column] = tuple(normalise(_text(v)) for v in here[: self._most])
                return self._read[column]
            if self._bound is not None and found.profile.distinct > self._bound(found):
                raise KeyError(column)
            cell = exp.column(found.name, quoted=True)
            query = exp.select(cell).distinct().from_(_table(found.table)).where(cell.copy().is_(exp.null()).not_())
            query = query.order_by(exp.Literal.number(1))
            try:
                rows = self._engine.read(
                    query.sql(dialect=self._engine.dialect), limit=self._most, seconds=SECONDS
                ).rows
            except QueryError:
                raise KeyError(column) from None
            self._read[column] = tuple(normalise(_text(row[0])) for row in rows)
        return self._read[column]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)


def _table(name: str) -> exp.Table:
    return exp.Table(this=exp.to_identifier(name, quoted=True))


def _count(name: str) -> exp.Expr:
    return exp.Count(this=exp.Star()).as_(name)


def _text(value: Value) -> str:
    """A cell as text, a whole number without a point."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _runs(
    cells: Mapping[str, Sequence[Value]], columns: Sequence[str], spelt: Callable[[Value], Value] = lambda v: v
) -> Iterator[tuple[Value, ...]]:
    """The rows of some columns."""
    return zip(*(map(spelt, cells[c]) for c in columns), strict=True)


def _folded(value: Value) -> Value:
    """A cell as it is compared: text without regard to case and to blanks around it."""
    return value.strip(" ").lower() if isinstance(value, str) else value


def _met(run: Sequence[Value], rewrite: Rewrite) -> Run:
    """A run of values as they are compared, rewritten where the join says so."""
    return tuple(normalise(apply(rewrite, _text(v).strip()) if rewrite else _text(v)) for v in run)


def _written(run: Sequence[Value], mixed: Sequence[bool]) -> tuple[Value, ...]:
    return tuple(_text(v) if m else v for v, m in zip(run, mixed, strict=True))


def _said(run: Sequence[Value]) -> str:
    """A run of values as people read it, cut when long."""
    text = ", ".join(" ".join(_text(v).split()) for v in run)
    return text if len(text) <= 60 else text[:59] + "…"
