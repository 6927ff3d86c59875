"""Where a word that tells things apart is passed over, or rows are taken for the things they are of: checks for
contradictions.py."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from core.ask.label_stems import stems
from core.ask.state import Link
from core.ask.stop_words import COMPUTING, DETERMINERS, FUNCTION, PARTICIPLES
from core.ask.tokens import stem
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, all_tables, main_tables
from core.ask.translators.rules.ranking.seen import Check, Seen, temporal
from core.index.forms import IN_FULL

_BEFORE = frozenset("many which what of the all most of every each number fewest these those our".split())
"""What stands before a noun with what is said of it."""
_ALL = frozenset(
    "separate individual overall recorded reported listed registered known existing actual whole entire own official "
    "following people persons particular distinct different various unique single such available our their".split()
)
"""What is said of things that leaves none of them out."""
_LONGEST = 3
"""Words before a noun, at most."""
_MANY = frozenset(map(stem, ("quantity", "qty", "quant")))
_DIFFERENT = frozenset("different distinct unique separate kinds types sorts".split())
_WITH = frozenset("for with without after from because of in".split())
_SEXES = frozenset("men women males females male female boys girls man woman".split())
_PLAINLY = 0.8
"""The least score of a word that names a column."""
_LIST = 20
"""Rows of a list of states, at most."""
_VERBS = frozenset(
    "began begun started opened closed ended finished joined left ran went came took held gave got kept won".split()
)
"""Verbs that tell of whatever is spoken of, and seldom of what it belongs to."""
_ENDED = frozenset("ended ending closed finished resulted concluded".split())
_STILL = frozenset("still currently".split())
_REPEATED = 0.99
"""Of which share of the rows on each is another pair of what they join."""
_WHOLE = 0.99
"""The least score of words that are a label as it stands."""
_DID = frozenset(("did", "do", "does"))
_COSTS = frozenset(("cost", "costs", "price"))


def adjective_unread(s: Seen) -> bool:
    """`how many see-through colours`, and nothing asks which are: a word before the noun that no one knows."""
    used = {k.table for k in s.links if k is not None} & set(s.tree.tables)
    for i, c in enumerate(s.chunks):
        if c.kind != "table" or c.link is None or c.link.table not in used:
            continue
        said = _before(s.chunks, i)
        if said and all(k.text.lower() not in _ALL | COMPUTING for k in said):
            return True
    return False


def done_unread(s: Seen) -> bool:
    """`finished jobs`, and of all jobs: what was done to those that are counted is the column that was guessed for it,
    and this has no part in the query."""
    used = s.named
    for word, thing in pairwise(s.chunks):
        done = word.kind == "column" and word.link is not None and word.text.lower().endswith(PARTICIPLES)
        if done and thing.kind == "table" and word.link and (word.link.table, word.link.column) not in used:
            return True
    return False


def word_before_unread(s: Seen) -> bool:
    """`how many organic farms`, and of all farms: the word before what is asked for is a header, and the query makes
    no use of it."""
    used = s.named
    for lead, word, thing in zip(s.chunks, s.chunks[1:], s.chunks[2:], strict=False):
        led = lead.text.lower().split()[-1:] != [] and lead.text.lower().split()[-1] in _BEFORE
        link = word.link if word.kind == "column" and not word.claimed and " " not in word.text else None
        said = thing.kind in ("table", "column") and thing.text.lower().endswith("s")
        if led and link and said and (link.table, link.column) not in used:
            return True
    return False


def noun_behind_unread(s: Seen) -> bool:
    """`how often did they turn out for a fall`, and all turns are counted: a noun that was said for a header, of which
    the query makes no use."""
    used = s.named
    lowers = [t.lower for t in s.tokens]
    for c in s.chunks:
        led = lowers[c.start - 2 : c.start - 1] and lowers[c.start - 2] in _WITH and lowers[c.start - 1] in ("a", "an")
        link = c.link if led and c.kind == "column" and c.claimed in ("", "context") else None
        if link and (link.table, link.column) not in used:
            return True
    return False


def sex_unread(s: Seen) -> bool:
    """`how many women aged 65 and over died`, and men are added, too: the rows say of whom they are."""
    if not any(t.lower in _SEXES for t in s.tokens):
        return False
    used = s.named
    columns = ((t, c) for t in s.tree.tables if t in s.facts.tables for c in s.facts.tables[t].columns)
    told = [(t, c.name) for t, c in columns if {v.casefold() for v, _ in c.profile.common} & _SEXES]
    return bool(told) and used.isdisjoint(told)


def _compares(link: Link, s: Seen) -> bool:
    return any(f.item.column == Col(link.table, link.column) for f in s.filters)


def state_elsewhere(s: Seen) -> bool:
    """`restrictions still in force`, and it is the state of the dams they are of, of which nobody speaks."""
    spoken = {k.table for k in s.links if k is not None and (k.kind == "table" or k.how != "synonym")}
    shown = [i.column.table if i.column else i.table for i in (*s.query.select, *(o.item for o in s.query.order))]
    asked = spoken | {*shown, *(c.table for c in s.query.group)}
    for m, k in zip(s.mentions, s.links, strict=True):
        if k is None or k.kind != "value" or k.how != "synonym" or not _compares(k, s):
            continue
        still = m.start > 0 and s.tokens[m.start - 1].lower in _STILL  # “still in force”: of what is asked for
        if k.table not in (asked if still else spoken | set(main_tables(s.query))):
            return True
    return False


def verb_elsewhere(s: Seen) -> bool:
    """`repairs that began each year`, and it is repairs of cranes that are begun, of which nobody speaks: a verb taken
    for a cell of another table."""
    items = (*s.query.select, *(o.item for o in s.query.order))
    shown = {i.column.table if i.column else i.table for i in items} | {c.table for c in s.query.group}
    for m, k in zip(s.mentions, s.links, strict=True):
        verb = m.text.lower() in _VERBS
        if k is None or k.kind != "value" or not verb or k.table in shown or not _compares(k, s):
            continue
        if k.table in s.facts.tables and s.facts.tables[k.table].rows <= _LIST:
            continue  # a list of states that the rows themselves are in
        others = (o for o in s.links if o is not None and o is not k)
        if all(o.table != k.table or (o.kind == "column" and o.how == "meaning") or o.kind == "value" for o in others):
            return True
    return False


def cell_as_kinds(s: Seen) -> bool:
    """`how many late returns`, and it is told how many different `Late return reason`s there are: a cell of their table
    says the words whole, and the header but in part."""
    kinds = {i.column for i in s.figures if i.aggregate == "count" and i.distinct and i.column is not None}
    for m, k in zip(s.mentions, s.links, strict=True):
        if k is None or k.kind != "column" or k.how != "part" or Col(k.table, k.column) not in kinds:
            continue
        if any(v.kind == "value" and v.table == k.table and v.how in IN_FULL and v.score > k.score for v in m.links):
            return True
    return False


def _before(chunks: Sequence[Chunk], at: int) -> list[Chunk]:
    """The words between what opens a noun and the noun, where nobody read any of them."""
    found: list[Chunk] = []
    for c in reversed(chunks[max(0, at - _LONGEST - 1) : at]):
        if c.text.lower().split()[-1:] and c.text.lower().split()[-1] in _BEFORE:
            break
        plain = c.kind == "word" and not c.claimed and c.link is None and c.text.lower() not in FUNCTION
        if not plain and c.text.lower() != "through":
            return []
        found.append(c)
    else:
        return []
    return found


def things_shared(s: Seen) -> bool:
    """`percentage of governments that …`, and it is one of their rows, of which each government has several."""
    if not s.query.share or any(t.lower in lexicon().rows for t in s.tokens):
        return False
    for table in {i.table or (i.column.table if i.column else "") for i in s.figures} or set(s.tree.tables):
        thing = s.facts.thing(table) if table in s.facts.tables else None
        held = s.facts.column(thing) if thing is not None else None
        if held is not None and held.profile.distinct < _REPEATED * s.facts.tables[table].rows:
            return True
    return False


def pieces_counted(s: Seen) -> bool:
    """`which set comes with the largest number of figures`, and the rows are counted that say how many of each."""
    said = {t.lower for t in s.tokens}
    if said & _DIFFERENT:
        return False
    counted = [o.item for o in s.query.order if s.query.limit] + list(s.query.select)
    things = {i.table for i in counted if i.aggregate == "count" and i.column is None and i.table}
    for e in s.tree.edges:
        below = e.left_table if e.cardinality == "n:1" else e.right_table if e.cardinality == "1:n" else ""
        above = e.right_table if below == e.left_table else e.left_table
        columns = [Col(below, c.name) for c in s.facts.tables[below].columns] if below and above in things else []
        if below in main_tables(s.query) and any(_how_many(c, s) for c in columns):
            return True
    return False


def _how_many(column: Col, s: Seen) -> bool:
    held = s.facts.column(column)
    return held is not None and bool(_MANY & set(stems(held.label))) and s.facts.measure(column)


def other_time(s: Seen) -> bool:
    """`begun since 2000`, and it is the year of their end that is bounded, although a word names their beginning;
    `sent in May`, and it is the day of writing, of those that were sent."""
    used = s.named
    compared = [f for f in s.filters if f.item.column and not f.item.aggregate]
    timed = {c for f in compared if (c := f.item.column) and (temporal(s, c) or s.facts.year(c))}
    filled = timed & {f.item.column for f in compared if f.operator == "is not null"}
    within = timed & {f.item.column for f in compared if f.operator not in ("is null", "is not null")}
    said = {Col(k.table, k.column) for m in s.mentions for k in m.links if k.kind == "column"}
    if within and within.isdisjoint(said) and filled & said - within:
        return True
    for m in s.mentions:
        alone = len(m.text.split()) == 1 and all(k.kind == "column" for k in m.links)
        plain = [k for k in m.links if k.score >= _PLAINLY] if alone else []
        named = {c for k in plain if temporal(s, c := Col(k.table, k.column)) or s.facts.year(c)}
        named = set() if m.text.lower() in _ENDED and _in_a_state(s, m.end) else named
        beside = any(b.table == c.table for b in timed for c in named)
        if beside and not any((c.table, c.name) in used for c in named):
            return True
    return False


def _in_a_state(s: Seen, at: int) -> bool:
    """`ended in a warning`, `closed with no action`: how it ended is told, and not when."""
    led = [t.lower for t in s.tokens[at : at + 2]]
    cells = {m.start for m, k in zip(s.mentions, s.links, strict=True) if k and k.kind == "value"}
    return led[:1] != [] and led[0] in ("in", "with", "as") and bool(cells & set(range(at + 1, at + 4)))


def either_dropped(s: Seen) -> bool:
    """`killed or hurt`, and only those are taken who were killed: what stands behind the "or" restricts nothing; `fish
    and shellfish`, and only shellfish is taken: what stands before the "and" is a word that nobody knows."""
    known = lexicon().asking | FUNCTION | COMPUTING
    for one, joint, other in zip(s.chunks, s.chunks[1:], s.chunks[2:], strict=False):
        restricts = one.kind == "value" and bool(one.claimed)
        plain = other.kind in ("table", "word") and other.text.lower() not in FUNCTION and other.claimed != "filter"
        if restricts and joint.text.lower() == "or" and plain:
            return True
        unread = one.kind == "word" and not one.claimed and one.text.lower() not in known
        if unread and joint.text.lower() in ("and", "or", "&") and other.kind == "value" and other.claimed:
            return True
    return False


def cost_of_other(s: Seen) -> bool:
    """`how much did the tiles for the Hill job cost`, and the price of the job: no part of it is of tiles."""
    lowers = [t.lower for t in s.tokens]
    leads = [i + 3 for i in range(len(lowers) - 3) if lowers[i : i + 2] == ["how", "much"] and lowers[i + 2] in _DID]
    leads = leads if _COSTS & set(lowers) else []
    leads += [i + 2 for i in range(len(lowers) - 2) if lowers[i] in _COSTS and lowers[i + 1] == "of"]
    at = {i + (lowers[i] in DETERMINERS) for i in leads if i < len(lowers)}
    tables = {*s.tree.tables, *all_tables(s.query), *s.star}
    said = [m for m in s.mentions if m.start in at and m.links and m.links[0].score >= _WHOLE]
    return any(k.kind == "table" and k.table not in tables for m in said for k in m.links[:1])


CHECKS: tuple[Check, ...] = (
    cost_of_other,
    adjective_unread,
    done_unread,
    sex_unread,
    word_before_unread,
    noun_behind_unread,
    state_elsewhere,
    verb_elsewhere,
    cell_as_kinds,
    things_shared,
    pieces_counted,
    other_time,
    either_dropped,
)
