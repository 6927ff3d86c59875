"""Where a query gives rows for an amount, one figure for two years, or a figure without whose it is: checks for
contradictions.py."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from core.ask.tokens import places_of
from core.ask.translators.rules.chart.schema import KINDS
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Col, Item, all_tables
from core.ask.translators.rules.query_parts import formulas_in
from core.ask.translators.rules.ranking.denied_years import denied_apart
from core.ask.translators.rules.ranking.seen import Check, Seen, temporal
from core.ask.translators.rules.ranking.unanswered import of_table
from core.ask.translators.rules.stars import called_after
from core.text.words import words

_AMOUNTS = frozenset("total income takings revenue turnover owed owing spending expenditure earnings".split())
_WHICH = frozenset(("which", "what", "whose"))
_APART = frozenset("in for during vs versus v against compared".split())
_MORE = frozenset(("more", "less"))
_EACH = frozenset(("per", "each", "every", "by"))
_OFTEN = frozenset(("often", "frequently", "likely"))
_TOGETHER = frozenset("together both combined either or altogether".split())
_NAMED = 0.95
"""From this score a table is named outright."""
_LIST_COLUMNS = 4
"""Columns of a list of kinds at most."""
_TIMES = {
    "minutes": 1,
    "minute": 1,
    "mins": 1,
    "hours": 60,
    "hour": 60,
    "hrs": 60,
    "days": 1440,
    "day": 1440,
    "weeks": 10080,
    "week": 10080,
}
_LEADS_UNIT = frozenset("average mean median many of in total".split())
"""Before the unit that a figure is asked in: `average days`, `how many hours`, `number of weeks`."""
_TURNED = 60
"""How many of a header's units make one of those asked for, at most: minutes are told in hours, but hardly in days."""
_COMPARED = frozenset("compare comparison versus vs".split())
_WHETHER = frozenset("do does did is are was were has have had can".split())
_BROKEN_DOWN = frozenset("split break broken breakdown".split())
_NEAR = 2
"""Words between a superlative and the thing that has it: `our biggest spending customer`."""


def amount_listed(s: Seen) -> bool:
    """`total cash payments in 2025`, and the payments are listed."""
    read = {
        i for m, k in zip(s.mentions, s.links, strict=True) if k and k.kind != "table" for i in range(m.start, m.end)
    }
    said = any(t.lower in _AMOUNTS and i not in read for i, t in enumerate(s.tokens))
    figures = any(isinstance(t, Item) and (t.aggregate or t.formula) for t in s.terms)
    return said and not figures and not s.query.limit and not s.query.share


def much_counted(s: Seen) -> bool:
    """`how much came in`, and rows are counted."""
    lowers = [t.lower for t in s.tokens]
    asked = any(lowers[end : end + 1] != ["more"] for _, end in places_of(lowers, ("how", "much")))
    figures = [i for i in (*s.query.select, *(o.item for o in s.query.order)) if i.aggregate or i.formula]
    return asked and bool(figures) and all(i.aggregate == "count" and not i.formula for i in figures)


def common_individual(s: Seen) -> bool:
    """`our most common trees`, and single trees are ranked by what else there is of each: kinds are common."""
    said = any(c.starts("common:") and "common" in c.text.lower() for c in s.chunks)
    columns = [c for c in s.query.group or [i.column for i in s.query.select if i.column] if c is not None]
    single = [
        c for c in columns if s.facts.identifying(c) or ((k := s.facts.column(c)) is not None and k.profile.unique)
    ]
    counted = {o.item.table for o in s.query.order if o.item.aggregate == "count"}
    others = counted - {c.table for c in columns}
    return said and bool(columns) and len(single) == len(columns) and bool(others) and not _kinds(columns, others, s)


def _kinds(columns: Sequence[Col], counted: Collection[str], s: Seen) -> bool:
    """`the most common reason`, which a list of few reasons holds that each of the rows has one of: these are kinds."""
    table = s.facts.tables.get(columns[0].table)
    said = {(k.table, k.column) for k in s.links if k is not None and k.kind == "column"}
    listed = table is not None and table.rows <= KINDS and len(table.columns) <= _LIST_COLUMNS
    many = all(t in s.facts.tables and s.facts.tables[t].rows > table.rows for t in counted) if table else False
    own = len({c.table for c in columns}) == 1 and any((c.table, c.name) in said for c in columns)
    return listed and many and own and all(columns[0].table in s.facts.owners(t) for t in counted)


def grouped_by_measure(s: Seen) -> bool:
    """`trees per acre`, and there is a figure for each number of acres."""
    said = any(c.text.lower() == "per" for c in s.chunks)
    each = sum(t.lower in _EACH for t in s.tokens) > 1  # “trees per acre at each site”
    kinds = ("real", "integer") if said and (s.query.limit or each) else ("real",)  # the most incidents per bed
    measures = [c for c in s.query.group if (k := s.facts.column(c)) is not None and k.type in kinds and not c.part]
    shown = [i.column for i in s.query.select if i.column and not i.aggregate]
    listed = [c for c in shown if (k := s.facts.column(c)) is not None and k.type == "real" and s.facts.measure(c)]
    per = said and any(o.item.aggregate == "count" for o in s.query.order)
    measured = any(s.facts.measure(c) and not _only_year(c, s.facts) for c in measures)
    return measured or (per and bool(listed) and not s.query.group)


