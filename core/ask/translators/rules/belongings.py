"""Whose the rows of a table are: the tables of which each row belongs to one row, and those that speak of its rows."""

from __future__ import annotations

from core.ask.translators.rules.remembered import remembered
from core.ask.translators.rules.row_names import RowNames

_FAR = 3
"""Joins upwards."""


class Belongings(RowNames):
    """What the rules need to know of what belongs to what."""

    @remembered
    def owners(self, table: str) -> tuple[str, ...]:
        """The tables of which each row of `table` belongs to one row: `people`, of whom drivers are some."""
        return tuple(dict.fromkeys(whole for part, whole in self._belongings() if part == table))

    @remembered
    def belonging(self, table: str) -> tuple[str, ...]:
        """The tables whose rows each belong to one row of `table`, as `owners` has it from the other side."""
        return tuple(dict.fromkeys(part for part, whole in self._belongings() if whole == table))

    @remembered
    def _belongings(self) -> tuple[tuple[str, str], ...]:
        """Tables whose rows each belong to one row of another. Of two with one row for one the larger list is the
        whole: each bill is of one job, though some jobs have none."""
        joins = (j for j in self.schema.joins if not j.is_self and j.evidence.parent_unique)
        return tuple(
            (j.parent_table, j.child_table)
            if j.evidence.cardinality == "1:1" and j.evidence.containment < j.evidence.containment_back
            else (j.child_table, j.parent_table)
            for j in joins
        )

    @remembered
    def above(self, table: str) -> tuple[str, ...]:
        """The tables that its rows belong to, straight or over others, nearest first: items to their order, and by it
        to its customer."""
        found: list[str] = []
        near = [table]
        for _ in range(_FAR):
            near = [o for t in near for o in self.owners(t) if o not in (table, *found)]
            near = list(dict.fromkeys(near))
            found += near
        return tuple(found)

    @remembered
    def referring(self, table: str) -> str:
        """The table whose rows speak of the things of `table`: of several that refer to it the longest; "" if none."""
        found = [j for j in self.schema.joins if j.parent_table == table and not j.is_self and j.evidence.parent_unique]
        best = max(found, key=lambda j: (j.state == "confirmed", self.tables[j.child_table].rows, j.id), default=None)
        return best.child_table if best else ""
