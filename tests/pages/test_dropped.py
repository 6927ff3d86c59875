"""Files dropped into the chat."""

from __future__ import annotations

import io
from dataclasses import dataclass, field, replace

import pytest
from streamlit.testing.v1 import AppTest

from pages._chat import dropped
from pages._data import same_named
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace, shop


@dataclass
class Sent:
    """As Streamlit gives what was sent: text and files."""

    text: str = ""
    files: list[io.BytesIO] = field(default_factory=list)


def named(name: str, content: bytes) -> io.BytesIO:
    file = io.BytesIO(content)
    file.name = name
    return file


def towns_dropped(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch, question: str) -> AppTest:
    """The chat, after its first question and a file that was then dropped into it, with another one or alone."""
    shop(ws)
    at = app()
    at.chat_input[0].set_value("How many orders per city?").run()
    given = [Sent(question, [named("towns.csv", b"id,town\n1,Porto\n2,Oslo\n")])]
    whole = dropped.parts
    monkeypatch.setattr(dropped, "parts", lambda value: whole(given.pop() if given else value))
    at.run()
    assert not at.exception
    return at


@pytest.mark.parametrize(
    ("given", "text", "files"), [(None, "", 0), ("How many?", "How many?", 0), (Sent("And these?"), "And these?", 0)]
)
def test_text_alone(given: object, text: str, files: int) -> None:
    found = dropped.parts(given)
    assert (found[0], len(found[1])) == (text, files)


