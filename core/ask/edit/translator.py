"""A reading that a person made, as a translator: it takes the way of every question, but nothing is read from words."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.conversation.following import FollowingRules
from core.ask.edit.check import check
from core.ask.form import Form
from core.ask.state import Attempt, Clarify, Draft, Mention, NotUnderstood, Question, Reading, Run, SchemaView
from core.ask.translators.rules.cypher import columns_of, join_path
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.plan import Plan
from core.ask.translators.rules.query import all_tables
from core.ask.translators.rules.realisation.phrase import Phrase
from core.model import BY_HAND, Join, Table


class FormTranslator(FollowingRules):
    """`Translator` of one form. Its paths prefer the joins that the form names."""

    name = BY_HAND

    def __init__(self, form: Form, tables: Sequence[Table], joins: Sequence[Join]) -> None:
        """`tables` and `joins` are the whole schema. Raises BadEdit where the form does not fit it."""
        self.form = form
        self.facts: Facts = form.facts(tables, joins)
        check(form.query, self.facts)
        self.tables = tuple(dict.fromkeys(self.facts.source(t) for t in all_tables(form.query)))
        """The tables that the answer needs."""

    def read(
        self, question: Question, mentions: Sequence[Mention], schema: SchemaView, run: Run
    ) -> Reading | Clarify | NotUnderstood:
        """The form as a reading, whatever the question says."""
        query = self.form.query
        return Reading(
            "data",
            Phrase(self.facts).query(query),
            self.tables,
            confidence=1.0,
            plan=Plan(query, self.facts, self.form.joins),
            roles=self.form.meant(self.facts),
        )

    def cypher(self, reading: Reading, schema: SchemaView, failed: Sequence[Attempt], run: Run) -> Draft | None:
        """The path query over the whole schema, since a person may join tables that no word of a question names."""
        if len(failed) > 1:
            return None
        if len(reading.tables) == 1:
            return None if failed else columns_of(reading.tables[0])
        return join_path(self.facts.base, reading.tables, reading.roles, longer=2 * len(failed))
