"""Words that a column spells in several ways are one in a query: any meets a condition, and groups unite them."""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from core.ask.translators.rules.facts import Facts
from core.model import Column


def united(select: exp.Select, facts: Facts) -> exp.Select:
    """The query with conditions on such columns for every spelling, and with groups by the commonest one."""
    for scope in list(select.find_all(exp.Select)) if facts.spelled_apart else ():
        known = _columns(scope, facts)
        if not known:
            continue
        by = _put_together(scope)
        compared = scope.parent is not None and scope.find_ancestor(exp.In, exp.Exists) is not None
        for column in list(scope.find_all(exp.Column)):
            if column.find_ancestor(exp.Select) is not scope:
                continue
            found = known.get((column.table, column.name))
            if found is not None and not _joins(column, scope):
                _condition(column, found)
                if not compared and _grouped(column, scope, by):
                    _replaced(column, found, scope)
    return select


def _columns(scope: exp.Select, facts: Facts) -> Mapping[tuple[str, str], Column]:
    """The columns with several spellings, by how the query calls them."""
    source = scope.args.get("from_")
    tables = [source.this] if source is not None else []
    tables += [j.this for j in scope.args.get("joins") or ()]
    found: dict[tuple[str, str], Column] = {}
    for table in tables:
        held = facts.tables.get(facts.source(table.name)) if isinstance(table, exp.Table) else None
        for c in held.columns if held else ():
            if c.profile.spellings and (not c.codes or c.codes_spelled):
                found[table.alias_or_name, c.name] = c
                if len(tables) == 1:
                    found["", c.name] = c
    return found


def _joins(column: exp.Column, scope: exp.Select) -> bool:
    """Whether a column stands where two tables meet: there it is compared as it is."""
    join = column.find_ancestor(exp.Join)
    within = column.find_ancestor(exp.In)
    queried = isinstance(within, exp.In) and within.this is column and within.args.get("query") is not None
    return queried or (join is not None and join.find_ancestor(exp.Select) is scope)


def _condition(column: exp.Column, known: Column) -> None:
    """`= 'Cat'` as one for all spellings of it."""
    parent = column.parent
    if isinstance(parent, exp.EQ | exp.NEQ) and isinstance(parent.expression, exp.Literal) and parent.this is column:
        said = [parent.expression]
    elif isinstance(parent, exp.In) and parent.this is column and parent.expressions:
        said = [e for e in parent.expressions if isinstance(e, exp.Literal)]
    else:
        return
    wanted = list(dict.fromkeys(way for e in said for way in _ways(e.name, known)))
    if len(wanted) == len(said):
        return
    listed = exp.In(this=column.copy(), expressions=[exp.Literal.string(w) for w in wanted])
    parent.replace(exp.Not(this=listed) if isinstance(parent, exp.NEQ) else listed)


def _ways(value: str, known: Column) -> list[str]:
    main = dict(known.profile.spellings).get(value, value)
    return [main, *(way for way, of in known.profile.spellings if of == main)]


def _put_together(scope: exp.Select) -> frozenset[tuple[str, str]]:
    """The columns by which rows are put together."""
    group = scope.args.get("group")
    by = list(group.expressions) if group else []
    if scope.args.get("distinct"):
        by += [e.unalias() for e in scope.expressions]
    return frozenset((e.table, e.name) for e in by if isinstance(e, exp.Column))


def _grouped(column: exp.Column, scope: exp.Select, by: frozenset[tuple[str, str]]) -> bool:
    """Whether a column stands where its groups are made, shown or put in order, or is counted once each."""
    counted = column.find_ancestor(exp.Distinct) is not None and column.find_ancestor(exp.Count) is not None
    clause = column.parent is scope or isinstance(column.parent, exp.Group | exp.Ordered | exp.Alias)
    return counted or (clause and (column.table, column.name) in by)


def _replaced(column: exp.Column, known: Column, scope: exp.Select) -> None:
    cases = [
        exp.If(this=exp.Literal.string(way), true=exp.Literal.string(main)) for way, main in known.profile.spellings
    ]
    made = exp.Case(this=column.copy(), ifs=cases, default=column.copy())
    column.replace(exp.alias_(made, known.name, quoted=True) if column.parent is scope else made)
