"""Where what a question opens with is not what a query shows or goes by: checks for contradictions.py."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from core.ask.label_heads import head_of, qualified
from core.ask.label_stems import stems
from core.ask.link_values import LEGAL_FORMS
from core.ask.stop_words import FUNCTION
from core.ask.tokens import stem
from core.ask.translators.rules.grammar.nouns import calls_rows
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.passes.kinds_of_deeds import kinds_of
from core.ask.translators.rules.query import Col, Item, Ranked
from core.ask.translators.rules.ranking.seen import Check, Seen, by_those, figured, temporal
from core.ask.translators.rules.row_days import end_of
from core.model import NUMERIC, TEMPORAL
from core.text.words import words

_MOST = frozenset(("most", "fewest", "least"))
_HIGHEST = frozenset("highest lowest largest smallest biggest greatest top".split())
_RECKONED = frozenset("total average mean".split())
_WHOLE = 0.97
"""What a header is worth that is said as it stands."""
_PAIR = 4
"""`per`, a word, `and`, and another."""
_WHICH = frozenset(("which", "what"))
_BEING = frozenset("are is who that were was".split())
_LISTING = frozenset(("list", "name", "show"))
_SIZES = frozenset("big large small old young tall high long short heavy far fast wide deep expensive".split())
_KIND = frozenset("kind kinds type types sort sorts category categories class".split())
_KINDS = frozenset(map(stem, ("kind", "type", "sort", "category", "class", "group", "genre", "family")))
"""What is asked for as a kind, and what headers call kinds."""
_PEOPLE = frozenset(("people", "person"))
_COMPANIES = frozenset("company companies firm firms business businesses organisation organization".split())
_SOME_FIRMS = 5
"""One name of so many says that it is a firm's."""


def rank_unsaid(s: Seen) -> bool:
    """`which van breaks down the most`, ranked by a column that no word speaks of."""
    q = s.query
    column = q.order[0].item.column if q.limit and q.order else None
    most = any(c.starts("sup:") and not c.quantity and c.text.lower().split()[0] in _MOST for c in s.chunks)
    if column is None or not most or q.order[0].item.aggregate or q.order[0].item.formula:
        return False
    said = {(k.table, k.column) for k in s.links if k} | {(c.link.table, c.link.column) for c in s.chunks if c.link}
    return (column.of or column.table, column.name) not in said and (column.table, column.name) not in said


def size_unshown(s: Seen) -> bool:
    """`how big is the largest plot`, and neither a figure nor a time is shown."""
    asked = len(s.tokens) > 1 and s.tokens[0].lower == "how" and s.tokens[1].lower in _SIZES
    shown = [s.facts.column(i.column) for i in s.query.select if i.column]
    figures = any(i.aggregate or i.formula for i in s.query.select)
    return asked and not figures and not any(c is not None and c.type in NUMERIC | TEMPORAL for c in shown)


def thing_unshown(s: Seen) -> bool:
    """`which islands do we sail to`, `which people …`, and what is shown is of something else."""
    asked = _asked(s.chunks, s)
    if asked is None or s.query.everything:
        return False
    shown = [i.column for i in s.query.select if i.column and not i.aggregate]
    if asked.link is None and asked.text in _PEOPLE:
        return bool(shown) and not any(s.facts.persons(c.table) for c in shown)
    if asked.link is None:
        unread = not asked.claimed and asked.text not in lexicon().asking | FUNCTION and not asked.has("rows")
        if asked.text in _COMPANIES and any(_of_firms(c, s) for c in shown):
            return False
        said = _KINDS if asked.text in _KIND else {stem(asked.text)}
        return unread and not any(s.facts.speaks(c, said) or (said is _KINDS and _of_kinds(c, s)) for c in shown)
    table = asked.link.table
    if not shown and asked.kind in ("table", "value") and s.tokens[0].lower == "which":
        return True  # "which set has the most pieces, and how many", answered by a figure alone
    if asked.kind == "table" and _spoken_about(asked, s):
        noun = stem(asked.text.split()[-1])
        return bool(shown) and not any(_speaks_of(c, noun, table, s) for c in shown)
    kinds = kinds_of(table, s.facts)
    return bool(shown) and not any(of_table(c, table, s) or c.table == kinds for c in shown)


def _spoken_about(asked: Chunk, s: Seen) -> bool:
    """`which school`, of `complaints about schools`: the rows of that are no schools."""
    link, said = asked.link, stem(asked.text.split()[-1])
    if link is None or link.how != "part" or link.table not in s.facts.tables:
        return False
    label = s.facts.tables[link.table].label
    return qualified(label) and said in stems(label) and said != head_of(label)


