"""Questions answered by a chat model: how many calls, what is asked again, what is said beside the answer."""

from __future__ import annotations

import pytest

from core.model import Caution, Override
from tests.ask.translators.chat.conftest import NORWAY, READS_TOTAL, SQL_TOTAL, TOTAL, Asker, fenced, reads

NOTED = SQL_TOTAL + ' AND f."note" IS NOT NULL'


@pytest.mark.parametrize(
    ("model", "protocol"),
    [("openai:stub", "openai"), ("ollama:llama3.1:8b", "ollama"), ("stub", "openai"), ("stub", "ollama")],
)
def test_a_plain_question_takes_two_calls(ask: Asker, model: str, protocol: str) -> None:
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL))
    answer = ask(model=model, base_url=getattr(ask.server, protocol))
    assert (answer.rows, answer.sql) == (((NORWAY,),), SQL_TOTAL)
    assert (answer.model_calls, len(ask.server.requests), answer.tokens) == (2, 2, 240)
    assert answer.translator == (model if ":" in model else "openai:stub")
    assert answer.answer == f"Sum of `amount` of `fees` for `sailors` with `country` = 'Norway': {NORWAY}."
    expected = [(s.name, s.state) for s in ask.steps if s.state != "started"]
    assert expected == [(n, "done") for n in ("link", "read", "path", "query", "run")]
    assert [e.join_id for e in answer.path] == ["fees.sailor_no=sailors.sailor_no"]
    assert ("Norway", "`sailors`.`country` = 'Norway'") in answer.understood
    assert answer.cypher is not None
    assert answer.cypher.startswith("MATCH (n0:Table {id: $g1})")


def test_the_prompts_hold_what_reading_and_writing_need(ask: Asker) -> None:
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL))
    ask(hint="amount is in crowns")
    read, sql = ask.server.prompt(0), ask.server.prompt(1)
    for line in (
        "\"country\" text, only 'Denmark', 'Norway', 'Finland'",
        '"amount" integer, 7 different, 30 to 65',
        'join "fees"."sailor_no" = "sailors"."sailor_no" (many to one)',
        '<mentions>\n“Norway” may be "sailors"."country" = \'Norway\' (as written)\n</mentions>',
        "<hint>\namount is in crowns\n</hint>",
        f"<question>\n{TOTAL}\n</question>",
    ):
        assert line in read
    for line in (
        '<path>\njoin "fees"."sailor_no" = "sailors"."sailor_no" (many to one)\n</path>',
        'condition: "sailors"."country" = \'Norway\'',
        "<hint>\namount is in crowns\n</hint>",
        "You write one SQLite SELECT",
        '  "amount" integer, 7 different, 30 to 65',
    ):
        assert line in sql
    assert "clubs" not in sql, "no table that is not on the path"
    assert "<mentions>" not in sql, "the reading has said it"
    assert "{{" not in read + sql


def test_figures_among_the_columns_cost_no_further_call(ask: Asker) -> None:
    figures = ["COUNT(*)", "sum(fees.amount)", "sailors.*", "sailors.country"]
    having = [{"column": "COUNT(fees.fee_no)", "op": ">", "value": 1}]
    ask.server.script(reads("fees", "sailors", columns=figures, filters=having), fenced(SQL_TOTAL))
    answer = ask()
    assert (answer.rows, answer.model_calls) == (((NORWAY,),), 2)
    assert "condition: COUNT(fees.fee_no) > 1" in ask.server.prompt(1)


def test_a_single_table_needs_no_join(ask: Asker) -> None:
    ask.server.script(reads("clubs", columns=["clubs.harbour"]), fenced('SELECT "harbour" FROM "clubs"'))
    answer = ask("Where do the clubs lie?")
    assert answer.rows == (("Bergen",), ("Aarhus",), ("Turku",))
    assert (answer.path, answer.tables, answer.model_calls) == ((), ("clubs",), 2)


@pytest.mark.slow
def test_tables_between_are_found_by_the_program(ask: Asker) -> None:
    sql = (
        'SELECT c."club", SUM(f."amount") FROM "fees" f JOIN "sailors" s ON f."sailor_no" = s."sailor_no" '
        'JOIN "clubs" c ON s."club_id" = c."club_id" GROUP BY c."club_id", c."club"'
    )
    ask.server.script(reads("clubs", "fees"), fenced(sql))
    answer = ask("How much did each club's members pay?")
    assert sorted(answer.rows) == [("Albatross", 175), ("Barnacle", 190), ("Cormorant", 95)]
    assert {e.join_id for e in answer.path} == {"fees.sailor_no=sailors.sailor_no", "sailors.club_id=clubs.club_id"}


