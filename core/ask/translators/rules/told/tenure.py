"""`who has been a member the longest`, `our longest-serving driver`: who began first, of those that have not ended."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Mention
from core.ask.stop_words import content_word
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.linking.named import firm_places, tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item, Order
from core.ask.translators.rules.row_days import end_of
from core.ask.translators.rules.row_people import people_of
from core.ask.translators.rules.told.still import gone_by
from core.model import TEMPORAL

_SERVING = frozenset("serving standing running established tenured lasting".split())
_BEEN = frozenset("been belonged served worked lived volunteered employed rented stayed known".split())
_HAD = frozenset("had held kept owned leased".split())
"""What people do with what is theirs, where nothing stands behind: `has had the plot the longest`."""
_LONGEST = {"longest": False, "shortest": True}
_JOINED = frozenset(map(stem, "joined joining since hired registered enrolled signed appointed engaged member".split()))


def tenure(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where it is said: start → (end, the order), where just one of the tables named has a day on which its rows
    begin."""
    lowers = [t.lower for t in tokens]
    at = next((i for i, w in enumerate(lowers) if w in _LONGEST), None)
    if at is None:
        return {}
    end = at + 1
    if end + 1 < len(lowers) and lowers[end] == "-":
        end += 1
    serving = end < len(lowers) and lowers[end] in _SERVING
    last = end >= len(lowers) or tokens[end].kind == "punct"
    begun = _BEEN | _HAD if last else _BEEN
    if not serving and not (begun & set(lowers[:at])):
        return {}
    likely = {m.links[0].table for m in mentions if m.links and m.links[0].kind == "table"}
    named = sorted(t for t in tables_named(mentions) or likely if t in facts.tables)
    if not named and lowers[0] == "who":
        named = sorted(t for t in facts.tables if facts.persons(t) or _of_people(t, facts))
    here = [t for t in named if not gone_by(t, facts)] or named
    begins = [b for t in here if (b := _begin(t, facts))]
    if len(begins) != 1:
        return {}
    size = end + 1 if serving else at + 1
    gone = end_of(begins[0].table, facts)
    met = (Filter(Item(gone), "is null"),) if gone else ()
    order = Order(Item(begins[0]), _LONGEST[lowers[at]])
    found = {at: (size, Definition(tuple(t.lemma for t in tokens[at:size]), None, met, order))}
    been = next((i for i, w in enumerate(lowers[:at]) if w in begun), at)
    linked = firm_places(mentions)
    idle = [i for i in range(been + 1, at) if i not in linked and tokens[i].kind == "word" and content_word(tokens[i])]
    return found | {i: (i + 1, Definition((tokens[i].lemma,))) for i in idle}  # “in the club”


def _of_people(table: str, facts: Facts) -> bool:
    """Each of its rows is somebody's, whom a column of its own names."""
    found = people_of(table, facts, ())
    return found is not None and not found.table


def _begin(table: str, facts: Facts) -> Col | None:
    columns = facts.tables[table].columns if table in facts.tables else ()
    dated = [Col(table, c.name) for c in columns if c.type in TEMPORAL]
    found = [c for c in dated if facts.speaks(c, _JOINED | lexicon().begins) and not facts.ends(c)]
    return found[0] if len(found) == 1 else None
