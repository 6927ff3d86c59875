"""`returned late`, `paid on time`: what was done after, or by, the day it was due, where a table has both days; what is
`overdue` should have been done by today. `More than two weeks late` counts from the day it was due."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.stop_words import DENYING
from core.ask.tokens import Token, places_of, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import FIRM, cell_places, tables_named
from core.ask.translators.rules.query import NEGATED, Col, Definition, Filter, Formula, Item, Operator
from core.ask.translators.rules.row_days import DUE, due
from core.ask.translators.rules.told.deeds import day_of_deed
from core.ask.translators.rules.told.still import below
from core.model import TEMPORAL

_PLAIN = frozenset(map(stem, ("due", "deadline")))
_DONE = frozenset(map(stem, ("actual", "real", "final")))
"""Words of headers for what was, beside what was due."""
_DATE = frozenset(("date", "day", "time"))
_LATE: Mapping[tuple[str, ...], Operator] = {
    ("late",): ">",
    ("too", "late"): ">",
    ("on", "time"): "<=",
    ("in", "time"): "<=",
    ("early",): "<",
    ("overran",): ">",
    ("overrun",): ">",
    ("overruns",): ">",
    ("ran", "over"): ">",
    ("run", "over"): ">",
    ("ran", "late"): ">",
    ("run", "late"): ">",
}
_OVERDUE = tuple(
    phrase.split()
    for phrase in ("past their due date", "past its due date", "past the due date", "past due", "overdue")
)
_BOUNDS: Mapping[tuple[str, ...], Operator] = {
    ("after",): ">",
    ("past",): ">",
    ("beyond",): ">",
    ("later", "than"): ">",
    ("by",): "<=",
    ("before",): "<",
    ("ahead", "of"): "<",
    ("earlier", "than"): "<",
    ("on", "or", "before"): "<=",
    ("no", "later", "than"): "<=",
    ("within",): "<=",
}
"""Before the day it was due: `after the due date`, `by its deadline`."""
_MORE: Mapping[tuple[str, ...], Operator] = {
    ("more", "than"): ">", ("over",): ">", ("longer", "than"): ">", ("at", "least"): ">=",
    ("less", "than"): "<", ("fewer", "than"): "<", ("under",): "<", ("up", "to"): "<=",
}  # fmt: skip
_DAYS = {"day": 1, "days": 1, "week": 7, "weeks": 7, "fortnight": 14}
_FAR = 5
"""Words from “by” to the days of `by more than two days`, at most."""
_WHOSE = frozenset("the its their they it was were is when what had our".split())
_BEFORE = (("late",), ("early",))
"""Right before what they tell of."""
LED = frozenset("was were is are been being came come comes got get gets back there arrived turned in up".split())
"""Words between what was done and how late."""
_AFTER = frozenset(
    "in by for on and or each per from during since with at of last this more less fewer over most the twice "
    "once".split()
)
"""Words behind, which are no nouns."""


def late(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where the question says so, with the verb before it that says what was done: start → (end, what it means)."""
    cells = cell_places(mentions)
    things = {m.start: {k.table for k in m.links if k.kind == "table" and k.score >= FIRM} for m in mentions}
    bounds = [*_by_the_due(tokens)]
    for start, end, operator in (*_said(tokens, things), *bounds):
        found = days_of(tokens[:start], mentions, facts)
        if (start, end, operator) in bounds and found is not None and not _named(tokens[start:end], found[1], facts):
            continue  # of another day than that
        if found is not None and things.get(end) and found[0].table not in things[end]:
            continue  # late fees, of what was returned late
        if found is None or not cells.isdisjoint(range(start, end)):
            continue
        done, by = found
        much = _so_much(tokens, start) if operator == ">" else None
        first = much[0] if much else start
        if much is None and operator == ">" and (behind := _by_so_much(tokens, end)) is not None:
            end, much = behind[0], (first, *behind[1:])
        while first and (tokens[first - 1].lower in LED or says(tokens[first - 1], done, facts)):
            first -= 1
        if tokens[start].lower == "past" and not any(says(t, done, facts) for t in tokens[first:start]):
            continue  # overdue: not done at all
        if first and tokens[first - 1].lower in DENYING:
            first, operator = first - 1, NEGATED[operator]
        said = tuple(t.lemma for t in tokens[first:end])
        met = Filter(Item(done), operator, (by,))
        if much is not None:
            met = Filter(Item(done, formula=Formula("days", Item(done), Item(by), "days")), much[1], (much[2],))
        return {first: (end, Definition(said, None, (met,)))}
    return {}


def _so_much(tokens: Sequence[Token], end: int) -> tuple[int, Operator, float] | None:
    """`more than two weeks` before it: where that begins, and so many days or more."""
    number = tokens[end - 2].number if end > 2 else None
    number = 1.0 if number is None and end > 2 and tokens[end - 2].lower in ("a", "one") else number
    days = _DAYS.get(tokens[end - 1].lower) if end else None
    if number is None or days is None:
        return None
    lowers = [t.lower for t in tokens[: end - 2]]
    for phrase, operator in _MORE.items():
        if tuple(lowers[-len(phrase) :]) == phrase:
            return end - 2 - len(phrase), operator, number * days
    return None


