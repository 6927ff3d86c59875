"""The Cypher that asks the graph for the join path: one MATCH … WITH for each join, candidate trees best first."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.ask.state import Draft, JoinTree

_UNSURE = "CASE {j}.state WHEN 'confirmed' THEN 0 ELSE 1 END"


def columns_of(table: str) -> Draft:
    """With no join to find, the query returns the table's columns."""
    text = (
        "MATCH (t:Table {id: $t1})-[h:HAS_COLUMN]->(c:Column)\n"
        "RETURN c.id AS column, c.label AS label, c.data_type AS data_type\n"
        "ORDER BY h.position"
    )
    return Draft(text, {"t1": table}, "One table holds all that is asked for.")


def join_path(tree: JoinTree, required: Sequence[str], preferred: Collection[str] = (), limit: int = 5) -> Draft:
    """Trees of the same shape as `tree`: required tables are fixed, those in between are left for the graph to find.

    A preferred join is asked for by its id.
    """
    fixed = [t for t in tree.tables if t in required]
    parameters: dict[str, object] = {f"t{n}": t for n, t in enumerate(fixed, 1)}
    name = {t: f"t{n}" for n, t in enumerate(fixed, 1)}
    bridges = [t for t in tree.tables if t not in required]
    name |= {t: f"b{n}" for n, t in enumerate(bridges, 1)}
    bound: list[str] = []
    lines: list[str] = []
    for n, e in enumerate(tree.edges, 1):
        left, right = name[e.left_table], name[e.right_table]
        start = f"({left})" if left in bound else f"({left}:Table {{id: ${left}}})"
        goal = f"({right}:Table {{id: ${right}}})" if e.right_table in fixed else f"({right}:Table)"
        lines.append(
            f"MATCH {start}-[:HAS_COLUMN]->(a{n}:Column)-[j{n}:SAME_ATTRIBUTE {{part: 1}}]-(c{n}:Column)"
            f"<-[:HAS_COLUMN]-{goal}"
        )
        bound += [v for v in (left, right) if v not in bound]
        wanted: list[str] = []
        if e.join_id in preferred:
            wanted.append(f"j{n}.join_id = $j{n}")
            parameters[f"j{n}"] = e.join_id
        if e.right_table in bridges:
            others = [f"{right}.id <> {v}.id" for v in bound if v != right]
            others += [f"{right}.id <> ${name[t]}" for t in fixed if name[t] not in bound]
            wanted += others
        if wanted:
            lines.append("WHERE " + " AND ".join(wanted))
        unsure = _UNSURE.format(j=f"j{n}")
        before = ("joins + ", "similarity * ", "unconfirmed + ") if n > 1 else ("", "", "")
        sums = (
            f"{before[0]}[j{n}.join_id] AS joins, {before[1]}j{n}.similarity AS similarity, "
            f"{before[2]}{unsure} AS unconfirmed"
        )
        if n < len(tree.edges):
            lines.append(f"WITH {', '.join(bound)}, {sums}")
        else:
            lines.append(f"WITH {sums}")
    lines.append("RETURN DISTINCT joins, similarity, unconfirmed")
    lines.append(f"ORDER BY unconfirmed, similarity DESC, joins LIMIT {limit}")
    return Draft("\n".join(lines), parameters, f"{len(tree.edges)} join(s) connect {', '.join(tree.tables)}.")
