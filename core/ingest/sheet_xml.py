"""What only a sheet's own XML tells: a workbook that is read as it goes along keeps these things to itself."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass

from core.errors import TooBig

_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]+)([0-9]+):([A-Z]+)([0-9]+)"')
_LACKING = re.compile(
    rb'<(?:\w+:)?c(?=[\s>])(?![^>]*t="str")[^>]*>\s*(?:<(?:\w+:)?f(?:\s[^>]*)?(?:/>|>[^<]*</(?:\w+:)?f>))\s*'
    rb"(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
"""A cell with a formula and no value; an empty text is a value."""
_OVERLAP = 200
MOST_MERGED = 200_000
"""Blocks of merged cells in a sheet."""


@dataclass(frozen=True, slots=True, order=True)
class Merged:
    """A block of merged cells, counted from 0, both ends included."""

    top: int
    left: int
    bottom: int
    right: int


def merged_cells(archive: zipfile.ZipFile, member: str) -> list[Merged]:
    """The merged blocks of a sheet, in order. Raises TooBig."""
    found: list[Merged] = []
    for hit in _hits(archive, member, _MERGED):
        if len(found) == MOST_MERGED:
            raise TooBig(archive.filename or member, f"a sheet has more than {MOST_MERGED:,} blocks of merged cells")
        left, top, right, bottom = hit.groups()
        found.append(Merged(int(top) - 1, _column(left), int(bottom) - 1, _column(right)))
    return sorted(found)


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number - 1


def uncalculated(archive: zipfile.ZipFile, member: str) -> int:
    """How many formulas have no result: programs that are no spreadsheets write them so."""
    return sum(1 for _ in _hits(archive, member, _LACKING))


def _hits(archive: zipfile.ZipFile, member: str, pattern: re.Pattern[bytes]) -> Iterator[re.Match[bytes]]:
    """Where the pattern, which matches no more than a few bytes, stands in a member."""
    rest = b""
    with archive.open(member) as file:
        while chunk := file.read(1 << 20):
            rest += chunk
            end = 0
            for hit in pattern.finditer(rest):
                yield hit
                end = hit.end()
            rest = rest[max(end, len(rest) - _OVERLAP) :]