def _only_year(column: Col, facts: Facts) -> bool:
    """The one column of years that its table has, be they written as `1990.0`."""
    held = (Col(column.table, c.name) for c in facts.tables[column.table].columns)
    return [c for c in held if facts.year(c)] == [column]


def years_pooled(s: Seen) -> bool:
    """`what we took in 2023 and in 2024`, and one figure stands for both years."""
    lowers = [t.lower for t in s.tokens]
    at = [i for i, t in enumerate(s.tokens) if t.lower.isdigit() and len(t.lower) == 4 and t.lower[:2] in ("19", "20")]
    apart = any(_APART & set(lowers[i + 1 : j]) for i, j in pairwise(at) if j - i <= 5)
    figure = len(s.query.select) == 1 and bool(s.query.select[0].aggregate)
    one = (figure or bool(s.query.share)) and not s.query.group
    dated = {f.item.column for f in s.filters if temporal(s, f.item.column)}
    if len(dated) > 1 or denied_apart(s.query, {s.tokens[i].lower for i in at}):
        return False  # “opened in 2023 and closed in 2024”, “ordered in 2023 but not in 2024”
    return apart and one and not _TOGETHER & set(lowers) and not s.query.beside and not any(s.formulas)


def either_year(s: Seen) -> bool:
    """`customers of 2023 who also hired in 2024`, and those of either year are taken."""
    said = any(t.lower == "also" for t in s.tokens)
    pooled = (f for f in s.filters if f.operator == "=" and len(f.values) > 1 and f.item.column)
    return said and any(s.facts.year(f.item.column) for f in pooled if f.item.column)


def amount_of_one(s: Seen) -> bool:
    """`number and amount of fines per quarter`, and the amount is that of any one of them."""
    q = s.query
    groups = {c.table for c in q.group if s.facts.key(c.table) == c}
    shown = [i.column for i in q.select if i.column and not i.aggregate and not i.formula]
    loose = [c for c in shown if c not in q.group and c.table not in groups and s.facts.measure(c)]
    return bool(q.group and loose) and any(i.aggregate for i in q.select)


def one_of_two_counted(s: Seen) -> bool:
    """`loans and members per branch`, and the members alone are counted, those who have loans."""
    if not s.query.group:
        return False
    counted = _counted(s)
    at = {m.start: m for m in s.mentions}
    for joint in s.chunks:
        if joint.text.lower() != "and":
            continue
        one = next((m for m in s.mentions if m.end == joint.start), None)
        behind = at.get(joint.end) or (at.get(joint.end + 2) if _again(s, joint.end) else None)
        pair = [{k.table for k in m.links if k.kind == "table" and k.score >= _NAMED} for m in (one, behind) if m]
        if len(pair) > 1 and all(pair) and not pair[0] & pair[1] and sum(bool(p & counted) for p in pair) == 1:
            return True
    return False


def _counted(s: Seen) -> set[str]:
    """The tables whose rows are counted and shown."""
    return {i.table for i in s.query.select if i.aggregate == "count" and i.column is None}


def _again(s: Seen, at: int) -> bool:
    """`and how many`: asked for as the first one was."""
    return [t.lower for t in s.tokens[at : at + 2]] in (["how", "many"], ["number", "of"])


def holder_unshown(s: Seen) -> bool:
    """`our biggest spending customer`, `the longest hire, and which customer`, and no customer is shown."""
    shown = [i.column for i in s.query.select if i.column and not i.aggregate]
    if s.query.everything or s.query.share:
        return False
    days = (i.column for i in s.query.select if i.aggregate in ("max", "min") and s.query.group)
    ends = {c.table for c in days if c is not None and (temporal(s, c) or s.facts.year(c))}
    whose = {o for t in ends for o in s.facts.owners(t)}  # of when each one last borrowed a book the day is shown
    told = _told_first(s, {c.table for c in shown})  # “which firm did the dearest job”
    held = (t for t in _holders(s) if t not in ends | whose and not _summed(s, t) and not told & set(s.facts.owners(t)))
    return any(not any(of_table(c, table, s) for c in shown) for table in held)


def _told_first(s: Seen, shown: set[str]) -> set[str]:
    """The tables that are shown where the question asks for these first, and for no more."""
    lowers = [t.lower for t in s.tokens]
    more = any(w in _WHICH | {"what"} for w in lowers[1:]) or "and" in lowers
    return shown if lowers[:1] in (["who"], ["which"]) and not more else set()


def second_unanswered(s: Seen) -> bool:
    """`the largest fine, and which business had to pay it`, and the fine alone is shown."""
    if not s.query.select or not all(i.aggregate for i in s.query.select) or s.query.group or s.query.beside:
        return False
    said = [t.lower for t in s.tokens]
    return any(a == "and" and b in _ASKING for a, b in pairwise(said[1:]))


