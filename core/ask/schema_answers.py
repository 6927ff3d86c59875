"""What becomes of a question about the schema once its Cypher has run: its rows are the answer's rows."""

from __future__ import annotations

from collections.abc import Iterator

from core.ask.paths import read_paths
from core.ask.services import Services
from core.ask.state import Reading, SchemaView, State
from core.errors import QueryFailed
from core.graph.base import CypherValue, GraphRows
from core.model import Caution, PathEdge, Rows, Step, Value
from core.text.words import counted


def schema_rows(reading: Reading, found: GraphRows, services: Services) -> State:
    """The rows, lists in one cell; and, where they are ways between tables, the paths to draw."""
    kept = [i for i, name in enumerate(found.columns) if any(row[i] not in (None, "") for row in found.rows)]
    kept = kept or list(range(len(found.columns)))
    rows = Rows(
        tuple(found.columns[i] for i in kept),
        tuple(tuple(_cell(row[i]) for i in kept) for row in found.rows),
        found.truncated,
    )
    paths: tuple[tuple[PathEdge, ...], ...] = ((),)
    if len(reading.tables) > 1 and "joins" in found.columns:
        try:
            paths = read_paths(found, reading.tables, SchemaView(services.tables, services.joins))
        except QueryFailed:  # the rows tell something else than ways
            paths = ((),)
    size = f"{len(rows.rows):,} row{'s' if len(rows.rows) != 1 else ''} from the graph"
    services.run.step(Step("path", "done", size))
    return {"rows": rows, "paths": paths}


def answered_from_schema(state: State, services: Services) -> State:
    """The sentence and what must be said beside it."""
    reading, rows = state["reading"], state["rows"]
    text = "".join(services.translator.tell(reading, rows, services.run))
    return {"answer": text, "cautions": tuple(_cautions(state)), "confidence": round(reading.confidence, 2)}


def _cautions(state: State) -> Iterator[Caution]:
    for e in state["paths"][0]:
        if e.state != "confirmed":
            left, right = f"{e.left_table}.{'+'.join(e.left)}", f"{e.right_table}.{'+'.join(e.right)}"
            yield Caution("unconfirmed_join", f"The join of {left} with {right} is probable, not confirmed.")
    if state["rows"].truncated:
        yield Caution("truncated", f"Only the first {counted(len(state['rows'].rows), 'row is', 'rows are')} shown.")


def _cell(value: CypherValue) -> Value:
    """A list as its items, parted by commas."""
    return ", ".join("" if v is None else str(_cell(v)) for v in value) if isinstance(value, tuple) else value