def test_a_wrong_name_is_asked_again_with_the_fault_and_what_is_close(ask: Asker) -> None:
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL.replace('f."amount"', 'f."amuont"')), fenced(SQL_TOTAL))
    answer = ask()
    assert (answer.rows, answer.model_calls) == (((NORWAY,),), 3)
    system, again = (m["content"] for m in ask.server.requests[2]["messages"])
    assert "You mend one SQL query" in system
    assert 'SUM(f."amuont")' in again.partition("<query>")[2]
    assert "<fault>\nThere is no column “f.amuont”.\n</fault>" in again
    assert '<offers>\nNames that exist and are close: "amount"\n</offers>' in again
    assert 'table "fees": "fee_no", "sailor_no", "year", "amount", "note"' in again
    assert again.endswith("Write the query anew without this fault.")
    assert len(again) < len(ask.server.prompt(1)) / 2, "the prompt is not sent again"
    assert ("query", "repaired") in [(s.name, s.state) for s in ask.steps]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("first", "expected"),
    [
        ("The tables are fees and sailors.", "The reply is not JSON"),
        (reads(), '"tables" must name at least one table.'),
        (reads("fee"), "There is no table fee."),
        (reads("fees", columns=["fees.ammount"]), "There is no column fees.ammount."),
        (reads("fees", columns="amount"), '"columns" must be a list of texts.'),
        (reads("fees", filters=[{"op": "="}]), '"filters" must be a list'),
        (f"```json\n{reads('fees')}\n```\n```json\n{reads('fees')}\n```", "There are 2 code blocks."),
    ],
)
def test_a_reading_that_does_not_parse_is_asked_again(ask: Asker, first: str, expected: str) -> None:
    ask.server.script(first, READS_TOTAL, fenced(SQL_TOTAL))
    answer = ask()
    assert (answer.rows, answer.model_calls) == (((NORWAY,),), 3)
    assert expected in ask.server.requests[1]["messages"][-1]["content"]
    assert answer.translator == "openai:stub"


def test_small_models_may_think_aloud_fence_and_quote(ask: Asker) -> None:
    thought = "<think>fees or sailors? {not json}</think>\n"
    ask.server.script(
        f"{thought}```json\n{reads('FEES', '`sailors`')}\n```", f"Here it is:\n{fenced(SQL_TOTAL)}\nEnjoy!"
    )
    assert (ask().rows, len(ask.server.requests)) == (((NORWAY,),), 2)


def test_always_wrong_is_bounded_and_the_rules_answer(ask: Asker) -> None:
    ask.server.script(READS_TOTAL, fenced('SELECT "wrong" FROM "fees"'))
    answer = ask()
    assert (answer.rows, answer.translator) == (((NORWAY,),), "rules")
    assert len(ask.server.requests) == 4
    (failed,) = [w for w in answer.warnings if w.code == "model_failed"]
    assert failed.message == (
        "The queries of the chat model openai:stub did not work. There is no column “wrong”. "
        "The rules answered instead."
    )


def test_calls_are_bounded_by_the_setting(ask: Asker) -> None:
    ask.server.script("nonsense")
    assert ask(model_calls=2).translator == "rules"
    assert len(ask.server.requests) == 2


def test_when_nobody_understands_the_fault_is_said_too(ask: Asker) -> None:
    ask.server.script("nonsense")
    answer = ask("Quux?")
    assert (answer.sql, answer.rows, answer.translator) == (None, (), "rules")
    assert answer.answer.startswith("The chat model openai:stub did not help. 3 of its replies could not be used.")
    assert answer.answer.endswith("None of the words match a table, a column or a value.")


def test_a_model_may_say_that_the_tables_do_not_hold_it(ask: Asker) -> None:
    ask.server.script('{"answerable": false, "why": "No table holds the weather."}')
    answer = ask("Will it rain?")
    assert (answer.sql, answer.answer, answer.translator) == (None, "No table holds the weather.", "openai:stub")


def test_where_the_rules_are_sure_they_answer_what_the_model_will_not(ask: Asker) -> None:
    ask.server.script('{"answerable": false, "why": "I see no fees."}')
    answer = ask("How many fees are there?")
    assert (answer.rows, answer.translator) == (((10,),), "rules")
    assert answer.warnings == (Caution("translators_differ", "The chat model finds no answer here: I see no fees."),)


