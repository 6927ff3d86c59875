"""What to ask back: joins in doubt or missing, which of several ways or amounts or dates counts, what a row is, numbers
that mean “not known”, bare codes and letters.

Each question has a stake: how much of what people may ask hangs on it, by the rows of its table, the joins that lead
there and the kind of question. Only what the files leave open is asked, and only where a click can answer it, or a
word for each of a few letters.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache

from core.ask.figures.cubes import cube_of
from core.ask.interview.asked import MOST_OPTIONS, STAKES, Asked, Option
from core.ask.interview.codes import of_codes
from core.ask.interview.joining import implied, of_alone, of_ways
from core.ask.interview.meaning import of_amounts, of_row
from core.ask.names import Names
from core.ask.state import SchemaView
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.passes.known_values import STAND_INS, is_number, stand_in
from core.ask.translators.rules.query import Col
from core.documents.match import dictionary, owners_of
from core.model import NUMERIC, Column, Join, Table

MOST = 10
_SENTINELS = STAND_INS | {99, 999, 9999, 99999}
_ALIKE = 0.4
"""How like the labels of columns must be that fit by their values and are not joined."""
_UNUSED, _BESIDE = 0.6, 0.15
"""How much less hangs on a join that is not used, and on one between tables that another one joins."""
_FEWEST = 2
"""Rows that hold a number before it is asked about."""
_FAR = 5
"""How many times the next largest common value a large number is, to look like none."""


def questions(tables: Sequence[Table], joins: Sequence[Join], done: Collection[str] = ()) -> tuple[Asked, ...]:
    """At most ten, those first on which most answers depend; `done` are ids answered or skipped before."""
    owners = owners_of(tables)
    own = [t for t in tables if not t.derived_from and not dictionary(t, owners) and t.rows]
    usable = [j for j in joins if j.state != "rejected"]
    names = Names(own)
    ends = Counter(name for j in usable for name in {j.child_table, j.parent_table})
    weight = {t.name: math.log10(10 + t.rows) * (1 + ends[t.name]) for t in own}

    @cache
    def facts() -> Facts:
        return Facts(SchemaView(tuple(own), tuple(usable)))

    named = {t.name: t for t in own}
    joined = {
        f"{t}.{c}" for j in usable for t, of in ((j.child_table, j.child), (j.parent_table, j.parent)) for c in of
    }
    found = [q for t in own for q in _of_table(t, own, facts, names, weight[t.name], joined)]
    found = [q for q in found if q.kind != "row" or not _of_figures(named[q.id.partition(":")[2]], own, usable)]
    found += [*_of_joins(joins, named, weight), *of_alone(named, usable, weight)]
    if len(own) > 1:
        found += [*of_ways(named, usable, facts(), names, weight), *of_amounts(named, facts(), weight)]
    found.sort(key=lambda q: (-q.stake, q.id))
    ended = frozenset(done)
    return tuple(q for q in found if q.id not in ended)[:MOST]


def _of_table(
    table: Table,
    tables: Sequence[Table],
    facts: Callable[[], Facts],
    names: Names,
    weight: float,
    joined: Collection[str],
) -> Iterator[Asked]:
    yield from of_row(table, names, tables, weight)
    yield from _date(table, names, weight)
    for column in table.columns:
        yield from _unknown(table, column, facts, weight)
        yield from of_codes(table, column, weight, joined)


def _of_figures(table: Table, tables: Sequence[Table], joins: Sequence[Join]) -> bool:
    """A panel of figures (`visits` by site and month): nobody calls one of its rows by a name."""
    titled = table.layout is not None and table.layout.title
    return not titled and cube_of(table, tables, joins) is not None


def _date(table: Table, names: Names, weight: float) -> Iterator[Asked]:
    dates = [c for c in table.columns if c.type in ("date", "datetime") and c.profile.filled]
    if len(dates) < 2 or table.when or table.family:
        return
    yield Asked(
        f"date:{table.name}", "date", f"Which date of {names.many(table.name)} counts, where a question names a year?",
        f"“… in 2024” means the first of them now: `{dates[0].label}`.",
        tuple(Option(c.label, (("date", table.name, c.name, ""),)) for c in dates[:MOST_OPTIONS]),
        STAKES["date"] * weight,
    )  # fmt: skip


def _unknown(table: Table, column: Column, facts: Callable[[], Facts], weight: float) -> Iterator[Asked]:
    """A number at the end of a measure's range that looks like “not known”."""
    place = Col(table.name, column.name)
    ends = {column.profile.minimum, column.profile.maximum}
    if column.type not in NUMERIC or column.codes or not ends & _SENTINELS:
        return
    if facts().identifying(place) or facts().year(place):
        return
    common = {float(v): n for v, n in column.profile.common if is_number(v)}
    for end in dict.fromkeys((column.profile.minimum, column.profile.maximum)):
        if not isinstance(end, int | float) or end not in _SENTINELS or common.get(float(end), 0) < _FEWEST:
            continue
        others = [v for v in common if v != end]
        odd = not any(v < 0 for v in others) if end < 0 else bool(others) and end > _FAR * max(map(abs, others))
        if odd:
            said = str(int(end))
            now = "leave" if end == stand_in(column) else "would leave"
            options = (
                Option("Yes, leave it out", (("code", column.id, said, "not known"),)),
                Option("No, it is a figure", (("code", column.id, said, said),)),
            )
            yield Asked(
                f"unknown:{column.id}={said}", "unknown",
                f"Does {said} in `{column.label}` of `{table.label}` stand for “not known”?",
                f"{common[float(end)]:,} rows have it; averages and totals {now} them out.",
                options, STAKES["unknown"] * weight,
            )  # fmt: skip


def _leads(join: Join) -> str:
    if join.evidence.cardinality == "n:m":
        return "both repeat, so that each row would meet all those of the other that have its value"
    return "each would lead to its row there"


def _of_joins(joins: Sequence[Join], tables: Mapping[str, Table], weight: Mapping[str, float]) -> Iterator[Asked]:
    usable = [j for j in joins if j.state != "rejected"]
    met = {frozenset((j.child_table, j.parent_table)) for j in usable}
    for j in joins:
        hoped = j.offered and j.evidence.label_similarity >= _ALIKE
        waits = (j.state == "probable" or hoped) and not j.reviewed
        if not waits or implied(j, usable) or j.child_table not in tables or j.parent_table not in tables:
            continue
        child = " and ".join(f"`{tables[j.child_table].label}`.`{c}`" for c in j.child)
        parent = " and ".join(f"`{tables[j.parent_table].label}`.`{c}`" for c in j.parent)
        apart = frozenset((j.child_table, j.parent_table)) not in met
        share = 1.0 if j.state == "probable" else _UNUSED if apart else _BESIDE
        used = "It is used now, with a warning." if j.state == "probable" else "It is not used now."
        yield Asked(
            f"join:{j.id}", "join", f"Is {child} the same as {parent}?",
            f"{j.evidence.containment:.0%} of the values of the first are found in the second: {_leads(j)}. {used}",
            (Option("Yes, join them", (("join", j.id, "confirmed", ""),)),
             Option("No", (("join", j.id, "rejected", ""),))),
            STAKES["join"] * weight[j.child_table] * (1 - j.score / 2) * share,
        )  # fmt: skip
