"""What a question may mean: each distinct query that the readers give and whose tables connect, tried out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from core.ask.roles import in_roles, roles_of
from core.ask.state import (
    JoinTree,
    Mention,
    Run,
    SchemaView,
)
from core.ask.tokens import Token, tokenise
from core.ask.translators.rules.chart.read import Hearing, hear
from core.ask.translators.rules.chart.schema import has_one
from core.ask.translators.rules.chunks.read import parse
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.asked_things import things_told
from core.ask.translators.rules.grammar.naming import by_name
from core.ask.translators.rules.grammar.nouns import with_things
from core.ask.translators.rules.grammar.parse import Parse, left_over, parses, prepared
from core.ask.translators.rules.lexicon.chunk import Chunk, chunk
from core.ask.translators.rules.linking.resolve import FIRM_LINK_SCORE, Chosen, reckoned, role
from core.ask.translators.rules.passes import passed
from core.ask.translators.rules.passes.but_not_then import but_not_then
from core.ask.translators.rules.query import Col, Definition, Filter, Query, all_tables
from core.ask.translators.rules.ranking.features import content, features
from core.ask.translators.rules.ranking.rank import Candidate
from core.ask.translators.rules.ranking.said_already import Left, without_said
from core.ask.translators.rules.ranking.seen import NOT_HEARD, Seen
from core.ask.translators.rules.ruled_out import ruled_out, unreckoned
from core.ask.translators.rules.slots.read import of_each
from core.ask.translators.rules.sql.multiplied import multiplied
from core.ask.translators.rules.sql.render import render
from core.ask.trees import connect
from core.errors import QueryError, QueryTimeout
from core.model import TEMPORAL, Value


@dataclass(frozen=True, slots=True)
class Found:
    """A query that a reader gave, with what it was made from."""

    parsed: Parse
    chunks: Sequence[Chunk]
    choice: Chosen
    heard: float = NOT_HEARD
    reader: Literal["chunks", "chart", "places"] = "places"
    surely: bool = True
    """As a plain question's reading: what passes over words that are linked says nothing for what others read."""
    kinds: frozenset[str] = frozenset()
    """The constructs of the chart of whose deciding words it makes use."""

    @property
    def by(self) -> frozenset[str]:
        """The readers that gave it, as far as that says anything."""
        return frozenset((self.reader,)) if self.surely else frozenset()


@dataclass(frozen=True, slots=True)
class Tried:
    """A query that was found, with its joins and first rows."""

    found: Found
    tree: JoinTree
    rows: tuple[tuple[Value, ...], ...] | None
    runs: bool
    heard: float = NOT_HEARD
    """How near the chart came to it, or to what gives the same rows."""
    readers: frozenset[str] = frozenset()
    """Which readers gave it."""
    agreed: int = 1
    """How many readers gave it, or what gives the same rows."""
    kinds: frozenset[str] = frozenset()
    """The constructs of whose deciding words it makes use."""


