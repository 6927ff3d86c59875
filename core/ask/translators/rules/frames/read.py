"""The reading of a question for what there is most of, by the one way that says its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.state import Mention, Reading, Run
from core.ask.tokens import Token
from core.ask.translators.rules.candidates import probed, tree_of
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.frames.frame import Frame, frame_of
from core.ask.translators.rules.frames.made import AGREED, AGREEING, AHEAD, ENOUGH, TRIED, Rows, reading_of, rows_of
from core.ask.translators.rules.frames.singles import Singles
from core.ask.translators.rules.frames.solve import Solving
from core.ask.translators.rules.frames.ways import Way
from core.ask.translators.rules.grammar.parse import Parse
from core.ask.translators.rules.passes.known_values import known_only
from core.ask.translators.rules.passes.named_where_kept import named_where_kept
from core.ask.translators.rules.plan import Plan
from core.ask.translators.rules.query import Col, Filter, Item, Order, Query
from core.ask.translators.rules.told import of_money, told

_SPENDING = frozenset(("spend", "spends", "spent", "spending"))


def foremost(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts, run: Run, plain: Reading | None
) -> Reading | None:
    """The reading of the one way that says the words, or the `plain` reading, where a way that says most of them gives
    the same."""
    frame = frame_of(tokens, mentions)
    if frame is None:
        return None
    placed = {**of_money(tokens, mentions, facts), **told(tokens, mentions, facts)}
    solving = [kind for kind, meant in ((Solving, frame.grouped), (Singles, bool(frame.adjectives))) if meant]
    ways = [way for kind in solving for way in kind(frame, tokens, mentions, placed, facts).ways()]
    ways.sort(key=lambda w: -w.score)
    if not ways or ways[0].score < AGREEING:
        return None
    best = ways[0]
    if best.measure.aggregate == "count" and _SPENDING & {t.lower for t in tokens}:
        return None  # what they spent is no number of rows
    near = [w for w in ways if w.score > best.score - AHEAD][:TRIED]
    made = {id(w): _made(w, frame, tokens, facts, run) for w in near}
    rows = {id(w): m[1] for w in near if (m := made[id(w)]) is not None}
    known = rows_of(plain, run)
    if plain is not None and known and len(best.unread) <= 1 and _same_figure(best, plain):
        agreeing = [w for w in near if _agree(rows.get(id(w), ()), known, len(w.asked.shown))]
        if agreeing and agreeing[0].score >= AGREEING:
            return replace(plain, confidence=max(plain.confidence, AGREED))
    mine = made[id(best)]
    if mine is None or best.unread or best.score < ENOUGH:
        return None
    if any(rows.get(id(w)) != mine[1] for w in near if id(w) in rows):
        return None
    return reading_of(mine[0], best.asked.joins, best.unread, facts)


def _same_figure(way: Way, plain: Reading) -> bool:
    """Both are by one figure: who has most applications is not who has most objections, though it be one name."""
    if not isinstance(plain.plan, Plan):
        return False
    query, measure = plain.plan.query, way.measure
    reckoned = [i for i in query.select if i.aggregate] + [o.item for o in query.order]
    return not reckoned or any(
        i.formula or (_of(i) == _of(measure) and i.aggregate in ("", measure.aggregate)) for i in reckoned
    )


def _of(item: Item) -> Col | str:
    """What is reckoned: a column, or of a count of rows their table."""
    return item.column or item.table


def _agree(ours: Rows, theirs: Rows, width: int) -> bool:
    """The same names, in the same number."""
    named = [set(row[:width]) for row in ours]
    return bool(named) and len(ours) == len(theirs) and all(any(n <= set(row) for row in theirs) for n in named)


def _made(way: Way, frame: Frame, tokens: Sequence[Token], facts: Facts, run: Run) -> tuple[Query, Rows] | None:
    """None where the query does not run or finds nothing."""
    descending = frame.descending if way.descending is None else way.descending
    query = named_where_kept(_query(way, descending, frame.limit, facts), facts, tokens)
    tree = tree_of(Parse(query, (), way.asked.joins), facts, ())
    if tree is None:
        return None
    rows, runs = probed(query, tree, facts, run)
    return (query, rows) if runs and rows else None


def _query(way: Way, descending: bool, limit: int, facts: Facts) -> Query:
    asked = way.asked
    known = () if asked.table or not asked.group else (Filter(Item(asked.column), "is not null"),)
    query = Query(
        (*(Item(c) for c in (*asked.shown, *way.beside)), way.measure),
        (*way.where, *known),
        (*asked.group, *way.beside) if asked.group else (),
        order=(Order(way.measure, descending),),
        limit=limit,
        tables=(way.rows,),
    )
    return known_only(query, facts, ())
