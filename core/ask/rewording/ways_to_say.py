"""All other ways to say a question that the turns of phrase of this package give, in the order in which they are tried.

A new turn is a module with a function that yields `Reworded`s, and one line in one of the tables below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from core.ask.rewording.ages import aged
from core.ask.rewording.and_of_it import and_of_it
from core.ask.rewording.before_after import before_and_from
from core.ask.rewording.biggest import biggest
from core.ask.rewording.changing import grown
from core.ask.rewording.code_meanings import meaning_of
from core.ask.rewording.day_sides import on_days
from core.ask.rewording.deeds_done import deeds_done
from core.ask.rewording.doers import done_to, most_doing
from core.ask.rewording.done_by_us import done_by_us
from core.ask.rewording.each_such import each_such
from core.ask.rewording.exclusions import excluding, exclusions
from core.ask.rewording.first_to import first_to
from core.ask.rewording.in_brackets import in_brackets
from core.ask.rewording.in_charge import in_charge
from core.ask.rewording.in_units import in_units
from core.ask.rewording.involved import involved
from core.ask.rewording.kinds_as_things import kinds_as_things
from core.ask.rewording.kinds_said import kinds_said
from core.ask.rewording.known_of import known_of
from core.ask.rewording.measured import measured, timed_by_header
from core.ask.rewording.most_of_it import most_of_it
from core.ask.rewording.no_shows import no_shows
from core.ask.rewording.not_there import not_there
from core.ask.rewording.opposed import asked_once, each_apart, opposed
from core.ask.rewording.pairs_held import pairs_held
from core.ask.rewording.part_rates import part_rates
from core.ask.rewording.phrases import Reworded, Tail, rewordings
from core.ask.rewording.pieces_of_work import pieces_of_work
from core.ask.rewording.ranked_shares import ranked_shares
from core.ask.rewording.rates import rated
from core.ask.rewording.side_clauses import side_clauses
from core.ask.rewording.so_often import so_often
from core.ask.rewording.texts_held import texts_held
from core.ask.rewording.what_we import what_we
from core.ask.rewording.where_most import most_often, where_most
from core.ask.rewording.whole_time import whole_time
from core.ask.rewording.whose import whose
from core.ask.state import Mention, NotUnderstood, Reading, SchemaView
from core.ask.tokens import Token, tokenise
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.plan import Plan


@dataclass(frozen=True, slots=True)
class Said:
    """A question as it stands."""

    text: str
    tokens: Sequence[Token]
    mentions: Sequence[Mention]
    schema: SchemaView
    facts: Facts
    link: Callable[[str], Sequence[Mention]]
    """What the words of another text may mean."""


Turn = Callable[[Said], Iterator[Reworded]]
_FIRST: tuple[Turn, ...] = (
    lambda q: meaning_of(q.text, q.schema),
    lambda q: no_shows(q.text, q.schema),
)
_OF_DEEDS: tuple[Turn, ...] = (
    lambda q: biggest(q.text, q.mentions, q.schema),
    lambda q: involved(q.text, q.mentions, q.facts),
    lambda q: deeds_done(q.text, q.tokens, q.mentions, q.facts),
    lambda q: what_we(q.text, q.mentions, q.facts),
    lambda q: in_units(q.text, q.mentions, q.facts),
    lambda q: in_charge(q.text, q.mentions, q.facts),
    lambda q: most_doing(q.text, q.mentions, q.facts, q.link),
    lambda q: timed_by_header(q.text, q.facts),
)
_OF_THINGS: tuple[Turn, ...] = (
    lambda q: before_and_from(q.text),
    lambda q: most_of_it(q.text, q.link, q.facts),
    lambda q: on_days(q.text, q.facts),
    lambda q: in_brackets(q.text, q.link),
    lambda q: first_to(q.text, q.link, q.facts),
    lambda q: pairs_held(q.text, q.tokens, q.mentions, q.link, q.facts),
    lambda q: so_often(q.text, q.link, q.facts),
    lambda q: known_of(q.text, q.link, q.facts),
    lambda q: and_of_it(q.text, q.link, q.facts),
    lambda q: texts_held(q.text, q.link, q.facts),
    lambda q: not_there(q.text, q.link, q.facts),
    lambda q: _sides(q),
    lambda q: part_rates(q.text, q.mentions, q.link, q.facts),
    lambda q: kinds_said(q.text, q.mentions, q.facts),
    lambda q: where_most(q.text, q.mentions, q.facts),
    lambda q: most_often(q.text, q.mentions, q.facts),
)
_WHERE_UNSURE: tuple[Turn, ...] = (
    lambda q: measured(q.text, q.tokens, q.mentions, q.facts),
    lambda q: done_by_us(q.text),
    lambda q: kinds_as_things(q.text, q.mentions, q.facts),
    lambda q: pieces_of_work(q.text, q.mentions, q.facts),
    lambda q: each_such(q.text, q.mentions, q.facts),
    lambda q: whose(q.text, q.mentions, q.facts),
    lambda q: aged(q.text, q.mentions, q.facts),
    lambda q: ranked_shares(q.text, q.link),
    lambda q: whole_time(q.text, q.mentions, q.facts),
)


def ways_to_say(said: Said, plain: Reading | NotUnderstood, *, sure: bool, divided: bool) -> list[Reworded]:
    """The other ways; where the `plain` reading is `sure` only those that go before it. `divided`: it sets two figures
    against each other, which no turn of phrase says better."""
    others = [] if divided else list(rewordings(said.text))
    if (apart := rated(said.text)) is not None:
        others = [apart, *(replace(r, tails=(*r.tails, *apart.tails)) for r in _strongly(apart.text))]
    clauses = [*exclusions(said.text), *side_clauses(said.text)]
    restricted = any(t.asks in ("without", "only") for c in clauses for t in c.tails)
    others = [*clauses, *(others if not restricted else ())]
    others = [*_all(_FIRST, said), *others]
    changes = grown(said.text, said.facts)
    others = [r for r in changes if not sure or not _tells(plain, r.tails[0])] or others
    others += _all(_OF_DEEDS, said)
    for apart in done_to(said.text, said.mentions, said.facts):
        others = [apart, *_strongly(apart.text)]
    others += _all(_OF_THINGS, said)
    others += () if sure else _all(_WHERE_UNSURE, said)
    return [r for r in others if (r.strong or not sure) and not _adds_up(said.text, r.text)]


def _all(turns: Sequence[Turn], said: Said) -> Iterator[Reworded]:
    return (reworded for turn in turns for reworded in turn(said))


def _strongly(text: str) -> Iterator[Reworded]:
    """Other ways to say what is left of a question, each before the question."""
    return (replace(r, strong=True) for r in rewordings(text))


def _sides(said: Said) -> Iterator[Reworded]:
    """The question as a figure for each of the sides that it sets against each other."""
    set_out = each_apart(said.text)
    for text in dict.fromkeys((set_out, asked_once(set_out))):
        for each in opposed(text, tokenise(text), said.link(text), said.facts):
            apart = excluding(each.text)
            yield replace(apart, tails=(*apart.tails, *each.tails)) if apart else each


def _adds_up(asked: str, reworded: str) -> bool:
    """A total of what the question asks an average of: `what do we charge on average for …`."""
    return "average" in asked.lower() and "total" in reworded.lower() and "total" not in asked.lower()


def _tells(reading: Reading | NotUnderstood, tail: Tail) -> bool:
    """Two figures are set against each other already, in the way that is asked for."""
    query = reading.plan.query if isinstance(reading, Reading) and isinstance(reading.plan, Plan) else None
    items = (*query.select, *(o.item for o in query.order)) if query is not None else ()
    formulas = [i.formula for i in items if i.formula]
    divided = any("/" in (f.operator, getattr(f.left, "operator", "")) for f in formulas)
    kinds = tail.said.split()
    both = query is not None and sum(bool(i.aggregate) for i in query.select) > 1
    listed = query is not None and any(not i.aggregate and not i.formula for i in query.select)
    moved = query is not None and bool(query.having or (query.where and listed))
    return (
        bool(formulas)
        and divided == ("percent" in kinds)
        and ("both" not in kinds or both)
        and ("moved" not in kinds or moved)
    )
