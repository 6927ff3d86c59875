"""A query that is written as for SQLite, as another engine runs it: equal rows, or refused by name.

What SQLite lets pass and others do not is written out: names without regard to case, types that are mixed, columns
beside aggregates that are not grouped by, an order by what DISTINCT left out, texts in the order of their code points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from core.errors import QueryRefused, UnknownName
from core.model import Value
from core.sql.guard import parse
from core.sql.names import close_names, key
from core.sql.remote.expressions import Expressions
from core.sql.remote.functions import only
from core.sql.remote.grouping import alias_of, distinct, lone_columns
from core.sql.remote.kinds import Kind, Made, as_text, as_value, cast, refused, same_kind
from core.sql.remote.names import Ctes, Frame, Frames, Outputs, RemoteTable, quoted, reference

_SELECT = frozenset(
    {"expressions", "from_", "joins", "where", "group", "having", "order", "limit", "offset", "distinct", "with_"}
)
_COMPOUND = frozenset({"this", "expression", "distinct", "order", "limit", "offset", "with_"})


@dataclass(frozen=True, slots=True)
class Translated:
    """The query in the engine's terms, and the names and kinds of its columns."""

    query: exp.Expr
    columns: tuple[tuple[str, Kind], ...]


def translate(query: exp.Query, tables: Mapping[str, RemoteTable], parameters: Sequence[Value] = ()) -> Translated:
    """The query for an engine on which `tables` may be read, by the names that queries call them.

    Raises UnknownName with close names, QueryRefused for what cannot be said there.
    """
    try:
        whole = _bound(query, parameters)
        made, outputs = _Translator(tables).query(whole, {}, ())
    except RecursionError as error:
        raise QueryRefused("The query is nested too deeply.", "Make it simpler.") from error
    names = outputs.titles or tuple(name for name, _ in outputs.columns)
    return Translated(made, tuple(zip(names, (kind for _, kind in outputs.columns), strict=True)))


def _bound(query: exp.Query, parameters: Sequence[Value]) -> exp.Query:
    """The query with its parameters written in."""
    holes = [n for n in query.walk(bfs=False) if isinstance(n, exp.Placeholder)]
    if len(holes) != len(parameters):
        raise QueryRefused(f"The query has {len(holes)} parameters; {len(parameters)} were given.", "Give each one.")
    if not holes:
        return query
    copy = query.copy()
    again = [n for n in copy.walk(bfs=False) if isinstance(n, exp.Placeholder)]
    for hole, value in zip(again, parameters, strict=True):
        hole.replace(exp.convert(value))
    return copy


