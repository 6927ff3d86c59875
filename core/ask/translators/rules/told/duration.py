"""`which job took the longest`, `who had a bike out for the longest`, `which firm is fastest on average`: the time from
the day on which rows begin to that on which they end, where no column holds it. `Which firm is the fastest` goes by
the average, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.stop_words import content_word
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.linking.named import firm_places, tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Formula, Item, Order, columns_of
from core.ask.translators.rules.row_days import end_of, span_of
from core.ask.translators.rules.told.between_days import Span, between_days
from core.ask.translators.rules.told.deeds import begun_before, day_of_deed
from core.ask.translators.rules.told.still import below

_LONGEST = {"longest": True, "slowest": True, "shortest": False, "quickest": False, "fastest": False}
_TOOK = frozenset(
    "took take takes taken taking waited wait waits waiting lasted last out away stayed stay open kept borrowed ran "
    "run runs running gap interval delay".split()
)
_FIRM = 0.8
_TIMED = frozenset("hours hour hrs minutes minute mins seconds days weeks duration".split())


def duration(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the order), where just one of the tables named, or of those that belong to
    them, has both days and no figure of how long it took."""
    lowers = [t.lower for t in tokens]
    at = next((i for i, w in enumerate(lowers) if w in _LONGEST), None)
    if at is None or lowers[at + 1 : at + 2] == ["first"]:
        return {}  # “longest first” sorts
    if (said := next(between_days(tokens, 0, mentions, facts), None)) is not None:
        return _between(tokens, at, said)
    if not (_TOOK & set(lowers) or lowers[at] in ("fastest", "quickest", "slowest")):
        return {}
    likely = {m.links[0].table for m in mentions if m.links and m.links[0].kind == "table"}
    told_of = {m.links[0].table for m in mentions if m.links and m.links[0].score >= _FIRM}
    named = sorted(t for t in tables_named(mentions) or likely or told_of if t in facts.tables)
    mean = "average" in lowers
    under = [t for t in below(named, facts) if t in facts.tables]
    lasting = _until(tokens[at + 1 :], [*named, *under], facts) or _lasting(named, facts) or _lasting(under, facts)
    if lasting is None:
        return {}
    how = lowers[at] not in ("longest", "shortest") or {"take", "takes"} & set(lowers)
    others = lasting.column is not None and (
        lasting.column.table not in named or _of_others(tokens, mentions, lasting, facts)
    )
    of_all = bool(how and others)  # “which fitter is the quickest”
    item = replace(lasting, aggregate="avg") if mean or of_all else lasting
    order = Order(item, _LONGEST[lowers[at]])
    held = tuple(columns_of(lasting))
    linked = firm_places(mentions, {(c.table, c.name) for c in held})
    known = (Filter(Item(held[0]), "is not null"),)
    found = {at: (at + 1, Definition((tokens[at].lemma,), None, known, order))}
    for i, word in enumerate(lowers):
        idle = word in _TOOK or (mean and word in ("on", "average")) or (i > at and content_word(tokens[i]))
        if i != at and idle and i not in linked and tokens[i].kind == "word":
            found[i] = (i + 1, Definition((tokens[i].lemma,)))
    return found


def _until(behind: Sequence[Token], tables: Sequence[str], facts: Facts) -> Item | None:
    """`longest to finish a repair`: up to the day on which that is done, of the one table that has it."""
    at = next((i for i, t in enumerate(behind) if t.lower in ("to", "before", "until")), len(behind))
    deed = behind[at + 1 : at + 2]
    called = [t for t in tables if deed and deed[0].stem in stems(facts.tables[t].label)]
    days = [d for t in called or tables if (d := day_of_deed(deed, t, facts)) is not None]
    begun = begun_before(days[0].table, days[0], facts) if len(days) == 1 else None
    return Item(days[0], formula=Formula("days", Item(days[0]), Item(begun), "days")) if begun is not None else None


def _of_others(tokens: Sequence[Token], mentions: Sequence[Mention], lasting: Item, facts: Facts) -> bool:
    """`which topic takes longest to close`: what is asked for is no row of what lasts, but what has several."""
    asked = next((i for i, t in enumerate(tokens) if t.lower in ("which", "what")), len(tokens)) + 1
    first = next((m.links[0] for m in mentions if m.start == asked and m.links), None)
    if first is None or lasting.column is None:
        return False
    if first.kind == "table":
        return first.table != lasting.column.table and first.table in facts.above(lasting.column.table)
    held = facts.column(Col(first.table, first.column)) if first.kind == "column" else None
    return held is not None and first.table == lasting.column.table and not held.profile.unique


def _between(tokens: Sequence[Token], at: int, said: Span) -> dict[int, tuple[int, Definition]]:
    """`the longest between booking and moving in`: by the days that are said."""
    begun, ended = said.ends
    lowers = [t.lower for t in tokens]
    known = (*said.states, *(Filter(Item(day), "is not null") for day in said.ends))
    item = Item(ended, "avg" if "average" in lowers else "", formula=Formula("days", Item(ended), Item(begun), "days"))
    meant = Definition((tokens[at].lemma,), None, known, Order(item, _LONGEST[lowers[at]]))
    if lowers[0] == "what" and not item.aggregate and set(lowers[at + 1 : at + 2]) & (_TOOK | {"time"}):
        figure = replace(item, aggregate="max" if _LONGEST[lowers[at]] else "min")  # “what is the longest wait”
        meant = Definition((tokens[at].lemma,), figure, known)
    found = {at: (at + 1, meant)}
    idle = _TOOK | {"time"} | ({"on", "average"} if item.aggregate else set())
    silent = {i for i in said.silent if i > at or lowers[i] in idle} | {i for i, w in enumerate(lowers) if w in idle}
    return found | {i: (i + 1, Definition((tokens[i].lemma,))) for i in sorted(silent - {at})}


def _started(table: str, facts: Facts) -> tuple[Col, Col] | None:
    """From the day on which its rows were started, and not from that on which they were reported."""
    ended = end_of(table, facts, open_only=False)
    begun = begun_before(table, ended, facts) if ended is not None else None
    return (begun, ended) if begun is not None and ended is not None and facts.begins(begun) else None


def _lasting(tables: Sequence[str], facts: Facts) -> Item | None:
    """How long a row lasts: from one day of it to another, by the one column of hours or minutes, or in years."""
    spans = [s for t in tables if (s := span_of(t, facts) or _started(t, facts))]
    if len(spans) == 1:
        begun, ended = spans[0]
        return Item(ended, formula=Formula("days", Item(ended), Item(begun), "days"))
    if spans:
        return None
    columns = [Col(t, c.name) for t in tables for c in facts.tables[t].columns]
    timed = [c for c in columns if facts.measure(c) and not facts.year(c) and _TIMED & set(facts.spelt(c))]
    if len(timed) == 1:
        return Item(timed[0])
    years = [c for c in columns if facts.year(c)] if not timed else []
    begun_in, ended_in = ([c for c in years if facts.speaks(c, said)] for said in (lexicon().begins, lexicon().ends))
    if len(begun_in) == len(ended_in) == 1 and begun_in[0].table == ended_in[0].table and begun_in != ended_in:
        return Item(ended_in[0], formula=Formula("-", Item(ended_in[0]), Item(begun_in[0]), "years"))
    return None
