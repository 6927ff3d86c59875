"""What a careful person would want to know about an answer: its joins, its words, its rows."""

from __future__ import annotations

from collections.abc import Iterable

from core.ask.data_clock import clock_told
from core.ask.load_warnings import doubts
from core.ask.outside_data import outside_data
from core.ask.published_totals import published_totals
from core.ask.remarks import remarks, shared_place
from core.ask.same_names import merged_names, same_names
from core.ask.services import Services
from core.ask.spelled_apart import spelled_apart
from core.ask.state import State
from core.ask.top_rows import TopRows
from core.ask.translators.rules.plan import Plan
from core.ask.walks import in_common
from core.model import Caution
from core.text.words import counted

DOUBT = "doubt"
"""What the reading does goes against the question's words."""
ONLY_IN_COMMON = "only_in_common"
"""Two tables were joined by what both refer to, though the question does not name it."""


def cautions(state: State, services: Services, found: TopRows) -> Iterable[Caution]:
    """The warnings to say beside the answer, in their order."""
    joins = {j.id: j for j in services.joins}
    for e in state["paths"][0]:
        left, right = f"{e.left_table}.{'+'.join(e.left)}", f"{e.right_table}.{'+'.join(e.right)}"
        if e.state != "confirmed":
            yield Caution("unconfirmed_join", f"The join of {left} with {right} is probable, not confirmed.")
        if e.cardinality == "n:m":
            yield Caution("many_to_many", f"{left} and {right} both repeat: rows may be counted more than once.")
        join = joins.get(e.join_id)
        if join is not None and join.evidence.containment < 0.995:
            share = 1 - join.evidence.containment
            child, parent = f"{join.child_table}.{'+'.join(join.child)}", f"{join.parent_table}.{'+'.join(join.parent)}"
            yield Caution("rows_lost", f"{share:.1%} of the different values of {child} are not in {parent}.")
    labels = {t.name: t.label for t in services.tables}
    for between, one, other in in_common(state["paths"][0], state["reading"].tables):
        here, there, said = (labels.get(t, t) for t in (one, other, between))
        yield Caution(
            ONLY_IN_COMMON,
            f"Rows of {here} and {there} are together here only because they have the same row of {said}: "
            f"each meets all the others of it.",
        )
    if fits := state.get("fits_alike"):
        here, *others = fits
        said = " and ".join(f"“{o}”" for o in others)
        yield Caution(
            "fits_alike",
            f"This is from the tables of “{here}”. The question fits those of {said} as well: say a word that "
            "only they have, or choose what a word means.",
        )
    if ignored := state.get("ignored"):
        words = ", ".join(f"“{w}”" for w in ignored)
        yield Caution("words_ignored", f"These words had no part in the answer: {words}.")
    yield from doubts(services.tables, state["sql"].text, services.engine.dialect)
    yield from remarks(state["sql"].text, services.engine.dialect, services.tables, state["paths"][0])
    yield from spelled_apart(state["sql"].text, services.engine.dialect, services.tables)
    yield from published_totals(state["sql"].text, services.engine.dialect, services.tables, state["rows"])
    plan = state["reading"].plan
    if isinstance(plan, Plan):
        yield from clock_told(state["question"].text, state["view"].tables)
        yield from same_names(plan.query, plan.facts, state["rows"])
        yield from merged_names(plan.query, plan.facts)
        yield from outside_data(plan.query, plan.facts, state["rows"])
    if doubt := state["reading"].doubt:
        yield Caution(DOUBT, f"{doubt[:1].upper()}{doubt[1:]}.")
    if found.sharing:
        passed = plan.query.offset if isinstance(plan, Plan) else 0
        all_shown = found.beside is not None and bool(found.beside.sharing)
        yield shared_place(len(state["rows"].rows), passed, all_shown=all_shown)
    if state["rows"].truncated:
        yield Caution("truncated", f"Only the first {counted(len(state['rows'].rows), 'row is', 'rows are')} shown.")
    if not state["rows"].rows:
        yield Caution("empty", "Nothing was found.")
