"""Which column a quantity or a time speaks of ("oldest", "how long", "in 2024"), beside all else that is known."""

from __future__ import annotations

from collections.abc import Iterable

from core.ask.label_stems import longitude, stems, unlabelled_years
from core.ask.tokens import stem
from core.ask.translators.rules.belongings import Belongings
from core.ask.translators.rules.columns import YEAR, as_at, years_of_deeds, years_with_gaps
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col
from core.ask.translators.rules.remembered import remembered
from core.model import NUMERIC, TEMPORAL
from core.text.glossary import glossary
from core.text.words import fold

_CLERICAL = frozenset(
    map(stem, "created updated modified changed booked entered keyed inserted loaded imported".split())
)
"""Of days: on which a row was written, and not on which it happened."""
_PERIODS = frozenset(map(stem, ("period", "time", "season")))
"""Of years, as statistics offices head them (`TIME_PERIOD`), and what comes round each year."""
_FOLLOWING = frozenset(("day", "month", "quarter", "year", "decade"))
_COSTS = frozenset(map(stem, ("cost", "purchase", "buying", "trade", "wholesale")))


class Facts(Belongings):
    """What the rules need to know of a schema."""

    def of_quantity(self, quantity: str, tables: Iterable[str]) -> Col | None:
        """The column that a word like "oldest" speaks of, in the likeliest table: by its label, else by what a label of
        another language means."""
        named, tables = lexicon().labels.get(quantity, ()), tuple(tables)
        columns = [(Col(n, c.name), c) for n in tables for c in self.tables[n].columns]
        held = [(at, c) for at, c in columns if c.type in NUMERIC or c.type in TEMPORAL or quantity == "place"]
        held = [(at, c) for at, c in held if not longitude(self.tables[at.table], at.name)]
        if quantity == "date":  # a full-time salary says no time
            held = [(at, c) for at, c in held if not self.measure(at) or set(stems(c.label)) <= set(map(stem, named))]
        if quantity == "price":  # what it sells for, and not what it cost
            held.sort(key=lambda k: self.speaks(k[0], _COSTS) and self.speaks(k[0], (stem("price"),)))
        for word in named:
            for at, c in held:
                if self.speaks(at, (stem(word),)) or stem(word) in stems(c.description):
                    return at
        for word in named:
            for at, _ in held:
                if self._means(at, word):
                    return at
        if quantity == "date":
            return self.when(tables)
        if quantity == "length":  # "the shortest person"
            return self.of_quantity("height", tables)
        if quantity == "age":
            tables = list(tables)
            others = [o for t in tables for o in self.owners(t) if o not in tables]
            born = self.of_quantity("birth", others) if others else None
            return born or self._only_date(next(iter(tables), ""))
        return None

    def temporal(self, column: Col) -> bool:
        """A column of days or times."""
        found = self.column(column)
        return found is not None and found.type in TEMPORAL

    @remembered
    def dated(self, column: Col) -> bool:
        """A column of times, or of years."""
        return self.temporal(column) or self.year(column)

    def follows(self, column: Col) -> bool:
        """Its values are times that follow each other: days, months, years, and no weekdays."""
        return column.part in _FOLLOWING if column.part else self.dated(column)

    @remembered
    def _means(self, col: Col, word: str) -> bool:
        """A column's label has a word of another language for an English one (`Longitud_km`: length)."""
        meant = glossary().of(word, ("en",))
        return any(glossary().foreign(w) and glossary().of(w) & meant for w in map(fold, self.spelt(col)))

    @remembered
    def _only_date(self, table: str) -> Col | None:
        """The one date of a table, or the one that something begins at, or its one year: how old a thing is if nothing
        else says it."""
        found = self.tables.get(table)
        dated = [c for c in found.columns if c.type in ("date", "datetime")] if found else []
        begun = [c for c in dated if self.begins(Col(table, c.name))]
        dated = begun if len(dated) > 1 else dated
        if found and not dated:
            dated = [c for c in found.columns if self.year(Col(table, c.name))]
        return Col(table, dated[0].name) if len(dated) == 1 else None

    def when(self, tables: Iterable[str], *, day: bool = False) -> Col | None:
        """The date or year column of the first table that has one; of a family rather the one that tells its files
        apart, but where a `day` is meant. Where none has one, that of the one table which rows of theirs belong to and
        that has: order lines are of the day of their order."""
        tables = [name for name in tables if name in self.tables]
        own = next((found for name in tables if (found := self.own_when(name, day))), None)
        if own is not None:
            return own
        for name in tables:
            above = [c for o in self.owners(name) if (c := self.own_when(o, day)) and not self.incidental(c)]
            if len(above) > 1:  # who was on a trip: it is of the day of the trip, and not of when they joined
                above = [c for c in above if not self.persons(c.table)]
            if len(above) == 1:
                return above[0]
        return None

    @remembered
    def own_when(self, name: str, day: bool = False) -> Col | None:
        """That of the rows of one table themselves."""
        table = self.tables[name]
        columns = table.columns
        if (family := table.family) is not None and not day:
            columns = tuple(sorted(columns, key=lambda c: c.name not in family.varies))
        for c in sorted(columns, key=lambda c: (c.name != table.when, self._minor(Col(name, c.name)))):
            said = YEAR in stems(c.label) or self._means(Col(name, c.name), "year")
            said = said or (bool(_PERIODS & set(stems(c.label))) and self.year(Col(name, c.name)))
            said = said or (self.year(Col(name, c.name)) and as_at(c))
            whole = c.type == "integer" and (said or unlabelled_years(c))
            if c.type in ("date", "datetime") or whole or years_with_gaps(c):
                return Col(name, c.name)
        done = [Col(name, c.name) for c in columns if years_of_deeds(c)]
        return done[0] if len(done) == 1 else None

    def _minor(self, col: Col) -> bool:
        """An incidental day, but not the one that opens what another day of the row closes."""
        days = (Col(col.table, c.name) for c in self.tables[col.table].columns if c.type in TEMPORAL)
        return self.incidental(col) and not (self.begins(col) and any(map(self.ends, days)))

    @remembered
    def incidental(self, col: Col) -> bool:
        """A day that is not that of what a row is: of a birth, or on which something was entered or booked, unless
        that is what the table is of."""
        found = self.column(col)
        if found is None or found.type not in TEMPORAL:
            return False
        return self.speaks(col, lexicon().births | (_CLERICAL - set(stems(self.tables[col.table].label))))
