"""Canaries: values of private columns, searched byte for byte in everything that was sent to any model."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.ask.state import Question
from core.catalogue.verified_answers import Verified
from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import Workspace, open_workspace
from core.workspace.translators import verifying
from tests.ask.translators.chat.conftest import Asker, fenced, filled, reads
from tests.fake_model_server import FakeModelServer

MEMBERS = """member_no,name,contact,pass_hash,ssn,town
M1,Ann,ann.canary@example.org,$2b$12$CANARYcanaryCANARYcanary1,711-45-0001,Oslo
M2,Bob,bob.canary@example.org,$2b$12$CANARYcanaryCANARYcanary2,711-45-0002,Turku
M3,Cid,cid.canary@example.org,$2b$12$CANARYcanaryCANARYcanary3,711-45-0003,Oslo
M4,Dee,dee.canary@example.org,$2b$12$CANARYcanaryCANARYcanary4,711-45-0004,Bergen
"""
LOANS = """loan_no,borrower,fine,remark
L1,ann.canary@example.org,5,late
L2,ann.canary@example.org,7,tell ann.canary@example.org
L3,bob.canary@example.org,9,late
L4,dee.canary@example.org,2,late
"""
CANARIES = [cell for row in MEMBERS.splitlines()[1:] for cell in row.split(",")[2:5]]
ANN = "ann.canary@example.org"
FINES = "What is the total fine of loans of ann.canary@example.org?"
WHERE = "\"borrower\" = 'VALUE_1'"
SQL = f'SELECT SUM("fine") FROM "loans" WHERE {WHERE}'
READS = reads(
    "loans",
    enriched="sum of `fine` for `borrower` = 'VALUE_1'",
    columns=["loans.fine"],
    filters=[{"column": "loans.borrower", "op": "=", "value": "VALUE_1"}],
)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Workspace]:
    folder = filled(tmp_path, {"members": MEMBERS, "loans": LOANS})
    with open_workspace(Settings(workspace=folder), embedder=NgramEmbedder()) as ws:
        yield ws


@pytest.fixture
def ask(library: Workspace, server: FakeModelServer) -> Asker:
    server.script(READS, fenced(SQL))
    return Asker(library, server)


def described(ws: Workspace) -> tuple[Any, ...]:
    return ws.tables.all(), ws.joins.all(), ws.tables.all(), threading.Event()


def sent(server: FakeModelServer) -> list[str]:
    """The canaries in what was received, instructions too."""
    everything = json.dumps(server.requests, ensure_ascii=False).casefold()
    return [c for c in CANARIES if c.casefold() in everything]


def test_what_is_private_is_marked_at_load(library: Workspace) -> None:
    found = {c.id: c.private for t in library.tables.all() for c in t.columns if c.private}
    assert found == {
        "members.contact": "e-mail addresses",
        "members.pass_hash": "passwords",
        "members.ssn": "national numbers",
        "loans.borrower": "e-mail addresses",
    }


@pytest.mark.sampled(2)
@pytest.mark.parametrize("send", ["yes", "no"])
def test_a_value_that_was_typed_is_asked_about_and_not_sent(ask: Asker, send: str) -> None:
    answer = ask(FINES, send_values=send)
    assert (answer.rows, answer.sql) == (((12,),), SQL.replace("VALUE_1", ANN))
    assert answer.enriched == f"sum of `fine` for `borrower` = '{ANN}'"
    assert sent(ask.server) == []
    assert "total fine of loans of VALUE_1?" in ask.server.prompt(0)
    assert '"contact" text, unique, e-mail addresses, hidden from you' in ask.server.prompt(0)
    assert ask.workspace.questions.replay(answer).differs == ()


@pytest.mark.slow
def test_nor_in_capitals_in_hints_nor_in_a_talk(ask: Asker) -> None:
    ask(FINES.upper(), hint="her means ann.canary@example.org", chat="c")
    ask.server.replies = (READS, fenced(SQL))
    ask("And those of bob.canary@example.org and 711-45-0003?", chat="c")
    assert len(ask.server.requests) >= 3
    assert sent(ask.server) == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "wrong",
    [
        SQL.replace('"fine"', '"fien"'),
        SQL.replace("SUM", "SMU"),
        f'SELECT "name" FROM "members" WHERE "contact" = \'{ANN.upper()}\'',
        'SELECT COUNT(m."contact") FROM "members" m JOIN "loans" l ON l."borrower" = m."contact" AND l.' + WHERE,
    ],
)
def test_nor_in_a_repair(ask: Asker, wrong: str) -> None:
    ask.server.script(READS, fenced(wrong), fenced(SQL))
    ask(FINES)
    sent = [r for r in ask.server.requests if ANN.upper() not in json.dumps(r)]
    assert [c for c in CANARIES if c in json.dumps(sent)] == []


class Near:
    """A verified answer to a like question, which names somebody."""

    def same(self, question: Question) -> None:
        return None

    def like(self, question: Question) -> tuple[Verified, ...]:
        return (Verified("1", FINES, SQL.replace("VALUE_1", ANN)),)


@pytest.mark.slow
def test_nor_in_examples_of_verified_answers(ask: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    ws = ask.workspace
    monkeypatch.setattr(ws.questions, "_making", lambda: verifying(ws.settings.translators.make, Near()))
    ask("What is the total fine of late loans of bob.canary@example.org?")
    unnumbered = re.sub(r"VALUE_\d+", "VALUE_", ask.server.prompt(0))
    assert f"{SQL}\n</verified>".replace("VALUE_1", "VALUE_") in unnumbered
    assert sent(ask.server) == []


@pytest.mark.slow
def test_nor_in_the_closing_sentence_nor_in_descriptions(ask: Asker) -> None:
    rows = 'SELECT "contact", "name" FROM "members"'
    ask.server.script(reads("members"), fenced(rows), "said")
    assert len(ask("List the members' contact and name", prose_model="openai:prose").rows) == 4
    assert [r["model"] for r in ask.server.requests] == ["stub", "stub"]
    ask.server.script("A table.")
    found = list(ask.workspace.settings.translators.describe(*described(ask.workspace)))
    assert [d.fault for d in found] == ["", ""]
    assert sent(ask.server) == []


@pytest.mark.slow
def test_free_text_with_an_address_is_no_example(ask: Asker) -> None:
    ask("What is the total fine?")
    assert "'late'" in ask.server.prompt(0)
    assert sent(ask.server) == []


@pytest.mark.slow
def test_a_person_decides(ask: Asker) -> None:
    ws = ask.workspace
    ws.tables.keep_private("members", "contact", False)
    ws.tables.keep_private("members", "town", True)
    ask("How many members are there?")
    assert sent(ask.server)[:1] == [ANN], "opened"
    assert "Turku" not in ask.server.received
    column = next(c for t in ws.tables.all() if t.name == "members" for c in t.columns if c.name == "town")
    assert column.private == "marked by a person"
    ws.tables.load([ws.folder.parent / "members.csv"])
    kept = {c.name: c.private for t in ws.tables.all() if t.name == "members" for c in t.columns}
    assert (kept["town"], kept["contact"], kept["ssn"]) == ("marked by a person", "", "national numbers")
