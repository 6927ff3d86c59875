"""How a file writes its numbers, told by its other columns.

Where the comma begins the decimals, `75.705` is seventy-five thousand. A column of nothing but such numbers does not
say so itself: its neighbours do, by `135,27` or by days such as `31.12.2021`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from core.ingest import numbers
from core.ingest.texts import Texts
from core.ingest.types import Typing, is_missing, quoted

if TYPE_CHECKING:
    import duckdb

_ROWS = 5_000
"""How many of the first rows say how the file writes."""
_GROUPED = rf"-?(?:{numbers.POINT.grouped}|0|[1-9][0-9]{{0,2}})"
_FORMS = {
    "comma": (r"-?[0-9.]+(?:,[0-9]+)?", r".*,(?:[0-9]{1,2}|[0-9]{4,})"),
    "point": (r"-?[0-9]*(?:\.[0-9]+)?", r".*\.(?:[0-9]{1,2}|[0-9]{4,})|-?0?\.[0-9]+"),
    "days": (r"[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}", ".*"),
}
"""What all cells of a column must look like, and what one of them must, for each way of writing."""
_SMALL, _BIG = r"-?[1-9][0-9]{0,2}", r"-?[1-9][0-9]{0,2}\.[0-9]{3}"
"""`950` beside `1.234`: with three decimals it would be 950.000."""
_ENOUGH = 5
"""Different numbers, each of thousands, of which in a printed table none would happen to be below one."""


class DecimalConvention:
    """The convention of the file that stands in the table `raw`, `width` columns wide."""

    def __init__(self, con: duckdb.DuckDBPyConnection, width: int, published: bool = False) -> None:
        """`published`: the table has a title or notes, as offices print them."""
        self._con = con
        self._width = width
        self._published = published

    @cached_property
    def point(self) -> Literal["thousands", "likely thousands", "unknown", "decimals"]:
        """What a point before three digits is for."""
        tests = [
            f"coalesce(bool_and(regexp_full_match({c}, {quoted(every)})) AND "
            f"bool_or(regexp_full_match({c}, {quoted(one)})), false)"
            for every, one in _FORMS.values()
            for c in (f"CASE WHEN NOT {is_missing(f'c{i}')} THEN c{i} END" for i in range(self._width))
        ]
        tests += [
            f"coalesce(bool_and(regexp_full_match({c}, {quoted(_GROUPED)})) AND bool_or(regexp_full_match({c}, "
            f"{quoted(_SMALL)})) AND bool_or(regexp_full_match({c}, {quoted(_BIG)})), false)"
            for c in (f"CASE WHEN NOT {is_missing(f'c{i}')} THEN c{i} END" for i in range(self._width))
        ]
        row = self._con.execute(f"SELECT {', '.join(tests)} FROM (FROM raw LIMIT {_ROWS})").fetchall()[0]
        said = (any(row[k * self._width : (k + 1) * self._width]) for k in range(len(_FORMS) + 1))
        comma, point, days, beside_small = said
        if point:
            return "unknown" if comma else "decimals"
        return "thousands" if comma else "likely thousands" if days or beside_small else "unknown"

    def pointed(self, texts: Texts, typing: Typing) -> Typing:
        """`typing`, or thousands where a column's numbers all look like `75.705` and the file's convention says so."""
        if typing.reading is None or typing.reading.name != "real":
            return typing
        if not all(re.fullmatch(_GROUPED, v) for v in texts.sample.holds):
            return typing
        query = f"SELECT bool_and(regexp_full_match(v, {quoted(_GROUPED)})) FROM {texts.table()}"
        if not self._con.execute(f"{query} WHERE NOT {is_missing('v')}").fetchall()[0][0]:
            return typing
        if self.point == "decimals":
            return typing
        printed = self._published and all(re.fullmatch(_BIG, v) for v in texts.sample.holds)
        if self.point == "unknown" and not (printed and len(texts.sample.holds) >= _ENOUGH):
            return replace(typing, doubt=numbers.doubt("point", "to begin the decimals"))
        return numbers.thousands(self._con, texts.table(), typing, sure=self.point == "thousands")
