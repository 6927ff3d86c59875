"""What the rules need to know of columns: keys, measures, codes, flags, years, what their labels say, kin columns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Any

from core.ask.code_words import truths
from core.ask.label_stems import how_many, stems
from core.ask.state import Role, SchemaView
from core.ask.stop_words import PARTICIPLES
from core.ask.tokens import stem
from core.ask.translators.rules.columns import (
    KEYS,
    LISTED,
    NUMBER,
    ORDINAL,
    YEAR,
    in_turn,
    known_by,
    looks_coded,
    within,
    years_with_gaps,
)
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.linking.resolve import distances
from core.ask.translators.rules.linking.twins import Twins
from core.ask.translators.rules.query import Col
from core.ask.translators.rules.registers import Spelt, entered, struck_off
from core.ask.translators.rules.remembered import remembered
from core.model import NUMERIC, TEMPORAL, Column, Join
from core.text.abbreviations import everyday, spoken
from core.text.run_together import apart
from core.text.units import SIGNS
from core.text.unknown import unknown
from core.text.words import fold, words

_SCORES = frozenset(map(stem, ("score", "rating", "points", "stars", "marks")))
"""Of steps that are numbers and have names: their average says something."""
_LARGE = 1_000
"""From which on numbers of as many digits may be those of things."""
_SIDES = tuple({a: b, b: a} for a, b in (("in", "out"), ("on", "off"), ("up", "down")))


_OFF = frozenset("written signed paid struck laid sold".split())
"""Before `off`, what has ended; a day off, or a kick off, has not."""
_VALID = frozenset("insured paid valid licensed certified tested taxed guaranteed covered registered".split())
"""Before `to`, what holds until then."""


class SchemaFacts:
    """Questions about the view, answered from labels and profiles."""

    def __init__(self, schema: SchemaView, base: SchemaView | None = None, roles: Sequence[Role] = ()) -> None:
        """`schema` may hold tables that are roles of those in `base`; `roles` are what the question speaks of."""
        self.schema, self.base, self.roles = schema, base or schema, tuple(roles)
        self.tables = {t.name: t for t in schema.tables}
        self._columns = {(t.name, c.name): c for t in schema.tables for c in t.columns}
        self.twins = Twins(self.base)
        self.distinct = {(t.name, c.name): c.profile.distinct for t in schema.tables for c in t.columns}
        """Of each column how many different values it holds."""
        self.spelled_apart = any(c.profile.spellings for t in schema.tables for c in t.columns)
        """A column spells some word in several ways."""
        self.remembered: dict[Hashable, Any] = {}
        """What was worked out so far."""
        self._far: dict[str, dict[str, int]] | None = None

    def far(self, one: str, other: str) -> int | None:
        """Joins between two tables; None when nothing connects them."""
        if self._far is None:
            self._far = distances(self.schema)
        return self._far.get(one, {}).get(other)

    def source(self, table: str) -> str:
        """The table itself, where the name is that of a role of it."""
        return next((r.of for r in self.roles if r.name == table), table)

    def used(self, tables: Collection[str]) -> tuple[Role, ...]:
        """The roles that some tables have; one without a name goes with whatever is joined to the things it means, if
        only by way of the rows (`where does Isle Star sail from`: ports and ships, through sailings)."""
        return tuple(r for r in self.roles if r.name in tables or (not r.name and r.of in tables and len(tables) > 1))

    def column(self, col: Col) -> Column | None:
        return self._columns.get((col.of or col.table, col.name))

    def numeric(self, col: Col) -> bool:
        found = self.column(col)
        return found is not None and found.type in NUMERIC

    @remembered
    def identifying(self, col: Col) -> bool:
        """A number that names things (an id, a code, a year) and is not a measure."""
        found = self.column(col)
        if found is None:
            return False
        family = self.tables[col.table].family
        if family is not None and col.name in family.varies:  # what tells its files apart
            return True
        if self._how_many(col.table, found):
            return False
        said = set(stems(found.label))
        if how_many(found.label):
            return False
        if said & KEYS and not (said & KEYS == {NUMBER} and stems(found.label)[-1] != NUMBER):
            return True
        if (
            known_by(found)
            or self._numbers_rows(col.table, found)
            or self._names_another(col, found)
            or (said & ORDINAL and said <= ORDINAL | LISTED)
        ):
            return True
        return any(
            col.name in (*j.child, *j.parent) and j.touches(col.table)
            for j in self.schema.joins
            if (
                (j.child_table == col.table and col.name in j.child)
                or (j.parent_table == col.table and col.name in j.parent)
            )
            and not self._copied(j)
        )

    def _names_another(self, col: Col, found: Column) -> bool:
        """Whole numbers of as many digits under the noun of another table: `Our order` 70011, beside orders."""
        low, high = found.profile.minimum, found.profile.maximum
        if found.type != "integer" or not isinstance(low, int) or not isinstance(high, int) or low < _LARGE:
            return False
        noun = stems(found.label)[-1:]
        others = (t for name, t in self.tables.items() if name != col.table)
        return len(str(low)) == len(str(high)) and any(noun == stems(t.label)[-1:] for t in others)

    def _how_many(self, table: str, column: Column) -> bool:
        """A number called nothing but that, in published figures: how many there are."""
        held = self.tables.get(table)
        plain = column.type == "integer" and not column.profile.unique and list(words(column.label)) == ["number"]
        return plain and held is not None and held.published

    def _copied(self, join: Join) -> bool:
        """It joins a column of a table with itself in an extract of that table: that says nothing of what it is."""
        child, parent = self.tables.get(join.child_table), self.tables.get(join.parent_table)
        if child is None or parent is None or child is parent or join.child != join.parent:
            return False
        one, other = ({c.label for c in t.columns} for t in (child, parent))
        return len(one & other) >= max(3, 0.8 * min(len(one), len(other)))

    def _numbers_rows(self, table: str, column: Column) -> bool:
        """A whole number of its own for each row, called what the rows are: `Booking` of `bookings`; no `Fee £`."""
        rows = self.tables.get(table)
        if self._numbered_within(table, column):
            return True
        own = column.type == "integer" and column.profile.unique and not column.profile.nulls
        own = own and column.unit not in SIGNS and not SIGNS & set(column.label)
        said = set(stems(column.label))
        return (
            own
            and rows is not None
            and (not rows.published or in_turn(column))
            and rows.rows > 1
            and bool(said)
            and (said <= set(stems(rows.label)) or (column.position == 0 and len(said) == 1 and in_turn(column)))
        )

    def _numbered_within(self, table: str, column: Column) -> bool:
        """The number of a row within what it is of, called what the rows are: `Lot` of `lots`, from 1 in every sale."""
        rows, high, low = self.tables.get(table), column.profile.maximum, column.profile.minimum
        if rows is None or rows.published or column.type != "integer" or column.position > 2 or column.profile.nulls:
            return False
        alike = stems(column.label) == stems(rows.label) and fold(column.label) != fold(rows.label)
        return alike and isinstance(high, int) and isinstance(low, int) and 0 <= low <= 1 and high < rows.rows

    @remembered
    def measure(self, col: Col) -> bool:
        """A number that says how much, not which."""
        return self.numeric(col) and not self.identifying(col) and not self.coded(col) and not self._marks(col)

    def _marks(self, col: Col) -> bool:
        """1 and 0 under a participle, or a question, say whether it was done: `Cancelled`, `Dep Pd`, `Insured?`."""
        whole = self.spelt_whole(col).rstrip()
        last = words(whole)[-1:]
        done = any(w.endswith(PARTICIPLES) for label in last for w in (label, *everyday().get(label, ())))
        return (done or whole.endswith("?")) and self.flag(col) is not None

    @remembered
    def coded(self, col: Col) -> bool:
        """Its values have meanings of their own: two of them at least, and as many as have none."""
        found = self.column(col)
        told = [meaning for _, meaning in found.codes if not unknown(meaning)] if found else []
        if found is None or (found.type in NUMERIC and _SCORES & set(stems(found.label))):  # 1 for poor, 5 for good
            return False
        return len(told) > 1 and 2 * len(told) >= found.profile.distinct

    @remembered
    def key(self, table: str) -> Col | None:
        """The column that tells rows apart: the one others refer to, else the first unique one, ids first."""
        for join in self.schema.joins:
            if join.parent_table == table and len(join.parent) == 1 and join.evidence.parent_unique:
                return Col(table, join.parent[0])
        columns = self.tables[table].columns
        unique = [c for c in columns if c.profile.unique and c.profile.nulls == 0 and c.type != "real"]
        named = [c for c in unique if set(stems(c.label)) & KEYS]
        best = next(iter(named or unique), None)
        return Col(table, best.name) if best else None

    @remembered
    def telling(self, col: Col) -> bool:
        """Hardly any two rows have the same value, so that whoever names it means rows and not a kind of them."""
        found, table = self.column(col), self.tables.get(col.table)
        return found is not None and table is not None and found.profile.distinct >= 0.7 * table.rows

    @remembered
    def spelt(self, col: Col) -> tuple[str, ...]:
        """The words of a column's label, those written as one taken apart."""
        found = self.column(col)
        return tuple(piece for w in words(found.plain_label if found else col.name) for piece in apart(w) or (w,))

    def speaks(self, col: Col, stems_said: Collection[str]) -> bool:
        """A column's label says one of some stems, if only cut short (`sprvsr_id`, `strt_stop`)."""
        return self._speaks(col, frozenset(stems_said))

    @remembered
    def _speaks(self, col: Col, stems_said: frozenset[str]) -> bool:
        found = self.column(col)
        said = {*stems(found.label if found else col.name), *map(stem, self.spelt(col))}
        return bool(said & stems_said) or any(spoken(w, stems_said) for w in self.spelt(col))

    def begins(self, col: Col) -> bool:
        """A column's label says when something begins, if only beside its other side: `Moved in` and `Moved out`."""
        pair = self._in_and_out(col)
        if pair is not None:
            return col.name == pair[0].name
        return self.speaks(col, lexicon().begins) or self._registered(col, entered)

    def ends(self, col: Col) -> bool:
        """A column's label says when something ends, if only beside its other side."""
        pair = self._in_and_out(col)
        if pair is not None:
            return col.name == pair[1].name
        said = self.spelt(col)
        if "to" in said and not _VALID.isdisjoint(said):  # `insured to`: the cover ends, and not the boat
            return False
        off = "off" in said and not _OFF.isdisjoint(said)
        return off or self.speaks(col, lexicon().ends) or self._registered(col, struck_off)

    @remembered
    def _registered(self, col: Col, told: Callable[[Column, Sequence[Column], Spelt], bool]) -> bool:
        """It is a day of a register, as `told` knows them."""
        found, table = self.column(col), col.of or col.table
        columns = self.tables[table].columns if found is not None else ()
        return found is not None and told(found, columns, lambda c: self.spelt(Col(table, c.name)))

    @remembered
    def _in_and_out(self, col: Col) -> tuple[Col, Col] | None:
        """Of two days that differ by `in` and `out`, `on` and `off` or `up` and `down` the one that comes first, and
        the other one: guests move in and out, books go out and come in, a tent goes up. The later one is that which
        more rows lack, or whose last day is later."""
        said = tuple(words(found.plain_label)) if (found := self.column(col)) is not None else ()
        turned = {tuple(sides.get(w, w) for w in said) for sides in _SIDES} - {said}
        if found is None or found.type not in TEMPORAL or not turned:
            return None
        for c in self.tables[col.of or col.table].columns:
            if c.type == found.type and tuple(words(c.plain_label)) in turned:
                gaps = (found.profile.nulls, str(found.profile.maximum)) > (c.profile.nulls, str(c.profile.maximum))
                other = Col(col.table, c.name)
                return (other, col) if gaps else (col, other)
        return None

    @remembered
    def said(self, col: Col) -> str:
        """A column's label, or of a key its table's."""
        found = self.column(col)
        return self.tables[col.table].label if self.identifying(col) else found.label if found else col.name

    @remembered
    def sibling(self, col: Col) -> Col | None:
        """The column with the same label but for before and after."""
        turned = {"pre": "post", "post": "pre", "before": "after", "after": "before"}
        said = tuple(turned.get(w, w) for w in self.spelt(col))
        for c in self.tables[col.table].columns if said != self.spelt(col) else ():
            if tuple(words(c.plain_label)) == said:
                return Col(col.table, c.name)
        return None

    @remembered
    def coded_rows(self, col: Col) -> bool:
        """It holds a code for each row of its table, or a number that is called what the rows are."""
        found = self.column(col)
        if found is None or self._numbers_rows(col.table, found):
            return found is not None
        return found.type == "text" and found.profile.unique and looks_coded(found)

    def mixed_case(self, col: Col) -> bool:
        """A column of a family whose files write the same words in capitals and not."""
        found, table = self.column(col), self.tables.get(col.table)
        if found is None or table is None or table.family is None or found.type not in ("text", "boolean"):
            return False
        said = [v for v, _ in found.profile.common]
        return len({v.casefold() for v in said}) < len(said)

    def spelt_whole(self, col: Col) -> str:
        """A column's label as the file has it."""
        found = self.column(col)
        return found.label if found else col.name

    @remembered
    def flag(self, col: Col) -> tuple[str | float, str | float] | None:
        """The values that mean yes and no in a column that holds nothing else; None for other columns."""
        found = self.column(col)
        held = truths(found) if found else None
        return (1.0, 0.0) if found and held and found.type == "integer" else held

    @remembered
    def year(self, col: Col) -> bool:
        """A column that holds years."""
        found = self.column(col)
        if found is None or found.type != "integer":
            return found is not None and years_with_gaps(found)
        return YEAR in stems(found.label) or within(found.profile.minimum, found.profile.maximum, 1500, 2200)