class _Translator:
    def __init__(self, tables: Mapping[str, RemoteTable]) -> None:
        self._tables = {key(name): table for name, table in tables.items()}
        self._named = tuple(tables)

    def query(self, node: exp.Expr, ctes: Ctes, outer: Frames) -> tuple[exp.Expr, Outputs]:
        """A query within `outer`, and its columns."""
        if isinstance(node, exp.Subquery):
            if node.args.get("joins"):
                raise refused("A join within brackets")
            inner, outputs = self.query(node.this, ctes, outer)
            return self._ended(exp.Subquery(this=inner), node, outputs, ctes, outer), outputs
        if isinstance(node, exp.SetOperation):
            return self._compound(node, ctes, outer)
        if isinstance(node, exp.Select):
            return self._select(node, ctes, outer)
        raise refused(node.key.upper())

    # --- WITH

    def _with(self, node: exp.Expr, ctes: Ctes, outer: Frames) -> tuple[Ctes, exp.With | None]:
        clause = node.args.get("with_")
        if clause is None:
            return ctes, None
        known, made = dict(ctes), []
        for cte in clause.expressions:
            names = [c.name for c in cte.args["alias"].args.get("columns") or ()]
            name, body = cte.alias, cte.this
            if clause.args.get("recursive") and isinstance(body, exp.SetOperation):
                _, first = self.query(body.left, known, outer)
                known[key(name)] = _renamed(first, names)
            query, outputs = self.query(body, known, outer)
            known[key(name)] = _renamed(outputs, names)
            alias = exp.TableAlias(this=quoted(name), columns=[quoted(n) for n, _ in known[key(name)].columns])
            made.append(exp.CTE(this=query, alias=alias))
        return known, exp.With(expressions=made, recursive=clause.args.get("recursive"))

    # --- UNION, INTERSECT, EXCEPT

    def _compound(self, node: exp.SetOperation, ctes: Ctes, outer: Frames) -> tuple[exp.Expr, Outputs]:
        only(node, _COMPOUND)
        ctes, clause = self._with(node, ctes, outer)
        (left, mine), (right, theirs) = self.query(node.left, ctes, outer), self.query(node.right, ctes, outer)
        if len(mine.columns) != len(theirs.columns):
            raise QueryRefused("The two queries have not as many columns.", "Name as many in each.")
        kinds = [_common(a, b) for (_, a), (_, b) in zip(mine.columns, theirs.columns, strict=True)]
        columns = tuple((name, kind) for (name, _), kind in zip(mine.columns, kinds, strict=True))
        outputs = Outputs(columns, mine.titles)
        whole = type(node)(
            this=_cast_columns(left, mine, kinds),
            expression=_cast_columns(right, theirs, kinds),
            distinct=node.args.get("distinct"),
        )
        if clause is not None:
            whole.set("with_", clause)
        return self._ended(whole, node, outputs, ctes, outer), outputs

    def _ended(self, made: exp.Query, node: exp.Expr, outputs: Outputs, ctes: Ctes, outer: Frames) -> exp.Expr:
        """ORDER BY and LIMIT behind a query whose columns alone may be named there."""
        order = node.args.get("order")
        if order is None and node.args.get("limit") is None and node.args.get("offset") is None:
            return made
        inner = made.this if isinstance(made, exp.Subquery) else made
        around = exp.Select(expressions=[exp.Star()]).from_(
            exp.Subquery(this=inner, alias=exp.TableAlias(this=quoted("rows")))
        )
        if (clause := inner.args.get("with_")) is not None:
            inner.set("with_", None)
            around.set("with_", clause)
        if order is not None:
            frame = Frame({"rows": ("rows", outputs)})
            names = Expressions(self.query, ctes, (frame, *outer))
            around.set("order", exp.Order(expressions=[self._plain_key(o, outputs, names) for o in order.expressions]))
        _limit(around, node, Expressions(self.query, ctes, outer))
        return around

    def _plain_key(self, ordered: exp.Ordered, outputs: Outputs, names: Expressions) -> exp.Expr:
        copy = ordered.copy()
        what = ordered.this
        if isinstance(what, exp.Literal) and not what.is_string:
            name, kind = outputs.columns[_place(what, len(outputs.columns))]
            copy.set("this", names.ordered(Made(exp.column(quoted(name), table=quoted("rows")), kind)))
            return copy
        if isinstance(what, exp.Column):
            what = exp.column(what.this.copy())
        copy.set("this", names.ordered(names(what)))
        return copy

    # --- SELECT

    def _select(self, node: exp.Select, ctes: Ctes, outer: Frames) -> tuple[exp.Expr, Outputs]:
        only(node, _SELECT)
        ctes, clause = self._with(node, ctes, outer)
        frame = Frame()
        made = exp.Select()
        names = Expressions(self.query, ctes, (frame, *outer))
        if clause is not None:
            made.set("with_", clause)
        self._sources(node, made, frame, names, ctes, outer)
        if (where := node.args.get("where")) is not None:
            frame.aliases = self._aliases_used(node, where, frame, names)
            made.set("where", exp.Where(this=names.condition(where.this)))
        shown, outputs, values = self._projections(node, frame, names)
        made.set("expressions", shown)
        frame.aliases = {key(n): v for n, v in values if v is not None and n}
        grouped = self._groups(node, values, frame, names)
        groups = [g.node for g in grouped]
        if groups:
            made.set("group", exp.Group(expressions=groups))
        if (having := node.args.get("having")) is not None:
            made.set("having", exp.Having(this=names.condition(having.this)))
        keys = self._keys(node, values, frame, names)
        only_once = node.args.get("distinct")
        if only_once is not None:
            if only_once.args.get("on"):
                raise refused("DISTINCT ON")
            made, keys = distinct(made, keys, groups)
        elif keys and node.args.get("limit") is not None:
            keys += _ties(keys, grouped, names)
        lone_columns(made, keys, groups)
        if keys:
            made.set("order", exp.Order(expressions=keys))
        _limit(made, node, names)
        return made, outputs

    def _sources(
        self, node: exp.Select, made: exp.Select, frame: Frame, names: Expressions, ctes: Ctes, outer: Frames
    ) -> None:
        clause = node.args.get("from_")
        if clause is None:
            return
        made.set("from_", exp.From(this=self._source(clause.this, frame, ctes, outer)))
        joins = [*(clause.this.args.get("joins") or ()), *(node.args.get("joins") or ())]
        found = []
        for join in joins:
            before = dict(frame.sources)
            found.append((join, before, self._source(join.this, frame, ctes, outer)))
        made.set("joins", [self._join(join, before, source, frame, names) for join, before, source in found])

    def _join(
        self,
        join: exp.Join,
        before: Mapping[str, tuple[str, Outputs]],
        source: exp.Expr,
        frame: Frame,
        names: Expressions,
    ) -> exp.Expr:
        only(join, frozenset({"this", "side", "kind", "on", "using"}))
        side, on, using = join.side, join.args.get("on"), join.args.get("using")
        if on is None and not using:
            return exp.Join(this=source, kind="CROSS")
        if on is None:
            mine = next(s for k, s in frame.sources.items() if k not in before and s[0] == alias_of(source))
            tests = []
            for name in using or ():
                for written, outputs in before.values():
                    if outputs.find(name.name):
                        theirs = names(exp.column(name.name, table=written, quoted=True))
                        ours = names(exp.column(name.name, table=mine[0], quoted=True))
                        one, other, _ = same_kind(theirs, ours)
                        tests.append(exp.EQ(this=one, expression=other))
                        break
            return exp.Join(this=source, side=side, kind=join.kind, on=exp.and_(*tests))
        return exp.Join(this=source, side=side, kind=join.kind, on=names.condition(on))

    def _source(self, node: exp.Expr, frame: Frame, ctes: Ctes, outer: Frames) -> exp.Expr:
        if isinstance(node, exp.Table):
            return self._table(node, frame, ctes)
        if isinstance(node, exp.Subquery) and isinstance(node.this, exp.Table):
            if node.args.get("joins") or node.this.args.get("joins"):
                raise refused("A join within brackets")
            return self._table(node.this, frame, ctes)
        if isinstance(node, exp.Subquery):
            inner, outputs = self.query(node.this, ctes, outer)
            alias = node.alias or f"rows {len(frame.sources) + 1}"
            outputs = _renamed(outputs, list(node.alias_column_names))
            _enter(frame, alias, outputs)
            columns = [quoted(n) for n, _ in outputs.columns]
            return exp.Subquery(this=inner, alias=exp.TableAlias(this=quoted(alias), columns=columns))
        raise refused(f"{node.key.upper()} in FROM")

    def _table(self, node: exp.Table, frame: Frame, ctes: Ctes) -> exp.Expr:
        if not isinstance(node.this, exp.Identifier):
            raise QueryRefused(f"The function {node.this.sql()} cannot stand for a table.", "Name a table.")
        if node.args.get("catalog") or key(node.db) not in ("", "main"):
            raise QueryRefused(f"“{node.db}” is another database.", "Name the table alone.")
        only(node, frozenset({"this", "alias", "db", "joins"}))
        name, alias = node.name, node.alias or node.name
        if not node.db and (outputs := ctes.get(key(name))) is not None:
            _enter(frame, alias, outputs)
            return exp.Table(this=quoted(name), alias=exp.TableAlias(this=quoted(alias)))
        table = self._tables.get(key(name))
        if table is None:
            raise UnknownName(name, close_names(name, [*self._named, *ctes]), "table")
        if table.query:
            return self._view(table, alias, frame)
        if not node.alias and key(name) == key(table.name):
            alias = table.name
        _enter(frame, alias, Outputs(table.columns))
        return exp.Table(
            this=quoted(table.name),
            db=quoted(table.schema) if table.schema else None,
            alias=exp.TableAlias(this=quoted(alias)) if alias != table.name else None,
        )

    def _view(self, table: RemoteTable, alias: str, frame: Frame) -> exp.Expr:
        inner, _ = self.query(parse(table.query, "sqlite"), {}, ())
        _enter(frame, alias, Outputs(table.columns))
        columns = [quoted(n) for n, _ in table.columns]
        return exp.Subquery(this=inner, alias=exp.TableAlias(this=quoted(alias), columns=columns))

    def _projections(
        self, node: exp.Select, frame: Frame, names: Expressions
    ) -> tuple[list[exp.Expr], Outputs, list[tuple[str, Made | None]]]:
        shown: list[exp.Expr] = []
        values: list[tuple[str, Made | None]] = []
        outputs: list[tuple[str, Kind]] = []
        taken: set[str] = set()
        for item in node.expressions:
            for name, made in self._item(item, frame, names):
                label, n = name, 2
                while label in taken:
                    label, n = f"{name}:{n - 1}", n + 1
                taken.add(label)
                shown.append(
                    exp.alias_(made.node, label, quoted=True, copy=False) if _unnamed(made, label) else made.node
                )
                outputs.append((name, made.kind))
                values.append((item.alias if isinstance(item, exp.Alias) else "", made))
        named = tuple(name for name, _ in outputs)
        if len(set(named)) < len(named):  # a query around this one tells them apart as SQLite does
            outputs = [(alias.alias_or_name, kind) for alias, (_, kind) in zip(shown, outputs, strict=True)]
        return shown, Outputs(tuple(outputs), named), values

    def _item(self, item: exp.Expr, frame: Frame, names: Expressions) -> list[tuple[str, Made]]:
        if isinstance(item, exp.Star) or (isinstance(item, exp.Column) and isinstance(item.this, exp.Star)):
            wanted = key(item.table) if isinstance(item, exp.Column) else None
            if wanted is not None and wanted not in frame.sources:
                raise UnknownName(wanted, close_names(wanted, list(frame.sources)), "table")
            return [
                (name, reference((name, kind), written))
                for source, (written, outputs) in frame.sources.items()
                if wanted in (None, source)
                for name, kind in outputs.columns
            ]
        shown = item.unalias()
        made = names.value(shown.this if isinstance(shown, exp.Collate) else shown)
        if made.kind == "null":
            made = Made(cast(made.node, "TEXT"), "text") if isinstance(made.node, exp.Null) else made
        return [(made.node.name if isinstance(item, exp.Column) else _label(item), made)]

    def _aliases_used(self, node: exp.Select, where: exp.Expr, frame: Frame, names: Expressions) -> dict[str, Made]:
        """The SELECT's own names that a condition uses, which only SQLite allows there."""
        used = {key(c.name) for c in where.find_all(exp.Column) if not c.table}
        own = {key(e.alias): e.this for e in node.expressions if isinstance(e, exp.Alias) and key(e.alias) in used}
        real = {key(n) for n, _ in frame.everything()}
        return {name: names(e) for name, e in own.items() if name not in real}

    def _groups(
        self, node: exp.Select, values: Sequence[tuple[str, Made | None]], frame: Frame, names: Expressions
    ) -> list[Made]:
        clause = node.args.get("group")
        if clause is None:
            return []
        if any(clause.args.get(k) for k in ("rollup", "cube", "grouping_sets", "totals")):
            raise refused("GROUP BY with totals")
        found: list[Made] = []
        for item in clause.expressions:
            if isinstance(item, exp.Literal) and not item.is_string:
                made = values[_place(item, len(values))][1]
                assert made is not None
            else:
                made = names(item)
            if not isinstance(made.node, exp.Literal | exp.Null):
                made = Made(as_text(made), "text") if made.kind == "other" else as_value(made)
                found.append(Made(made.node.copy().unnest(), made.kind))
        return found

    def _keys(
        self, node: exp.Select, values: Sequence[tuple[str, Made | None]], frame: Frame, names: Expressions
    ) -> list[exp.Expr]:
        order = node.args.get("order")
        keys: list[exp.Expr] = []
        for ordered in order.expressions if order is not None else ():
            what = ordered.this
            made: Made | None = None
            if isinstance(what, exp.Literal) and not what.is_string:
                made = values[_place(what, len(values))][1]
            elif isinstance(what, exp.Column) and not what.table:
                made = next((m for n, m in values if n and key(n) == key(what.name)), None)
            made = made or names(what)
            if isinstance(made.node, exp.Literal | exp.Null):
                continue
            copy = ordered.copy()
            copy.set("this", names.ordered(Made(made.node.copy(), made.kind)))
            keys.append(copy)
        return keys


