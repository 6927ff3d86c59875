"""Follow-ups with a model: it is told what was asked before, and says what whole question it read."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest

from core.catalogue.chats import answer_from_dict, answer_to_dict
from core.model import Answer
from tests.ask.translators.chat.conftest import NORWAY, READS_TOTAL, SQL_TOTAL, TOTAL, Asker, fenced, reads

WHOLE = "What is the total amount of fees of sailors from Denmark?"
READS_DANES = reads("fees", "sailors", enriched="sum of `amount` for Denmark", question=WHOLE)
SQL_DANES = SQL_TOTAL.replace("Norway", "Denmark")
DANES = 60 + 65 + 65


@pytest.fixture
def chat() -> str:
    return uuid4().hex


def stored(answer: Answer) -> Answer:
    return answer_from_dict(json.loads(json.dumps(answer_to_dict(answer))))


@pytest.mark.slow
def test_a_follow_up_is_read_with_what_was_asked_before(ask: Asker, chat: str) -> None:
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL), READS_DANES, fenced(SQL_DANES))
    first = ask(chat=chat)
    assert "<talk>" not in ask.server.prompt(0).split("[user]")[1]
    answer = ask("and from Denmark?", chat=chat)
    assert (answer.rows, answer.rewritten, answer.translator) == (((DANES,),), WHOLE, "openai:stub")
    assert f"<talk>\n{TOTAL}\n</talk>" in ask.server.prompt(2)
    assert f"<question>\n{WHOLE}\n</question>" in ask.server.prompt(3)
    assert first.rewritten == ""
    for made in (first, answer):
        assert ask.workspace.questions.replay(stored(made)).differs == ()


@pytest.mark.slow
def test_the_rules_follow_ups_are_made_again_too(ask: Asker, chat: str) -> None:
    ask(chat=chat, model="rules")
    answer = ask("and from Denmark?", chat=chat, model="rules")
    assert (answer.rows, answer.translator) == (((DANES,),), "rules")
    assert ask.workspace.questions.replay(stored(answer)).differs == ()


def test_without_cell_values_nothing_of_a_talk_is_sent(ask: Asker, chat: str) -> None:
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL))
    ask(chat=chat)
    ask.server.script("nobody should ask")
    answer = ask("and from Denmark?", chat=chat, send_values="no")
    assert (answer.rows, answer.translator, ask.server.requests) == (((DANES,),), "rules", [])
    assert "rules_answered" in [w.code for w in answer.warnings]


def test_a_question_of_its_own_in_a_talk(ask: Asker, chat: str) -> None:
    ask.server.script(READS_TOTAL, fenced(SQL_TOTAL))
    ask(chat=chat)
    ask.server.script(reads("clubs", columns=["clubs.harbour"]), fenced('SELECT "harbour" FROM "clubs"'))
    answer = ask("Where do the clubs lie?", chat=chat)
    assert (answer.rows, answer.rewritten) == ((("Bergen",), ("Aarhus",), ("Turku",)), "")


WAYS = ("The fees that sailors from Norway paid", "The fees that clubs in Norway were paid")
UNDECIDED = READS_TOTAL[:-1] + f', "options": {json.dumps(WAYS)}}}'


def test_the_model_may_ask_back_and_is_told_what_was_chosen(ask: Asker, chat: str) -> None:
    ask.server.script(UNDECIDED)
    back = ask(chat=chat)
    assert (back.options, back.sql, back.model_calls) == (WAYS, None, 1)
    ask.server.script(UNDECIDED, fenced(SQL_TOTAL))
    answer = ask(WAYS[1], chat=chat)
    assert (answer.rows, answer.options, answer.rewritten) == (((NORWAY,),), (), TOTAL)
    assert f"<meant>\n{WAYS[1]}\n</meant>" in ask.server.prompt(0)


@pytest.mark.parametrize("given", [{}, {"send_values": "no"}])
def test_the_model_asks_nobody_who_is_not_there_or_whose_choice_may_not_be_sent(
    given: dict[str, str], ask: Asker, chat: str
) -> None:
    ask.server.script(UNDECIDED, fenced(SQL_TOTAL))
    answer = ask(chat=chat if given else "", **given)
    assert (answer.options, answer.sql) == ((), SQL_TOTAL)
