"""Made piles of files in which keys look alike, with the joins that were made: what joins are found is known.

A pile is many departments of some eight tables. Nearly every table numbers its rows from 1; and nearly every one has
some of `status`, `type`, `year`, `rank`, `count`, amounts, shares, dates and the like, whose values meet everywhere and
which join nothing. What joins does so within its department: by the thing's name and `id`, by the name alone, by a
role, by a code under another name, by a look-up of codes.
"""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

Cell = str | int | float | None
Made = Callable[[random.Random, int], list[Cell]]

_KINDS = (
    "annual archive bank beach bridge building canal care cargo census church city clinic coast council county court "
    "cycle dairy district energy estate export factory family farm ferry field fire fleet forest garden grain grant "
    "harbour health heritage hotel housing island labour land library licence market mine museum night parish park "
    "pension permit police port power prison rail rent repair road rural safety school sea sports stock street tax "
    "theatre tower town trade training travel village water wind winter youth"
).split()
_THINGS = (
    "account address agent area asset batch boat booking branch bus camera case channel claim class client contract "
    "course crew delivery depot desk device document driver engine event exam fault file fund gate guest guide hall "
    "house incident inspection invoice job journey lane lease lesson locker machine member meter model order owner "
    "parcel patient payment person pipe place plan plot pool post product project pump reading record region report "
    "room route sample sensor service session shift ship shop site stage stall station stop store stream student "
    "supplier survey task team tenant ticket tool tour track trip truck unit vehicle vendor visit ward well worker zone"
).split()
_PEOPLE = frozenset("agent client driver guest guide member owner patient person student tenant worker".split())
_ROLES = ("manager", "owner", "approver", "author", "contact", "supervisor", "reviewer")
_TWO_ENDS = (("start", "end"), ("home", "away"), ("from", "to"), ("first", "second"))
_ELSEWHERE = ("at", "base", "origin", "home", "seen_at", "held_at")
_WORDS = "amber birch cedar delta ember fjord grove heath inlet jetty knoll larch maple north oasis pearl quay".split()

_STATUS = ("open", "closed", "pending", "active", "cancelled", "new", "done", "on hold")
_TYPES = ("A", "B", "C", "standard", "special", "other", "small", "large")
_REGIONS = ("North", "South", "East", "West", "Central", "Coast", "Hills", "Isles")


def _picked(values: Sequence[Cell]) -> Made:
    def made(draw: random.Random, rows: int) -> list[Cell]:
        held = draw.sample(list(values), draw.randint(2, len(values)))
        return [draw.choice(held) for _ in range(rows)]

    return made


def _numbers(low: int, high: int) -> Made:
    def made(draw: random.Random, rows: int) -> list[Cell]:
        top = draw.randint(low + 1, high)
        return [draw.randint(low, top) for _ in range(rows)]

    return made


def _ranks(draw: random.Random, rows: int) -> list[Cell]:
    return list(draw.sample(range(1, rows + 1), rows))


def _years(draw: random.Random, rows: int) -> list[Cell]:
    first = draw.randint(1990, 2015)
    return [first + draw.randint(0, 9) for _ in range(rows)]


def _amounts(draw: random.Random, rows: int) -> list[Cell]:
    return [round(draw.lognormvariate(4, 1), 2) for _ in range(rows)]


def _shares(draw: random.Random, rows: int) -> list[Cell]:
    return [draw.randint(0, 100) for _ in range(rows)]


def _days(draw: random.Random, rows: int) -> list[Cell]:
    year = draw.randint(2015, 2023)
    return [f"{year}-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}" for _ in range(rows)]


def _names(draw: random.Random, rows: int) -> list[Cell]:
    return [f"{draw.choice(_WORDS)} {draw.choice(_WORDS)} {draw.randint(1, 99)}".title() for _ in range(rows)]


LOOK_ALIKE: dict[str, Made] = {
    "status": _picked(_STATUS),
    "type": _picked(_TYPES),
    "category": _picked(("one", "two", "three", "four", "five")),
    "region": _picked(_REGIONS),
    "active": _picked(("yes", "no")),
    "year": _years,
    "month": _numbers(1, 12),
    "week": _numbers(1, 52),
    "rank": _ranks,
    "position": _ranks,
    "count": _numbers(0, 60),
    "total": _numbers(0, 900),
    "quantity": _numbers(1, 30),
    "age": _numbers(18, 90),
    "level": _numbers(1, 5),
    "priority": _numbers(1, 3),
    "score": _shares,
    "percent": _shares,
    "duration": _numbers(1, 240),
    "capacity": _numbers(10, 400),
    "amount": _amounts,
    "cost": _amounts,
    "date": _days,
    "created": _days,
    "name": _names,
    "note": _names,
}
"""What joins nothing, by its header."""


@dataclass
class Sheet:
    """One file to be: its columns by header, in order, and what its key is called."""

    name: str
    thing: str
    rows: int
    columns: dict[str, list[Cell]] = field(default_factory=dict)
    key: str = ""
    named: bool = False
    """The key bears the thing's name."""


@dataclass
class Pile:
    """Files and the pairs of columns that join, as `table.column`."""

    sheets: list[Sheet]
    joins: list[tuple[str, str]]

    def write(self, folder: Path) -> None:
        """One CSV file for each sheet."""
        folder.mkdir(parents=True, exist_ok=True)
        for sheet in self.sheets:
            with (folder / f"{sheet.name}.csv").open("w", encoding="utf-8", newline="") as file:
                out = csv.writer(file)
                out.writerow(sheet.columns)
                out.writerows(zip(*sheet.columns.values(), strict=True))

    def truth(self) -> str:
        """What `joins_accuracy` reads; columns that refer to one key are implied, and count neither way."""
        root: dict[str, str] = {}

        def top(column: str) -> str:
            while (up := root.get(column, column)) != column:
                column = up
            return column

        for child, parent in self.joins:
            root[top(child)] = top(parent)
        groups: dict[str, list[str]] = {}
        for column in sorted({c for pair in self.joins for c in pair}):
            groups.setdefault(top(column), []).append(column)
        implied = [pair for group in groups.values() for pair in combinations(group, 2)]
        return json.dumps({"true": self.joins, "implied": implied})


