"""Figures group by group: which is first, which follow, how many there are; two are set against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from core.ask.cells import EMPTY, date, parted, text
from core.ask.names import listed
from core.ask.translators.rules.query import AnyOf, Col, Condition, Filter, Item, Query
from core.ask.translators.rules.realisation.moved import apart, covered, in_percent
from core.ask.translators.rules.realisation.per_thing import left_out, of_all
from core.ask.translators.rules.realisation.speech import Speech, side_of
from core.model import Rows, Value
from core.text.unknown import nothing_known

_NEXT = 2
"""How many are named behind the first."""
_NAMED = 10
_TIED = 3
_PAIR = 2


def grouped(q: Query, rows: Rows, say: Speech, about: str) -> str:
    """A figure for each group. With bounds on a figure: how many groups meet them."""
    return " ".join(filter(None, (_grouped(q, rows, say, about), left_out(q, say))))


def _grouped(q: Query, rows: Rows, say: Speech, about: str) -> str:
    n = len(rows.rows)
    figures = [k for k, i in enumerate(q.select) if i.aggregate]
    names = [named(q, r, say) for r in rows.rows]
    many = say.groups(q.group, about, n)
    count = f"more than {n:,} {many}" if rows.truncated else f"{n:,} {many}"
    if (different := len(set(names))) < n and not say.each_a_row(q.group):
        count = f"{n:,} rows for {different:,} {say.groups(q.group, about, different)}"
    bound = listed([say.having(f, about) for f in q.having])
    if bound and q.where:
        count, bound = _restricted(q, count, bound, say, about)
    if not figures:
        have = f" {'has' if n == 1 else 'have'} {bound}" if bound else ""
        return f"{count[:1].upper()}{count[1:]}{have}: {listed(names, _NAMED)}."
    by = q.order[0].item if q.order else None
    at = next((k for k in figures if q.select[k] == by), figures[0])
    item = q.select[at]
    values = [r[at] for r in rows.rows]
    if bound:
        opening = f"{count[:1].upper()}{count[1:]} {'has' if n == 1 else 'have'} {bound}"
        shown = [f"{name} ({v})" for name, v in zip(names, say.values(item, values), strict=True)]
        return f"{opening}: {listed(shown, _NAMED)}."
    unparted = replace(q, where=tuple(c for c in q.where if n != 2 or not _parts(c, q.group)))
    titles = [_title(unparted, q.select[k], say, about) for k in figures]
    title = f"{listed([titles[0], *(t[:1].lower() + t[1:] for t in titles[1:])])} by {say.group(q.group, about)}"
    known = [(name, v) for name, v in zip(names, values, strict=True) if isinstance(v, int | float)]
    if n == 1:
        return f"{title}: only {names[0]}, {say.value(item, values[0])}."
    if not known or (rows.truncated and not (q.order and q.order[0].item == item)):
        return f"{title}: {count}, listed below."
    if _timed(q, say):
        times = [str(r[0]) for r in rows.rows] if q.select[0].column == q.group[0] else ["", ""]
        gaps = _gaps(q.group[0].part, times[0], times[-1], n) + _lacking(names, values)
        if n == len(known) == _PAIR and not item.running and known[0][0] != EMPTY:
            said = any(isinstance(c, AnyOf) for c in q.where)
            return _risen(title, known, times, item, say, q.group[0], "" if said else gaps)
        return _course(title, known, names, item, say, gaps)
    if n == 2 and len(known) == 2:
        column = q.group[0]
        times = [str(r[0]) for r in rows.rows] if column.part in ("year", "month") and len(q.group) == 1 else []
        return _two(title, known, item, say) + (covered(column, sorted(times), say) if times else "")
    plain = say.counted(item, about) if item.aggregate == "count" else say.item(item, about)
    what = f" {plain}" if len(figures) > 1 else ""
    up = bool(q.order) and q.order[0].item == item and not q.order[0].descending
    count, apart = _nameless(q, rows, item, count, say, about) if different == n else (count, "")
    known = [k for k in known if k[0] != EMPTY] if apart else known  # it is told behind them
    told = not rows.truncated and not apart and (different == n or say.each_a_row(q.group))
    whole = of_all(q, n, say, about) if told else ""
    nothing = {name for name, r in zip(names, rows.rows, strict=True) if _nothing_known(q, r, say)}
    known = [k for k in known if k[0] not in nothing] if len(known) > len(nothing) + 1 else known
    return f"{title}: {_ranking(known, item, up, say, what)}; {whole or f'{count} in all{apart}'}."


def _nothing_known(q: Query, row: Sequence[Value], say: Speech) -> bool:
    """A group is of a code which says that nothing is known: it comes neither first nor last."""
    cells = [(say.facts.column(i.column), v) for i, v in zip(q.select, row, strict=True) if i.column in q.group]
    return any(c is not None and c.codes and nothing_known(c.meaning(str(v)) or str(v), c.label) for c, v in cells)


def _nameless(q: Query, rows: Rows, item: Item, count: str, say: Speech, about: str) -> tuple[str, str]:
    """How many groups there are that have a name, and the figure of the rows that belong to none."""
    at = [k for k, i in enumerate(q.select) if not i.aggregate]
    bare = [r for r in rows.rows if at and all(r[k] is None for k in at)]
    if rows.truncated or len(bare) != 1 or len(rows.rows) == 1:
        return count, ""
    n = len(rows.rows) - 1
    value = bare[0][q.select.index(item)]
    return f"{n:,} {say.groups(q.group, about, n)}", f", and {say.value(item, value)} for {EMPTY}"


def _restricted(q: Query, count: str, bound: str, say: Speech, about: str) -> tuple[str, str]:
    """`21 clients in Ashford have more than 2 visits in 2024`: what holds of the groups, then of what is counted."""
    things = q.group[0].table
    own = [c for c in q.where if isinstance(c, Filter) and c.item.column and c.item.column.table == things]
    rest = [c for c in q.where if c not in own]
    return " ".join([count, *say.clauses(own, things)]), " ".join([bound, *say.clauses(rest, about)])


def named(q: Query, row: Sequence[Value], say: Speech) -> str:
    """What a row is called: its cells that are no figures."""
    parts = [(i, v) for i, v in zip(q.select, row, strict=True) if not i.aggregate]
    return called([(i.column, v) for i, v in parts], say)


def each_once(names: Sequence[str]) -> list[str]:
    """Names of rows; one that several rows have is said once, with how many they are."""
    return [name if n == 1 else f"{name} ({n:,} rows)" for name, n in Counter(names).items()]


def called(parts: Sequence[tuple[Col | None, Value]], say: Speech) -> str:
    """A row's names: “Ann Lee”, “Ann Lee, Leeds”, “March 2021”; one with a comma of its own in quotation marks."""
    said = [say.value(Item(c), v) if c is not None else text(v) for c, v in parts]
    said = [f"“{s}”" if isinstance(v, str) and ", " in s else s for s, (_, v) in zip(said, parts, strict=True)]
    for k, (c, _) in enumerate(parts[:-1]):
        if c is not None and say.facts.person(c.table) == (c, parts[k + 1][0]):
            said[k : k + 2] = [f"{said[k]} {said[k + 1]}"]
            break
    return ", ".join(said) or "(no name)"


