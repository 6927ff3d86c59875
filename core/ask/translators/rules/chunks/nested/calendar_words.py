"""What dates say beyond themselves: days of the week, and how long it took from one date to another."""

from __future__ import annotations

from typing import Literal

from core.ask.dates import MONTHS
from core.ask.stop_words import PARTICIPLES
from core.ask.tokens import stem
from core.ask.translators.rules.chunks.conditions.read import Conditions, Found
from core.ask.translators.rules.chunks.conditions.restrictions import operator_of
from core.ask.translators.rules.chunks.shape.read import Shape
from core.ask.translators.rules.chunks.shape.sentence import Wanted
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk, Claim
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import NEGATED, Aggregate, AnyOf, Col, Filter, Formula, Item, figure
from core.ask.translators.rules.spans import telling
from core.model import TEMPORAL

_ROOT = 5
"""Letters that a word and a label's word share when one is made from the other ("delivery", `delivered_on`)."""
_WEEK = 7
_IN = frozenset(("in", "during", "of", "for"))
_MOST_YEARS = 6
_EACH = frozenset("which what each every per by".split())
Span = Literal["days", "hours", "minutes"]
_UNITS: dict[str, Span] = {
    stem("day"): "days", stem("week"): "days", stem("hour"): "hours", stem("minute"): "minutes",
}  # fmt: skip
_TIMES = frozenset(map(stem, ("time", "duration", "minutes", "hours", "days", "weeks", "seconds", "mins", "length")))
"""Words of labels for how long something took."""
_FUNCTIONS: dict[str, Aggregate] = {"avg": "avg", "max": "max", "min": "min", "sum": "sum"}


