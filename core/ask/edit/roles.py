"""A second role by hand: rows that one table refers to twice (start and end station), both in one question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.form import Form
from core.ask.roles import role_name
from core.ask.state import Role, SchemaView
from core.ask.turns import in_role_tables
from core.model import Join, PathEdge


def second_roles(form: Form, path: Sequence[PathEdge], base: SchemaView) -> list[tuple[Join, Join]]:
    """Pairs (the join taken, another one of the same two tables), where the tables have no roles yet."""
    named = {(r.table, r.of) for r in form.roles if r.name}
    by_id = {j.id: j for j in base.joins}
    found = []
    for e in path:
        taken = by_id.get(e.join_id)
        if taken is None or len(taken.child) != 1 or taken.is_self or (taken.child_table, taken.parent_table) in named:
            continue
        for other in base.joins:
            same = (other.child_table, other.parent_table) == (taken.child_table, taken.parent_table)
            if same and other.child != taken.child and len(other.child) == 1:
                found.append((taken, other))
    return found


def with_both(form: Form, taken: Join, other: Join, base: SchemaView) -> Form:
    """The reading with the table once in each role; what was said of it holds for the role of the join taken."""
    one, two = (Role(j.child_table, j.child[0], j.parent_table, role_name(j, base)) for j in (taken, other))
    query = in_role_tables(form.query, [replace(one, name="")], [one])
    tables = tuple(dict.fromkeys((*(query.tables or (one.table,)), one.name, two.name)))
    others = tuple(r for r in form.roles if (r.table, r.of) != (one.table, one.of))
    joins = tuple(i for i in form.joins if i not in (taken.id, other.id))
    return Form(replace(query, tables=tables), (*others, one, two), joins)
