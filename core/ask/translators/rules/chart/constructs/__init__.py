"""The kinds of data questions: each module holds its `RULES`. A new module is found by being here.

Words of its own it may hold as `CUES`: tag → phrases, where the lexicon has none.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules

from core.ask.translators.rules.chart.edge import Rule


@lru_cache(maxsize=1)
def modules() -> tuple[str, ...]:
    """The constructs' names, in order."""
    return tuple(sorted(m.name for m in iter_modules(__path__)))


@lru_cache(maxsize=64)
def grammar(name: str = "") -> tuple[Rule, ...]:
    """The rules of one construct, or of all."""
    names = (name,) if name else modules()
    return tuple(rule for n in names for rule in import_module(f"{__name__}.{n}").RULES)


@lru_cache(maxsize=1)
def cues() -> dict[tuple[str, ...], tuple[str, ...]]:
    """The words of the constructs' own: phrase → tags."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for n in modules():
        for tag, phrases in getattr(import_module(f"{__name__}.{n}"), "CUES", {}).items():
            for said in (tuple(p.split()) for p in phrases):
                found[said] = tuple(dict.fromkeys((*found.get(said, ()), tag)))
    return found