class CalendarWords:
    """Reads days of the week and durations; chunks are claimed as they are used."""

    def __init__(self, chunks: list[Chunk], facts: Facts, conditions: Conditions, shape: Shape) -> None:
        self.chunks, self.facts, self.conditions, self.shape = chunks, facts, conditions, shape

    def read(self) -> None:
        """Durations first: they say which dates the rest leaves alone."""
        self._durations()
        self._weekdays()
        self._months()

    def _months(self) -> None:
        """`in March`: of each year that the dates spoken of lie in."""
        for i, c in enumerate(self.chunks):
            led = i > 0 and self.chunks[i - 1].text.lower() in _IN and not c.claimed
            month = MONTHS.get(c.text.lower()) if led and c.kind == "word" else None
            when = (self._done_then(i) or self.facts.when(self.conditions.tables, day=True)) if month else None
            years = self._years(when) if when is not None and self._dated(when) else ()
            if when is None or not years:
                continue
            c.claimed = "filter"
            parts = tuple(Filter(Item(when), "like", (f"{year}-{month:02}%",)) for year in years)
            self.conditions.found.append(Found(i, parts[0] if len(parts) == 1 else AnyOf(parts), when))

    def _done_then(self, i: int) -> Col | None:
        """`sent in May`: the day that is named right before."""
        said = self.chunks[i - 2] if i > 1 else None
        if said is None or said.kind != "column" or said.link is None or said.claimed not in ("", "wanted", "context"):
            return None
        column = Col(said.link.table, said.link.column)
        if not self._dated(column) or not said.text.lower().endswith((*PARTICIPLES, "left", "began", "begun", "came")):
            return None
        said.claimed = "filter"
        return column

    def _years(self, column: Col) -> tuple[int, ...]:
        """The years from a column's first date to its last, if they are few."""
        found = self.facts.column(column)
        ends = [str(v or "")[:4] for v in (found.profile.minimum, found.profile.maximum)] if found else []
        years = range(int(ends[0]), int(ends[1]) + 1) if ends and all(map(str.isdigit, ends)) else range(0)
        return tuple(years) if len(years) <= _MOST_YEARS else ()

    def _weekdays(self) -> None:
        """`on Mondays`, `on a Friday`, `at weekends`: the day of the week of the date spoken of."""
        for i, c in enumerate(self.chunks):
            days = lexicon().weekdays.get(c.text.lower()) if c.kind == "word" and not c.claimed else None
            if c.text.lower() == "weekday" and i and self.chunks[i - 1].text.lower().split()[-1] in _EACH:
                continue  # "which weekday": all seven are meant
            if days is None:
                continue
            near = [k for k in range(i - 1, -1, -1) if self._date(k) is not None and not self.chunks[k].claimed]
            when = self._date(near[0]) if near else self.facts.when(self.conditions.tables, day=True)
            if when is None or not self._dated(when):
                continue
            for k in (i, *near[:1]):
                self.chunks[k].claimed = "filter"
            on = Col(when.table, when.name, "weekday")
            operator = "!=" if self.conditions.negated(i, 3) else "="
            self.conditions.found.append(Found(i, Filter(Item(on), operator_of(operator), days), on))

    def _durations(self) -> None:
        """`how long on average between order and delivery`, `delivered more than 20 days after ordered`."""
        cue = next((i for i, c in enumerate(self.chunks) if self._asks(i)), None)
        bound = next((i for i, c in enumerate(self.chunks) if self._bounds(i)), None)
        ends = None if cue is None and bound is None else self._ends() or self._unnamed(cue, bound)
        if ends is None:
            return
        start, end, used = ends
        unit = self._unit(bound if bound is not None else cue or 0, start, end)
        days = figure(Formula(unit, Item(end), Item(start), unit))
        if bound is not None:
            at = self.conditions.operand(bound)
            operator = self._operator(bound)
            if at is None or self.chunks[at].number is None:
                return
            if self.conditions.negated(bound, 2):
                operator = NEGATED[operator]
            number = float(self.chunks[at].number or 0) * (_WEEK if self._follows(at) == stem("week") else 1)
            self._claim("filter", *used, *range(bound, min(len(self.chunks), at + 2)))
            self.conditions.found.append(Found(bound, Filter(days, operator_of(operator), (number,)), end))
            return
        assert cue is not None
        said = next((c for c in self.chunks if c.starts("agg:") or (c.starts("sup:") and not c.has("count"))), None)
        function = _FUNCTIONS.get((said.starts("agg:") or said.starts("sup:")) if said else "", "")
        self._claim("wanted", cue, *used)
        for c in self.chunks:
            if c is said or (c.has("count") and c.text.lower().startswith(("number", "how many"))):
                c.claimed = c.claimed or "wanted"
        if not function and not any(c.kind == "value" for c in self.chunks):
            self.shape.wanted.extend(Wanted(0, Item(c)) for c in self.facts.display(end.table))
        self.shape.wanted.append(Wanted(cue, Item(days.column, function, formula=days.formula)))

    def _asks(self, i: int) -> bool:
        """`how long`, `number of days`, `the time between`."""
        c, text = self.chunks[i], self.chunks[i].text.lower()
        if text in ("how long", "duration"):
            return True
        led = i > 0 and self.chunks[i - 1].text.lower() == "in"
        if led and stem(text) in _UNITS and any(k.quantity == "length" for k in self.chunks[:i]):
            return True
        counted = any(k.has("count") or k.starts("agg:") or k.starts("sup:") for k in self.chunks[max(0, i - 2) : i])
        ahead = {k.text.lower() for k in self.chunks[i + 1 : i + 8]}
        return (
            c.kind in ("word", "column") and text in ("days", "time") and bool(counted or ahead & {"between", "from"})
        )

    def _bounds(self, i: int) -> bool:
        """`more than 20 days`."""
        at = self.conditions.operand(i, 3) if self._operator(i) and not self.chunks[i].claimed else None
        return at is not None and self._follows(at) in _UNITS

    def _follows(self, at: int) -> str:
        """The stem of what stands behind a number."""
        return stem(self.chunks[at + 1].text.lower()) if at + 1 < len(self.chunks) else ""

    def _unit(self, i: int, start: Col, end: Col) -> Span:
        """The unit that is said from chunk `i` on; else one that tells the first and the last of such spans well."""
        said = (_UNITS.get(stem(c.text.lower())) for c in self.chunks[i : i + 6])
        told = next((unit for unit in said if unit), None)
        first, last = (self.facts.column(c) for c in (start, end))
        if told or first is None or last is None or {first.type, last.type} != {"datetime"}:
            return told or "days"
        return telling(first, last)

    def _unnamed(self, cue: int | None, bound: int | None) -> tuple[Col, Col, list[int]] | None:
        """`lasted longer than 3 days`, where the first table spoken of holds when its things begin and end."""
        near = self.chunks[max(0, bound - 3) : bound + 1] if bound is not None else self.chunks
        lasting = any(c.quantity == "length" or stem(c.text.lower()) in lexicon().lasting for c in near)
        lasting = lasting or any(c.text.lower() == "duration" for c in near)
        tables = dict.fromkeys(
            [*(c.link.table for c in self.chunks if c.link and c.kind == "table"), *self.conditions.tables]
        )
        length = self.facts.of_quantity("length", [t for t in tables if t in self.facts.tables])
        measured = length is not None and self.facts.numeric(length) and not (lasting and self._distance(length))
        if not (lasting or cue is not None) or measured:
            return None
        for table in (t for t in tables if t in self.facts.tables):
            columns = self.facts.tables[table].columns
            dates = [Col(table, c.name) for c in columns if c.type in ("date", "datetime")]
            begins = [c for c in dates if self.facts.begins(c)]
            ends = [c for c in dates if self.facts.ends(c) and c not in begins]
            if len(begins) == 1 and len(ends) == 1:
                return begins[0], ends[0], []
            if len(dates) == 2 and self._paired(*dates):
                return (*self._in_time(*dates), [])
        return None

    def _distance(self, column: Col) -> bool:
        """A length of roads or things, and not of time, where something "took" or "lasted" so long."""
        return not self.facts.speaks(column, _TIMES)

    def _paired(self, one: Col, other: Col) -> bool:
        """Two dates that may be the ends of one span: as exact as each other, and over the same years."""
        a, b = self.facts.column(one), self.facts.column(other)
        return a is not None and b is not None and a.type == b.type and self._least(one)[:4] == self._least(other)[:4]

    def _operator(self, i: int) -> str:
        return self.chunks[i].starts("cmp:")

    def _ends(self) -> tuple[Col, Col, list[int]] | None:
        """The first and the last date, and the chunks that name them; dates of one table."""
        found: dict[Col, int] = {}
        for k in range(len(self.chunks)):
            column = self._date(k)
            if column is not None and column not in found:
                found[column] = k
        for table in dict.fromkeys([*(c.table for c in found), *self.conditions.tables]):
            named = [c for c in found if c.table == table]
            dates = [Col(table, c.name) for c in self.facts.tables[table].columns if c.type in ("date", "datetime")]
            if len(named) == 2:
                return (*self._in_time(named[0], named[1]), [found[c] for c in named])
            outright = [c for c in found if self.chunks[found[c]].kind == "column"]
            if len(outright) == 2:
                return (*self._in_time(outright[0], outright[1]), [found[c] for c in outright])
            if len(named) == 1 and len(dates) == 2 and self.chunks[found[named[0]]].kind != "table":
                named = [*(d for d in dates if d != named[0]), *named]
                return (*self._in_time(named[0], named[1]), [found[c] for c in named if c in found])
        return None

    def _in_time(self, one: Col, other: Col) -> tuple[Col, Col]:
        """The earlier column of the two first, as far as their values tell."""
        lows = [self._least(c) for c in (one, other)]
        return (other, one) if all(lows) and lows[1] < lows[0] else (one, other)

    def _least(self, column: Col) -> str:
        found = self.facts.column(column)
        return str(found.profile.minimum or "") if found else ""

    def _date(self, k: int) -> Col | None:
        """The date column that chunk `k` names, or a word made from the same root as its label."""
        c = self.chunks[k]
        if c.kind == "column" and c.link and self._dated(Col(c.link.table, c.link.column)):
            return Col(c.link.table, c.link.column)
        if c.kind not in ("word", "table", "column") or (c.link and c.link.score >= 0.99 and c.kind == "column"):
            return None
        said = c.text.lower().split()[-1]
        for table in self.conditions.tables:
            for column in self.facts.tables[table].columns:
                own = [w for w in self.facts.spelt(Col(table, column.name)) if w not in ("date", "time", "on", "at")]
                if column.type in ("date", "datetime") and any(_kin(said, w) for w in own):
                    return Col(table, column.name)
        return None

    def _dated(self, column: Col) -> bool:
        found = self.facts.column(column)
        return found is not None and found.type in TEMPORAL and found.type != "time"

    def _claim(self, why: Claim, *at: int) -> None:
        for k in at:
            self.chunks[k].claimed = why


def _kin(one: str, other: str) -> bool:
    return stem(one) == stem(other) or (len(one) >= _ROOT and one[:_ROOT] == other[:_ROOT])
