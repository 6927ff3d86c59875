"""What an answer keeps of its reading, as plain values: from it the reading can be changed and made again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

from core.ask.roles import in_roles, roles_of
from core.ask.state import JoinTree, NotUnderstood, Reading, Role, SchemaView
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.role_tables import as_role
from core.ask.translators.rules.plan import Plan
from core.ask.translators.rules.query import Item, Query, all_tables
from core.ask.translators.rules.sql.render import render
from core.ask.turns import query_of, to_plain
from core.model import Join, Table


@dataclass(frozen=True, slots=True)
class Form:
    """A reading without its question: the query, the tables in several roles, and the joins that are meant."""

    query: Query
    roles: tuple[Role, ...] = ()
    joins: tuple[str, ...] = ()
    """Ids of joins that the question, or a person, means where there are several."""

    def plain(self) -> dict[str, Any]:
        """As dicts, lists and scalars, for an answer to keep."""
        roles = [list(astuple(r)) for r in self.roles]
        return {"query": to_plain(self.query), "roles": roles, "joins": list(self.joins)}

    @staticmethod
    def of(plain: Mapping[str, Any] | None) -> Form | None:
        """What `plain` gave; None for nothing, and for the form of another version."""
        query = query_of((plain or {}).get("query"))
        if plain is None or query is None:
            return None
        joins = plain.get("joins") or plain.get("preferred") or ()
        return Form(query, tuple(Role(*r) for r in plain.get("roles") or ()), tuple(joins))

    def facts(self, tables: Sequence[Table], joins: Sequence[Join]) -> Facts:
        """The facts of the whole schema, with the roles that the reading speaks of."""
        usable = tuple(j for j in joins if j.state != "rejected")
        base = SchemaView(tuple(tables), tuple(replace(j, preferred=True) if j.id in self.joins else j for j in usable))
        return Facts(in_view(base, self.roles), base, self.roles)

    def writes(self, sql: str, tree: JoinTree, tables: Sequence[Table], joins: Sequence[Join]) -> bool:
        """The query's SQL along the tree is the one given."""
        facts = self.facts(tables, joins)
        known = all(t in facts.tables for t in all_tables(self.query))
        along = in_roles(tree, facts.used(all_tables(self.query)))
        return known and set(all_tables(self.query)) <= set(along.tables) and sql == render(self.query, along, facts)

    def meant(self, facts: Facts) -> tuple[Role, ...]:
        """The roles for the path: those of the query's tables, and those of the joins meant."""
        return (*facts.used(all_tables(self.query)), *roles_of(facts.base.joins, self.joins))


def begin(table: str) -> Form:
    """The simplest reading of a table: how many rows there are."""
    return Form(Query((Item(None, "count", table=table),), tables=(table,)))


def form_of(reading: Reading, tree: JoinTree, sql: str) -> Form | None:
    """The form of a reading whose SQL is the rules' own; None where a model or a person wrote another query."""
    plan = reading.plan
    if not isinstance(plan, Plan):
        return None
    along = in_roles(tree, plan.facts.used(all_tables(plan.query)))
    if sql not in (render(plan.query, along, plan.facts, plain=p) for p in (False, True)):
        return None
    return Form(plan.query, plan.facts.roles, plan.preferred)


def planned(found: Reading | NotUnderstood) -> dict[str, Any] | None:
    """The form of what was read, or came nearest, before any query was made of it; None where the rules did not."""
    plan = found.plan
    return Form(plan.query, plan.facts.roles, plan.preferred).plain() if isinstance(plan, Plan) else None


def in_view(schema: SchemaView, roles: Sequence[Role]) -> SchemaView:
    """The schema with a table for each named role in place of its join; a nameless role takes the joins beside it."""
    pairs = {(r.table, r.of) for r in roles}
    said = {(r.table, r.column, r.of): r for r in roles}
    tables, joins = list(schema.tables), list[Join]()
    for role in (r for r in roles if r.name):
        things = schema.table(role.of)
        if things is not None:
            tables.append(as_role(things, role))
    for j in schema.joins:
        mine = said.get((j.child_table, j.child[0], j.parent_table)) if len(j.child) == 1 else None
        if (j.child_table, j.parent_table) not in pairs:
            joins.append(j)
        elif mine is not None:
            joins.append(replace(j, parent_table=mine.name) if mine.name else j)
    return SchemaView(tuple(tables), tuple(joins))
