"""Expected answers as people write them: one value, a list, a few rows, or a SELECT.

A comma may part rows, columns or nothing ("Smith, John"), so every sense is accepted, the likeliest first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

Row = list[Any]

_QUERY = re.compile(r"(?is)\s*(select|with)\b.*\b(select|from|values)\b|\s*select\s")
_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?([eE][-+]?\d+)?")
_THOUSANDS = re.compile(r"[-+]?\d{1,3}([,' \u00a0\u202f]\d{3})+(\.\d+)?")
_PERCENT = re.compile(r"([-+]?\d+(?:\.\d+)?)\s*%")
_MONEY = re.compile(r"[$€£]\s*([-+]?[\d,]*\.?\d+)|([-+]?[\d,]*\.?\d+)\s*[$€£]")
_NOTHING = frozenset({"-", "–", "nothing", "none", "no rows", "no row", "nobody", "empty"})
_TRUTHS = {"yes": 1, "true": 1, "no": 0, "false": 0}


def expected(text: str) -> dict[str, Any]:
    """The fields of a question that say what a person wrote as its answer: `sql`, or `rows`, `alt_gold` and `typed`."""
    text = text.strip()
    if _QUERY.match(text):
        return {"sql": text.rstrip("; \n")}
    found = list(_unlike(_senses(text)))
    fields: dict[str, Any] = {"rows": found[0]}
    if found[1:]:
        fields["alt_gold"] = [{"rows": rows} for rows in found[1:]]
    if any(isinstance(v, int | float | str) and not isinstance(v, bool) for rows in found for row in rows for v in row):
        fields["typed"] = True
    return fields


def _senses(text: str) -> Iterator[list[Row]]:
    """What the text may mean, as rows, the likeliest first."""
    if text.startswith("["):
        try:
            rows = json.loads(text)
        except (ValueError, RecursionError):
            rows = None
        if isinstance(rows, list):
            yield [row if isinstance(row, list) else [row] for row in rows]
            return
    if text.casefold() in _NOTHING:
        yield []
    lines = [part.strip() for part in re.split(r"[\n;]", text) if part.strip()]
    if len(lines) > 1:
        yield from _tables(lines)
    whole = list(_values(text))
    plain = isinstance(whole[0], int | float)
    if plain or "," not in text or len(lines) > 1:
        yield from ([[value]] for value in whole)
    cells = _cells(text, ",")
    if len(cells) > 1 and len(lines) == 1:
        pairs = [_cells(cell, ":") for cell in cells]
        if all(len(pair) == 2 for pair in pairs):
            yield [[_value(cell) for cell in pair] for pair in pairs]
        yield [[_value(cell)] for cell in cells]
        yield [[_value(cell) for cell in cells]]
        yield from ([[value]] for value in whole)


def _tables(lines: list[str]) -> Iterator[list[Row]]:
    """Rows one a line (or between semicolons), their cells between tabs, bars, commas or colons."""
    for sign in ("\t", "|", ",", ":"):
        rows = [_cells(line, sign) for line in lines]
        if len(rows[0]) > 1 and all(len(row) == len(rows[0]) for row in rows):
            yield [[_value(cell) for cell in row] for row in rows]
    yield [[_value(line)] for line in lines]
    yield [[_value(line) for line in lines]]


def _cells(text: str, sign: str) -> list[str]:
    return [cell.strip() for cell in text.split(sign)]


def _value(text: str) -> Any:
    return next(_values(text))


def _values(text: str) -> Iterator[Any]:
    """What one cell may mean: a number without its signs, else the text without its quotes."""
    bare = text.strip()
    if len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "\"'":
        yield bare[1:-1]
        return
    if _NUMBER.fullmatch(bare):
        # what begins with 0 may be a code; text of the same digits counts as equal anyway
        yield float(bare) if "." in bare or "e" in bare.lower() else int(bare)
        return
    if _THOUSANDS.fullmatch(bare):
        number = re.sub(r"[^\d.+-]", "", bare)
        yield float(number) if "." in number else int(number)
    if share := _PERCENT.fullmatch(bare):
        yield float(share[1]) if "." in share[1] else int(share[1])
        yield float(share[1]) / 100
    if money := _MONEY.fullmatch(bare):
        yield float((money[1] or money[2]).replace(",", ""))
    yield bare
    if bare.casefold() in _TRUTHS:
        yield _TRUTHS[bare.casefold()]


def _unlike(senses: Iterator[list[Row]]) -> Iterator[list[Row]]:
    seen = set()
    for rows in senses:
        if (key := json.dumps(rows)) not in seen:
            seen.add(key)
            yield rows
