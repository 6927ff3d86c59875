"""The reading of a question for a figure, by the one way that says its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.state import Mention, Reading, Run
from core.ask.tokens import Token
from core.ask.translators.rules.candidates import probed, tree_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.frames.figure import FigureFrame, figure_frame
from core.ask.translators.rules.frames.figures import Figures, FigureWay
from core.ask.translators.rules.frames.made import (
    AHEAD,
    ENOUGH,
    SURE,
    TRIED,
    Rows,
    reading_of,
    rows_of,
)
from core.ask.translators.rules.grammar.parse import Parse
from core.ask.translators.rules.money_for_many import money_added_up
from core.ask.translators.rules.our_people import our_people
from core.ask.translators.rules.passes import passed
from core.ask.translators.rules.plan import Plan
from core.ask.translators.rules.query import Filter, Item, Order, Query
from core.ask.translators.rules.sql.multiplied import multiplied
from core.ask.translators.rules.stars import figure_of_rows
from core.ask.translators.rules.told import of_money, told
from core.model import UNSURE

_GROUPED = frozenset(("per", "each", "every"))


def figured(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts, run: Run, plain: Reading | None
) -> Reading | None:
    """The reading of the one way that says the words, or the `plain` reading, where that gives the same.

    A plain reading that uses all words and is shown has its way.
    """
    placed = {**of_money(tokens, mentions, facts), **told(tokens, mentions, facts)}
    frame = figure_frame(tokens, mentions, {i for start, (end, _) in placed.items() for i in range(start, end)})
    if frame is None or _more_asked(tokens, mentions, frame):
        return None
    ways = Figures(frame, tokens, mentions, placed, facts).ways()
    if ways and (money_added_up(tokens, (w := (ways[0].figure,)), facts) or our_people(tokens, w, facts)):
        return None
    if not ways or ways[0].score < ENOUGH or not ways[0].whole or figure_of_rows(facts, ways[0].rows):
        return None
    near = [w for w in ways if w.score > ways[0].score - AHEAD][:TRIED]
    made = [(w, m) for w in near if (m := _made(w, tokens, facts, run)) is not None]
    theirs = rows_of(plain, run)
    if plain is not None and theirs:
        if any(w.whole and _alike(rows, theirs) for w, (_, rows) in made):
            return replace(plain, confidence=max(plain.confidence, SURE), ignored=())
        if plain.confidence >= UNSURE and not plain.ignored and _of_form(plain, frame):
            return None
    if not made or made[0][0] is not ways[0] or not ways[0].alone:
        return None
    query, rows = made[0][1]
    same = all(set(others) == set(rows) for _, (_, others) in made)
    return reading_of(query, ways[0].joins, (), facts) if same else None


def _more_asked(tokens: Sequence[Token], mentions: Sequence[Mention], frame: FigureFrame) -> bool:
    """Several things joined, or groups, are said that the frame does not have; `by cheque` is none."""
    said = {t.lower for t in tokens}
    cells = {m.start for m in mentions if m.links and m.links[0].kind == "value"}
    by = any(t.lower == "by" and i + 1 not in cells for i, t in enumerate(tokens))
    grouped = bool(frame.groups or frame.part)
    return ("and" in said and not frame.apart) or ((by or bool(said & _GROUPED)) and not grouped)


def _of_form(plain: Reading, frame: FigureFrame) -> bool:
    """It is told apart where that is asked for, and there alone."""
    query = plain.plan.query if isinstance(plain.plan, Plan) else None
    return query is not None and bool(query.group) == bool(frame.groups or frame.part or frame.apart)


def _alike(ours: Rows, theirs: Rows) -> bool:
    """The same cells in each row, in whichever order."""
    return len(ours) == len(theirs) and {frozenset(r) for r in ours} == {frozenset(r) for r in theirs}


def _made(way: FigureWay, tokens: Sequence[Token], facts: Facts, run: Run) -> tuple[Query, Rows] | None:
    """None where the query does not run or finds nothing."""
    query = passed(_query(way), facts, tokens)
    tree = tree_of(Parse(query, (), way.joins), facts, ())
    if tree is None or multiplied(query, tree, facts):
        return None
    rows, runs = probed(query, tree, facts, run)
    return (query, rows) if runs and rows and any(cell for row in rows for cell in row) else None


def _query(way: FigureWay) -> Query:
    """The groups with their figure, the largest first, or the times in their order."""
    group = tuple(c for a in way.groups for c in a.group)
    known = tuple(Filter(Item(a.column), "is not null") for a in way.groups if not a.table)
    parted = (way.part,) if way.part is not None else ()
    order = [*(Order(Item(c)) for c in parted), *([Order(way.figure, True)] if group else [])]
    return Query(
        (*map(Item, parted), *(Item(c) for a in way.groups for c in a.shown), way.figure),
        (*way.where, *known),
        (*parted, *group),
        order=tuple(order[:1]),
        tables=(way.rows,),
    )
