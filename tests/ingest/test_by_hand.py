"""A person's borders of the tables in a file: kept, and held when the file is loaded again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.config import Settings
from core.errors import BadLayout
from core.index.embed import NgramEmbedder
from core.ingest.layout.by_hand import LayoutOverride, Painted, dump, parse
from core.workspace import Workspace, open_workspace

FILE = "Pool visits\n\npool;kind;visits\nAbbey;indoor;10\nHill;outdoor;20\nLake;outdoor;5\nclosed for repairs;x;0\n"


def rows(ws: Workspace, table: str) -> list[tuple[object, ...]]:
    return list(ws.tables.preview(table).rows)


@pytest.fixture
def ws(tmp_path: Path) -> Iterator[Workspace]:
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as opened:
        yield opened


@pytest.fixture
def path(ws: Workspace, tmp_path: Path) -> Path:
    path = tmp_path / "pools.csv"
    path.write_text(FILE, encoding="utf-8")
    ws.tables.load([path])
    return path


def test_a_file_is_shown_as_found(ws: Workspace, path: Path) -> None:
    found = ws.tables.file_as_found("pools")
    assert found is not None
    assert [(line.first, line.role) for line in found.lines] == [
        (1, "title"), (2, "blank"), (3, "header"), (4, "data"), (5, "data"), (6, "data"), (7, "data"),
    ]  # fmt: skip
    assert (found.lines[4].cells, found.complete, found.titles) == (("Hill", "outdoor", "20"), True, ())


@pytest.mark.slow
def test_a_line_painted_as_a_note_is_no_row_and_stays_so(ws: Workspace, path: Path) -> None:
    (table,) = ws.tables.set_layout("pools", LayoutOverride((Painted(7, 7, "note", "closed for repairs"),)))
    assert [r[0] for r in rows(ws, "pools")] == ["Abbey", "Hill", "Lake"]
    assert table.layout is not None
    assert (table.layout.by_hand, [(n.line, n.role) for n in table.layout.notes]) == (True, [(1, "title"), (7, "note")])
    path.write_text(FILE.replace("Lake;", "Moat;indoor;1\nLake;"), encoding="utf-8")
    ws.tables.load([path])
    assert [r[0] for r in rows(ws, "pools")] == ["Abbey", "Hill", "Moat", "Lake"]
    ws.tables.set_type("pools", "visits", "text")
    assert [r[2] for r in rows(ws, "pools")] == ["10", "20", "1", "5"]
    ws.tables.set_layout("pools", None)
    assert len(rows(ws, "pools")) == 5


@pytest.mark.slow
def test_the_header_can_be_moved_and_totals_named(ws: Workspace, path: Path) -> None:
    painted = (Painted(4, 4, "header"), Painted(6, 6, "total"))
    (table,) = ws.tables.set_layout("pools", LayoutOverride(painted))
    assert [c.label for c in table.columns] == ["Abbey", "indoor", "10"]
    assert [r[0] for r in rows(ws, "pools")] == ["Hill", "closed for repairs"]
    assert table.layout is not None
    assert [(t.line, t.cells) for t in table.layout.totals] == [(6, ("Lake", "outdoor", "5"))]


@pytest.mark.slow
def test_one_table_can_be_made_two_and_two_one(ws: Workspace, path: Path) -> None:
    path.write_text("a;b\n1;2\n3;4\nc;d\n5;6\n7;8\n", encoding="utf-8")
    ws.tables.load([path])
    assert len(rows(ws, "pools")) == 5
    made = ws.tables.set_layout("pools", LayoutOverride(starts=(Painted(1, 1, "header"), Painted(4, 4, "header"))))
    assert [([c.label for c in t.columns], t.rows) for t in made] == [(["a", "b"], 2), (["c", "d"], 2)]
    assert {t.name for t in ws.tables.all()} == {t.name for t in made}
    (one,) = ws.tables.set_layout(made[0].name, LayoutOverride(one_table=True))
    assert (one.rows, [t.name for t in ws.tables.all()]) == (5, [one.name])


def test_borders_that_leave_nothing_are_refused(ws: Workspace, path: Path) -> None:
    before = ws.tables.get("pools")
    with pytest.raises(BadLayout):
        ws.tables.set_layout("pools", LayoutOverride((Painted(7, 7, "header"),)))
    assert ws.tables.get("pools") == before
    assert ws.tables.layout_override("pools") is None


def test_what_is_kept_can_be_read_again() -> None:
    override = LayoutOverride((Painted(3, 5, "note", "Source", to_end=True),), (Painted(9, 9, "title"),), True)
    assert parse(dump(override)) == override


@pytest.mark.slow
def test_borders_hold_for_the_file_that_takes_its_place(ws: Workspace, path: Path, tmp_path: Path) -> None:
    ws.tables.set_layout("pools", LayoutOverride((Painted(7, 7, "note", "closed for repairs"),)))
    later = tmp_path / "pools again.csv"
    later.write_text(FILE.replace("Lake;", "Moat;indoor;1\nLake;"), encoding="utf-8")
    ws.tables.replace("pools", later)
    assert [r[0] for r in rows(ws, "pools")] == ["Abbey", "Hill", "Moat", "Lake"]
    ws.tables.load([later])
    assert [r[0] for r in rows(ws, "pools")] == ["Abbey", "Hill", "Moat", "Lake"]


@pytest.mark.slow
def test_borders_of_one_file_hold_for_its_family_and_for_files_that_come_later(ws: Workspace, tmp_path: Path) -> None:
    def write(year: int) -> Path:
        path = tmp_path / f"pools {year}.csv"
        path.write_text(FILE.replace("10", str(year % 100)).replace("5\nclosed", "5\nMoat;in;1\nclosed"), "utf-8")
        return path

    ws.tables.load([write(2020), write(2021)])
    (family,) = ws.tables.all()
    assert (family.rows, [m.rows for m in family.family.members if family.family]) == (10, [5, 5])  # type: ignore[union-attr]
    source = family.sources[1]
    said = LayoutOverride((Painted(8, 8, "note", "closed for repairs x 0", to_end=True),))
    seen = ws.tables.file_as_found(family.name, source=source, override=said)
    assert seen is not None
    assert [line.role for line in seen.lines[-2:]] == ["data", "note"]
    (made,) = ws.tables.set_layout(family.name, said, source=source)
    assert (made.name, made.rows) == (family.name, 8)
    ws.tables.load([write(2022)])
    (family,) = ws.tables.all()
    assert [m.rows for m in family.family.members] == [4, 4, 4]  # type: ignore[union-attr]
    ws.tables.set_type(family.name, "visits", "text")
    assert ws.tables.all()[0].rows == 12
    ws.tables.set_layout(family.name, None, source=source)
    assert ws.tables.all()[0].rows == 15
