"""What files of a series are called besides their year: `jobs_2023`, `Jobs 2024 DM`; `rents 2023`, `Rent book 2024`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from core.ingest.families.forms import Form
from core.ingest.name_parts import TYPED, pieces
from core.text.abbreviations import CUT, everyday, shortens
from core.text.words import singular

STAGES = frozenset(
    "all total totals overall summary combined merged merge union full complete clean cleaned raw final draft old new "
    "backup bak copy original orig test train valid validation dev sample example template tmp temp master metadata "
    "archive archived history current latest previous input output in out source src target dictionary codebook readme "
    "df index list lookup ref reference".split()
)
"""Words for what was done to a table, or for what it is: they name no part of a whole."""
EDITIONS = frozenset("new final latest current clean cleaned copy".split())
"""Those that say which writing of a file it is, where no other one has its number."""
PLAIN = frozenset("data file files csv table tables sheet dataset export download report".split())
_BOOKS = frozenset(
    "book log list register record sheet file diary ledger form export data programme program schedule calendar plan "
    "in out of for".split()
)
"""What a list may be called besides: `rents 2023`, `Rent book 2024`."""
_PAST = frozenset(("archive", "archived"))
"""Of older years: `jobs_2022-23_archive` beside `jobs_2024`."""
_INITIALS = 3
"""Letters at most of whose edition it is: `jobs 2024 DF`."""


def sheet_mark(form: Form, year: str, core: Sequence[str]) -> tuple[str, ...]:
    """What tells a workbook's sheet from others; nothing of one that is called by the file's year or words again, by a
    month of it, or by nothing that says anything."""
    inside = pieces(form.own[1:])
    told = {singular(w) for w in core} | PLAIN
    again = {year, year[-2:], *(("1",) if PLAIN & {p.value for p in inside} else ())}  # `Sheet1`
    rest = (p for p in inside if p.value not in again and p.kind not in TYPED and singular(p.value) not in told)
    return tuple(p.mark for p in rest)


def same_list(one: Sequence[str], other: Sequence[str]) -> bool:
    """Two names say the same: `appts`, `appointments`; `rents`, `rent book`; `WO`, `work orders`."""
    few, many = sorted(([singular(w) for w in core] for core in (one, other)), key=len)
    if len(few) == 1 and len(many) > 1 and few[0] in (initials(one), initials(other)):
        return True
    rest = set(many[len(few) :])
    return rest <= _BOOKS and all(a == b or _short_for(a, b) for a, b in zip(few, many, strict=False))


def _short_for(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return long in everyday().get(short, ()) or (len(short) > 2 and shortens(short, long) >= CUT)


def initials(core: Sequence[str]) -> str:
    """`wo` of work orders."""
    return "".join(word[0] for word in core)


def called_by_year(form: Form) -> tuple[tuple[str, ...], str] | None:
    """The words before the year in the file's name, or behind it where it begins with that, and the year."""
    named = pieces(form.own[:1])
    years = [i for i, p in enumerate(named) if p.kind in ("year", "span")]
    said = {p.value for p in form.inside if not (p.text.isupper() and len(p.text) <= _INITIALS)}
    if len(years) != 1 or (STAGES - EDITIONS - _PAST - {"in", "out"}) & said:
        return None
    (at,) = years
    told = takewhile(lambda p: p.kind == "word", named if at else named[1:])
    core = tuple(p.value for p in told if p.value not in _PAST)
    core = core[:-1] if len(core) > 1 and core[-1] in ("in", "of", "for") else core
    return (core, named[at].value) if core else None


def archived(form: Form) -> bool:
    """It holds what is older than the others."""
    return any(p.value in _PAST for p in form.inside)


def disjoint(times: Sequence[str]) -> bool:
    """Years and spans of years (`2022-23`) that have no year in common."""
    covered = [year for time in times for year in _years(time)]
    return len(covered) == len(set(covered))


def _years(time: str) -> range:
    first, _, last = time.partition("-")
    if not first.isdigit():
        return range(0)
    return range(int(first), int(first[: len(first) - len(last)] + last) + 1 if last.isdigit() else int(first) + 1)


def fullest(cores: Sequence[Sequence[str]]) -> int:
    """Which of these names of one list says most of what it holds; -1 where they are not of one list."""
    if not all(core and same_list(core, cores[0]) for core in cores):
        return -1
    said = [sum(len(w) for w in core if singular(w) not in _BOOKS) for core in cores]
    return said.index(max(said))
