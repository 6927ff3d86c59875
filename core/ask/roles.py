"""Roles of tables: which of several joins between the same two tables is meant (home and away, author and approver)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from core.ask.state import JoinTree, Role, SchemaView
from core.model import Join, PathEdge
from core.text.key_words import KEY_WORDS
from core.text.words import words


def twofold(roles: Sequence[Role]) -> tuple[Role, ...]:
    """The roles of pairs of tables that are needed in several roles at once."""
    pairs = [(r.table, r.of) for r in roles]
    return tuple(r for r in dict.fromkeys(roles) if pairs.count((r.table, r.of)) > 1)


def meant(joins: Sequence[Join], roles: Sequence[Role]) -> tuple[Join, ...]:
    """The joins less those that stand beside one that a role means."""
    said = {(r.table, r.of) for r in roles}
    columns = {(r.table, r.of, r.column) for r in roles}
    return tuple(
        j
        for j in joins
        if (j.child_table, j.parent_table) not in said or (j.child_table, j.parent_table, j.child[0]) in columns
    )


def joined_by(role: Role) -> tuple[str, tuple[str, ...], str]:
    """Child table, its columns and parent table of the join that the role means."""
    return role.table, (role.column,), role.of


def in_roles(tree: JoinTree, roles: Sequence[Role]) -> JoinTree:
    """The tree with each role of a table as a table of its own, by the role's name."""
    by_column = {(r.table, r.column, r.of): r.name for r in roles if r.name}
    alone = {r.of: r.name for r in roles if r.name and sum(o.of == r.of for o in roles) == 1}

    def called(e: PathEdge, table: str, other: str, columns: tuple[str, ...]) -> str:
        return by_column.get((other, columns[0], table)) or alone.get(table, table)

    edges = tuple(
        replace(
            e,
            left_table=called(e, e.left_table, e.right_table, e.right),
            right_table=called(e, e.right_table, e.left_table, e.left),
        )
        for e in tree.edges
    )
    tables = dict.fromkeys(t for e in edges for t in (e.left_table, e.right_table)) or tree.tables
    return JoinTree(tuple(tables), edges)


def named_roles(columns: Iterable[tuple[str, str]], tables: Collection[str], view: SchemaView) -> tuple[Role, ...]:
    """The roles that named columns (table, column) stand for, where a table refers to another by several columns."""
    named = set(columns)
    found = []
    for join in view.joins:
        pair = (join.child_table, join.parent_table)
        several = [j for j in view.joins if (j.child_table, j.parent_table) == pair and j.child != join.child]
        here = set(pair) <= set(tables) and len(join.child) == 1 and not join.is_self and several
        if here and join.state != "rejected" and (join.child_table, join.child[0]) in named:
            found.append(Role(join.child_table, join.child[0], join.parent_table, role_name(join, view)))
    return tuple(dict.fromkeys(found))


def role_name(join: Join, view: SchemaView) -> str:
    """What the parent is called in the role that the join gives it: the words of the column's label, keys aside."""
    column = view.column(join.child_table, join.child[0])
    said = [w for w in words(column.label if column else join.child[0]) if w not in KEY_WORDS]
    return " ".join(said) or join.child[0]


def roles_of(joins: Sequence[Join], ids: Collection[str]) -> tuple[Role, ...]:
    """Roles for joins that are meant, of those that stand beside others of the same two tables."""
    said = [j for j in joins if j.id in ids and not j.is_self]
    beside = {(j.child_table, j.parent_table) for j in said}
    several = {p for p in beside if sum((j.child_table, j.parent_table) == p for j in joins) > 1}
    first: dict[tuple[str, str], Role] = {}
    for join in sorted(said, key=lambda j: list(ids).index(j.id)):
        pair = (join.child_table, join.parent_table)
        if pair in several:
            first.setdefault(pair, Role(join.child_table, join.child[0], join.parent_table))
    return tuple(first.values())
