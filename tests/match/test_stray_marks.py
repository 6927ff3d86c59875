"""Keys of which a few are written with marks around them: found as in a clean file, told, and compared without them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.match.stray_marks import MARKS, NUMBERS, mended, suspect
from core.model import Answer, Table
from core.workspace import Workspace, open_workspace
from tests.match.tables import table

SAID = "after leaving out marks around it and leaving out leading zeros and “.0” in both"


def _strayed(values: Sequence[object], every: int, seed: int = 3) -> list[str]:
    """The values as texts, each `every`th written otherwise."""
    draw = Random(seed)
    ways = ("#{}", "'{}", "00{}", "{}.", " {}", '"{}"', "{}.0", "{} *")
    return [draw.choice(ways).format(v) if n % every == 1 else str(v) for n, v in enumerate(values)]


def _values(tables: Sequence[Table], cells: dict[str, list[str]]) -> dict[str, list[str]]:
    return {
        f"{t.name}.{c.name}": sorted({v.strip().casefold() for v in cells[c.name]}) for t in tables for c in t.columns
    }


def _mend(values: Sequence[str]) -> tuple[Table, tuple[tuple[str, str], ...]]:
    made = table("things", {"thing": list(values), "size": [1.5] * len(values)})
    found = mended([made], {"things.thing": sorted({v.strip().casefold() for v in values})}, ())
    return found.tables[0], found.rewrites.get("things.thing", ())


def test_numbers_with_strays_are_numbers() -> None:
    numbers = [n * 7 + 11 for n in range(200)]
    made, rewrite = _mend(_strayed(numbers, 10))
    column = made.columns[0]
    assert rewrite == NUMBERS
    assert (column.type, column.profile.minimum, column.profile.maximum) == ("integer", 11, 1404)
    assert column.profile.unique


def test_codes_with_strays_are_codes() -> None:
    made, rewrite = _mend(_strayed([f"AB{n:02}x" for n in range(60)], 9))
    assert rewrite == MARKS
    assert made.columns[0].profile.unique


def test_a_long_column_whose_every_stray_is_another_is_mended() -> None:
    values = [f"{sign}{n}" for n in range(100, 140) for sign in ("#", "'", "*", ":", *[""] * 9)]
    made, rewrite = _mend(values)
    assert rewrite in (MARKS, NUMBERS)
    assert made.columns[0].profile.distinct == 40


@pytest.mark.parametrize(
    "values",
    [
        [f"{n:04}" for n in range(1, 1200, 7)],  # filled up to one width
        [f"#{n}" for n in range(80)],  # all written so
        [f"{n}*" if n % 2 else str(n) for n in range(80)],  # a mark that half of them have
        [*(str(n) for n in range(50)), *(f"#{n}" for n in range(50))],  # two keys that the mark tells apart
    ],
)
def test_what_is_written_so_on_purpose_stays(values: list[str]) -> None:
    made, rewrite = _mend(values)
    assert rewrite == ()
    assert made.columns[0].type == "text"


def test_plain_columns_are_not_read() -> None:
    made = table("things", {"code": [f"AB{n}" for n in range(40)], "no": [f"{n:03}" for n in range(40)]})
    assert not any(suspect(c) for c in made.columns)


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Workspace]:
    """Sixty clients and three hundred visits by a number that is written with strays on both sides; rooms that are told
    by house and number together, and stays in them."""
    draw = Random(5)
    files = tmp_path / "files"
    files.mkdir()
    numbers = [n * 3 + 101 for n in range(60)]
    clients = zip(_strayed(numbers, 10), ("Oslo Rome Bonn Cork".split() * 15), strict=True)
    (files / "clients.csv").write_text("client_no,town\n" + "".join(f"{_quoted(a)},{b}\n" for a, b in clients))
    visits = _strayed([numbers[n % 55] for n in range(300)], 9, 4)
    (files / "visits.csv").write_text(
        "visit,client_no\n" + "".join(f"V{n},{_quoted(v)}\n" for n, v in enumerate(visits))
    )
    rooms = [(house, room) for house in "ABCDEFGH" for room in range(1, 13)]
    houses, doors = _strayed([h for h, _ in rooms], 11, 6), _strayed([r for _, r in rooms], 10, 7)
    told = zip(houses, doors, strict=True)
    (files / "rooms.csv").write_text(
        "house,room,beds\n" + "".join(f"{_quoted(h)},{_quoted(r)},{n % 3 + 1}\n" for n, (h, r) in enumerate(told))
    )
    taken = [draw.choice(rooms) for _ in range(400)]
    here, there = _strayed([h for h, _ in taken], 10, 8), _strayed([r for _, r in taken], 11, 9)
    (files / "stays.csv").write_text(
        "stay,house,room\n"
        + "".join(f"S{n},{_quoted(h)},{_quoted(r)}\n" for n, (h, r) in enumerate(zip(here, there, strict=True)))
    )
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        ws.tables.load([files])
        yield ws


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


@pytest.mark.slow
def test_questions_over_spoilt_keys_are_answered(shop: Workspace) -> None:
    used = {j.id: j for j in shop.joins.all() if j.state != "rejected"}
    visited = used["visits.client_no=clients.client_no"]
    assert visited.state == "confirmed"
    assert visited.why.endswith(SAID)
    stayed = used["stays.house+stays.room=rooms.house+rooms.room"]
    assert stayed.evidence.containment == 1.0
    assert any(stayed.rewrite)
    *_, answer = shop.questions.ask("How many visits per town?")
    assert isinstance(answer, Answer)
    expected = {town: sum(n % 55 % 4 == k for n in range(300)) for k, town in enumerate("Oslo Rome Bonn Cork".split())}
    assert dict(answer.rows) == expected
    *_, answer = shop.questions.ask("How many stays per beds?")
    assert isinstance(answer, Answer)
    assert sum(int(str(row[1])) for row in answer.rows) == 400
