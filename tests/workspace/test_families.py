"""Families in a workspace: loaded, added to, replaced, parted, united; and what stays of what a person said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.config import Settings
from core.errors import BadFamily, FileMissing
from core.index.embed import NgramEmbedder
from core.model import Answer, Table
from core.workspace import Workspace, open_workspace
from tests.workspace.shop import killed_at

Opened = Callable[..., Workspace]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    """Opens the workspace; whatever was opened is closed at the end."""
    open_ones: list[Workspace] = []

    def opening(folder: Path | None = None) -> Workspace:
        settings = Settings.read({"workspace": folder or tmp_path / "ws", "cache": tmp_path}, {})
        open_ones.append(open_workspace(settings, embedder=NgramEmbedder()))
        return open_ones[-1]

    yield opening
    for ws in open_ones:
        ws.close()


def edition(folder: Path, year: int, rows: int = 3, header: str = "ward,beds,note") -> Path:
    path = folder / f"{year}.csv"
    folder.mkdir(parents=True, exist_ok=True)
    lines = [header, *(f"W{i},{year - 2000 + i},{'Yes' if i else 'NO'}" for i in range(rows))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def contents(ws: Workspace, table: str) -> list[tuple[object, ...]]:
    return list(ws.questions.sql(f'SELECT * FROM "{table}"').rows)


def the_family(ws: Workspace) -> Table:
    (found,) = [t for t in ws.tables.all() if t.family]
    return found


def members(table: Table) -> list[tuple[str, tuple[str, ...], int]]:
    assert table.family is not None
    return [(m.label, m.values, m.rows) for m in table.family.members]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "wards"
    for year in (2019, 2020, 2021):
        edition(folder, year)
    (folder / "doctors.csv").write_text("doctor,ward\nAnn,W1\nBob,W2\n", encoding="utf-8")
    return folder


@pytest.fixture
def ws(opened: Opened, files: Path) -> Workspace:
    made = opened()
    made.tables.load([files])
    return made


def test_files_of_one_form_become_one_table(ws: Workspace, files: Path) -> None:
    assert [(t.name, t.label, t.rows) for t in ws.tables.all()] == [("doctors", "doctors", 2), ("wards", "wards", 9)]
    table = the_family(ws)
    assert [(c.name, c.type) for c in table.columns] == [
        ("ward", "text"),
        ("beds", "integer"),
        ("note", "boolean"),
        ("year", "integer"),
    ]
    assert members(table) == [("2019", ("2019",), 3), ("2020", ("2020",), 3), ("2021", ("2021",), 3)]
    assert contents(ws, "wards")[3] == ("W0", 20, "NO", 2020, (files / "2020.csv").as_posix())
    beds = table.column("beds")
    assert beds is not None
    assert (beds.profile.rows, beds.profile.minimum, beds.profile.maximum) == (9, 19, 23)


@pytest.mark.slow
def test_one_file_alone_becomes_a_family_when_the_next_edition_comes(opened: Opened, tmp_path: Path) -> None:
    ws = opened()
    ws.tables.load([edition(tmp_path / "wards", 2019)])
    assert [(t.name, t.family) for t in ws.tables.all()] == [("2019", None)]
    ws.tables.describe("2019", "Beds of wards.")
    ws.tables.load([edition(tmp_path / "wards", 2020)])
    table = the_family(ws)
    assert (table.name, table.rows, table.description) == ("wards", 6, "Beds of wards.")
    assert [t.name for t in ws.tables.all()] == ["wards"]
    assert {row[3] for row in contents(ws, "wards")} == {2019, 2020}


@pytest.mark.slow
def test_verdicts_go_on_to_the_family(opened: Opened, tmp_path: Path) -> None:
    ws = opened()
    folder = tmp_path / "wards"
    edition(folder, 2019)
    (folder / "doctors.csv").write_text("doctor,ward\nAnn,W1\nBob,W2\n", encoding="utf-8")
    ws.tables.load([folder])
    made = ws.joins.add("doctors", "ward", "2019", "ward")
    assert made.state == "confirmed"
    ws.tables.load([edition(folder, 2020)])
    (join,) = [j for j in ws.joins.all() if j.reviewed]
    assert (join.id, join.state) == ("doctors.ward=wards.ward", "confirmed")


@pytest.mark.slow
def test_a_member_is_loaded_again(ws: Workspace, files: Path) -> None:
    report = ws.tables.load([edition(files, 2020, rows=5)])
    assert [t.name for t in report.tables] == ["wards"]
    assert members(the_family(ws)) == [("2019", ("2019",), 3), ("2020", ("2020",), 5), ("2021", ("2021",), 3)]
    assert the_family(ws).rows == len(contents(ws, "wards")) == 11


@pytest.mark.slow
def test_a_column_more_and_a_column_renamed(ws: Workspace, files: Path) -> None:
    path = files / "2022.csv"
    path.write_text("beds in use,ward,note,cost\n" + "".join(f"{19 + i},W{i},no,{i}.5\n" for i in range(3)), "utf-8")
    ws.tables.load([path])
    table = the_family(ws)
    assert [c.name for c in table.columns] == ["ward", "beds", "note", "cost", "year"]
    assert contents(ws, "wards")[-1][:5] == ("W2", 21, "NO", 2.5, 2022)
    said = {(p.code, p.column) for p in table.problems}
    assert said == {("column_renamed", "beds"), ("column_missing", "cost"), ("spellings", "note")}
    ws.tables.part_column("wards", "beds in use")
    table = the_family(ws)
    assert [c.name for c in table.columns] == ["ward", "beds", "beds in use", "note", "cost", "year"]
    assert contents(ws, "wards")[-1][:6] == ("W2", None, 21, "NO", 2.5, 2022)
    ws.tables.unite_columns("wards", ["beds", "beds in use"])
    assert [c.name for c in the_family(ws).columns] == ["ward", "beds", "note", "cost", "year"]
    assert contents(ws, "wards")[-1][:5] == ("W2", 21, "NO", 2.5, 2022)
    with pytest.raises(BadFamily):
        ws.tables.unite_columns("wards", ["ward", "beds"])


@pytest.mark.slow
def test_a_member_is_removed_and_replaced(ws: Workspace, files: Path, tmp_path: Path) -> None:
    source = (files / "2020.csv").as_posix()
    ws.tables.remove_member("wards", source)
    assert members(the_family(ws)) == [("2019", ("2019",), 3), ("2021", ("2021",), 3)]
    assert len(contents(ws, "wards")) == 6
    mended = edition(tmp_path / "mended", 2019, rows=1)
    ws.tables.replace_member("wards", (files / "2019.csv").as_posix(), mended)
    assert members(the_family(ws)) == [("2019", ("2019",), 1), ("2021", ("2021",), 3)]
    before = contents(ws, "wards")
    (tmp_path / "bad.csv").write_bytes(b"\x89PNG\r\n")
    with pytest.raises(Exception, match="picture"):
        ws.tables.replace_member("wards", mended.as_posix(), tmp_path / "bad.csv")
    assert contents(ws, "wards") == before


def test_a_file_that_fits_no_more_leaves(ws: Workspace, files: Path) -> None:
    (files / "2021.csv").write_text("ship,port,tonnes,flag\nA,B,3,C\n", encoding="utf-8")
    ws.tables.load([files / "2021.csv"])
    assert [(t.name, t.rows) for t in ws.tables.all()] == [("2021", 1), ("doctors", 2), ("wards", 6)]


@pytest.mark.slow
def test_parted_and_remembered(ws: Workspace, files: Path) -> None:
    ws.tables.part("wards")
    assert [(t.name, t.rows) for t in ws.tables.all()] == [("2019", 3), ("2020", 3), ("2021", 3), ("doctors", 2)]
    ws.tables.load([edition(files, 2022)])
    assert [t.name for t in ws.tables.all()] == ["2019", "2020", "2021", "2022", "doctors"]
    made = ws.tables.unite(["2019", "2021"], "edition")
    assert [c.label for c in made.columns] == ["ward", "beds", "note", "edition"]
    assert members(made) == [("2019", ("2019",), 3), ("2021", ("2021",), 3)]
    assert [t.name for t in ws.tables.all()] == ["2020", "2022", "doctors", "wards"]


def test_parting_needs_the_files(ws: Workspace, files: Path) -> None:
    (files / "2020.csv").unlink()
    with pytest.raises(FileMissing):
        ws.tables.part("wards")
    assert the_family(ws).rows == 9


@pytest.mark.slow
def test_tables_of_other_forms_can_be_united(opened: Opened, tmp_path: Path) -> None:
    ws = opened()
    (tmp_path / "north.csv").write_text("ward,beds\nA,1\n", encoding="utf-8")
    (tmp_path / "south.csv").write_text("ward,nurses\nB,2\n", encoding="utf-8")
    ws.tables.load([tmp_path / "north.csv", tmp_path / "south.csv"])
    made = ws.tables.unite(["north", "south"], "region")
    assert [row[:4] for row in contents(ws, made.name)] == [("A", 1, None, "north"), ("B", None, 2, "south")]
    ws.tables.load([tmp_path / "south.csv"])
    assert [row[:4] for row in contents(ws, made.name)] == [("A", 1, None, "north"), ("B", None, 2, "south")]


def test_a_type_is_chosen_for_all_files(ws: Workspace) -> None:
    ws.tables.set_type("wards", "beds", "text")
    assert [type(row[1]) for row in contents(ws, "wards")] == [str] * 9
    beds = the_family(ws).column("beds")
    assert beds is not None
    assert (beds.type, beds.type_override) == ("text", "text")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("moment", ["stage", "ready"])
def test_a_crash_leaves_the_family_or_the_files_before(opened: Opened, tmp_path: Path, moment: str) -> None:
    ws = opened(folder=tmp_path / "ws")
    ws.tables.load([edition(tmp_path / "wards", 2019)])

    with killed_at(moment):
        ws.tables.load([edition(tmp_path / "wards", 2020)])
    ws.close()
    again = opened(folder=tmp_path / "ws")
    names = {"stage": [("2019", 3)], "ready": [("wards", 6)]}[moment]
    assert [(t.name, t.rows) for t in again.tables.all()] == names
    assert list(again.stores.engine.tables()) == [n for n, _ in names]


@pytest.mark.slow
def test_a_copy_of_a_file_stays_out(ws: Workspace, files: Path) -> None:
    (files / "2019 (1).csv").write_bytes((files / "2019.csv").read_bytes())
    ws.tables.load([files])
    assert the_family(ws).rows == 9


@pytest.mark.slow
def test_a_row_that_sums_up_every_file_is_left_out(opened: Opened, tmp_path: Path) -> None:
    for year in (2018, 2019, 2020):
        beds = [10 + year % 7 + i for i in range(8)]
        lines = [f"Whole country,{sum(beds) + 1},{year}.5", *(f"W{i},{n},{i}.5" for i, n in enumerate(beds))]
        (tmp_path / f"beds_{year}.csv").write_text("ward,beds,rate\n" + "\n".join(lines) + "\n", encoding="utf-8")
    ws = opened()
    ws.tables.load([tmp_path / "beds_2018.csv", tmp_path / "beds_2019.csv", tmp_path / "beds_2020.csv"])
    table = the_family(ws)
    assert table.rows == 24
    assert table.family is not None
    assert table.family.totals == (("ward", "Whole country"),)
    assert ("total_rows", "“Whole country” is the sum of the other rows in 3 files; it was left out.") in [
        (p.code, p.message) for p in table.problems
    ]
    assert [[(t.line, t.label, t.cells) for t in m.totals] for m in table.family.members] == [
        [(0, "Whole country", ("Whole country", str(8 * (10 + year % 7) + 29), f"{year}.5"))]
        for year in (2018, 2019, 2020)
    ]
    (tmp_path / "beds_2021.csv").write_text(
        (tmp_path / "beds_2020.csv").read_text(encoding="utf-8") + "W9,1,0.5\n", encoding="utf-8"
    )
    ws.tables.load([tmp_path / "beds_2021.csv"])
    assert the_family(ws).rows == 33


def pools(folder: Path, year: int, hidden: bool = False) -> Path:
    """A published table: two groups with subtotals and a total; or with a cell hidden, so that nothing adds up."""
    visits = [year - 2000 + i for i in range(6)]
    cells = ["*" if hidden and i in (1, 4) else str(n) for i, n in enumerate(visits)]
    rows = [f"Pool {name},{n},{m}" for name, n, m in zip("ABCDEF", cells, reversed(cells), strict=True)]
    sums = [sum(visits[:3]) + 7 * hidden, sum(visits[3:]) + 7 * hidden]
    north, south = (f"Subtotal,{n},{m}" for n, m in (sums, reversed(sums)))
    total = f"Total,{sum(sums)},{sum(sums)}"
    lines = [f"Visits to pools {year}", "", "Pool,Adults,Children", "North,,", *rows[:3], north]
    lines += ["South,,", *rows[3:], south, total, "", "Source: the town"]
    path = folder / f"pools_{year}.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_subtotals_and_totals_of_the_files_stay_apart(opened: Opened, tmp_path: Path) -> None:
    ws = opened()
    ws.tables.load([pools(tmp_path, 2018), pools(tmp_path, 2019), pools(tmp_path, 2020, hidden=True)])
    table = the_family(ws)
    assert [(m.values, m.rows) for m in (table.family.members if table.family else ())] == [
        (("2018",), 6),
        (("2019",), 6),
        (("2020",), 6),
    ]
    sums = list(ws.questions.sql(f'SELECT year, sum("Adults") FROM "{table.name}" GROUP BY year').rows)
    assert sums == [(2018, 123), (2019, 129), (2020, 90)]
    (answer,) = [a for a in ws.questions.ask("total Adults for each year") if isinstance(a, Answer)]
    assert [w.message for w in answer.warnings if w.code == "published_total"] == [
        "2020: The file's own total of `Adults` is 149 (“Total”, line 14 of pools_2020); its rows add up to 90."
    ]


def shelters(folder: Path, year: int, beds: str, *operators: str) -> Path:
    path = folder / f"shelters_{year}.csv"
    rows = (f"T{i},{year - 2000 + i},{operator},{'abcd'[i]}" for i, operator in enumerate(operators))
    path.write_text("\n".join([f"town,{beds},operator,code", *rows]) + "\n", encoding="utf-8")
    return path


def test_spellings_that_differ_by_capitals_are_one(opened: Opened, tmp_path: Path) -> None:
    ws = opened()
    ws.tables.load(
        [
            shelters(tmp_path, 2018, "beds", "City", "Red Cross", "City", "M"),
            shelters(tmp_path, 2019, "beds", "CITY", "RED CROSS", "City", "m"),
            shelters(tmp_path, 2020, "capacity", "City", "red cross", "City", "m"),
        ]
    )
    table = the_family(ws)
    spelt = f'SELECT operator, count(*) FROM "{table.name}" GROUP BY operator ORDER BY 1'
    assert ws.questions.sql(spelt).rows == (("City", 6), ("M", 1), ("Red Cross", 3), ("m", 2))
    told = {p.code: p.message for p in table.problems if p.column in ("operator", "capacity")}
    assert told == {
        "spellings": "“operator”: values that differ by capitals alone were made one: “CITY” as “City”, "
        "“RED CROSS” as “Red Cross”, “red cross” as “Red Cross”.",
        "column_missing": "“capacity” is in 1 of 3 files; the others have “beds”, which may be the same.",
    }
    ws.tables.load([shelters(tmp_path, 2021, "beds", "city", "Red cross", "CITY", "M")])
    assert ws.questions.sql(spelt).rows == (("City", 8), ("M", 2), ("Red Cross", 4), ("m", 2))


def test_published_editions_share_signs_names_and_the_number_in_their_name(opened: Opened, tmp_path: Path) -> None:
    for year, both, sold in (
        (2020, "Arva & Bosk 1)", "W"),
        (2021, "Arva and Bosk 1)", "1,310"),
        (2022, "Arva & Bosk 1)", "W"),
    ):
        lines = [f'"Table 2. Power sold, {year}",', ",", "Firm,Sold", f'{both},"{sold}"', "Dorn,905", "Erl,870"]
        lines += [",", "W  Withheld to avoid disclosure,", "1) Boats left out.,"]
        (tmp_path / f"T2_sales_{year}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    ws = opened()
    ws.tables.load([*tmp_path.glob("*.csv")])
    table = the_family(ws)
    assert (table.name, table.columns[1].type) == ("T2_sales", "integer")
    query = 'SELECT Firm, count(*), sum(Sold) FROM "T2_sales" GROUP BY 1 ORDER BY 1 LIMIT 1'
    assert ws.questions.sql(query).rows == (("Arva & Bosk", 3, 1310),)


def test_a_column_that_holds_words_in_one_file_and_figures_in_another_is_one(opened: Opened, tmp_path: Path) -> None:
    for year, beds in ((2019, "12"), (2020, "14"), (2021, "about 15")):
        rows = "".join(f"Ward {i},{beds if i == 1 else i},east,9,{700 + i}\n" for i in range(1, 25))
        page = f",,,,{year}\n" if year == 2020 else ""
        (tmp_path / f"beds {year}.csv").write_text(f"ward,beds,area,floor,no\n{rows}{page}", encoding="utf-8")
    ws = opened()
    ws.tables.load([*tmp_path.glob("*.csv")])
    table = the_family(ws)
    assert [c.name for c in table.columns] == ["ward", "beds", "area", "floor", "no", "year"]
    assert (table.rows, table.columns[1].profile.nulls) == (72, 0)
    assert [p.message for p in table.problems if p.code == "numbers_alone"] == [
        "1 row holds nothing but a number, as pages are numbered, and was left out."
    ]


def test_words_in_columns_of_days_stand_behind_what_varies(tmp_path: Path, opened: Opened) -> None:
    def loans(year: int, kit: str, words: str) -> Path:
        days = [f"{year}-04-{1 + n:02d}" if n % 4 else words for n in range(20)]
        rows = [f"L{year % 100}{n:02d},{year}-03-{1 + n:02d},{day},K{n % 5}" for n, day in enumerate(days)]
        path = tmp_path / "pile" / f"loans_{year}.csv"
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join([f"loan,out,returned,{kit}", *rows]) + "\n", encoding="utf-8")
        return path

    ws = opened()
    ws.tables.load([loans(2022, "kit", "still out"), loans(2023, "kit no", "lost")])
    table = the_family(ws)
    assert table.family is not None
    assert table.family.varies == ("year",)
    kinds = {c.label: c.type for c in table.columns}
    assert (kinds["returned"], kinds["out"], kinds["returned note"]) == ("date", "date", "text")
    assert list(kinds)[-2:] == ["year", "returned note"]
    assert [m.labels for m in table.family.members] == [(("kit no", "kit"),), ()]
    ws.tables.load([loans(2024, "kit no", "still out")])
    again = the_family(ws)
    assert again.family is not None
    assert (again.rows, again.family.varies) == (60, ("year",))
    assert [(c.label, c.type) for c in again.columns] == list(kinds.items())
    assert {str(v) for row in contents(ws, again.name) for v in row} >= {"still out", "lost", "2024-04-02"}