def test_files_are_loaded_into_the_open_chat_and_the_question_is_asked_afterwards(
    ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = towns_dropped(ws, monkeypatch, "How many towns?")
    assert "towns" in [t.name for t in ws.tables.all()]
    assert (ws.settings.given.workspace / "uploads" / "towns.csv").is_file()
    assert ws.asked[-1] == ("How many towns?", "c1")
    assert "Porto has the most orders" in texts(at)
    told = "- **towns**: 2 rows, 2 columns; no join to another table was found."
    said = [m.value for m in at.markdown]
    assert said.index("How many towns?") > said.index(told) > said.index("How many orders per city?")
    assert "See the joins" in [link.label for link in at.get("page_link")]
    at.run()
    assert [m.value for m in at.markdown].count(told) == 1


def test_files_alone_are_told_of_in_the_chat_and_stay_there(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    at = towns_dropped(ws, monkeypatch, "")
    assert "Loaded 1 table. Ask about it." in texts(at)
    assert "- **towns**: 2 rows, 2 columns; no join to another table was found." in texts(at)
    ws.join("orders.id", "towns.id", "probable")
    at.run()
    assert "joined with **orders** by id (likely, not confirmed)." in texts(at)
    at.chat_input[0].set_value("How many orders per city?").run()
    assert not at.exception
    said = [m.value for m in at.markdown]
    assert said.index("Loaded 1 table.") < len(said) - said[::-1].index("How many orders per city?") - 1


def dropped_again(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch, question: str, *contents: bytes) -> AppTest:
    """The chat after `towns.csv` was dropped into it, and files of the same name after it, one by one."""
    shop(ws)
    at = app()
    at.chat_input[0].set_value("How many orders per city?").run()
    given: list[Sent] = []
    whole = dropped.parts
    monkeypatch.setattr(dropped, "parts", lambda value: whole(given.pop() if given else value))
    first = b"id,town,size\n1,Porto,3\n2,Oslo,4\n3,Bern,5\n"
    for text, content in [("", first), *((question, c) for c in contents)]:
        given.append(Sent(text, [named("towns.csv", content)]))
        at.run()
        assert not at.exception
    return at


def test_another_file_of_a_loaded_name_is_asked_about_and_its_question_waits(
    ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = dropped_again(ws, monkeypatch, "How many towns?", b"id,mayor\n1,Ann\n")
    assert ws._tables["towns"].rows == 3
    assert "**towns.csv** is called like a file that is loaded, the table **towns** with 3 rows" in texts(at)
    assert "How many towns?" not in [q for q, _ in ws.asked]
    next(b for b in at.button if b.label == "Load it beside").click().run()
    assert not at.exception
    assert (ws._tables["towns"].rows, ws._tables["towns other"].rows) == (3, 1)
    assert "**towns other**: 1 row" in texts(at)
    assert ws.asked[-1][0] == "How many towns?"


def test_a_file_that_replaces_another_is_told_of_and_undone(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    at = dropped_again(ws, monkeypatch, "", b"id,mayor\n1,Ann\n")
    next(b for b in at.button if b.label == "Replace the old one").click().run()
    assert ws._tables["towns"].rows == 1
    assert "towns.csv took the place of the one loaded before (3 rows before, 1 now)." in texts(at)
    next(b for b in at.button if b.label == "Undo").click().run()
    assert not at.exception
    assert ws._tables["towns"].rows == 3
    assert "took the place" not in texts(at)


def test_what_was_replaced_can_be_undone_on_the_data_page_the_next_day_too(
    ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = dropped_again(ws, monkeypatch, "", b"id,mayor\n1,Ann\n")
    next(b for b in at.button if b.label == "Replace the old one").click().run()
    later = app("data")
    assert "towns.csv took the place of the one loaded before (3 rows before, 1 now)." in texts(later)
    ws.read_only = True
    assert "took the place" not in texts(app("data"))
    ws.read_only = False
    next(b for b in later.button if b.label == "Undo").click().run()
    assert not later.exception
    assert ws._tables["towns"].rows == 3
    assert "took the place" not in texts(later)
    assert "took the place" not in texts(app("data"))


def test_a_file_that_waits_is_asked_about_on_the_data_page_after_the_chat_is_left(
    ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    dropped_again(ws, monkeypatch, "", b"id,mayor\n1,Ann\n")
    later = app("data")
    assert "**towns.csv** is called like a file that is loaded, the table **towns** with 3 rows" in texts(later)
    next(b for b in later.button if b.label == "Leave it out").click().run()
    assert "is called like a file" not in texts(later)
    assert "is called like a file" not in texts(app("data"))


def test_the_very_same_file_changes_nothing_and_its_question_is_asked(
    ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = b"id,town,size\n1,Porto,3\n2,Oslo,4\n3,Bern,5\n"
    at = dropped_again(ws, monkeypatch, "", same)
    assert "towns.csv is the very file that is loaded: nothing changed." in [i.value for i in at.info]


def test_a_question_sent_with_the_very_same_file_is_asked(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    at = dropped_again(ws, monkeypatch, "How many towns?", b"id,town,size\n1,Porto,3\n2,Oslo,4\n3,Bern,5\n")
    assert ws.asked[-1][0] == "How many towns?"
    assert "towns.csv is the very file that is loaded: nothing changed." in [i.value for i in at.info]


def test_a_file_whose_load_was_stopped_is_loaded_when_it_is_sent_again(
    ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = b"id,town,size\n1,Porto,3\n2,Oslo,4\n3,Bern,5\n"
    at = dropped_again(ws, monkeypatch, "")
    ws._tables["towns"] = replace(
        ws._tables["towns"], loaded_at="2020-01-01T00:00:00+00:00"
    )  # of what was there before
    again = [named("towns.csv", same)]
    monkeypatch.setattr(dropped, "parts", lambda value: ("", again) if value else ("", ()))
    assert same_named.keep(ws, again)
    assert not at.exception


def test_two_loads_before_a_question_offer_questions_once(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    ws.offers[""] = ("How many towns are there?",)
    at = dropped_again(ws, monkeypatch, "", b"id,mayor\n1,Ann\n")
    next(b for b in at.button if b.label == "Load it beside").click().run()
    at.run()
    assert not at.exception
    assert [b.label for b in at.button].count("How many towns are there?") == 1
    told = [m.value for m in at.markdown if m.value.startswith("Loaded 1 table.")]
    assert told == ["Loaded 1 table.", "Loaded 1 table. Ask about it."]


def test_what_the_chat_asks_for_fits_a_telephone(ws: FakeWorkspace) -> None:
    assert len(app().chat_input[0].placeholder) <= 30
    shop(ws)
    assert app().chat_input[0].placeholder == "Ask, or drop more files here"


def test_a_dictionary_is_told_of_as_a_document(ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    load = ws.tables.load
    monkeypatch.setattr(ws.tables, "load", lambda *a, **k: replace(load(*a, **k), documents=("towns.csv",)))
    at = towns_dropped(ws, monkeypatch, "")
    assert "Read 1 document about the tables: towns.csv." in texts(at)
    assert "**towns**" not in texts(at)


def test_where_a_file_was_just_loaded_what_goes_on_from_the_last_answer_is_not_offered(
    ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    ws.offers["How many orders per city?"] = ("And per year?",)
    ws.offers[""] = ("How many towns are there?",)
    at = towns_dropped(ws, monkeypatch, "")
    at.run()
    assert "And per year?" not in [b.label for b in at.button]
    assert "How many towns are there?" in [b.label for b in at.button]
