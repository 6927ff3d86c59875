"""The kinds of data questions: each module holds its `RULES`. A new module is found by being here.

Words of its own it may hold as `CUES`: tag → phrases, where the lexicon has none. `DECIDES` names the tags and rules
after which a question is of this kind: a reading that does not go by them, whoever read it, is doubted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
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
    """The rules of one construct, or of all, each called after its construct and by its own name."""
    names = (name,) if name else modules()
    return tuple(replace(r, name=_called(n, r.name)) for n in names for r in import_module(f"{__name__}.{n}").RULES)


def _called(module: str, rule: str) -> str:
    return f"{module}: {rule}"


@lru_cache(maxsize=1)
def cues() -> dict[tuple[str, ...], tuple[str, ...]]:
    """The words of the constructs' own: phrase → tags."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for n in modules():
        for tag, phrases in getattr(import_module(f"{__name__}.{n}"), "CUES", {}).items():
            for said in (tuple(p.split()) for p in phrases):
                found[said] = tuple(dict.fromkeys((*found.get(said, ()), tag)))
    return found


@lru_cache(maxsize=1)
def _deciding() -> Mapping[str, str]:
    """The tags and rules after which a question is of a kind: the construct of each."""
    decide = {n: getattr(import_module(f"{__name__}.{n}"), "DECIDES", ()) for n in modules()}
    return {key: n for n, names in decide.items() for name in names for key in (name, _called(n, name))}


@lru_cache(maxsize=1)
def _gone_by() -> Mapping[str, str]:
    """The rules that go by what decides, themselves or by a tag: the construct of each."""
    names = _deciding()
    return {
        rule.name: n
        for n in modules()
        for rule in grammar(n)
        if n in map(names.get, (rule.name, rule.left, rule.right))
    }


def kinds_said(categories: Iterable[str], rules: Iterable[str]) -> frozenset[str]:
    """The constructs that some words decide for: cues of these categories were said, these rules could be followed."""
    return frozenset(n for name in (*categories, *rules) if (n := _deciding().get(name)))


def kinds_read(rules: Iterable[str]) -> frozenset[str]:
    """The constructs of whose deciding words a reading made use that follows these rules."""
    return frozenset(n for name in rules if (n := _gone_by().get(name)))
