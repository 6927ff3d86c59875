"""`who has not taught this year`, where the data end the year before: nobody has, and that says nothing of them."""

from __future__ import annotations

import re

from core.ask.state import SchemaView
from core.ask.translators.rules.query import Query
from core.ask.translators.rules.query_parts import filters_in
from core.model import TEMPORAL

AHEAD = "the data end before the time that is asked about, so that all of them lack it"
_YEAR = re.compile(r"(\d{4})(?:-\d{2})?")


def ahead_of_data(query: Query, schema: SchemaView) -> str:
    """Why what rows lack says nothing of them: the days that it is looked for on come after all data; "" where they do
    not."""
    lacked = (c for c in query.where if getattr(c, "negated", False))
    for f in (f for c in lacked for f in filters_in(Query((), getattr(c, "where", ())))):
        table = schema.table(f.item.column.table) if f.item.column else None
        column = table.column(f.item.column.name) if table and f.item.column else None
        if column is None or column.type not in TEMPORAL or f.operator not in ("=", "like", ">=", ">", "between"):
            continue
        asked = _YEAR.match(str(f.values[0])) if f.values else None
        if asked and asked[0] > str(column.profile.maximum)[: len(asked[0])]:
            return AHEAD
    return ""
