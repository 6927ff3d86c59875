"""The data page: upload, load by path, look, remove."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.ask.interview.asked import Asked, Option
from core.config import Settings
from core.documents.codes import Coded
from core.documents.match import Found
from core.documents.read import Passage
from core.errors import BadType, Cancelled, UnknownName
from core.model import Family, Member, Problem
from core.profiles.histogram import Bar, Distribution
from core.workspace.load import LoadReport
from core.workspace.translators import Translators
from pages._data import column_view, remark_view
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace, shop


def test_nothing_loaded_says_so(ws: FakeWorkspace) -> None:
    at = app("data")
    assert [i.value for i in at.info] == ["Nothing is loaded yet. Drop files below, or load a sample."]
    assert at.button(key="load-uploads").disabled


def test_uploads_are_kept_under_their_names_and_loaded(ws: FakeWorkspace) -> None:
    at = app("data")
    at.file_uploader[0].upload("cities.csv", b"id,city\n1,Porto\n2,Oslo\n")
    at.file_uploader[0].upload("empty.csv", b"")
    at.run()
    at.button(key="load-uploads").click().run()
    assert not at.exception
    kept = ws.settings.given.workspace / "uploads" / "cities.csv"
    assert kept.read_bytes() == b"id,city\n1,Porto\n2,Oslo\n"
    assert at.success[0].value == "Loaded 1 table. 1 file could not be loaded."
    assert "**cities** · 2 rows, 2 columns  \nid *integer*, city *text*" in texts(at)
    assert (at.warning[0].title, at.warning[0].value) == (
        "empty.csv: The file holds no rows and no header.",
        "Export it again, or leave it out.",
    )
    listed = at.dataframe[0].value
    assert list(listed.columns) == ["Table", "Rows", "Columns", "Remarks", "Size"]
    assert listed.iloc[0, :4].tolist() == ["cities", 2, 2, ""]


def test_what_is_not_up_to_date_after_a_load_is_no_file(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    shop(ws)
    at = app("data")
    told = Problem("", "store_refused", "The schema graph does not yet know all that was loaded.", "Is the disk full?")
    at.session_state["load_report"] = LoadReport(ws.tables.all(), (told,))
    at.run()
    assert not at.exception
    assert at.success[0].value == "Loaded 2 tables."
    assert (at.warning[0].title, at.warning[0].value) == (told.message, told.hint)


def test_many_failures_are_folded(ws: FakeWorkspace, tmp_path: Path) -> None:
    for n in range(9):
        (tmp_path / f"empty{n}.csv").write_text("", encoding="utf-8")
    at = app("data")
    at.text_area(key="paths").set_value("\n".join(str(tmp_path / f"empty{n}.csv") for n in range(9)))
    at.form_submit_button[0].click().run()
    folded = [e.label for e in at.expander if e.label.startswith("6 more")]
    assert folded == ["6 more files that could not be loaded"]
    assert len(at.warning) == 9


def test_what_was_loaded_last_is_looked_at(ws: FakeWorkspace, tmp_path: Path) -> None:
    shop(ws)
    file = tmp_path / "products.csv"
    file.write_text("a\n1\n", encoding="utf-8")
    at = app("data")
    assert at.session_state["table"] == "customers"
    at.text_area(key="paths").set_value(str(file))
    at.form_submit_button[0].click().run()
    assert at.session_state["table"] == "products"
    assert "products" in [s.value for s in at.subheader]


def test_uploading_the_same_name_replaces(ws: FakeWorkspace) -> None:
    at = app("data")
    for content in (b"id\n1\n", b"id\n1\n2\n3\n"):
        at.file_uploader[0].upload("t.csv", content)
        at.run()
        at.button(key="load-uploads").click().run()
    assert [(t.name, t.rows) for t in ws.tables.all()] == [("t", 3)]
    assert len(list((ws.settings.given.workspace / "uploads").iterdir())) == 1


def test_a_name_from_outside_stays_in_the_folder(ws: FakeWorkspace) -> None:
    at = app("data")
    at.file_uploader[0].upload("../../evil.csv", b"id\n1\n")
    at.run()
    at.button(key="load-uploads").click().run()
    assert not at.exception
    assert [p.name for p in (ws.settings.given.workspace / "uploads").iterdir()] == ["evil.csv"]


def test_files_load_by_path(ws: FakeWorkspace, tmp_path: Path) -> None:
    file = tmp_path / "here.csv"
    file.write_text("a,b\n1,x\n", encoding="utf-8")
    at = app("data")
    at.text_area(key="paths").set_value(f'"{file}"\n\n')
    at.form_submit_button[0].click().run()
    assert not at.exception
    assert [t.name for t in ws.tables.all()] == ["here"]


def test_no_path_is_said(ws: FakeWorkspace) -> None:
    at = app("data")
    at.form_submit_button[0].click().run()
    assert at.warning[0].value == "Write at least one path."


def look(ws: FakeWorkspace, table: str, view: str = "Rows", column: str = "") -> AppTest:
    """The data page with a table, and a column, chosen."""
    at = app("data")
    at.session_state["table_next"] = table
    at.session_state["data-view"] = view
    if column:
        at.session_state[f"column-{table}"] = column
    at.run()
    assert not at.exception
    return at


def test_a_table_shows_its_rows(ws: FakeWorkspace) -> None:
    shop(ws)
    at = look(ws, "orders")
    assert at.dataframe[1].value.to_numpy().tolist() == [[10, 1, "a"], [11, 1, "b"], [12, 2, ""]]


def test_a_column_shows_what_it_holds(ws: FakeWorkspace) -> None:
    shop(ws)
    at = look(ws, "orders", "Columns", "note")
    columns = at.dataframe[1].value
    assert columns.to_numpy().tolist() == [
        ["id", "integer", 0, 3, ""],
        ["customer_id", "integer", 0, 2, ""],
        ["note", "text", 1, 3, ""],
    ]
    assert "**note** · text" in texts(at)
    assert r"Read as empty: N/A \(2\)" in texts(at)


def test_a_column_shows_its_problems_its_changes_and_what_did_not_fit(ws: FakeWorkspace) -> None:
    shop(ws)
    (orders,) = (t for t in ws.tables.all() if t.name == "orders")
    note = replace(
        orders.columns[2],
        converted="x",
        examples=(("$1,200", "1200"),),
        profile=replace(orders.columns[2].profile, unfit=((2, "oops"),), unfit_cells=7),
    )
    problems = (
        Problem("orders.csv", "ragged", "3 rows are short.", "Check them."),
        Problem("orders.csv", "unfit_wish", "7 cells are no numbers.", "Mend them.", "note"),
    )
    ws._tables["orders"] = replace(orders, columns=(*orders.columns[:2], note), problems=problems)
    at = look(ws, "orders", "Columns")  # the first column with a remark is shown
    assert at.dataframe[0].value.iloc[1, 3] == "⚠️ 2"
    assert [w.title for w in at.warning] == ["3 rows are short.", "7 cells are no numbers."]
    assert "Remarks on columns: note." in texts(at)
    assert "7 cells that did not fit" in [e.label for e in at.expander]
    assert [d.value.to_numpy().tolist() for d in at.dataframe[2:]] == [[[2, "oops"]], [["$1,200", "1200"]]]


def test_a_type_is_chosen_and_let_go(ws: FakeWorkspace) -> None:
    shop(ws)
    at = look(ws, "orders", "Columns", "customer_id")
    kinds = at.selectbox(key="type-orders.customer_id-2126-01-02T03:04:05+00:00")
    assert at.button(key="set-type-orders.customer_id").disabled
    kinds.select("text").run()
    at.button(key="set-type-orders.customer_id").click().run()
    assert not at.exception
    assert ws.tables.all()[1].columns[1].type_override == "text"
    assert at.success[0].value == r"“customer\_id” is now read as text \(integer\)."
    kinds = at.selectbox(key="type-orders.customer_id-2126-01-02T03:04:05+00:00")
    assert kinds.value == "text"
    kinds.select("").run()
    at.button(key="set-type-orders.customer_id").click().run()
    assert ws.tables.all()[1].columns[1].type_override == ""


def test_whether_values_stay_here_is_shown_and_changed(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.tables.keep_private("orders", "note", True)
    at = look(ws, "orders", "Columns", "note")
    assert "🔒 Marked by a person: sent to no model." in [c.value for c in at.caption]
    at.toggle(key="private-orders.note").set_value(False).run()
    assert not at.exception
    assert ws.tables.all()[1].column("note").private == ""  # type: ignore[union-attr]
    assert not [c.value for c in at.caption if "sent to no model" in c.value]


def test_a_type_that_cannot_be_is_said_at_the_table(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.fault = BadType("orders.csv", "note", "numbers")
    at = look(ws, "orders", "Columns", "note")
    at.selectbox(key="type-orders.note-2126-01-02T03:04:05+00:00").select("number").run()
    at.button(key="set-type-orders.note").click().run()
    assert [e.title for e in at.error] == ["“note” cannot be read as numbers\\: no cell fits."]
    assert at.run().error.values == []


def test_a_stop_is_no_fault(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.fault = Cancelled()
    at = look(ws, "orders", "Columns", "note")
    at.selectbox(key="type-orders.note-2126-01-02T03:04:05+00:00").select("number").run()
    at.button(key="set-type-orders.note").click().run()
    assert ([i.value for i in at.info], at.error.values) == (["Stopped. The table is as it was."], [])


def test_another_word_for_a_column_goes_into_the_glossary(ws: FakeWorkspace) -> None:
    shop(ws)
    at = look(ws, "orders", "Columns", "note")
    at.text_input(key="synonym-words-orders.note-0").input("remark")
    next(b for b in at.button if str(b.key).startswith("FormSubmitter:synonym-")).click().run()
    assert [(t.words, t.meaning) for t in ws.glossary.terms()] == [("remark", "note")]
    assert "**Your words for it**: “remark” means note" in texts(at)
    at = look(ws, "orders", "Columns", "id")
    at.text_input(key=f"synonym-words-orders.id-{at.session_state['synonym_turn']}").input("number")
    next(b for b in at.button if str(b.key).startswith("FormSubmitter:synonym-")).click().run()
    assert ("number", "orders.id") in [(t.words, t.meaning) for t in ws.glossary.terms()]


def test_the_list_of_columns_says_what_each_is(ws: FakeWorkspace) -> None:
    shop(ws)
    at = look(ws, "orders", "Columns")
    assert "What it is" not in at.dataframe[-1].value.columns
    ws.glossary.keep("remark", "note")
    held = ws._tables["orders"]
    said = {"customer_id": "Who ordered"}
    columns = tuple(replace(c, description=said.get(c.name, "")) for c in held.columns)
    ws._tables["orders"] = replace(held, columns=columns)
    listed = next(d.value for d in look(ws, "orders", "Columns").dataframe if "What it is" in d.value.columns)
    assert list(listed["What it is"]) == ["", "Who ordered", "remark"]


def test_a_table_is_renamed_and_described(ws: FakeWorkspace) -> None:
    shop(ws)
    at = look(ws, "orders")
    at.text_input(key="rename-orders-orders").input("Sales")
    at.button(key="renamed-orders").click().run()
    assert (ws.tables.all()[1].name, ws.tables.all()[1].label) == ("orders", "Sales")
    assert "· in SQL: orders" in texts(at)
    at.text_area(key="describe-orders").input("What was sold.")
    at.button(key="described-orders").click().run()
    assert "What was sold." in texts(at)


def test_what_a_row_is_called_is_shown_and_changed(ws: FakeWorkspace) -> None:
    shop(ws)
    at = look(ws, "orders")
    assert "One row is an **order**; questions may say **orders**." in texts(at)
    assert at.text_input(key="noun-text-orders-order").form_id == "noun-form-orders-order"  # so that Enter keeps it
    at.text_input(key="noun-text-orders-order").input("purchase")
    at.button(key="noun-keep-orders").click().run()
    assert "One row is a **purchase**; questions may say **purchases**." in texts(at)


def test_rows_of_a_dictionary_are_called_nothing(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.add("code_book", ["Field", "Meaning"], [["customer_id", "Who ordered"], ["note", "What was said"]])
    said = "Its rows tell of the columns of other tables"
    at = look(ws, "code_book")
    assert said in texts(at)
    assert "One row is" not in texts(at)
    assert said not in texts(look(ws, "orders"))


def test_questions_back_are_answered_by_a_click_and_taken_back(ws: FakeWorkspace) -> None:
    shop(ws)
    options = (Option("placed"), Option("sent"))
    ws.interview.asked = (Asked("date:orders", "date", "Which date of orders counts?", "Now: `placed`.", options, 1.0),)
    at = look(ws, "orders")
    assert "**Which date of orders counts?**" in texts(at)
    at.button(key="interview-date:orders-2").click().run()
    assert "Which date of orders counts? **sent**" in texts(at)
    at.button(key="interview-undo-date:orders").click().run()
    at.button(key="interview-skip-date:orders").click().run()
    assert "Which date of orders counts? skipped" in texts(at)
    assert not at.exception


def test_what_letters_mean_is_written_and_kept(ws: FakeWorkspace) -> None:
    shop(ws)
    about = "letters:orders.note"
    asked = Asked(about, "letters", "What do a and b mean in `note`?", "3 rows have one.", (), 1.0, ("a", "b"))
    ws.interview.asked = (asked,)
    at = look(ws, "orders")
    at.text_input(key=f"interview-{about}-b").input("by post")
    next(b for b in at.button if b.label == "Keep" and b.form_id == f"interview-form-{about}").click().run()
    assert "What do a and b mean in note? **b \\= by post**" in texts(at)
    assert not at.exception


def test_a_row_may_be_called_by_a_word_that_is_not_offered(ws: FakeWorkspace) -> None:
    shop(ws)
    options = (Option("an order"), Option("None of these"))
    ws.interview.asked = (Asked("row:orders", "row", "What is one row of `orders`?", "So.", options, 1.0),)
    at = look(ws, "orders")
    at.text_input(key="interview-row:orders-word").input("purchase")
    next(b for b in at.button if b.label == "Keep" and b.form_id == "interview-form-row:orders").click().run()
    assert "What is one row of orders? **purchase**" in texts(at)
    assert not at.exception


def test_what_values_mean_is_said_with_its_document_and_mended(ws: FakeWorkspace) -> None:
    shop(ws)
    orders = ws.tables.get("orders")
    assert orders is not None
    sourced = {"codes": (("a", "in *red*"),), "code_sources": (("a", "key_[1].md, line 3"),)}
    columns = tuple(replace(c, **sourced) if c.name == "note" else c for c in orders.columns)
    ws._tables["orders"] = replace(orders, columns=columns)
    at = look(ws, "orders", "Columns", "note")
    said = at.text_input(key="meaning-orders.note-a")
    assert (said.value, said.label) == ("in *red*", r"a :small[:gray[from key\_\[1\].md, line 3]]")
    at.text_input(key="meaning-orders.note-a").input("urgent")
    next(b for b in at.button if b.label == "Keep the meanings").click().run()
    assert not at.exception
    assert ws.tables.get("orders").column("note").codes == (("a", "urgent"),)  # type: ignore[union-attr]
    at = look(ws, "orders", "Columns", "note")
    at.text_input(key="meaning-orders.note-a").input("")
    next(b for b in at.button if b.label == "Keep the meanings").click().run()
    assert ws.tables.get("orders").column("note").codes == ()  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("values", "offered"),
    [
        (("Attended", "DNA"), True),
        (("Attended", "Late"), False),
        (("Y", "n"), True),
        (("Small", "2"), True),
        (("Small", "2024"), False),
        (("LEEDS", "RIPON"), False),
    ],
)
def test_meanings_are_asked_for_where_a_value_is_a_code(
    ws: FakeWorkspace, values: tuple[str, ...], offered: bool
) -> None:
    ws.add("visits", ["id", "state"], [[n, v] for n, v in enumerate(values)])
    at = look(ws, "visits", "Columns", "state")
    asked = {t.key for t in at.text_input if str(t.key).startswith("meaning-")}
    assert asked == {f"meaning-visits.state-{v}" for v in values if offered}


def test_what_codes_mean_is_shown_where_they_are_counted(ws: FakeWorkspace) -> None:
    ws.add("visits", ["id", "state"], [[n, ("CF", "CX")[n % 3 == 0]] for n in range(9)])
    ws.tables.label_value("visits", "state", "CF", "confirmed")
    at = look(ws, "visits", "Columns", "state")
    assert "Most common: CF\\: confirmed \\(6\\), CX \\(3\\)" in texts(at)
    column = ws.tables.all()[0].columns[1]
    drawn = column_view._labelled(column, Distribution("values", (Bar("CF", 6), Bar("CX", 3))))
    assert [b.label for b in drawn.bars] == ["CF: confirmed", "CX"]


def test_the_model_looks_in_the_documents_and_a_person_keeps_what_it_found(ws: FakeWorkspace) -> None:
    shop(ws)
    at = look(ws, "orders", "Columns", "note")
    assert "look-up-orders.note" not in [b.key for b in at.button]
    ws.documents.put("key.md", [Passage("line 3", "a is for urgent")])
    ws.settings.translators = Translators(Settings(model="openai:m"))
    ws.tables._codes_found = (Coded("orders.note", "a", "urgent *now*", Found("key.md", "line 3", "a is for urgent")),)
    at = look(ws, "orders", "Columns", "note")
    at.button(key="look-up-orders.note").click().run()
    assert at.text_input(key="meaning-orders.note-a").value == "urgent *now*"
    assert r"- a: :small[:gray[urgent \*now\*, in key.md, line 3]]" in at.info[0].value
    assert ws.tables.get("orders").column("note").codes == ()  # type: ignore[union-attr]
    next(b for b in at.button if b.label == "Keep the meanings").click().run()
    assert not at.exception
    assert ws.tables.get("orders").column("note").codes == (("a", "urgent *now*"),)  # type: ignore[union-attr]


def test_a_table_is_replaced_by_a_file(ws: FakeWorkspace) -> None:
    shop(ws)
    at = look(ws, "orders")
    (uploader,) = [u for u in at.file_uploader if str(u.key).startswith("replacement-")]
    uploader.upload("new.csv", b"id,customer_id\n7,1\n")
    at.run()
    at.button(key="replace-orders").click().run()
    assert not at.exception
    assert at.success[0].value == r"Replaced by new.csv\: 1 row."
    assert [(t.name, t.rows) for t in ws.tables.all()] == [("customers", 2), ("orders", 1)]
    assert [p.name for p in (ws.settings.given.workspace / "uploads").iterdir()] == ["new.csv"]


def test_a_replacement_that_fails_leaves_the_file_that_was(ws: FakeWorkspace) -> None:
    kept = ws.settings.given.workspace / "uploads" / "t.csv"
    kept.parent.mkdir()
    kept.write_bytes(b"id\n1\n")
    ws.add("t", ["id"], [[1]], kept.resolve().as_posix())
    ws.fault = BadType("t.csv", "id", "numbers")
    at = look(ws, "t")
    (uploader,) = [u for u in at.file_uploader if str(u.key).startswith("replacement-")]
    uploader.upload("new.csv", b"broken")
    at.run()
    at.button(key="replace-t").click().run()
    assert len(at.error) == 1
    assert [(p.name, p.read_bytes()) for p in kept.parent.iterdir()] == [("t.csv", b"id\n1\n")]


def test_files_that_changed_are_loaded_again(ws: FakeWorkspace, tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text("id\n1\n", encoding="utf-8")
    ws.tables.load([file])
    ws._tables["t"] = replace(ws._tables["t"], size=file.stat().st_size)
    at = app("data")
    assert "reload-changed" not in [b.key for b in at.button]
    file.write_text("id\n1\n2\n", encoding="utf-8")
    at.run()
    assert "1 file changed since loading: t.csv" in texts(at)
    at.button(key="reload-changed").click().run()
    assert ws.tables.all()[0].rows == 2


def test_many_tables_are_searched(ws: FakeWorkspace) -> None:
    for n in range(20):
        ws.add(f"t{n}", ["id", f"size{n}"], [[1, 2]])
    at = app("data")
    assert len(at.dataframe[0].value) == 20
    at.text_input(key="table-search").input("SIZE7").run()
    assert at.dataframe[0].value["Table"].tolist() == ["t7"]
    assert at.subheader[0].value == "t7"
    at.text_input(key="table-search").input("nothing").run()
    assert [i.value for i in at.info] == ["No table has “nothing”."]


def test_who_may_only_read_is_offered_no_change(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.read_only = True
    at = look(ws, "orders", "Columns", "note")
    assert at.selectbox(key="type-orders.note-2126-01-02T03:04:05+00:00").disabled
    assert at.button(key="again-orders").disabled
    assert "reload-changed" not in [b.key for b in at.button]


def test_remove_asks_first_and_then_removes(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app("data")
    assert "Remove the table **customers**? The file itself stays where it is." in texts(at)
    at.button(key="remove-customers").click().run()
    assert not at.exception
    assert [t.name for t in ws.tables.all()] == ["orders"]
    assert at.success[0].value == "Removed customers."


def test_a_fault_of_one_part_leaves_the_rest(ws: FakeWorkspace) -> None:
    shop(ws)

    def broken(table: str, n: int = 100) -> None:
        raise UnknownName(table, kind="table")

    ws.tables.preview = broken  # type: ignore[method-assign, assignment]
    at = app("data")
    assert at.error[0].title == "There is no table “customers”."
    assert at.dataframe[0].value["Table"].tolist() == ["customers", "orders"]


def test_own_words_are_kept_and_removed(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app("data")
    at.text_input(key="term-words-0").input("*big*")
    at.text_input(key="term-meaning-0").input("quantity > 10")
    next(b for b in at.button if b.label == "Keep").click().run()
    assert not at.error
    assert r"**\*big\*** means quantity \> 10" in texts(at)
    assert [(t.words, t.meaning) for t in ws.glossary.terms()] == [("*big*", "quantity > 10")]
    next(b for b in at.button if b.label == "Keep").click().run()
    assert at.error[0].title == "A term needs words and a meaning."
    at.button(key="drop-term-*big*").click().run()
    assert ws.glossary.terms() == ()
    assert r"Removed **\*big\***, which meant quantity \> 10." in texts(at)
    at.button(key="undo-drop-term").click().run()
    assert [(t.words, t.meaning) for t in ws.glossary.terms()] == [("*big*", "quantity > 10")]
    assert not any(b.key == "undo-drop-term" for b in at.button)


def test_a_document_that_explains_codes_says_so(ws: FakeWorkspace) -> None:
    shop(ws)
    orders = ws.tables.get("orders")
    assert orders is not None
    sources = (("a", "key.csv, row 2"), ("b", "x.md, line 1"))
    sourced = {"codes": (("a", "urgent"), ("b", "late")), "code_sources": sources}
    columns = tuple(replace(c, **sourced) if c.name == "note" else c for c in orders.columns)
    ws._tables["orders"] = replace(orders, columns=columns)
    ws.documents.put("key.csv", [Passage("row 2", "note, a, urgent")])
    (shown,) = [e for e in app("data").expander if "key.csv" in e.label]
    assert shown.label == "key.csv: 1 passage, explains the codes of 1 column"
    assert shown.dataframe[0].value.to_numpy().tolist() == [["orders.note", "a = urgent", "row 2"]]


def test_codes_of_a_document_without_places_and_of_one_that_another_goes_before(ws: FakeWorkspace) -> None:
    shop(ws)
    columns = ("id", "kind")
    ws.add("jobs", columns, tuple((n, "ABC"[n % 3]) for n in range(9)))
    ws.documents.put("a.txt", [Passage("", "kind: A = Alarm, B = Boiler, C = Clock")])
    rows = [("jobs", "kind", "A", "Alarm"), ("jobs", "kind", "B", "Boiler"), ("jobs", "kind", "C", "Clock")]
    ws.documents.put("b.csv", [Passage(f"row {n}", " | ".join(r), r) for n, r in enumerate(rows, start=2)])
    jobs = ws._tables["jobs"]
    held = tuple((v, n) for v, n in (("A", 3), ("B", 3), ("C", 3)))
    profile = replace(jobs.columns[1].profile, common=held, distinct=3)
    kind = replace(jobs.columns[1], profile=profile, codes=(("A", "Alarm"),), code_sources=(("A", "a.txt"),))
    ws._tables["jobs"] = replace(jobs, columns=(jobs.columns[0], kind))
    labels = [e.label for e in app("data").expander if "passage" in e.label]
    assert labels[0].endswith("explains the codes of 1 column")
    assert labels[1] == "b.csv: 3 passages, explains the codes of 1 column, as another document does"


def test_documents_are_shown_with_what_they_describe_and_removed(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.documents.put(
        "notes.md", [Passage("orders", "note: what the customer wrote"), Passage("", "Shops close early.")]
    )
    at = app("data")
    (shown,) = [e for e in at.expander if "notes.md" in e.label]
    assert shown.label == "notes.md: 2 passages, describes 1 column or table"
    assert shown.dataframe[0].value.to_numpy().tolist() == [["orders.note", "what the customer wrote", "orders"]]
    at.text_input(key="passage-question").set_value("When do shops close?").run()
    at.selectbox(key="passage-strategy").select("basic_retrieval").run()
    assert not at.exception
    assert at.dataframe[-1].value["Sentence"].to_list()[0] == "Shops close early."
    assert at.dataframe[-1].value["Why"].to_list()[0] == "most similar to the question"
    at.button(key="drop-document-notes.md").click().run()
    assert ws.documents.names() == ()


def test_a_file_with_only_a_header_says_that_it_has_no_rows(ws: FakeWorkspace, tmp_path: Path) -> None:
    file = tmp_path / "faults.csv"
    file.write_text("ref,fault\n", encoding="utf-8")
    at = app("data")
    at.text_area(key="paths").set_value(str(file))
    at.form_submit_button[0].click().run()
    assert at.dataframe[0].value.iloc[0, :4].tolist() == ["faults", 0, 2, "no rows"]
    assert "No rows: the file has only a header, ref, fault." in texts(at)
    assert len(at.dataframe) == 1


def test_one_file_of_several_of_one_form_is_replaced(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    sales = ws.add("sales", ("item", "n"), (("a", 1), ("b", 2)))
    members = tuple(Member(f"/data/sales_{year}.csv", f"sales_{year}", (year,), 1) for year in ("2023", "2024"))
    ws._tables["sales"] = replace(sales, family=Family(members, ("year",), ("file name",), "file"))
    replaced: list[tuple[str, str, str]] = []

    def replace_member(name: str, source: str, path: Path) -> None:
        replaced.append((name, source, path.read_text(encoding="utf-8")))

    monkeypatch.setattr(ws.tables, "replace_member", replace_member, raising=False)
    at = app("data")
    at.session_state[remark_view.VIEW] = "Files"
    at.run()
    next(u for u in at.file_uploader if u.label == "Another file in its place").upload("new.csv", b"item,n\nc,3\n")
    at.run()
    at.button(key="file-replace-sales").click().run()
    assert not at.exception
    assert replaced == [("sales", members[0].source, "item,n\nc,3\n")]
