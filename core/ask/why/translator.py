"""The rules, knowing also questions that ask why a figure changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.ask.cells import EMPTY
from core.ask.dates import MONTH_NAMES, MONTHS
from core.ask.overrides import pinned
from core.ask.periods import Compared, Uncovered, compared
from core.ask.rewording.read import RewordingRules
from core.ask.state import (
    Attempt,
    Clarify,
    Draft,
    JoinTree,
    Mention,
    NotUnderstood,
    Question,
    Reading,
    Run,
    SchemaView,
)
from core.ask.tokens import tokenise
from core.ask.top_rows import NONE, TopRows
from core.ask.translators.rules.cypher import columns_of, join_path
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.plan import Plan
from core.ask.translators.rules.query import Col, Filter, Item, Query, condition_items
from core.ask.translators.rules.query import columns_of as columns_in
from core.ask.translators.rules.query_parts import filters_in
from core.ask.translators.rules.realisation.phrase import Phrase
from core.ask.why.asked import Asked, why_asked
from core.ask.why.parts import Part, fitting, surprise
from core.ask.why.sql import render
from core.ask.why.tell import Groups, groups_of, sentences, stand_out, totals
from core.errors import QueryError
from core.model import TEMPORAL, UNSURE, Column, Join, Rows

_SALES = ("sales", "revenue")
"""What people say for money that came in, and a word that the linker knows for it."""


_MANY = 5
"""Groups of two columns whose figures are the same in both are the same groups, from so many on."""


@dataclass(frozen=True, slots=True)
class WhyPlan:
    """A figure and the two periods in which it is compared, with what it is taken apart by."""

    inner: Plan
    when: Col
    periods: Compared
    parts: tuple[Part, ...]
    direction: int


_MONTH_BEHIND = re.compile(rf"(?P<subject>.+) in (?P<month>{'|'.join(MONTH_NAMES)})", re.IGNORECASE)
_YEARS = 3
"""Years that a question is offered for, at most."""


class WhyRules(RewordingRules):
    """`RewordingRules` that answers “why did … rise” by comparing two periods part by part."""

    def read(
        self, question: Question, mentions: Sequence[Mention], schema: SchemaView, run: Run
    ) -> Reading | Clarify | NotUnderstood:
        asked = why_asked(question.text)
        if asked is None:
            return super().read(question, mentions, schema, run)
        found = self._figure(asked, question, schema, run)
        if not isinstance(found, Reading) or not isinstance(found.plan, Plan):
            return found if asked.why else super().read(question, mentions, schema, run)
        return _compared(found, found.plan, asked)

    def _figure(self, asked: Asked, question: Question, schema: SchemaView, run: Run) -> Reading | NotUnderstood:
        """The figure that changed, over all times."""
        texts = [f"How many {asked.subject} are there?", f"total {asked.subject}", f"What is the {asked.subject}?"]
        said = asked.subject.lower().split()
        if _SALES[0] in said:
            other = " ".join(_SALES[1] if w == _SALES[0] else w for w in said)
            texts.append(f"total {other}")
        found: list[Reading] = []
        for text in texts:
            run.check()
            tokens = tokenise(text)
            mentions = pinned(tokens, run.link(text), question.overrides, schema.tables)
            whole = replace(question, text=text, earlier=(), reading="")
            reading = super().read(whole, mentions, schema, run)
            if isinstance(reading, Reading) and isinstance(reading.plan, Plan) and _figures(reading.plan.query):
                found.append(reading)
        best = max(found, key=lambda r: r.confidence - 0.1 * len(r.ignored), default=None)
        if best is None or best.confidence < UNSURE:
            return NotUnderstood(
                f"I could not tell which figure “{asked.subject}” is. Ask for a count or a total: "
                "“Why did the number of orders rise in 2024?”"
            )
        return best

    def cypher(self, reading: Reading, schema: SchemaView, failed: Sequence[Attempt], run: Run) -> Draft | None:
        if not isinstance(reading.plan, WhyPlan):
            return super().cypher(reading, schema, failed, run)
        if len(failed) > 1 or (failed and len(reading.tables) == 1):
            return None
        if len(reading.tables) == 1:
            return columns_of(reading.tables[0])
        return join_path(schema, reading.tables, reading.roles, longer=2 * len(failed))

    def sql(self, reading: Reading, tree: JoinTree, failed: Sequence[Attempt], run: Run) -> Draft | None:
        """The parts in the order of what they tell, which a first look at the sums decides."""
        plan = reading.plan
        if not isinstance(plan, WhyPlan):
            return super().sql(reading, tree, failed, run)
        if failed:
            return None
        facts, query = plan.inner.facts, plan.inner.query
        ordered = _telling_first(plan, tree, run)
        return Draft(render(query, plan.when, plan.periods, ordered, tree, facts), {}, reading.enriched)

    def tell(self, reading: Reading, rows: Rows, run: Run, top: TopRows = NONE) -> Iterator[str]:
        plan = reading.plan
        if not isinstance(plan, WhyPlan):
            yield from super().tell(reading, rows, run, top)
            return
        inner = plan.inner
        yield sentences(inner.query, plan.periods, plan.parts, plan.direction, rows, inner.facts)

    def remembered(self, reading: Reading) -> Mapping[str, Any] | None:
        """The figure: a follow-up goes on from it."""
        if isinstance(reading.plan, WhyPlan):
            return super().remembered(replace(reading, plan=reading.plan.inner))
        return super().remembered(reading)


def _figures(query: Query) -> bool:
    """One figure over all rows."""
    one = len(query.select) == 1 and bool(query.select[0].aggregate) and not query.select[0].where
    return one and not (query.group or query.having or query.limit or query.share or query.beside)


def _adds_up(item: Item) -> bool:
    return not item.distinct and (item.aggregate == "sum" or item.aggregate == "count")


def _compared(found: Reading, plan: Plan, asked: Asked) -> Reading | NotUnderstood:
    """The figure in two periods, as a reading; why not, where the tables have no such."""
    item, facts = plan.query.select[0], plan.facts
    what = Phrase(facts).query(plan.query)
    if not _adds_up(item):
        return NotUnderstood(
            f"I read this as {what}. A count or a total can be taken apart into the groups that made the difference; "
            "this figure is no sum of its groups. Ask for it for each group in both periods instead."
        )
    about = item.column.table if item.column else item.table
    when = _its_day(plan.query, facts)
    when = when or facts.when((about, *(j.parent_table for j in facts.schema.joins if _refers(about, j))))
    column = facts.column(when) if when else None
    periods = compared(asked.times, column) if column is not None else None
    if when is None or periods is None:
        return NotUnderstood(f"I read this as {what}, and found no two periods in which to compare it.")
    if _within_times(plan.query, when):
        offered = _of_a_year(asked, column)
        asked_of = f"“{offered[0]}”" if offered else "as in “in December 2024”"
        return NotUnderstood(f"I read this as {what}. Say which year is meant, too: {asked_of}.", offered=offered)
    if isinstance(periods, Uncovered):
        offered, said = _instead(periods.instead, asked)
        return NotUnderstood(f"I read this as {what}. {periods.why}{said}", offered=offered)
    fixed = [c for i in condition_items(plan.query.where) for c in columns_in(i)]
    parts = fitting(about, facts, (*fixed, when), own_only=bool(found.roles))
    if not parts:
        return NotUnderstood(f"I read this as {what}, and found no column that would tell its rows into groups.")
    names = ", ".join(f"`{p.label}`" for p in parts)
    tables = (*found.tables, facts.source(when.table), *(facts.source(p.column.table) for p in parts))
    return replace(
        found,
        enriched=f"{what}, in {periods.later.name} against {periods.earlier.name}, by each of {names}",
        tables=tuple(dict.fromkeys(tables)),
        plan=WhyPlan(plan, when, periods, parts, asked.direction),
        runners_up=(),
        chips=tuple(replace(c, start=-1) for c in found.chips),
        chart="bar",
        settled=True,
        rewritten="",
    )


def _within_times(query: Query, when: Col) -> bool:
    """A part of each year is told, `in December`: in other periods than the rows have there is nothing to compare."""
    told = (f.item.column for f in filters_in(query) if f.operator not in ("is null", "is not null"))
    return any(c is not None and replace(c, part="") == when for c in told)


def _its_day(query: Query, facts: Facts) -> Col | None:
    """The one day that the rows are there by: cancellations are compared by when they happened."""
    there = [c.item.column for c in query.where if isinstance(c, Filter) and c.operator == "is not null"]
    days = [c for c in there if c is not None and (held := facts.column(c)) is not None and held.type in TEMPORAL]
    return days[0] if len(days) == 1 else None


def _instead(periods: Compared | None, asked: Asked) -> tuple[tuple[str, ...], str]:
    """What can be asked, in the words of the question, and how that is said."""
    if periods is None:
        return (), " No two periods can be compared."
    text = _why(asked.subject, asked, f"between {periods.earlier.asked} and {periods.later.asked}")
    return (text,), f" What can be compared are {periods.later.name} and {periods.earlier.name}: “{text}”"


def _of_a_year(asked: Asked, column: Column | None) -> tuple[str, ...]:
    """The question of a month of every year, asked of the last years that there are."""
    found = _MONTH_BEHIND.fullmatch(asked.subject)
    ends = [str(v)[:7] for v in (column.profile.minimum, column.profile.maximum)] if column is not None else []
    if found is None or len(ends) != 2 or not all(v[:4].isdecimal() for v in ends):
        return ()
    month = MONTHS[found["month"].casefold()]
    held = [y for y in range(int(ends[1][:4]), int(ends[0][:4]) - 1, -1) if ends[0] <= f"{y}-{month:02}" <= ends[1]]
    return tuple(_why(found["subject"], asked, f"in {found['month']} {year}") for year in held[:_YEARS])


def _why(subject: str, asked: Asked, times: str) -> str:
    way = {1: "rise", -1: "fall", 0: "change"}[asked.direction]
    return f"Why did {subject} {way} {times}?"


def _refers(about: str, join: Join) -> bool:
    """Each row of a table has one partner by the join, at most."""
    return join.child_table == about and join.state == "confirmed" and join.evidence.parent_unique and not join.is_self


def _telling_first(plan: WhyPlan, tree: JoinTree, run: Run) -> tuple[Part, ...]:
    """The parts whose groups moved apart most first, and where none did those with the largest groups; as they are
    where that cannot be seen at once."""
    query, facts, parts = plan.inner.query, plan.inner.facts, plan.parts
    counted = replace(query, select=(_rows_of(query.select[0]),))
    try:
        sums = run.probe(render(query, plan.when, plan.periods, parts, tree, facts))
        counts = run.probe(render(counted, plan.when, plan.periods, parts[:1], tree, facts))
    except QueryError:
        return parts
    if sums.truncated or counts.truncated:
        return parts
    groups = groups_of(sums, parts)
    rows = totals(groups_of(counts, parts[:1])[parts[0].label])
    parts = _apart(parts, groups, facts)
    known = {label: {name: pair for name, pair in held.items() if name != EMPTY} for label, held in groups.items()}
    if not stand_out(groups):
        moved = {label: max((abs(a - b) for b, a in held.values()), default=0.0) for label, held in known.items()}
        return tuple(sorted(parts, key=lambda p: -moved[p.label]))
    return tuple(sorted(parts, key=lambda p: -round(surprise(known[p.label], rows), 6)))


def _apart(parts: Sequence[Part], groups: Groups, facts: Facts) -> tuple[Part, ...]:
    """Of columns that tell the rows into the very same groups, as a code and its name do, the one that people know the
    groups by; of two tables only where the groups are many. Columns that tell them into one group are left out."""
    alike: dict[tuple[str, tuple[tuple[float, float], ...]], Part] = {}
    kept: list[Part] = []
    for part in sorted(parts, key=lambda p: p.column not in facts.display(p.column.table)):
        sums = tuple(sorted(groups[part.label].values()))
        held = facts.column(part.column)
        if held is not None and held.profile.unique:  # of a table's rows each is told by it
            sums = ()
        telling = not sums or len(set(sums)) == len(sums) > 1  # each group can be told by its figures
        table = part.column.table if len(sums) < _MANY else ""
        if not telling or alike.setdefault((table, sums), part) == part:
            kept.append(part)
    apart = [p for p in kept if len(groups[p.label].keys() - {EMPTY}) > 1]
    return tuple(p for p in parts if p in (apart or kept))


def _rows_of(item: Item) -> Item:
    """How many rows the figure is made of."""
    return Item(None, "count", table=item.column.table) if item.column else item
