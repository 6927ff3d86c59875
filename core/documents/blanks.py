"""What documents say of empty cells: `Out: R released, D died, blank = still with us`, `No DateClosed = still open`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.documents.lines import lines_of
from core.documents.match import Found
from core.model import Column, Table
from core.text.unknown import unknown
from core.text.words import flat

_SIGN = r"\s*(?:=|:|–|—|\s-\s|\b(?:means?|if|when|while|where|until|for)\b)\s*"
_MEANING = r"(?P<meaning>[^\W\d_][^.;,()|]{2,60})"
_BLANK = re.compile(rf"\b(?:left )?(?:blank|empty){_SIGN}{_MEANING}", re.IGNORECASE)
_LACKING = re.compile(
    rf"(?:no|blank|empty)\s+[`\"'“*_]*(?P<head>\w+)[`\"'”*_]*\s*(?:=|:|means?\b)\s*{_MEANING}", re.IGNORECASE
)
_SENTENCE = re.compile(r"(?<=[.;])\s+")
_WORD = re.compile(r"\w+")
_NOTHING = frozenset("none no nil zero nothing n/a na".split())
_HEADS = 4
"""Words of a sentence among which the column is named that it speaks of."""


def with_blanks(tables: Sequence[Table], passages: Sequence[Found]) -> tuple[Table, ...]:
    """The tables, the columns with what passages say that their empty cells mean."""
    labels: dict[str, list[Column]] = defaultdict(list)
    for c in (c for t in tables for c in t.columns if c.profile.nulls):
        labels[flat(c.label)].append(c)
    told = {c.id: meaning for p in passages for head, meaning in _said(p, labels) for c in labels[head]}
    if not told:
        return tuple(tables)
    return tuple(
        replace(t, columns=tuple(replace(c, blank=told[c.id]) if c.id in told else c for c in t.columns))
        if any(c.id in told for c in t.columns)
        else t
        for t in tables
    )


def _said(p: Found, labels: dict[str, list[Column]]) -> Iterator[tuple[str, str]]:
    """The label that a sentence begins with, and what an empty cell below it means."""
    for line in lines_of(p.text, p.breaks) if not p.cells else ():
        for sentence in _SENTENCE.split(line):
            if (lacking := _LACKING.match(sentence.strip())) is not None:
                heads, found = [lacking["head"]], lacking
            elif (met := _BLANK.search(sentence)) is not None:
                heads, found = _WORD.findall(sentence[: met.start()])[:_HEADS], met
            else:
                continue
            meaning = found["meaning"].strip()
            head = next((h for h in map(flat, heads) if h in labels), "")
            if head and not unknown(meaning) and meaning.lower() not in _NOTHING:
                yield head, meaning
