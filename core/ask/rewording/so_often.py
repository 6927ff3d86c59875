"""`patients who came at least four times`: those with at least four visits, where their rows are all that tells it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from core.ask.label_stems import stems
from core.ask.names import Names
from core.ask.rewording.phrases import Reworded
from core.ask.state import Mention
from core.ask.tokens import stem
from core.ask.translators.rules.chart.constructs.absence import doings
from core.ask.translators.rules.facts import Facts
from core.text.number_words import SMALL_NUMBERS
from core.text.synonyms import of_verb

_NUMBER = rf"(?:\d+|{'|'.join(SMALL_NUMBERS)})"
_TIMES = re.compile(
    r"\b(?:(?:who|that|which) )?(?:(?:have|has|had) (?:been )?|were |was )?(?P<verb>\w+)(?: in| here| back| to us)? "
    rf"(?:(?P<how>at least|more than|fewer than|less than|at most|exactly|over|no more than)"
    rf" )?(?P<n>{_NUMBER}|once|twice)"
    r"(?: times)?(?P<more> or more| or fewer)?(?=[?.! ]*$| (?:in|since|during|before|after)\b)",
    re.IGNORECASE,
)
_ONCE = {"once": "1", "twice": "2"}
_CAME = frozenset(
    map(stem, "came come visited visit attended appeared turned seen returned booked been in here".split())
)
_COMING = frozenset(map(stem, "visit visits intake intakes arrival admission stay appointment booking call".split()))
"""What tables of it are called, where others have days too."""


def so_often(text: str, link: Callable[[str], Sequence[Mention]], facts: Facts) -> Iterator[Reworded]:
    """The question with how many rows each thing has; nothing where no one table tells what happened."""
    met = _TIMES.search(text)
    if met is None or not ("times" in met[0].lower() or met["n"].lower() in _ONCE):
        return
    tables = [k.table for m in link(text[: met.start()]) for k in m.links[:1] if k.kind == "table"]
    if not tables or tables[-1] not in facts.tables:
        return
    done = _happening(tables[-1], met["verb"], facts)
    if done:
        rows = Names(tuple(facts.tables.values())).many(done)
        number = _ONCE.get(met["n"].lower(), met["n"])
        how = f"{met['how'] or ('exactly' if not met['more'] else '')} {number}{met['more'] or ''}".strip()
        yield Reworded(f"{text[: met.start()]}have {how} {rows}{text[met.end() :]}", strong=True)


def _happening(things: str, verb: str, facts: Facts) -> str:
    """The table that is called after what was done; of coming and going the one with a day of it."""
    for word in (verb, *of_verb(verb)):
        if found := doings(things, stem(word), facts):
            return found
    if stem(verb) not in _CAME:
        return ""
    dated = [t for t in facts.belonging(things) if facts.own_when(t, day=True) is not None]
    came = [t for t in dated if _COMING & set(stems(facts.tables[t].label))]
    return next((found[0] for found in (dated, came) if len(found) == 1), "")
