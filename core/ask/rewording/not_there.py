"""`songs nobody has ever bought`, `playlists that are empty`, `parties that put up nobody`, `who left no address`: what
there is not, said as `with no order lines`, `were never ordered`, `have no address`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.names import Names
from core.ask.rewording.known_of import column_with_gaps
from core.ask.rewording.phrases import Reworded
from core.ask.state import Mention
from core.ask.tokens import stem
from core.ask.translators.rules.chart.constructs.absence import PLACES, doings
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.ask.translators.rules.row_days import comes_back, end_of
from core.model import TEMPORAL
from core.text.synonyms import of_verb

_NOBODY = r"(?:nobody|no[ -]?one|no person|no customer)"
_DONE_BY_NOBODY = re.compile(
    rf"(?:(?:that|which) )?(?:have|has|had|did|do|does)? ?{_NOBODY} (?:has |have |had |did )?(?:ever"
    rf" )?(?P<verb>\w+)(?: (?:up|down))?(?: (?:for|on|to|in|onto|at))?(?: (?:them|it|yet|at all|so far))*(?=[?.! ]*$)",
    re.IGNORECASE,
)
_DONE_NOTHING = re.compile(
    r"(?:(?:that|which|who) )?(?:(?:have|has|had|did)(?:n't|n’t| not| never)|never) (?:yet |ever )?(?P<verb>\w+)"
    r"(?P<what> (?:(?:anything|anyone|anybody)(?: at all)?|a (?:single )?thing))?(?: yet| so far)*(?=[?.! ]*$)",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"(?:that |which )?(?P<be>are|is|were|was) (?:completely |entirely |still )?empty\b|\bempty (?P<what>\w+)",
    re.IGNORECASE,
)
_NOW = r"(?: (?:now|at the moment|at present|right now|just now|currently|today))"
_VACANT = re.compile(
    r"(?:that |which )?(?:are|is|stand|stands|lie|lies|sit|sits)(?: (?:currently|now|just))?"
    r"(?: (?:standing|sitting|lying))? (?P<state>empty|vacant|free|unoccupied|unlet|available"
    r"|not (?:in use|occupied|taken|(?P<verb>\w+ed|let|lent)(?: out)?))"
    rf"(?: to (?:any(?:one|body)|rent|hire|let|lease|book|take))?(?P<now>{_NOW})?(?=[?.! ]*$)",
    re.IGNORECASE,
)
_HAVE_NOBODY = re.compile(
    rf"(?:that |which |who )?(?:put up|put forward|have|has|had|got|attracted|drew|took on|with)"
    rf" {_NOBODY}(?: at all)?(?: \w+ing (?:them|it|there)| (?:\w+ed )?(?:up )?(?:on|in|for|to) (?:them|it))?\b"
    r"(?: (?:at|in) (?:either|any) \w+)?",
    re.IGNORECASE,
)
_GAVE = re.compile(
    r"\b(?<!been )(?:gave|give|given|left|leave|provided|supplied|entered|stated|filled in|told us) (?:us )?"
    r"(?:the name of (?:a|an|their)|(?P<no>no)|an?|the|their|any) (?P<what>[\w ]+?)(?=[?.! ]*$| (?:in|when|on|with)\b)",
    re.IGNORECASE,
)
_NOTED = re.compile(
    r"\b(?P<no>no|without an?|without) (?P<what>[\w ]+?) (?:given|recorded|listed|noted|entered|named"
    r"|stated|on record|on file|filled in|registered|known|to (?:its|their) name)(?=[?.! ]*$)",
    re.IGNORECASE,
)
_MISSING = re.compile(r"\b(?:are|is|were|was) (?:missing|lacking) (?:an?|their|its|the)?\b", re.IGNORECASE)
_UNDONE = re.compile(
    r"\b(?:have|has|had|are|is|were|was) (?:still |yet )?not (?:yet |been |being |still )*"
    r"(?:finished|completed|closed|done|ended|concluded|resolved"
    r"|settled|dealt with|(?P<back>returned|brought back))(?: yet| so far)?(?=[?.! ]*$)",
    re.IGNORECASE,
)
_WAYS = (_DONE_BY_NOBODY, _DONE_NOTHING, _VACANT, _EMPTY, _HAVE_NOBODY, _GAVE, _UNDONE, _NOTED, _MISSING)
_ASKS = re.compile(r"^(?P<asks>how many|which) \w+", re.IGNORECASE)
_FIRM, _LIKELIEST = 0.8, 2
_BOUGHT = frozenset(map(stem, "bought purchased ordered sold".split()))
_SALES = frozenset(map(stem, "order invoice sale purchase till basket receipt".split()))


def not_there(text: str, link: Callable[[str], Sequence[Mention]], facts: Facts) -> Iterator[Reworded]:
    """The question with what is lacking by its own name."""
    if not any(way.search(text) for way in _WAYS):
        return
    names = Names(tuple(facts.tables.values()))
    if (met := _DONE_BY_NOBODY.search(text)) is not None:
        said, verb = _things(text[: met.start()], link, facts), met["verb"]
        done = _done(said[-1], verb, facts) if said else ""
        if done:
            called = _by_name(text[: met.start()], said[-1], link, names)
            yield Reworded(f"{called} have no {names.many(done)}{text[met.end() :]}", strong=True)
        else:
            yield _with(text, met, f"were never {verb}")
    if (met := _DONE_NOTHING.search(text)) is not None:
        said = _things(text[: met.start()], link, facts)
        below = facts.belonging(said[-1]) if said else ()
        done = (_done(said[-1], met["verb"], facts) if said else "") or (below[0] if len(below) == 1 else "")
        if done:
            yield replace(_with(text, met, f"have no {names.many(done)}"), strong=bool(met["what"]))
    if (met := _VACANT.search(text)) is not None and not _held(met[0], link):
        said = _things(text[: met.start()], link, facts)
        ever = not met["now"] and (met["verb"] or met["state"].lower() == "free")
        if not ever and (lasts := _lasting(said[-1], met["verb"] or "", facts) if said else ""):
            yield _with(text, met, f"have no {names.many(lasts)} at the moment")
            return
    if (met := _EMPTY.search(text)) is not None and _cell(met[0], link) is None:
        said = _things(met["what"] or text[: met.start()], link, facts)
        below = facts.belonging(said[-1]) if said else ()
        if len(below) == 1:
            what = f"{met['what']} with no" if met["what"] else "have no"
            yield _with(text, met, f"{what} {names.many(below[0])}")
    if (met := _HAVE_NOBODY.search(text)) is not None:
        said = _things(text[: met.start()], link, facts)
        if said and (whom := _people(said[-1], facts, names)):
            yield _with(text, met, f"have no {whom}")
    if (met := _GAVE.search(text)) is not None and (
        column := column_with_gaps(met["what"], link, facts, _LIKELIEST)
    ) is not None:
        label = names.column(column.table, column.name)
        yield _with(text, met, f"have no {met['what']}" if met["no"] else f"whose {label} is known", bare=not met["no"])
    if (met := _UNDONE.search(text)) is not None:
        named = _things(text[: met.start()], link, facts)
        said = named or _spoken_of(text[: met.start()], link, facts)
        day = _end(said[0], facts) if said else None
        if said and day is not None and (not met["back"] or comes_back(day, facts)):
            label = names.column(day.table, day.name).replace("`", "")
            before = text[: met.start()]
            before = before if named else _ASKS.sub(rf"\g<asks> {names.many(said[0])}", before)
            yield Reworded(f"{before.rstrip()} have no {label}{text[met.end() :]}", strong=True)
    if (met := _NOTED.search(text)) is not None:
        yield _with(text, met, f"{met['no']} {met['what']}")
    if (
        (met := _MISSING.search(text)) is not None
        and _things(text[: met.start()], link, facts)
        and column_with_gaps(text[met.end() :], link, facts, _LIKELIEST) is not None
    ):
        yield _with(text, met, "have no")


def _lasting(things: str, verb: str, facts: Facts) -> str:
    """The one table of what things are taken for, for a time that some rows have not come to the end of; of a `verb`
    the one called after it."""
    found = [t for t in facts.belonging(things) if end_of(t, facts) is not None]
    if verb:
        found = [t for t in found if t in {doings(things, stem(w), facts) for w in (verb, *of_verb(verb))}]
    return found[0] if len(found) == 1 and not facts.persons(found[0]) else ""


def _end(table: str, facts: Facts) -> Col | None:
    """The one day of a thing that some lack."""
    days = [c for c in facts.tables[table].columns if c.type in TEMPORAL and c.profile.nulls]
    return Col(table, days[0].name) if len(days) == 1 else None


def _by_name(said: str, table: str, link: Callable[[str], Sequence[Mention]], names: Names) -> str:
    """What is said of things, with their table's own word for them."""
    for m in link(said):
        if any(k.kind == "table" and k.table == table for k in m.links[:2]):
            return re.sub(rf"\b{re.escape(m.text)}\b", names.many(table), said).rstrip()
    return said.rstrip()