# the queries' meaning


def test_repeated_rows_are_mended_once(ask: Asker) -> None:
    wrong = 'SELECT COUNT(s."sailor_no") FROM "sailors" s JOIN "fees" f ON f."sailor_no" = s."sailor_no"'
    right = 'SELECT COUNT(*) FROM "sailors" s WHERE EXISTS (SELECT 1 FROM "fees" f WHERE f."sailor_no" = s."sailor_no")'
    ask.server.script(reads("sailors", "fees"), fenced(wrong), fenced(right))
    answer = ask("How many sailors paid?")
    assert (answer.rows, answer.sql) == (((6,),), right)
    again = ask.server.requests[2]["messages"][-1]["content"]
    assert "a join may repeat rows" in again
    assert "counts rows of sailors more than once: each may meet several rows of fees." in again
    assert again.endswith("If the query is right as it stands, reply with the same query.")
    assert not {"fan_out", "model_failed"} & {w.code for w in answer.warnings}


def test_a_join_that_repeats_no_row_is_not_doubted(ask: Asker) -> None:
    """Sailor and year together are the key of the fees of one year, though no column is one."""
    sql = (
        'SELECT COUNT(s."sailor_no") FROM "sailors" s JOIN "fees" f ON f."sailor_no" = s."sailor_no" '
        'WHERE f."year" = 2022'
    )
    ask.server.script(reads("sailors", "fees"), fenced(sql))
    answer = ask("How many sailors paid in 2022?")
    assert (answer.rows, answer.sql, answer.model_calls) == (((5,),), sql, 2)
    assert "fan_out" not in {w.code for w in answer.warnings}


def test_a_model_that_insists_is_heard_and_people_are_told(ask: Asker) -> None:
    wrong = 'SELECT COUNT(s."sailor_no") FROM "sailors" s JOIN "fees" f ON f."sailor_no" = s."sailor_no"'
    ask.server.script(reads("sailors", "fees"), fenced(wrong))
    answer = ask("How many sailors paid?")
    assert (answer.rows, len(ask.server.requests)) == (((10,),), 3)
    assert "fan_out" in {w.code for w in answer.warnings}
    assert answer.confidence < 0.5


def test_a_doubted_query_stands_when_the_next_ones_are_worse(ask: Asker) -> None:
    doubted = 'SELECT COUNT(s."sailor_no") FROM "sailors" s JOIN "fees" f ON f."sailor_no" = s."sailor_no"'
    ask.server.script(reads("sailors", "fees"), fenced(doubted), fenced('SELECT "wrong" FROM "fees"'))
    answer = ask("How many sailors paid?")
    assert (answer.rows, answer.sql, answer.translator) == (((10,),), doubted, "openai:stub")


def test_a_join_that_nobody_found_is_asked_again_then_said(ask: Asker) -> None:
    odd = 'SELECT s."name" FROM "sailors" s JOIN "clubs" c ON s."name" = c."club"'
    ask.server.script(reads("sailors", "clubs"), fenced(odd))
    answer = ask("Which sailors bear a club's name?")
    assert "unknown_join" in {w.code for w in answer.warnings}
    again = ask.server.requests[2]["messages"][-1]["content"]
    assert '<joins>\njoin "sailors"."club_id" = "clubs"."club_id" (many to one)\n</joins>' in again


def test_leaving_the_path_is_said_and_not_refused(ask: Asker) -> None:
    sql = (
        'SELECT SUM(f."amount") FROM "fees" f JOIN "sailors" s ON f."sailor_no" = s."sailor_no" '
        'JOIN "clubs" c ON s."club_id" = c."club_id" WHERE s."country" = \'Norway\''
    )
    ask.server.script(READS_TOTAL, fenced(sql))
    answer = ask()
    assert (answer.rows, answer.model_calls) == (((NORWAY,),), 2)
    assert (
        Caution("off_path", "The SQL joins clubs.club_id = sailors.club_id, which is not on the path shown.")
        in answer.warnings
    )


def test_an_empty_result_gets_one_more_round_with_stored_values(ask: Asker) -> None:
    lower = SQL_TOTAL.replace('SUM(f."amount")', 'f."amount"').replace("Norway", "norwegian")
    ask.server.script(READS_TOTAL, fenced(lower.replace("norwegian", "norway")), fenced(SQL_TOTAL))
    answer = ask()
    assert (answer.rows, answer.model_calls) == (((NORWAY,),), 3)
    again = ask.server.requests[2]["messages"][-1]["content"]
    assert '<offers>\nValues in the data that are close: "sailors"."country" = \'Norway\'\n</offers>' in again


