"""Whether a sentence about rows says only numbers that the rows have, or that we computed from them.

A number may be rounded, said in words, in thousands or millions, as a percentage, and in either spelling of thousands
and decimals. Those of the question (a year, a limit) may be repeated beside a figure of the rows, not instead of one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.model import Rows, Value
from core.text.number_words import SMALL_NUMBERS, TENS

Figures = dict[str, float]
"""What we computed from the rows, by what it is."""

_NUMBER = re.compile(r"[-−–]?\d+(?:[.,'’\u00a0\u202f]\d+)*")
_SCALE = re.compile(r"\s*(thousand|million|billion|tsd|mio|mrd|k|m|bn)\b\.?", re.IGNORECASE)
_SCALES = {"thousand": 3, "tsd": 3, "k": 3, "million": 6, "mio": 6, "m": 6, "billion": 9, "mrd": 9, "bn": 9}
_PERCENT = re.compile(r"\s*(?:%|per ?cent\b|percent\b|prozent\b)", re.IGNORECASE)
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")
_FALL = re.compile(
    r"\b(?:fell|fall|falls|fallen|down|drop\w*|declin\w*|decreas\w*|less|lower|fewer|below|loss|lost|minus)"
)
_WORDS: dict[str, float] = {**{w: n for w, n in SMALL_NUMBERS.items() if n > 1}, **TENS, "dozen": 12}
_REFUSED = frozenset(
    "half double twice triple thrice quarter third hundred hundreds thousands millions tripled doubled".split()
)
"""Words that compute; nobody has checked what."""


@dataclass(frozen=True, slots=True)
class _Said:
    value: float
    decimals: int
    percent: bool
    ordinal: bool


def computed(rows: Rows, most: int = 1_000) -> Figures:
    """The number of rows, and of each column of numbers its sum, least and greatest; of whole results only."""
    if rows.truncated or not 1 < len(rows.rows) <= most:
        return {}
    found: Figures = {"rows": float(len(rows.rows))}
    for at, name in enumerate(rows.columns):
        cells = [r[at] for r in rows.rows if r[at] is not None]
        numbers = [float(c) for c in cells if isinstance(c, int | float)]
        if numbers and len(numbers) == len(cells):
            found |= {f"sum of {name}": sum(numbers), f"least {name}": min(numbers), f"greatest {name}": max(numbers)}
    return found


def true_to(sentence: str, question: str, rows: Rows) -> bool:
    """Whether every number of the sentence is one of the rows, of the question, or computed."""
    own = [*_cells(rows), *computed(rows).values(), float(len(rows.rows))]
    asked = [v for n in _said(question) for v in (n.value,)]
    words = re.findall(r"[a-z]+", sentence.casefold())
    if _REFUSED & set(words) - set(re.findall(r"[a-z]+", f"{question} {_text(rows)}".casefold())):
        return False
    fell = _FALL.search(sentence.casefold()) is not None
    figures = 0
    for n in _said(sentence):
        if any(_same(n, value, fell) for value in own):
            figures += 1
        elif n.ordinal and 1 <= n.value <= len(rows.rows):
            continue
        elif not any(abs(n.value - v) < 1e-9 for v in asked):
            return False
    single = len(rows.rows) == 1 and any(isinstance(c, int | float) for c in rows.rows[0])
    return figures > 0 or not single


def _same(said: _Said, value: float, fell: bool) -> bool:
    """Whether a number is a value, rounded to its decimals (negative ones: to its noughts)."""
    for meant in (value, *((value * 100,) if said.percent and abs(value) <= 1 else ()), *((-value,) if fell else ())):
        if abs(said.value - meant) <= 0.5 * 10.0**-said.decimals * (1 + 1e-9) and _close(said, meant):
            return True
    return False


def _close(said: _Said, meant: float) -> bool:
    """Rounding must leave what is said: 0 for 0.4 says something else, and so does 1 for 1.4."""
    if said.value == meant:
        return True
    return abs(said.value - meant) <= 0.05 * abs(meant)


def _said(text: str) -> Iterator[_Said]:
    """The numbers of a text, each in all its readings' likeliest form."""
    text = unicodedata.normalize("NFKC", text)
    for found in _NUMBER.finditer(text):
        rest = text[found.end() :]
        percent, ordinal = _PERCENT.match(rest) is not None, _ORDINAL.match(rest) is not None
        scale = _SCALE.match(rest)
        power = _SCALES[scale.group(1).casefold()] if scale else 0
        digits = found.group()
        if digits[0] in "-−–" and found.start() and text[found.start() - 1].isalnum():
            digits = digits[1:]  # a dash between two numbers, as in 2020-2021
        value, decimals = _read(digits)
        yield _Said(value * 10**power, decimals - power, percent, ordinal)
    for word in re.findall(r"[a-z]+(?:-[a-z]+)?", text.casefold()):
        tens, _, one = word.partition("-")
        number = _WORDS.get(word, TENS[tens] + _WORDS.get(one, 1.0 if one == "one" else 0.0) if tens in TENS else None)
        if number is not None:
            yield _Said(float(number), 0, False, False)


def _read(digits: str) -> tuple[float, int]:
    """A number as written, `1,234.50` or `1.234,50`, with its decimals."""
    plain = re.sub(r"['’\u00a0\u202f]", "", digits.replace("−", "-").replace("–", "-"))
    marks = [c for c in plain if c in ".,"]
    decimal = ""
    if marks:
        last = marks[-1]
        tail = plain.rpartition(last)[2]
        if (len(set(marks)) == 2 and marks.count(last) == 1) or (
            len(marks) == 1 and not (last == "," and len(tail) == 3)
        ):
            decimal = last
    if not decimal:
        return float(re.sub(r"[.,]", "", plain)), 0
    whole, _, tail = plain.rpartition(decimal)
    return float(f"{re.sub(r'[.,]', '', whole)}.{tail}"), len(tail)


def _cells(rows: Rows) -> Iterator[float]:
    """The numbers of the rows, those inside their texts and of their columns' names too."""
    for value in (c for row in rows.rows for c in row):
        if isinstance(value, int | float):
            yield float(value)
        elif value is not None:
            yield from (n.value for n in _said(value))
            yield from (abs(n.value) for n in _said(value))
    yield from (n.value for name in rows.columns for n in _said(name))


def _text(rows: Rows) -> str:
    cells: Sequence[Value] = [c for row in rows.rows for c in row]
    return " ".join([*rows.columns, *(c for c in cells if isinstance(c, str))])
