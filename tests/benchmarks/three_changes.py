"""How many questions that are not right at first are right after at most three changes with the editor.

Run `python -m tests.benchmarks.three_changes DATA QUESTIONS [--show] [--every N]` from the repository's root: `DATA`
holds a folder of CSVs for each database, `QUESTIONS` cases with their SQL. A search stands in for the person: it knows
what the expected SQL speaks of (its tables, columns, values), makes the changes that the editor's lists offer of these,
those first that bring the reading nearer, and stops when the rows are the expected ones. A change is one figure,
column, condition, group, order, number of rows, table, role or join set, added or taken away; beginning anew (with a
list of rows, their number, a figure) is one, too, as are another meaning of a word and another reading, where the
answer offers them. The search is narrow, so its figures are what a person at least can reach.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from core.ask.edit import arranging, changes, conditions, parts, percentages, tables, things
from core.ask.edit.afresh import Beginning, begun
from core.ask.edit.formulas import between_values
from core.ask.edit.offers import Offers
from core.ask.edit.portions import closed, of_total, opened
from core.ask.edit.roles import second_roles, with_both
from core.ask.form import Form, begin
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import (
    Among,
    AnyOf,
    Filter,
    Item,
    Leading,
    Query,
    Related,
    Scalar,
    all_tables,
)
from core.ask.trees import connect
from core.config import Settings
from core.errors import JoineryError
from core.evaluate.cases import Case, read_cases
from core.evaluate.score import score
from core.index.embed import NgramEmbedder
from core.model import Answer, Override
from core.workspace import Workspace, open_workspace
from tests.benchmarks.wanted import Wanted, missing_joins, parts_of, wanted

MOST = 3
TRIED = 40
"""Readings asked after each number of changes, the nearest ones."""
KEPT = 40
"""Readings that are changed further."""


def first(ws: Workspace, case: Case) -> Answer | None:
    """The first answer."""
    *_, last = ws.questions.ask(case.question, hint=case.hint)
    return last if isinstance(last, Answer) else None


def shown(case: Case, answer: Answer | None) -> bool:
    """Whether an answer is right and shown."""
    return answer is not None and answer.sql is not None and not answer.unsure and score(case, answer.rows)


def search(ws: Workspace, case: Case, answer: Answer | None, most: int = MOST) -> int | None:
    """After how many changes the rows are right; 0 where the reading that was withheld is; None beyond `most`."""
    base = ws.questions.facts(begin(ws.tables.all()[0].name))
    goal = wanted(case.sql, base)
    seen: set[Query] = set()
    form = Form.of(answer.form) if answer is not None else None
    if form is not None and _right(ws, case, form):
        return 0
    left = [form] if form is not None else []
    for count in range(1, most + 1):
        after = [c for f in left for c in _changed(f, goal, ws.questions.facts(f))]
        if count == 1:
            after += list(_begun(goal, base))
            others = _others(ws, answer, goal)
            if any(a.sql is not None and score(case, a.rows) for a in others):
                return 1
            after += [f for a in others if (f := Form.of(a.form)) is not None]
        fresh = {f.query if not f.joins else (f.query, f.joins): f for f in after if f.query not in seen or f.joins}
        near = sorted(fresh.values(), key=lambda f: len(parts_of(f.query) ^ goal.parts))
        seen.update(f.query for f in near)
        if any(_right(ws, case, f) for f in near[:TRIED]):
            return count
        left = near[:KEPT]
    return None


def _begun(goal: Wanted, facts: Facts) -> Iterator[Form]:
    """Readings begun anew: a list of rows, their number, another figure."""
    for table in goal.tables:
        yield Form(begun(Beginning(table), facts))
        yield begin(table)
    for item in goal.figures:
        if item.column and item.formula is None:
            yield Form(begun(Beginning(item.column.table, item), facts))


def _others(ws: Workspace, answer: Answer | None, goal: Wanted) -> list[Answer]:
    """What the question gives with another meaning of one of its words, and its other readings, as the answer offers
    them."""
    if answer is None:
        return []
    named = {*goal.tables, *(f"{c.table}.{c.name}" for c in goal.columns), ""}
    meant = [
        Override(chip.words, target, chip.start)
        for chip in answer.chips
        for _, target in chip.alternatives
        if target.split("=")[0] in named
    ]
    again = ws.questions.ask_again
    asked = [again(answer, overrides=(*answer.overrides, o)) for o in meant[:TRIED]]
    asked += [again(answer, reading=a.enriched) for a in answer.alternatives if a.sql]
    out = []
    for steps in asked:
        try:
            *_, last = steps
        except JoineryError:
            continue
        out += [last] if isinstance(last, Answer) else []
    return out


def with_joins(folder: Path, case: Case, joins: Sequence[tuple[str, str, str, str]]) -> int | None:
    """The same in a copy of the workspace, in which a person has made these joins by hand, each a change."""
    if not joins or len(joins) > MOST:
        return None
    with tempfile.TemporaryDirectory() as other:
        shutil.copytree(folder, Path(other) / "w")
        with open_workspace(Settings(workspace=Path(other) / "w"), embedder=NgramEmbedder()) as ws:
            for ends in joins:
                ws.joins.add(*ends)
            answer = first(ws, case)
            found = 0 if shown(case, answer) else search(ws, case, answer, MOST - len(joins))
    return None if found is None else found + len(joins)


def _right(ws: Workspace, case: Case, form: Form) -> bool:
    try:
        *_, last = ws.questions.edited(replace(form, query=closed(form.query)))
    except JoineryError:
        return False
    return isinstance(last, Answer) and last.sql is not None and score(case, last.rows)


def _changed(form: Form, goal: Wanted, facts: Facts) -> Iterator[Form]:
    """The reading after one change, of those that what is wanted gives cause for."""
    query = opened(form.query)
    offers = Offers(query, facts)
    for said in (goal, *(goal.of(r.of, r.name) for r in form.roles if r.name)):
        steps = [*_of(query, said, facts), *_shows(query, said, facts)]
        steps += [*_meets(query, said, offers), *_sorts(query, said, offers)]
        for step in steps:
            yield replace(form, query=step)
    tree = connect(facts.base, list(dict.fromkeys(facts.source(t) for t in all_tables(query))), roles=form.meant(facts))
    for taken, other in second_roles(form, tree.edges if tree else (), facts.base):
        yield with_both(form, taken, other, facts.base)
    for j in facts.base.joins:
        if {j.child_table, j.parent_table} <= set(goal.tables) and j.id not in form.joins:
            yield replace(form, joins=(*form.joins, j.id))


def _tried(change: object, *given: object) -> list[Query]:
    assert callable(change)
    try:
        return [change(*given)]
    except JoineryError:
        return []


def _of(query: Query, goal: Wanted, facts: Facts) -> Iterator[Query]:
    for table in goal.tables:
        yield from _tried(tables.of_table, query, table, facts)
    for table in Offers(query, facts).keepable():
        yield tables.keeping(query, table)
    yield tables.keeping(query, "")
    yield arranging.different(query, not query.distinct)
    yield from _tried(percentages.share_of, query, not query.share)
    if query.group and len(parts.figures(query)) == 1:
        yield from _tried(of_total, query, True)
    for column in dict.fromkeys(percentages.compared(query)) if query.share else ():
        among = (c for c in query.among if c != column) if column in query.among else (*query.among, column)
        yield from _tried(percentages.part_of, query, tuple(among))
    if query.beside:
        yield changes.alone(query)
    for table in tables.joined_too(query):
        yield tables.without_table(query, table)


def _shows(query: Query, goal: Wanted, facts: Facts) -> Iterator[Query]:
    """Figures, columns and groups."""
    reckoned = parts.figures(query)
    once = [i for i in Offers(query, facts).once_each() if replace(i, table="") in goal.figures]
    for item in (*goal.figures, *once, *(Item(None, "count", table=t) for t in goal.tables)):
        yield from _tried(changes.with_figure, query, item, None, facts)
        for place in range(len(reckoned)):
            yield from _tried(changes.with_figure, query, item, place, facts)
    for place, item in enumerate(reckoned):
        yield from _tried(changes.without_figure, query, place, facts)
        plain = [met for met in goal.conditions if not met.item.aggregate]
        for met in plain if (goal.cases or goal.nested) and item.aggregate != "own" else ():
            if item.formula is None:
                yield from _tried(changes.with_figure, query, replace(item, where=(*item.where, met)), place, facts)
            yield from _tried(changes.with_portion, query, item, met, facts)
            for other in (o for o in plain if o.item == met.item and o != met):
                less = between_values(item, met, other, lambda i: "figure")
                yield from _tried(changes.with_figure, query, less, place, facts)
    if query.group or reckoned:
        now = things.now(query, facts)
        named = (things.Each(t) for t in goal.tables if things.each(t, facts))
        wished: list[things.Group] = [c for c in dict.fromkeys((*goal.groups, *goal.shown, *named)) if c not in now]
        for group in wished if goal.groups or goal.shown else ():
            yield things.per(query, (*now, group), facts)
            for old in now:
                yield things.per(query, [group if c == old else c for c in now], facts)
        for old in now:
            yield things.per(query, [c for c in now if c != old], facts)
    else:
        shown = list(parts.shown(query))
        for column in goal.shown:
            if Item(column) not in shown:
                yield changes.listing(query, (*shown, Item(column)))
                for item in shown:
                    yield changes.listing(query, [Item(column) if i == item else i for i in shown])
        for item in shown:
            yield from _tried(changes.listing, query, [i for i in shown if i != item])
        yield changes.everything(query)
    for item in goal.listed:
        yield from _tried(changes.also_listed, query, item, facts)
    for column in goal.shown if reckoned and not query.group else ():
        yield changes.listing(query, (Item(column),))


def _meets(query: Query, goal: Wanted, offers: Offers) -> Iterator[Query]:
    """Conditions, also inside those that rows have or have no others."""
    held = (*query.where, *query.having)
    for n, old in enumerate(held):
        yield conditions.taken_away(query, (n,))
        for new in goal.conditions:
            yield conditions.put(query, (n,), new)
            if isinstance(old, Filter) and (old.item, old.operator) == (new.item, new.operator) and old != new:
                yield conditions.put(query, (n,), replace(old, values=(*old.values, *new.values)))
            if isinstance(old, Filter | AnyOf) and not new.item.aggregate:
                yield conditions.any_of(query, (n,), new)
            if isinstance(old, Filter) and any(isinstance(v, Scalar) for v in old.values) and not new.item.aggregate:
                yield conditions.added(query, new, (n,))
        if isinstance(old, AnyOf):
            yield conditions.all_of(query, (n,))
        for m, inner in enumerate(conditions.inside(old)):
            yield conditions.taken_away(query, (n, m))
            yield from (conditions.put(query, (n, m), new) for new in goal.conditions if new != inner)
        if isinstance(old, Related):
            yield conditions.put(query, (n,), replace(old, negated=not old.negated))
            yield from (conditions.added(query, c, (n,)) for c in goal.conditions)
    yield from (conditions.added(query, c) for c in goal.conditions if c not in held)
    about = parts.about(query)
    for other in goal.tables if goal.nested and about else ():
        if other != about:
            for no in (True, False):
                some = conditions.related(about, other, no)
                yield conditions.added(query, some)
                its = (c for c in goal.conditions if c.item.column and c.item.column.table == other)
                yield from (conditions.added(query, replace(some, where=(c,))) for c in its if not c.item.aggregate)
                yield from (conditions.any_of(query, (n,), some) for n, _ in enumerate(query.where))
    for other in goal.tables:
        for bound in goal.conditions if about and other != about and offers.many(about, other) else ():
            if bound.item.aggregate == "count" and bound.item.column is None:
                so_many = replace(bound, item=Item(None, "count", table=other))
                yield conditions.added(query, conditions.related(about, other, False, so_many))
    for n, old in enumerate(held):
        for bound in goal.conditions if isinstance(old, Related) else ():
            if bound.item.aggregate in ("sum", "avg", "min", "max", "count") and bound.item.formula is None:
                so_much = replace(
                    bound, item=bound.item if bound.item.column else Item(None, "count", table=old.tables[0])
                )
                yield conditions.added(query, so_much, (n,))
    for key in offers.referred(about) if goal.limits and about else ():
        for measure in (Item(None, "count", table=about), *(f for f in goal.figures if f.aggregate == "sum")):
            yield from (conditions.added(query, Leading(key, measure, most)) for most in (True, False))
    yield from (conditions.added(query, v) for v in goal.among)
    if goal.nested and about in goal.tables:
        yield from (conditions.added(query, Among(c, ())) for c in offers.kinds(about) if c in goal.columns)
        for measure in (c for c in offers.measures(about) if c in goal.columns):
            for group in goal.groups:
                yield from (conditions.added(query, conditions.best_of(group, measure, way)) for way in (True, False))


def _sorts(query: Query, goal: Wanted, offers: Offers) -> Iterator[Query]:
    columns = {i.column for i in (*goal.orders, *goal.figures)} | {*goal.shown}
    for order in offers.orders():
        if order.item.aggregate or order.item.column in columns or order.item in goal.listed:
            yield arranging.ordered(query, order.item, order.descending, offers.facts)
    if query.order:
        yield arranging.ordered(query, None)
    for n in {*goal.limits, None, 1}:
        if n != query.limit:
            yield arranging.first(query, n)


def measure(data: Path, cases: Sequence[Case], show: bool) -> None:
    """Each database, then all of them."""
    counts: Counter[str] = Counter()
    for name in sorted({c.db for c in cases}):
        with tempfile.TemporaryDirectory() as kept:
            _one(name, data, [c for c in cases if c.db == name and c.sql], Path(kept) / "w", counts, show)
        print(f"{name}: {_told(counts)}", flush=True)  # noqa: T201


def _one(name: str, data: Path, cases: Sequence[Case], folder: Path, counts: Counter[str], show: bool) -> None:
    """One database. Joins that are missed are made last, in copies of its workspace."""
    reached: dict[str, int | None] = {}
    missed: dict[str, list[tuple[str, str, str, str]]] = {}
    with open_workspace(Settings(workspace=folder), embedder=NgramEmbedder()) as ws:
        ws.tables.load(sorted((data / name).glob("*.csv")))
        for case in cases:
            answer = first(ws, case)
            if shown(case, answer):
                counts["first"] += 1
                continue
            reached[case.id] = search(ws, case, answer)
            missed[case.id] = missing_joins(case.sql, ws.questions.facts(begin(ws.tables.all()[0].name)))
    for case in (c for c in cases if c.id in reached):
        found = reached[case.id]
        found = with_joins(folder, case, missed[case.id]) if found is None else found
        counts[str(found)] += 1
        if show:
            print(f"  {found!s:>5} {case.id} {case.question}", flush=True)  # noqa: T201


def _told(counts: Counter[str]) -> str:
    """So far: right at first, and of the others those within so many changes."""
    missed = counts.total() - counts["first"]
    upto = [sum(counts[str(n)] for n in range(m + 1)) for m in range(MOST + 1)]
    said = ", ".join(f"{n} within {m}" for m, n in enumerate(upto))
    return f"{counts['first']} of {counts.total()} right at first; of {missed} others {said}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("data", type=Path)
    options.add_argument("questions", type=Path)
    options.add_argument("--show", action="store_true")
    options.add_argument("--every", type=int, default=1, help="each N-th question only")
    given = options.parse_args()
    measure(given.data, read_cases(given.questions)[:: given.every], given.show)


if __name__ == "__main__":
    main()
