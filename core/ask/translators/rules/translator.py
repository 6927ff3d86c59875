"""The rules translator: no model, the same steps. Links → readings → one chosen → Cypher → SQL → a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from core.ask.deciding import LEFT
from core.ask.language import ENGLISH, phrases, readable
from core.ask.roles import in_roles
from core.ask.state import (
    Attempt,
    Clarify,
    Draft,
    JoinTree,
    Mention,
    NotUnderstood,
    Question,
    Reading,
    Run,
    SchemaView,
)
from core.ask.tokens import Token, tokenise
from core.ask.top_rows import NONE, TopRows
from core.ask.translators.rules.candidates import candidates
from core.ask.translators.rules.cypher import columns_of, join_path
from core.ask.translators.rules.denied_values import with_denials
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.figure_reading import figure_reading, finds_something, rows_named
from core.ask.translators.rules.grammar.amounts import with_amounts
from core.ask.translators.rules.grammar.days import with_years
from core.ask.translators.rules.grammar.definitions import columns_said, defined, definitions
from core.ask.translators.rules.grammar.kinds_beside import kinds_beside
from core.ask.translators.rules.grammar.names_of import with_names_of
from core.ask.translators.rules.grammar.paid_amounts import with_paid
from core.ask.translators.rules.grammar.parts_of_mentions import (
    heads_alone,
    named_by_references,
    unknown_of_its_own,
    without_words,
)
from core.ask.translators.rules.grammar.parts_of_texts import without_parts
from core.ask.translators.rules.grammar.role_tables import read_roles, without_roles
from core.ask.translators.rules.grammar.which_nouns import with_things_asked
from core.ask.translators.rules.linking.kinds_told import kinds_told
from core.ask.translators.rules.linking.resolve import Chosen, resolve
from core.ask.translators.rules.linking.verbs import without_verbs
from core.ask.translators.rules.own_keys import own_keys
from core.ask.translators.rules.plan import Plan
from core.ask.translators.rules.query import Definition, all_tables
from core.ask.translators.rules.ranking.features import content
from core.ask.translators.rules.ranking.rank import Candidate, confidence
from core.ask.translators.rules.readings import (
    apart,
    distinct,
    distinguish,
    not_understood,
    reading_of,
    spoken_of,
    unconnected,
)
from core.ask.translators.rules.realisation.answer import asks_whether, realised
from core.ask.translators.rules.realisation.guesses import guesses_told
from core.ask.translators.rules.realisation.tell import sentence
from core.ask.translators.rules.schema.questions import SchemaPlan, schema_question
from core.ask.translators.rules.schema.tell import schema_sentence
from core.ask.translators.rules.sql.render import render
from core.ask.translators.rules.told import of_money, told
from core.ask.translators.rules.told.numbered import with_numbers
from core.ask.translators.rules.told.participles import without_deeds
from core.ask.translators.rules.told.per_other import per_other
from core.ask.translators.rules.told.undone import with_things
from core.ask.translators.rules.told.with_tax import told_with_tax
from core.errors import QueryFailed
from core.model import UNSURE, Rows

MOST_ALONE = 3
"""Tables that a question is read of one by one where it cannot be read of several."""
ASKED_FOR = 0.5
"""The least confidence in a reading that a person has chosen."""


class RulesTranslator:
    """Reads plain questions by a grammar over linked words. Deterministic; nothing leaves the machine."""

    name = "rules"

    def read(
        self, question: Question, mentions: Sequence[Mention], schema: SchemaView, run: Run
    ) -> Reading | Clarify | NotUnderstood:
        """The likeliest reading, with runners-up. Not understood when nothing links or nothing connects."""
        tokens = tokenise(question.text)
        if (about_schema := schema_question(tokens, mentions, schema)) is not None:
            return about_schema
        if question.language != ENGLISH and not readable(tokens, mentions):
            return NotUnderstood(phrases(question.language).unread)
        facts = Facts(schema)
        figures = _over_figures(question, tokens, run)
        if figures is not None and per_other(tokens, mentions, facts):
            figures = None
        if figures is not None and not rows_named(tokens, mentions, figures.tables, facts):
            return figures
        mentions = with_amounts(tokens, with_numbers(tokens, facts.twins.distinguish(tokens, mentions), facts), facts)
        mentions = with_denials(tokens, mentions, facts)
        mentions = with_paid(tokens, kinds_beside(tokens, mentions), facts)
        mentions = with_things_asked(tokens, mentions, facts)
        mentions = named_by_references(unknown_of_its_own(tokens, mentions, facts), facts)
        mentions = without_deeds(tokens, mentions, facts)
        mentions = without_parts(tokens, without_verbs(tokens, own_keys(tokens, mentions, facts)))
        said = mentions = with_things(tokens, heads_alone(mentions, facts), facts)
        tokens = with_years(tokens, mentions, facts)
        found: list[Candidate] = []
        if (roles := read_roles(tokens, mentions, schema)) is not None:
            facts = Facts(roles.schema, schema, roles.roles)
            found = self._meant(question, tokens, roles.mentions, facts, roles.defined_at, run)
        if not found:
            facts = Facts(schema)
            found = self._meant(question, tokens, mentions, facts, {}, run)
        if figures is not None:  # else by another reader
            found = [c for c in found if not {facts.source(t) for t in c.tree.tables} <= set(figures.tables)]
            if not (found and finds_something(max(found, key=lambda c: c.score))):
                return figures
        if not found:
            known = {i for m in mentions for i in range(m.start, m.end)}
            left = tuple(t.text for i, t in enumerate(tokens) if i not in known and t.kind != "punct")
            if question.heard:  # “how” and “many” are our words
                left = content(left)
            reason = (
                (phrases(question.heard).unread if question.heard and not mentions else "")
                or apart(mentions, schema)
                or (
                    "I found words that I know, but no way to connect them."
                    if mentions
                    else "None of the words match a table, a column or a value."
                )
            )
            return replace(
                not_understood(reason, mentions, schema, left), plan=self._alone(question, tokens, mentions, facts, run)
            )
        found.sort(key=lambda c: -c.score)
        if lost := unconnected(mentions, found[0], facts):
            plan = Plan(found[0].query, facts, found[0].preferred)
            return replace(not_understood(lost, mentions, schema), plan=plan)
        readings = distinguish(
            [reading_of(c, said, facts, confidence(c, found), asks_whether(tokens)) for c in distinct(found)],
            facts,
        )
        if figures is not None:
            if readings[0].confidence < UNSURE:
                return replace(figures, confidence=min(figures.confidence, LEFT), runners_up=tuple(readings))
            readings.insert(1, figures)  # the rows themselves, where they are named; published figures of them beside
        wanted = next((r for r in readings if r.enriched == question.reading), None)
        if wanted is not None:
            readings = [
                replace(wanted, confidence=max(ASKED_FOR, wanted.confidence)),
                *(r for r in readings if r is not wanted),
            ]
        elif question.overrides:
            readings[0] = replace(readings[0], confidence=max(UNSURE, readings[0].confidence))
        return replace(readings[0], runners_up=tuple(_falling(readings[1:])))

    def _meant(
        self,
        question: Question,
        tokens: Sequence[Token],
        mentions: Sequence[Mention],
        facts: Facts,
        role_conditions: Mapping[int, tuple[int, Definition]],
        run: Run,
    ) -> list[Candidate]:
        """The candidates of a question whose words have their roles; `role_conditions` words stand for conditions."""
        hinted = defined(tokens, definitions(question.hint, facts.schema, mentions))
        hinted, mentions = columns_said(tokens, mentions, hinted)
        money = {} if hinted else without_roles(of_money(tokens, mentions, facts), mentions, facts)
        placed = {**money, **told(tokens, mentions, facts), **hinted, **role_conditions}
        placed = told_with_tax(placed, tokens, facts)
        taken = {i for start, (end, _) in placed.items() for i in range(start, end)}
        mentions = kinds_told(without_words(tokens, mentions, taken, facts), placed)
        mentions = with_names_of(tokens, mentions, facts)
        none = (Chosen((None,) * len(mentions), 0.0),) if placed else ()
        choices = resolve(tokens, mentions, facts.schema) or none
        return self._candidates(tokens, mentions, choices, facts, placed, run)

    def _alone(
        self, question: Question, tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts, run: Run
    ) -> Plan | None:
        """The question as it is read of one table alone, of those that most of its words speak of; a person goes on
        from there."""
        for table in spoken_of(mentions)[:MOST_ALONE]:
            told = [replace(m, links=tuple(k for k in m.links if k.table == table)) for m in mentions]
            found = self._meant(question, tokens, [m for m in told if m.links], facts, {}, run)
            if found:
                best = max(found, key=lambda c: c.score)
                return Plan(best.query, facts, best.preferred)
        return None

    def _candidates(
        self,
        tokens: Sequence[Token],
        mentions: Sequence[Mention],
        choices: Sequence[Chosen],
        facts: Facts,
        placed: Mapping[int, tuple[int, Definition]],
        run: Run,
    ) -> list[Candidate]:
        return candidates(tokens, mentions, choices, facts, placed, run)

    def cypher(self, reading: Reading, schema: SchemaView, failed: Sequence[Attempt], run: Run) -> Draft | None:
        """The path query; on repair the same path with every table in between named."""
        if isinstance(reading.plan, SchemaPlan):
            return None if failed else reading.plan.draft
        if not isinstance(reading.plan, Plan) or len(failed) > 1:
            return None
        if len(reading.tables) == 1:
            return None if failed else columns_of(reading.tables[0])
        return join_path(schema, reading.tables, reading.roles, longer=2 * len(failed))

    def sql(self, reading: Reading, tree: JoinTree, failed: Sequence[Attempt], run: Run) -> Draft | None:
        """The reading's SELECT along the tree; on repair with plain joins in place of sub-queries."""
        if not isinstance(reading.plan, Plan) or len(failed) > 1:
            return None
        facts = reading.plan.facts
        tree = in_roles(tree, facts.used(all_tables(reading.plan.query)))
        try:
            return Draft(render(reading.plan.query, tree, facts, plain=bool(failed)), {}, reading.enriched)
        except QueryFailed:  # along these joins it cannot be said
            return None

    def tell(self, reading: Reading, rows: Rows, run: Run, top: TopRows = NONE) -> Iterator[str]:
        """The answer in a sentence or two, from the query and its rows."""
        plan = reading.plan
        if isinstance(plan, SchemaPlan):
            yield schema_sentence(plan, rows)
        elif isinstance(plan, Plan):
            yield realised(plan.query, plan.facts, rows, top, yes_or_no=plan.yes_or_no)
            yield guesses_told(plan)
        else:
            yield sentence(reading.enriched, rows, top=top)


def _falling(readings: Sequence[Reading]) -> Iterator[Reading]:
    """Readings, likeliest first, each no surer than the one before it."""
    least = 1.0
    for r in readings:
        least = min(least, r.confidence)
        yield replace(r, confidence=least)


def _over_figures(question: Question, tokens: Sequence[Token], run: Run) -> Reading | None:
    """The reading over published statistics, where a table of theirs says every word; not of words that a person has
    given a meaning."""
    if question.language != ENGLISH or question.overrides or question.hint or question.reading:
        return None
    found = run.figures(tokens)
    reading = figure_reading(*found, run) if found else None
    return reading if reading and reading.confidence >= UNSURE else None
