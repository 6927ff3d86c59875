"""Candidates as readings: what each says, which differ, and why words that were said had to be left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from core.ask.chips import chips_of, meaning
from core.ask.roles import roles_of
from core.ask.state import (
    Link,
    Mention,
    NotUnderstood,
    Reading,
    SchemaView,
)
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.plan import Plan
from core.ask.translators.rules.query import Query, all_tables
from core.ask.translators.rules.ranking.contradictions import reason
from core.ask.translators.rules.ranking.features import content
from core.ask.translators.rules.ranking.rank import Candidate
from core.ask.translators.rules.realisation.phrase import Phrase
from core.ask.translators.rules.whole_groups import whole_groups
from core.ask.trees import connect
from core.ask.why_apart import why_apart
from core.model import ChipKind

MOST_OTHERS = 4
"""Runner-up readings kept."""
_PART = 0.6
"""What the link to a table is worth at least whose label has the word as a part."""
_KINDS: dict[str, ChipKind] = {
    "table": "table",
    "value": "filter",
    "filter": "filter",
    "having": "filter",
    "group": "grouping",
    "order": "order",
    "superlative": "order",
}


def reading_of(c: Candidate, mentions: Sequence[Mention], facts: Facts, sure: float, whether: bool) -> Reading:
    taken = {k.start: (_real(k.link, facts), _served(k, c.query)) for k in c.chunks if k.link}
    used, query = all_tables(c.query), whole_groups(c.query, facts)
    return Reading(
        "data",
        Phrase(facts).query(query),
        tuple(dict.fromkeys(facts.source(t) for t in used)),
        tuple((k.text, meaning(k.link, facts.schema)) for k in c.chunks if k.link),
        content(c.ignored),
        sure,
        Plan(query, facts, c.preferred, whether and not content(c.ignored)),
        chips=chips_of(mentions, taken, facts.base),
        roles=(*facts.used(used), *roles_of(facts.schema.joins, c.preferred)),
        doubt=reason(dict(c.features)),
    )


def unconnected(mentions: Sequence[Mention], best: Candidate, facts: Facts) -> str:
    """What to say when a table named outright, or a column without a part in the reading, had to be left out
    because no join leads there; else ""."""
    schema = facts.base
    here = tuple(dict.fromkeys(facts.source(t) for t in best.tree.tables))
    labels = {t.name: t.label for t in schema.tables}
    for mention in mentions:
        ignored = mention.text.lower() in [w.lower() for w in best.ignored]
        outright = ("table", "column") if ignored else ("table",)
        tables = [k.table for k in mention.links if k.kind in outright and k.score >= 0.95 and k.table in labels]
        others = [k for k in mention.links if k.score >= (_PART if k.kind == "table" else 0.95) and k.table in here]
        if not tables or others or any(t in here for t in tables):
            continue
        if all(connect(schema, (*here, t)) is None for t in tables):
            names = " and ".join(f"`{labels[t]}`" for t in here)
            why = why_apart(schema, (*here, tables[0]))
            return f"I know no join that connects `{labels[tables[0]]}` with {names}. {why}"
    return ""


def not_understood(
    reason: str, mentions: Sequence[Mention], schema: SchemaView, ignored: tuple[str, ...] = ()
) -> NotUnderstood:
    """No reading; what was recognised is said with its likeliest meanings."""
    known = [(m, [k for k in m.links if schema.table(k.table)]) for m in mentions]
    said = tuple((m.text, " or ".join(meaning(k, schema) for k in links[:3])) for m, links in known if links)
    taken = {m.start: (links[0], _KINDS.get(links[0].kind, "column")) for m, links in known if links}
    return NotUnderstood(reason, said, ignored, chips_of(mentions, taken, schema))


def spoken_of(mentions: Sequence[Mention]) -> list[str]:
    """The tables that words may mean, those first that most of the words do."""
    scores: Counter[str] = Counter()
    for m in mentions:
        best: dict[str, float] = {}
        for k in m.links:
            best[k.table] = max(best.get(k.table, 0.0), k.score)
        scores.update(best)
    return [table for table, _ in scores.most_common()]


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
