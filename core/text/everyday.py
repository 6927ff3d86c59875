"""Everyday words, from everyday.txt beside this file: whoever writes one means it, and no rare name like it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path


@lru_cache(maxsize=1)
def everyday() -> frozenset[str]:
    """The words, in small letters."""
    lines = (Path(__file__).parent / "everyday.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
