"""Where a query gives another kind of answer than its question opens with: checks for contradictions.py."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from core.ask.label_stems import stems
from core.ask.tokens import stem
from core.ask.translators.rules.chart.schema import of_kind
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.passes.kinds_seen import kind_seen
from core.ask.translators.rules.query import Col, Filter, Item
from core.ask.translators.rules.ranking.seen import Check, Seen, temporal

_DID = frozenset("did was were does do is are has have had will".split())
_WHO = frozenset("who that which whose with without never who've who's".split())
_EACH = frozenset("each every per by for all".split())
_FIRM = 0.95
"""From this score a table is named outright."""
_KINDS = frozenset(("kind", "type", "sort"))
_KIND_STEMS = frozenset(map(stem, "kind type sort species breed variety category class genre model make".split()))
"""Words of headers of what kind something is of."""
_KEYED = frozenset(map(stem, "code cd id name no number ref description desc".split()))
_RECKONING = ("count", "share", "ratio", "ask", "group", "part", "agg:", "sup:", "common:", "top", "bottom")
_STATES = frozenset("open opened closed current active live finished completed started ended".split())
_BEING = frozenset("is are was were".split())


def day_unshown(s: Seen) -> bool:
    """`when did Ann take on her plot`, and plots are counted, or her town is shown."""
    lowers = [t.lower for t in s.tokens[:2]]
    asked = len(lowers) > 1 and lowers[0] == "when" and lowers[1] in _DID
    shown = [i.column for i in s.query.select if i.column]
    return asked and not s.query.everything and not any(c.part or s.facts.year(c) or temporal(s, c) for c in shown)


def state_shown(s: Seen) -> bool:
    """`which open hospitals had no visits`, and what is shown is when they opened: the word says which are meant."""
    if {"when", "date", "dates", "day"} & {t.lower for t in s.tokens}:
        return False
    shown = {(i.column.table, i.column.name) for i in s.query.select if i.column and temporal(s, i.column)}
    for c, behind in pairwise(s.chunks):
        of_day = c.link is not None and c.kind == "column" and (c.link.table, c.link.column) in shown
        if of_day and c.text.lower() in _STATES and behind.kind in ("table", "value", "column"):
            return True
    return False


def those_counted(s: Seen) -> bool:
    """`friends who have never booked`, `streets with burst pipes`, and nothing is shown but how many there are."""
    opens = next((c for c in s.chunks if c.kind != "word" and not c.has("all")), None)
    noun = opens is not None and opens.kind in ("table", "column", "value", "defined")
    behind = {w for c in s.chunks if opens is not None and c.start > opens.start for w in c.text.lower().split()[:1]}
    reckons = any(c.kind == "cue" and any(t.startswith(_RECKONING) for t in c.tags) for c in s.chunks)
    alone = len(s.query.select) == 1 and s.query.select[0].aggregate == "count" and not s.query.group
    return noun and bool(behind & _WHO) and alone and not reckons


def fixed_shown(s: Seen) -> bool:
    """`list the jars in poor condition`, and the condition is all that is shown: the same in every row, from either
    side of a join."""
    shown = [i.column for i in s.query.select]
    equal = [f for f in s.query.where if isinstance(f, Filter) and f.operator == "="]
    fixed = {f.item.column for f in equal if len(f.values) == 1}
    for e in s.tree.edges:
        for one, other in zip(e.left, e.right, strict=True):
            sides = {Col(e.left_table, one), Col(e.right_table, other)}
            fixed |= sides if sides & fixed else set()
    return len(shown) == 1 and not s.query.select[0].aggregate and shown[0] is not None and shown[0] in fixed


def all_given(s: Seen) -> bool:
    """`the name of the clerk who got the highest bonus`, and every clerk is given with the highest of each."""
    extreme = any(i.aggregate in ("max", "min") for i in s.query.select) and s.query.limit is None
    asked = any(c.starts("sup:") for c in s.chunks)
    each = any(t.lower in _EACH for t in s.tokens)
    return extreme and asked and not each and any(not c.part and s.facts.telling(c) for c in s.query.group)


def total_unadded(s: Seen) -> bool:
    """`the school with the highest total places`, and it is that of the one class with the most."""
    item = s.query.order[0].item if s.query.limit and s.query.order else None
    column = item.column if item is not None and not item.aggregate and item.formula is None else None
    said = any(c.starts("agg:") == "sum" and "total" in c.text.lower() for c in s.chunks)
    if column is None or not said or not s.facts.measure(column):
        return False
    shown = list(_alone(s))
    return bool(shown) and not any(s.facts.telling(c) or c == s.facts.key(c.table) for c in shown)


def key_as_size(s: Seen) -> bool:
    """`which is the biggest choir`, and it is the highest of their numbers."""
    whole = {(k.table, k.column) for m, k in zip(s.mentions, s.links, strict=True) if k and m.end - m.start > 1}
    extremes = [i.column for i in s.figures if i.aggregate in ("max", "min") and i.column is not None]
    keys = (c for c in extremes if s.facts.identifying(c) or s.facts.refers(c) is not None)
    return any(
        not c.part and not temporal(s, c) and not s.facts.year(c) and (c.table, c.name) not in whole for c in keys
    )


def first_noun_added(s: Seen) -> bool:
    """`how many water samples`, and their temperatures are added up: it is the second noun that is counted."""
    added = {(i.column.table, i.column.name) for i in s.figures if i.aggregate in ("sum", "avg") and i.column}
    tables = {m.start for m in s.mentions if any(k.kind == "table" and k.score >= _FIRM for k in m.links)}
    for m, k in zip(s.mentions, s.links, strict=True):
        before = [t.lower for t in s.tokens[: m.start]]
        many = before[-2:] == ["how", "many"] or before[-4:] == ["how", "many", "of", "the"]
        if many and k is not None and m.end in tables and k.score < _FIRM and (k.table, k.column) in added:
            return True
    return False


def asked_column_unshown(s: Seen) -> bool:
    """`which venue sold the most tickets`, and it is shown how they were sold: another column of theirs."""
    first = s.chunks[1] if len(s.chunks) > 1 and s.chunks[0].text.lower() == "which" else None
    link = first.link if first is not None and first.kind == "column" else None
    columns = [i.column for i in s.query.select if i.column is not None and not i.aggregate]
    if link is None or link.score < _FIRM or not columns:
        return False
    asked = Col(link.table, link.column)
    if s.facts.flag(asked) is not None:
        return False  # “which active volunteers”
    if first is None or set(stems(first.text)) & set(stems(s.facts.tables[link.table].label)) or temporal(s, asked):
        return False  # "members joined": the members are asked for
    join = s.facts.refers(asked)
    tables = {join.parent_table} if join is not None else set()
    same = any(c.name == asked.name or c.table in tables for c in columns)
    return not same and all(c.table == asked.table for c in columns)


def _alone(s: Seen) -> Iterator[Col]:
    """The columns shown, where there is nothing else."""
    if s.query.group or any(i.aggregate or i.formula for i in s.query.select):
        return
    yield from (i.column for i in s.query.select if i.column is not None)


def kind_of_other(s: Seen) -> bool:
    """`the commonest kinds of tree`, and told are the types of the sites, where another column says which species."""
    if not any(t.lemma in _KINDS and n.lower == "of" for t, n in pairwise(s.tokens)):
        return False
    said = {t.stem for t in s.tokens}
    shown = [i.column for i in s.query.select if i.column and not i.aggregate and not i.formula]
    return any(_of_others(c, said, s) and _own_kind(c, s) for c in shown)


def kinds_for_things(s: Seen) -> bool:
    """`how many special schools are there`, and the kinds of special schools are counted, in the list of kinds."""
    counted = {i.table or (i.column.table if i.column else "") for i in s.figures if i.aggregate == "count"}
    if any(t.lemma in _KINDS for t in s.tokens):
        return False
    return any(
        k is not None
        and k.kind == "value"
        and k.table in counted
        and of_kind(k.table, s.tokens[m.end - 1].stem, s.facts)
        for m, k in zip(s.mentions, s.links, strict=True)
    )


def _of_others(c: Col, said: set[str], s: Seen) -> bool:
    """A column of kinds whose header names something that neither the question nor its table does: `SITE_TYPE`."""
    found, table = s.facts.column(c), s.facts.tables.get(c.table)
    label = set(stems(found.label)) if found is not None else set()
    rest = label - _KIND_STEMS - _KEYED
    return (
        bool(label & _KIND_STEMS) and bool(rest) and table is not None and not rest & (said | set(stems(table.label)))
    )


def _own_kind(c: Col, s: Seen) -> bool:
    """Another column of the same table says of what kind its rows are: `SPECIES_CD`."""
    table = s.facts.tables[c.table]
    own = set(stems(table.label)) | _KEYED | _KIND_STEMS
    labels = [set(stems(k.label)) for k in table.columns if k.name != c.name]
    return any(label & _KIND_STEMS and label <= own for label in labels)


def who_of_things(s: Seen) -> bool:
    """`who has flown in four or more shows`, and it is told which shows, though the folder knows people."""
    shown = [i.column for i in s.query.select if i.column and not i.aggregate]
    said = [t.lower for t in s.tokens[:2]]
    if said[:1] != ["who"] or not shown or set(said) & _BEING:
        return False  # “who was the home team”
    people = lexicon().people
    somebody = any(s.facts.persons(s.facts.source(c.table)) or set(stems(c.name)) & people for c in shown)
    return not somebody and any(map(s.facts.persons, s.facts.tables))


def kinds_repeated(s: Seen) -> bool:
    """`the average number of species per pond`, and their rows are divided by the ponds, each species several times."""
    parts = [t for f in s.formulas for t in (f.left, f.right) if isinstance(t, Item)]
    return any(kind_seen(t, s.facts, s.tokens) is not None for t in parts)


CHECKS: tuple[Check, ...] = (
    kinds_repeated,
    who_of_things,
    day_unshown,
    state_shown,
    those_counted,
    fixed_shown,
    all_given,
    total_unadded,
    first_noun_added,
    key_as_size,
    asked_column_unshown,
    kind_of_other,
    kinds_for_things,
)
