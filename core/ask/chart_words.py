"""A chart that a question asks for: “… as a pie chart”, “show it as a line”, “draw a bar chart of …”.

Its words say how the answer is shown and not what is asked, so they are taken out before the question is read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_KINDS = {
    "pie": "pie", "donut": "pie", "doughnut": "pie", "bar": "bar", "column": "bar", "line": "line", "area": "area",
    "scatter": "scatter", "point": "scatter",
}  # fmt: skip
_KIND = rf"(?P<kind>{'|'.join(_KINDS)})s?"
_CHART = r"[\s-]*(?:chart|graph|plot|diagram)s?"
_SHOW = r"(?:show|draw|plot|display|give|make|put|present|see)(?:\s+me)?"
_BEHIND = re.compile(
    rf"(?:\b(?:(?:and|then|please)\s+){{0,3}}{_SHOW}\s+(?:it|this|that|them|these|those)\s*|"
    rf"(?:^|[.,;?!]\s{{0,9}}|\b(?:and|then|please)\s+){_SHOW}\s+)?"
    rf"\b(?:(?:as|in|on|with|using)\s+(?:an?\s+|the\s+)?{_KIND}{_CHART}|as\s+(?:an?\s+)?(?P<bare>pie|line|donut|bars|area|points))"
    r"(?:[\s.,?!]{0,9}please)?$",
    re.IGNORECASE,
)
_ENDS = " \t\n\r.?!"
_BEFORE = re.compile(
    rf"^\s*(?:please\s+)?(?:{_SHOW}\s+)?(?:an?\s+|the\s+)?{_KIND}{_CHART}\s+(?:of|for|with|showing|that shows)\s+",
    re.IGNORECASE,
)
_OPENING = re.compile(
    rf"^\s*(?:(?:please|can|could|would|you)\s+){{0,3}}(?:(?:show|draw|display)(?:\s+me)?|{_SHOW}(?=\s+(?:me|the)\b)|give\s+me)\s+(?=\w)",
    re.IGNORECASE,
)
"""What tells somebody to draw: where a chart is asked for, `show` is no thing of the tables."""


class Asked(NamedTuple):
    """The chart's kind, "" for none, and the question without the words for it."""

    kind: str
    text: str


def chart_asked(text: str) -> Asked:
    """What chart a text asks for. The rest is "" where the text asks for nothing else."""
    if found := _BEFORE.match(text):
        return Asked(_KINDS[found["kind"].lower()], text[found.end() :])
    if found := _BEHIND.search(text.rstrip(_ENDS)):
        named = (found["kind"] or found["bare"]).lower()
        kind = _KINDS.get(named) or _KINDS[named.removesuffix("s")]
        before = text[: found.start()].rstrip(",;" + _ENDS)
        rest = _OPENING.sub("", before)
        mark = "?" if rest and ("?" in text[len(before) :]) else ""
        return Asked(kind, "" if _empty(rest) else rest + mark)
    return Asked("", text)


def undrawn(kind: str, rows: int) -> str:
    """That one row makes no such chart; "" where there is something to draw."""
    if not kind or rows != 1:
        return ""
    chart = "line" if kind == "line" else f"{kind} chart"
    return f"One value makes no {chart}: ask for it per month, or for each of something, to see one."


def without_figure(kind: str, rows: Sequence[Sequence[object]]) -> str:
    """That names or days alone make no such chart; "" where there is a figure, or one row."""
    numbers = any(isinstance(v, int | float) and not isinstance(v, bool) for row in rows for v in row)
    if not kind or numbers or len(rows) < 2:
        return ""
    chart = "line" if kind == "line" else f"{kind} chart"
    return f"A list makes no {chart}: ask how many there are, or for another figure, for each of something."


def _empty(rest: str) -> bool:
    """Only words that point at the answer before are left: `show it`, `now that`."""
    said = re.sub(rf"\b({_SHOW}|it|this|that|them|these|those|now|please|and|can|could|you|i)\b", "", rest, flags=re.I)
    return not re.search(r"\w", said)
