"""What speaks for and against a reading, as numbers: the ranker's inputs. weights.toml beside this file weighs them.

Of the whole reading
- `heard` the chart gives this query or one with its rows, `distance` how far it is from what the chart hears best,
  `parsed` the reader of chunks gives it, `placed` that of places; `agreed` two readers give it or its rows,
  `agreed_by_all` three do.
- `links` mean score of the links used · `choice` the resolver's reckoning per mention · `behind` how far its choice of
  links lies behind the best one · `skipped` mentions left alone that surely have a meaning · `coverage` share of the
  content words used, `lost` how many are not · `used` share of the linked mentions in the query · `unmet` quoted texts
  left out · `shape` share of the shaping words ("most", "for each") obeyed.
Of single links
- `guessed` columns found by meaning, and tables where the word fits something else better
  · `lower`, `partial` values said in small letters, or by a part or a near spelling
  · `strong`, `weak` columns to show that are linked surely, or hardly · `context`, `idle` columns that only place
  others, or serve nothing · `taken` columns for words that name another table · `elsewhere` columns whose mention
  names another table than theirs.
Of the query
- `near` 1 for one table, less for each join · `bridge` tables nobody spoke of · `beside` tables named that the query
  only passes through · `many` joins n:m · `sources` tables that the columns shown come from · `codes` keys of other
  tables shown · `echo` columns shown that a condition fixes · `mismatch` figures compared with text · `exact` figures
  that equal a number · `by_text`, `by_key` first ones by a text or a key · `unranked`, `present` "most" or "share",
  or "no", without a part in it.
Of the rows
- `alive` 1 with rows (or too much to do to be tried), 0.5 without, 0.75 where
  rows were to be lacking, 0 when it fails · `void` only empty cells · `zero`
  a single 0 · `ones` every group counts 1 · `repeats` less than half of the rows differ, though
  none stands for one thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.stop_words import FUNCTION
from core.ask.tokens import Token
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.linking.verbs import DWELLING
from core.ask.translators.rules.query import Among, AnyOf, Condition, Filter, Query, Related
from core.ask.translators.rules.ranking.contradictions import contradictions
from core.ask.translators.rules.ranking.seen import NOT_HEARD, Seen
from core.ask.translators.rules.slots.kept import kept
from core.index.forms import nationality

SHAPING = (
    "count", "agg:", "sup:", "cmp:", "time:", "common:", "after:", "between", "order", "none", "not", "like:", "null",
)  # fmt: skip
"""Tags of the words that shape a query."""


_FIRMER = 0.1
"""How much better another meaning of a word must fit than a table that its sense alone leads to."""


def features(seen: Seen) -> Mapping[str, float]:
    """Each feature by its name; those that are 0 may be missing."""
    return {
        **_whole(seen),
        **_single(seen),
        **_query(seen),
        **_rows(seen),
        **kept(seen.chunks, seen.query, seen.facts),
        **contradictions(seen),
    }


def content(ignored: Sequence[str]) -> tuple[str, ...]:
    """Of the words left over, those that carry something of their own."""
    empty = lexicon().asking | FUNCTION | DWELLING
    return tuple(w for w in ignored if w.lower() not in empty and any(map(str.isalnum, w)))


def _whole(s: Seen) -> dict[str, float]:
    words = [c for c in s.chunks if c.kind not in ("stop", "cue")]
    lost = len(content(s.ignored))
    linked = [c for c in s.chunks if c.link is not None]
    kept = [k for k in s.links if k is not None]
    shaping = [c for c in s.chunks if c.kind == "cue" and any(t.startswith(SHAPING) for t in c.tags)]
    told = not kept and any(c.means is not None for c in s.chunks)  # every word of content has a meaning of its own
    return {
        "links": 1.0 if told else sum(k.score for k in kept) / max(1, len(kept)),
        "choice": 1.0 if told else s.choice / max(1, len(s.links)),
        "behind": s.behind,
        "skipped": sum(
            k is None and not m.pinned and bool(m.links) and m.links[0].score >= 0.95
            for m, k in zip(s.mentions, s.links, strict=True)
        ),
        "coverage": 1 - lost / max(1, len(words)),
        "lost": lost,
        "unmet": sum(c.kind == "text" and not c.claimed for c in s.chunks)
        + sum(k is None and not m.pinned and _quoted(s.tokens, m) for m, k in zip(s.mentions, s.links, strict=True)),
        "used": sum(1 for c in linked if c.claimed or c.kind == "table" or _walked(c, s)) / max(1, len(linked)),
        "heard": s.heard < NOT_HEARD,
        "distance": s.heard,
        "parsed": "chunks" in s.readers,
        "placed": "places" in s.readers,
        "agreed": s.agreed > 1,
        "agreed_by_all": s.agreed > 2,
        "shape": sum(1 for c in shaping if c.claimed) / len(shaping) if shaping else 1.0,
    }


def _single(s: Seen) -> dict[str, float]:
    found = dict.fromkeys(("guessed", "lower", "partial", "taken", "elsewhere"), 0.0)
    names = {t.name: frozenset(stems(t.label)) for t in s.facts.schema.tables}
    for mention, link in zip(s.mentions, s.links, strict=True):
        if link is None:
            continue
        span = s.tokens[mention.start : mention.end]
        if link.kind == "value":
            listed = link.table in s.star[1:] and link.how not in ("typo", "part")  # kinds are no names
            found["lower"] += not listed and not any(t.capital or t.kind == "quoted" for t in span)
            found["partial"] += link.how == "typo" or (link.how == "part" and not _inflected(span, link.value))
        if link.kind == "table" and link.how == "meaning":
            found["guessed"] += any(k.score > link.score + _FIRMER and k.how != "meaning" for k in mention.links)
        if link.kind == "column":
            said = {t.stem for t in span}
            tables = {k.table for k in mention.links if k.kind == "table" and k.score >= 0.95}
            found["guessed"] += link.how == "meaning"
            found["taken"] += bool(tables) and link.table not in tables
            own = names.get(link.table, frozenset()) <= said
            found["elsewhere"] += not own and any(n <= said for n in names.values())
    columns = [c for c in s.chunks if c.kind == "column" and c.link]
    wanted = [c.link.score for c in columns if c.claimed == "wanted" and c.link]
    return found | {
        "strong": sum(score >= 0.95 for score in wanted),
        "weak": sum(score < 0.75 for score in wanted),
        "context": sum(c.claimed == "context" for c in columns),
        "idle": sum(not c.claimed and not _walked(c, s) for c in columns),
    }


def _walked(c: Chunk, s: Seen) -> bool:
    """A column that the query joins by: “seen by Ada” goes from the visits by it."""
    if c.kind != "column" or c.link is None:
        return False
    said = (c.link.table, (c.link.column,))
    return any(said in ((e.left_table, e.left), (e.right_table, e.right)) for e in s.tree.edges)


def _inflected(span: Sequence[Token], value: str) -> bool:
    """`Canadian` of Canada: one word with a capital, which is the whole value with another ending."""
    said, held = span[0].lower, value.lower()
    begins = len(held) > 4 and said.startswith(held[:-1]) and len(said) <= len(held) + 3
    begins = begins or (len(held) > 5 and held.startswith(said) and len(said) == len(held) - 1)
    return len(span) == 1 and (nationality(said, value) or (begins and span[0].text[:1].isupper()))


def _query(s: Seen) -> dict[str, float]:
    q, facts = s.query, s.facts
    spoken = {c.link.table for c in s.chunks if c.link and (c.kind == "table" or _walked(c, s))}
    used = set(_used(q))
    shown = [i.column for i in q.select if i.column and not i.aggregate]
    children = {(j.child_table, c) for j in facts.schema.joins for c in j.child}
    compared = list(_filters(q.where))
    equal = [f for f in compared if f.operator in ("=", "!=") and f.item.column and facts.numeric(f.item.column)]
    fixed = {f.item.column for f in q.where if isinstance(f, Filter) and f.operator == "=" and len(f.values) == 1}
    firsts = [o.item.column for o in q.order if q.limit and o.item.column and not o.item.aggregate]
    idle = [c for c in s.chunks if c.kind == "cue" and not c.claimed]
    return {
        "near": 1 / (1 + len(s.tree.edges)),
        "bridge": sum(t not in used and t not in spoken and t not in s.star for t in s.tree.tables),
        "beside": sum(t in spoken and t not in used for t in s.tree.tables),
        "many": sum(e.cardinality == "n:m" for e in s.tree.edges),
        "sources": len({c.table for c in shown}),
        "codes": sum((c.table, c.name) in children for c in shown),
        "echo": sum(c in fixed for c in shown),
        "mismatch": sum(any(isinstance(v, str) and not _numeral(v) for v in f.values) for f in equal),
        "exact": sum(
            f.operator == "="
            and f.item.column is not None
            and not facts.identifying(f.item.column)
            and not facts.year(f.item.column)
            for f in equal
        ),
        "by_text": sum(found.type == "text" for c in firsts if (found := facts.column(c))),
        "by_key": sum(facts.identifying(c) for c in firsts),
        "unranked": sum(bool(c.starts("sup:")) for c in idle) + _unshared(s),
        "present": sum(c.has("none") for c in idle),
    }


def _rows(s: Seen) -> dict[str, float]:
    rows = s.rows
    if not rows:
        lacking = any(isinstance(c, Related | Among) and c.negated for c in s.query.where)
        return {"alive": float(s.runs) if rows is None else 0.75 if lacking else 0.5}
    counts = any(i.aggregate == "count" for i in s.query.select)
    each = any(c == s.facts.key(c.table) for c in s.query.group)  # things by their key: several may be called alike
    return {
        "alive": 1.0,
        "void": all(v is None for row in rows for v in row),
        "zero": len(rows) == 1 and len(rows[0]) == 1 and rows[0][0] == 0,
        "ones": counts and len(rows) > 3 and all(1 in row for row in rows),
        "repeats": not each and len(rows) > 1 and len({tuple(row) for row in rows}) < 0.5 * len(rows),
    }


def _used(q: Query) -> Iterator[str]:
    """The tables whose columns or rows the query speaks of."""
    for item in (*q.select, *(o.item for o in q.order), *(f.item for f in q.having)):
        yield item.column.table if item.column else item.table
    for condition in q.where:
        if isinstance(condition, Related):
            yield condition.table
        elif isinstance(condition, Among):
            yield condition.column.table
    for f in _filters(q.where):
        if f.item.column:
            yield f.item.column.table
    for column in q.group:
        yield column.table


def _unshared(s: Seen) -> bool:
    """A share or a percentage is asked for, no column is called so, and the query divides nothing."""
    asked = any(c.has("share") and not c.link for c in s.chunks)
    return asked and not s.query.share and not any(i.formula for i in s.query.select)


def _filters(conditions: Sequence[Condition]) -> Iterator[Filter]:
    for c in conditions:
        if isinstance(c, Filter):
            yield c
        elif isinstance(c, AnyOf):
            yield from _filters(c.parts)
        elif isinstance(c, Related | Among):
            yield from _filters(c.where)
            yield from c.bounds if isinstance(c, Related) else ()


def _quoted(tokens: Sequence[Token], mention: Mention) -> bool:
    return any(t.kind == "quoted" for t in tokens[mention.start : mention.end])


def _numeral(text: str) -> bool:
    return text.replace(".", "", 1).replace("-", "", 1).isdigit()
