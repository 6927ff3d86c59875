"""What an untrusted SQL query must be before an engine sees it: one reading statement over names that exist.

`parse` reads the text, `Names` holds the tables that may be read, `resolve` finds every table and column the query
names. Names are compared without regard to case (of ASCII letters only, as SQLite does).

Resolving matters for more than spelling: SQLite takes an unknown name in double quotes for a text, and answers.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz, process
from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import ParseError, TokenError
from sqlglot.tokenizer_core import TokenType

from core.errors import BadSyntax, QueryRefused, UnknownName

LONGEST = 100_000
"""Characters a query may have."""

ONE_QUERY = "Ask with one SELECT; nothing here can change the data."

_STARTS = frozenset({TokenType.SELECT, TokenType.WITH, TokenType.L_PAREN, TokenType.VALUES})
_FORBIDDEN: tuple[type[exp.Expr], ...] = (
    exp.DML,
    exp.DDL,
    exp.Alter,
    exp.Analyze,
    exp.Attach,
    exp.Command,
    exp.Commit,
    exp.Copy,
    exp.Detach,
    exp.Drop,
    exp.Into,
    exp.Kill,
    exp.Lock,
    exp.Merge,
    exp.Pragma,
    exp.Rollback,
    exp.Set,
    exp.Transaction,
    exp.TruncateTable,
    exp.Use,
)
_ROW_IDS = frozenset({"rowid", "oid", "_rowid_"})
_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


def key(name: str) -> str:
    """The form under which two names are the same."""
    return name.translate(_LOWER)


def parse(sql: str, dialect: str) -> exp.Query:
    """The one reading query in `sql`.

    Raises BadSyntax, saying where, or QueryRefused when it is not one query, changes something or is too long.
    """
    if len(sql) > LONGEST:
        raise QueryRefused(f"The query has {len(sql):,} characters; at most {LONGEST:,} are run.", "Make it shorter.")
    if "\0" in sql or (not sql.isascii() and any("\ud800" <= c <= "\udfff" for c in sql)):
        raise BadSyntax("The query holds a character that is not text.", "Type it again instead of pasting it.")
    spoken = Dialect.get_or_raise(dialect)
    try:
        tokens = spoken.tokenize(sql)
        if not tokens:
            raise BadSyntax("The query is empty.", ONE_QUERY)
        if tokens[0].token_type not in _STARTS:
            if tokens[0].token_type in (TokenType.VAR, TokenType.IDENTIFIER, TokenType.STRING, TokenType.NUMBER):
                raise BadSyntax(f"A query cannot begin with “{tokens[0].text}”.", ONE_QUERY)
            raise QueryRefused(f"{tokens[0].text.upper()} is not a question to the data.", ONE_QUERY)
        found = [s for s in spoken.parser().parse(tokens, sql) if s is not None and not isinstance(s, exp.Semicolon)]
    except ParseError as error:
        raise BadSyntax(_place(error), "Look for a missing comma, bracket or quote there.") from error
    except TokenError as error:
        raise BadSyntax(f"The query cannot be read: {error}.", "Look for a quote that is not closed.") from error
    except RecursionError as error:
        raise QueryRefused("The query is nested too deeply.", "Make it simpler.") from error
    if len(found) != 1:
        raise QueryRefused(f"There are {len(found)} statements; only one is run.", ONE_QUERY)
    query = found[0]
    if not isinstance(query, exp.Query):
        raise QueryRefused("This is not a query.", ONE_QUERY)
    if bad := query.find(*_FORBIDDEN):
        raise QueryRefused(f"The query holds {bad.key.upper()}, which is not reading.", ONE_QUERY)
    return query


def _place(error: ParseError) -> str:
    if not error.errors:
        return f"The query cannot be read: {error}"
    first = error.errors[0]
    description = str(first.get("description") or "it is not SQL").rstrip(". ")
    near = str(first.get("highlight") or "").strip()
    where = f"line {first.get('line')}, column {first.get('col')}" + (f", near “{near}”" if near else "")
    return f"The query cannot be read at {where}: {description}."


class Names:
    """The tables that may be read, each with its columns; made once and reused until they change."""

    def __init__(self, tables: Mapping[str, Sequence[str]]) -> None:
        self.tables: Mapping[str, tuple[str, ...]] = {t: tuple(c) for t, c in tables.items()}
        self._by_key = {key(t): columns for t, columns in self.tables.items()}

    def columns(self, table: str) -> tuple[str, ...] | None:
        return self._by_key.get(key(table))

    def holders(self, column: str) -> list[str]:
        """`table.column` for every table that has the column."""
        return [f"{t}.{c}" for t, columns in self.tables.items() for c in columns if key(c) == key(column)]


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


def close_names(name: str, among: Iterable[str], most: int = 3) -> list[str]:
    """The names most like `name`, best first; none when nothing is like it."""
    choices = {c.strip(): key(c) for c in among if c.strip()}
    found = process.extract(key(name), choices, scorer=fuzz.ratio, score_cutoff=60, limit=most)
    return [str(original) for _, _, original in found]
