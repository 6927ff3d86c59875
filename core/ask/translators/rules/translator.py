"""The rules translator: no model, the same steps. Links → readings → one chosen → Cypher → SQL → a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.ask.chips import chips_of, meaning
from core.ask.language import ENGLISH, phrases, readable
from core.ask.roles import in_roles, roles_of
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
from core.ask.top_rows import NONE, TopRows
from core.ask.translators.rules.chart.read import readings
from core.ask.translators.rules.cypher import columns_of, join_path
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.days import with_years
from core.ask.translators.rules.grammar.definitions import defined, definitions
from core.ask.translators.rules.grammar.naming import by_name
from core.ask.translators.rules.grammar.nouns import with_things
from core.ask.translators.rules.grammar.numbered import numbered, with_numbers
from core.ask.translators.rules.grammar.parse import Parse, left_over, parse
from core.ask.translators.rules.grammar.role_tables import read_roles
from core.ask.translators.rules.grammar.takings import takings
from core.ask.translators.rules.lexicon.chunk import Chunk, chunk
from core.ask.translators.rules.linking.ordered_by import without_sorting
from core.ask.translators.rules.linking.resolve import Chosen, reckoned, resolve, role
from core.ask.translators.rules.passes import passed
from core.ask.translators.rules.query import Definition, Query, all_tables
from core.ask.translators.rules.ranking.features import content, features
from core.ask.translators.rules.ranking.rank import Candidate, confidence
from core.ask.translators.rules.ranking.seen import NOT_HEARD, Seen
from core.ask.translators.rules.realisation.answer import asks_whether, realised
from core.ask.translators.rules.realisation.phrase import Phrase
from core.ask.translators.rules.realisation.tell import sentence
from core.ask.translators.rules.schema.questions import SchemaPlan, schema_question
from core.ask.translators.rules.schema.tell import schema_sentence
from core.ask.translators.rules.sql.render import render
from core.ask.trees import connect
from core.ask.why_apart import why_apart
from core.errors import QueryError, QueryTimeout
from core.model import UNSURE, ChipKind, Rows, Value

MOST_OTHERS = 4
"""Runner-up readings kept."""
ASKED_FOR = 0.5
"""The least confidence in a reading that a person has chosen."""
_KINDS: dict[str, ChipKind] = {
    "table": "table",
    "value": "filter",
    "filter": "filter",
    "having": "filter",
    "group": "grouping",
    "order": "order",
    "superlative": "order",
}


@dataclass(frozen=True, slots=True)
class Plan:
    """What a reading of the rules carries: the query and the facts it was made from."""

    query: Query
    facts: Facts
    preferred: tuple[str, ...] = ()
    """Joins that the question's words speak for, where two tables have several."""
    yes_or_no: bool = False
    """The question asks whether there is something."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A query that a reader gave, with what it was made from and its first rows."""

    parsed: Parse
    chunks: Sequence[Chunk]
    choice: Chosen
    tree: JoinTree
    rows: tuple[tuple[Value, ...], ...] | None
    runs: bool
    heard: float = NOT_HEARD
    parsed_so: bool = True
    """The reader of chunks gave it."""


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
        mentions = with_numbers(tokens, facts.twins.distinguish(tokens, mentions), facts)
        said = mentions = without_sorting(tokens, mentions)
        tokens = with_years(tokens, mentions, facts)
        candidates: list[Candidate] = []
        if (found := read_roles(tokens, mentions, schema)) is not None:
            facts = Facts(found.schema, schema, found.roles)
            candidates = self._meant(question, tokens, found.mentions, facts, found.defined_at, run)
        if not candidates:
            facts = Facts(schema)
            candidates = self._meant(question, tokens, mentions, facts, {}, run)
        if not candidates:
            known = {i for m in mentions for i in range(m.start, m.end)}
            left = tuple(t.text for i, t in enumerate(tokens) if i not in known and t.kind != "punct")
            reason = apart(mentions, schema) or (
                "I found words that I know, but no way to connect them."
                if mentions
                else "None of the words match a table, a column or a value."
            )
            return self._not_understood(reason, mentions, schema, left)
        candidates.sort(key=lambda c: -c.score)
        if lost := self._unconnected(mentions, candidates[0], facts):
            return self._not_understood(lost, mentions, schema)
        readings = distinguish(
            [
                self._reading(c, said, facts, confidence(c, candidates), asks_whether(tokens))
                for c in distinct(candidates)
            ],
            facts,
        )
        wanted = next((r for r in readings if r.enriched == question.reading), None)
        if wanted is not None:
            readings = [
                replace(wanted, confidence=max(ASKED_FOR, wanted.confidence)),
                *(r for r in readings if r is not wanted),
            ]
        elif question.overrides:
            readings[0] = replace(readings[0], confidence=max(UNSURE, readings[0].confidence))
        return replace(readings[0], runners_up=tuple(readings[1:]))

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
        money = {} if hinted else takings(tokens, mentions, facts)
        placed = {**money, **numbered(tokens, mentions, facts), **hinted, **role_conditions}
        taken = {i for start, (end, _) in placed.items() for i in range(start, end)}
        mentions = tuple(m for m in mentions if taken.isdisjoint(range(m.start, m.end)))
        none = (Chosen((None,) * len(mentions), 0.0),) if placed else ()
        choices = resolve(tokens, mentions, facts.schema) or none
        return self._candidates(tokens, mentions, choices, facts, placed, run)

    def _not_understood(
        self, reason: str, mentions: Sequence[Mention], schema: SchemaView, ignored: tuple[str, ...] = ()
    ) -> NotUnderstood:
        """No reading; what was recognised is said with its likeliest meanings."""
        known = [(m, [k for k in m.links if schema.table(k.table)]) for m in mentions]
        said = tuple((m.text, " or ".join(meaning(k, schema) for k in links[:3])) for m, links in known if links)
        taken = {m.start: (links[0], _KINDS.get(links[0].kind, "column")) for m, links in known if links}
        return NotUnderstood(reason, said, ignored, chips_of(mentions, taken, schema))

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
        return Draft(render(reading.plan.query, tree, facts, plain=bool(failed)), {}, reading.enriched)

    def tell(self, reading: Reading, rows: Rows, run: Run, top: TopRows = NONE) -> Iterator[str]:
        """The answer in a sentence or two, from the query and its rows."""
        plan = reading.plan
        if isinstance(plan, SchemaPlan):
            yield schema_sentence(plan, rows)
        elif isinstance(plan, Plan):
            yield realised(plan.query, plan.facts, rows, top, yes_or_no=plan.yes_or_no)
        else:
            yield sentence(reading.enriched, rows, top=top)

    def _unconnected(self, mentions: Sequence[Mention], best: Candidate, facts: Facts) -> str:
        """What to say when a table named outright, or a column without a part in the reading, had to be left out
        because no join leads there; else ""."""
        schema = facts.base
        here = tuple(dict.fromkeys(facts.source(t) for t in best.tree.tables))
        labels = {t.name: t.label for t in schema.tables}
        for mention in mentions:
            ignored = mention.text.lower() in [w.lower() for w in best.ignored]
            outright = ("table", "column") if ignored else ("table",)
            tables = [k.table for k in mention.links if k.kind in outright and k.score >= 0.95 and k.table in labels]
            others = [k for k in mention.links if k.score >= 0.95 and k.table in here]
            if not tables or others or any(t in here for t in tables):
                continue
            if all(connect(schema, (*here, t)) is None for t in tables):
                names = " and ".join(f"`{labels[t]}`" for t in here)
                why = why_apart(schema, (*here, tables[0]))
                return f"I know no join that connects `{labels[tables[0]]}` with {names}. {why}"
        return ""

    def _candidates(
        self,
        tokens: Sequence[Token],
        mentions: Sequence[Mention],
        choices: Sequence[Chosen],
        facts: Facts,
        placed: Mapping[int, tuple[int, Definition]],
        run: Run,
    ) -> list[Candidate]:
        """Each distinct query that the choices lead to and whose tables connect, tried out."""
        preferred = spoken_for(tokens, facts.schema)
        most = max((c.score for c in choices), default=0.0)
        cut = [(c, with_things(chunk(tokens, mentions, c.links, placed), facts)) for c in choices]
        tried: dict[Query, Tried] = {}
        for choice, chunks in cut:
            run.check()
            parsed = parse(chunks, facts)
            if parsed is not None:
                parsed = replace(parsed, query=passed(parsed.query, facts, tokens))
            if parsed is not None and parsed.query not in tried:
                tree = self._tree(parsed, facts, preferred)
                if tree is not None:
                    tried[parsed.query] = Tried(parsed, chunks, choice, tree, *probed(parsed.query, tree, facts, run))
        for heard in readings(tokens, mentions, facts) if not placed else ():
            run.check()
            chunks = heard.chunks(tokens, mentions)
            query, joins = by_name(passed(heard.query, facts, tokens), chunks, facts)
            known = tried.get(query)
            if known is not None:
                tried[query] = replace(known, heard=min(known.heard, heard.behind))
                continue
            parsed = Parse(query, left_over(chunks), joins)
            tree = self._tree(parsed, facts, preferred)
            if tree is not None:
                choice = Chosen(heard.links, reckoned(tokens, mentions, heard.links, facts.schema))
                rows = probed(query, tree, facts, run)
                tried[query] = Tried(parsed, chunks, choice, tree, *rows, heard.behind, parsed_so=False)
        return [self._candidate(tokens, mentions, t, facts, preferred, most) for t in agreeing(list(tried.values()))]

    def _tree(self, parsed: Parse, facts: Facts, preferred: tuple[str, ...]) -> JoinTree | None:
        """The joins that a query needs; None when its tables do not connect."""
        used = all_tables(parsed.query)
        roles = (*facts.used(used), *roles_of(facts.schema.joins, (*parsed.preferred, *preferred)))
        found = connect(facts.base, [facts.source(t) for t in used], roles=roles)
        if found is None:
            return None
        tree = in_roles(found, facts.used(used))
        return tree if set(used) <= set(tree.tables) else None  # else a table in a role and in none

    def _candidate(
        self,
        tokens: Sequence[Token],
        mentions: Sequence[Mention],
        t: Tried,
        facts: Facts,
        preferred: tuple[str, ...],
        most: float,
    ) -> Candidate:
        """A query that was tried, with what speaks for and against it."""
        query, ignored, links = t.parsed.query, t.parsed.ignored, t.choice.links
        preferred = (*t.parsed.preferred, *preferred)
        reckoned_as = (t.choice.score, max(0.0, most - t.choice.score), preferred, t.heard, t.parsed_so)
        seen = Seen(tokens, mentions, links, t.chunks, ignored, query, t.tree, facts, t.rows, t.runs, *reckoned_as)
        found = tuple(features(seen).items())
        kept = None if t.rows is None else frozenset(t.rows)
        return Candidate(query, t.tree, tuple(t.chunks), tuple(k for k in links if k), ignored, found, preferred, kept)

    def _reading(self, c: Candidate, mentions: Sequence[Mention], facts: Facts, sure: float, whether: bool) -> Reading:
        taken = {k.start: (_real(k.link, facts), _served(k, c.query)) for k in c.chunks if k.link}
        used = all_tables(c.query)
        return Reading(
            "data",
            Phrase(facts).query(c.query),
            tuple(dict.fromkeys(facts.source(t) for t in used)),
            tuple((k.text, meaning(k.link, facts.schema)) for k in c.chunks if k.link),
            content(c.ignored),
            sure,
            Plan(c.query, facts, c.preferred, whether and not content(c.ignored)),
            chips=chips_of(mentions, taken, facts.base),
            roles=(*facts.used(used), *roles_of(facts.schema.joins, c.preferred)),
        )


