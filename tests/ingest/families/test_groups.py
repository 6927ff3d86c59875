"""Which tables are of one form, and what varies between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ingest.families.forms import Facet, Form
from core.ingest.families.groups import grouped
from core.ingest.families.varying import common_label, varying

WARD = "ward,beds,patients,nurses"


TEXTS = frozenset("ward country region port authority period home away week name text room".split())


def form(name: str, labels: str = WARD, folder: str = "pile", titles: Sequence[str] = ()) -> Form:
    *inner, own = name.split("/")
    folders = (folder, *inner)
    columns = tuple(
        Facet(x, "text", frozenset({"a", "b"})) if x.casefold() in TEXTS else Facet(x, "number", frozenset("12"), 1, 9)
        for x in labels.split(",")
    )
    return Form("/".join((*folders, own)), folders, (own,), tuple(titles), columns)


def families(*forms: Form) -> list[list[str]]:
    return sorted(sorted("/".join((*f.folders[1:], *f.own)) for f in g) for g in grouped(forms) if len(g) > 1)


def told(*forms: Form) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(v.label, v.where, v.values) for v in varying(forms)]


def test_editions_by_year_are_a_family_and_odd_files_stay_out() -> None:
    assert families(
        form("2015"), form("2016"), form("2017"), form("wards"), form("all_years"), form("rooms", "room,floor")
    ) == [["2015", "2016", "2017"]]


def test_same_header_alone_is_no_family() -> None:
    assert families(form("checking", "custid,balance"), form("savings", "custid,balance")) == []
    assert families(*(form(n, "authority,period,count") for n in ("wifi", "computers", "collections"))) == []
    assert families(form("beds_clean"), form("beds_raw"), form("beds_final"), form("beds_backup")) == []


def test_a_folder_of_little_else_told_apart_by_a_word() -> None:
    names = ("oslo", "bergen", "bodo", "tromso")
    assert families(*(form(n, folder="stations") for n in names), form("readme", "name,text")) == [sorted(names)]
    assert told(*(form(n, folder="stations") for n in names)) == [("station", "file name", names)]


def test_places_are_enough() -> None:
    forms = form("sales_texas"), form("sales_ohio")
    assert families(*forms) == [["sales_ohio", "sales_texas"]]
    assert told(*forms) == [("state", "file name", ("texas", "ohio"))]


def test_files_that_begin_alike_and_have_a_number_each_whatever_follows() -> None:
    log = "day,ward,bed,minutes,text"

    def sheet(name: str, inside: str) -> Form:
        plain = form(name, log)
        return replace(plain, source=f"{plain.source}#{inside}", own=(name, inside))

    forms = sheet("log 24", "Ward 2024"), sheet("log 25", "Ward 2025"), form("log 26 (to May)", log)
    assert families(*forms) == [["log 24/Ward 2024", "log 25/Ward 2025", "log 26 (to May)"]]
    assert told(*forms) == [("year", "file name", ("2024", "2025", "2026"))]
    plain = form("beds 7", log), form("beds 8 (north)", log)
    assert told(*plain) == [("number", "file name", ("7", "8"))]
    assert families(form("log 24", log), form("log 24 (to May)", log)) == []
    assert families(form("log 24", log), form("log 25 NEW", log)) == [["log 24", "log 25 NEW"]]
    assert families(form("log 25", log), form("log 25 NEW", log)) == []
    assert families(form("log 24", log), form("log 25 summary", log)) == []
    assert families(form("log 24"), form("log 25 (to May)", "ward,beds,patients")) == []


def test_another_years_file_under_other_headers_whatever_follows_the_year() -> None:
    one, other = form("rent received 2023"), form("Rent received 2024 final", "ward,beds,patients,staff on")
    assert families(one, other) == [["Rent received 2024 final", "rent received 2023"]]
    renamed = form("rent received 2024 DM", "room,bed nos,pats,nurse nos")
    assert families(one, renamed) == [["rent received 2023", "rent received 2024 DM"]]
    assert families(one, form("rent received 2024 DM", "room,fee,kilometres,nurse nos")) == []
    assert families(one, form("rent received 2023 DM", "ward,beds,patients,staff on")) == []
    assert families(one, form("rent received 2024 summary", "ward,beds,patients,staff on")) == []
    turned = form("2025 rent received", "ward,beds,patients,staff on")
    assert families(one, turned) == [["2025 rent received", "rent received 2023"]]
    assert told(one, turned) == [("year", "file name", ("2023", "2025"))]


def test_seasons_of_each_years_workbook() -> None:
    def sheets(name: str, labels: str) -> list[Form]:
        plain = form(name, labels)
        return [replace(plain, source=f"{plain.source}#{s}", own=(name, s)) for s in ("Fall", "Spring")]

    log = "day,ward,bed,minutes,text"
    forms = [*sheets("Grants FY2023", log), *sheets("Grants FY2024 - DF edits", log), *sheets("FY2025 grants", log)]
    assert [len(f) for f in families(*forms)] == [6]
    assert told(*forms) == [
        ("year", "file name", ("2023", "2023", "2024", "2024", "2025", "2025")),
        ("season", "file name", ("Fall", "Spring") * 3),
    ]


def test_a_grid_of_years_and_states() -> None:
    forms = [form(f"sales_{state}_{year}") for state in ("texas", "ohio") for year in (2019, 2020)]
    assert families(*forms) == [sorted(f.own[0] for f in forms)]
    assert told(*forms) == [
        ("year", "file name", ("2019", "2020", "2019", "2020")),
        ("state", "file name", ("texas", "texas", "ohio", "ohio")),
    ]
    assert common_label(forms) == "sales"


def test_a_running_number_goes_before_nothing() -> None:
    assert told(form("01_51_session"), form("02_53_session"), form("03_60_session")) == [
        ("session", "file name", ("51", "53", "60"))
    ]


def test_the_year_in_the_title_goes_before_a_code_in_the_name() -> None:
    forms = (
        form("WardList-20417", titles=["2016 census of wards"]),
        form("WardList-21882", titles=["2019 census of wards"]),
    )
    assert families(*forms) == [["WardList-20417", "WardList-21882"]]
    assert told(*forms) == [("year", "title", ("2016", "2019"))]
    assert common_label(forms) == "WardList"


def test_titles_alone() -> None:
    forms = form("download", titles=["Beds 2016"]), form("x7f", titles=["Beds 2017"])
    assert families(*forms) == [["download", "x7f"]]


def test_what_varies_in_one_cell_of_the_header() -> None:
    forms = [form(f"series-{n}", f"week,{word}: (world)") for n, word in ((1, "cats"), (2, "dogs"), (3, "red birds"))]
    assert families(*forms) == [["series-1", "series-2", "series-3"]]
    assert told(*forms)[0] == ("series", "header", ("cats", "dogs", "red birds"))


def test_seasons_in_folders() -> None:
    forms = [form(f"{s}/div.{n}", "home,away,goals,team") for s in ("1998-99", "2005-06") for n in (1, 2)]
    assert len(families(*forms)[0]) == 4
    assert told(*forms) == [
        ("season", "folder", ("1998-99", "1998-99", "2005-06", "2005-06")),
        ("div", "file name", ("1", "2", "1", "2")),
    ]


def test_another_years_file_by_a_name_of_the_same_sense_and_its_sheets() -> None:
    assert families(form("rents 2023"), form("Rent book 2024")) == [["Rent book 2024", "rents 2023"]]
    assert families(form("appts_2023"), form("Appointments 2024")) == [["Appointments 2024", "appts_2023"]]
    assert families(form("rents 2023"), form("Rent arrears 2024", "ward,beds,patients,staff on")) == []
    book = form("Visits 2024", "ward,beds,patients,staff on")
    sheets = [replace(book, source=f"{book.source}#{s}", own=("Visits 2024", s)) for s in ("Jan", "Feb 24")]
    assert len(families(form("visits_2023"), *sheets)[0]) == 3
    named = replace(book, source=f"{book.source}#Visits", own=("Visits 2024", "Visits"))
    assert len(families(form("visits_2023"), named)[0]) == 2
    other = replace(book, source=f"{book.source}#Costs", own=("Visits 2024", "Costs"))
    assert families(form("visits_2023"), other) == []
    calls = [
        common_label(forms)
        for forms in ((form("rents 2023"), form("Rent book 2024")), (form("appts_2023"), form("Appointments 2024")))
    ]
    assert calls == ["rents", "Appointments"]


def test_a_header_that_drifts() -> None:
    wide = form("2015", "Country,Region,World Rank,Life Score,Growth")
    later = form("2016", "Overall rank,Country,Score,Growth")
    other = form("2017", "Port,Ships,Tonnes,Growth")
    assert families(wide, later, other) == [["2015", "2016"]]


def test_labels_with_the_files_own_year() -> None:
    assert families(form("beds_2019", "ward,Beds 2019"), form("beds_2020", "ward,Beds 2020")) == [
        ["beds_2019", "beds_2020"]
    ]


def test_a_person_keeps_them_apart() -> None:
    forms = [form("2015"), form("2016"), form("2017")]
    assert [len(g) for g in grouped(forms, lambda sources: "pile/2016" in sources)] == [1, 1, 1]


def sheet(name: str, title: str) -> Form:
    made = form("landings.xlsx", "port,nation,v2021,v2022", titles=(title,))
    return replace(made, source=f"pile/landings.xlsx#{name}", own=("landings", name))


def test_numbered_sheets_are_of_one_form_where_their_titles_say_the_same() -> None:
    tonnes, pounds = (
        sheet("Table_1", "Table 1: landings by port, tonnes"),
        sheet("Table_2", "Table 2: landings by port, pounds"),
    )
    assert families(tonnes, pounds) == []
    again = sheet("Table_2", "Table 2: landings by port, tonnes")
    assert families(tonnes, again) == [["landings/Table_1", "landings/Table_2"]]


def test_an_archive_of_older_years_belongs_to_the_years_after() -> None:
    assert families(form("jobs_2022-23_archive"), form("jobs_2024")) == [["jobs_2022-23_archive", "jobs_2024"]]
    assert families(form("jobs_archive_2019-2021"), form("jobs_2022"), form("jobs_2023")) == [
        ["jobs_2022", "jobs_2023", "jobs_archive_2019-2021"]
    ]
    assert families(form("jobs_2022-24_archive"), form("jobs_2024")) == []
    assert families(form("jobs_2024_archive"), form("jobs_2024")) == []
