"""`which party was the first to be registered`: the one with the earliest day on which that was done."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from core.ask.label_stems import stems
from core.ask.rewording.phrases import Reworded
from core.ask.state import Mention
from core.ask.tokens import stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.model import TEMPORAL
from core.text.synonyms import of_verb, synonyms
from core.text.words import words

_DONE = r"to (?:be |have been |get )?(?P<verb>\w+)(?P<rest>.*)"
_WHICH = re.compile(
    rf"^(?P<asks>which|what) (?P<what>[\w' -]+?) (?:was|were|is|are|has been) (?:the )?(?:very"
    rf" )?(?P<way>first|last|latest|earliest|most recent)(?: one)? {_DONE}$",
    re.IGNORECASE,
)
_WHO = re.compile(
    rf"^(?P<asks>who|which|what) (?:was|were|is|are) (?:the )?(?:very )?(?P<way>first|last|latest"
    rf"|earliest|most recent) (?P<what>[\w' -]+?) {_DONE}$",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"^(?P<asks>which|what) (?P<what>[\w' -]+?) (?P<verb>\w+?(?:ed|d)) (?P<way>first|last|earliest"
    r"|most recently)(?P<rest>)$",
    re.IGNORECASE,
)
_LAST = ("last", "latest", "most recent", "most recently")
_ROOT = 4
_ALSO = re.compile(r"\band (?:(?:by|for|in|on|at|from|with|of|to) )?(?:how|what|which|when|where|who)\b", re.IGNORECASE)
_LED = re.compile(r" (?:in|from|since|for|at|on|before|after|during|of)\b.*$", re.IGNORECASE)


def first_to(text: str, link: Callable[[str], Sequence[Mention]], facts: Facts) -> Iterator[Reworded]:
    """The question as one for the earliest (or the latest) day that is called after what was done."""
    plain = text.strip().rstrip("?.! ")
    if _ALSO.search(plain):
        return
    met = _WHICH.match(plain) or _WHO.match(plain) or _VERB.match(plain)
    table = _table(met["what"], link, facts) if met is not None else ""
    day = _day(met["verb"], table, facts) if met is not None and table else None
    if met is None or day is None:
        return
    held = facts.column(day)
    label = " ".join(words(held.plain_label)) if held is not None else day.name
    way = "latest" if met["way"].lower() in _LAST else "earliest"
    led = _LED.search(met["rest"])
    rest = led[0] if led else ""
    yield Reworded(f"which {met['what']} has the {way} {label}{rest}?", strong=True)


def _table(said: str, link: Callable[[str], Sequence[Mention]], facts: Facts) -> str:
    found = [k.table for m in link(said) for k in m.links[:1] if k.kind == "table" and k.table in facts.tables]
    return found[-1] if found else ""


def _day(verb: str, table: str, facts: Facts) -> Col | None:
    """The one day or year of the things, or of what belongs to them, that is called after the verb; else the things'
    only one."""
    said = {stem(w) for w in (verb, *of_verb(verb), *synonyms().get(verb, ()))}
    for t in (table, *facts.belonging(table)):
        days = [day for c in facts.tables[t].columns if facts.dated(day := Col(t, c.name))]
        called = [d for d in days if said & set(_stems(d, facts))]
        called = called or [d for d in days if any(s[:_ROOT] == stem(verb)[:_ROOT] for s in _stems(d, facts))]
        if called:
            return called[0] if len(called) == 1 else None
    own = [Col(table, c.name) for c in facts.tables[table].columns if c.type in TEMPORAL]
    return own[0] if len(own) == 1 and not facts.incidental(own[0]) else None


def _stems(day: Col, facts: Facts) -> tuple[str, ...]:
    held = facts.column(day)
    return tuple(stems(held.label)) if held is not None else ()
