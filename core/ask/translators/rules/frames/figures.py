"""Which rows, which figure of them, and which groups a frame of a figure speaks of: the one way that says its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from core.ask.label_stems import stems
from core.ask.stop_words import FUNCTION
from core.ask.translators.rules.frames.figure import SPENT
from core.ask.translators.rules.frames.grouping import STEP, Grouping
from core.ask.translators.rules.frames.reckoning import ANY, Reckoning
from core.ask.translators.rules.frames.said import FIRM, SENSE
from core.ask.translators.rules.frames.then import bounded
from core.ask.translators.rules.frames.ways import Asked, one_of
from core.ask.translators.rules.query import Col, Condition, Filter, Item, condition_items
from core.ask.translators.rules.told.deeds import day_of_deed

_TOLD = 0.6
"""What words are worth that are told beforehand."""
_UNREAD = 0.5
"""What a word takes off that nothing stands for."""
_ABOVE = 0.9
"""Of the link to what rows belong to."""
_AS_WELL = 0.1
"""How much less a link may be worth that is meant as well."""
_JOINING = frozenset("and or either".split())
_PARTICLES = frozenset("out back off away".split())
"""With these an everyday verb may say a state: `went out`, `sent back`."""
_MOST = 12
"""Ways to take the cells that words name, tried of one table at most."""


@dataclass(frozen=True, slots=True)
class FigureWay:
    """One way to read a frame of a figure."""

    rows: str
    figure: Item
    where: tuple[Condition, ...]
    groups: tuple[Asked, ...]
    part: Col | None
    score: float
    unread: tuple[str, ...]
    joins: tuple[str, ...] = ()
    dropped: int = 0
    """Everyday words that it says nothing for."""
    named: bool = True
    """What is reckoned is said by a word for it."""

    @property
    def whole(self) -> bool:
        """It says every word, but no more everyday ones than it has conditions."""
        return not self.unread and self.dropped <= len(self.where)

    @property
    def alone(self) -> bool:
        """It says so much that no other reading need agree: where nothing names the rows, each word of what is left
        over makes it less likely."""
        mean = self.figure.aggregate in ("avg", "median") and self.figure.formula is None
        return self.whole and not mean and (self.named or (len(self.where) > 1 and not self.dropped))


@dataclass(frozen=True, slots=True)
class _Take:
    """What one word or mention is taken for."""

    worth: float
    condition: Filter | None = None


class Figures(Reckoning, Grouping):
    """Goes through all ways to read one frame of a figure."""

    def ways(self) -> list[FigureWay]:
        """All ways, the likeliest first."""
        found = [w for rows in self.facts.tables for w in self._of(rows)]
        return sorted(found, key=lambda w: -w.score)

    def _of(self, rows: str) -> Iterator[FigureWay]:
        """The ways of some rows."""
        told = self._told(rows)
        if told is None:
            return
        groups = list(self.groups(rows))
        for figure, worth, taken in self.figures(rows) if groups else ():
            for group, grouped in groups:
                for way in self._with(rows, figure, group, told, taken):
                    yield replace(way, score=way.score + worth + grouped, named=worth > ANY)

    def _told(self, rows: str) -> tuple[Condition, ...] | None:
        """The conditions that are told beforehand; None where they are of other rows."""
        where: list[Condition] = []
        for _, (_, meant) in self.placed.items():
            if meant.order is not None:
                return None
            tables = {i.column.table for i in condition_items(meant.conditions) if i.column}
            others = {getattr(c, "table", rows) for c in meant.conditions}
            if not all(self.near(t, rows) for t in tables | others):
                return None
            where += meant.conditions
        return tuple(dict.fromkeys(where))

    def _with(
        self,
        rows: str,
        figure: Item,
        groups: tuple[Asked, ...],
        told: tuple[Condition, ...],
        taken: frozenset[int],
    ) -> Iterator[FigureWay]:
        """The ways to take the other words."""
        day = self._day(rows)
        times = self._times(day)
        part = replace(day, part=self.frame.part) if day is not None and self.frame.part else None
        if times is None or (self.frame.part and part is None):
            return
        columns = {figure.column, day, *(c for a in groups for c in (a.column, *a.shown, *a.group))}
        columns |= {i.column for i in condition_items(told)}
        inside = taken.union(*self.frame.groups)
        done = {self.heads.get(i, i) for i in inside}
        options: list[list[_Take]] = []
        unread: list[str] = []
        told_at = {i for start, (end, _) in self.placed.items() for i in range(start, end)}
        unread += [t.text for i, t in enumerate(self.tokens) if t.lower in _PARTICLES and i not in told_at]
        dropped = 0
        for i in self.words:
            head = self.heads.get(i, i)
            if head in done or i in inside:
                continue
            done.add(head)
            if takes := list(self._takes(i, rows, {c for c in columns if c is not None})):
                options.append(takes)
            elif self.matters(i):
                unread.append(self.tokens[i].text)
            else:
                dropped += not self.idle(i)
        for chosen in islice(product(*options), _MOST):
            where = _together([t.condition for t in chosen if t.condition is not None], bool(self.said & _JOINING))
            if where is None or (figure.distinct and not self._own(rows, (*where, *told, *times))):
                continue
            shown = self._shown(groups, where, rows)
            kinds = [a.kind for a in shown if a.kind is not None]
            conditions = tuple(dict.fromkeys((*told, *where, *times, *kinds)))
            led = self._led(rows, conditions, shown)
            if led is None or (self.frame.apart and shown == groups):
                continue
            joins = tuple(dict.fromkeys((*(j for a in shown for j in a.joins), *led)))
            score = sum(t.worth for t in chosen) + _TOLD * len(told) - _UNREAD * len(unread)
            yield FigureWay(rows, figure, conditions, shown, part, score, tuple(unread), joins, dropped)

    def _shown(self, groups: tuple[Asked, ...], where: Sequence[Filter], rows: str) -> tuple[Asked, ...]:
        """The groups, with what is named of several where each of them is asked for."""
        several = [c.item.column for c in where if len(c.values) > 1 and c.item.column is not None]
        return (*groups, self.apart(several[0], rows)) if self.frame.apart and len(several) == 1 else groups

    def _led(self, rows: str, conditions: Sequence[Condition], groups: tuple[Asked, ...]) -> tuple[str, ...] | None:
        """The joins to the tables of conditions, where several lead there: those of a group, or the one that is said;
        None where none is."""
        ways = list(one_of(rows, self.facts))
        led: list[str] = []
        for table in dict.fromkeys(i.column.table for i in condition_items(tuple(conditions)) if i.column):
            several = [a for a in ways if a.table == table]
            if len(several) < 2 or any(a.table == table for a in groups):
                continue
            stems_said = {self.tokens[i].stem for i in self.words}
            said = [a for a in several if self.facts.speaks(a.column, stems_said)]
            if len(said) != 1:
                return None
            led += said[0].joins
        return tuple(led)

    def _own(self, rows: str, conditions: Sequence[Condition]) -> bool:
        """Something is said of the rows themselves, and not of what they belong to alone."""
        return any(i.column is not None and i.column.table == rows for i in condition_items(tuple(conditions)))

    def _takes(self, i: int, rows: str, columns: set[Col]) -> Iterator[_Take]:
        """What a word may be taken for."""
        facts, links = self.facts, self.links.get(i, ())
        said = [k.score for k in links if k.kind == "table" and k.table == rows]
        said += [_ABOVE * k.score for k in links if k.kind == "table" and k.table in facts.above(rows)]
        ours = {(c.table, c.name) for c in columns}
        said += [k.score for k in links if k.kind == "column" and (k.table, k.column) in ours]
        if any(facts.speaks(c, frozenset((self.tokens[i].stem,))) for c in columns):
            said.append(SENSE)
        if self.tokens[i].stem in stems(facts.tables[rows].label):
            said.append(SENSE)
        best = max(said, default=0.0)
        cells = sorted(
            (k for k in links if k.kind == "value" and self.near(k.table, rows) and k.score >= FIRM),
            key=lambda k: (-k.score, k.table != rows),
        )
        found = dict[Filter, float]()
        for k in cells:
            if k.score < cells[0].score - _AS_WELL or k.score <= best - _AS_WELL:
                continue
            alike = [o.value for o in cells if (o.table, o.column) == (k.table, k.column) and o.score == k.score]
            held = Filter(Item(Col(k.table, k.column)), "=", tuple(dict.fromkeys(alike)))
            found.setdefault(held, k.score - STEP * (facts.far(k.table, rows) or 0))
        spent = self.frame.money and self.tokens[i].lower in SPENT
        for link in links if not found and not spent else ():
            flag = facts.flag(Col(link.table, link.column)) if link.kind == "column" else None
            if flag is not None and self.near(link.table, rows) and link.score >= FIRM:
                found[Filter(Item(Col(link.table, link.column)), "=", (flag[0],))] = link.score
        for held, score in found.items():
            if held.item.column is not None and self._one_row(held.item.column, rows):
                continue  # it counts itself
            yield _Take(score, held)
        if best > 0 and (not found or best >= max(found.values()) - _AS_WELL):
            yield _Take(best)

    def _one_row(self, column: Col, rows: str) -> bool:
        """A cell names one of the rows that are counted."""
        held = self.facts.column(column)
        one = column.table == rows and held is not None and held.profile.unique
        return one and self.frame.kind == "count"

    def _day(self, rows: str) -> Col | None:
        """The day on which each row happened."""
        if not (self.frame.times or self.frame.part):
            return None
        verbs = [t for i, t in enumerate(self.tokens) if t.kind == "word" and t.lower not in FUNCTION]
        said = [t for t in verbs if not self.linked(self.tokens.index(t), (rows,))]
        named = None if any(b.led == "of" for b in self.frame.times) else day_of_deed(said, rows, self.facts)
        day = named or self.facts.when((rows,))
        return None if day is None or self.facts.incidental(day) else day

    def _times(self, day: Col | None) -> tuple[Filter, ...] | None:
        """The rows of the times that are said; None where no day of theirs tells it."""
        found: list[Filter] = []
        for bound in self.frame.times:
            made = bounded(bound, self.tokens[bound.at], day, self.facts)
            if made is None:
                return None
            found.append(made)
        if len(found) > 1 and len({b.led for b in self.frame.times}) < len(found):
            return None
        return tuple(found)


def _together(conditions: Sequence[Filter], joined: bool) -> tuple[Filter, ...] | None:
    """Cells of one column are any of them, where words join them; None where none do."""
    met: dict[Col, Filter] = {}
    for c in conditions:
        column = c.item.column
        assert column is not None
        before = met.get(column)
        if before is not None and before.values != c.values and not joined:
            return None
        met[column] = c if before is None else replace(c, values=tuple(dict.fromkeys((*before.values, *c.values))))
    return tuple(met.values())
