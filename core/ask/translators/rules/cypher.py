"""The Cypher that asks the graph for the join path: trees of different shapes, one MATCH … WITH for each join.

Each table that is needed walks towards those before it, a join at a time, and stops where it meets one of them: so ways
of different lengths and through different tables come as rows. What the rows are ordered by is all in the query: joins
that a person prefers, then those that repeat rows on both sides, the state, the number of joins, how often rows that
refer to two tables stand between them, the product of the similarities, the ids.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.barred import barred_columns, referring
from core.ask.roles import meant, twofold
from core.ask.state import Draft, Role, SchemaView
from core.ask.trees import KEPT, Stage, stages, within_reach

_JOIN = "-[:HAS_COLUMN]->(a{n}:Column)-[j{n}:SAME_ATTRIBUTE {{part: 1}}]-(c{n}:Column)<-[:HAS_COLUMN]-"


def columns_of(table: str) -> Draft:
    """With no join to find, the query returns the table's columns."""
    text = (
        "MATCH (t:Table {id: $t1})-[h:HAS_COLUMN]->(c:Column)\n"
        "RETURN c.id AS column, c.label AS label, c.data_type AS data_type\n"
        "ORDER BY h.position"
    )
    return Draft(text, {"t1": table}, "One table holds all that is asked for.")


def join_path(
    view: SchemaView, needed: Sequence[str], roles: Sequence[Role] = (), limit: int = 5, *, longer: int = 0
) -> Draft | None:
    """The query for the trees that hold all `needed` tables, in the `roles` meant; None when nothing connects them.

    Its rows are `joins`, lists of join ids, best first. `longer` lets each way take so many joins more.
    """
    plan = stages(view, needed, roles)
    if plan is None:
        return None
    return _Writer(view, needed, roles, limit).draft([Stage(s.goal, s.steps + longer) for s in plan])


def _in(node: str, inside: str) -> str:
    """That a table is one of those that hang together already."""
    return f"{node}.id = $t1" if inside == "[$t1]" else f"{node}.id IN {inside}"


