"""The table finder: files as offices publish them, cut into tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.config import Settings
from core.ingest import formats
from core.ingest.load import load_file
from core.ingest.looking import looked_into, tables_in
from core.ingest.parts import Part
from core.model import FileNote, Layout, LineRange, Rows, Table, TotalRow
from core.sql.sqlite import SqliteEngine

COUNCIL = """Revenue budget 2024/25,,,
£ thousand,,,
,Budget,Forecast,Variance
Adult care,,,
  Older people,"48,200","50,115","1,915"
  Mental health,"12,450","12,980",530
Place,,,
  Highways,"14,020","14,020",0
  Waste,"18,640","19,002",362
Net cost of services,"93,310","96,117","2,807"
,,,
a. Includes winter pressures,,,
Source: ledger,,,
"""


def loaded(folder: Path, text: str, name: str = "f.csv") -> list[tuple[str, Table, Rows]]:
    """Each table of a file of this text with its title and rows."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    found = []
    engine = SqliteEngine(folder / "data.sqlite")
    for part in tables_in(path):
        table = load_file(part, engine, label="t", name="t", settings=Settings(workspace=folder / "ws"))
        engine.show_only(["t"])
        found.append((part.block, table, engine.read("SELECT * FROM t")))
    engine.close()
    return found


def layout(table: Table) -> Layout:
    assert table.layout is not None
    return table.layout


def test_titles_groups_totals_and_notes_are_told_from_rows(tmp_path: Path) -> None:
    ((title, table, found),) = loaded(tmp_path, COUNCIL)
    assert title == ""
    assert found.columns == ("group", "column2", "Budget", "Forecast", "Variance")
    assert found.rows == (
        ("Adult care", "Older people", 48200, 50115, 1915),
        ("Adult care", "Mental health", 12450, 12980, 530),
        ("Place", "Highways", 14020, 14020, 0),
        ("Place", "Waste", 18640, 19002, 362),
    )
    assert layout(table) == Layout(
        lines=(
            LineRange(1, 2, "title"),
            LineRange(3, 3, "header"),
            LineRange(4, 4, "group"),
            LineRange(5, 6, "data"),
            LineRange(7, 7, "group"),
            LineRange(8, 9, "data"),
            LineRange(10, 10, "total"),
            LineRange(11, 11, "blank"),
            LineRange(12, 12, "note"),
            LineRange(13, 13, "source"),
        ),
        notes=(
            FileNote(1, "Revenue budget 2024/25", "title"),
            FileNote(2, "£ thousand", "title"),
            FileNote(12, "a. Includes winter pressures", "note"),
            FileNote(13, "Source: ledger", "source"),
        ),
        totals=(
            TotalRow(
                10, "Net cost of services", ("", "Net cost of services", "93,310", "96,117", "2,807"), group="Place"
            ),
        ),
        group="group",
    )
    assert layout(table).title == "Revenue budget 2024/25 · £ thousand"
    assert [(p.code, p.line, p.column) for p in table.problems if p.line] == [
        ("preamble", 1, ""),
        ("notes", 12, ""),
        ("totals", 10, ""),
        ("groups", 4, ""),
        ("ambiguous_numbers", 5, "Budget"),
        ("ambiguous_numbers", 5, "Forecast"),
    ]


def test_a_header_of_several_lines_becomes_one(tmp_path: Path) -> None:
    top = "Journeys,,,,,\n,,,,,\nArea,2022,,2023,,Note\n,Bus,Rail,Bus,Rail,\n"
    text = top + "North,5,7,6,8,a\nSouth,1,2,3,4,\nWest,9,9,9,9,b\n"
    ((_, table, found),) = loaded(tmp_path, text)
    assert found.columns == ("Area", "2022 Bus", "2022 Rail", "2023 Bus", "2023 Rail", "Note")
    assert found.rows[0] == ("North", 5, 7, 6, 8, "a")
    assert layout(table).role(3) == layout(table).role(4) == "header"


