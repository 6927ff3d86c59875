"""A condition that names a column and values of it plainly: `Method CC`, `Method is cc`, `Method = CC or CA`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.ask.tokens import ONE_SIGN
from core.ask.translators.rules.lexicon.chunk import SIGNS
from core.ask.translators.rules.query import Col, Filter, Item
from core.model import NUMERIC, Column, Table
from core.text.words import normalise

_SIGN = re.compile(
    r"(?P<sign>\s*!=\s*|\s*=\s*|\s*:\s+|\s+(?:is not|isn't|is|in|one of|equals)\s+|\s+)(?P<rest>.+)", re.IGNORECASE
)
_BOUND = re.compile(r"(?P<column>.+?)\s*(?P<sign>>=|<=|=>|=<|[<>≥≤])\s*[£$€]?(?P<number>-?\d[\d,]*(?:\.\d+)?)")
_NOT = ("!=", "is not", "isn't")
_PARTS = re.compile(r"\s*,\s*(?:or\s+)?|\s+or\s+", re.IGNORECASE)
_QUOTES = " '\"‘’“”`"
_MARKS = f"{_QUOTES}()[]"


def named_alone(text: str, tables: Sequence[Table]) -> Column | None:
    """The column that a text is the label of, letter by letter; None where several are called so, or none."""
    said = text.strip(_QUOTES).casefold()
    found = [c for t in tables for c in t.columns if said in (c.label.casefold(), c.name.casefold(), c.id.casefold())]
    return found[0] if len(found) == 1 else None


def plain_condition(text: str, tables: Sequence[Table]) -> Filter | None:
    """What the text asks of a column, with values as its cells hold them; None where it is no such condition.

    Each value must be one that the column holds, or what a code of it means.
    """
    if (bounded := _bounded(text.strip(), tables)) is not None:
        return bounded
    for column, sign, rest in _openings(text.strip(), tables):
        held = {normalise(m): v for v, m in column.codes} | {normalise(v): v for v, _ in column.profile.common}
        whole = held.get(normalise(rest.strip(_MARKS)))
        found = [whole] if whole else [held.get(normalise(p.strip(_MARKS))) for p in _PARTS.split(rest)]
        values = [v for v in found if v]
        if len(values) == len(found):
            stored = tuple(float(v) if column.type in NUMERIC else v for v in values)
            return Filter(Item(Col(column.table, column.name)), "!=" if sign in _NOT else "=", stored)
    return None


def _bounded(text: str, tables: Sequence[Table]) -> Filter | None:
    """`Amount > 100`: a number in the one column that is called so, letter by letter."""
    found = _BOUND.fullmatch(text)
    column = named_alone(found["column"], tables) if found else None
    if found is None or column is None or column.type not in NUMERIC:
        return None
    operator = SIGNS[ONE_SIGN.get(found["sign"], found["sign"])]
    return Filter(Item(Col(column.table, column.name)), operator, (float(found["number"].replace(",", "")),))


def compares(text: str, tables: Sequence[Table]) -> bool:
    """It says of a column what it is: `Method: cash`, `Method is cash`."""
    return any(sign for _, sign, _ in _openings(text.strip(), tables))


def _openings(text: str, tables: Sequence[Table]) -> Iterator[tuple[Column, str, str]]:
    """The columns whose label opens the text, the longest first, with the sign and what follows."""
    columns = [c for t in tables for c in t.columns if c.type == "text" or c.type in NUMERIC]
    for column in sorted(columns, key=lambda c: -len(c.label)):
        for label in dict.fromkeys((column.id, column.label, column.name)):
            if text.casefold().startswith(label.casefold()) and (m := _SIGN.fullmatch(text[len(label) :])):
                yield column, m["sign"].strip().casefold(), m["rest"]
