"""Tables answer to the names that people say, to a person's word for their rows, and to the names of their files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.__main__ import main
from core.ask.edit import arranging
from core.ask.edit.offers import Offers
from core.ask.edit.written import changed
from core.ask.form import Form, begin
from core.ask.labelled import called
from core.ask.names import Names
from core.ask.translators.rules.query import Col, Filter, Item, Query
from core.errors import BadTableLabel, UnknownName
from core.model import Answer
from core.workspace import Workspace
from tests.ask.worlds import ask, opened

FILES = {
    "vehicle_master.csv": "veh_no,plate,st\n" + "".join(f"{n},AB{n},{'AX'[n % 2]}\n" for n in range(1, 9)),
    "INSPECTION.csv": "insp_no,veh_no,done_on\n" + "".join(f"{n},{n % 8 + 1},2024-01-{n:02d}\n" for n in range(1, 13)),
    "codes.csv": "table,column,code,meaning\nvehicle_master,st,A,active\nvehicle_master,st,X,scrapped\n",
    "tyre_list.csv": "size,price\n" + "".join(f"{n}R{n},{n}.5\n" for n in range(14, 20)),
}


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("fleet")
    files: list[Path] = []
    for name, text in FILES.items():
        files.append(folder / name)
        files[-1].write_text(text, encoding="utf-8")
    with opened(files, folder / "w") as workspace:
        yield workspace


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many vehicles are there?", "There are 8 vehicles."),
        ("How many vehicle_master are there?", "There are 8 vehicles."),
        ("How many inspections are there?", "There are 12 inspections."),
    ],
)
def test_tables_answer_to_plain_names_and_to_their_files_names(fleet: Workspace, question: str, said: str) -> None:
    assert ask(fleet, question).answer == said


PLATE, DONE = Col("vehicle_master", "plate"), Filter(Item(Col("INSPECTION", "done_on")), ">", ("2024-01-03",))
BUILT: tuple[tuple[Query, str], ...] = (
    (begin("vehicle_master").query, "How many vehicles are there?"),
    (begin("tyre_list").query, "How many rows are there in tyre_list?"),
    (
        Query((Item(Col("tyre_list", "price"), "avg"), Item(None, "count", table="tyre_list")), tables=("tyre_list",)),
        "What is the average price and number of rows in tyre_list?",
    ),
    (
        arranging.per(replace(begin("INSPECTION").query, where=(DONE,)), (PLATE,)),
        "How many inspections are there where done_on is after 3 January 2024 for each plate of vehicles?",
    ),
)


@pytest.mark.parametrize(("query", "said"), BUILT)
def test_a_question_that_is_built_speaks_of_rows_as_people_do(fleet: Workspace, query: Query, said: str) -> None:
    (built,) = (e for e in fleet.questions.edited(Form(query)) if isinstance(e, Answer))
    assert built.question == said
    assert sorted(map(str, ask(fleet, said).rows)) == sorted(map(str, built.rows))


def test_the_editor_calls_tables_by_what_their_rows_are_and_knows_their_labels(fleet: Workspace) -> None:
    form = begin("INSPECTION")
    offers = Offers(form.query, fleet.questions.facts(form))
    assert offers.column(PLATE) == "vehicles › plate"
    assert offers.condition(Filter(Item(PLATE), "=", ("AB1",))) == "vehicles.plate = 'AB1'"
    by = [changed(form, f"per={table}.plate", fleet.questions.facts) for table in ("vehicles", "vehicle_master")]
    assert [b.query.group for b in by] == [(PLATE,), (PLATE,)]


@pytest.mark.slow
def test_a_word_of_ones_own_and_a_new_label_leave_the_old_names_and_the_dictionary_working(fleet: Workspace) -> None:
    fleet.tables.call_rows("vehicle_master", "delivery van")
    assert ask(fleet, "How many delivery vans are there?").answer == "There are 8 delivery vans."
    assert ask(fleet, "How many vehicles are there?").rows == ((8,),)
    read = ask(fleet, "How many vehicles are there for each st?")
    assert fleet.questions.said_anew(read) == "How many delivery vans are there for each st?"
    form = begin("vehicle_master")
    offers = Offers(form.query, fleet.questions.facts(form))
    assert [offers.item(i) for i in form.query.select] == ["number of delivery vans"]
    by_label = changed(form, "show=number of vehicle_master", fleet.questions.facts)
    assert by_label == changed(form, "show=number of delivery vans", fleet.questions.facts)
    fleet.tables.rename("vehicle_master", "Fleet")
    for question in ("How many vehicles are there?", "How many delivery vans are there?", "How many rows has Fleet?"):
        assert ask(fleet, question).rows == ((8,),), question
    table = fleet.tables.get("vehicle_master")
    assert table is not None
    assert table.column("st").codes == (("A", "active"), ("X", "scrapped"))  # type: ignore[union-attr]
    fleet.tables.call_rows("vehicle_master", "")
    fleet.tables.rename("vehicle_master", "vehicle_master")
    assert ask(fleet, "How many vehicles are there?").answer == "There are 8 vehicles."


def test_the_command_line_tells_what_a_row_is(fleet: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "--workspace", str(fleet.folder)]) == 0
    told = {t["name"]: (t["row"], t["called"]) for t in json.loads(capsys.readouterr().out)["tables"]}
    assert told["INSPECTION"] == ("inspection", "inspections")
    assert told["vehicle_master"] == ("vehicle", "vehicles")


def test_a_word_that_cannot_be_is_refused(fleet: Workspace) -> None:
    with pytest.raises(UnknownName):
        fleet.tables.call_rows("vehicles", "van")
    with pytest.raises(BadTableLabel):
        fleet.tables.call_rows("vehicle_master", "v4n; DROP")
    with pytest.raises(BadTableLabel, match="INSPECTION"):
        fleet.tables.call_rows("vehicle_master", "inspections")


def test_a_word_of_the_glossary_for_a_table_names_its_rows_until_it_is_dropped(fleet: Workspace) -> None:
    assert ask(fleet, "How many lorries are there?").rows == ()
    assert fleet.questions.keep_term("lorry", "vehicle_master") == "the rows of `vehicle_master`"
    assert ask(fleet, "How many lorries are there?").rows == ((8,),)
    assert ask(fleet, "How many inspections did each lorry have?").tables == ("vehicle_master", "INSPECTION")
    fleet.glossary.drop("lorry")
    assert ask(fleet, "How many lorries are there?").rows == ()


SALON = {
    "price list 2024.csv": "Svc,Treatment,Small,Large\n"
    + "".join(f"T{n},{name},{n + 20},{n + 40}\n" for n, name in enumerate(("Full groom", "Bath dip", "Hand strip"))),
    "packages price list.csv": "Pkg,Called,Price\n"
    + "".join(f"{n},{name},{n + 100}\n" for n, name in enumerate(("Classic", "Garden party", "Luxe"), 1)),
    "appts.csv": "Appt,Svc,Pkg\n" + "".join(f"{n},T{n % 3},{n % 3 + 1}\n" for n in range(1, 31)),
    "waiting list.csv": "Place,Patient\n1,Ann Ash\n2,Bob Birch\n3,Cy Cole\n",
}


@pytest.fixture(scope="module")
def salon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("salon")
    for name, text in SALON.items():
        (folder / name).write_text(text, encoding="utf-8")
    with opened([folder / name for name in SALON], folder / "w") as workspace:
        yield workspace


def test_rows_of_a_list_are_called_what_it_lists(salon: Workspace) -> None:
    names = Names(salon.tables.all())
    said = {t.label: names.called(t.name) for t in salon.tables.all()}
    assert said == {
        "price list 2024": "treatments",
        "packages price list": "packages",
        "appts": "appointments",
        "waiting list": "waiting list",
    }


@pytest.mark.parametrize(
    ("asked", "told", "anew"),
    [
        ("How many treatments are there?", "There are 3 treatments.", "How many treatments are there?"),
        ("average Large of the treatments", "The average large of treatments is 41.", "What is the average Large?"),
        (
            "How many appointments for each treatment?",
            "Appointments by treatment: all have the same, 10",
            "How many appointments are there for each treatment?",
        ),
    ],
)
def test_and_so_they_are_spoken_of(salon: Workspace, asked: str, told: str, anew: str) -> None:
    answer = ask(salon, asked)
    assert told in answer.answer
    assert "price list" not in answer.answer
    assert "price list" not in called(answer.enriched, salon.tables.all())
    assert salon.questions.said_anew(answer) == anew
    again = ask(salon, anew)
    assert again.rows == answer.rows