def test_tables_below_each_other_are_loaded_one_by_one(tmp_path: Path) -> None:
    text = (
        "Trips\nDay,Count\n2024-01-01,5\n2024-01-02,7\n2024-01-03,6\n\n\n"
        "Stations\nCode,Name,Opened,Bikes\nA1,High Street,2011,12\nB2,Park,2014,8\n"
    )
    first, second = loaded(tmp_path, text)
    assert (first[0], first[2].columns, len(first[2].rows)) == ("Trips", ("Day", "Count"), 3)
    assert (second[0], second[2].columns) == ("Stations", ("Code", "Name", "Opened", "Bikes"))
    assert second[2].rows == (("A1", "High Street", 2011, 12), ("B2", "Park", 2014, 8))
    assert layout(second[1]).lines == (LineRange(8, 8, "title"), LineRange(9, 9, "header"), LineRange(10, 11, "data"))


def test_tables_beside_each_other_are_parted(tmp_path: Path) -> None:
    text = (
        "Visits,,,,,,\n2022,,,,2023,,\nPool,Visits,Income,,Pool,Visits,Income\nAbbey,10,100,,Abbey,12,120\n"
        "Hill,20,200,,Hill,22,220\n,,,,Lake,5,50\nTotal,30,300,,Total,39,390\n"
    )
    left, right = loaded(tmp_path, text)
    assert (left[0], right[0]) == ("2022", "2023")
    assert left[2].rows == (("Abbey", 10, 100), ("Hill", 20, 200))
    assert right[2].rows == (("Abbey", 12, 120), ("Hill", 22, 220), ("Lake", 5, 50))
    assert (layout(left[1]).columns, layout(right[1]).columns) == ((1, 3), (5, 7))
    assert layout(right[1]).totals == (TotalRow(7, "Total", ("Total", "39", "390")),)


def test_a_line_of_units_belongs_to_the_columns(tmp_path: Path) -> None:
    text = (
        "Site,Date,NO2,PM10\n,,ug/m3,ug/m3\nHigh St,2024-01-01,38.1,21\nHigh St,2024-01-02,41.7,25\nEnd of report,,,\n"
    )
    ((_, table, found),) = loaded(tmp_path, text)
    assert found.rows == (("High St", "2024-01-01", 38.1, 21), ("High St", "2024-01-02", 41.7, 25))
    assert [(c.name, c.unit) for c in table.columns] == [
        ("Site", ""),
        ("Date", ""),
        ("NO2", "ug/m3"),
        ("PM10", "ug/m3"),
    ]
    assert layout(table).units == (("NO2", "ug/m3"), ("PM10", "ug/m3"))


def test_rows_that_add_up_are_sums_even_without_the_word(tmp_path: Path) -> None:
    text = (
        "Outcome,2022,2023\nDropped,795,787\nof which no evidence,494,474\nDismissed,5,3\nAcquitted,99,64\n"
        "Unsuccessful,899,854\nGuilty plea,1235,1230\nAfter trial,786,788\nIn absence,7,9\nConvictions,2028,2027\n"
        "Total prosecutions,2927,2881\n"
    )
    ((_, table, found),) = loaded(tmp_path, text)
    assert [r[0] for r in found.rows] == [
        "Dropped", "of which no evidence", "Dismissed", "Acquitted", "Guilty plea", "After trial", "In absence",
    ]  # fmt: skip
    assert [(t.line, t.label) for t in layout(table).totals] == [
        (6, "Unsuccessful"),
        (10, "Convictions"),
        (11, "Total prosecutions"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "id,name,sex,n\n1,Total VerifiedLookup,m,5\n2,Sum of All Fears,f,6\n3,Heat,f,11\n",
        "sex,year,n\nTotal,2020,10\nMale,2020,4\nFemale,2020,6\nTotal,2021,30\nMale,2021,16\nFemale,2021,14\n",
        "name,age,city\nAnn,30,Oslo\nBob,,\nCid,41,Rome\n",
        "Source,Field,Type\na,b,c\nd,e,f\n",
        "a,b\n1,2\n\n3,4\n\n\n5,6\n",
        "date,note\n2024-01-01,x y z\n2024-01-02,\n",
        "Code,Meaning\nFUL,Full consent\nHOU,Householder works\nADV,Signs\nOUT,Outline consent\n",
        "Code,Meaning\nAB,Abbey\nCD,Castle\nEF,Ferry\nMAR,Market\nMAY,Mayor\n",
        "ID,Name\n1,Men\n2,Women\n3,Total\n4,Not known\n",
    ],
)
def test_a_plain_table_stays_as_it_is(tmp_path: Path, text: str) -> None:
    ((_, table, found),) = loaded(tmp_path, text)
    assert table.layout is None
    assert len(found.rows) == sum(bool(line) for line in text.splitlines()[1:])


