"""Where a reading rests on a guess, or on little of what was said: checks for contradictions.py."""

from __future__ import annotations

from core.ask.deciding import DONE
from core.ask.label_stems import stems
from core.ask.stop_words import DENYING, FUNCTION, PARTICIPLES
from core.ask.tokens import places_of
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Query, all_tables
from core.ask.translators.rules.ranking.seen import Check, Seen, temporal
from core.model import TEMPORAL

_GUESSED = 0.6
"""Below this score a link by the sense of a word is one of several guesses."""
_HARDLY = 0.5
_MANY_JOINS = 3
_SURE = 0.95
_LIKELY = 0.8
_BOUNDS = frozenset(("<", "<=", ">", ">=", "between"))
_BEING = frozenset("is are was were be been being run ran running went go goes gone".split())
_LED = frozenset("in during on from since before after between until".split())
_ENDS = frozenset("first last latest earliest previous".split())
_LEAVING = frozenset("except excluding outside besides other apart than without".split())
_SHAPES = frozenset(("filter", "having", "superlative", "order", "group", "absence"))


def guess_used(s: Seen) -> bool:
    """`products containing five or more …`: a bound, a rank or a group by a column that the word hardly resembles, or
    an absence of what it hardly means."""
    bounds = {f.item.column for f in s.filters if f.operator in _BOUNDS and not f.item.aggregate}
    bounds = {c for c in bounds if c is not None and s.facts.measure(c) and not s.facts.year(c)}
    for c in _deciding(s):
        link = c.link
        if link is None or link.how != "meaning" or link.score >= _GUESSED or _part_of(c, s):
            continue
        if c.claimed == "absence" and any(
            k.kind == "table" and k.link and k.link.table == link.table for k in s.chunks
        ):
            continue  # what there is none of is said outright, too
        if c.claimed != "filter" or Col(link.table, link.column) in bounds:
            return True
    return False


def flag_guessed(s: Seen) -> bool:
    """`payments received`, and those whose `Receipt Sent` says yes: a yes or no that the word hardly means, and that
    has no word of it."""
    asked = {f.item.column for f in s.filters if f.operator in ("=", "!=") and not f.item.aggregate}
    links = [(m, k) for m, k in zip(s.mentions, s.links, strict=True) if k is not None and k.kind != "table"]
    said = {Col(k.table, k.column) for _, k in links if k.how not in ("meaning", "short") or k.score >= _GUESSED}
    guessed = [(m, Col(k.table, k.column)) for m, k in links if Col(k.table, k.column) in asked - said]
    return any(not s.facts.speaks(c, {t.stem for t in s.tokens[m.start : m.end]}) for m, c in guessed)


def flag_by_part(s: Seen) -> bool:
    """`homes registered in the west`, and those with a `Registered manager in post`: of a yes or no of several words
    the question says fewer than half."""
    flags = {f.item.column for f in s.filters if f.item.column is not None and s.facts.flag(f.item.column)}
    said = {t.stem for t in s.tokens}
    for k in s.links:
        column = Col(k.table, k.column) if k is not None and k.kind == "column" and k.how == "part" else None
        found = s.facts.column(column) if column is not None and column in flags else None
        label = set(stems(found.label)) if found is not None else set()
        if len(label) > 2 and 2 * len(label & said) < len(label):
            return True
    return False


def _part_of(c: Chunk, s: Seen) -> bool:
    """`which month`: a part of a day, whatever the column is called."""
    held = s.facts.column(Col(c.link.table, c.link.column)) if c.link else None
    part = lexicon().date_parts.get(c.text.lower().removesuffix("s"))
    return held is not None and held.type in TEMPORAL and any(g.part == part for g in s.query.group if part)


def table_as_column(s: Seen) -> bool:
    """`volcanoes … eruptions … are missing`: a word that names a table outright, taken for a column of another one."""
    at = {m.start: m for m in s.mentions}
    for c in _deciding(s):
        mention, link = at.get(c.start), c.link
        named = [k.table for k in mention.links if k.kind == "table" and k.score >= _SURE] if mention else []
        if link is not None and link.score < _LIKELY and named and link.table not in named:
            return True
    return False


def partner_guessed(s: Seen) -> bool:
    """`the price of a detached house`, of areas that have rows of housing plans: a table that the word hardly means, of
    which nothing is asked but that it has rows."""
    told = {c.table for c in s.columns} | {i.table for i in s.figures}
    guessed = {k.table for k in s.links if k is not None and k.kind == "table" and k.how == "meaning"}
    sure = {k.table for k in s.links if k is not None and (k.how != "meaning" or k.score >= _GUESSED)}
    return bool((guessed - sure - told) & set(all_tables(s.query)))


def table_by_part(s: Seen) -> bool:
    """`incidents` taken for the look-up of their types, where a table is called `incidents`."""
    for mention, link in zip(s.mentions, s.links, strict=True):
        if link is None or link.kind != "table" or link.score >= _LIKELY:
            continue
        named = {k.table for k in mention.links if k.kind == "table" and k.score >= _SURE}
        refer = (j for j in s.facts.schema.joins if j.child_table in named and j.parent_table == link.table)
        if next(refer, None) is not None:
            return True
    return False


