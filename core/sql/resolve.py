"""Every table and column that a query names is one of those that may be read.

Resolving matters for more than spelling: SQLite takes an unknown name in double quotes for a text, and answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sqlglot import exp

from core.errors import QueryRefused, UnknownName
from core.sql.guard import ONE_QUERY
from core.sql.names import Names, close_names, key

_ROW_IDS = frozenset({"rowid", "oid", "_rowid_"})


def resolve(query: exp.Query, names: Names) -> frozenset[str]:
    """Check every table and column name of `query`; return the `key`s of its common table expressions.

    Raises UnknownName with close names, and QueryRefused for tables that are functions or of another database.
    """
    resolver = _Resolver(names)
    try:
        resolver.query(query, {}, ())
    except RecursionError as error:
        raise QueryRefused("The query is nested too deeply.", "Make it simpler.") from error
    return frozenset(resolver.ctes)


@dataclass(slots=True)
class _Frame:
    """What one SELECT can name: its sources by key with their columns, and where visible its aliases."""

    sources: dict[str, tuple[str, ...]] = field(default_factory=dict)
    base: set[str] = field(default_factory=set)
    """Keys of the sources that are real tables, and so have row ids."""
    aliases: frozenset[str] = frozenset()


_Frames = tuple[_Frame, ...]
_Ctes = Mapping[str, tuple[str, ...]]


class _Resolver:
    def __init__(self, names: Names) -> None:
        self.names = names
        self.ctes: set[str] = set()

    def query(self, node: exp.Expr, ctes: _Ctes, outer: _Frames) -> tuple[str, ...]:
        """Check a query; return the names of its columns."""
        ctes = self._with(node, ctes, outer)
        if isinstance(node, exp.SetOperation):
            return self._compound(node, ctes, outer)
        if isinstance(node, exp.Subquery):
            columns = self.query(node.this, ctes, outer)
            self._rest(node, {"this", "with_", "alias"}, ctes, (_Frame({"": columns}), *outer))
            return columns
        if isinstance(node, exp.Select):
            return self._select(node, ctes, outer)
        raise QueryRefused(f"The query holds {node.key.upper()}, which is not read here.", ONE_QUERY)

    def _with(self, node: exp.Expr, ctes: _Ctes, outer: _Frames) -> _Ctes:
        clause = node.args.get("with_")
        if clause is None:
            return ctes
        seen = dict(ctes)
        for cte in clause.expressions:
            name, body, given = key(cte.alias), cte.this, tuple(cte.alias_column_names)
            self.ctes.add(name)
            if isinstance(body, exp.Values):
                columns = self._values(body)
            elif isinstance(body, exp.SetOperation):
                columns = self._compound(body, self._with(body, seen, outer), outer, name, given)
            else:
                columns = self.query(body, seen, outer)
            seen[name] = given or columns
        return seen

    def _compound(
        self, node: exp.SetOperation, ctes: _Ctes, outer: _Frames, own: str = "", given: tuple[str, ...] = ()
    ) -> tuple[str, ...]:
        """Check UNION and its like. The later branches of a recursive one name it by its `own` name."""
        sides: list[exp.Expr] = []
        walk: exp.Expr = node
        while isinstance(walk, exp.SetOperation) and (walk is node or not walk.args.get("with_")):
            sides.append(walk.expression)
            walk = walk.this
        first = self.query(walk, ctes, outer)
        if own:
            ctes = {**ctes, own: given or first}
        columns = [first, *(self.query(side, ctes, outer) for side in reversed(sides))]
        frame = _Frame({str(i): c for i, c in enumerate(columns)})
        self._rest(node, {"this", "expression", "with_"}, ctes, (frame, *outer))
        return first

    def _select(self, node: exp.Select, ctes: _Ctes, outer: _Frames) -> tuple[str, ...]:
        frame = _Frame()
        conditions: list[exp.Expr] = []
        if (clause := node.args.get("from_")) is not None:
            self._source(clause.this, frame, conditions, ctes, outer)
        for join in node.args.get("joins") or ():
            self._join(join, frame, conditions, ctes, outer)
        if node.args.get("laterals"):
            raise QueryRefused("LATERAL is not read here.", "Use a join or a subquery.")
        self._expressions(node.expressions, ctes, (frame, *outer))
        aliases = frozenset(key(e.alias) for e in node.expressions if isinstance(e, exp.Alias))
        wide = (_Frame(frame.sources, frame.base, aliases), *outer)
        self._expressions(conditions, ctes, wide)
        self._rest(node, {"expressions", "from_", "joins", "with_"}, ctes, wide)
        return tuple(self._outputs(node.expressions, frame))

    def _join(self, join: exp.Join, frame: _Frame, conditions: list[exp.Expr], ctes: _Ctes, outer: _Frames) -> None:
        self._source(join.this, frame, conditions, ctes, outer)
        if (on := join.args.get("on")) is not None:
            conditions.append(on)
        for shared in join.args.get("using") or ():
            self._column(shared.name, bool(shared.args.get("quoted")), (frame,))

    def _source(self, node: exp.Expr, frame: _Frame, conditions: list[exp.Expr], ctes: _Ctes, outer: _Frames) -> None:
        """Add what FROM or JOIN names to `frame`."""
        if isinstance(node, exp.Table):
            self._table(node, frame, ctes)
        elif isinstance(node, exp.Values):
            frame.sources[key(node.alias) or f" {len(frame.sources)}"] = self._values(node)
        elif isinstance(node, exp.Subquery | exp.Paren):
            inner = node.this
            if isinstance(inner, exp.Table | exp.Subquery | exp.Paren) and not isinstance(inner, exp.Query):
                self._source(inner, frame, conditions, ctes, outer)
            elif isinstance(inner, exp.Values):
                frame.sources[key(node.alias) or f" {len(frame.sources)}"] = self._values(inner)
            else:
                columns = tuple(node.alias_column_names) or self.query(inner, self._with(node, ctes, outer), outer)
                frame.sources[key(node.alias) or f" {len(frame.sources)}"] = columns
        else:
            raise QueryRefused(f"FROM cannot hold {node.key.upper()} here.", "Name tables, or subqueries in brackets.")
        for join in node.args.get("joins") or ():
            self._join(join, frame, conditions, ctes, outer)

    def _table(self, node: exp.Table, frame: _Frame, ctes: _Ctes) -> None:
        if not isinstance(node.this, exp.Identifier):
            raise QueryRefused(f"The function {node.this.sql()} cannot stand for a table.", "Name a table.")
        if node.args.get("catalog") or key(node.db) not in ("", "main"):
            raise QueryRefused(f"“{node.db}” is another database.", "Name the table alone.")
        name = node.name
        alias = key(node.alias or name)
        columns = None if node.db else ctes.get(key(name))
        if columns is None:
            columns = self.names.columns(name)
            if columns is None:
                raise UnknownName(name, close_names(name, [*self.names.tables, *(() if node.db else ctes)]), "table")
            frame.base.add(alias)
        frame.sources[alias] = columns

    def _values(self, node: exp.Values) -> tuple[str, ...]:
        rows = node.expressions
        width = len(rows[0].expressions) if rows else 0
        self._expressions(rows, {}, ())
        return tuple(node.alias_column_names) or tuple(f"column{i + 1}" for i in range(width))

    def _rest(self, node: exp.Expr, done: set[str], ctes: _Ctes, frames: _Frames) -> None:
        for name, value in node.args.items():
            if name not in done and value is not None:
                parts = value if isinstance(value, list) else [value]
                self._expressions((p for p in parts if isinstance(p, exp.Expr)), ctes, frames)

    def _expressions(self, nodes: Iterable[exp.Expr], ctes: _Ctes, frames: _Frames) -> None:
        """Check every name in these expressions; queries within see `frames` from inside."""
        waiting = list(nodes)
        while waiting:
            node = waiting.pop()
            if isinstance(node, exp.Query):
                self.query(node, ctes, frames)
            elif isinstance(node, exp.In) and isinstance(table := node.args.get("field"), exp.Column):
                self._table(exp.Table(this=table.this, db=table.args.get("table")), _Frame(), ctes)
                waiting.append(node.this)
            elif isinstance(node, exp.Column):
                self._reference(node, frames)
            else:
                waiting.extend(node.iter_expressions())

    def _reference(self, node: exp.Column, frames: _Frames) -> None:
        name, table = node.name, node.table
        quoted = isinstance(node.this, exp.Identifier) and bool(node.this.args.get("quoted"))
        if not table:
            if not isinstance(node.this, exp.Star):
                self._column(name, quoted, frames)
            return
        if node.args.get("catalog") or key(node.db) not in ("", "main"):
            raise QueryRefused(f"“{node.db}” is another database.", "Name the table alone.")
        frame = next((f for f in frames if key(table) in f.sources), None)
        if frame is None:
            raise UnknownName(table, close_names(table, [s for f in frames for s in f.sources]), "table")
        columns = frame.sources[key(table)]
        if isinstance(node.this, exp.Star) or _has(columns, name):
            return
        if key(table) in frame.base and key(name) in _ROW_IDS:
            return
        raise UnknownName(f"{table}.{name}", close_names(name, columns) or self.names.holders(name), "column")

    def _column(self, name: str, quoted: bool, frames: _Frames) -> None:
        for frame in frames:
            if key(name) in frame.aliases or any(_has(columns, name) for columns in frame.sources.values()):
                return
            if frame.base and key(name) in _ROW_IDS:
                return
        near = [c for f in frames for columns in f.sources.values() for c in columns]
        error = UnknownName(name, close_names(name, near) or self.names.holders(name), "column")
        if quoted:
            error.hint += " If a text is meant, write it in single quotes."
        raise error

    def _outputs(self, projections: Sequence[exp.Expr], frame: _Frame) -> Iterator[str]:
        for node in projections:
            if isinstance(node, exp.Star):
                for columns in frame.sources.values():
                    yield from columns
            elif isinstance(node, exp.Column) and isinstance(node.this, exp.Star):
                yield from frame.sources.get(key(node.table), ())
            else:
                yield node.alias_or_name if isinstance(node, exp.Alias | exp.Column) else node.sql()


def _has(columns: Sequence[str], name: str) -> bool:
    wanted = key(name)
    return any(key(c) == wanted for c in columns)