def _summed(s: Seen, table: str) -> bool:
    """`the fewest offences`: of what figures stand for these are ranked."""
    sums = [t.column for t in s.figures if t.aggregate == "sum" and t.column and t.column.table in s.star[:1]]
    named = table in s.star[1:] and any(called_after(c, table, s.facts) for c in sums)
    return named or (bool(sums) and table == s.star[0])


def _holders(s: Seen) -> Iterator[str]:
    """The tables of what "which" asks for behind the question's beginning, and of what the one on top is."""
    for i, c in enumerate(s.chunks):
        if i and c.text.lower() in _WHICH:
            ahead = 1
        elif s.query.order and s.query.order[0].item.aggregate != "count" and _on_top(c):
            ahead = 1 + _NEAR
        else:
            continue
        for n, after in enumerate(s.chunks[i + 1 : i + 1 + ahead], i + 1):
            if after.kind == "number" and c.has("top", "bottom"):
                continue
            if after.kind in ("column", "value", "number", "stop") or after.has("count"):
                break
            if after.kind == "table" and after.link:
                following = s.chunks[n + 1] if n + 1 < len(s.chunks) else None
                if following is None or following.kind not in ("column", "value", "table"):
                    yield after.link.table
                break


def _on_top(c: Chunk) -> bool:
    return c.has("top", "bottom") or any(t.startswith("sup:") for t in c.tags)


_ASKING = frozenset(("which", "who", "whose", "where"))
"""What asks for a thing, behind a figure that was asked for."""
_RATES = frozenset(("rate", "rates"))
"""Behind a cell: `the no-show rate`."""


def undivided(s: Seen) -> bool:
    """A share or a ratio is asked for, no column is called so, and nothing is divided."""
    bounds = {i + 1 for i, t in enumerate(s.tokens) if t.number is not None}  # "within 5 percent of the average"
    asked = any(c.has("share", "ratio") and not c.link and c.start not in bounds for c in s.chunks)
    asked = asked or any(c.kind == "value" and d.kind == "word" and d.text in _RATES for c, d in pairwise(s.chunks))
    divided = any(f.operator == "/" for f in s.formulas)
    return asked and not divided and not s.query.share


def other_unit(s: Seen) -> bool:
    """`the average days for both`, and hours of work are averaged: a figure in another unit of time than that."""
    lowers = [t.lower for t in s.tokens]
    led = {w for a, w in pairwise(lowers) if a in _LEADS_UNIT and w in _TIMES}
    reckoned = [i for i in s.figures if i.aggregate not in ("", "count") and i.column]
    if not led or not reckoned:
        return False
    asked = {_TIMES[w] for w in led}
    own = [_counted_in(i.column, s) for i in reckoned if i.column]
    plain = any(u is not None and u not in asked for u, i in zip(own, reckoned, strict=True) if not i.formula)
    far = any(u is not None and max(asked) / u > _TURNED for u, i in zip(own, reckoned, strict=True) if i.formula)
    spans = any(f.lasting for f in s.formulas)
    return (plain or far) and not spans and not any(u in asked for u in own)


def _counted_in(column: Col, s: Seen) -> int | None:
    """The unit of time that a column's header closes with, in minutes."""
    held = s.facts.column(column)
    said = words(held.label) if held is not None else []
    return _TIMES.get(said[-1]) if said else None


def often_counted(s: Seen) -> bool:
    """`do women come more often than men`, and it is told how many women came, however many of them there are."""
    lowers = [t.lower for t in s.tokens]
    often = any(a in _MORE and b in _OFTEN for a, b in pairwise(lowers)) and "than" in lowers
    q = s.query
    if not often or q.share or len(q.group) != 1 or any(formulas_in(q)):
        return False
    own = q.group[0].table
    counted = [i.column.table if i.column else i.table or own for i in q.select if i.aggregate == "count"]
    theirs = set(s.facts.belonging(own)) & set(all_tables(q))
    return any(table != own or theirs for table in counted)


def comparison_listed(s: Seen) -> bool:
    """`compare fees 2023 and 2024`, `do cats cost more than dogs`, and the fees are listed one by one."""
    lowers = [t.lower for t in s.tokens]
    asked = bool(_COMPARED & set(lowers)) or (lowers[:1] != [] and lowers[0] in _WHETHER and "than" in lowers)
    plain = not any(i.aggregate for i in s.query.select) and not s.query.group and not s.query.beside
    plain = plain and not any(f.operator in (">", "<", ">=", "<=", "between") for f in s.filters)
    return asked and plain and not s.query.share and not s.formulas


def breakdown_unread(s: Seen) -> bool:
    """`split the fines by what they were for`, `break the hires down by make`, and nothing is told apart."""
    said = any(c.kind == "word" and not c.claimed and c.text.lower() in _BROKEN_DOWN for c in s.chunks)
    return said and not s.query.group and not s.query.beside


CHECKS: tuple[Check, ...] = (
    breakdown_unread,
    comparison_listed,
    undivided,
    amount_listed,
    much_counted,
    common_individual,
    grouped_by_measure,
    amount_of_one,
    one_of_two_counted,
    holder_unshown,
    second_unanswered,
    years_pooled,
    either_year,
    often_counted,
    other_unit,
)