def _done(things: str, verb: str, facts: Facts) -> str:
    """The table of what is done to things: called after the verb, or, of what is bought, after orders and sales."""
    found = [d for w in (verb, *of_verb(verb)) if (d := doings(things, stem(w), facts))]
    if found or stem(verb) not in _BOUGHT:
        return found[0] if found else ""
    sold = [t for t in facts.belonging(things) if _SALES & set(stems(facts.tables[t].label))]
    return sold[0] if len(sold) == 1 else ""


def _with(text: str, met: re.Match[str], said: str, bare: bool = False) -> Reworded:
    before = text[: met.start()].rstrip()
    if bare:  # "how many customers whose company is known"
        before = re.sub(r"\b(?:who|that|which|have|has|had|did)$", "", before, flags=re.IGNORECASE).rstrip()
    elif said.startswith("have"):
        before = re.sub(r"\b(?:have|has|had|did|do|does)$", "", before, flags=re.IGNORECASE).rstrip()
    return Reworded(f"{before} {said}{text[met.end() :]}", strong=True)


def _things(said: str, link: Callable[[str], Sequence[Mention]], facts: Facts) -> list[str]:
    """The tables that are named."""
    links = (next((k for k in m.links[:2] if k.kind == "table"), None) for m in link(said))
    return [k.table for k in links if k is not None and k.table in facts.tables]


