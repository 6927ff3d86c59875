"""`which trade grew the most from 2023 to 2024`: the group whose figure of one year lies furthest above another's.

The question is asked for the later year alone; its figure then becomes the difference of the two years'.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from core.ask.rewording.phrases import Reworded, Tail
from core.ask.translators.rules.query import Condition, Filter, Formula, Order, Query, figure

_UP = r"grew|grow|rose|rise|increased?|went up|go up|gained?|improved?|climbed?"
_DOWN = r"fell|fall|dropped?|decreased?|declined?|went down|go down|shrank|shrink|lost|lose"
_NOUNS_UP, _NOUNS_DOWN = r"rise|increase|growth|gain|jump", r"fall|drop|decrease|decline|reduction|loss"
_YEARS = r"(?:from|between) (?P<then>[12]\d{3}) (?:to|and) (?P<now>[12]\d{3})"
_BY = r"(?: by (?:the )?| (?:the )?)(?:most|largest amount)(?: \w+)??"
_TAIL = r"(?:,? (?:and|,) (?:by )?how (?:many|much).*)?\W*"
_FORMS = tuple(
    re.compile(said + _TAIL, re.IGNORECASE)
    for said in (
        rf"(?:which|what) (?P<group>.+?) (?:had|saw|has|with) the (?:biggest|largest|greatest|highest) "
        rf"(?:(?P<up>{_NOUNS_UP})|(?P<down>{_NOUNS_DOWN})) in (?P<what>.+?) {_YEARS}",
        rf"(?:which|what) (?P<group>.+?) (?:(?P<up>{_UP})|(?P<down>{_DOWN})){_BY}(?: in (?P<what>.+?))? {_YEARS}",
        rf"in (?:which|what) (?P<group>.+?) did (?P<what>.+?) (?:(?P<up>{_UP})|(?P<down>{_DOWN})){_BY} {_YEARS}",
    )
)
_NUMBER = frozenset(("number", "numbers", "the number", "size", "count"))


_FIGURES = frozenset("average mean median total typical highest lowest number".split())


def grown(text: str) -> Iterator[Reworded]:
    """The question for the later year, and that it asks where the figure changed most; nothing where it does not."""
    met = next((m for form in _FORMS if (m := form.fullmatch(" ".join(text.split())))), None)
    if met is None:
        return
    group, what, now = met["group"], (met["what"] or "").removeprefix("the "), met["now"]
    kind, _, rows = group.partition(" of ")
    counted = rows if not what or what.lower() in _NUMBER else ""
    tail = Tail("growth", 1, (int(met["then"]), int(now)), falling=bool(met["down"]))
    plain = [f"number of {counted} per {kind}"] if counted else [f"{what} per {group}"]
    if what and not counted and what.lower().split()[0] not in _FIGURES:
        plain += [f"total {what} per {group}", f"number of {what} per {group}"]
    wants = "avg" if what.lower().split()[:1] in (["average"], ["mean"]) else ""
    yield from (Reworded(f"{p} in {now}", (tail,), strong=True, wants=wants) for p in plain if counted or what)


def change_of(query: Query, tail: Tail) -> Query | None:
    """The query with its one figure as the difference of the two years, the group first where it is largest."""
    then, now = tail.years
    figures = [i for i in query.select if i.aggregate in ("count", "sum", "avg")]
    timed = [c for c in query.where if _of_year(c, now)]
    if len(figures) != 1 or len(timed) != 1 or not query.group or query.having or query.beside or query.share:
        return None
    (counted,), (later,) = figures, timed
    earlier = _in_year(later, now, then)
    if earlier is None:
        return None
    sides = [replace(counted, where=(*counted.where, c)) for c in (later, earlier)]
    made = figure(Formula("-", sides[0], sides[1], f"change from {then} to {now}"))
    change = replace(made, table=counted.table or (counted.column.table if counted.column else ""))
    return replace(
        query,
        select=tuple(i for i in query.select if i != counted),
        where=tuple(c for c in query.where if c != later),
        order=(Order(change, not tail.falling),),
        limit=tail.rows,
    )


def _of_year(condition: Condition, year: int) -> bool:
    return isinstance(condition, Filter) and _in_year(condition, year, year) is not None


def _in_year(condition: Condition, now: int, then: int) -> Filter | None:
    """The condition for another year: `= 2024`, `like '2024%'`."""
    if not isinstance(condition, Filter) or condition.operator not in ("=", "like") or len(condition.values) != 1:
        return None
    value = condition.values[0]
    if value == float(now):
        return replace(condition, values=(float(then),))
    if isinstance(value, str) and value.rstrip("%") == str(now):
        return replace(condition, values=(value.replace(str(now), str(then)),))
    return None
