"""The rules translator: no model, the same steps. Links → readings → one chosen → Cypher → SQL → a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.ask.state import (
    Attempt,
    Clarify,
    Draft,
    JoinTree,
    Link,
    Mention,
    NotUnderstood,
    Question,
    Reading,
    Run,
    SchemaView,
)
from core.ask.tokens import Token, tokenise
from core.ask.translators.rules.chunk import Chunk, chunk
from core.ask.translators.rules.cypher import columns_of, join_path
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar import Parse, parse
from core.ask.translators.rules.phrase import Phrase
from core.ask.translators.rules.query import Query, all_tables
from core.ask.translators.rules.rank import Candidate, confidence, content, features
from core.ask.translators.rules.render import render
from core.ask.translators.rules.resolve import Chosen, resolve, role
from core.ask.translators.rules.tell import sentence
from core.ask.trees import connect
from core.errors import QueryError
from core.model import Rows


@dataclass(frozen=True, slots=True)
class Plan:
    """What a reading of the rules carries: the query and the facts it was made from."""

    query: Query
    facts: Facts
    preferred: tuple[str, ...] = ()
    """Joins that the question's words speak for, where two tables have several."""


class RulesTranslator:
    """Reads plain questions by a grammar over linked words. Deterministic; nothing leaves the machine."""

    name = "rules"

    def read(
        self, question: Question, mentions: Sequence[Mention], schema: SchemaView, run: Run
    ) -> Reading | Clarify | NotUnderstood:
        """The likeliest reading, with runners-up. Not understood when nothing links or nothing connects."""
        tokens = tokenise(question.text)
        facts = Facts(schema)
        preferred = spoken_for(tokens, schema)
        candidates: list[Candidate] = []
        for choice in resolve(tokens, mentions, schema):
            run.check()
            chunks = chunk(tokens, mentions, choice.links)
            parsed = parse(chunks, facts)
            if parsed is None or parsed.query in [c.query for c in candidates]:
                continue
            candidate = self._candidate(chunks, parsed, choice, facts, preferred, run)
            if candidate is not None:
                candidates.append(candidate)
        if not candidates:
            said = tuple((m.text, _meaning(m, facts)) for m in mentions if m.links)
            known = {i for m in mentions for i in range(m.start, m.end)}
            left = tuple(t.text for i, t in enumerate(tokens) if i not in known and t.kind != "punct")
            reason = (
                "I found words that I know, but no way to connect them."
                if mentions
                else "None of the words match a table, a column or a value."
            )
            return NotUnderstood(reason, said, left)
        candidates.sort(key=lambda c: -c.score)
        if lost := self._unconnected(mentions, candidates[0], schema):
            said = tuple((m.text, _meaning(m, facts)) for m in mentions if m.links)
            return NotUnderstood(lost, said)
        readings = [self._reading(c, facts, confidence(c, candidates)) for c in candidates[:4]]
        return replace(readings[0], runners_up=tuple(readings[1:]))

    def cypher(self, reading: Reading, schema: SchemaView, failed: Sequence[Attempt], run: Run) -> Draft | None:
        """The path query; on repair the same path with every table in between named."""
        if not isinstance(reading.plan, Plan) or len(failed) > 1:
            return None
        needed = all_tables(reading.plan.query)
        if len(needed) == 1:
            return None if failed else columns_of(needed[0])
        preferred = reading.plan.preferred
        tree = connect(schema, needed, preferred=preferred)
        if tree is None:
            return None
        return join_path(tree, tree.tables if failed else needed, preferred)

    def sql(self, reading: Reading, tree: JoinTree, failed: Sequence[Attempt], run: Run) -> Draft | None:
        """The reading's SELECT along the tree; on repair with plain joins in place of sub-queries."""
        if not isinstance(reading.plan, Plan) or len(failed) > 1:
            return None
        return Draft(render(reading.plan.query, tree, reading.plan.facts, plain=bool(failed)), {}, reading.enriched)

    def tell(self, reading: Reading, rows: Rows, run: Run) -> Iterator[str]:
        """The answer in one sentence, from a template."""
        yield sentence(reading, rows)

    def _unconnected(self, mentions: Sequence[Mention], best: Candidate, schema: SchemaView) -> str:
        """What to say when a table named outright had to be left out because no join leads to it; else ""."""
        labels = {t.name: t.label for t in schema.tables}
        for mention in mentions:
            tables = [k.table for k in mention.links if k.kind == "table" and k.score >= 0.95 and k.table in labels]
            others = [k for k in mention.links if k.score >= 0.95 and k.table in best.tree.tables]
            if not tables or others or any(t in best.tree.tables for t in tables):
                continue
            if all(connect(schema, (*best.tree.tables, t)) is None for t in tables):
                here = " and ".join(f"`{labels[t]}`" for t in best.tree.tables)
                return f"I know no join that connects `{labels[tables[0]]}` with {here}. Add it on the graph page."
        return ""

    def _candidate(
        self, chunks: list[Chunk], parsed: Parse, choice: Chosen, facts: Facts, preferred: tuple[str, ...], run: Run
    ) -> Candidate | None:
        """The parsed query with its join tree, tried out; None when its tables do not connect."""
        tree = connect(facts.schema, all_tables(parsed.query), preferred=preferred)
        if tree is None:
            return None
        try:
            alive = 1.0 if run.probe(render(parsed.query, tree, facts)).rows else 0.5
        except QueryError:
            alive = 0.0
        per_mention = choice.score / max(1, len(choice.links))
        told = features(chunks, choice.links, tree, parsed.ignored, alive, per_mention)
        used = tuple(k for k in choice.links if k)
        return Candidate(parsed.query, tree, tuple(chunks), used, parsed.ignored, told, preferred)

    def _reading(self, c: Candidate, facts: Facts, sure: float) -> Reading:
        phrase = Phrase(facts)
        links = tuple((k.text, _target(k.link, facts)) for k in c.chunks if k.link)
        return Reading(
            "data",
            phrase.query(c.query),
            all_tables(c.query),
            links,
            content(c.ignored),
            sure,
            Plan(c.query, facts, c.preferred),
        )


def spoken_for(tokens: Sequence[Token], schema: SchemaView) -> tuple[str, ...]:
    """Of several joins of the same tables, those whose column the words speak for ("departing", `SourceAirport`)."""
    pairs = Counter(frozenset((j.child_table, j.parent_table)) for j in schema.joins)
    several = [j for j in schema.joins if pairs[frozenset((j.child_table, j.parent_table))] > 1]
    return tuple(j.id for j in several if role(tokens, " ".join(j.child)) > 0)


def _target(link: Link | None, facts: Facts) -> str:
    """What a link means, in the files' own labels."""
    if link is None:
        return ""
    table = facts.tables[link.table]
    column = table.column(link.column)
    if column is None:
        return f"`{table.label}`"
    return f"`{table.label}`.`{column.label}`" + (f" = '{link.value}'" if link.kind == "value" else "")


def _meaning(mention: Mention, facts: Facts) -> str:
    known = [k for k in mention.links if k.table in facts.tables]
    return " or ".join(_target(k, facts) for k in known[:3]) or "something outside the tables in view"
