"""What a chat model may reply to hurt whoever reads it: each reply is read, or refused as a bad one."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from core.ask.translators.chat.passages import cited
from core.ask.translators.chat.replies import (
    BadReply,
    cypher_reply,
    labels_reply,
    opinions_reply,
    read_reply,
    sql_reply,
)
from core.errors import BadCase, ModelFailed
from core.evaluate.written import records
from core.local_models import pull
from core.retrieval.strategies.llm_guided_traversal import chosen
from tests.attacks.packed import book, cell, zipped

REPLIES = {
    "lists in lists": "[" * 9_000 + "]" * 9_000,
    "objects in objects": '{"a":' * 3_000 + "1" + "}" * 3_000,
    "brackets that stay open": "[{" * 5_000,
    "a number without end": '{"choice": ' + "9" * 6_000 + ', "sql": 1, "reading": ' + "9" * 6_000 + "}",
    "a number without end as a text": '{"choice": "' + "9" * 6_000 + '"}',
    "a number of other letters": '{"choice": "٣"}',
    "a choice that is a list": '{"choice": [1], "sql": ["SELECT 1"], "cypher": {"a": 1}}',
    "numbers that are none": '{"choice": NaN, "confidence": -Infinity, "sql": null}',
    "a surrogate alone": '{"sql": "SELECT \\ud800", "reading": "\\udfff", "choice": "\\ud800"}',
    "a picture": '{"reading": "![x](http://evil.example/?q=hush)", "sql": "SELECT 1"}',
    "colours of a terminal": '{"sql": "SELECT 1", "reading": "\\u001b[2J\\u001b]0;owned\\u0007"}',
    "a page": "<html><script>alert(1)</script></html>",
    "a call of a tool": '<tool_call>{"name": "load", "arguments": {"path": "/etc/passwd"}}</tool_call>',
    "thoughts without end": "<think>" * 5_000,
    "fences without end": "```json\n" * 3_000,
    "stars without end": "*" * 50_000,
    "blanks without end": " " * 200_000 + "{" + " " * 200_000,
    "two objects": '{"choice": 1}{"choice": 2}',
    "nothing": "",
    "a zero": "\0",
    "keys twice": '{"sql": "SELECT 1", "sql": "DROP TABLE words"}',
    "a citation of what is not there": '[{"text": "Everybody pays.", "cites": [99999999999999999999, -1, true, 0]}]',
}


@pytest.mark.parametrize("reply", REPLIES.values(), ids=REPLIES)
def test_a_reply_is_read_or_is_a_bad_one(reply: str) -> None:
    for read in (read_reply, sql_reply, cypher_reply, labels_reply, lambda text: opinions_reply(text, 3)):
        with suppress(BadReply):
            read(reply)
    assert chosen(reply, 3) in (None, 0, 1, 2, 3)
    assert cited(reply, "Who pays?", ["Nobody pays."]) == []
    with suppress(ModelFailed):
        pull._read(reply.encode("utf-8", "replace"), "small")


@pytest.mark.parametrize("name", ["lists in lists", "objects in objects", "a number without end"])
def test_such_a_file_of_questions_is_told(name: str) -> None:
    with pytest.raises(BadCase):
        list(records(Path("questions.json"), REPLIES[name].encode()))


@pytest.mark.parametrize(
    "data",
    [
        zipped({"xl/workbook.xml": b" " * (40 << 20)}),
        zipped({"a.csv": b"question,answer"}),
        book(cell("question") + "<row><c r='??'>"),
        book("<c>" * 2_000),
        book(cell("question"))[:-40],
        b"PK\x03\x04" + b"\0" * 400,
    ],
    ids=["it swells", "no workbook", "a cell that is nowhere", "cells in cells", "cut off", "only a beginning"],
)
def test_such_a_workbook_of_questions_is_told(data: bytes) -> None:
    with pytest.raises(BadCase):
        list(records(Path("questions.xlsx"), data))