def value_guessed(s: Seen) -> bool:
    """A cell that has a word of the question in it among others, as if all of it were said."""
    said = {v for f in s.filters if f.operator in ("=", "!=") for v in f.values}
    guessed = [c.link for c in s.chunks if c.kind == "value" and c.claimed and c.link and c.link.score < _HARDLY]
    return any(k.value in said for k in guessed)


def half_read(s: Seen) -> bool:
    """`in how many eruptions did people lose their lives`: more is left unread than was read, and all rows taken."""
    known = lexicon().asking | FUNCTION
    unread = [c for c in s.chunks if c.kind == "word" and not c.claimed and c.text.lower() not in known]
    unread = [c for c in unread if not c.has("rows") and c.text[:1].isalpha()]
    read = [c for c in s.chunks if c.link is not None and (c.claimed or c.kind == "table")]
    return len(unread) > max(1, len(read)) and not _narrowed(s.query)


def out_of_unread(s: Seen) -> bool:
    """`which items are out of stock`, and all of them are listed."""
    lowers = [t.lower for t in s.tokens]
    said = any(set(lowers[max(0, at - 3) : at]) & _BEING for at, _ in places_of(lowers, ("out", "of")))
    return said and not s.query.where and not s.query.having


def date_denied(s: Seen) -> bool:
    """`did not turn up in 2024`, `were not used in 2024` of what has a day of its first use, and what is sought is any
    other time: the verb is denied, and not the year."""
    lowers = [t.lower for t in s.tokens]
    denied = [f for f in s.filters if f.operator == "not like" and temporal(s, f.item.column)]
    headers = [s.facts.spelt(f.item.column) for f in denied if f.item.column]
    own = {w for said in headers if _ENDS.isdisjoint(said) for w in said}  # `First used`: of many times one
    denying = [i + 1 for i, w in enumerate(lowers[:-1]) if w in DENYING]
    deeds = {i for i in denying if lowers[i].endswith((*PARTICIPLES, *DONE)) and lowers[i] not in own}  # “not seen in”
    led = [lowers[i : i + (1 if i in deeds else 2)] for i in denying]
    before = any(_LED & set(words) for words in led)
    return bool(denied) and not before and not set(lowers) & _LEAVING


def lacking_below(s: Seen) -> bool:
    """`rooms without cancellations`, and those with any hire that was not cancelled: of the hires of a room, which
    nobody named, none may have been."""
    listed = {i.column.table for i in s.query.select if i.column and not i.aggregate}
    listed |= {i.table for i in s.query.select if i.aggregate == "count" and i.column is None}
    if len(listed) != 1 or not any(t.lower in ("without", "no", "never") for t in s.tokens):
        return False
    (things,) = listed
    named = {k.table for m in s.mentions for k in m.links if k.kind == "table" and k.score >= _SURE}
    below = {j.child_table for j in s.facts.schema.joins if j.parent_table == things} - named - {things}
    lacks = [f.item.column.table for f in s.filters if f.operator == "is null" and f.item.column]
    return any(table in below for table in lacks)


def _narrowed(q: Query) -> bool:
    return bool(q.where or q.having or q.limit or q.share)


def _deciding(s: Seen) -> list[Chunk]:
    """The columns that conditions, ranks and groups go by."""
    return [c for c in s.chunks if c.kind == "column" and c.claimed in _SHAPES]


def roles_guessed(s: Seen) -> bool:
    """Two tables have three joins or more, one of them is taken, and nothing said which: played, beat, umpired."""
    return not s.preferred and s.ways >= _MANY_JOINS


def often_added(s: Seen) -> bool:
    """`who gets tipped most often`, and amounts are added up: how often is a number of times."""
    often = any(t.lower in ("often", "frequently") for t in s.tokens)
    return often and any(o.item.aggregate == "sum" for o in s.query.order)


def included_alone(s: Seen) -> bool:
    """`takings, including lights`, and what is to be included is all that is reckoned."""
    at = next((i for i, t in enumerate(s.tokens) if t.lower in ("including", "plus")), None)
    figures = {i.column for i in s.query.select if i.aggregate in ("sum", "avg") and i.column is not None}
    if at is None or len(figures) != 1 or s.formulas:
        return False
    behind = [k for m, k in zip(s.mentions, s.links, strict=True) if k and m.start > at]
    return any(k.kind == "column" and Col(k.table, k.column) in figures for k in behind)


CHECKS: tuple[Check, ...] = (
    roles_guessed,
    often_added,
    included_alone,
    partner_guessed,
    guess_used,
    flag_guessed,
    flag_by_part,
    table_as_column,
    table_by_part,
    value_guessed,
    half_read,
    out_of_unread,
    date_denied,
    lacking_below,
)
