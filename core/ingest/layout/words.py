"""What the first words of a line say it is: a total, a source, a note. The words are data: words.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

from core.ingest.layout.grid import Columns, Grid

Sort = Literal["total", "source", "note", "part", "unit", "continued"]

_NOTE_SIGN = re.compile(
    r"[*†‡§¶#]{1,4}\s*\S|\(?(?:[a-z]|[0-9]{1,2}|i{2,3}|iv|vi{1,3}|ix)[).:]\s+\S|\[[a-z0-9]{1,3}\]\s*\S|\([a-z0-9]{1,2}\)\s*\S|[¹²³⁴⁵⁶⁷⁸⁹⁰]+\s*\S"
    r"|[-–—_=*~.]{4,}$|https?://|www\.|©|<[<>]",
    re.IGNORECASE,
)
"""A footnote's sign before its text, a rule of dashes, an address."""
_APART = re.compile(r"[\s–—:,/-]+")
_SI = (
    r"[0-9]*[munkMGTpcdh]?(?:g|m|l|L|s|W|Wh|J|V|A|K|Pa|Hz|B|b|bar|mol|ha|t|eq|cal)(?:[²³23])?"
    r"(?:[/·. ](?:[a-zµ]{1,5}[²³23]?(?:-?1)?|100\s?ml))*"
)
_UNIT_SIGN = re.compile(
    r"[(\[]?\s*(?:%|‰|[$€£¥]\s?(?:m|mn|bn|k|000|million|thousand|billion)?|(?:US|A|NZ|C)\$.{0,12}|"
    rf"{_SI}|[µu]g(?:/[a-z]+[³3]?)?|°\s?[CFK]|deg(?:rees)?(?: [CFNSEW])?|ppm|ppb|cfu/100\s?ml|km/h|mph|kt|kn|hPa|mb|pH"
    r"|NTU|[a-z]{1,4}/[a-z0-9]{1,5}[²³23]?|1\s?000|1,000s?|[0-9]+\s?=\s?100|[0-9]{4}\s?=\s?100)\s*[)\]]?",
)


@lru_cache(maxsize=1)
def _patterns() -> dict[str, re.Pattern[str]]:
    """A pattern for the first words of a line, by sort; read once."""
    raw = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
    made = {}
    for sort, body in raw.items():
        longest = sorted(set(body["words"]), key=len, reverse=True)
        made[sort] = re.compile("(?:" + "|".join(map(re.escape, longest)) + r")(?!\w)", re.IGNORECASE)
    return made


def says(sort: Sort, text: str) -> str:
    """The words of this sort with which a text begins, or ""."""
    hit = _patterns()[sort].match(text.strip(" \t\u00a0–—-:•*\"'"))
    return hit[0] if hit else ""


@lru_cache(maxsize=8_192)
def is_note(text: str) -> bool:
    """Whether a text reads as a note: a sign, or the word for it with a colon or nothing behind."""
    plain = text.strip()
    if _NOTE_SIGN.match(plain):
        return True
    sorts: tuple[Sort, ...] = ("source", "note")
    for sort in sorts:
        if said := says(sort, plain):
            rest = plain.strip(" \t\u00a0–—-:•*\"'")[len(said) :].lstrip(" \u00a0")
            if not rest or rest[0] in ":：-–.(" or len(said.split()) > 1 or len(rest.split()) > 2:
                return True
            if re.match(r"\d{1,4}[/.-]\d", rest):  # `Printed 03/04/2023 14:22`
                return True
    return False


def is_note_line(grid: Grid, i: int) -> bool:
    """Whether a record reads as a note. Of several cells the first must; the bare word may be a column's label."""
    filled = grid.filled(i)
    if len(filled) < 2:
        return is_note(grid.text(i))
    first = grid.cell(i, filled[0]).strip()
    bare = says("source", first) or says("note", first)
    return is_note(first) and len(bare) < len(first)


def is_continued(text: str) -> bool:
    """Whether a title says that it goes on with the table above: `Table 5 (continued)`."""
    return any(says("continued", word) for word in re.split(r"[\s(\[,;–-]+", text) if word)


def is_source(text: str) -> bool:
    return bool(says("source", text))


@lru_cache(maxsize=8_192)
def is_total(text: str) -> bool:
    """Whether a row's label is that of a total: `Total`, `Total (all ages)`, `England total`, `Wales-Total`."""
    plain = _without_signs_behind(text)
    if says("total", plain):
        return len(plain.split()) <= 8
    words = _APART.split(plain)
    return 1 < len(words) <= 8 and bool(says("total", words[-1])) and words[-1].casefold().startswith("total")


def _without_signs_behind(text: str) -> str:
    """Without blanks, digits, footnotes' signs and brackets at its end; a pattern would begin at each of them anew."""
    end = len(text)
    while end and ((sign := text[end - 1]).isspace() or sign.isdecimal() or sign in "*†‡()[].:,"):
        end -= 1
    return text[:end].lstrip()


def is_bare_total(text: str) -> bool:
    """Whether a label is a total's word and nothing else."""
    plain = _without_signs_behind(text)
    said = says("total", plain)
    return bool(said) and len(said) == len(plain.strip(" \t\u00a0–—-:•*\"'"))


def is_unit(text: str) -> bool:
    """Whether a cell under a header is a unit."""
    plain = text.strip()
    if not plain or len(plain) > 40:
        return False
    bare = plain.strip("()[] ")
    said = says("unit", bare)
    return bool(_UNIT_SIGN.fullmatch(plain)) or (bool(said) and len(bare.split()) <= 4)


def total_labels(grid: Grid, rows: Sequence[int], columns: Columns) -> list[int]:
    """The rows with a total's word in one of their first columns of words."""
    words = [c for c, k in enumerate(columns.kinds) if k == "t"][:3]
    leading = [c for c in words if c <= columns.left + 2] or words[:1]
    found = set()
    for c in {columns.left, *leading}:
        for i in rows:
            text = grid.cell(i, c)
            if text and is_total(text) and (is_bare_total(text) or not any(grid.cell(i, b).strip() for b in range(c))):
                found.add(i)
        if 2 * sum(is_total(grid.cell(i, c)) for i in found) > len(rows):
            found = {i for i in found if not is_total(grid.cell(i, c))}  # most rows say so: it tells what is counted
    for i in rows:
        if i not in found and _sparse(grid, i):
            filled = grid.filled(i)
            if filled and 2 * len(filled) <= columns.usual + 1 and is_total(grid.cell(i, filled[0])):
                found.add(i)
    return [i for i in rows if i in found]


def _sparse(grid: Grid, i: int) -> bool:
    cells = grid.cells(i)
    return 2 * cells.count("") >= len(cells)