def _ties(keys: Sequence[exp.Expr], groups: Sequence[Made], names: Expressions) -> list[exp.Expr]:
    """What groups that tie are sorted by: themselves, as SQLite has them at hand, and so always the same.

    It goes through them in the direction of ORDER BY where that has as many terms."""
    directions = [bool(k.args.get("desc")) for k in keys] if len(keys) == len(groups) else [False] * len(groups)
    return [
        exp.Ordered(this=names.ordered(Made(g.node.copy(), g.kind)), desc=desc, nulls_first=not desc)
        for g, desc in zip(groups, directions, strict=True)
    ]


def _place(literal: exp.Expr, columns: int) -> int:
    at = int(literal.name) if literal.name.isdigit() else 0
    if not 0 < at <= columns:
        raise QueryRefused(f"There is no column number {literal.name} in the result.", "Name a column of the result.")
    return at - 1


def _label(item: exp.Expr) -> str:
    """What SQLite calls a column of the result."""
    if isinstance(item, exp.Alias):
        return item.alias
    return item.sql(dialect="sqlite")


def _unnamed(made: Made, label: str) -> bool:
    return not (isinstance(made.node, exp.Column) and made.node.name == label)


def _enter(frame: Frame, alias: str, outputs: Outputs) -> None:
    """From now on the name stands for these columns. Raises QueryRefused where it stands for others already."""
    if key(alias) in frame.sources:
        raise QueryRefused(f"“{alias}” stands for two tables.", "Give each table in FROM a name of its own.")
    frame.sources[key(alias)] = (alias, outputs)


