"""The sentence that answers a question about the schema, from the rows of its Cypher."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.translators.rules.schema.questions import SchemaPlan
from core.model import Rows, Value

MOST_NAMED = 8


def schema_sentence(plan: SchemaPlan, rows: Rows) -> str:
    """What the rows say. Labels stand in back ticks."""
    found = [dict(zip(rows.columns, row, strict=True)) for row in rows.rows]
    tables = list(dict.fromkeys(str(f["table"]) for f in found if "table" in f))
    match plan.ask:
        case "tables" | "count_rows":
            total = sum(int(f["rows"] or 0) for f in found)
            return f"{_are(len(found), 'table')} with {_count(total, 'row')} in all: {_named(tables)}."
        case "count_tables":
            tables_in_all, rows_in_all = (int(found[0][k] or 0) for k in ("tables", "rows"))
            return f"{_are(tables_in_all, 'table')} with {_count(rows_in_all, 'row')} in all."
        case "columns":
            about = plan.about.strip()
            named = _named([str(f["column"]) for f in found], 30)
            return f"`{plan.subject}` has {_count(len(found), 'column')}: {named}." + (f" {about}" if about else "")
        case "count_columns" if plan.subject:
            return f"`{plan.subject}` has {_count(int(found[0]['columns'] or 0), 'column')}."
        case "count_columns":
            total = sum(int(f["columns"] or 0) for f in found)
            return f"{_are(total, 'column')} in {_count(len(found), 'table')}."
        case "count_joins":
            total = sum(int(f["joins"] or 0) for f in found)
            parts = ", ".join(f"{f['joins']:,} {f['state']}" for f in found)
            return f"{_are(total, 'join')}: {parts}." if found else "There are no joins."
        case "largest" | "smallest" | "widest" | "most_joined":
            return _extreme(plan.ask, found)
        case "lonely":
            if not found:
                return "Every table joins at least one other."
            return f"{_count(len(found), 'table')} {'has' if len(found) == 1 else 'have'} no joins: {_named(tables)}."
        case "joins":
            pairs = {str(f["join"]) for f in found}
            return f"{_are(len(pairs), 'join')}." if found else "There are no joins."
        case "partners":
            others = list(dict.fromkeys(str(f["joins"]) for f in found))
            return f"`{plan.subject}` joins {_named(others)}." if found else f"`{plan.subject}` joins no other table."
        case "connect":
            if found and found[0]["joins"] == ", ".join(e.join_id for e in plan.path):
                return _way(plan)
            return f"{plan.subject} connect by {found[0]['joins']}." if found else f"No join connects {plan.subject}."
        case "groups":
            return f"The tables form {_count(len({f['group'] for f in found}), 'group')}."
        case "no_path":
            return f"No join leads from {plan.subject.replace(' and ', ' to ', 1)}. Add one on the graph page."
        case "typed" | "unique" | "missing":
            what = {"typed": f"column of type {plan.about}", "unique": "column without repeated values"}
            named = _count(len(found), what.get(plan.ask, "column with empty cells"))
            here = f"in `{plan.subject}`" if plan.subject else f"in {_count(len(tables), 'table')}"
            return (
                f"There {'is' if len(found) == 1 else 'are'} {named} {here}." if found else "There is no such column."
            )
        case "mention":
            if not found:
                return f"No table mentions “{plan.subject}”."
            verb = "mentions" if len(tables) == 1 else "mention"
            return f"{_count(len(tables), 'table')} {verb} “{plan.subject}”: {_named(tables)}."
    if not found:
        return f"No column is called “{plan.subject}”."
    places = [f"{f['table']}`.`{f['column']}" for f in found]
    return f"“{plan.subject}” stands in {_named(places)}."


def _way(plan: SchemaPlan) -> str:
    """How two tables connect, join by join."""
    labels = dict(plan.labels)
    between = [labels[e.right_table] for e in plan.path[:-1]]
    through = f" through {_named(between)}" if between else " directly"
    steps = ", then ".join(
        " and ".join(
            f"`{labels[e.left_table]}`.`{a}` = `{labels[e.right_table]}`.`{b}`"
            for a, b in zip(e.left, e.right, strict=True)
        )
        + (f" ({e.after})" if e.after else "")
        for e in plan.path
    )
    return f"{plan.subject} connect{through}: {steps}."


def _extreme(ask: str, found: Sequence[dict[str, Value]]) -> str:
    if not found:
        return "There is no such table."
    first = found[0]
    if ask in ("widest", "most_joined"):
        unit = "column" if ask == "widest" else "join"
        return f"`{first['table']}` has the most {unit}s: {first[unit + 's']:,}."
    return f"`{first['table']}` is the {ask} table, with {_count(int(first['rows'] or 0), 'row')}."


def _named(labels: Sequence[str], most: int = MOST_NAMED) -> str:
    """`a`, `b` and `c`; the rest as a number."""
    shown = [f"`{label}`" for label in labels[:most]]
    if len(labels) > most:
        return f"{', '.join(shown)} and {len(labels) - most:,} more"
    return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))


def _are(n: int, what: str) -> str:
    return f"There {'is' if n == 1 else 'are'} {_count(n, what)}"


def _count(n: int, what: str) -> str:
    noun, *more = what.split(" ")
    return " ".join([f"{n:,}", noun if n == 1 else f"{noun}s", *more])
