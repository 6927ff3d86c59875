"""`in 2023 and in 2024`, `fewer orders in 2023 or in 2024`, `2023 against 2024`: times set beside
each other."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chart.calendar import date_of, met_by, together, told_apart
from core.ask.translators.rules.chart.constructs.counting import rows
from core.ask.translators.rules.chart.constructs.dates import figure_then
from core.ask.translators.rules.chart.constructs.parts import added_up
from core.ask.translators.rules.chart.edge import Rule
from core.ask.translators.rules.chart.meanings import Bound, Columns, Cue, Figure, Group, Sorted, Things, Time, Whole
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import AnyOf

_AND_IN = ("and in", "and for", "and during", "and on", "and of", "and then in", "or in", "or on", "or for")
_AGAINST = ("against", "versus", "vs", "vs.", "compared with", "compared to", "as against", "as compared to")
CUES = {"and in": _AND_IN, "against": _AGAINST, "comparing": ("compare", "comparing", "comparison of")}
_FEWER = ("less", "fewer", "lower", "smaller")


def _spans(time: Time) -> tuple[Time, ...]:
    """Each of several times."""
    if not time.part:
        return tuple(replace(time, spans=(s,)) for s in time.spans)
    return tuple(replace(time, spans=(Bound("=", (v,)),)) for s in time.spans for v in s.values)


def figures_apart(shown: Figure, times: Time, facts: Facts) -> Figure | None:
    """`how many in 2023 and in 2024`: a figure for each."""
    each = [met_by(shown.things, t, facts) for t in _spans(times)]
    if any(len(where) != 1 for where in each) or any(i.where or i.formula for i in shown.items) or shown.things.rank:
        return None
    items = tuple(replace(i, where=where) for where in each for i in shown.items)
    where = (*shown.things.where, AnyOf(tuple(where[0] for where in each)))
    return replace(shown, items=items, things=replace(shown.things, where=where))


def by_times(shown: Figure, times: Time, facts: Facts) -> Figure | None:
    """`the total, 2023 against 2024`: the times as groups."""
    column = date_of(shown.things.table, facts, days=bool(times.part))
    part = told_apart(column, times, facts) if column is not None and len(_spans(times)) > 1 else None
    then = figure_then(shown, times, facts) if part is not None and shown.group is None else None
    return replace(then, group=Group((part,))) if then is not None and part is not None else None


def compared(cue: Cue, shown: Figure, facts: Facts) -> Whole | None:
    """`fewer orders in 2023 or in 2024`: the fewest first."""
    down = cue.text.split()[0] not in _FEWER
    return Whole(shown, Sorted(shown.items[0], down)) if shown.group is not None else None


def amount_by_times(columns: Columns, times: Time, facts: Facts) -> Figure | None:
    """`litres, 2023 against 2024`."""
    shown = added_up(columns, facts)
    return by_times(shown, times, facts) if shown is not None else None


def things_by_times(things: Things, times: Time, facts: Facts) -> Figure | None:
    return by_times(rows(things), times, facts) if not (things.having or things.rank) else None


def after_joint(cue: Cue, spot: Time, facts: Facts) -> Time:
    return spot


_PLACE = frozenset("in during of from on at for".split())
_KINDS = (("and in", "apart"), ("against", "versus"))
RULES = (
    *(Rule(f"{cue} a spot", cue, "spot", f"{cue} spot", after_joint, near=True) for cue, _ in _KINDS),
    *(Rule(f"spots: {said}", "spot", f"{cue} spot", f"spots {said}", lambda a, b, k: together(a, b))
      for cue, said in _KINDS),
    Rule("a figure for each time", "figure", "spots apart", "figure", figures_apart, 0.02),
    Rule("figure by times", "figure", "spots versus", "figure", by_times, 0.05),
    Rule("amount by times", "column", "spots versus", "heading", amount_by_times, 0.1),
    Rule("things by times", "things", "spots versus", "heading", things_by_times, 0.1),
    Rule("things in either time", "things", "spots apart", "times compared", things_by_times),
    Rule("things in one or another", "things", "spot", "times compared", things_by_times, between=_PLACE),
    Rule("comparing the times", "comparing", "times compared", "figure", lambda cue, shown, facts: shown, 0.02),
    *(Rule(f"{sign} in which time", f"cmp:{sign}", "times compared", "whole", compared) for sign in (">", "<")),
)  # fmt: skip
