"""The rules, trying other ways to say a question that they do not read surely as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from core.ask.conversation.fragment import joined
from core.ask.conversation.selling import plainly as plainly_sold
from core.ask.conversation.shares_of_groups import GroupShareRules
from core.ask.data_clock import with_now_of_data
from core.ask.deciding import LEFT, deciding
from core.ask.label_stems import stems
from core.ask.language import ENGLISH
from core.ask.rewording.ahead_of_data import ahead_of_data
from core.ask.rewording.asides import plainly
from core.ask.rewording.days_reversed import days_reversed
from core.ask.rewording.differences import difference
from core.ask.rewording.exclusions import excluding
from core.ask.rewording.half_told import half_told, placeless
from core.ask.rewording.instructions import meant_plainly
from core.ask.rewording.looser_spans import said_in_months
from core.ask.rewording.month_spans import months_spanned
from core.ask.rewording.month_years import years_of_headers
from core.ask.rewording.part_rates import says_part
from core.ask.rewording.phrases import Reworded, but_quoted, plainer
from core.ask.rewording.ranking_parts import NOT_CUT, RankingPart, cut, ranking_part
from core.ask.rewording.relative import absolute
from core.ask.rewording.rows_meant import Ask
from core.ask.rewording.set_off import set_off
from core.ask.rewording.side_clauses import each_once, foremost_last
from core.ask.rewording.tails import with_query, with_tails
from core.ask.rewording.time_spans import spans_in_months
from core.ask.rewording.unsaid import unsaid
from core.ask.rewording.ways_to_say import Said, ways_to_say
from core.ask.rewording.weeks import spans_in_days
from core.ask.rewording.year_names import years_as_written
from core.ask.state import Clarify, Mention, NotUnderstood, Question, Reading, Run, SchemaView
from core.ask.tokens import stem, tokenise
from core.ask.translators.rules.chart.read import hear
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.frames.read import foremost
from core.ask.translators.rules.frames.read_figure import figured
from core.ask.translators.rules.plan import Plan
from core.ask.translators.rules.query import AnyOf, Col, Filter, Query, scalars_of
from core.ask.translators.rules.query_parts import figures_in
from core.ask.translators.rules.realisation.guesses import with_guesses
from core.ask.translators.rules.told.per_other import per_other
from core.ask.translators.rules.told.with_tax import amounts_with_tax, tax_said
from core.model import TEMPORAL, UNSURE
from core.text.words import words

_UNUSED = 0.1
"""What each word that is not used takes off a reading."""
_PARTS = ("growth", "halves", "days", "known", "also", "pairs", "part")
"""What is asked behind a question, where the question without it would say only a part of what is read."""
_CERTAIN = 0.7
"""From this on a reading is not asked again by the frame of its question alone."""
_MEANT = 0.6
"""How sure a question of its own must be that says which rows a clause means."""
_SHORT = 5
"""Tokens of a text that follows on and asks for a part at most: “and by region?”."""
_BETTER = 0.05
"""How much surer another way to say it must be."""


def _doubted(plain: Reading, framed: Reading) -> bool:
    """The frame gives what the ranker doubts for more than that it is not sure of it."""
    if not plain.doubt or plain.confidence > LEFT or not isinstance(plain.plan, Plan):
        return False
    if not isinstance(framed.plan, Plan):
        return False
    one, other = plain.plan.query, framed.plan.query
    return (one.select, one.where, one.group) == (other.select, other.where, other.group)


def _spoken_for(question: Question) -> bool:
    """A person has said what it means, or it is said in another language."""
    return bool(question.overrides or question.reading or question.language != ENGLISH)


def _half(text: str, query: Query, schema: SchemaView) -> str:
    """Why a query answers half of the question at most."""

    def dated(column: Col) -> bool:
        table = schema.table(column.table)
        found = table.column(column.name) if table else None
        return found is not None and (found.type in TEMPORAL or "year" in words(found.label))

    def headed(word: str) -> bool:
        return any(word in words(c.label) for t in schema.tables for c in t.columns)

    def lacked(word: str) -> bool:
        named = [c for t in schema.tables for c in t.columns if stem(word) in stems(c.label)]
        return not named or any(c.profile.nulls for c in named)

    return half_told(tokenise(text), query, dated, headed, lacked)


class RewordingRules(GroupShareRules):
    """`GroupShareRules` that know everyday turns of phrase."""

    def read(
        self, question: Question, mentions: Sequence[Mention], schema: SchemaView, run: Run
    ) -> Reading | Clarify | NotUnderstood:
        spoken_for = _spoken_for(question)
        part = None if spoken_for else ranking_part(question.text, mentions)
        if part is not None:
            return self._cut(question, part, mentions, schema, run)
        found = self._meant_by(question, mentions, schema, run)
        plan = found.plan if isinstance(found, Reading) and not question.reading else None
        if not isinstance(plan, Plan) or not isinstance(found, Reading):
            return found
        found, query = with_guesses(found, mentions), plan.query
        why = unsaid(question.text, mentions, query) or _half(question.text, query, schema)
        why = why or ahead_of_data(query, schema) or days_reversed(query, plan.facts)
        why = why or placeless(tokenise(question.text), query, plan.facts)
        if not why:
            return found
        return replace(found, confidence=min(found.confidence, LEFT), doubt=why, runners_up=())

    def _cut(
        self, question: Question, part: RankingPart, mentions: Sequence[Mention], schema: SchemaView, run: Run
    ) -> Reading | Clarify | NotUnderstood:
        """The ranking with a part of its rows, as `the top 10 %`; withheld where what is read ranks nothing so."""
        text = part.text if part.percent else question.text
        found = self._meant_by(replace(question, text=text), run.link(text), schema, run)
        plan = found.plan if isinstance(found, Reading) else None
        query = cut(plan.query, part, plan.facts) if isinstance(plan, Plan) and part.percent else None
        if not isinstance(found, Reading):
            return found
        why = (
            NOT_CUT if query is None else unsaid(question.text, mentions, query) or _half(question.text, query, schema)
        )
        if query is None or why:
            return replace(found, confidence=min(found.confidence, LEFT), doubt=why, runners_up=())
        return replace(with_query(found, query), rewritten="", runners_up=())

    def _meant_by(
        self, question: Question, mentions: Sequence[Mention], schema: SchemaView, run: Run
    ) -> Reading | Clarify | NotUnderstood:
        """The reading of the question in plain words, where it says them otherwise."""
        asked = meant_plainly(foremost_last(plainly(question.text, run.link)))
        asked = with_now_of_data(asked, schema)
        text = but_quoted(
            years_as_written(years_of_headers(asked, schema), schema),
            absolute,
            months_spanned,
            lambda said: said_in_months(said, run.link),
            lambda said: spans_in_months(said, run.link),
            spans_in_days,
            plainer,
        )
        if text != question.text and not (question.overrides or question.reading):
            found = self._reworded(replace(question, text=text), run.link(text), schema, run)
            if not isinstance(found, Reading) or found.rewritten:
                return found
            return replace(found, rewritten=text, confidence=min(found.confidence, _capped(text, found)))
        return self._reworded(question, mentions, schema, run)

    def _reworded(
        self, question: Question, mentions: Sequence[Mention], schema: SchemaView, run: Run
    ) -> Reading | Clarify | NotUnderstood:
        """The reading of the question as it stands where that is sure, else the surest of other ways to say it."""
        spoken_for = _spoken_for(question)
        sides = None if spoken_for else self._difference(question, mentions, schema, run)
        if sides is not None and sides.confidence >= UNSURE:
            return sides
        plain = super().read(question, mentions, schema, run)
        tokens = tokenise(question.text)
        if spoken_for or isinstance(plain, Clarify):
            return plain
        sure = _sureness(question.text, plain) if isinstance(plain, Reading) else 0.0
        follows = bool(question.earlier) and joined(tokens)
        if follows and (sure >= UNSURE or len(tokens) <= _SHORT):  # “and by region?” is no question of its own
            return plain
        if sides is not None and isinstance(plain, Reading) and not _same_figures(plain, sides):
            return replace(sides, confidence=min(sides.confidence, LEFT))
        facts = Facts(schema)
        said = Said(question.text, tokens, mentions, schema, facts, run.link)
        divided = sure >= UNSURE and bool(per_other(tokens, mentions, facts))
        found: list[tuple[float, bool, Reading, Reworded]] = []
        ask = self._surely(question, schema, run)
        for other in (others := ways_to_say(said, plain, sure=sure >= UNSURE, divided=divided)):
            run.check()
            plainer_one = replace(question, text=other.text, earlier=())
            read = self._reworded if other.deep else super().read
            reading = read(plainer_one, run.link(other.text), schema, run)
            met = None
            if isinstance(reading, Reading) and _has(reading, other.wants):
                met = with_tails(reading, other, ask)
            if met is not None:
                whole = not any(t.asks in _PARTS for t in other.tails)  # else it says a part of what is read
                met = replace(met, rewritten=other.text if whole else "")
                sureness = min(met.confidence, _capped(other.text, met)) if other.deep else _sureness(other.text, met)
                found.append((sureness, other.strong, met, other))
        found.sort(key=lambda f: -f[0])
        best = next((f for f in found if f[0] >= (UNSURE if f[1] else max(UNSURE, sure + _BETTER))), None)
        unmet = (
            excluding(question.text) is not None
            or (each_once(question.text) and not _counts_things(plain))
            or any(t.asks == "only" for o in others for t in o.tails)
        )
        if best is None and sure < _CERTAIN and not question.hint:
            known = plain if isinstance(plain, Reading) else None
            first = foremost(tokens, mentions, facts, run, known) or figured(tokens, mentions, facts, run, known)
            known_so = hear(tokens, mentions, facts).kinds or plainly_sold(question.text, facts)  # what no frame knows
            decided = first is not None and known_so
            doubted = first is not None and known is not None and _doubted(known, first)
            if first is not None and not decided and not doubted and not _untaxed(question.text, first):
                return replace(first, confidence=min(first.confidence, LEFT)) if unmet and not _denies(first) else first
        if best is None:
            left = isinstance(plain, Reading) and (_denies(plain) or _untaxed(question.text, plain))
            if not isinstance(plain, Reading) or left or not unmet:
                return plain
            surer = ((r, o) for _, _, r, o in found if r.rewritten and r.confidence > plain.confidence)
            met = next((_worded(r, o) for r, o in surer), plain)
            return replace(met, confidence=min(met.confidence, LEFT))
        sure, _, reading, other = best
        if isinstance(plain, Reading) and _says_part(plain, others):
            return replace(plain, confidence=min(max(plain.confidence, sure), _capped(question.text, plain)))
        return replace(_worded(reading, other), confidence=min(reading.confidence, sure), runners_up=())

    def _surely(self, question: Question, schema: SchemaView, run: Run) -> Ask:
        """Reads a question by itself, where it can be read surely; the same one once."""

        @cache
        def ask(text: str) -> Query | None:
            run.check()
            alone = replace(question, text=text, earlier=())
            found = super(RewordingRules, self).read(alone, run.link(text), schema, run)
            if not isinstance(found, Reading) or not isinstance(found.plan, Plan) or _sureness(text, found) < _MEANT:
                return None
            return found.plan.query

        return ask

    def _difference(
        self, question: Question, mentions: Sequence[Mention], schema: SchemaView, run: Run
    ) -> Reading | None:
        """How much more there is of one side than of the other, each read by itself; None where one is not surely."""
        sides = difference(question.text, mentions)
        read: list[Reading] = []
        for text in (sides.first, sides.second) if sides else ():
            found = super().read(replace(question, text=text, earlier=()), run.link(text), schema, run)
            if not isinstance(found, Reading) or not isinstance(found.plan, Plan):
                return None
            read.append(replace(found, confidence=min(found.confidence, _capped(text, found))))
        plans = [r.plan for r in read if isinstance(r.plan, Plan)]
        query = set_off(plans[0].query, plans[1].query, plans[0].facts) if len(plans) > 1 else None
        if query is None:
            return None
        same = not any(scalars_of(i) for i in query.select)  # one figure: of a side without rows it is less sure
        sure = (max if same else min)(r.confidence for r in read)
        return replace(with_query(read[0], query), confidence=sure, runners_up=(), rewritten="")


def _counts_things(reading: Reading | NotUnderstood) -> bool:
    """Different ones are counted, or the rows of things and not of what happened to them."""
    plan = reading.plan if isinstance(reading, Reading) and isinstance(reading.plan, Plan) else None
    figures = [i for i in figures_in(plan.query) if i.aggregate] if plan else []
    facts = plan.facts if plan else None
    return bool(figures) and all(
        i.distinct or (i.aggregate == "count" and facts and i.table in facts.tables and facts.own_when(i.table) is None)
        for i in figures
    )


def _denies(reading: Reading) -> bool:
    """Some rows are left out because of what they are, or lack."""
    query = reading.plan.query if isinstance(reading.plan, Plan) else None
    where = query.where if query else ()
    return any(
        (isinstance(c, Filter) and c.operator in ("!=", "not like", "is null")) or getattr(c, "negated", False)
        for condition in where
        for c in (condition.parts if isinstance(condition, AnyOf) else (condition,))
    )


def _untaxed(text: str, reading: Reading) -> bool:
    """What is left out is the tax, and the schema tells it apart."""
    known = isinstance(reading.plan, Plan) and bool(amounts_with_tax(reading.plan.facts))
    return known and tax_said(tokenise(text)) is not None


def _same_figures(one: Reading, other: Reading) -> bool:
    """Both reckon with the same figures of the same columns, whatever their rows."""
    plans = [r.plan for r in (one, other) if isinstance(r.plan, Plan)]
    said = [{(i.aggregate, i.column, i.table) for i in figures_in(p.query) if i.formula is None} for p in plans]
    return len(said) > 1 and said[0] == said[1]


def _worded(reading: Reading, other: Reworded) -> Reading:
    """Not said to be the other question where that leaves a clause of it out: `the first three`, `no shows aside`."""
    return replace(reading, rewritten="") if other.tails else reading


def _says_part(reading: Reading, others: Sequence[Reworded]) -> bool:
    """It shows the part of some rows that another way to say it asks for."""
    query = reading.plan.query if isinstance(reading.plan, Plan) else None
    return query is not None and any(t.asks == "part" and says_part(query, t) for o in others for t in o.tails)


def _capped(text: str, reading: Reading) -> float:
    """The most confidence that words left over leave."""
    return LEFT if deciding(tokenise(text), reading.ignored, reading.chips) else 1.0


def _sureness(text: str, reading: Reading) -> float:
    """The confidence in a reading of a text, less what its words left over take off."""
    return min(reading.confidence, _capped(text, reading)) - _UNUSED * len(reading.ignored)


def _has(reading: Reading, aggregate: str) -> bool:
    """The reading shows such a figure, or ranks by one."""
    if not aggregate:
        return True
    query = reading.plan.query if isinstance(reading.plan, Plan) else None
    items = (*query.select, *(o.item for o in query.order)) if query else ()
    return any(i.aggregate == aggregate or i.formula for i in items)