def apart(mentions: Sequence[Mention], schema: SchemaView) -> str:
    """What to say of two tables named outright that nothing connects; "" where there are none."""
    links = [m.links[0] for m in mentions if m.links]
    named = list(dict.fromkeys(k.table for k in links if k.kind == "table" and k.score >= 0.95))
    for n, other in enumerate(named):
        for one in named[n + 1 :]:
            if connect(schema, (one, other)) is None:
                labels = {t.name: t.label for t in schema.tables}
                why = why_apart(schema, (one, other))
                return f"I know no join that connects `{labels[other]}` with `{labels[one]}`. {why}"
    return ""


def probed(query: Query, tree: JoinTree, facts: Facts, run: Run) -> tuple[tuple[tuple[Value, ...], ...] | None, bool]:
    """The first rows of a query, and whether it runs; no rows where there is too much to do to try it."""
    try:
        return run.probe(render(query, tree, facts)).rows, True
    except QueryTimeout:  # much to do is no fault
        run.check()
        return None, True
    except QueryError:
        return None, False


def agreeing(tried: Sequence[Tried]) -> list[Tried]:
    """Each as near to what the chart heard as the nearest one that gives the same rows."""
    nearest: dict[frozenset[tuple[Value, ...]], float] = {}
    for t in tried:
        if t.rows:
            kept = frozenset(t.rows)
            nearest[kept] = min(t.heard, nearest.get(kept, t.heard))
    return [replace(t, heard=nearest[frozenset(t.rows)]) if t.rows else t for t in tried]


