"""What a query does that no word of its question asks for, or leaves out although a word says it: checks for
contradictions.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.ask.label_stems import stems
from core.ask.stop_words import FUNCTION
from core.ask.table_words import plainly
from core.ask.tokens import stem
from core.ask.translators.rules.chart.people import AGENTS, doer
from core.ask.translators.rules.grammar.versus import COMPARING
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.numbers_said import numbers_said
from core.ask.translators.rules.passes.every_value import asked_apart
from core.ask.translators.rules.query import Col, Elsewhere, Filter, main_tables
from core.ask.translators.rules.ranking.seen import Check, Seen, by_those, temporal
from core.text.words import singular

_BOUNDS = frozenset(("<", "<=", ">", ">=", "between"))
_NEGATIONS = frozenset(("!=", "not like", "is null", "is not null"))
_SHORTEST = 5
_PEOPLE = frozenset(("people", "persons"))
_FIRM = 0.95
"""The least score of a header that is said as it stands."""
_NAMED = frozenset("name title first last forename surname".split())
_AMBIGUOUS = 0.02
"""How little less likely another column may be."""


def summed_alone(s: Seen) -> bool:
    """`total awarded by programme`, and the programmes' own maximum is added up: a row for each, with nothing to add,
    where other tables refer to them."""
    q = s.query
    added = [i.column for i in q.select if i.aggregate in ("sum", "avg") and i.column]
    own = {c.of or c.table for c in added}
    if len(own) != 1 or len(s.tree.tables) != 1 or not q.group:
        return False
    held = [s.facts.column(c) for c in q.group if not c.part]
    referred = any(j.parent_table in own and j.child_table not in own for j in s.facts.schema.joins)
    return referred and any(c is not None and c.table in own and c.profile.unique for c in held)


def grouped_alone(s: Seen) -> bool:
    """`the AR for each country`, and only the countries are shown: what was asked for each of them is not."""
    each = any(c.has("group") for c in s.chunks)
    shown = (*s.query.select, *(o.item for o in s.query.order), *(f.item for f in s.query.having))
    return each and bool(s.query.group) and not any(i.aggregate or i.formula for i in shown)


def grouped_unasked(s: Seen) -> bool:
    """`how many films …` alone, or `… by actors from Rome`, and there is a figure for each of something."""
    if not s.query.group or s.query.limit is not None or s.query.having:
        return False
    opens = " ".join(t.lower for t in s.tokens[:3])
    one = opens.startswith(("how many", "how much")) or opens in ("what is the", "what was the", "what's the")
    cues = ("by", "per", *COMPARING)
    each = any(
        (c.has("group") or c.text.lower() in cues or c.kind == "stop") and not by_those(s, i)
        for i, c in enumerate(s.chunks[:-1])
    )
    one = one or any(by_those(s, i) for i in range(len(s.chunks)))
    return one and not each and not asked_apart(s.tokens)


def one_counted(s: Seen) -> bool:
    """`how often was there no alarm`: the rows of a list of codes are counted by what one of them alone has, and not
    those that refer to it."""
    q = s.query
    if len(q.select) != 1 or q.select[0].aggregate != "count" or q.group or len(s.tree.tables) != 1 or not q.where:
        return False
    table = s.tree.tables[0]
    called = s.facts.display(table)
    named = [f for f in q.where if isinstance(f, Filter) and f.operator == "=" and f.item.column in called]
    held = [s.facts.column(f.item.column) for f in named if f.item.column is not None]
    alone = [c for c in held if c is not None and c.type == "text" and c.profile.unique]
    referred = any(j.parent_table == table and j.child_table != table for j in s.facts.schema.joins)
    return bool(alone) and referred


def manner_listed(s: Seen) -> bool:
    """`how do people find us`, and all people are listed."""
    manner = len(s.tokens) > 1 and s.tokens[0].lower == "how" and s.tokens[1].lower in ("do", "does", "did", "can")
    figures = any(s.figures)
    return manner and not figures and not s.query.where and not s.query.order


def unnegated(s: Seen) -> bool:
    """`not`, `never`, `except`, and nothing is left out."""
    undone = any(map(_undone, s.chunks))
    said = undone or any(c.has("not", "none", "cmp:!=") and not c.link for c in s.chunks)
    nobody = any(t.lower in _NOBODY for t in s.tokens) or "no one" in " ".join(t.lower for t in s.tokens)
    said = said or nobody
    negated = any(isinstance(c, Elsewhere) and c.negated for c in s.conditions)
    compared = any(f.operator in _NEGATIONS | _BOUNDS for f in s.filters)
    compared = compared or (s.query.distinct and not undone and not nobody)
    flags = any(_no(s, f) for f in s.filters)
    return said and not negated and not compared and not flags


_NOBODY = frozenset(("nobody", "noone", "nothing", "none"))


def _undone(c: Chunk) -> bool:
    """`unused`, which nothing used."""
    word = c.text.lower()
    return c.kind == "word" and not c.claimed and len(word) > _SHORTEST and word[:2] == "un" and word[-2:] == "ed"


def _no(s: Seen, f: Filter) -> bool:
    truths = s.facts.flag(f.item.column) if f.item.column else None
    return truths is not None and f.values == (truths[1],)


def number_unused(s: Seen) -> bool:
    """A number or a date is said, and the query has none like it."""
    used = " ".join(_texts(s))
    linked = set(s.linked)
    gone_over = main_tables(s.query)
    named = ((m, k) for m, k in zip(s.mentions, s.links, strict=False) if k is not None and k.kind == "table")
    linked |= {i for m, k in named if k.table in gone_over for i in range(m.start, m.end)}
    for i, t in enumerate(s.tokens):
        digits = t.text.lstrip("0").split(".")[0]
        if i in linked or t.kind == "word" or t.number is None or not digits.isdigit() or t.number <= 1:
            continue
        if digits not in used:
            return True
    return False


def _texts(s: Seen) -> Iterator[str]:
    """Every value that a query compares with, its limit and the names of its columns."""
    for f in s.filters:
        yield from (f"{v:.10g}" if isinstance(v, float) else str(v) for v in f.values)
        yield from numbers_said(f)
    yield from (f"{side:.10g}" for f in s.formulas for side in (f.left, f.right) if isinstance(side, float))
    yield str(s.query.limit or "")
    yield from (c.name for c in s.columns)


def name_compared(s: Seen) -> bool:
    """What things are called by, if in digits, is more or less than something."""
    bounds = [f.item.column for f in s.filters if f.operator in _BOUNDS and not f.item.aggregate]
    return any(c is not None and "name" in [w.lower() for w in s.facts.spelt(c)] for c in bounds)


def participle_shown(s: Seen) -> bool:
    """`shared by the most`: a participle taken for a column to show, unless it is a figure for each of something."""
    added = {
        i.column for i in s.query.select if i.aggregate and s.query.group and i.column and s.facts.measure(i.column)
    }
    for c, after in zip(s.chunks, s.chunks[1:], strict=False):
        verb = c.kind == "column" and c.claimed == "wanted" and c.text.lower().endswith("ed") and after.text == "by"
        said = verb and c.link is not None and not c.link.column.lower().endswith(("ed", "by"))
        if said and c.link and Col(c.link.table, c.link.column) not in added:
            return True
    return False


def ambiguous(s: Seen) -> float:
    """Columns used whose words fit a column of another table as well."""
    found = 0
    for m, k in zip(s.mentions, s.links, strict=True):
        if k is not None and k.kind == "column":
            others = {o.table for o in m.links if o.kind == "column" and o.score >= k.score - _AMBIGUOUS} - {k.table}
            found += bool(others)
    return float(found)


def counted_unread(s: Seen) -> bool:
    """`how many cats …`, and nothing used the word for what is counted."""
    for c, after in zip(s.chunks, s.chunks[1:], strict=False):
        if c.has("count") and c.text.lower().endswith(("how many", "number of")):
            known = after.text.lower() in lexicon().asking | FUNCTION
            theirs = {o for t in s.tree.tables for o in (t, *s.facts.owners(t))}
            known = known or (after.text in _PEOPLE and any(map(s.facts.persons, theirs)))
            return after.kind == "word" and not after.claimed and not known and not after.has("rows")
    return False


_KINDS_ASKED = frozenset("kind type sort category different distinct unique various class code value".split())


def flag_counted(s: Seen) -> bool:
    """The different values of a yes/no column counted, of which there are two at most; or, where no word asks for
    kinds, those of a column of codes: `how many pedestrians`, and not the kinds of their crossings."""
    counts = [t.column for t in s.figures if t.aggregate == "count" and t.distinct and t.column is not None]
    kinds = any(t.lemma in _KINDS_ASKED for t in s.tokens)
    return any(s.facts.flag(c) is not None or (not kinds and s.facts.coded(c)) for c in counts)


def bound_shown(s: Seen) -> bool:
    """`which visits cost more than 9`, and what is shown is the cost alone."""
    which = bool(s.tokens) and s.tokens[0].lower in ("which", "who")
    shown = [i.column for i in s.query.select]
    bounds = [f.item.column for f in s.filters if f.operator in _BOUNDS and not f.item.aggregate]
    alone = len(shown) == 1 and shown[0] is not None and shown[0] in bounds
    return which and alone and s.facts.measure(shown[0]) and not s.facts.year(shown[0])  # type: ignore[arg-type]


_NOUN = 3
"""The token behind `who is the`."""


def nobody_shown(s: Seen) -> bool:
    """`who has a plot`, and neither people nor anything called by a name, nor what the question itself calls it, is
    shown."""
    if not s.tokens or s.tokens[0].lower != "who" or s.query.everything:
        return False
    shown = [i.column for i in s.query.select if i.column and not i.aggregate]
    named = [c for c in shown if not (temporal(s, c) or s.facts.measure(c) or s.facts.year(c))]
    agents = [c for t in s.tree.tables if t in s.facts.tables and (c := doer(t, s.facts)) is not None]
    is_it = len(s.tokens) > 1 and s.tokens[1].lower in ("is", "was", "are", "were")
    others = bool(agents) or (not is_it and _people_near(s))
    people = any(_one_of_people(s, c) or (not others and _NAMED & {w.lower() for w in s.facts.spelt(c)}) for c in named)
    held = any(lexicon().people & set(stems(c.name)) or c in agents for c in named)
    firm = (c.link for c in s.chunks if c.kind == "column" and c.link and c.link.score >= _FIRM)
    said = {(k.table, k.column) for k in firm}
    called = next((m.links for m in s.mentions if m.start == _NOUN), ()) if is_it else ()  # “who is the councillor”
    said |= {(k.table, k.column) for k in called[:1] if k.kind == "column"}
    held = held or (is_it and any((c.table, c.name) in said for c in named))
    return not people and not held


def _people_near(s: Seen) -> bool:
    """A column of the query's tables says somebody (`guest`), or their rows belong to people (`adopters_list`)."""
    tables = [t for t in s.tree.tables if t in s.facts.tables]
    texts = (c for t in tables for c in s.facts.tables[t].columns if c.type == "text")
    owners = {o for t in tables for o in s.facts.owners(t)}
    return any(lexicon().people & set(stems(c.label)) for c in texts) or any(_somebody(s, o) for o in owners)


