"""Years among the numbers of a question, and as bounds of dates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.ask.tokens import Token
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.query import Filter


def yearlike(number: float | None) -> bool:
    """A number that people take for a year: 1500 to 2200."""
    return number is not None and number.is_integer() and 1500 <= number <= 2200


def says_time(token: Token) -> bool:
    """A date, or a number that is a year."""
    return token.kind == "date" or yearlike(token.number)


def up_to_year(chunks: Sequence[Chunk], cue: Chunk, at: int) -> bool:
    """`orders up to 2023`, and nothing said behind it that there are so many of."""
    after = chunks[at + 1] if at + 1 < len(chunks) else None
    ends = after is None or after.kind in ("stop", "cue", "date") or after.text == ","
    return cue.text.lower().startswith("up to") and yearlike(chunks[at].number) and ends


def years_ended(f: Filter) -> Iterator[str]:
    """`after 2023`, `until 2023`: the year whose end is written as the beginning of the next one."""
    for v in f.values if f.operator in (">=", "<") else ():
        if isinstance(v, str) and v.endswith("-01-01") and v[:4].isdigit():
            yield str(int(v[:4]) - 1)