def test_a_part_is_read_once_and_its_tables_from_that(tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    path.write_text(COUNCIL, encoding="utf-8")
    (part,) = looked_into(Part(path))
    path.unlink()
    assert part.look is not None
    assert part.look.titles == ()
    assert part == Part(path)


def published(rows: int) -> str:
    """A long table with a title above it and a note below."""
    body = "".join(f"2024-01-{i % 28 + 1:02d},S{i % 7},{i * 3}\n" for i in range(rows))
    return f"Readings of all stations\n\nday,station,value\n{body}\nSource: network\nSee also: manual\n"


def test_a_long_file_is_cut_at_both_ends_as_a_short_one(tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    path.write_text(published(3_000), encoding="utf-8")
    made = []
    for small in (0, 1 << 30):
        engine = SqliteEngine(tmp_path / f"{small}.sqlite")
        settings = Settings(workspace=tmp_path / "ws")
        made.append(load_file(path, engine, label="t", name="t", settings=settings, small=small))
        engine.close()
    by_duckdb, by_python = made
    assert [(c.label, c.type, c.profile) for c in by_duckdb.columns] == [
        (c.label, c.type, c.profile) for c in by_python.columns
    ]
    assert by_duckdb.rows == by_python.rows == 3_000
    for table in made:
        assert [(n.line, n.text) for n in layout(table).notes] == [
            (1, "Readings of all stations"),
            (3_005, "Source: network"),
            (3_006, "See also: manual"),
        ]
        assert layout(table).role(3_003) == "data"


def test_a_second_table_in_the_midst_of_a_long_file_is_found_at_the_break(tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    more = "".join(f"S{i},{'north' if i % 2 else 'south'},{i}.5,{i}\n" for i in range(400))
    path.write_text(published(3_000) + "\nStations\ncode,part,height,bikes\n" + more, encoding="utf-8")
    parts = looked_into(Part(path), small=1_000)
    assert [p.block for p in parts] == ["Readings of all stations", "Stations"]
    assert [t.rows for t in parts[0].look.tables if parts[0].look] == [3_000, 400]


def test_a_table_that_goes_on_after_a_page_is_one(tmp_path: Path) -> None:
    text = (
        "Table 5. Staff\n\narea,kind,staff\nNorth,a,5\nSouth,b,7\n\nTable 5 (continued)\n\narea,kind,staff\nEast,a,4\n"
        "West,b,9\n"
    )
    ((_, table, found),) = loaded(tmp_path, text)
    assert found.rows == (("North", "a", 5), ("South", "b", 7), ("East", "a", 4), ("West", "b", 9))
    assert layout(table).role(9) == "header"


def test_small_tables_of_words_below_each_other_are_told_apart(tmp_path: Path) -> None:
    text = (
        "Travel\nday,place,cost\n2024-01-01,Rome,5.50\n2024-01-02,Oslo,7.25\n\n"
        "Gifts\nday,from,what\nMay,The guild,a vase\n\n"
        "Meals\nday,host,dish,remark\nJune,A friend,soup,\nHospitality is told, where it is over 20\n"
    )
    travel, gifts, meals = loaded(tmp_path, text)
    assert travel[2].rows == (("2024-01-01", "Rome", 5.5), ("2024-01-02", "Oslo", 7.25))
    assert (gifts[0], gifts[2].rows) == ("Gifts", (("May", "The guild", "a vase"),))
    assert (meals[0], meals[2].columns) == ("Meals", ("day", "host", "dish", "remark"))


def test_headings_in_a_wide_table_may_hold_two_words(tmp_path: Path) -> None:
    years = ",".join(str(y) for y in range(2010, 2020))
    figures = [",".join(str(k * 7 + y) for y in range(10)) for k in range(4)]
    text = (
        f"Generation\nby fuel\n\ndescription,units,{years}\nAll sectors,megawatthours{',' * 10}\n"
        f"Coal,MWh,{figures[0]}\nGas,MWh,{figures[1]}\nIndustry,megawatthours{',' * 10}\nCoal,MWh,{figures[2]}\n"
        f"Gas,MWh,{figures[3]}\n"
    )
    ((_, _, found),) = loaded(tmp_path, text)
    assert [r[:3] for r in found.rows] == [
        ("All sectors megawatthours", "Coal", "MWh"),
        ("All sectors megawatthours", "Gas", "MWh"),
        ("Industry megawatthours", "Coal", "MWh"),
        ("Industry megawatthours", "Gas", "MWh"),
    ]


def test_tables_beside_each_other_may_touch(tmp_path: Path) -> None:
    text = "Rates\nyear,rate,year,rate\n2001,0.5,2011,0.7\n2002,0.6,2012,0.8\n2003,0.9,,\n"
    left, right = loaded(tmp_path, text)
    assert left[2].rows == ((2001, 0.5), (2002, 0.6), (2003, 0.9))
    assert right[2].rows == ((2011, 0.7), (2012, 0.8))


def test_a_short_total_keeps_its_figures_in_their_columns(tmp_path: Path) -> None:
    text = "Fees\n\narea,fees,remark\nNorth,5,y\nSouth,4,x\nEast,1,z\nTotal,10\n"
    ((_, table, _),) = loaded(tmp_path, text)
    assert layout(table).totals == (TotalRow(7, "Total", ("Total", "10", "")),)


def test_names_without_figures_above_a_total_head_no_group(tmp_path: Path) -> None:
    text = (
        "Votes\n\nname,A,B\nNorth,,\nOak,5,6\nElm,7,8\nAsh,,\nNorth total,12,14\nSouth,,\nFir,1,2\nYew,3,4\nBox,,\n"
        "South total,4,6\n"
    )
    ((_, table, found),) = loaded(tmp_path, text)
    assert found.rows == (
        ("North", "Oak", 5, 6),
        ("North", "Elm", 7, 8),
        ("North", "Ash", None, None),
        ("South", "Fir", 1, 2),
        ("South", "Yew", 3, 4),
        ("South", "Box", None, None),
    )
    assert [t.label for t in layout(table).totals] == ["North total", "South total"]


@pytest.mark.parametrize("at", [0, 12])
def test_a_country_among_its_states_is_a_total_by_its_figures(tmp_path: Path, at: int) -> None:
    states = [(f"State {n}", 10_301 + 977 * n * n) for n in range(12)]
    states.insert(at, ("Country", sum(v for _, v in states) + 2))
    text = "Spending by state\n\nplace,spending\n" + "".join(f"{name},${value}\n" for name, value in states)
    ((_, table, rows),) = loaded(tmp_path, text)
    assert (table.rows, [t.label for t in layout(table).totals]) == (12, ["Country"])
    assert ("Country",) not in [r[:1] for r in rows.rows]


def test_a_first_row_that_is_near_the_sum_by_chance_stays(tmp_path: Path) -> None:
    text = "Visits by state\n\nplace,visits\n" + "".join(
        f"State {n},{v}\n" for n, v in enumerate([37, 4, 3, 6, 2, 7, 5, 9])
    )
    ((_, table, _),) = loaded(tmp_path, text)
    assert table.rows == 8


def test_a_title_with_a_comma_is_a_title(tmp_path: Path) -> None:
    text = "Visits to pools, 2023/24\nCouncil\n\npool,kind,visits\nAbbey,indoor,10\nHill,outdoor,20\n"
    ((_, table, _),) = loaded(tmp_path, text)
    assert (layout(table).title, table.rows) == ("Visits to pools, 2023/24 · Council", 2)


def test_a_file_too_long_to_be_cut_is_told_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "LONGEST_WHOLE", 1_000)
    path = tmp_path / "f.csv"
    more = "".join(f"S{i},north,{i}.5\n" for i in range(400))
    path.write_text(published(3_000) + "\nStations\ncode,part,height\n" + more, encoding="utf-8")
    engine = SqliteEngine(tmp_path / "d.sqlite")
    table = load_file(path, engine, label="t", name="t", settings=Settings(workspace=tmp_path), small=0)
    engine.close()
    (told,) = [p for p in table.problems if p.code == "not_cut"]
    assert told.line == 3_004
    assert told.message.startswith("The file seems to hold more than the rows of one table near line 3,004, but is too")


def test_a_first_row_of_words_is_no_second_line_of_the_header(tmp_path: Path) -> None:
    text = (
        "Company,County,Affected,Notice,Union\n"
        "Tower Studios,Kings,-----,Not provided,-----\n"
        "Roadways,Erie,39,12/30/2008,Drivers\nMills,Kings,13,1/2/2009,None\nDocks,Bronx,61,1/9/2009,Dockers\n"
    )
    ((_, _, found),) = loaded(tmp_path, text)
    assert found.columns == ("Company", "County", "Affected", "Notice", "Union")
    assert [row[0] for row in found.rows] == ["Tower Studios", "Roadways", "Mills", "Docks"]


def test_a_first_row_with_a_day_and_an_amount_like_a_year_is_a_row(tmp_path: Path) -> None:
    text = "Code,Limit,Since\nA1,2000,2019-04-13\nA2,2500,2020-04-05\nA3,750,2024-07-08\nA4,1900,2015-10-27\n"
    ((_, _, found),) = loaded(tmp_path, text)
    assert found.columns == ("Code", "Limit", "Since")
    assert [row[0] for row in found.rows] == ["A1", "A2", "A3", "A4"]


def test_years_over_quarters_are_a_header_of_two_lines(tmp_path: Path) -> None:
    text = (
        "Sales index\n,2020,,,2021,,\nSector,Q1,Q2,Q3,Q1,Q2,Q3\nFood,101,99,103,104,102,106\nFuel,88,45,80,70,90,96\n"
    )
    ((_, _, found),) = loaded(tmp_path, text)
    assert found.columns == ("Sector", "2020 Q1", "2020 Q2", "2020 Q3", "2021 Q1", "2021 Q2", "2021 Q3")
    assert found.rows == (("Food", 101, 99, 103, 104, 102, 106), ("Fuel", 88, 45, 80, 70, 90, 96))


def test_records_cut_short_over_rows_that_begin_further_right_are_headings(tmp_path: Path) -> None:
    rows = (
        "Education\n  Schools,45,46\n  Transport,30,31\nFigures are head counts\nRoads\n  Repairs,7,6\n  Light,12,11\n"
    )
    ((_, table, found),) = loaded(tmp_path, f"Staff\n\nService,Men,Women\n{rows}")
    assert found.rows == (
        ("Education", "Schools", 45, 46),
        ("Education", "Transport", 30, 31),
        ("Roads", "Repairs", 7, 6),
        ("Roads", "Light", 12, 11),
    )
    assert [n.text for n in layout(table).notes] == ["Staff", "Figures are head counts"]


def test_groups_between_their_totals_are_headings_also_where_years_stand_over_quarters(tmp_path: Path) -> None:
    text = (
        'Fines by offence\n\nOffence,2021,,2022,\n,Q3,Q4,Q1,Q2\nSPEED\nCamera,"1,020",24,30,26\nPatrol,5,6,4,5\n'
        'Subtotal: Speed,"1,025",30,34,31\nCARE\nNo belt,9,8,7,6\nPhone,3,4,5,8\nSubtotal: Care,12,12,12,14\n'
        'All fines,"1,037",42,46,45\n'
    )
    ((_, _, found),) = loaded(tmp_path, text)
    assert found.columns == ("group", "Offence", "2021 Q3", "2021 Q4", "2022 Q1", "2022 Q2")
    assert [row[:3] for row in found.rows] == [
        ("SPEED", "Camera", 1020),
        ("SPEED", "Patrol", 5),
        ("CARE", "No belt", 9),
        ("CARE", "Phone", 3),
    ]


def test_labels_of_two_columns_hold_for_the_rows_below_them(tmp_path: Path) -> None:
    rows = "\n".join(
        f"{'' if p or s else year},{'' if s else place},{scheme},{100 + p + s},{4 + s}"
        for year in (2021, 2022)
        for p, place in enumerate(("Arden", "Brisay", "Colm"))
        for s, scheme in enumerate(("Basic", "Young", "Organic"))
    )
    ((_, _, found),) = loaded(tmp_path, f"Support payments by place\n\nYear,Place,Scheme,Paid,Farms\n{rows}\n")
    assert found.columns == ("Year", "Place", "Scheme", "Paid", "Farms")
    assert [row[:3] for row in found.rows] == [
        (year, place, scheme)
        for year in (2021, 2022)
        for place in ("Arden", "Brisay", "Colm")
        for scheme in ("Basic", "Young", "Organic")
    ]


def test_a_sparse_second_column_is_not_carried(tmp_path: Path) -> None:
    rows = "North,a,x,1\n,,y,2\n,a,z,3\nSouth,,x,4\n,,y,5\n,b,z,6\n"
    ((_, _, found),) = loaded(tmp_path, f"Counts\n\nRegion,Note,Kind,Number\n{rows}")
    assert [row[1] for row in found.rows] == ["a", None, "a", None, None, "b"]


DIARY = "Visits in March,,,,,\n,,,,,\nDate,Time,Client,Seen by,Result,Notes\n" + "".join(
    f"2024-03-{1 + n % 28:02d},10:{n:02d},C{n:03d},{'Ada' if n % 3 else 'Bo'},{'seen' if n % 5 else 'missed'},\n"
    for n in range(40)
)


def test_a_last_line_that_counts_the_rows_and_a_day_with_a_remark_are_no_rows(tmp_path: Path) -> None:
    closed = DIARY.replace("2024-03-02,", "2024-03-02,,,,,CLOSED - snow\n2024-03-02,", 1)
    ((_, table, found),) = loaded(tmp_path, closed + ",,,,,\nTotal seen,,40,,,\n")
    assert table.rows == len(found.rows) == 40
    assert [t.cells[2] for t in layout(table).totals] == ["40"]
    assert "CLOSED" in " ".join(n.text for n in layout(table).notes)
    assert table.columns[0].type == "date"


def test_the_total_of_a_long_list_is_kept_apart(tmp_path: Path) -> None:
    rows = [f"2024-01-{1 + n % 28:02d},A{n},£{n % 90}.50" for n in range(2_500)]
    total = sum(n % 90 + 0.5 for n in range(2_500))
    ((_, table, _),) = loaded(tmp_path, "\n".join(["Date,Account,Fee", *rows, f'TOTAL,,"£{total:,.2f}"']))
    assert table.rows == 2_500
    assert [c.type for c in table.columns] == ["date", "text", "real"]


def test_years_with_a_currency_are_labels(tmp_path: Path) -> None:
    prices = "".join(f"T{n:02d},Treatment {n},{20 + n},{22 + n}\n" for n in range(12))
    ((_, table, _),) = loaded(tmp_path, f"Price list,,,\n,,,\nCode,What,2023 £,2024 £\n{prices}")
    assert [c.label for c in table.columns] == ["Code", "What", "2023 £", "2024 £"]
    assert table.rows == 12
