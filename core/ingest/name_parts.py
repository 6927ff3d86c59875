"""What stands in a file's name or title: years, dates, months, numbers and words, told apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Kind = Literal[
    "date", "span", "month of year", "quarter of year", "year", "month", "quarter", "season", "number", "word"
]

TYPED: frozenset[Kind] = frozenset(
    {"date", "span", "month of year", "quarter of year", "year", "month", "quarter", "season"}
)
"""Kinds that by themselves say that a name is one of a series in time."""

MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MONTH = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?"
)
_Y = r"(?:1[6-9]|20|21)\d\d"
_PIECES: tuple[tuple[Kind, str], ...] = (
    ("date", rf"(?<!\d)(?P<iy>{_Y})(?P<is>[-_. ]?)(?P<im>0[1-9]|1[0-2])(?P=is)(?P<id>0[1-9]|[12]\d|3[01])(?!\d)"),
    ("date", rf"(?<!\d)(?P<da>\d\d?)(?P<ds>[-_. ])(?P<db>\d\d?)(?P=ds)(?P<dy>{_Y})(?!\d)"),
    ("date", rf"(?<!\d)(?P<wd>\d\d?)[-_. ]?(?P<wm>{_MONTH})[-_., ]*(?P<wy>{_Y})(?!\d)"),
    ("span", rf"(?<!\d)(?P<sa>{_Y})\s?[-_/–]\s?(?P<sb>{_Y}|\d\d)(?![\d])"),
    ("month of year", rf"(?<!\d)(?P<my>{_Y})[-_. ]?(?P<mm>0[1-9]|1[0-2]|(?:{_MONTH})(?![a-z]))(?!\d)"),
    ("month of year", rf"(?<![a-z])(?P<nm>{_MONTH})[-_., ]*(?P<ny>{_Y})(?!\d)"),
    ("quarter of year", rf"(?<!\d)(?P<qy>{_Y})[-_. ]?q(?P<qq>[1-4])(?!\d)"),
    ("quarter of year", rf"(?<![a-z])q(?P<rq>[1-4])[-_. ]?(?P<ry>{_Y})(?!\d)"),
    ("span", r"(?<![a-z\d])fy[-_ ]?(?P<fy>\d{4}|\d\d)(?!\d)"),
    ("year", rf"(?<!\d)(?P<y>{_Y})(?!\d)"),
    ("span", r"(?<![\d.])(?P<ta>\d\d) ?[-_/–] ?(?P<tb>\d\d)(?![\d.])"),
    ("quarter", r"(?<![a-z\d])q(?P<q>[1-4])(?![a-z\d])"),
    ("month", rf"(?<![a-z])(?P<m>{_MONTH})(?![a-z])"),
    ("season", r"(?<![a-z])(?P<sn>spring|summer|autumn|fall|winter)(?![a-z])"),
    ("number", r"(?P<n>\d+)"),
    ("word", r"(?P<w>[^\W\d_]+(?:['’][^\W\d_]+)*)"),
)
_OTHER_MONTHS = tuple(
    tuple(line.split())
    for line in (
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "januar februar märz april mai juni juli august september oktober november dezember",
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        "januari februari maart april mei juni juli augustus september oktober november december",
    )
)
_LEAST_MONTHS = 6
_PIECE = re.compile("|".join(f"(?P<k{i}>{p})" for i, (_, p) in enumerate(_PIECES)), re.IGNORECASE)
_OLD = 70
"""Years of two digits from which on they are of the last century."""
_YEAR_MONTH = re.compile(rf"({_Y})[-_. ]?(0[1-9]|1[0-2])")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a name. `value` is as it is compared and kept: a year as `2013`, a day as `2020-06-01`; of a day
    whose parts could be swapped, `text` says how it is written."""

    kind: Kind
    text: str
    value: str
    level: int = 0
    """In which part of the path it stands."""

    @property
    def mark(self) -> str:
        """What names of one pattern share at this place. `2005-06` may be a month or a span of years: the other
        files tell."""
        if self.kind == "word":
            return self.value
        return "<span or month>" if self.kind in ("span", "month of year") else f"<{self.kind}>"


def pieces(names: Sequence[str]) -> tuple[Piece, ...]:
    """The pieces of a path's parts, from the outermost folder to the table itself."""
    return tuple(p for level, name in enumerate(names) for p in _of(name, level))


@lru_cache(maxsize=65_536)
def _of(name: str, level: int) -> tuple[Piece, ...]:
    return tuple(_cut(name, level))


def _cut(name: str, level: int) -> Iterator[Piece]:
    for m in _PIECE.finditer(name):
        kind = next(k for i, (k, _) in enumerate(_PIECES) if m[f"k{i}"] is not None)
        if kind == "word":
            for part in _CAMEL.split(m[0]):
                yield Piece("word", part, part.casefold(), level)
            continue
        value = _value(kind, m.groupdict())
        if value:
            yield Piece(kind, m[0], value, level)
        elif month := _YEAR_MONTH.fullmatch(m[0]):
            yield Piece("month of year", m[0], f"{month[1]}-{month[2]}", level)
        else:
            for digits in re.finditer(r"\d+", m[0]):
                plain: Kind = "year" if re.fullmatch(_Y, digits[0]) else "number"
                yield Piece(plain, digits[0], digits[0] if plain == "year" else _whole(digits[0]), level)