def _by_so_much(tokens: Sequence[Token], start: int) -> tuple[int, Operator, float] | None:
    """`by more than two weeks` behind it: where that ends, and so many days or more."""
    led = start < len(tokens) and tokens[start].lower == "by"
    days = (i for i, t in enumerate(tokens) if led and start < i <= start + _FAR and t.lower in _DAYS)
    end = next(days, None)
    much = _so_much(tokens, end + 1) if end is not None else None
    return (end + 1, *much[1:]) if end is not None and much is not None and much[0] == start + 1 else None


def overdue(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """`overdue invoices`: not done by today, whose day is over. Where it is said: start → (end, what it means)."""
    lowers = [t.lower for t in tokens]
    start, end = next((place for phrase in _OVERDUE for place in places_of(lowers, phrase)), (0, 0))
    if not end or (found := days_of((), mentions, facts)) is None:
        return {}
    done, by = found
    held = {k.table for m in mentions if start <= m.start < end for k in m.links if k.kind == "value"}
    if by.table in held or (held and by.table not in tables_named(mentions)):
        return {}  # a cell says so: `Status` is Overdue
    over = Filter(Item(by), "<", (date.today().isoformat(),))
    said = tuple(t.lemma for t in tokens[start:end])
    return {start: (end, Definition(said, None, (Filter(Item(done), "is null"), over)))}


def _said(tokens: Sequence[Token], things: Collection[int]) -> Iterator[tuple[int, int, Operator]]:
    """Where it stands, longer phrases first; not before a noun (“late fees”) but for the things (“late repairs”), which
    stand at one of these places."""
    lowers = [t.lower for t in tokens]
    for phrase, operator in sorted(_LATE.items(), key=lambda item: -len(item[0])):
        for start, end in places_of(lowers, phrase):
            behind = start and (end == len(lowers) or tokens[end].kind != "word" or lowers[end] in _AFTER)
            if behind or (end in things and phrase in _BEFORE):
                yield start, end, operator


def _by_the_due(tokens: Sequence[Token]) -> Iterator[tuple[int, int, Operator]]:
    """Where a bound is said before words for the day it was due, and nothing else."""
    lowers = [t.lower for t in tokens]
    for phrase, operator in sorted(_BOUNDS.items(), key=lambda item: -len(item[0])):
        for start, at in places_of(lowers, phrase):
            end = at
            while end < len(tokens) and (lowers[end] in _WHOSE | _DATE or tokens[end].stem in DUE):
                end += 1
            while end > at and lowers[end - 1] in _WHOSE:
                end -= 1
            if any(t.stem in DUE for t in tokens[at:end]):
                yield start, end, operator


def _named(said: Sequence[Token], by: Col, facts: Facts) -> bool:
    """The words for the day it was due are those of its header, or the plain ones."""
    held = facts.column(by)
    own = set(stems(held.label)) if held else set()
    words = {t.stem for t in said if t.stem in DUE}
    return bool(words) and (words <= own or words <= _PLAIN)


def says(token: Token, day: Col, facts: Facts) -> bool:
    """It is the verb for what was done on that day; what the rows are called is none."""
    if token.kind != "word" or token.stem in stems(facts.tables[day.table].label):
        return False
    return facts.speaks(day, (token.stem,)) or day_of_deed((token,), day.table, facts) == day


def days_of(before: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> tuple[Col, Col] | None:
    """The day on which it was done and the day it was due, of the one table spoken of that has both; else it was
    due when what its rows belong to was: a delivery when its order was. Readers bring things back late by their loans,
    where the verb is said."""
    named = (tables_named(mentions) or frozenset(k.table for m in mentions for k in m.links[:1])) & facts.tables.keys()
    found = _pairs(named, before, facts, spoken=False)
    found = found or _pairs(below(named, facts), before, facts, spoken=True)
    return found[0] if len(found) == 1 else None


def _pairs(tables: Collection[str], before: Sequence[Token], facts: Facts, *, spoken: bool) -> list[tuple[Col, Col]]:
    """Those of each table, where they are certain; `spoken`: where the words before say what was done."""
    own: list[tuple[Col, Col]] = []
    theirs: list[tuple[Col, Col]] = []
    for name in sorted(set(tables) & facts.tables.keys()):
        days = [Col(name, c.name) for c in facts.tables[name].columns if c.type in TEMPORAL]
        expected = [d for d in days if due(d, facts)]
        above = [d for t in facts.owners(name) for d in _due_days(t, facts)] if not expected else []
        others = [d for d in days if d not in expected]
        lacking = [d for d in others if (c := facts.column(d)) is not None and c.profile.nulls]
        said = [d for d in others if any(says(t, d, facts) for t in before)]
        done = said or ([] if spoken else _twins(expected, others, facts) or lacking)
        if len(done) == len(expected or above) == 1:
            (own if expected else theirs).append((done[0], (expected or above)[0]))
    return own or theirs


def _twins(expected: Sequence[Col], others: Sequence[Col], facts: Facts) -> list[Col]:
    """`Actual end` of `Planned end`: the days whose headers say the same as that of the one day it was due."""

    def told(day: Col) -> set[str]:
        column = facts.column(day)
        return set(stems(column.label)) - DUE - _DONE if column is not None else set()

    return [d for d in others if told(d) == told(expected[0])] if len(expected) == 1 and told(expected[0]) else []


def _due_days(table: str, facts: Facts) -> list[Col]:
    days = [Col(table, c.name) for c in facts.tables[table].columns if c.type in TEMPORAL]
    return [d for d in days if due(d, facts)]
