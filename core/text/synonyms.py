"""Words for the same thing, from synonyms.toml beside this file: "shop" and `Store`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path


@lru_cache(maxsize=1)
def synonyms() -> Mapping[str, tuple[str, ...]]:
    """Of each word the others of its groups, in the order of the file."""
    raw = tomllib.loads((Path(__file__).parent / "synonyms.toml").read_text(encoding="utf-8"))
    found: dict[str, tuple[str, ...]] = {}
    for group in raw["groups"]:
        for word in group:
            others = (*found.get(word, ()), *(w for w in group if w != word))
            found[word] = tuple(dict.fromkeys(others))
    return found


@lru_cache(maxsize=1)
def phrases() -> Mapping[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Of each phrase the other ways to say the same, as lemmas."""
    raw = tomllib.loads((Path(__file__).parent / "synonyms.toml").read_text(encoding="utf-8"))
    groups = [tuple(tuple(said.split()) for said in group) for group in raw["phrases"]]
    return {said: tuple(o for o in group if o != said) for group in groups for said in group}


def of_verb(word: str) -> tuple[str, ...]:
    """The synonyms of what a regular form of a verb belongs to: "borrowed", "lends", "lending"."""
    known = synonyms()
    for ending in ("ed", "ing", "s", "d"):
        if word.endswith(ending) and (found := known.get(word.removesuffix(ending))):
            return found
    return ()