def _parts(c: Condition, group: Sequence[Col]) -> bool:
    """A condition that only says which groups there are: both are named."""
    parts = c.parts if isinstance(c, AnyOf) else (c,)
    return all(isinstance(p, Filter) and p.operator == "=" and p.item.column in group for p in parts)


def _title(q: Query, item: Item, say: Speech, about: str) -> str:
    if item.running:
        said = _title(q, replace(item, running=False), say, about).removeprefix("Total ")
        return f"Running total of {said[:1].lower()}{said[1:]}"
    if item.aggregate == "count" and (item.column is None or say.stands_for(item.column)):
        table = item.table or (item.column.table if item.column else about)
        said = say.things(table, q.where) if not item.where else say.counted(item, about)
    elif item.aggregate == "count":
        said = " ".join([say.counted(item, about), *(say.clauses(q.where, about) if not item.where else ())])
    elif (table := _counted_whole(item)) and q.where:
        said = f"{say.item(item, about).split()[0]} of all {say.things(table, q.where)}"
    else:
        said = say.of(say.item(item, about), say.things(about, q.where), about) if q.where else say.item(item, about)
    return said[:1].upper() + said[1:]


def _counted_whole(item: Item) -> str:
    """The table whose rows are counted, where the figure is a part of all of them."""
    f = item.formula
    whole = side_of(f.right) if f is not None and f.name.endswith(" of the total") else None
    return whole.table if whole is not None and whole.aggregate == "count" else ""


def _timed(q: Query, say: Speech) -> bool:
    """The groups are times, in their order."""
    first = q.group[0]
    alone = len(q.group) == 1 and bool(q.order) and q.order[0].item.column == first and not q.order[0].item.aggregate
    return alone and (first.part in ("decade", "year", "quarter", "month", "day") or _dated(first, say))


def _dated(c: Col, say: Speech) -> bool:
    """A year or a day; weekdays, and months of any year, are parts that come again."""
    found = say.facts.column(c) if not c.part else None
    return say.facts.year(c) or (found is not None and found.type in ("date", "datetime"))


