"""Files in the forms of well-known publishers, written by us: what each comes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.model import FileNote, Mark
from tests.ingest.test_layout import layout, loaded

Expected = tuple[tuple[str, ...], int, tuple[object, ...], tuple[object, ...]]

SERIES = (
    '"Title","HENS KEPT: thousands"\n"CDID","HK01"\n"PreUnit",""\n"Unit","thousands"\n'
    '"Release date","13-06-2023"\n"Next release","11 July 2023"\n"Important notes",\n'
    + "".join(f'"{y}","{y - 1990}.5"\n' for y in range(2015, 2021))
    + "".join(f'"{y} Q{q}","{y - 1990}.{q}"\n' for y in range(2015, 2021) for q in range(1, 5))
)
RATES = (
    '"Series Description","Rate of one year","Rate of ten years"\n"Unit:","Percent","Percent"\n"Multiplier:","1","1"\n'
    '"Currency:","NA","NA"\n"Time Period","R01","R10"\n'
    + "".join(f"2021-02-{d:02d},{'ND' if d == 3 else f'0.{d}'},1.{d}\n" for d in range(1, 9))
)
ROADS = (
    "Length of roads (in km) as on 31.03.2019,,,,,\nSl. No.,District,National Highways,State Highways,,Total\n"
    ",,,Surfaced,Unsurfaced,\n(1),(2),(3),(4),(5),(6)\n"
    "1,Arvan,10,20,5,35\n2,Bosk,11,21,6,38\n3,Celt,12,22,7,41\n,All,33,63,18,114\nNote: provisional,,,,,\n"
)
JOBS = (
    '"Employment by industry, annual 1"\n"Annual"\n"Release date: 2023-01-06"\n\n"Geography","North","","South",""\n'
    '"Industry 2","2020","2021","2020","2021"\n"","Persons in thousands","","",""\n'
    '"Farms","1,200","1,310","..","940"\n"Mills","2,205","2,150","1,800","1,750"\n'
    '"Shops","3,100","3,090","2,000",".."\n'
    '\n"Symbol legend:"\n"Symbol","Description"\n"..","not available"\n'
    '\n"Footnotes:"\n"1","Rounded."\n"2","By order."\n'
)
WEIGHED = (
    "Code\tISO\tCountry\t2018\t2019\t2020\tEstimates Start After\n"
    + "".join(
        f"{500 + i}\t{c}\tLand {c}\t1.5\t{'n/a' if i % 7 else '3.5'}\t2.{i}\t2019\n" for i, c in enumerate("ABCDEFGH")
    )
    + "\nThe office, database of April 2023\n"
)
SPANS = (
    '"","","Life (years)","Life (years)","Life (years)"\n"Country","Year"," Both sexes"," Male"," Female"\n'
    '"Aruba","2019","76.1 [74.0-78.2]","73.0 [71.5-75.0]","79.0 [77.1-81.3]"\n'
    '"Benin","2019","63.4 [61.0-65.2]","61.2 [59.5-63.0]","65.7 [63.1-68.0]"\n'
)
PACKED = (
    "freq,unit,geo\\TIME_PERIOD\t2019 \t2020 \t2021 \n"
    "A,PC,AT\t7.4 p\t: u\t8.1 \nA,PC,BE\t: \t6.0 bu\t6.2 d\nA,PC,CZ\t3.1 \t3.3 \t: \n"
)
BIRTHS = (
    "Nacimientos por provincia\n\nUnidades: personas\n\n;Hombres;;Mujeres;\n;2020;2021;2020;2021\n"
    "Arba;1.204;1.310;1.102;1.200\nBeta;9.780;9.990;9.100;9.320\nDova;2.500;2.450;2.431;2.390\n"
    "Erla;5.100;5.230;5.004;5.117\nCora;31.005;30.770;29.404;29.115\n\nFuente:\nOficina\n"
)
POWER = (
    "Net generation, annual\nhttps://example.org/browser/\nSource: the office\ndescription,units,2018,2019,2020\n"
    "North,,,,\nNorth : coal,GWh,12.25,--,11.5\nNorth : wind,GWh,NM,3.25,4.75\n"
    "South,,,,\nSouth : coal,GWh,9.5,8.25,NM\nSouth : wind,GWh,1.25,2.5,3.5\n"
)
STATION = "# Some of the data may not have been approved.\n#\nagency\tsite\tday\tflow\n5s\t15s\t20d\t14n\n" + "".join(
    f"OWN\t01646500\t2021-01-{d:02d}\t{3000 + d}\n" for d in range(1, 13)
)
PAGES = (
    "Report: Stock list;;;\nPrinted 03/04/2023 14:22;;;Page 1\n"
    "Item;Qty;Price;Value\nBolt;120;0,12;14,40\nNut;200;0,05;10,00\n"
    "Report: Stock list;;;\nPrinted 03/04/2023 14:22;;;Page 2\n"
    "Item;Qty;Price;Value\nHinge;20;1,50;30,00\nTotal;;;54,40\n"
)
PUPILS = (
    '"Pupils by area"\n,,"Primary","Secondary"\n'
    "North,Anglia,5120,4012\n,Gwyn,9120,7012\n,Conwy,8120,7001\n"
    "South,Cardo,31001,22001\n,Swan,19200,14102\n,Newp,11200,9102\n"
)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("s.csv", SERIES, (("Title", "HENS KEPT: thousands"), 30, ("2015", 25.5), ("2020 Q4", 30.4))),
        ("r.csv", RATES, (("Time Period", "R01", "R10"), 8, ("2021-02-01", 0.1, 1.1), ("2021-02-08", 0.8, 1.8))),
        (
            "d.csv",
            ROADS,
            (
                (
                    "Sl. No.",
                    "District",
                    "National Highways",
                    "State Highways Surfaced",
                    "State Highways Unsurfaced",
                    "Total",
                ),
                3,
                (1, "Arvan", 10, 20, 5, 35),
                (3, "Celt", 12, 22, 7, 41),
            ),
        ),
        (
            "j.csv",
            JOBS,
            (
                ("Geography Industry 2", "North 2020", "North 2021", "South 2020", "South 2021"),
                3,
                ("Farms", 1200, 1310, None, 940),
                ("Shops", 3100, 3090, 2000, None),
            ),
        ),
        (
            "w.tsv",
            WEIGHED,
            (
                ("Code", "ISO", "Country", "2018", "2019", "2020", "Estimates Start After"),
                8,
                (500, "A", "Land A", 1.5, 3.5, 2.0, 2019),
                (507, "H", "Land H", 1.5, 3.5, 2.7, 2019),
            ),
        ),
        (
            "l.csv",
            SPANS,
            (
                ("Country", "Year", "Life (years) Both sexes", "Life (years) Male", "Life (years) Female"),
                2,
                ("Aruba", 2019, 76.1, 73.0, 79.0),
                ("Benin", 2019, 63.4, 61.2, 65.7),
            ),
        ),
        (
            "e.tsv",
            PACKED,
            (
                ("freq", "unit", "geo", "2019", "2020", "2021"),
                3,
                ("A", "PC", "AT", 7.4, None, 8.1),
                ("A", "PC", "CZ", 3.1, 3.3, None),
            ),
        ),
        (
            "n.csv",
            BIRTHS,
            (
                ("column1", "Hombres 2020", "Hombres 2021", "Mujeres 2020", "Mujeres 2021"),
                5,
                ("Arba", 1204, 1310, 1102, 1200),
                ("Cora", 31005, 30770, 29404, 29115),
            ),
        ),
        (
            "g.csv",
            POWER,
            (
                ("group", "description", "units", "2018", "2019", "2020"),
                4,
                ("North", "North : coal", "GWh", 12.25, None, 11.5),
                ("South", "South : wind", "GWh", 1.25, 2.5, 3.5),
            ),
        ),
        (
            "u.txt",
            STATION,
            (
                ("agency", "site", "day", "flow"),
                12,
                ("OWN", "01646500", "2021-01-01", 3001),
                ("OWN", "01646500", "2021-01-12", 3012),
            ),
        ),
        ("p.csv", PAGES, (("Item", "Qty", "Price", "Value"), 3, ("Bolt", 120, 0.12, 14.4), ("Hinge", 20, 1.5, 30.0))),
        (
            "c.csv",
            PUPILS,
            (
                ("column1", "column2", "Primary", "Secondary"),
                6,
                ("North", "Anglia", 5120, 4012),
                ("South", "Newp", 11200, 9102),
            ),
        ),
    ],
)
def test_what_a_file_comes_to(tmp_path: Path, name: str, text: str, expected: Expected) -> None:
    ((_, _, found),) = loaded(tmp_path, text, name)
    assert (found.columns, len(found.rows), found.rows[0], found.rows[-1]) == expected


def test_a_unit_that_is_written_once_holds_for_the_columns_after_it(tmp_path: Path) -> None:
    ((_, table, _),) = loaded(tmp_path, JOBS)
    assert [c.unit for c in table.columns] == ["", *["Persons in thousands"] * 4]
    assert [n.text for n in layout(table).notes if n.role == "note"][-2:] == ["1 Rounded.", "2 By order."]


def test_keys_above_a_series_are_kept_as_notes(tmp_path: Path) -> None:
    ((_, table, _),) = loaded(tmp_path, SERIES)
    assert (table.columns[1].unit, layout(table).notes[0]) == ("thousands", FileNote(2, "CDID HK01", "title"))


def test_flags_intervals_and_a_publishers_own_sign_are_counted(tmp_path: Path) -> None:
    ((_, packed, _),) = loaded(tmp_path, PACKED, "e.tsv")
    assert packed.columns[4].profile.marks == (Mark(": u", "not available", 1), Mark("bu", "with a footnote", 1))
    ((_, spans, _),) = loaded(tmp_path, SPANS)
    assert spans.columns[2].profile.marks == (Mark("[…]", "with an interval", 2),)
    ((_, power, _),) = loaded(tmp_path, POWER)
    assert power.columns[3].profile.marks == (Mark("NM", "not available", 1),)


def test_a_code_of_letters_among_few_plain_numbers_stays(tmp_path: Path) -> None:
    grades = "grade,pupils\n" + "".join(f"{g},{i}\n" for i, g in enumerate(["PK", *range(1, 13)]))
    ((_, table, found),) = loaded(tmp_path, grades)
    assert (table.columns[0].type, found.rows[0]) == ("text", ("PK", 0))


def test_a_word_for_all_that_most_rows_say_makes_no_totals(tmp_path: Path) -> None:
    rows = "".join(f"Land {c},{y},Total,{n}\n" for c in "AB" for y, n in ((2018, 1), (2019, 2), (2020, 3)))
    text = f'Country,Year,Area,Value\n{rows}\n"note","text"\n"1","Estimates."\n'
    (_, table, found), _ = loaded(tmp_path, text)
    assert (layout(table).totals, len(found.rows)) == ((), 6)


SET_IN = (
    "Arrivals by country,,\nThousand trips,,\n\nCountry,2021,2022,2023\nWest,30.5,33.1,36.2\n"
    "   Arland,10.1,11.0,12.1\n   Borland,20.4,22.1,24.1\nEast,9.0,12.0,15.1\n   Corland,4.0,5.5,6.1\n"
    "   Dorland,5.0,6.5,9.0\nNot known,1.0,1.1,1.2\nAll countries,40.5,46.2,52.5\n\nSource: the office,,\n"
)
FLUSH = "Beds by district,,\n\nArea,Beds,Rooms\n" + "".join(
    f"{name},{beds},{beds // 2}\n"
    for name, beds in (
        *(("North", 1220), ("Arva", 410), ("Bosk", 302), ("Celt", 508)),
        *(("South", 2114), ("Dorn", 1002), ("Erl", 714), ("Forn", 398)),
    )
)


def test_a_row_that_sums_up_those_set_in_below_it_heads_their_group(tmp_path: Path) -> None:
    ((_, table, found),) = loaded(tmp_path, SET_IN)
    assert found.columns[:2] == ("group", "Country")
    assert [r[:3] for r in found.rows] == [
        ("West", "Arland", 10.1),
        ("West", "Borland", 20.4),
        ("East", "Corland", 4.0),
        ("East", "Dorland", 5.0),
        (None, "Not known", 1.0),
    ]
    assert [(t.label, t.part) for t in layout(table).totals] == [
        ("West", True),
        ("East", True),
        ("All countries", False),
    ]


def test_rows_that_sum_up_those_below_them_are_told_by_their_figures(tmp_path: Path) -> None:
    ((_, table, found),) = loaded(tmp_path, FLUSH)
    assert [r[:2] for r in found.rows[2:4]] == [("North", "Celt"), ("South", "Dorn")]
    assert [t.label for t in layout(table).totals] == ["North", "South"]
    ((_, other, found),) = loaded(tmp_path, FLUSH.replace("1220", "1221").replace("2114", "2115"), "b.csv")
    assert (layout(other).totals, len(found.rows), found.columns[0]) == ((), 8, "Area")


def test_a_year_that_stands_once_holds_for_its_quarters(tmp_path: Path) -> None:
    text = "Spend by quarter,,\n\nYear,Quarter,Spend\n" + "".join(
        f"{year if q == 1 else ''},Q{q},{year % 7 + q}.5\n" for year in (2021, 2022, 2023) for q in range(1, 5)
    )
    ((_, _, found),) = loaded(tmp_path, text)
    assert [r[0] for r in found.rows] == [2021] * 4 + [2022] * 4 + [2023] * 4
    days = "Visits,,\n\nDay,Room,Count\n" + "".join(
        f"{f'2021-02-{i:02d}' if i % 3 else ''},Room {i},{i}\n" for i in range(1, 13)
    )
    ((_, _, found),) = loaded(tmp_path, days, "d.csv")
    assert sum(r[0] is None for r in found.rows) == 4


def test_a_word_that_stands_again_and_again_in_a_figures_place_is_a_mark(tmp_path: Path) -> None:
    rows = [f"A{i},{'closed' if i % 10 == 0 else 1000 + 37 * i}" for i in range(1, 61)]
    ((_, table, found),) = loaded(tmp_path, "site,visits\n" + "\n".join(rows) + "\n")
    assert (table.columns[1].type, found.rows[9]) == ("integer", ("A10", None))
    assert table.columns[1].profile.marks == (Mark("closed", "not available", 6),)


def test_a_numbers_mark_behind_a_name_is_taken_off_where_a_note_begins_with_it(tmp_path: Path) -> None:
    rows = "Arva 1),120\nBosk /2,130\nCelt,140\nRoute 12),150\n"
    text = f"Nights by region,\n\nRegion,Nights\n{rows}\n1) Boats left out.,\n/2 New borders.,\n"
    ((_, _, found),) = loaded(tmp_path, text)
    assert [r[0] for r in found.rows] == ["Arva", "Bosk", "Celt", "Route 12)"]


def test_lines_of_a_header_over_a_groups_heading_are_no_keys(tmp_path: Path) -> None:
    text = (
        "Homes by tenure,,,,\n\nRegion / year,Owned,Rented from,,All\n,,societies,councils,\nEAST,,,,\n"
        + "".join(f"{y},{y - 1990}.5,{y - 2000}.1,{y - 2005}.2,{3 * y - 5990}.8\n" for y in range(2010, 2020))
        + ",,,,\nWEST,,,,\n"
        + "".join(f"{y},{y - 1980}.5,{y - 2001}.1,{y - 2006}.2,{3 * y - 5980}.8\n" for y in range(2010, 2020))
    )
    ((_, _, found),) = loaded(tmp_path, text)
    assert found.columns == ("group", "Region / year", "Owned", "Rented from societies", "Rented from councils", "All")
    assert [r[:2] for r in found.rows[9:11]] == [("EAST", 2019), ("WEST", 2010)]


def test_a_days_mark_is_taken_off_and_it_is_a_day(tmp_path: Path) -> None:
    days = "".join(f"{d} Mar 20{y},{y * 7 + d}\n" for y in (21, 22) for d in (3, 17, 31))
    ((_, table, found),) = loaded(tmp_path, f"Held at the quarter's end,\n\nDate,Held\n{days}31 Mar 2023 p,9\n")
    assert (table.columns[0].type, str(found.rows[-1][0])[:10]) == ("date", "2023-03-31")


def test_a_last_row_of_all_may_lack_a_part_that_is_not_shown(tmp_path: Path) -> None:
    rows = "Theft,10,20,30,41\nFraud,:,:,5,6\nArson,7,8,9,11\nOther,3,4,6,2\n"
    ((_, table, found),) = loaded(
        tmp_path, f"Held by offence,,,,\n\nOffence,2019,2020,2021,2022\n{rows}All held,24,36,50,60\n"
    )
    assert ([t.label for t in layout(table).totals], len(found.rows)) == (["All held"], 4)