def _spoken_of(said: str, link: Callable[[str], Sequence[Mention]], facts: Facts) -> list[str]:
    """The tables of the columns that are named."""
    links = (k for m in link(said) for k in m.links[:1] if k.kind == "column")
    return [k.table for k in links if k.table in facts.tables]


def _cell(said: str, link: Callable[[str], Sequence[Mention]]) -> str | None:
    return next((k.value for m in link(said) for k in m.links[:1] if k.kind == "value" and k.score >= _FIRM), None)


def _held(said: str, link: Callable[[str], Sequence[Mention]]) -> bool:
    """A column or a cell says it."""
    return any(k.score >= _FIRM and k.kind in ("column", "value") for m in link(said) for k in m.links[:1])


def _people(table: str, facts: Facts, names: Names) -> str:
    """The one table of people that belong to things, or of their bookings, or the column that says whose they are."""
    below = [t for t in facts.belonging(table) if facts.persons(t)]
    if len(below) == 1:
        return names.many(below[0])
    places = [t for t in facts.belonging(table) if PLACES & set(stems(facts.tables[t].label))]
    if len(places) == 1 and not below:
        return names.many(places[0])
    above = [j for j in facts.schema.joins if j.child_table == table and facts.persons(j.parent_table)]
    return names.one(above[0].parent_table) if len(above) == 1 and not below else ""