def _somebody(s: Seen, table: str) -> bool:
    """Its rows are people, or called by a name and by a noun for those who do something."""
    doing = any(singular(w).endswith(AGENTS) for w in plainly(s.facts.tables[table])[-1:])
    return s.facts.persons(table) or (doing and s.facts.named(table))


def _one_of_people(s: Seen, column: Col) -> bool:
    """Of a table of people what tells them apart, and not their team."""
    return _somebody(s, column.table) and (s.facts.telling(column) or column in (s.facts.person(column.table) or ()))


def part_unshown(s: Seen) -> bool:
    """`which month was the busiest`, and no time is shown."""
    opens = [t.lower for t in s.tokens[:4] if t.lower not in ("in", "on", "during", "at", "the")]
    asked = len(opens) > 1 and opens[0] in ("which", "what") and lexicon().date_parts.get(opens[1]) is not None
    if not asked or s.query.everything:
        return False
    shown = [i.column for i in s.query.select if i.column]
    said = {stem(opens[1])}
    return not any(c.part or s.facts.year(c) or temporal(s, c) or s.facts.speaks(c, said) for c in shown)


CHECKS: tuple[Check, ...] = (
    grouped_unasked,
    grouped_alone,
    manner_listed,
    one_counted,
    unnegated,
    number_unused,
    name_compared,
    participle_shown,
    ambiguous,
    counted_unread,
    flag_counted,
    summed_alone,
    bound_shown,
    nobody_shown,
    part_unshown,
)
