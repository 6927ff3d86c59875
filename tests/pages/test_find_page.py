"""The page Find data: nothing is contacted before Search; a hit is looked at, loaded, and the question asked again."""

from __future__ import annotations

from dataclasses import replace

from core.ask.read_only import REASON as READ_ONLY
from core.errors import PortalUnreachable
from core.model import Answer
from core.portals.fetch import Fetched
from core.portals.preview import Preview
from core.workspace.portals import Choice, Newer
from tests.pages.conftest import app, texts
from tests.pages.fake import FakeWorkspace, shop
from tests.pages.fake_portals import cities

QUESTION = "How many people live in each city?"
PORTAL = "https://data.example.org"


def test_from_words_to_a_loaded_table_in_two_clicks(ws: FakeWorkspace) -> None:
    at = app("find")
    assert ws.portals.searched == []
    at.text_input(key="find-words").set_value("people")
    at.text_input(key="find-address").set_value(PORTAL)
    at.button[0].click().run()
    assert ws.portals.searched == [("people", PORTAL)]
    assert [h.value for h in at.header] == ["1 data set found"]
    said = texts(at)
    assert r"**Cities \<b\>and\</b\> people**" in said
    assert "Bureau of Cities · licence" in said
    assert "Why: “people” in the title" in said
    assert "searched for people" in said
    assert "nothing" not in said
    at.toggle(key="look-0").set_value(True).run()
    assert at.dataframe[0].value.iloc[0].tolist() == ["Porto", "231000"]
    at.button(key="load-hit-0").click().run()
    assert not at.exception
    assert at.success[0].value == "Loaded 1 table."
    assert [t.name for t in ws.tables.all()] == ["cities"]


def test_several_data_sets_are_loaded_at_one_click(ws: FakeWorkspace) -> None:
    keyed, first = ("city_id", "name"), cities()
    told = [replace(first.resources[0], columns=c) for c in (("city_id", "people"), ("when",), keyed)]
    ws.portals.holds = tuple(replace(first, id=f"h{n}", title=f"T{n}", resources=(r,)) for n, r in enumerate(told))
    at = app("find")
    at.text_input(key="find-words").set_value("people")
    at.text_input(key="find-address").set_value(PORTAL)
    at.button[0].click().run()
    assert [c.value for c in at.checkbox] == [True, False, True]
    assert r"shares city\_id with “T0”" in texts(at)
    assert at.button(key="load-chosen").label == "Load 2 chosen files"
    at.checkbox[1].check().run()
    at.button(key="load-chosen").click().run()
    assert not at.exception
    assert ws.portals.loaded == [("h0", "h1", "h2")]


def test_a_workbooks_sheets_are_looked_at_one_by_one(ws: FakeWorkspace) -> None:
    sheets = (("Cities", Preview(("city",), (("Porto",),))), ("Empty", Preview((), (), "It holds no table.")))
    ws.portals.seen = Preview((), (), "", sheets)
    at = app("find")
    at.text_input(key="find-words").set_value("people")
    at.text_input(key="find-address").set_value(PORTAL)
    at.button[0].click().run()
    at.toggle(key="look-0").set_value(True).run()
    assert at.dataframe[0].value.to_numpy().tolist() == [["Porto"]]
    at.selectbox(key=f"part-{cities().resources[0].address}").select_index(1).run()
    assert not at.exception
    assert "It holds no table." in texts(at).replace("\\", "")


def test_without_words_or_a_portal_nothing_is_searched(ws: FakeWorkspace) -> None:
    at = app("find")
    at.button[0].click().run()
    assert [w.value for w in at.warning] == ["Write what you look for, and choose a portal or write its address."]
    assert ws.portals.searched == []


def test_being_offline_is_said(ws: FakeWorkspace) -> None:
    ws.portals.fault = PortalUnreachable(PORTAL, "data.example.org", "it has no address, or this machine is offline")
    at = app("find")
    at.text_input(key="find-words").set_value("people")
    at.text_input(key="find-address").set_value(PORTAL)
    at.button[0].click().run()
    assert "cannot be reached" in at.error[0].title
    assert "online" in at.error[0].value


def test_what_the_chat_cannot_answer_leads_to_the_search_and_back(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.answers[QUESTION] = Answer(QUESTION, "I found no table for that.", translator="rules")
    at = app()
    at.chat_input[0].set_value(QUESTION).run()
    offered = next(b for b in at.button if b.label == "Search open data for this")
    assert ws.portals.searched == []
    offered.click().run()
    assert at.text_input(key="find-words").value == QUESTION
    at.text_input(key="find-address").set_value(PORTAL)
    at.button[0].click().run()
    at.button(key="load-hit-0").click().run()
    assert at.button(key="ask-again").label == f"Ask again: “{QUESTION}”"


def test_an_order_to_change_data_is_no_reason_to_look_for_other_data(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.answers[QUESTION] = Answer(QUESTION, READ_ONLY, translator="rules")
    at = app()
    at.chat_input[0].set_value(QUESTION).run()
    assert "Joinery only reads" in texts(at)
    assert "Search open data for this" not in [b.label for b in at.button]


def test_a_fetched_table_is_compared_before_it_is_replaced(ws: FakeWorkspace) -> None:
    found = ws.portals.search("people", PORTAL)
    hit = found.hits[0].hit
    ws.portals.load([Choice(hit, hit.resources[0], PORTAL, "ckan")])
    file = Fetched(ws.folder / "x", "", "", "", ".csv", 1, "")
    ws.portals.now = Newer("cities", "cities", PORTAL, True, ("Rows: 2 now, 3 then.",), (2, 3), file=file)
    at = app("data")
    assert "Fetched from" in texts(at)
    at.button(key="check-cities").click().run()
    assert at.warning[0].title == "There is a newer file. Nothing was changed yet."
    at.button(key="take-cities").click().run()
    assert not at.exception
    assert at.success[0].value == "Loaded 1 table."
