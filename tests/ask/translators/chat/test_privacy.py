"""With send_values no, nothing that stands in a cell reaches the model: the program puts the values into its SQL."""

from __future__ import annotations

import csv
import io

import pytest

from core.ask.state import Link, Mention
from core.ask.translators.chat.hiding import Hiding, values_of
from tests.ask.translators.chat.conftest import CLUBS, FEES, NORWAY, SAILORS, TOTAL, Asker, fenced, reads

CELLS = sorted(
    {cell for text in (CLUBS, SAILORS, FEES) for row in list(csv.reader(io.StringIO(text)))[1:] for cell in row if cell}
)
TYPED = {"Norway"}
"""What the question itself says."""
MARKED = (
    'SELECT SUM(f."amount") FROM "fees" f JOIN "sailors" s ON f."sailor_no" = s."sailor_no" '
    "WHERE s.\"country\" = 'VALUE_1'"
)
READS_MARK = reads(
    "fees",
    "sailors",
    enriched="sum of `amount` for `country` = 'VALUE_1'",
    filters=[{"column": "sailors.country", "op": "=", "value": "VALUE_1"}],
)


def leaked(received: str, typed: set[str] = TYPED) -> list[str]:
    """Cells that were sent; those of one or two digits could be counts, and are looked for in quotes."""
    return [
        c for c in CELLS if c not in typed and (f"'{c}'" in received if c.isdigit() and len(c) < 4 else c in received)
    ]


def test_the_question_is_answered_and_no_cell_is_sent(ask: Asker) -> None:
    ask.server.script(READS_MARK, fenced(MARKED))
    answer = ask(send_values="no")
    assert answer.rows == ((NORWAY,),)
    assert answer.sql == MARKED.replace("VALUE_1", "Norway")
    assert answer.enriched == "sum of `amount` for `country` = 'Norway'"
    assert leaked(ask.server.received) == []
    assert '"country\\" text, 3 different' in ask.server.received


def test_with_yes_cells_are_sent(ask: Asker) -> None:
    ask.server.script(READS_MARK, fenced(MARKED))
    ask(send_values="yes")
    assert {"Denmark", "Bergen", "paid late"} <= set(leaked(ask.server.received))


def test_a_value_typed_otherwise_is_sent_as_typed_only(ask: Asker) -> None:
    ask.server.script(READS_MARK, fenced(MARKED))
    answer = ask("What is the total amount of fees of sailors from norway?", send_values="no")
    assert (answer.rows, leaked(ask.server.received, set())) == (((NORWAY,),), [])


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "wrong",
    [
        MARKED.replace('"amount"', '"amuont"'),
        MARKED.replace("SUM", "SMU"),
        MARKED.replace("SUM(", "SUM(("),
        MARKED.replace('ON f."sailor_no" = s."sailor_no"', ""),
        MARKED.replace("= 'VALUE_1'", "= 'VALUE_1' AND s.\"name\" = 'nobody'"),
    ],
)
def test_nor_when_a_query_is_asked_again(ask: Asker, wrong: str) -> None:
    ask.server.script(READS_MARK, fenced(wrong))
    ask(send_values="no")
    assert leaked(ask.server.received) == []


def test_nor_for_the_closing_sentence(ask: Asker) -> None:
    ask.server.script(READS_MARK, fenced(MARKED), "said")
    answer = ask(send_values="no", prose_model="openai:prose")
    assert answer.answer != "said"
    assert [r["model"] for r in ask.server.requests] == ["stub", "stub"]


def test_nor_when_an_empty_result_could_be_mended(ask: Asker) -> None:
    ask.server.script(READS_MARK, fenced('SELECT "name" FROM "sailors" WHERE "country" = \'denmark\''))
    ask("Names of the sailors", send_values="no")
    assert leaked(ask.server.received, set()) == []
    assert len(ask.server.requests) == 2


MENTION = Mention(0, 1, "x", (Link("value", "t", "c", "O'Hare"), Link("value", "t", "c", "Oslo")))
QUOTE = Hiding(values_of((MENTION,)))


@pytest.mark.parametrize(
    ("sql", "real"),
    [
        ("SELECT 'VALUE_1', 'VALUE_2'", "SELECT 'O''Hare', 'Oslo'"),
        ("c LIKE '%VALUE_2%'", "c LIKE '%Oslo%'"),
        ('SELECT "VALUE_1", VALUE_1', 'SELECT "VALUE_1", VALUE_1'),
        ("SELECT \"it's\", 'VALUE_2'", "SELECT \"it's\", 'Oslo'"),
        ("'VALUE_3' 'VALUE_22'", "'VALUE_3' 'VALUE_22'"),
    ],
)
def test_values_are_put_into_texts_only(sql: str, real: str) -> None:
    assert QUOTE.put_into_sql(sql) == real


def test_what_was_put_in_is_taken_out_again() -> None:
    assert QUOTE.hide("c = 'O''Hare' OR c = 'Oslo'") == "c = 'VALUE_1' OR c = 'VALUE_2'"
    assert TOTAL not in QUOTE.put_back("VALUE_2")
