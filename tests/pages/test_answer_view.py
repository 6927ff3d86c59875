"""An answer on the chat page: what it shows, and what a person can do with it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from core.ask.cautions import DOUBT
from core.ask.outside_data import OUTSIDE
from core.ask.own_words import kept_where
from core.export import gather
from core.export.delimited import to_csv
from core.model import Alternative, Answer, Beside, Caution, Chip, Citation, Exchange, Override, Told, Visited
from pages._chat import confidence
from pages._result.download import named
from tests.pages.conftest import app, texts, unfold
from tests.pages.fake import FakeWorkspace, shop

PER_CITY = "How many orders per city?"
JOIN = "orders.customer_id=customers.id"
CITY = Chip(
    "city",
    "grouping",
    "`customers`.`city`",
    "customers.city",
    4,
    (("`orders`.`note`", "orders.note"), ("nothing: leave these words out", "")),
)
PER_NOTE = Answer(
    question=PER_CITY,
    answer="One order for each note.",
    enriched="count of `orders` by `orders`.`note`",
    tables=("orders",),
    sql='SELECT "note", count(*) AS n FROM "orders" GROUP BY 1',
    columns=("note", "n"),
    rows=(("a", 1), ("b", 1), ("", 1)),
    confidence=0.6,
    translator="rules",
)


def ask(question: str = PER_CITY) -> AppTest:
    at = app()
    at.chat_input[0].set_value(question).run()
    assert not at.exception
    return at


def rows(at: AppTest) -> list[object]:
    return [d.value.to_numpy().tolist() for d in at.dataframe]


def test_a_question_is_answered_with_its_evidence(ws: FakeWorkspace) -> None:
    shop(ws)
    at = ask()
    assert rows(at) == [[["Porto", 2], ["Oslo", 1]]]
    assert len(at.get("vega_lite_chart")) == 1
    for part in ("There are 2 cities; Porto has the most orders, 2.", "2 rows.", "Confidence: high"):
        assert part in texts(at)
    unfold(at)
    assert not at.exception
    for part in ("“orders” → table orders", "Not used: “please”", "✓ **Rows**: 2 rows · 1 ms"):
        assert part in texts(at)
    assert "MATCH (t:Table {id: $t}) RETURN t.id" in [c.value for c in at.code]
    assert at.text_area[0].value == ws.answers[PER_CITY].sql
    assert len(at.get("graphviz_chart")) == 1
    at.selectbox(key="way-c1-0").set_value(0).run()
    assert len(at.get("graphviz_chart")) == 2


def test_the_chart_is_switched_and_taken_away(ws: FakeWorkspace) -> None:
    shop(ws)
    at = ask()

    def mark() -> str:
        return str(json.loads(at.get("vega_lite_chart")[0].proto.spec)["mark"]["type"])

    assert mark() == "bar"
    at.segmented_control(key="kind-c1-0").set_value("scatter").run()
    assert mark() == "circle"
    at.segmented_control(key="kind-c1-0").set_value("none").run()
    assert len(at.get("vega_lite_chart")) == 0


def test_an_unconfirmed_join_is_accepted_here_and_the_question_asked_again(ws: FakeWorkspace) -> None:
    shop(ws)
    at = ask()
    assert "orders.customer\\_id \\= customers.id" in texts(at)
    sure = replace(ws.answers[PER_CITY].path[0], state="confirmed")
    ws.answers[PER_CITY] = replace(ws.answers[PER_CITY], answer="Sure now.", path=(sure,), warnings=())
    at.button(key=f"judge-confirmed-c1-0-{JOIN}").click().run()
    assert not at.exception
    assert [(j.state, j.reviewed) for j in ws.joins.all()] == [("confirmed", True)]
    assert "Sure now." in texts(at)
    assert [b.key for b in at.button if str(b.key).startswith("judge")] == []
    assert [a.answer for a in ws.chats.entries("c1")] == ["Sure now."]


def test_an_answer_says_when_its_tables_are_gone(ws: FakeWorkspace) -> None:
    shop(ws)
    ask()
    ws.tables.remove(["orders"])
    at = app()
    at.query_params["chat"] = "c1"
    at.run()
    assert not at.exception
    assert [i.value for i in at.info] == ["`orders`: no longer loaded. This is the answer as it was."]
    assert rows(at) == [[["Porto", 2], ["Oslo", 1]]]


def test_warnings_are_said_once(ws: FakeWorkspace) -> None:
    shop(ws)
    told = (
        Caution("unconfirmed_join", "The join is probable."),
        Caution("truncated", "Only the first 2 rows are shown."),
        Caution("rows_lost", "1.0% are not in `customers`."),
        Caution("ties", "Two share the first place."),
    )
    ws.answers[PER_CITY] = replace(ws.answers[PER_CITY], warnings=told)
    at = ask()
    assert [w.value for w in at.warning] == ["1\\.0% are not in `customers`."]
    assert [c.value for c in at.caption if "share the first" in c.value] == ["ℹ️ Two share the first place."]


def test_a_chip_is_changed_and_the_answer_taken_its_place(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.answers[PER_CITY] = replace(ws.answers[PER_CITY], chips=(CITY,))
    override = Override("city", "orders.note", 4)
    ws.answers[f"{PER_CITY} | city=orders.note"] = replace(PER_NOTE, chips=(CITY,), overrides=(override,))
    at = unfold(ask())
    chip = at.get("menu_button")[0]
    assert (chip.label, chip.proto.options) == (
        "“city” → for each `customers`.`city`",
        ["`orders`.`note`", "nothing\\: leave these words out"],
    )
    chip.click_index(0).run()
    assert not at.exception
    assert rows(at) == [[["a", 1], ["b", 1], ["", 1]]]
    assert at.text_area[0].value == PER_NOTE.sql
    assert [a.overrides for a in ws.chats.entries("c1")] == [(override,)]
    at.button(key="undo-overrides-c1-0.1").click().run()
    assert rows(at) == [[["Porto", 2], ["Oslo", 1]]]
    assert [a.overrides for a in ws.chats.entries("c1")] == [()]


def test_a_chip_that_cannot_be_asked_leaves_the_answer(ws: FakeWorkspace) -> None:
    from core.errors import UnknownName

    shop(ws)
    ws.answers[PER_CITY] = replace(ws.answers[PER_CITY], chips=(CITY,))
    at = unfold(ask())
    ws.fault = UnknownName("orders.note", kind="column")
    at.get("menu_button")[0].click_index(0).run()
    assert at.error[0].title == "There is no column “orders.note”."
    assert [a.answer for a in ws.chats.entries("c1")] == ["There are 2 cities; Porto has the most orders, 2."]


def test_another_reading_is_a_click_away(ws: FakeWorkspace) -> None:
    shop(ws)
    other = Alternative(PER_NOTE.enriched, PER_NOTE.sql, 0.5)
    ws.answers[PER_CITY] = replace(ws.answers[PER_CITY], alternatives=(other,))
    ws.answers[PER_NOTE.enriched] = PER_NOTE
    at = unfold(ask())
    at.button(key="other-c1-0-0").click().run()
    assert not at.exception
    assert "One order for each note." in texts(at)


def test_where_a_reading_is_changed_the_other_readings_come_first(ws: FakeWorkspace) -> None:
    """Pressed “Wrong”: what else the question may mean is there before the controls that change it part by part."""
    shop(ws)
    other = Alternative(PER_NOTE.enriched, PER_NOTE.sql, 0.5)
    ws.answers[PER_CITY] = replace(ws.answers[PER_CITY], alternatives=(other,))
    ws.answers[PER_NOTE.enriched] = PER_NOTE
    at = ask()
    at.session_state["edit-c1-0"] = True
    at.run().button(key="other-editor-c1-0-0").click().run()
    assert not at.exception
    assert "One order for each note." in texts(at)


def test_what_is_hardly_meant_is_asked_back(ws: FakeWorkspace) -> None:
    shop(ws)
    other = Alternative(PER_NOTE.enriched, PER_NOTE.sql, 0.1)
    ws.answers[PER_CITY] = replace(ws.answers[PER_CITY], confidence=0.1, chips=(CITY,), alternatives=(other,))
    ws.answers[PER_NOTE.enriched] = PER_NOTE
    at = ask()
    assert "I am not sure what this asks." in texts(at)
    assert "another reading is nearly as likely." in texts(at)
    assert "Confidence" not in texts(at)
    assert rows(at) == []
    at.toggle(key="anyway-c1-0").set_value(True).run()
    assert rows(at) == [[["Porto", 2], ["Oslo", 1]]]
    at.button(key="other-c1-0-0").click().run()
    assert "One order for each note." in texts(at)


def test_why_a_reading_is_doubted_is_told(ws: FakeWorkspace) -> None:
    shop(ws)
    guess = Caution(DOUBT, "This reading rests on a guess.")
    ws.answers[PER_CITY] = replace(ws.answers[PER_CITY], confidence=0.1, warnings=(guess,))
    at = ask()
    assert "this reading rests on a guess." in texts(at)
    at.toggle(key="anyway-c1-0").set_value(True).run()
    assert not at.warning


def test_that_the_data_end_before_is_told_where_nothing_is_shown_too(ws: FakeWorkspace) -> None:
    shop(ws)
    ended = Caution(OUTSIDE, "day of orders ends on 2 May 2024. The last year there is: 2024.")
    asked = {"rewritten": f"{PER_CITY[:-1]} in 2025?", "confidence": 0.1, "warnings": (ended,)}
    ws.answers[PER_CITY] = replace(ws.answers[PER_CITY], **asked)
    at = ask()
    assert [w.value.replace("\\", "") for w in at.warning] == [ended.message]
    assert "Why: the data do not go so far" in texts(at)
    at.button(key="instead-c1-0").click().run()
    assert ws.asked[-1][0] == f"{PER_CITY[:-1]} in 2024?"


def test_words_that_are_not_known_are_named_and_the_nearest_names_offered(ws: FakeWorkspace) -> None:
    shop(ws)
    lost = Chip("nots", "ignored", "not used", "", 6, (("`orders`.`note`", "orders.note"),))
    ws.answers[PER_CITY] = replace(ws.answers[PER_CITY], confidence=0.1, chips=(CITY, lost))
    override = Override("nots", "orders.note", 6)
    ws.answers[f"{PER_CITY} | nots=orders.note"] = replace(PER_NOTE, overrides=(override,), confidence=0.1)
    at = unfold(ask())
    assert "These words I do not know here. Click on one" in texts(at)
    assert [m.label for m in at.get("menu_button")] == ["“nots”", "“city” → for each `customers`.`city`"]
    assert "What I understood, word by word" in [e.label for e in at.expander]  # folded: the readings come first
    at.get("menu_button")[0].click_index(0).run()
    assert not at.exception
    assert "One order for each note." in texts(at)  # what a person chose is answered
    assert [a.overrides for a in ws.chats.entries("c1")] == [(override,)]


def test_the_nearest_values_and_columns_are_a_click_away(ws: FakeWorkspace) -> None:
    shop(ws)
    near = (("`orders`.`note`", "orders.note"), ("`note` = 'n'", "orders.note=n"), ("`id`", "orders.id"), ("`x`", "x"))
    lost = Chip("nots", "ignored", "not used", "", 6, near, near=3)
    ws.answers[PER_CITY] = replace(ws.answers[PER_CITY], confidence=0.1, chips=(CITY, lost))
    ws.answers[f"{PER_CITY} | nots=orders.note"] = replace(PER_NOTE, confidence=0.9)
    at = unfold(ask())
    assert "Did you mean" in texts(at)
    assert [b.label for b in at.button if b.key.startswith("meant-")] == ["`orders`.`note`", "`note` \\= 'n'"]
    at.button(key="meant-0-c1-0").click().run()
    assert not at.exception
    assert "One order for each note." in texts(at)


@pytest.mark.parametrize("near", [1, 2])
def test_where_each_unknown_word_has_one_guess_all_are_taken_at_once(ws: FakeWorkspace, near: int) -> None:
    shop(ws)
    first = Chip("nots", "ignored", "not used", "", 3, (("`note`", "orders.note"), ("`id`", "orders.id")), near=1)
    second = Chip(
        "twon", "ignored", "not used", "", 6, (("`city`", "customers.city"), ("`id`", "orders.id")), near=near
    )
    ws.answers[PER_CITY] = replace(ws.answers[PER_CITY], confidence=0.1, chips=(CITY, first, second))
    ws.answers[f"{PER_CITY} | nots=orders.note | twon=customers.city"] = replace(PER_NOTE, confidence=0.9)
    at = unfold(ask())
    offered = [b.label for b in at.button if b.key.startswith("meant-")]
    if near > 1:
        assert offered == ["`note` for “nots”", "`city` for “twon”", "`id` for “twon”"]
        return
    assert offered == ["`note` for “nots” and `city` for “twon”", "`note` for “nots”", "`city` for “twon”"]
    at.button(key="meant-all-c1-0").click().run()
    assert not at.exception
    assert "One order for each note." in texts(at)


def test_words_that_nothing_comes_near_are_named_all_the_same(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.answers[PER_CITY] = replace(ws.answers[PER_CITY], confidence=0.1, chips=(Chip("quux", "ignored", "", "", 6),))
    at = unfold(ask())
    assert not at.exception
    assert "These words I do not know here." in texts(at)
    assert [(b.label, b.disabled) for b in at.button if b.label == "“quux”"] == [("“quux”", True)]


def test_a_question_back_offers_its_readings(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.answers["Orders?"] = Answer("Orders?", "Which orders?", options=(PER_CITY,), translator="rules")
    at = ask("Orders?")
    at.button(key="option-c1-0-0").click().run()
    assert [a.question for a in ws.chats.entries("c1")] == ["Orders?", PER_CITY]


def test_what_left_the_machine_and_what_was_cited_is_shown_in_full(ws: FakeWorkspace) -> None:
    shop(ws)
    call = Exchange("sql", "the <b>whole</b> prompt", "SELECT 1", 0.5, 40)
    cited = Citation("notes.md, Orders", "An order is a *purchase*.")
    ws.answers[PER_CITY] = replace(
        ws.answers[PER_CITY], exchanges=(call,), citations=(cited,), model_calls=1, tokens=40, cost=0.0012
    )
    at = unfold(ask())
    assert [t.label for t in at.tabs] == ["Question", "Way", "Cypher", "SQL", "Model", "Sources", "Steps"]
    shown = [c.value for c in at.code]
    assert [s for s in shown if s in (call.sent, call.received, cited.text)] == [call.sent, call.received, cited.text]
    assert "1 call, 40 tokens, 0.0012 US dollars. Nothing else was sent." in texts(at)


def test_what_documents_say_stands_with_its_place_and_the_way_to_it(ws: FakeWorkspace) -> None:
    shop(ws)
    said = Told("Returns are *left out*.", (Citation("notes.md, Orders, line 4", "Returns are *left out*."),))
    stop = Visited("notes.md, Orders, line 4", "Returns are left out.", "anchor", 0.5)
    ws.answers["Why?"] = Answer(
        "Why?", "I lack a word.", told=(said,), visited=(stop,), by_documents=True, understood=(("a", "b"),)
    )
    at = unfold(ask("Why?"))
    assert "Returns are \\*left out\\*." in texts(at)
    assert "notes.md, Orders, line 4" in texts(at)
    assert "I lack a word." not in texts(at)
    assert "Documents" in [t.label for t in at.tabs]
    assert rows(at)[-1] == [[1, "notes.md, Orders, line 4", "anchor", 0.5, "Returns are left out."]]
    at.toggle[0].set_value(True).run()
    assert "I lack a word." in texts(at)


@pytest.mark.slow
def test_rows_beside_the_point_are_shown_on_demand(ws: FakeWorkspace) -> None:
    shop(ws)
    said = Told("They were left out.", (Citation("notes.md, line 4", "They were left out."),))
    sure = Answer("Why?", "There are 3.", sql="SELECT 1", columns=("n",), rows=((3,),), confidence=0.9, enriched="`n`")
    ws.answers["Why?"] = replace(sure, told=(said,), by_documents=True)
    at = ask("Why?")
    assert ("They were left out." in texts(at), "There are 3." in texts(at)) == (True, False)
    assert not any("How I understood it" in t for t in texts(at))
    at.toggle[0].set_value(True).run()
    assert not at.exception
    assert "There are 3." in texts(at)


@pytest.mark.parametrize(
    ("chip", "said"),
    [
        (replace(CITY, alternatives=(("`a`.`x`", "a.x"), ("`a`.`y`", "a.y"), ("`a`.`z`", "a.z"))), False),
        (replace(CITY, alternatives=(("`a`.`x`", "a.x"), ("`a`.`City`", "a.City"), ("`a`.`z`", "a.z"))), True),
        (replace(CITY, words="place", alternatives=(("`a`.`x`", "a.x"),) * 3), True),
        (Chip("customers", "table", "`customers`", "customers", 0, (("`a`.`x`", "a.x"),) * 3), False),
        (Chip("customers", "table", "`customers`", "customers", 0, (("`a`.`customer`", "a.customer"),) * 3), False),
    ],
)
def test_a_word_taken_for_what_it_says_is_no_reason_to_doubt(chip: Chip, said: bool) -> None:
    answer = Answer("?", "2.", sql="SELECT 1", columns=("n",), confidence=0.6, chips=(chip,))
    assert ("may mean something else" in confidence.line(answer)) == said


def test_changed_sql_runs_in_place(ws: FakeWorkspace) -> None:
    shop(ws)
    at = unfold(ask())
    at.text_area(key="sql-c1-0").set_value('SELECT "city" FROM "customers" ORDER BY 1').run()
    at.button(key="run-c1-0").click().run()
    assert not at.exception
    assert rows(at) == [[["Porto", 2], ["Oslo", 1]], [["Oslo"], ["Porto"]]]


def test_what_a_database_was_asked_is_shown(ws: FakeWorkspace) -> None:
    shop(ws)
    ws._asks_database = True
    at = unfold(ask())
    assert "As PostgreSQL \\[sales] was asked" in [e.label for e in at.expander]
    assert any(c.value.startswith("ASKED SELECT") for c in at.code)


def test_sql_is_explained_in_plain_words(ws: FakeWorkspace) -> None:
    shop(ws)
    at = unfold(ask())
    at.text_area(key="sql-c1-0").set_value('SELECT "city" FROM "customers" ORDER BY 1').run()
    at.toggle(key="explain-c1-0").set_value(True).run()
    assert "2. Shows `city`.\n3. Sorts by `city`, smallest first." in texts(at)


def test_refused_sql_is_said_in_plain_words(ws: FakeWorkspace) -> None:
    shop(ws)
    at = unfold(ask())
    at.text_area(key="sql-c1-0").set_value("DROP TABLE orders").run()
    at.button(key="run-c1-0").click().run()
    assert not at.exception
    assert (at.error[0].title, at.error[0].value) == ("Only reading is allowed here.", "Start the query with SELECT.")


def test_a_cut_answer_says_how_many_rows_there_are(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.answers[PER_CITY] = replace(PER_NOTE, rows=(("a", 1),), truncated=True)
    at = ask()
    assert "The first 1 of 3 rows." in texts(at)
    assert "Files hold all rows, up to 500,000." in texts(at)
    ws.tables.remove(["orders"])
    assert "Files hold the rows shown here." in texts(at.run())


def test_files_are_offered_that_suit_the_answer(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.answers["Tables?"] = Answer("Tables?", "Two.", columns=("t",), rows=(("a",), ("b",)), confidence=1.0)
    names = [d.proto.label.partition(":")[0] for d in ask("Tables?").get("download_button")]
    assert names == ["CSV", "Excel", "Zip", "Parquet"]
    assert len(ask().get("download_button")) == 7


def test_several_questions_keep_their_own_widgets(ws: FakeWorkspace) -> None:
    shop(ws)
    other = Answer("Cities?", "Two.", sql="SELECT 1 AS one", columns=("one",), rows=((1,),), confidence=0.9)
    ws.answers["Cities?"] = other
    at = app()
    for question in (PER_CITY, "Cities?", PER_CITY):
        at.chat_input[0].set_value(question).run()
    for n in range(3):
        unfold(at, f"c1-{n}")
    first = ws.answers[PER_CITY].sql
    assert [t.value for t in at.text_area] == [first, "SELECT 1 AS one", first]
    assert len({t.key for t in at.text_area}) == 3


HOSTILE = "<img src=x onerror=alert(1)> ![p](http://evil.example/p.png) $a$ :red[b] :material/home: # *c*"


def test_hostile_text_is_shown_as_it_is(ws: FakeWorkspace) -> None:
    ws.add(HOSTILE.replace("/", "_"), [HOSTILE, "n"], [[HOSTILE, 1], ["b", 2]])
    ws.answers[HOSTILE] = Answer(
        question=HOSTILE,
        answer=HOSTILE,
        tables=(HOSTILE,),
        sql="SELECT 1",
        columns=(HOSTILE, "n"),
        rows=((HOSTILE, 1), ("b", 2)),
        confidence=0.6,
        understood=((HOSTILE, HOSTILE),),
        chips=(Chip(HOSTILE, "column", HOSTILE, "t.c", 0, ((HOSTILE, "t.d"),)),),
        alternatives=(Alternative(HOSTILE, None, 0.2),),
        warnings=(Caution("other", HOSTILE),),
        ignored=(HOSTILE,),
        citations=(Citation(HOSTILE, HOSTILE),),
        told=(Told(HOSTILE, (Citation(HOSTILE, HOSTILE),)),),
        exchanges=(Exchange(HOSTILE, HOSTILE, HOSTILE),),
        verified=HOSTILE,
        rewritten=HOSTILE,
    )
    at = unfold(ask(HOSTILE))
    assert at.dataframe[0].value.iloc[0, 0] == HOSTILE
    labels = [b.label for b in [*at.button, *at.get("menu_button"), *at.expander]]
    for shown in [*(m.value for m in [*at.markdown, *at.caption, *at.warning]), *labels]:
        assert "<img" not in shown.replace("\\<", "")
        assert ":red[" not in shown
    assert "<img" not in at.get("graphviz_chart")[0].proto.spec


def test_a_ranking_shows_its_figure_from_one_query(ws: FakeWorkspace) -> None:
    shop(ws)
    both = 'SELECT "city", "id" FROM "customers" ORDER BY "id" DESC LIMIT 1'
    answer = Answer(
        question="the last city", answer="Oslo.", tables=("customers",), columns=("city",), rows=(("Oslo",),),
        sql='SELECT "city" FROM "customers" ORDER BY "id" DESC LIMIT 1', beside=Beside("id", (2,), both),
        confidence=0.9, translator="rules",
    )  # fmt: skip
    ws.chats.add(ws.chats.new("the last city"), answer)
    at = app()
    at.session_state["chat"] = "c1"
    at = unfold(at)
    assert at.dataframe[0].value.to_dict("list") == {"city": ["Oslo"], "id": [2]}
    assert [t.value for t in at.text_area] == [both]
    csv = to_csv(gather(answer, ws.questions, ws.tables.all(), ws.folder)).decode("utf-8-sig")
    assert csv.split() == ["city,id", "Oslo,2"]


def test_codes_are_shown_with_their_labels(ws: FakeWorkspace) -> None:
    shop(ws)
    told = ws._tables["customers"]
    columns = tuple(replace(c, codes=(("1", "retail"),)) if c.name == "id" else c for c in told.columns)
    ws._tables["customers"] = replace(told, columns=columns)
    answer = Answer(
        question="ids", answer="Two.", tables=("customers",), columns=("id", "n"), rows=((1, 5), (2, 6)),
        sql='SELECT "id", COUNT(*) AS n FROM "customers" GROUP BY 1', confidence=0.9, translator="rules", chart="pie",
    )  # fmt: skip
    ws.chats.add(ws.chats.new("ids"), answer)
    at = app()
    at.session_state["chat"] = "c1"
    at.run()
    assert at.dataframe[0].value.to_dict("list") == {"id": ["1 (retail)", "2"], "n": [5, 6]}
    assert at.segmented_control(key="kind-c1-0").value == "pie"
    assert json.loads(at.get("vega_lite_chart")[0].proto.spec)["mark"]["type"] == "arc"


def test_a_word_that_was_changed_is_remembered_and_forgotten(ws: FakeWorkspace) -> None:
    shop(ws)
    answer = Answer(
        question="the total spend", answer="21.", tables=("orders",), columns=("n",), rows=((21,),), sql="SELECT 21",
        confidence=0.9, translator="rules",
        overrides=(Override("spend", "orders.id"), Override("big", "orders.note=a"), Override("clients", "customers")),
    )  # fmt: skip
    ws.chats.add(ws.chats.new("spend"), answer)
    at = app()
    at.session_state["chat"] = "c1"
    at.run()
    offers = [b for b in at.button if str(b.key).startswith("remember-")]
    assert [b.label for b in offers] == [
        "Remember that “spend” means orders.id",
        r"Remember that “big” means orders.note \= 'a'",
        "Remember that “clients” means customers",
    ]
    for offer in offers:
        offer.click().run()
    assert [(t.words, t.meaning) for t in ws.glossary.terms()] == [
        ("big", "orders.note = 'a'"),
        ("clients", "customers"),
        ("spend", "orders.id"),
    ]
    assert not [b for b in at.button if str(b.key).startswith("remember-")]
    at.button(key="forget-c1-0-0").click().run()
    assert [t.words for t in ws.glossary.terms()] == ["big", "clients"]


def test_a_word_that_is_told_in_the_chat_is_kept_with_one_click(ws: FakeWorkspace) -> None:
    shop(ws)
    answer = Answer(
        question="Remember that clients means customers", answer=kept_where("clients", "customers"), translator="rules"
    )
    ws.chats.add(ws.chats.new("clients"), answer)
    at = app()
    at.session_state["chat"] = "c1"
    at.run()
    offer = at.button(key="remember-c1-0-0")
    assert offer.label == "Remember that “clients” means customers"
    offer.click().run()
    assert [(t.words, t.meaning) for t in ws.glossary.terms()] == [("clients", "customers")]
    at.button(key="forget-c1-0-0").click().run()
    assert not ws.glossary.terms()


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("How many orders are there per city?", "how-many-orders-are-there-per-city"),
        ("../../etc: *total* of “Größe” > 5\n", "etc-total-of-größe-5"),
        ("?!", "answer"),
        ("CON", "answer-con"),
        ("word " * 40, "-".join(["word"] * 12)),
        ("x" * 300, "x" * 60),
    ],
)
def test_a_download_is_named_after_the_question(question: str, name: str) -> None:
    assert named(question) == name


def test_what_a_table_has_is_listed_and_not_drawn(ws: FakeWorkspace) -> None:
    shop(ws)
    columns = (("day", 20), ("city", 3), ("amount", 14))
    ws.answers[PER_CITY] = replace(ws.answers[PER_CITY], sql=None, columns=("column", "values"), rows=columns)
    at = ask()
    assert rows(at) == [[["day", 20], ["city", 3], ["amount", 14]]]
    assert not at.segmented_control


def test_the_group_of_rows_that_belong_to_none_is_called_so(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.answers[PER_CITY] = replace(ws.answers[PER_CITY], rows=(("Porto", 2), (None, 1)))
    assert rows(ask()) == [[["Porto", 2], ["(empty)", 1]]]
