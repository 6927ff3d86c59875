"""Remarks on kinds of rows (short, blank, a number alone) with the line on which the first such row begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from core.model import Problem

Numbered = Sequence[tuple[int, Sequence[str]]]
"""Records with the line on which each begins, counted from 1."""


def at_rows(problems: Iterable[Problem], rows: Numbered, width: int) -> Iterator[Problem]:
    """Remarks on kinds of rows with the line of the first such row. `width`: cells of the header."""
    tests: dict[str, Callable[[Sequence[str]], bool]] = {
        "no_header": lambda r: True,
        "blank_rows": lambda r: not any(r),
        "short_rows": lambda r: len(r) < width and any(r),
        "long_rows": lambda r: len(r) > width,
        "numbers_alone": lambda r: not r[0] and len(held := [c for c in r if c]) == 1 and held[0].isdecimal(),
        "stray_quote": lambda r: any(c.count('"') % 2 for c in r),
    }
    for p in problems:
        test = tests.get(p.code) if not p.line else None
        yield replace(p, line=next((line for line, r in rows if r and test(r)), 0)) if test else p