def candidates(
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
    tried: dict[Query, Tried] = {}
    by_chunks = _by_chunks(tokens, _cut(tokens, mentions, choices, facts, placed), facts)
    hearing = hear(tokens, mentions, facts, placed)
    by_chart = _by_chart(hearing, tokens, mentions, facts, placed)
    by_each = _by_each(tokens, _cut(tokens, mentions, choices, facts, placed), facts)
    by_places = _by_places(tokens, _cut(tokens, mentions, choices, facts, placed), facts)
    for found in (*by_each, *by_chunks, *by_chart, *by_places):
        run.check()
        query = found.parsed.query
        if adds_up_names(query, facts) or counts_itself(query, facts) or sorts_one(query):
            continue
        if ruled_out(query, facts, tokens) or unreckoned(query, placed):
            continue
        known = tried.get(query)
        if known is not None:
            readers = known.readers | found.by
            fuller, kinds = min(known.found, found, key=_unused), known.kinds | found.kinds
            heard = min(known.heard, found.heard)
            tried[query] = replace(known, found=fuller, heard=heard, readers=readers, kinds=kinds)
        elif (tree := tree_of(found.parsed, facts, (*preferred, *referred(found.choice, facts.schema)))) is not None:
            if multiplied(query, tree, facts):
                continue
            rows, runs = probed(query, tree, facts, run)
            tried[query] = Tried(found, tree, rows, runs, found.heard, found.by, kinds=found.kinds)
    read = (preferred, most, hearing.kinds)
    return [candidate_of(tokens, mentions, t, facts, *read) for t in agreeing(list(tried.values()))]


def _unused(found: Found) -> tuple[int, int, int]:
    """How much of the question it does not use: words that carry something, other words, words that shape a query."""
    left = found.parsed.ignored
    return len(content(left)), len(left), sum(c.kind == "cue" and not c.claimed for c in found.chunks)


def _cut(
    tokens: Sequence[Token],
    mentions: Sequence[Mention],
    choices: Sequence[Chosen],
    facts: Facts,
    placed: Mapping[int, tuple[int, Definition]],
) -> Iterator[tuple[Chosen, list[Chunk]]]:
    """The question's chunks under each choice of links; a reader writes into its own."""
    for choice in choices:
        yield choice, with_things(chunk(tokens, mentions, choice.links, placed), facts)


def _put_right(query: Query, tokens: Sequence[Token], chunks: Sequence[Chunk], facts: Facts) -> Query:
    """What every reader's query goes through."""
    return things_told(passed(query, facts, tokens), chunks, facts)


def _named(
    query: Query, tokens: Sequence[Token], chunks: Sequence[Chunk], facts: Facts
) -> tuple[Query, tuple[str, ...]]:
    """What is shown by its name, and what is then denied of the thing that has it."""
    named, joins = by_name(_put_right(query, tokens, chunks, facts), chunks, facts)
    return but_not_then(named, facts, tokens), joins


def _by_chunks(tokens: Sequence[Token], cut: Iterable[tuple[Chosen, list[Chunk]]], facts: Facts) -> Iterator[Found]:
    """One query for each choice of links that can be read."""
    for choice, chunks in cut:
        if (parsed := parse(chunks, facts)) is not None:
            query = _put_right(parsed.query, tokens, chunks, facts)
            yield Found(replace(parsed, query=query), chunks, choice, reader="chunks")


def _by_places(tokens: Sequence[Token], cut: Iterable[tuple[Chosen, list[Chunk]]], facts: Facts) -> Iterator[Found]:
    """What each choice of links means where words only fill places."""
    for choice, chunks in cut:
        for query, marked in parses(chunks, facts):
            named, joins = _named(query, tokens, marked, facts)
            yield Found(Parse(named, left_over(marked), joins), marked, choice)


def _by_each(tokens: Sequence[Token], cut: Iterable[tuple[Chosen, list[Chunk]]], facts: Facts) -> Iterator[Found]:
    """The last, or the first few, of each of something: as near to the words as what the chart hears best."""
    for choice, chunks in cut:
        for query, marked in of_each(prepared(chunks, facts), facts):
            whole = _put_right(query, tokens, marked, facts)
            yield Found(Parse(whole, left_over(marked)), marked, choice, 0.0, "chart")


def _by_chart(
    hearing: Hearing,
    tokens: Sequence[Token],
    mentions: Sequence[Mention],
    facts: Facts,
    placed: Mapping[int, tuple[int, Definition]],
) -> Iterator[Found]:
    """The chart's likeliest queries; each has its own choice of links."""
    for heard in hearing.readings:
        chunks = heard.chunks(tokens, mentions, placed)
        query, joins = _named(heard.query, tokens, chunks, facts)
        choice = Chosen(heard.links, reckoned(tokens, mentions, heard.links, facts.schema))
        yield Found(
            Parse(query, left_over(chunks), joins), chunks, choice, heard.off, "chart", heard.plain, heard.kinds
        )


def adds_up_names(query: Query, facts: Facts) -> bool:
    """A sum or an average of numbers that name things: of keys and columns that refer to keys; or one of days or times,
    or a sum of years."""
    items = (*query.select, *(o.item for o in query.order), *(f.item for f in query.having if isinstance(f, Filter)))
    plain = [(i.aggregate, i.column) for i in items if i.column is not None and i.formula is None]
    return any(
        (
            aggregate in ("sum", "avg")
            and (
                (facts.identifying(column) and _joins(column, facts))
                or facts.refers(column) is not None
                or _timed(column, facts)
            )
        )
        or (aggregate == "sum" and facts.year(column))
        for aggregate, column in plain
    )


def _timed(column: Col, facts: Facts) -> bool:
    held = facts.column(column)
    return held is not None and held.type in TEMPORAL


def _joins(column: Col, facts: Facts) -> bool:
    """A join goes by this column alone."""
    end = (column.table, (column.name,))
    return any(end in ((j.child_table, j.child), (j.parent_table, j.parent)) for j in facts.schema.joins)


def sorts_one(query: Query) -> bool:
    """A figure over all rows, in an order: what was to be ranked, or a condition, was not read."""
    figures = bool(query.select) and all(i.aggregate for i in query.select)
    return figures and not query.group and bool(query.order)


def counts_itself(query: Query, facts: Facts) -> bool:
    """For each thing the number of different things that it is, or of those that it has one of: one each; or the mean
    of the one amount that it has."""
    grouped = [c for c in query.group if not c.part and (k := facts.column(c)) is not None and k.profile.unique]
    bounds = [f.item for f in query.having]
    for item in (*query.select, *(o.item for o in query.order), *bounds) if grouped else ():
        rows = item.aggregate == "count" and item.column is None and (query.limit or item in bounds)
        if rows and any(c.table == item.table and not c.through[0] for c in grouped):
            return True
        if item.aggregate in ("avg", "median") and item.column in _own_columns(grouped, facts):
            return True
        if item.aggregate != "count" or not item.distinct or item.column is None:
            continue
        own = (item.column.table, (item.column.name,))
        to = {
            j.parent_table for j in facts.schema.joins if (j.child_table, j.child) == own and j.evidence.parent_unique
        }
        if any(c.table in to for c in grouped):
            return True
        if any(has_one(c.table, item.column, facts) for c in grouped):
            return True
    return False


def _own_columns(keys: Sequence[Col], facts: Facts) -> set[Col]:
    """The columns of which each of the things that keys tell apart has one cell."""
    own = {k.table for k in keys if not k.through[0] and k == facts.key(k.table)}
    return {Col(t, c.name) for t in own for c in facts.tables[t].columns}


def tree_of(parsed: Parse, facts: Facts, preferred: tuple[str, ...]) -> JoinTree | None:
    """The joins that a query needs; None when its tables do not connect."""
    used = all_tables(parsed.query)
    roles = (*facts.used(used), *roles_of(facts.schema.joins, (*parsed.preferred, *preferred)))
    found = connect(facts.base, [facts.source(t) for t in used], roles=roles)
    if found is None:
        return None
    tree = in_roles(found, facts.used(used))
    return tree if set(used) <= set(tree.tables) else None  # else a table in a role and in none


def candidate_of(
    tokens: Sequence[Token],
    mentions: Sequence[Mention],
    t: Tried,
    facts: Facts,
    preferred: tuple[str, ...],
    most: float,
    kinds: frozenset[str] = frozenset(),
) -> Candidate:
    """A query that was tried, with what speaks for and against it; the words decide for `kinds` of question."""
    parsed, chunks, choice = t.found.parsed, t.found.chunks, t.found.choice
    preferred = (*parsed.preferred, *preferred, *referred(choice, facts.schema))
    ignored = tuple(w for w in parsed.ignored if parsed.query.limit is None or _number(w) != parsed.query.limit)
    reckoned_as = (
        choice.score,
        max(0.0, most - choice.score),
        preferred,
        t.heard,
        t.readers,
        t.agreed,
        kinds - t.kinds,
    )
    left = without_said(
        tokens, mentions, Left(tuple(chunks), tuple(choice.links), ignored), parsed.query, t.tree, facts
    )
    read = (left.links, left.chunks, left.ignored, parsed.query, t.tree, facts, t.rows, t.runs)
    found = tuple(features(Seen(tokens, mentions, *read, *reckoned_as)).items())
    links = tuple(k for k in left.links if k)
    kept = None if t.rows is None else frozenset(t.rows)
    return Candidate(parsed.query, t.tree, left.chunks, links, left.ignored, found, preferred, kept)


def _number(word: str) -> float | None:
    """The number that a word says; `three`, of the first three rows, is used."""
    return tokenise(word)[0].number if word else None


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
    """Each as near to what the chart heard as the nearest one that gives the same rows, and read so by as many
    readers as gave any of these."""
    kept = [frozenset(t.rows or ()) for t in tried]
    alike: dict[frozenset[tuple[Value, ...]], list[Tried]] = defaultdict(list)
    for t, rows in zip(tried, kept, strict=True):
        alike[rows].append(t)
    nearest = {rows: min(t.heard for t in found) for rows, found in alike.items()}
    readers = {rows: len(frozenset().union(*(t.readers for t in found))) for rows, found in alike.items()}
    return [
        replace(t, heard=nearest[rows], agreed=readers[rows]) if rows else t
        for t, rows in zip(tried, kept, strict=True)
    ]


def referred(choice: Chosen, schema: SchemaView) -> tuple[str, ...]:
    """Of several joins of the same tables, the one whose column is said: "on the affirmative side"."""
    pairs = Counter(frozenset((j.child_table, j.parent_table)) for j in schema.joins)
    several = [j for j in schema.joins if pairs[frozenset((j.child_table, j.parent_table))] > 1 and not j.is_self]
    said = {(k.table, k.column) for k in choice.links if k and k.kind == "column" and k.score >= FIRM_LINK_SCORE}
    found = [j for j in several if any((j.child_table, c) in said for c in j.child)]
    return tuple(j.id for j in found) if len(found) == 1 else ()


def spoken_for(tokens: Sequence[Token], schema: SchemaView) -> tuple[str, ...]:
    """Of several joins of the same tables, those whose column the words speak for ("departing", `SourceAirport`), or
    that a hint or a person names."""
    pairs = Counter(frozenset((j.child_table, j.parent_table)) for j in schema.joins)
    several = [j for j in schema.joins if pairs[frozenset((j.child_table, j.parent_table))] > 1]
    return tuple(j.id for j in several if j.preferred or role(tokens, " ".join(j.child)) > 0)