def _renamed(outputs: Outputs, names: Sequence[str]) -> Outputs:
    if not names:
        return outputs
    return Outputs(tuple((n, k) for n, (_, k) in zip(names, outputs.columns, strict=False)))


def _common(a: Kind, b: Kind) -> Kind:
    if a == b or b == "null":
        return a
    if a == "null":
        return b
    numbers = {"integer", "real", "decimal"}
    if {a, b} <= numbers:
        return "real" if "real" in (a, b) else "decimal"
    return "text"


def _cast_columns(query: exp.Expr, outputs: Outputs, kinds: Sequence[Kind]) -> exp.Expr:
    """One side of a UNION with its columns in the kinds that both have."""
    pairs = zip((kind for _, kind in outputs.columns), kinds, strict=True)
    if all(kind == wanted or "null" in (kind, wanted) or wanted != "text" for kind, wanted in pairs):
        if isinstance(query, exp.Subquery) or not (query.args.get("order") or query.args.get("limit")):
            return query
        return exp.Subquery(this=query)
    inner = query.this if isinstance(query, exp.Subquery) else query
    items = []
    for (name, kind), wanted in zip(outputs.columns, kinds, strict=True):
        made = Made(exp.column(quoted(name), table=quoted("side")), kind)
        items.append(exp.alias_(as_text(made) if wanted == "text" else made.node, name, quoted=True))
    return exp.Select(expressions=items).from_(exp.Subquery(this=inner, alias=exp.TableAlias(this=quoted("side"))))


def _limit(made: exp.Select, node: exp.Expr, names: Expressions) -> None:
    limit, offset = node.args.get("limit"), node.args.get("offset")
    if limit is not None and not isinstance(limit.expression, exp.Neg):
        made.set("limit", exp.Limit(expression=names(limit.expression).node))
    if offset is not None:
        made.set("offset", exp.Offset(expression=names(offset.expression).node))