def spoken_for(tokens: Sequence[Token], schema: SchemaView) -> tuple[str, ...]:
    """Of several joins of the same tables, those whose column the words speak for ("departing", `SourceAirport`)."""
    pairs = Counter(frozenset((j.child_table, j.parent_table)) for j in schema.joins)
    several = [j for j in schema.joins if pairs[frozenset((j.child_table, j.parent_table))] > 1]
    return tuple(j.id for j in several if role(tokens, " ".join(j.child)) > 0)


def distinct(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The first few candidates that give different rows: what a person could choose between."""
    seen: set[object] = set()
    kept = []
    for c in candidates:
        if c.rows is None or c.rows not in seen:
            kept.append(c)
            seen.add(c.rows)
    return kept[: 1 + MOST_OTHERS]


def distinguish(readings: Sequence[Reading], facts: Facts) -> list[Reading]:
    """Readings that are said alike (the names of customers, the names of suppliers) say their table too."""
    said = Counter(r.enriched for r in readings)
    return [
        replace(r, enriched=Phrase(facts, named=True).query(r.plan.query))
        if said[r.enriched] > 1 and isinstance(r.plan, Plan)
        else r
        for r in readings
    ]


def _real(link: Link, facts: Facts) -> Link:
    """The link to the table itself, where it is one to a role of it."""
    return replace(link, table=facts.source(link.table))


def _served(chunk: Chunk, query: Query) -> ChipKind:
    """What for a linked chunk was used in the query."""
    if chunk.kind == "table":
        return "table"
    if chunk.kind == "column" and chunk.link:
        column = (chunk.link.table, chunk.link.column)
        if any(i.aggregate and i.column and (i.column.table, i.column.name) == column for i in query.select):
            return "figure"
    return _KINDS.get(chunk.claimed) or _KINDS.get(chunk.kind, "column")
