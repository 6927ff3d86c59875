"""What the notes of a file say of its columns: `T2M  Temperature at 2 metres`, `beds = beds in use at midnight`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.model import Column, Layout

_MARKED = re.compile(r"\s*(?:=|:|[–—-]\s|\bis\b|\bmeans\b)\s*")
_BLANK = re.compile(r"\s+(?=[^\d\W])")
_LONGEST = 300


def described(columns: Sequence[Column], layout: Layout) -> list[Column]:
    """The columns, each with what a title line or a note says of it behind its label; one that has a description keeps
    it. An everyday word as a label must be followed by a sign, or the line may be any sentence."""
    texts = [" ".join(note.text.split()).lstrip("-*•# ") for note in layout.notes]
    return [_told(c, texts) for c in columns]


def _told(column: Column, texts: Sequence[str]) -> Column:
    label = column.label.strip()
    if column.description or not label:
        return column
    for text in texts:
        quoted = text.lstrip("\"'“`")
        if not quoted.startswith(label):
            continue
        rest = quoted[len(label) :].lstrip("\"'”`") if quoted is not text else quoted[len(label) :]
        hit = _MARKED.match(rest) or (_BLANK.match(rest) if _code(label) else None)
        if hit and hit.end() and 2 < len(said := rest[hit.end() :].strip()) <= _LONGEST:
            return replace(column, description=said)
    return column


def _code(label: str) -> bool:
    """No everyday word: it has a digit or an underscore, or is in capitals."""
    return " " not in label and (any(s.isdigit() or s == "_" for s in label) or (label.isupper() and len(label) > 1))