def _course(
    title: str, known: list[tuple[str, int | float]], names: list[str], item: Item, say: Speech, gaps: str
) -> str:
    """A figure over time: where it is highest and where lowest."""
    top, low = max(v for _, v in known), min(v for _, v in known)
    span = f"{title}, {date(names[0])} to {date(names[-1])}"
    if top == low:
        return f"{span}: {say.value(item, top)} each time.{gaps}"
    if item.running:
        return f"{span}: {say.value(item, known[0][1])} at first, {say.value(item, known[-1][1])} in the end.{gaps}"
    most, least = ("the most", "the fewest") if item.aggregate == "count" else ("highest", "lowest")
    said = [
        f"{way} in {listed(found, _TIED)} ({shown})"
        for way, v, shown in zip((most, least), (top, low), say.values(item, (top, low)), strict=True)
        if (found := [date(name) for name, w in known if w == v])
    ]
    return f"{span}: {', '.join(said)}.{gaps}"


def _lacking(names: Sequence[str], values: Sequence[Value]) -> str:
    """The times of which there is no figure, said."""
    unknown = [date(name) for name, value in zip(names, values, strict=True) if value is None]
    return f" Not known for {listed(unknown, _TIED)}." if unknown else ""


def _gaps(part: str, first: str, last: str, n: int) -> str:
    """Years or months that no row stands for, said."""
    low, high = ([int(d) for d in said.split("-") if d.isdigit()] for said in (first, last))
    if (part, len(low), len(high)) not in (("year", 1, 1), ("month", 2, 2)):
        return ""
    spanned = high[0] - low[0] + 1 if part == "year" else 12 * (high[0] - low[0]) + high[1] - low[1] + 1
    return f" {part.capitalize()}s without any are not listed." if n < spanned else ""


def _two(title: str, known: list[tuple[str, int | float]], item: Item, say: Speech) -> str:
    """Two groups against each other."""
    (first, a), (second, b) = sorted(known, key=lambda k: -k[1])
    if a == b:
        return f"{title}: {first} and {second} have the same, {say.value(item, a)}."
    more = "more" if item.aggregate == "count" else "the higher figure"
    one, other = say.values(item, (a, b))
    return f"{title}: {first} has {more}, {one}, and {second} has {other}: a difference of {apart(a - b, item, say)}."


def _risen(
    title: str, known: list[tuple[str, int | float]], times: Sequence[str], item: Item, say: Speech, of: Col, gaps: str
) -> str:
    """A figure of two times."""
    (_, before), (_, after) = known
    then, now = (date(name) for name, _ in known)
    one, other = say.values(item, (before, after))
    note = f"{gaps}{covered(of, times, say) if of.part in ('year', 'month') else ''}"
    if before == after:
        return f"{title}, {then} to {now}: {one} each time.{note}"
    far = apart(after - before, item, say)
    percent = in_percent(after - before, before) if say.unit(item) != "%" else ""
    way = "up" if after > before else "down"
    return f"{title}: {one} in {then} and {other} in {now}, {way} by {far}{percent}.{note}"


def _ranking(known: list[tuple[str, int | float]], item: Item, up: bool, say: Speech, what: str) -> str:
    """Who is first, alone or with others, and the next two."""
    ranked = sorted(known, key=lambda k: k[1] if up else -k[1])
    best = ranked[0][1]
    first = [name for name, v in ranked if v == best]
    way = extreme(item, not up, say)
    parts = parted(v for _, v in ranked)
    shown = say.value(item, best, parts=parts)
    if len(first) == len(ranked):
        return f"all have the same, {shown}"
    if len(first) > _TIED:
        return f"{len(first):,} share the {way}{what} ({shown} each)"
    each = " each" if len(first) > 1 else ""
    verb = "have" if len(first) > 1 else "has"
    then = _following(ranked[len(first) :], item, say, parts)
    return f"{listed(first)} {verb} the {way}{what} ({shown}{each}), then {then}"


def _following(ranked: list[tuple[str, int | float]], item: Item, say: Speech, parts: bool) -> str:
    """The next two, with all that share their places."""
    places = [(v, [name for name, _ in held]) for v, held in groupby(ranked, key=lambda k: k[1])]
    told: list[str] = []
    for v, names in places[: 1 if len(places[0][1]) >= _NEXT else _NEXT]:
        each = " each" if len(names) > 1 else ""
        who = listed(names) if len(names) <= _TIED else f"{len(names):,} others"
        told.append(f"{who} ({say.value(item, v, parts=parts)}{each})")
    return listed(told) if all(len(names) == 1 for _, names in places[: len(told)]) else ", then ".join(told)


def extreme(item: Item, descending: bool, say: Speech) -> str:
    """`most` or `fewest` of a count, `highest` or `lowest` of another figure, `latest` or `earliest` of dates."""
    if item.aggregate == "count":
        return "most" if descending else "fewest"
    return say.way(item, descending)