def _value(kind: Kind, g: dict[str, str | None]) -> str:
    """The value in one spelling; "" where the digits are no such thing."""
    if g["iy"]:
        return f"{g['iy']}-{g['im']}-{g['id']}"
    if g["dy"]:
        a, b = int(g["da"] or 0), int(g["db"] or 0)
        return f"{g['dy']}:{a}:{b}" if 0 < a <= 31 and 0 < b <= 31 and min(a, b) <= 12 else ""
    if g["wy"]:
        return f"{g['wy']}-{month_number(g['wm'] or ''):02d}-{int(g['wd'] or 0):02d}"
    if g["sa"]:
        return _span(int(g["sa"]), g["sb"] or "")
    if g["ta"]:
        first, last = int(g["ta"]), int(g["tb"] or 0)
        return f"{2000 + first if first < _OLD else 1900 + first}-{last:02d}" if last == (first + 1) % 100 else ""
    if g["my"]:
        month = g["mm"] or ""
        return f"{g['my']}-{int(month) if month.isdigit() else month_number(month):02d}"
    if g["ny"]:
        return f"{g['ny']}-{month_number(g['nm'] or ''):02d}"
    if g["qy"] or g["ry"]:
        return f"{g['qy'] or g['ry']}-Q{g['qq'] or g['rq']}"
    if g["fy"]:
        year = int(g["fy"] or 0)
        return str(year if year > 99 else 2000 + year)
    if g["m"]:
        return MONTHS[month_number(g["m"]) - 1].capitalize()
    if g["sn"]:
        return g["sn"].capitalize()
    if g["q"]:
        return f"Q{g['q']}"
    return _whole(g["n"]) if g["n"] else str(g["y"])


def _whole(digits: str) -> str:
    """A number without noughts before it; one of very many digits as it stands, for Python refuses to count so far."""
    return str(int(digits)) if len(digits) < 1_000 else digits


def _span(first: int, last: str) -> str:
    """`2019-20` and `2019-2020`; "" where the second is no later year."""
    end = int(last) if len(last) == 4 else first // 100 * 100 + int(last)
    end += 100 if end < first and int(last) == (first + 1) % 100 else 0
    if end <= first or (len(last) == 2 and end - first > 20):
        return ""
    return f"{first}-{end % 100:02d}" if end == first + 1 else f"{first}-{end}"


def month_number(word: str) -> int:
    """1 for `jan`, `January`…; 0 for no month, as in `Marston`."""
    said = word.casefold().rstrip(".")
    short = len(said) < len("jan")
    return 0 if short else next((n for n, m in enumerate(MONTHS, start=1) if m.startswith(said)), 0)


def months_named(labels: Sequence[str]) -> dict[str, str]:
    """Labels that are months in one language other than English, with the English month: `Fev` beside `Abr`.

    Six different ones at least must be of the language: "out" and "set" by themselves are months in none.
    """
    for months in _OTHER_MONTHS:
        found = {}
        for label in labels:
            plain = label.strip().rstrip(".").casefold()
            at = next((n for n, m in enumerate(months) if len(plain) > 2 and m.startswith(plain)), None)
            if at is not None:
                found[label] = MONTHS[at].capitalize()
        english = sum(bool(re.fullmatch(_MONTH, x.strip().rstrip("."), re.IGNORECASE)) for x in labels)
        if len(set(found.values())) >= _LEAST_MONTHS and len(found) > english:
            return found
    return {}


def settled_spans(values: Sequence[str]) -> list[str] | None:
    """Spans of years among which there are months: all are months. None where some is no month."""
    found = [re.fullmatch(r"(\d{4})-(\d\d)", v) for v in values]
    return list(values) if all(m and 1 <= int(m[2]) <= 12 for m in found) else None


def short_spans(values: Sequence[str]) -> list[str] | None:
    """`1617` and `1718` as the spans 2016-17 and 2017-18; None where they are years."""
    pairs = [(int(v[:2]), int(v[2:])) for v in values if len(v) == 4]
    if len(pairs) < max(2, len(values)) or any(b != (a + 1) % 100 for a, b in pairs):
        return None
    return [f"20{a:02d}-{b:02d}" for a, b in pairs]


def settled_days(values: Sequence[str]) -> list[str] | None:
    """Days written with the year last, as ISO; which of the other two is the month, all of them together tell.

    None where they do not: then they stay as they are written.
    """
    split = [tuple(map(int, v.split(":"))) for v in values if ":" in v]
    day_first = any(a > 12 for _, a, _ in split)
    month_first = any(b > 12 for _, _, b in split)
    if split and day_first == month_first:
        return None
    found = []
    for value in values:
        if ":" in value:
            y, a, b = map(int, value.split(":"))
            value = f"{y}-{b:02d}-{a:02d}" if day_first else f"{y}-{a:02d}-{b:02d}"
        found.append(value)
    return found


def trimmed(text: str) -> str:
    """What is left of a label, without the signs at its ends that joined it to a part that was taken out."""
    text = " ".join(text.split())
    while True:
        bare = text.strip(" _-.,:")
        for opening, closing in ("()", "[]"):
            if bare.endswith(opening) or (bare.endswith(closing) and opening not in bare):
                bare = bare[:-1]
            if bare.startswith(closing) or (bare.startswith(opening) and closing not in bare):
                bare = bare[1:]
            bare = bare.replace(f"{opening}{closing}", "")
        if bare == text:
            return text
        text = bare
