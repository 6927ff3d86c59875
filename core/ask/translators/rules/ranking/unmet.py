"""What words of one kind ask of a query (“how many”, “sorted by”, “at least”, “per”) and it does not do: checks for
contradictions.py.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from core.ask.label_stems import spoken_labels, stems
from core.ask.stop_words import FUNCTION
from core.ask.tokens import Token, place_of, stem
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Among, Col, Elsewhere, Filter, Ranked, Related, Scalar
from core.ask.translators.rules.ranking.seen import Check, Seen, amount_of_one, figured, temporal
from core.model import NUMERIC, TEMPORAL, Column
from core.text.words import words

_BOUNDS = frozenset(("<", "<=", ">", ">=", "between", "!="))
_COUNTED = frozenset(("many", "often"))
_PEOPLE = frozenset(("people", "person"))
_TIMED = frozenset(("time", "duration", "hours", "minutes"))
_FIRST = frozenset("first last top bottom".split())
_LED = frozenset("which what the top first last these those".split())
_EXTREMES = frozenset(("max", "min"))
_NAMES = frozenset(map(stem, ("name", "title", "id")))
_KEYS = frozenset("reference ref refs code codes id ids urn".split())
"""How headers of keys end, whether or not another table refers to them."""
_NOT_THERE = frozenset("missed missing absent skipped avoided lacked lacking".split())
_UNDONE = re.compile(r"un[a-z]{2,}ed")
_BEST = frozenset("best worst strongest weakest busiest quietest biggest top poorest slowest record".split())
_TIMES = frozenset("day date week month quarter year season night evening weekend".split())
_LACKING = frozenset(("empty", "blank"))
_DAY = re.compile(r"\d{4}(?:-\d\d)?")

_STEPS = frozenset(map(stem, "priority severity urgency level grade rank tier band class stage phase".split()))
"""Words of headers of what is numbered by steps."""
_FEW_STEPS = 12


def empty_unread(s: Seen) -> bool:
    """`how many flats are empty`, and all of them are counted: nothing is asked of what they lack."""
    said = any(c.kind == "cue" and c.text.lower().split()[-1] in _LACKING for c in s.chunks)
    lacks = any(
        (isinstance(c, Filter) and (c.operator in ("is null", "is not null") or "" in c.values))
        or getattr(c, "negated", False)
        for c in s.conditions
    )
    return said and not lacks


def uncounted(s: Seen) -> bool:
    """`how many`, `how often`, and nothing is counted or added up; or the time that something took, for people."""
    asked = [i + 1 for i, (t, n) in enumerate(pairwise(s.tokens)) if t.lower == "how" and n.lower in _COUNTED]
    asked = [i for i in asked if not amount_of_one(i, s)]
    return bool(asked) and not s.query.share and (not figured(s) or any(_times_of_people(i, s) for i in asked))


def _times_of_people(at: int, s: Seen) -> bool:
    """`how many people travel by bus`, and all that is reckoned is what is called a time, or a duration."""
    whom = s.tokens[at + 1].lemma if at + 1 < len(s.tokens) else ""
    held = [s.facts.column(t.column) if t.column else None for t in s.figures]
    called = [{w for said in spoken_labels(c) for w in words(said)} if c else set() for c in held]
    return whom in _PEOPLE and bool(held) and all(said & _TIMED for said in called)


def unordered(s: Seen) -> bool:
    """`sorted by`, and no order."""
    asked = any(c.has("order", "asc", "desc") and not c.has("rel") for c in s.chunks)
    return asked and not s.query.order


def unranked_at_all(s: Seen) -> bool:
    """A superlative without an order, an extreme or the best of each."""
    asked = any(c.kind == "cue" and any(t.startswith(("sup:", "common:")) for t in c.tags) for c in s.chunks)
    extreme = any(t.aggregate in _EXTREMES for t in s.figures)
    return asked and not s.query.order and not extreme and not any(isinstance(c, Ranked) for c in s.conditions)


def uncompared(s: Seen) -> bool:
    """`more than`, `before`, `between`, and nothing is compared."""
    tags = [t for c in s.chunks if c.kind == "cue" for t in c.tags]
    said = any(t in ("between", "difference") or t[:4] in ("cmp:", "afte") for t in tags if t != "cmp:=")
    said = said and not any(c.number == 1 for c in s.chunks)  # "at least one": that there is any
    compared = any(f.operator in _BOUNDS for f in s.filters) or bool(s.formulas)
    apart = any(isinstance(c, Elsewhere) for c in s.conditions)
    return said and not compared and not apart and not s.query.beside


def by_itself(s: Seen) -> bool:
    """A thing divided by itself, or taken from itself."""
    return any(f.left == f.right for f in s.formulas)


def text_extreme(s: Seen) -> bool:
    """The largest or smallest of a text."""
    extremes = [t for t in s.figures if t.aggregate in _EXTREMES and t.column]
    found = [s.facts.column(t.column) for t in extremes if t.column and not t.column.part]
    return any(c is not None and c.type not in NUMERIC | TEMPORAL for c in found)


def text_compared(s: Seen) -> bool:
    """A text that is more or less than a number, or a name that is so than a day."""
    bounds = [f for f in s.filters if f.operator in _BOUNDS - {"!="} and f.item.column and not f.item.formula]
    sides = [(s.facts.column(f.item.column), f) for f in bounds if f.item.column and not f.item.aggregate]
    return any(c is not None and c.type not in NUMERIC | TEMPORAL and _no_text(c, f.values) for c, f in sides)


def _no_text(column: Column, values: Sequence[object]) -> bool:
    """Numbers all, or days where the column holds words."""
    worded = not any(ch.isdigit() for ch in str(column.profile.minimum))
    return all(isinstance(v, float | Scalar) or (worded and isinstance(v, str) and _DAY.match(v)) for v in values)


def unshown(s: Seen) -> bool:
    """`Give the country and the average.`: a figure asked for in a sentence of its own, and none is shown."""
    ends = [i for i, c in enumerate(s.chunks[:-1]) if c.kind == "stop" and c.text in ".?;!"]
    last = s.chunks[ends[-1] + 1 :] if ends else ()
    asked = any(c.has("count") or c.starts("agg:") for c in last) and not any(
        c.has("order", "asc", "desc") for c in last
    )
    return asked and not any(i.aggregate or i.formula for i in s.query.select) and not s.query.share


def name_of_other(s: Seen) -> bool:
    """`the names of orchestras`, `the ids of the male students`, and what is shown are those of something else."""
    for i, c in enumerate(s.chunks[:-1]):
        if c.kind != "column" or c.link is None or c.claimed != "wanted" or set(stems(c.text)) - _NAMES:
            continue
        after = [k for k in s.chunks[i + 1 : i + 6] if not k.has("all") and k.kind != "value"]
        led = len(after) > 1 and after[0].text.lower() in ("of", "for") and after[1].kind == "table"
        owner = after[1].link if led else None
        if owner is not None and owner.table != c.link.table and not _called_by(owner.table, c.link.table, s):
            return True
    return False


def _called_by(table: str, other: str, s: Seen) -> bool:
    """Its rows have no name of their own, and each is one of the other table's: guides, who are people."""
    joins = (j for j in s.facts.schema.joins if j.child_table == table and j.parent_table == other)
    return not s.facts.named(table) and any(j.evidence.cardinality == "1:1" for j in joins)


