"""The lists of words.toml beside this file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any


@lru_cache(maxsize=1)
def wordlists() -> Mapping[str, Any]:
    """The file as it stands."""
    return tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def said_otherwise() -> Mapping[str, frozenset[str]]:
    """Of each folded value what else says the same: `women` of `female`."""
    found: dict[str, frozenset[str]] = {}
    for group in wordlists()["values"]:
        for word in group:
            found[word] = found.get(word, frozenset()) | frozenset(group) - {word}
    return found
