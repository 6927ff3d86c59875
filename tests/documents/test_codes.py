"""What documents say that codes mean: in sentences, lists, tables and dictionaries; and only codes that are held."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.documents import codes as module
from core.documents.codes import Coded, Held, codes, decoded, pairs
from core.documents.match import Found
from core.documents.read import read_document
from core.model import ColumnType, Table
from tests.graph.graphs import table


def holding(t: Table, **values: str) -> Table:
    """The table, with columns that hold the words given (numbers and Y/N by their kind)."""

    def held(text: str) -> tuple[ColumnType, tuple[tuple[str, int], ...]]:
        words = text.split()
        kind: ColumnType = "integer" if words[0].isdigit() else "boolean" if set(words) <= {"Y", "N"} else "text"
        return kind, tuple((w, 1) for w in words)

    columns = []
    for c in t.columns:
        if c.name in values:
            kind, common = held(values[c.name])
            c = replace(c, type=kind, profile=replace(c.profile, distinct=len(common), common=common))
        columns.append(c)
    return replace(t, columns=tuple(columns))


@pytest.fixture
def tables() -> tuple[Table, ...]:
    fares = table("fares", ["fare_no!", "pay_mthd", "zone", "stat", "concession"])
    buses = table("buses", ["reg!", "fuel", "stat"])
    return (
        holding(fares, pay_mthd="B C Q", zone="1 2 3", stat="0 1", concession="Y N"),
        holding(buses, fuel="D E H", stat="0 1"),
    )


def told(folder: Path, name: str, text: str, tables: tuple[Table, ...]) -> set[tuple[str, str, str]]:
    (folder / name).write_text(text, encoding="utf-8")
    passages = [Found(name, p.place, p.text, p.cells) for p in read_document(folder / name)]
    return {(c.about, c.value, c.meaning) for c in codes(passages, tables)}


PAID = {("fares.pay_mthd", "B", "bank transfer"), ("fares.pay_mthd", "C", "cash"), ("fares.pay_mthd", "Q", "cheque")}


@pytest.mark.parametrize(
    "text",
    [
        "pay_mthd: how it was paid (B = bank transfer, C = cash, Q = cheque)",
        "pay_mthd - B: bank transfer; C: cash; Q: cheque.",
        "Payment (`pay_mthd`): B - bank transfer, C - cash and Q - cheque",
        "pay_mthd is bank transfer (B), cash (C) or cheque (Q)",
        "`pay_mthd` is B (bank transfer), C (cash) or Q (cheque)",
        "pay_mthd (B bank transfer, C cash, Q cheque)",
        "Values of pay_mthd:\n\nB = bank transfer\nC = cash\nQ = cheque",
        "# pay_mthd\n\n| code | meaning |\n|---|---|\n| B | bank transfer |\n| C | cash |\n| Q | cheque |",
        "| field | codes |\n|---|---|\n| pay_mthd | B = bank transfer, C = cash, Q = cheque |",
        "How it was paid: B = bank transfer, C = cash, Q = cheque",
    ],
)
def test_codes_are_read_in_many_forms(text: str, tmp_path: Path, tables: tuple[Table, ...]) -> None:
    assert told(tmp_path, "notes.md", text, tables) == PAID


def test_a_dictionary_has_a_row_for_each_value(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    text = "table,column,value,meaning\nfares,stat,0,valid\nfares,stat,1,used up\nfares,zone,,part of town\n"
    assert told(tmp_path, "dd.csv", text, tables) == {("fares.stat", "0", "valid"), ("fares.stat", "1", "used up")}


def test_a_code_or_its_meaning_may_be_called_as_a_column_is(tmp_path: Path) -> None:
    visits = holding(table("visits", ["visit_no!", "att", "proc", "weighed"]), att="ATT DNA", proc="NEUT WEI")
    animals = holding(table("animals", ["animal_no!", "neut"]), neut="Y N")
    text = (
        "col,code,means\natt,ATT,Attended\natt,DNA,Did not attend\nproc,NEUT,Neutering\nproc,WEI,Weighed\n"
        "visit_no,att,proc\n"
    )
    assert told(tmp_path, "dd.csv", text, (visits, animals)) == {
        ("visits.att", "ATT", "Attended"),
        ("visits.att", "DNA", "Did not attend"),
        ("visits.proc", "NEUT", "Neutering"),
        ("visits.proc", "WEI", "Weighed"),
    }


def test_a_meaning_keeps_the_brackets_at_its_end(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    text = "column,value,label\nfuel,D,diesel (B7)\nfuel,E,electric (plug-in)\nfuel,H,hybrid)\n"
    assert {m for _, _, m in told(tmp_path, "dd.csv", text, tables)} == {"diesel (B7)", "electric (plug-in)", "hybrid"}
    assert told(tmp_path, "a.md", "Fuel (`fuel`: E = electric (plug-in), D = diesel (B7))", tables) == {
        ("buses.fuel", "E", "electric (plug-in)"),
        ("buses.fuel", "D", "diesel (B7)"),
    }


def test_a_document_that_is_a_table_too_tells_of_the_others(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    own = replace(holding(table("codes", ["fuel"]), fuel="D E H"), source=str(tmp_path / "codes.txt"))
    text = "Fuel (fuel)\nD = diesel\nE = electric\nH = hybrid\n"
    assert {about for about, _, _ in told(tmp_path, "codes.txt", text, (own, *tables))} == {"buses.fuel"}


def test_lines_of_a_text_tell_of_one_column_each(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    text = "Codes\n\nfuel: D = diesel, E = electric,\n  H = hybrid\nconcession: Y = pensioner, N = full fare\n"
    assert told(tmp_path, "readme.txt", text, tables) == {
        ("buses.fuel", "D", "diesel"),
        ("buses.fuel", "E", "electric"),
        ("buses.fuel", "H", "hybrid"),
        ("fares.concession", "Y", "pensioner"),
        ("fares.concession", "N", "full fare"),
    }


def test_blocks_of_codes_stand_below_the_name_of_their_column(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    fuel, concession = "fuel\n  D   diesel\n  E   electric, plug-in\n", "concession\nY - pensioner\nN - full fare\n"
    text = f"What our codes mean\n\n{fuel}\n{concession}"
    assert told(tmp_path, "codes.txt", text, tables) == {
        ("buses.fuel", "D", "diesel"),
        ("buses.fuel", "E", "electric, plug-in"),
        ("fares.concession", "Y", "pensioner"),
        ("fares.concession", "N", "full fare"),
    }


def test_a_meaning_ends_where_the_next_line_tells_of_another_code(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    text = "fuel: D = diesel; E = electric\nzone 3 means that nobody knows the zone.\n"
    assert {t for t in told(tmp_path, "codes.txt", text, tables) if t[0] == "buses.fuel"} == {
        ("buses.fuel", "D", "diesel"),
        ("buses.fuel", "E", "electric"),
    }


def test_prose_and_codes_that_no_cell_holds_are_left_alone(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    said = ("The zone was redrawn in 2019: 5 = nothing now.", "fuel: X = none known.", "Stat is short for state.")
    assert told(tmp_path, "notes.md", "\n\n".join(said), tables) == set()


def test_tables_bear_the_meanings(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    (tmp_path / "notes.md").write_text("fuel: D = diesel, E = electric", encoding="utf-8")
    passages = [Found("notes.md", p.place, p.text, p.cells) for p in read_document(tmp_path / "notes.md")]
    fares, buses = decoded(tables, codes(passages, tables))
    assert fares == tables[0]
    assert buses.columns[1].codes == (("D", "diesel"), ("E", "electric"))
    assert buses.columns[1].code_sources == (("D", "notes.md"), ("E", "notes.md"))


def test_a_table_is_named_as_people_call_it(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    log = replace(tables[0], name="fares_log_2024", label="fares_log_2024")
    log = replace(log, columns=tuple(replace(c, table=log.name) for c in log.columns))
    text = "table,column,code,meaning\nfares,stat,0,valid\nfares,stat,1,used\n"
    found = told(tmp_path, "codes.csv", text, (log, tables[1]))
    assert found == {("fares_log_2024.stat", "0", "valid"), ("fares_log_2024.stat", "1", "used")}


def test_tables_bear_which_row_of_a_dictionary_tells_a_meaning(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    text = "table,column,value,meaning\nfares,stat,0,valid\nfares,stat,1,used up\n"
    (tmp_path / "dd.csv").write_text(text, encoding="utf-8")
    passages = [Found("dd.csv", p.place, p.text, p.cells) for p in read_document(tmp_path / "dd.csv")]
    fares, _ = decoded(tables, codes(passages, tables))
    assert dict(fares.columns[3].code_sources) == {"0": "dd.csv, row 2", "1": "dd.csv, row 3"}


def test_a_pumped_text_is_looked_into_in_bounds(monkeypatch: pytest.MonkeyPatch, tables: tuple[Table, ...]) -> None:
    """Where a column holds no values nothing is looked for; else in so many signs at most, blanks taken together."""
    looked: list[str] = []

    class Noted:
        def finditer(self, text: str) -> tuple[()]:
            looked.append(text)
            return ()

    monkeypatch.setattr(module, "_patterns", lambda known: (Noted(),) * 4)
    pumped = f"B ={' ' * 60_000}x " * 50
    unknown = table("lines", ["code"]).columns[0]
    assert pairs(pumped, Held(unknown, {})) == []
    assert pairs(pumped, Held(unknown, {"": ""})) == []
    assert looked == []
    assert pairs("B = \t " * 60_000, Held(tables[0].columns[1], {"b": "B"})) == []
    assert looked
    assert max(map(len, looked)) <= module._LONGEST_TEXT
    assert not any("  " in text or "\t" in text for text in looked)


def test_the_tables_that_a_row_names_are_told_once_for_all_of_its_cells(
    monkeypatch: pytest.MonkeyPatch, tables: tuple[Table, ...]
) -> None:
    asked: list[str] = []
    plain = module._Columns.table

    def counted(self: module._Columns, text: str) -> str:
        asked.append(text)
        return plain(self, text)

    monkeypatch.setattr(module._Columns, "table", counted)
    row = Found("a.md", "", "", ("stat",) * 400)
    assert codes([row], tables) == ()
    assert len(asked) < 3 * 400


def test_what_one_source_says_of_a_column_stays_when_another_tells_of_its_neighbour(tables: tuple[Table, ...]) -> None:
    """A dictionary among the tables tells of `stat`, a document of `pay_mthd`: both are known."""
    passage = Found("states", "row 1", "0; cancelled", ("0", "cancelled"))
    first = decoded(tables, [Coded("fares.stat", "0", "cancelled", passage)])
    fares, _ = decoded(first, [Coded("fares.pay_mthd", "C", "card", passage)])
    assert {c.name: c.codes for c in fares.columns if c.codes} == {
        "stat": (("0", "cancelled"),),
        "pay_mthd": (("C", "card"),),
    }


@pytest.mark.parametrize(
    "text",
    [
        "1 outstanding, 2 good, 3 in need of repair, 4 poor",
        "1 = outstanding, 2 = good, 3 = in need of repair, 4 = poor.",
    ],
)
def test_a_code_that_no_row_holds_ends_the_meaning_before_it(tables: tuple[Table, ...], text: str) -> None:
    held = Held(tables[0].columns[1], {"1": "1", "2": "2", "4": "4"})
    assert pairs(text, held) == [("1", "outstanding"), ("2", "good"), ("4", "poor")]


PROSE = (
    "In the buses file fuel is D diesel, E electric, H hybrid. The column pay_mthd is B for bank transfer, C for cash "
    "and Q for cheque. There are lines for all. stat says how it went: 0 in hand, 1 done."
)


def test_codes_in_running_text_belong_to_the_column_that_is_spoken_of(
    tmp_path: Path, tables: tuple[Table, ...]
) -> None:
    assert told(tmp_path, "notes.txt", f"About the data\n\n{PROSE}\n", tables) >= {
        ("buses.fuel", "D", "diesel"),
        ("buses.fuel", "E", "electric"),
        ("buses.fuel", "H", "hybrid"),
        ("fares.pay_mthd", "B", "bank transfer"),
        ("fares.pay_mthd", "C", "cash"),
        ("fares.pay_mthd", "Q", "cheque"),
        ("fares.stat", "0", "in hand"),
        ("fares.stat", "1", "done"),
    }