def codes_summed(s: Seen) -> bool:
    """A code or a key added up or averaged, or steps that only tell more from less added up: priorities, grades."""
    summed = [t.column for t in s.figures if t.aggregate in ("sum", "avg", "median") and t.column]
    steps = [t.column for t in s.figures if t.aggregate == "sum" and t.column and s.facts.speaks(t.column, _STEPS)]
    few = any((found := s.facts.column(c)) is not None and found.profile.distinct <= _FEW_STEPS for c in steps)
    return few or any(s.facts.identifying(c) or _KEYS & set(s.facts.spelt(c)[-1:]) for c in summed)


def unaveraged(s: Seen) -> bool:
    """`average`, and no average, nor a figure divided by another."""
    asked = any(c.kind == "cue" and c.starts("agg:") in ("avg", "median") for c in s.chunks)
    asked = asked or place_of([t.lower for t in s.tokens], ("on", "average")) is not None
    mean = any(t.aggregate in ("avg", "median", "own") for t in s.figures)
    return asked and not mean and not any(f.operator == "/" for f in s.formulas)


def size_as_code(s: Seen) -> bool:
    """`which five councils`: a number of things taken for a code or a figure that they have."""
    sizes = {s.tokens[i].number for i in _sizes(s.tokens)}
    equal = (f for f in s.filters if f.operator == "=" and len(f.values) == 1)
    return any(_number(v) in sizes for f in equal for v in f.values if isinstance(v, str | float))


def other_size(s: Seen) -> bool:
    """`the three largest`: as many rows are said as are not given."""
    sizes = {s.tokens[i].number for i in _sizes(s.tokens)}
    return bool(sizes) and s.query.limit is not None and float(s.query.limit) not in sizes


def second_unread(s: Seen) -> bool:
    """Of a sentence of its own, no word was used."""
    bounds = [i for i, c in enumerate(s.chunks) if c.kind == "stop" and c.text in ".?!;"]
    starts = [0, *(i + 1 for i in bounds)]
    for start, end in zip(starts, [*bounds, len(s.chunks)], strict=True):
        words = s.chunks[start:end]
        heavy = [c for c in words if c.kind != "cue" and c.text.lower() not in lexicon().asking | FUNCTION]
        if start and heavy and not any(c.claimed for c in words):
            return True
    return False