class _Writer:
    """Writes one query; `carried` are the variables that every WITH hands on."""

    def __init__(self, view: SchemaView, needed: Sequence[str], roles: Sequence[Role], limit: int) -> None:
        self.view, self.roles, self.limit = view, roles, limit
        self.needed = list(dict.fromkeys(needed))
        self.parameters: dict[str, object] = {}
        self.lines: list[str] = []
        self.joins = 0
        self.passed: list[str] = []
        self.liked = [j.id for j in view.joins if j.preferred]
        self.parameters["liked"] = self.liked
        joins = meant(view.joins, roles)
        kept, self.refer = {j.id for j in joins}, sorted(referring(joins))
        pairs = {(r.table, r.of) for r in roles}
        self.unmeant = sorted(j.id for j in view.joins if j.id not in kept and (j.child_table, j.parent_table) in pairs)
        """The joins that a role leaves out; their columns may have others."""

    def draft(self, plan: Sequence[Stage]) -> Draft:
        """The whole query, its parameters and what it does in words."""
        self._roles()
        if not self.lines:
            self._given("t1", self._start(plan))
        for number, stage in enumerate(plan):
            self._stage(number, stage, plan)
        more = ", strange" if self.liked else ""
        self.lines.append(f"WITH joins, similarity, unconfirmed, repeating, bridges{more}, size(joins) AS length")
        order = ["repeating", "unconfirmed", "length", "bridges", "similarity DESC", "joins"]
        returned = ["joins", "similarity", "unconfirmed", "repeating", "length", "bridges"]
        if self.liked:
            order, returned = ["strange", *order], [*returned, "strange"]
        self.lines.append(f"RETURN DISTINCT {', '.join(returned)}")
        self.lines.append(f"ORDER BY {', '.join(order)} LIMIT {self.limit}")
        text = "\n".join(self.lines)
        used = {k: v for k, v in self.parameters.items() if f"${k}" in text}
        return Draft(text, used, f"The best way that connects {', '.join(self.needed)}.")

    def _start(self, plan: Sequence[Stage]) -> str:
        goals = {s.goal for s in plan}
        return next((t for t in self.needed if t not in goals), self.needed[0])

    def _given(self, name: str, value: object) -> str:
        self.parameters[name] = value
        return f"${name}"

    def _roles(self) -> None:
        """One MATCH for each role of a table that is needed in several."""
        for n, role in enumerate(twofold(self.roles), 1):
            self.joins += 1
            of = self._given("t2", role.of)
            table, column = self._given("t1", role.table), self._given(f"role{n}", f"{role.table}.{role.column}")
            if role.of not in self.needed:
                self.needed.append(role.of)
            pattern = _JOIN.format(n=self.joins).replace(f"(a{self.joins}:Column)", f"(a{n}:Column {{id: {column}}})")
            self.lines.append(f"MATCH (:Table {{id: {table}}}){pattern}(:Table {{id: {of}}})")
            self.lines.append(self._with(self.joins, first=n == 1, inside=f"[{table}, {of}]"))

    def _with(self, n: int, *, first: bool, inside: str) -> str:
        """The WITH behind the MATCH of a role: what is known of the way so far."""
        j = f"j{n}"
        strange = f"CASE WHEN {j}.join_id IN $liked THEN 0 ELSE 1 END"
        unsure = f"CASE {j}.state WHEN 'confirmed' THEN 0 ELSE 1 END"
        many = f"CASE {j}.cardinality WHEN 'n:m' THEN 1 ELSE 0 END"
        plus = (
            ("", "", "", "", "")
            if first
            else ("joins + ", "similarity * ", "unconfirmed + ", "repeating + ", "strange + ")
        )
        parts = [
            f"{inside} AS inside",
            f"{plus[0]}[{j}.join_id] AS joins",
            f"{plus[1]}{j}.similarity AS similarity",
            f"{plus[2]}{unsure} AS unconfirmed",
            f"{plus[3]}{many} AS repeating",
            "0 AS bridges",  # a role is one join: nothing stands between
        ]
        if self.liked:
            parts.append(f"{plus[4]}{strange} AS strange")
        return f"WITH {', '.join(parts)}"

    def _stage(self, number: int, stage: Stage, plan: Sequence[Stage]) -> None:
        """A goal's ways to the tables inside, of one join up to `stage.steps`, each in a MATCH of its own."""
        start = not self.lines
        goal = self._given(f"g{number + 1}", stage.goal)
        inside = "[$t1]" if start else "inside"
        before = self._before(number, plan)
        passing = within_reach(self.view, stage, before, self.passed, self.roles)
        self.passed += [t for t in passing if t not in self.passed]
        reach = [*(before if start else ()), *passing]
        near = self._given(f"near{number + 1}", reach)
        for step in range(1, stage.steps + 1):
            self.joins += 1
            n = self.joins
            here = f"(n0:Table {{id: {goal}}})" if step == 1 else f"(n{step - 1})"
            self.lines.append(
                f"{'MATCH' if start and step == 1 else 'OPTIONAL MATCH'} {here}{_JOIN.format(n=n)}(n{step}:Table)"
            )
            self.lines.append("WHERE " + " AND ".join(self._wanted(n, step, goal, inside, near)))
            self.lines.append(self._grown(n, step, goal, inside, start and step == 1, step == stage.steps))
        more = ", strange" if self.liked else ""
        carried = f"WITH inside + way AS inside, joins, similarity, unconfirmed, repeating, bridges{more}, met_inside"
        if start:
            carried = carried.replace("inside + way", "[$t1] + way")
        self.lines.append(carried)
        self.lines.append("WHERE met_inside")
        if number < len(plan) - 1:
            order = "repeating, unconfirmed, size(joins), bridges, similarity DESC"
            order = f"strange, {order}" if self.liked else order
            self.lines.append(f"WITH inside, joins, similarity, unconfirmed, repeating, bridges{more}")
            self.lines.append(f"ORDER BY {order} LIMIT {KEPT}")

    def _before(self, number: int, plan: Sequence[Stage]) -> list[str]:
        goals = [s.goal for s in plan]
        return [t for t in self.needed if t not in goals[number:]]

    def _wanted(self, n: int, step: int, goal: str, inside: str, near: str) -> list[str]:
        """What the step's join must be, and that the way has not yet arrived."""
        here = goal if step == 1 else f"n{step - 1}.id"
        wanted = []
        if inside == "[$t1]" and step > 1:
            wanted = [f"{here} <> $t1"]
        elif inside == "inside":
            wanted = [f"NOT {here} IN inside"]
        passed = f"n{step}.id <> {goal}" if step == 1 else f"NOT n{step}.id IN way"
        reached = f"n{step}.id IN {near}"
        wanted += [reached if inside == "[$t1]" else f"({_in(f'n{step}', inside)} OR {reached})", passed]
        barred = self._given("barred", list(barred_columns(self.view.tables, self.needed)))
        ends = f" AND n{step}.id IN {self._given('needed', self.needed)}" if step > 1 else ""
        names = f"NOT (a{n}.id IN {barred} OR c{n}.id IN {barred})"
        wanted.append(f"(j{n}.cardinality <> 'n:m' OR ({names}{ends}))")
        if step > 1:
            wanted.append(f"NOT (a{n}.id = met AND j{n}.cardinality = 'n:1' AND met IN {barred})")
        if self.unmeant:
            wanted.append(f"NOT j{n}.join_id IN {self._given('unmeant', self.unmeant)}")
        return wanted

    def _grown(self, n: int, step: int, goal: str, inside: str, first: bool, last: bool) -> str:
        """The WITH behind a step: the way with the join, or as it was where it had arrived."""
        j, t = f"j{n}", f"n{step}"
        none = f"{t}.id IS NULL"
        way = f"[{goal}, {t}.id]" if step == 1 else f"way + [{t}.id]"
        before_way = "[]" if step == 1 and first else f"[{goal}]" if step == 1 else "way"
        arrived = _in(t, inside)
        if step == 1:
            arrived = arrived if first else f"({goal} IN inside OR {arrived})"
        else:
            arrived = f"(met_inside OR {arrived})"
        turned = "" if step == 1 else f" WHEN a{n}.id = met AND {j}.cardinality = 'n:1' THEN 1"
        many = f"CASE WHEN {j}.cardinality = 'n:m' THEN 1{turned} ELSE 0 END"
        unsure = f"CASE {j}.state WHEN 'probable' THEN 1 ELSE 0 END"
        strange = f"CASE WHEN {none} OR {j}.join_id IN $liked THEN 0 ELSE 1 END"
        between = "0"
        if step > 1:
            refer = self._given("refer", self.refer)
            between = f"CASE WHEN a{n}.id <> came AND a{n}.id IN {refer} AND came IN {refer} THEN 1 ELSE 0 END"
        # The first way comes as it is walked from the first table, against the way it is found.
        longer = f"[{j}.join_id] + joins" if inside == "[$t1]" else f"joins + [{j}.join_id]"
        if first:
            grown = [
                f"{way} AS way",
                f"[{j}.join_id] AS joins",
                f"{j}.similarity AS similarity",
                f"{unsure} AS unconfirmed",
                f"{many} AS repeating",
                f"{between} AS bridges",
            ]
        else:
            grown = [
                f"CASE WHEN {none} THEN {before_way} ELSE {way} END AS way",
                f"CASE WHEN {none} THEN joins ELSE {longer} END AS joins",
                f"similarity * coalesce({j}.similarity, 1.0) AS similarity",
                f"unconfirmed + {unsure} AS unconfirmed",
                f"repeating + {many} AS repeating",
                f"bridges + {between} AS bridges",
            ]
        if self.liked:
            grown.append(f"{'' if first else 'strange + '}{strange} AS strange")
        carried = [] if inside == "[$t1]" else ["inside"]
        grown.append(f"{arrived} AS met_inside")
        if not last:
            grown = [t, *grown, f"CASE {j}.cardinality WHEN 'n:1' THEN c{n}.id ELSE '' END AS met"]
            grown.append(f"c{n}.id AS came")
        return f"WITH {', '.join([*carried, *grown])}"