def pile(tables: int, seed: int = 7) -> Pile:
    """A pile of so many tables; the same for the same seed."""
    draw = random.Random(seed)
    things = [f"{kind}_{thing}" for kind in _KINDS for thing in _THINGS]
    draw.shuffle(things)
    made = Pile([], [])
    while len(made.sheets) < tables:
        size = min(draw.randint(4, 11), tables - len(made.sheets))
        taken = [things.pop() for _ in range(size)]
        _department(made, taken, draw)
    return made


def _department(made: Pile, things: Sequence[str], draw: random.Random) -> None:
    """Some tables that hang together: each but the first ones refers to earlier ones."""
    sheets: list[Sheet] = []
    style = draw.choice(("snake", "snake", "title", "camel"))
    for n, thing in enumerate(things):
        name = draw.choice((thing, f"{thing}s", f"{thing}s"))
        sheet = Sheet(name, thing, int(10 ** draw.uniform(0.9, 3.1)))
        _key(sheet, draw, style)
        references = draw.sample(sheets, min(n, draw.choice((0, 1, 1, 2, 3)))) if n else []
        if n and not references and draw.random() < 0.7:
            references = [draw.choice(sheets)]
        for parent in references:
            _reference(made, sheet, parent, draw, style)
        if draw.random() < 0.08:
            _upward(made, sheet, draw, style)
        for header in draw.sample(list(LOOK_ALIKE), draw.randint(3, 9)):
            sheet.columns.setdefault(_styled(header, style), LOOK_ALIKE[header](draw, sheet.rows))
        sheets.append(sheet)
    made.sheets.extend(sheets)


def _key(sheet: Sheet, draw: random.Random, style: str) -> None:
    rows = sheet.rows
    kind = draw.choices(("ones", "from", "sparse", "code", "none"), (60, 10, 10, 15, 5))[0]
    if kind == "none":
        return
    if kind == "code":
        codes: dict[str, None] = {}
        while len(codes) < rows:
            codes["".join(draw.choice("ABCDEFGHJKLMNPRSTVW") for _ in range(3 if rows < 800 else 4))] = None
        sheet.key = _styled(draw.choice(("code", f"{sheet.thing}_code")), style)
        sheet.columns[sheet.key] = list(codes)
    else:
        start = 1 if kind == "ones" else draw.choice((100, 1000, 5000))
        numbers = range(start, start + rows) if kind != "sparse" else draw.sample(range(10**5, 10**6), rows)
        short = sheet.thing.split("_")[1]
        sheet.key = _styled(draw.choice(("id", f"{sheet.thing}_id", f"{sheet.thing}_id", f"{short}_no")), style)
        sheet.columns[sheet.key] = list(numbers)
    sheet.named = sheet.thing.split("_")[0] in sheet.key.casefold()


def _reference(made: Pile, child: Sheet, parent: Sheet, draw: random.Random, style: str) -> None:
    """A column of the child that holds keys of the parent, or two where a thing has two ends."""
    if not parent.key:
        return
    keys = parent.columns[parent.key]
    coded = isinstance(keys[0], str)
    short = parent.thing.split("_")[1]
    end = "code" if coded else "id"
    labels = [f"{parent.thing}_{end}"]
    which = draw.random()
    if which < 0.12:
        labels = [parent.thing]
    elif which < 0.22:
        labels = [f"{short}_{end}"]
    elif which < 0.30 and short in _PEOPLE:
        labels = [f"{draw.choice(_ROLES)}_id"]
    elif which < 0.36:
        labels = [f"{one}_{parent.thing}_{end}" for one in draw.choice(_TWO_ENDS)]
    elif which < 0.42 and coded:
        labels = [draw.choice(_ELSEWHERE)]
    used = keys if draw.random() < 0.5 else draw.sample(keys, max(1, int(len(keys) * draw.uniform(0.3, 1.0))))
    for label in labels:
        header = _styled(label, style)
        if header in child.columns:
            continue
        values: list[Cell] = [draw.choice(used) for _ in range(child.rows)]
        if draw.random() < 0.2:
            values = [None if draw.random() < 0.1 else v for v in values]
        if draw.random() < 0.1:  # keys that the parent has lost
            values = [(f"{v}X" if coded else int(str(v)) + 10**7) if v and draw.random() < 0.03 else v for v in values]
        child.columns[header] = values
        made.joins.append((f"{child.name}.{header}", f"{parent.name}.{parent.key}"))


def _upward(made: Pile, sheet: Sheet, draw: random.Random, style: str) -> None:
    """A column that points at other rows of its own table."""
    if not sheet.key or sheet.rows < 6:
        return
    keys = sheet.columns[sheet.key]
    header = _styled(draw.choice(("parent_id", "parent", f"parent_{sheet.thing}")), style)
    sheet.columns[header] = [None if draw.random() < 0.3 else draw.choice(keys) for _ in range(sheet.rows)]
    made.joins.append((f"{sheet.name}.{header}", f"{sheet.name}.{sheet.key}"))


def _styled(label: str, style: str) -> str:
    words = label.split("_")
    if style == "snake":
        return label
    if style == "title":
        return " ".join("ID" if w == "id" else w.title() for w in words)
    return words[0] + "".join("ID" if w == "id" else w.title() for w in words[1:])
