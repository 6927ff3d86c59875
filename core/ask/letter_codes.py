"""What one or two letters stand for: those of a scale that everybody knows (`E`, `M`, `H` under `Difficulty`, `CA`
under `Payment`), and those that the header spells (`Loan/Own` with L and O)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import core.text
from core.ask.label_stems import stems
from core.ask.table_words import values_of_few
from core.ask.tokens import stem
from core.model import Column
from core.text.words import words

_FEW = 8
_LETTERS = 2
_WHOLE_SCALE = 4
"""Letters of a scale that need no header beside them, where all are held."""


@lru_cache(maxsize=1)
def _scales() -> tuple[tuple[frozenset[str], Mapping[str, Sequence[str]]], ...]:
    """Stems of headers, and by letter the words for it; read once from letter_codes.toml."""
    raw = tomllib.loads((Path(core.text.__file__).parent / "letter_codes.toml").read_text(encoding="utf-8"))
    return tuple((frozenset(map(stem, one["headers"])), one["codes"]) for one in raw["scale"])


def letters_told(column: Column) -> Iterator[tuple[str, str]]:
    """The stem of each word for a letter that the column holds, and the cell."""
    values = values_of_few(column, _FEW)
    if len(values) < 2 or not all(len(v) <= _LETTERS and v.isalpha() for v in values):
        return
    parts = [words(part) for part in column.label.split("/")]
    if len(parts) > 1 and all(parts):
        yield from _spelt(parts, values)
        return
    held, header = {v.upper(): v for v in values}, set(stems(column.label))
    for headers, codes in _scales():
        if held.keys() <= codes.keys() and (
            headers & header or (len(held) >= _WHOLE_SCALE and len(held) == len(codes))
        ):
            for letter, value in held.items():
                yield from ((stem(word), value) for word in codes[letter])
            return


def _spelt(parts: Sequence[Sequence[str]], values: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Where each single letter begins one part of the header, and each part is begun by one."""
    begun = {v: [p for p in parts if p[0].startswith(v.casefold())] for v in values}
    single = all(len(v) == 1 for v in values)
    if single and len(parts) == len(values) and all(len(found) == 1 for found in begun.values()):
        yield from ((stem(found[0][0]), v) for v, found in begun.items())
