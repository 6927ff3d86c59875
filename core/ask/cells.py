"""A cell as it stands in a sentence: figures grouped and with their unit, months by name, long texts cut."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from core.ask.dates import MONTH_NAMES
from core.model import Value
from core.text.units import SIGNS

_MOST = 60
_MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])")
_DECADE = re.compile(r"-?\d{1,3}0s")
_DAY = re.compile(r"(\d{4})-(0[1-9]|1[0-2])-(\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?Z?)?")
_WHOLE_DAY = frozenset({"00:00:00", "23:59:59"})
EMPTY = "(empty)"
_DUST = 1e-12
"""What adding up floating-point numbers leaves, as a share of the sum."""


def figure(value: Value, unit: str = "", *, parts: bool = False) -> str:
    """A figure: 1,204 · 0.25 · 12.50 · £12.40 · 12.5% · 14 kg. A text that a formula made stays as it is. `parts`:
    those beside it have decimals, and so has it: 373.00 beside 404.50."""
    if value is None:
        return EMPTY
    if isinstance(value, str):
        return text(value)
    if isinstance(value, int) or math.isclose(value, round(value), rel_tol=_DUST):
        said = f"{value:,.2f}" if parts else f"{value:,.0f}"
    elif abs(value) < 1:
        said = f"{value:,.2f}" if unit in SIGNS else f"{value:,.3g}"
    else:
        said = f"{value:,.2f}"
    if not unit:
        return said
    if unit[0] in SIGNS:
        return f"-{unit}{said[1:]}" if said.startswith("-") else f"{unit}{said}"
    return f"{said}{unit}" if unit in "%°" else f"{said} {unit}"


def parted(values: Iterable[Value]) -> bool:
    """Whether some are said with two decimals."""
    held = (v for v in values if isinstance(v, float) and abs(v) >= 1)
    return any(not math.isclose(v, round(v), rel_tol=_DUST) for v in held)


def text(value: Value) -> str:
    """A name, a code or a year: digits are not grouped."""
    if value is None:
        return EMPTY
    if isinstance(value, float) and value.is_integer():
        return f"{value:.0f}"
    said = " ".join(str(value).split())
    return said if len(said) <= _MOST else f"{said[: _MOST - 1].rstrip()}…"


def quoted(value: Value) -> str:
    """A value among other words: in quotation marks unless it looks like a name or a number."""
    said = text(value)
    return said if said[:1].isupper() or said[:1].isdigit() else f"“{said}”"


def date(value: Value) -> str:
    """A day, a month or a decade as people write it; all else as it stands."""
    said = text(value)
    if _DECADE.fullmatch(said):
        return f"the {said}"
    if found := _MONTH.fullmatch(said):
        return f"{MONTH_NAMES[int(found[2]) - 1]} {found[1]}"
    if found := _DAY.fullmatch(said):
        clock = f" {found[4]}" if found[4] and f"{found[4]}{found[5] or ':00'}" not in _WHOLE_DAY else ""
        return f"{int(found[3])} {MONTH_NAMES[int(found[2]) - 1]} {found[1]}{clock}"
    return said