def header_unused(s: Seen) -> bool:
    """A header of several words said in full, and the query has neither it nor what else the words mean."""
    here = {(c.of or c.table, c.name) for c in s.columns}
    labels = {c.name for c in s.columns}
    joined = {c for e in s.tree.edges for c in (*e.left, *e.right)}
    for m in s.mentions:
        firm = [k for k in m.links if k.kind == "column" and k.score >= 0.95]
        if not firm or m.pinned or m.end - m.start < 2:
            continue
        said = set(stems(m.text))
        tabled = any(k.kind == "table" and k.table in s.tree.tables for k in m.links)
        meant = any((k.table, k.column) in here for k in m.links)
        if not tabled and not meant and not any(said <= set(stems(name)) for name in labels | joined):
            return True
    return _said_in_full(s, here)


def _said_in_full(s: Seen, here: set[tuple[str, str]]) -> bool:
    """`total number of horses`, and it is the `working_horses` although there is a column of `total_horses`."""
    said = {t.stem for t in s.tokens}
    for table, name in here:
        own = set(stems(name))
        known = table in s.facts.tables and not own <= said and s.facts.measure(Col(table, name))
        for c in s.facts.tables[table].columns if known else ():
            words = set(stems(c.label))
            full = len(words) > 1 and words <= said and words & own and (table, c.name) not in here
            if full and s.facts.measure(Col(table, c.name)):
                return True
    return False


def stranger(s: Seen) -> float:
    """Tables of the query that no word speaks of, but for those that a join between two others needs."""
    spoken = {c.link.table for c in s.chunks if c.link} | {k.table for k in s.links if k}
    ends = Counter(t for e in s.tree.edges for t in (e.left_table, e.right_table))
    return float(sum(t not in spoken and t not in s.star and ends[t] < 2 for t in s.tree.tables))


def either_join(s: Seen) -> bool:
    """Two joins are possible between two tables of the query, and nothing says which."""
    return not s.preferred and s.ways > 1


def no_amount(s: Seen) -> bool:
    """A number asked for (`how much`, `total`) and no figure in what is shown."""
    asked = any(c.starts("agg:") == "sum" for c in s.chunks) or any(c.text.lower() == "how much" for c in s.chunks)
    numeric = any(i.column and s.facts.measure(i.column) for i in s.query.select)
    return asked and not figured(s) and not numeric and not s.query.order


def _sizes(tokens: Sequence[Token]) -> list[int]:
    """Where a small number stands before what is asked for: `which five`, `the three largest`, `top 10`."""
    found = []
    for i, t in enumerate(tokens):
        led = i > 0 and tokens[i - 1].lower in _LED
        small = t.number is not None and float(t.number).is_integer() and 1 < t.number <= 100
        if led and small and (t.kind == "word" or tokens[i - 1].lower in _FIRST) and t.lower != "once":
            found.append(i)
    return found


def _number(value: str | float) -> float | None:
    try:
        return float(value)
    except ValueError:
        return None


def best_time_unread(s: Seen) -> bool:
    """`what was our best day for sales`, and it is the last day, or the sales without their day."""
    lowers = [t.lower for t in s.tokens]
    said = lowers[:1] in (["what"], ["which"]) and any(w in _BEST and b in _TIMES for w, b in pairwise(lowers))
    extremes = [t for t in (*s.figures, *(o.item for o in s.query.order)) if t.aggregate in ("", *_EXTREMES)]
    last = any(temporal(s, t.column) and t.column is not None and not t.column.part for t in extremes)
    shown = [i.column for i in s.query.select if i.column is not None and not i.aggregate]
    times = any(temporal(s, c) or c.part or s.facts.year(c) or s.facts.speaks(c, _TIMES) for c in shown)
    return said and (last or not times)


def undone_unread(s: Seen) -> bool:
    """`unused bikes`: what was left undone, and the query has nothing that is lacking."""
    said = any(c.kind == "word" and not c.claimed and _UNDONE.fullmatch(c.text) for c in s.chunks)
    return said and not any(isinstance(c, Related | Among) and c.negated for c in s.query.where)


def missing_unread(s: Seen) -> bool:
    """`who missed the meeting`, and that they missed it is not read: it is of those that were there, or of those that
    nobody asked to come."""
    return any(c.kind == "word" and not c.claimed and c.text.lower() in _NOT_THERE for c in s.chunks)


CHECKS: tuple[Check, ...] = (
    missing_unread,
    uncounted,
    empty_unread,
    unordered,
    unranked_at_all,
    uncompared,
    by_itself,
    text_extreme,
    text_compared,
    unshown,
    name_of_other,
    codes_summed,
    unaveraged,
    size_as_code,
    other_size,
    second_unread,
    header_unused,
    stranger,
    either_join,
    no_amount,
    undone_unread,
    best_time_unread,
)
