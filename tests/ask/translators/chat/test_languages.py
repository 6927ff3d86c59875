"""With a chat model: other languages in one call less than a translation would take, and questions about the schema."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.ask.language import phrases
from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import open_workspace
from tests.ask.translators.chat.conftest import NORWAY, READS_TOTAL, SQL_TOTAL, Asker, fenced, reads
from tests.fake_model_server import FakeModelServer

GERMAN = "Wie hoch ist die Summe der Gebühren aller Segler aus Norwegen?"
ENRICHED = "Summe von `amount` in `fees` für `sailors` mit `country` = 'Norway'"


def test_an_english_question_is_told_nothing_of_languages(ask: Asker) -> None:
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL))
    assert ask().language == "en"
    assert "languages" not in ask.server.prompt(0)


def test_a_german_question_is_read_translated_and_linked_in_one_call(ask: Asker) -> None:
    translated = "What is the total amount of fees of sailors from Norway?"
    ask.server.script(reads("fees", "sailors", enriched=ENRICHED, translated=translated), fenced(SQL_TOTAL))
    answer = ask(GERMAN)
    assert (answer.language, answer.model_calls, answer.rows) == ("de", 2, ((NORWAY,),))
    assert answer.answer == f"{ENRICHED}: {NORWAY}."
    read, sql = ask.server.prompt(0), ask.server.prompt(1)
    assert '<languages>\nWrite "enriched" and "why" in German; labels and values stay as they are.\n' in read
    assert 'The data is in English. Add "translated" to the reply: the whole question in English.\n</languages>' in read
    assert "“Norway”" not in read
    assert '<mentions>\n“Norway” may be "sailors"."country" = \'Norway\' (as written)\n</mentions>' in sql
    assert ask.workspace.questions.replay(answer).differs == ()


def test_the_sentence_is_in_the_askers_language(ask: Asker) -> None:
    sql = 'SELECT "name" FROM "sailors" ORDER BY "name"'
    ask.server.script(reads("sailors", enriched="`name` aller `sailors`"), fenced(sql))
    said = ask("Wie heißen denn alle Segler hier?").answer
    assert said == "`name` aller `sailors`: Astrid Moe, Bjorn Lie, Carla Friis, Dagny Holm, Eero Salo, …"
    ask.server.script(reads("sailors", enriched="keine"), fenced('SELECT "name" FROM "sailors" WHERE 1 = 0'))
    assert ask("Welche Segler haben gar keinen Namen?").answer == "Keine Zeile passt."


def test_values_stay_hidden_in_a_translation(ask: Asker) -> None:
    translated = "What is the total amount of fees of sailors from Norway?"
    ask.server.script(
        reads("fees", "sailors", enriched="Summe", translated=translated),
        fenced(SQL_TOTAL.replace("Norway", "VALUE_1")),
    )
    answer = ask(GERMAN, send_values=False)
    assert answer.rows == ((NORWAY,),)
    assert "= 'VALUE_1'" in ask.server.prompt(1)
    assert "Norway'" not in ask.server.prompt(1)


def test_when_the_model_fails_the_rules_say_so_in_german(ask: Asker) -> None:
    ask.server.script("nonsense")
    answer = ask(GERMAN)
    assert answer.sql is None
    assert answer.answer.endswith(phrases("de").unread)


SCHEMA = json.dumps({"kind": "schema", "enriched": "tables by the number of their text columns", "tables": []})
CYPHER = (
    "MATCH (t:Table)-[:HAS_COLUMN]->(c:Column) WHERE c.data_type = 'text' "
    "RETURN t.label AS `table`, count(c) AS texts ORDER BY texts DESC, `table`"
)
ODD = "Rank the tables by how many of their columns hold words"


def test_the_model_answers_about_the_schema_by_cypher(ask: Asker) -> None:
    ask.server.script(SCHEMA, f"```cypher\n{CYPHER}\n```")
    answer = ask(ODD)
    assert (answer.sql, answer.cypher, answer.model_calls) == (None, CYPHER, 2)
    assert answer.columns == ("table", "texts")
    assert answer.rows == (("sailors", 4), ("clubs", 3), ("fees", 3))
    assert answer.answer.startswith("Tables by the number of their text columns. The largest is sailors with 4.")


def test_its_cypher_is_repaired_and_guarded(ask: Asker) -> None:
    wrong = CYPHER.replace("data_type", "datatype")
    ask.server.script(SCHEMA, f"```cypher\n{wrong}\n```", f"```cypher\n{CYPHER}\n```")
    answer = ask(ODD)
    assert (answer.cypher, answer.model_calls) == (CYPHER, 3)
    assert "data_type" in ask.server.prompt(2).partition("The query was refused")[2]
    ask.server.script(SCHEMA, "```cypher\nMATCH (t:Table) DETACH DELETE t\n```")
    answer = ask(ODD)
    assert (answer.translator, answer.cypher) == ("rules", None)


@pytest.mark.parametrize("question", ["What tables are there?", "How does fees connect to clubs?"])
def test_a_question_that_rules_know_asks_no_model(ask: Asker, question: str) -> None:
    asked = len(ask.server.requests)
    answer = ask(question)
    assert (answer.model_calls, answer.translator, len(ask.server.requests)) == (0, "rules", asked)
    assert answer.rows


GEMEINDEN = """Gemeinde,Bundesland,Einwohner
Husum,Schleswig-Holstein,23000
Celle,Niedersachsen,69000
Trier,Rheinland-Pfalz,112000
"""


@pytest.mark.slow
def test_an_english_question_is_translated_for_german_data(server: FakeModelServer, tmp_path: Path) -> None:
    (tmp_path / "Gemeinden.csv").write_text(GEMEINDEN, encoding="utf-8")
    with open_workspace(Settings(workspace=tmp_path / "w"), embedder=NgramEmbedder()) as workspace:
        workspace.tables.load([tmp_path / "Gemeinden.csv"])
        sql = 'SELECT "Einwohner" FROM "Gemeinden" WHERE "Bundesland" = \'Niedersachsen\''
        translated = "Wie viele Einwohner haben die Gemeinden in Niedersachsen?"
        server.script(reads("Gemeinden", enriched="`Einwohner`", translated=translated), fenced(sql))
        answer = Asker(workspace, server)("How many people live in the towns of Lower Saxony?")
        assert (answer.language, answer.rows, answer.model_calls) == ("en", ((69000,),), 2)
        assert "<languages>\nThe data is in German. Add" in server.prompt(0)
        assert "“Niedersachsen”" in server.prompt(1)