def test_what_stays_empty_is_answered_empty(ask: Asker) -> None:
    empty = 'SELECT "name" FROM "sailors" WHERE "country" = \'norway\''
    ask.server.script(reads("sailors"), fenced(empty))
    answer = ask("Names of the sailors from norway")
    assert (answer.rows, len(ask.server.requests), answer.translator) == ((), 3, "openai:stub")
    assert "empty" in {w.code for w in answer.warnings}


def test_an_empty_result_is_not_doubted_when_the_value_is_there(ask: Asker) -> None:
    empty = 'SELECT "name" FROM "sailors" WHERE "country" = \'Norway\' AND "sailor_no" > \'S99\''
    ask.server.script(reads("sailors"), fenced(empty))
    assert (ask("Norwegians after S99").rows, len(ask.server.requests)) == ((), 2)


# the path


def test_tables_that_nothing_connects_are_no_fault(ask: Asker) -> None:
    join = next(j for j in ask.workspace.joins.all() if j.parent_table == "clubs")
    ask.workspace.joins.review(join.id, "rejected")
    try:
        sql = 'SELECT (SELECT COUNT(*) FROM "clubs"), (SELECT COUNT(*) FROM "sailors")'
        ask.server.script(reads("clubs", "sailors"), fenced(sql))
        answer = ask("How many clubs are there, and how many sailors?")
        assert (answer.rows, answer.model_calls) == (((3, 8),), 2)
        assert 'no join was found for "sailors"' in ask.server.prompt(1)
        assert not [line for line in ask.server.prompt(1).splitlines() if line.startswith("join") and "club_id" in line]
    finally:
        ask.workspace.joins.review(join.id, None)


# two translators


@pytest.mark.slow
def test_agreement_raises_the_confidence_and_difference_is_told(ask: Asker) -> None:
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL))
    agreed = ask()
    assert (agreed.warnings, agreed.confidence) == ((), 0.94)
    ask.server.script(reads("fees", "sailors", enriched="sum of `amount` with a note"), fenced(NOTED))
    differing = ask()
    assert differing.rows == ((40 + 40 + 35,),)
    (caution,) = differing.warnings
    assert caution.code == "translators_differ"
    assert caution.message.startswith("Read by the rules, the question is: ")
    assert caution.message.endswith(f"That gives 1 row: {NORWAY}.")
    assert differing.confidence < 0.7
    other = differing.alternatives[0]
    assert (other.enriched in caution.message, ask.workspace.questions.sql(str(other.sql)).rows) == (True, ((NORWAY,),))
    assert other.enriched not in [a.enriched for a in agreed.alternatives]
    ask.server.script("nobody should ask")
    chosen = ask(reading=other.enriched)
    assert (chosen.rows, chosen.translator, chosen.warnings) == (((NORWAY,),), "rules", ())
    assert ask.server.requests == []


def test_what_a_person_says_that_words_mean_is_told(ask: Asker) -> None:
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL))
    overrides = (Override("amount", "fees.amount"), Override("total", ""), Override("Norway", "sailors.country=Norway"))
    answer = ask(overrides=overrides)
    assert answer.rows == ((NORWAY,),)
    for n in (0, 1):
        assert '“amount” means "fees"."amount", the person says\n' in ask.server.prompt(n)
        assert "“total” means nothing here, the person says\n" in ask.server.prompt(n)
        assert '“Norway” means "sailors"."country" = \'Norway\', the person says\n' in ask.server.prompt(n)
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL))
    ask(overrides=overrides, send_values="no")
    assert "\"country\" = 'VALUE_1', the person says" in ask.server.prompt(0)


# the closing sentence


def test_a_prose_model_words_the_answer_if_it_invents_nothing(ask: Asker) -> None:
    said = f"Sailors from Norway paid {NORWAY} in fees."
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL), said)
    assert ask(prose_model="openai:prose").answer == said
    assert [r["model"] for r in ask.server.requests] == ["stub", "stub", "prose"]
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL), "They paid about 1,000,000.")
    template = f"Sum of `amount` of `fees` for `sailors` with `country` = 'Norway': {NORWAY}."
    assert ask(prose_model="openai:prose").answer == template
