"""A time that the data do not reach: “last year” is 2025, and they end in 2024."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.ask.cells import date
from core.ask.dates import MONTH_NAMES
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Query
from core.ask.translators.rules.query_parts import filters_in
from core.model import TEMPORAL, Caution, Rows

OUTSIDE = "outside_data"
_PERIODS = {4: "year", 7: "month", 10: "day"}
"""What a time is by the length of its ISO text."""
_FROM = frozenset(("=", "like", ">", ">=", "between"))
_TO = frozenset(("=", "like", "<", "<=", "between"))


_SAID = re.compile(rf"\b(?:(?P<month>{'|'.join(MONTH_NAMES)}) )?(?:1[5-9]|20|21)\d\d\b", re.IGNORECASE)


def asked_instead(question: str, message: str) -> tuple[str, str]:
    """The nearest time there is, and the question of that one, where it says the time in one place; else twice ""."""
    there, met = message.rpartition(": ")[2].rstrip("."), list(_SAID.finditer(question))
    if len(met) != 1 or bool(met[0]["month"]) != (" " in there):
        return "", ""
    return there, f"{question[: met[0].start()]}{there}{question[met[0].end() :]}"


def outside_data(query: Query, facts: Facts, rows: Rows) -> Iterator[Caution]:
    """Where nothing was found, how far the data go on a time that all lie beyond, and the nearest time there is."""
    cells = [cell for row in rows.rows for cell in row]
    if len(rows.rows) > 1 or any(cell not in (None, 0) for cell in cells):
        return
    for f in filters_in(query):
        if f.item.column is not None and not f.item.aggregate and not f.item.formula:
            yield from _beyond(f, f.item.column, facts)


def _beyond(f: Filter, column: Col, facts: Facts) -> Iterator[Caution]:
    held = facts.column(column)
    if held is None or column.part or not (held.type in TEMPORAL or facts.year(column)):
        return
    first, last = (str(v or "")[:10].removesuffix(".0") for v in (held.profile.minimum, held.profile.maximum))
    said = [str(v).rstrip("%")[:10] for v in f.values]
    if not said or not all(t[:4].isdigit() and len(t) in _PERIODS for t in (*said, first, last)):
        return
    after = f.operator in _FROM and min(said) > last[: len(min(said))]
    before = f.operator in _TO and max(said) < first[: len(max(said))]
    if not (after or before):
        return
    near, wanted = (last, min(said)) if after else (first, max(said))
    grain = _PERIODS[min(len(wanted), len(near), 7)]
    there = date(near[: 4 if grain == "year" else 7])
    label = facts.tables[column.table].label
    yield Caution(
        OUTSIDE,
        f"{held.label} of {label} {'ends' if after else 'begins'} on {date(near)}: there is nothing "
        f"{'later' if after else 'earlier'}. The {'last' if after else 'first'} {grain} there is: {there}.",
    )
