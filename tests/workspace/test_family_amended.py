"""A few files of a family come, change or go: the table is what a load of all files makes, and the other rows stay."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.model import Column, Table
from core.workspace import Workspace, open_workspace
from tests.workspace.shop import killed_at

Opened = Callable[[str], Workspace]
HEADER = "ward,code,beds,rate,seen,open,note"


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    """Opens a workspace of that name; whatever was opened is closed at the end."""
    open_ones: list[Workspace] = []

    def opening(name: str) -> Workspace:
        settings = Settings.read({"workspace": tmp_path / name, "cache": tmp_path}, {})
        open_ones.append(open_workspace(settings, embedder=NgramEmbedder()))
        return open_ones[-1]

    yield opening
    for ws in open_ones:
        ws.close()


def edition(folder: Path, year: int, rows: int = 150, seed: int = 0) -> Path:
    """More distinct codes in all editions than a sketch holds, more wards than are kept as common, some signs."""
    draw = random.Random(f"{year} {seed}")
    path = folder / f"wards_{year}.csv"
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        f"Ward {draw.choice('ABCDEFGHIJKLMNOPQRSTUVW')},K{draw.randint(0, 9000):05},"
        f"{draw.choice(('n/a', draw.randint(-5, 40)))},{draw.gauss(3, 2):.2f},"
        f"{year}-0{draw.randint(1, 9)}-1{draw.randint(0, 9)},{draw.choice(('yes', 'no'))},"
        f"{draw.choice(('', 'checked', 'Checked', 'late'))}"
        for _ in range(rows)
    ]
    path.write_text("\n".join([HEADER, *lines]) + "\n", encoding="utf-8")
    return path


def the_family(ws: Workspace) -> Table:
    (found,) = [t for t in ws.tables.all() if t.family]
    return found


def rows(ws: Workspace) -> list[tuple[object, ...]]:
    found = ws.stores.engine.read('SELECT * FROM "wards"').rows
    return sorted(found, key=repr)


def alike(column: Column, other: Column) -> bool:
    """The same, but that the mean length is rounded once more, and a sketch may lack its end."""
    length = min(len(c.profile.sketch) for c in (column, other))
    assert length == other.profile.distinct or length > 700
    profiles = [replace(c.profile, mean_length=0.0, sketch=c.profile.sketch[:length]) for c in (column, other)]
    assert profiles[0] == profiles[1]
    assert column.profile.mean_length == pytest.approx(other.profile.mean_length, abs=0.01)
    return replace(column, profile=other.profile) == other


def same(ws: Workspace, fresh: Workspace) -> None:
    """The two workspaces hold the same family, with the same values at hand."""
    table, other = the_family(ws), the_family(fresh)
    assert all(alike(*pair) for pair in zip(table.columns, other.columns, strict=True))
    assert table.family is not None
    assert other.family is not None
    assert [(m.source, m.values, m.rows) for m in table.family.members] == [
        (m.source, m.values, m.rows) for m in other.family.members
    ]
    assert (table.rows, table.label, table.size) == (other.rows, other.label, other.size)
    assert rows(ws) == rows(fresh)
    for column in table.columns:
        if column.type == "text":
            values = [w.stores.values.values(column.id, 5_000) for w in (ws, fresh)]
            assert values[0] == values[1]


@pytest.fixture
def ws(opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    made = opened("ws")
    made.tables.load([edition(tmp_path / "wards", year) for year in range(2010, 2020)])

    def never(*args: object, **options: object) -> None:
        raise AssertionError("all rows are loaded anew")

    monkeypatch.setattr("core.ingest.families.load.load_family", never)
    return made


def fresh(opened: Opened, monkeypatch: pytest.MonkeyPatch, *paths: Path) -> Workspace:
    monkeypatch.undo()
    made = opened("fresh")
    made.tables.load(paths)
    return made


def test_a_file_is_added(ws: Workspace, opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ws.tables.load([edition(tmp_path / "wards", 2020)])
    same(ws, fresh(opened, monkeypatch, tmp_path / "wards"))


@pytest.mark.slow
def test_a_file_is_replaced(ws: Workspace, opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ws.tables.load([edition(tmp_path / "wards", 2014, rows=190, seed=1)])
    same(ws, fresh(opened, monkeypatch, tmp_path / "wards"))


@pytest.mark.slow
def test_a_file_is_removed(ws: Workspace, opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "wards" / "wards_2010.csv"
    ws.tables.remove_member("wards", path.as_posix())
    path.unlink()
    same(ws, fresh(opened, monkeypatch, tmp_path / "wards"))


@pytest.mark.slow
def test_a_file_that_makes_a_column_text_has_all_rows_looked_at(opened: Opened, tmp_path: Path) -> None:
    ws = opened("ws")
    ws.tables.load([edition(tmp_path / "wards", year, rows=20) for year in range(2010, 2020)])
    odd = tmp_path / "wards" / "wards_2020.csv"
    odd.write_text(f"{HEADER}\nWard A,K00001,a few,1.5,2020-01-01,yes,late\n", encoding="utf-8")
    ws.tables.load([odd])
    table = the_family(ws)
    assert table.rows == 201
    (beds,) = (c for c in table.columns if c.label == "beds")
    figures = sum(line.split(",")[2] != "n/a" for f in odd.parent.glob("*_201?.csv") for line in f.open()) - 10
    assert (beds.type, 201 - beds.profile.nulls) == ("text", figures + 1)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("moment", "count"), [("stage", 1500), ("ready", 1650)])
def test_a_crash_leaves_the_rows_and_what_is_said_of_them_in_step(
    opened: Opened, tmp_path: Path, moment: str, count: int
) -> None:
    ws = opened("ws")
    ws.tables.load([edition(tmp_path / "wards", year) for year in range(2010, 2020)])
    with killed_at(moment):
        ws.tables.load([edition(tmp_path / "wards", 2020)])
    ws.close()
    again = opened("ws")
    table = the_family(again)
    seen = table.column("seen")
    assert seen is not None
    assert (table.rows, len(rows(again)), len(table.sources)) == (count, count, 10 + (count > 1500))
    assert seen.profile.maximum == max(str(r[4]) for r in rows(again))
    same(again, fresh_of(opened, tmp_path, len(table.sources)))


def fresh_of(opened: Opened, tmp_path: Path, files: int) -> Workspace:
    made = opened("fresh")
    made.tables.load([tmp_path / "wards" / f"wards_{year}.csv" for year in range(2010, 2010 + files)])
    return made
