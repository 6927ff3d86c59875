"""`on 3 May`: a day said without its year, where the dates spoken of leave one year only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from core.ask.dates import MONTHS, span
from core.ask.state import Mention
from core.ask.tokens import Token
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import firm_places

_MOST_YEARS = 50


def with_years(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> tuple[Token, ...]:
    """The tokens; of a day and a month side by side the first is an article then, and the second a date."""
    found = list(tokens)
    firm = firm_places(mentions)
    spoken = dict.fromkeys(k.table for m in mentions for k in m.links[:1] if k.table in facts.tables)
    for i in range(len(tokens) - 1):
        if i in firm or i + 1 in firm:
            continue
        day = _month_and_day(tokens[i], tokens[i + 1])
        years = set(_years(day, spoken or facts.tables, facts)) if day else set()
        if day and len(years) == 1:
            said = f"{years.pop()}-{day}"
            found[i : i + 2] = Token("the", "the", "the", "the", "word"), Token(said, said, said, said, "date")
    return tuple(found)


def _month_and_day(one: Token, other: Token) -> str:
    """`3 May`, `May 3`, `3rd May` as "05-03"; "" for anything else."""
    for month, day in ((one, other), (other, one)):
        digits = day.lower.removesuffix("st").removesuffix("nd").removesuffix("rd").removesuffix("th")
        if month.lower in MONTHS and month.kind == "word" and digits.isdigit() and 1 <= int(digits) <= 31:
            return f"{MONTHS[month.lower]:02}-{int(digits):02}"
    return ""


def _years(day: str, tables: Iterable[str], facts: Facts) -> Iterator[int]:
    """The years in which the day lies between the first and the last of some dates."""
    for name in tables:
        for c in facts.tables[name].columns:
            first, last = str(c.profile.minimum or ""), str(c.profile.maximum or "")
            if c.type not in ("date", "datetime") or not first[:4].isdigit() or not last[:4].isdigit():
                continue
            for year in range(int(first[:4]), min(int(last[:4]), int(first[:4]) + _MOST_YEARS) + 1):
                if first[:10] <= f"{year}-{day}" <= last[:10] and span(f"{year}-{day}"):
                    yield year