def _speaks_of(column: Col, said: str, aside: str, s: Seen) -> bool:
    """A column that is called so, or one of a table that is called so."""
    held = s.facts.tables.get(column.table)
    return s.facts.speaks(column, {said}) or (held is not None and held.name != aside and said in stems(held.label))


def _of_firms(column: Col, s: Seen) -> bool:
    """Names such as “Fairway Ltd” stand in it: `which company`, of the promoters."""
    found = s.facts.column(column)
    names = [value for value, _ in found.profile.common] if found is not None else []
    legal = [v for v in names if set(words(v)[-1:]) & LEGAL_FORMS]
    return bool(names) and len(legal) * _SOME_FIRMS >= len(names)


def _of_kinds(column: Col, s: Seen) -> bool:
    """A name out of a list of kinds: of `part_categories`."""
    return column.table in s.facts.tables and bool(_KINDS & set(stems(s.facts.tables[column.table].label)))


def _asked(chunks: Sequence[Chunk], s: Seen) -> Chunk | None:
    """The first thing said behind a "which" that opens the question: a table, a value, or an unknown word."""
    listing = next((i for i, c in enumerate(chunks[:3]) if c.text.lower() in _LISTING), None)
    if not chunks or (chunks[0].text.lower() not in _WHICH and listing is None):
        return None
    after = next(
        (c for c in chunks[1 + (listing or 0) :] if not c.has("all", "distinct") and c.kind not in ("number",)), None
    )
    if after is None or after.kind not in (("table",) if listing is not None else ("table", "value", "word")):
        return None
    following = chunks[chunks.index(after) + 1 :][:1]
    nouns = (c for c in following if not (c.kind == "table" and c.text.lower().endswith("ed")))
    modifies = after.kind == "value" and any(c.kind in ("table", "column", "value") for c in nouns)
    return None if modifies and not calls_rows(after, s.facts) else after


def of_table(column: Col, table: str, s: Seen) -> bool:
    """A column of the table, or of another that refers to its rows."""
    if s.facts.source(column.table) == table or column.table == table:
        return True
    joins = (j for j in s.facts.schema.joins if j.child_table == (column.of or column.table) and column.name in j.child)
    return any(j.parent_table == table for j in joins)


def still_unread(s: Seen) -> bool:
    """`watch managers still serving`, and those who have left are listed too."""
    cells = {c.start for c in s.chunks if c.kind == "value" and c.claimed}
    said = any(
        t.lower == "currently" or (t.lower == "still" and (s.tokens[i - 1].lower in _BEING or after.endswith("ing")))
        for i, (t, after) in enumerate(zip(s.tokens, [*(t.lower for t in s.tokens[1:]), ""], strict=True))
        if i + 1 not in cells  # “still open”, which a cell says
    )  # and not "still finished late"
    tables = {t for t in s.tree.tables if t in s.facts.tables and end_of(t, s.facts)}
    asked = {f.item.column for f in s.filters if f.operator in ("is null", "is not null")}
    read = any(temporal(s, c) for c in asked) or any({"still", "currently"} & set(_told(c)) for c in s.chunks)
    return said and bool(tables) and not read


def _told(c: Chunk) -> tuple[str, ...]:
    """The words that a chunk gives a meaning to."""
    return c.means.words if c.means is not None else ()


def ranked_alone(s: Seen) -> bool:
    """`the title borrowed most often`, where every group is a single row of what is counted, or belongs to one."""
    rows = [o.item.table for o in s.query.order if o.item.aggregate == "count" and o.item.column is None]
    counted = {t for r in rows for t in ((r,) if r else s.tree.tables)}
    parents = {j.parent_table for j in s.facts.schema.joins if j.child_table in s.tree.tables and not j.is_self}
    own = {t for t in s.tree.tables if s.facts.key(t) in s.query.group}
    named = [c for c in s.query.group if not c.part and not c.through[0]]
    own |= {c.table for c in named if (k := s.facts.column(c)) and k.profile.unique}
    above = any(set(rows) & set(s.facts.owners(t)) for t in own)
    single = {o.item.column.table for o in s.query.order if o.item.aggregate == "count" and o.item.column}
    above = above or bool(single & own)  # the different sites of each job, which has one
    return bool(s.query.limit) and (bool(own & (counted - parents)) or above)


def part_ungrouped(s: Seen) -> bool:
    """`loans by genre and year`, and nothing goes by years."""
    for i, c in enumerate(s.chunks):
        if c.claimed or c.link or c.text.lower() not in lexicon().date_parts:
            continue
        led = s.chunks[:i]
        while len(led) > 1 and led[-1].has("and") and led[-2].kind in ("column", "table", "word"):
            led = led[:-2]
        if led and i and (led[-1].has("group") or led[-1].text.lower() in ("by", "per")):
            return True
    return False


