"""The data page: upload, load by path, look, remove."""

from __future__ import annotations

from pathlib import Path

from core.documents.read import Passage
from core.errors import UnknownName
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace, shop


def test_nothing_loaded_says_so(ws: FakeWorkspace) -> None:
    at = app("data")
    assert [i.value for i in at.info] == ["Nothing is loaded yet."]
    assert at.button(key="load-uploads").disabled


def test_uploads_are_kept_under_their_names_and_loaded(ws: FakeWorkspace) -> None:
    at = app("data")
    at.file_uploader[0].upload("cities.csv", b"id,city\n1,Porto\n2,Oslo\n")
    at.file_uploader[0].upload("empty.csv", b"")
    at.run()
    at.button(key="load-uploads").click().run()
    assert not at.exception
    kept = ws.settings.workspace / "uploads" / "cities.csv"
    assert kept.read_bytes() == b"id,city\n1,Porto\n2,Oslo\n"
    assert at.success[0].value == "Loaded 1 table."
    assert "**cities** · 2 rows, 2 columns  \nid *integer*, city *text*" in texts(at)
    assert (at.warning[0].title, at.warning[0].value) == (
        "empty.csv: The file holds no rows and no header.",
        "Export it again, or leave it out.",
    )
    assert at.dataframe[0].value.iloc[0, :4].tolist() == ["cities", 2, 2, "cities.csv"]


def test_uploading_the_same_name_replaces(ws: FakeWorkspace) -> None:
    at = app("data")
    for content in (b"id\n1\n", b"id\n1\n2\n3\n"):
        at.file_uploader[0].upload("t.csv", content)
        at.run()
        at.button(key="load-uploads").click().run()
    assert [(t.name, t.rows) for t in ws.tables()] == [("t", 3)]
    assert len(list((ws.settings.workspace / "uploads").iterdir())) == 1


def test_a_name_from_outside_stays_in_the_folder(ws: FakeWorkspace) -> None:
    at = app("data")
    at.file_uploader[0].upload("../../evil.csv", b"id\n1\n")
    at.run()
    at.button(key="load-uploads").click().run()
    assert not at.exception
    assert [p.name for p in (ws.settings.workspace / "uploads").iterdir()] == ["evil.csv"]


def test_files_load_by_path(ws: FakeWorkspace, tmp_path: Path) -> None:
    file = tmp_path / "here.csv"
    file.write_text("a,b\n1,x\n", encoding="utf-8")
    at = app("data")
    at.text_area(key="paths").set_value(f'"{file}"\n\n')
    at.form_submit_button[0].click().run()
    assert not at.exception
    assert [t.name for t in ws.tables()] == ["here"]


def test_no_path_is_said(ws: FakeWorkspace) -> None:
    at = app("data")
    at.form_submit_button[0].click().run()
    assert at.warning[0].value == "Write at least one path."


def test_a_table_shows_rows_and_columns(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app("data")
    at.selectbox(key="table").select("orders").run()
    rows, columns = at.dataframe[1].value, at.dataframe[2].value
    assert rows.to_numpy().tolist() == [[10, 1, "a"], [11, 1, "b"], [12, 2, ""]]
    assert columns.iloc[:, 0].tolist() == ["id", "customer_id", "note"]
    assert columns.iloc[1, 1:7].tolist() == ["integer", 0, 2, "no", "1", "2"]
    assert columns.iloc[2, 8] == "N/A (2)"


def test_a_column_is_kept_as_text_and_read_again(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app("data")
    at.selectbox(key="table").select("orders").run()
    at.selectbox(key="text-column-orders").select("customer_id").run()
    at.button(key="text-orders").click().run()
    assert not at.exception
    assert ws.as_text == {("orders", "customer_id")}
    assert at.button(key="text-orders").label == "Let it be read"
    at.button(key="text-orders").click().run()
    assert ws.as_text == set()


def test_remove_asks_first_and_then_removes(ws: FakeWorkspace) -> None:
    shop(ws)
    at = app("data")
    assert "Remove the table **customers**? The file itself stays where it is." in texts(at)
    at.button(key="remove-customers").click().run()
    assert not at.exception
    assert [t.name for t in ws.tables()] == ["orders"]
    assert at.success[0].value == "Removed customers."


def test_a_fault_of_one_part_leaves_the_rest(ws: FakeWorkspace) -> None:
    shop(ws)

    def broken(table: str, n: int = 100) -> None:
        raise UnknownName(table, kind="table")

    ws.preview = broken  # type: ignore[method-assign, assignment]
    at = app("data")
    assert at.error[0].title == "There is no table “customers”."
    assert at.dataframe[1].value.iloc[:, 0].tolist() == ["id", "city"]


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


def test_documents_are_shown_with_what_they_describe_and_removed(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.documents.put(
        "notes.md", [Passage("orders", "note: what the customer wrote"), Passage("", "Shops close early.")]
    )
    at = app("data")
    (shown,) = [e for e in at.expander if "notes.md" in e.label]
    assert shown.label == "notes.md: 2 passages, describes 1 column or table"
    assert shown.dataframe[0].value.to_numpy().tolist() == [["orders.note", "what the customer wrote", "orders"]]
    at.button(key="drop-document-notes.md").click().run()
    assert ws.documents.names() == ()