def second_group_lost(s: Seen) -> bool:
    """`visits per pet and vet`, and there is a figure for each pet alone; `per area and shed`, of plots with a shed."""
    q, said = s.query, [c for c in s.chunks if any(map(str.isalnum, c.text))]
    if not q.group or not figured(s) or len(said) < _PAIR:
        return False
    by, _, joint, what = said[-_PAIR:]
    led = (by.has("group") or by.text.lower() in ("by", "per")) and joint.has("and")
    if led and what.kind == "word" and what.link is None and what.claimed in ("", "context"):
        return what.text.lower() not in FUNCTION
    if led and what.kind == "value":
        here = [k for m in s.mentions if m.start <= what.start < m.end for k in m.links]
        headers = {k.column for k in here if k.kind == "column" and k.how == "label" and k.score >= _WHOLE}
        return bool(headers) and headers.isdisjoint(g.name for g in q.group)
    if not led or what.link is None or what.kind not in ("table", "column"):
        return False
    if what.kind == "column":
        held = (f.item.column for f in s.filters)
        if any(c and (c.table, c.name) == (what.link.table, what.link.column) and c not in q.group for c in held):
            return True
        return all(g.name != what.link.column for g in q.group) and not _told_by(q.group, what.link.table, s)
    return not _told_by(q.group, what.link.table, s)


def _told_by(group: Sequence[Col], table: str, s: Seen) -> bool:
    """Some of the groups are of a table, or refer to its rows."""
    leads = (s.facts.refers(g) for g in group)
    return any(g.table == table or g.of == table for g in group) or any(j and j.parent_table == table for j in leads)


def ungrouped(s: Seen) -> bool:
    """`each`, `per`, and no groups."""
    asked = any(
        c.has("group")
        and c.text.lower() not in ("across", "according to")
        and not _in_unit(s, i)
        and not by_those(s, i)
        for i, c in enumerate(s.chunks)
    )
    threes = enumerate(zip(s.chunks, s.chunks[1:], s.chunks[2:], strict=False))
    unread = any(_by_unread(*three) and not by_those(s, i + 1) for i, three in threes)
    asked = asked or unread
    best = s.query.of_each or any(isinstance(c, Ranked) for c in s.conditions)
    narrowed = figured(s) or s.query.limit is not None or (unread and not s.query.order)
    return asked and narrowed and not s.query.group and not best and not any(s.formulas) and not _mean_of_rows(s)


def _mean_of_rows(s: Seen) -> bool:
    """`how many passengers does each sailing carry on average`, of the sailings' own rows: their mean."""
    of = {i.column.table for i in s.query.select if i.aggregate == "avg" and i.column and not i.formula}
    pairs = pairwise(s.chunks)
    each = {b.link.table for a, b in pairs if a.has("group") and b.kind == "table" and b.link is not None}
    return len(of) == 1 and of == each and len(s.query.select) == 1


def total_of_what(s: Seen) -> bool:
    """`the highest total hours`, and both are told of all rows: a total is the highest among several."""
    q = s.query
    said = any(a.lower in _HIGHEST and b.lower in _RECKONED for a, b in pairwise(s.tokens))
    return said and not (q.group or q.order or q.where or q.beside) and all(i.aggregate for i in q.select)


def _by_unread(thing: Chunk, by: Chunk, what: Chunk) -> bool:
    """`fines by member`, and nothing used the members; but “written by” says who did it."""
    unread = (
        what.kind in ("word", "table", "column")
        and what.claimed in ("", "context")
        and what.text.lower() not in FUNCTION
    )
    return by.text.lower() == "by" and thing.kind in ("table", "column", "value") and unread and thing.text[-2:] != "ed"


def _in_unit(s: Seen, i: int) -> bool:
    """`miles per gallon (MPG)`: the word for groups is within the name of what is measured. A figure in front of it
    that does not say it is reckoned for each of what follows: `fees for each kind`."""
    shown = {t.column for t in s.terms if isinstance(t, Item) and t.column and t.aggregate}
    before, behind = s.chunks[max(0, i - 1) : i], s.chunks[i : i + 2]
    own = {Col(c.link.table, c.link.column) for c in (*before, *behind) if c.link and c.kind == "column"}
    named = {Col(c.link.table, c.link.column) for c in behind if c.link and c.kind == "column"}
    said = s.chunks[i].text.lower()
    held = {c for c in own & shown if c in named or said in s.facts.spelt(c)}
    return bool(held) and not s.query.group


CHECKS: tuple[Check, ...] = (
    total_of_what,
    still_unread,
    part_ungrouped,
    second_group_lost,
    ungrouped,
    rank_unsaid,
    ranked_alone,
    size_unshown,
    thing_unshown,
)
