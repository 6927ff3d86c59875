"""A real MCP client at work: over stdio in a process of its own, over HTTP, and beside the server."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from core.agents.mcp_server import server
from core.agents.tools import Toolbox
from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import Workspace, open_workspace
from tests.ask.translators.chat.conftest import NORWAY, SAILING, SQL_TOTAL, TOTAL, filled

if TYPE_CHECKING:
    from mcp.client.client import Client  # every process that runs tests imports this file, and one of them needs it

ROOT = Path(__file__).parents[2]
PEOPLE = "sailor_no,email\nS01,astrid.canary@example.org\nS02,bjorn.canary@example.org\n"
TOOLS = (
    "read_schema list_tables search_tables describe_table find_joins join_path ask_question run_sql run_cypher".split()
)
Session = Callable[["Client"], Awaitable[None]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled(tmp_path_factory.mktemp("agents"), {**SAILING, "mails": PEOPLE})


@pytest.fixture(scope="module")
def sea(folder: Path) -> Iterator[Workspace]:
    with open_workspace(Settings(workspace=folder), embedder=NgramEmbedder(), read_only=True) as ws:
        yield ws


def talk(target: Any, session: Session) -> None:
    from mcp.client.client import Client

    async def run() -> None:
        async with Client(target) as client:
            await session(client)

    asyncio.run(asyncio.wait_for(run(), 60))


async def call(client: Client, tool: str, **given: Any) -> dict[str, Any]:
    done = await client.call_tool(tool, given)
    text = "".join(getattr(part, "text", "") for part in done.content)
    if done.is_error:
        return {"error": json.loads(text[text.index("{") :])}
    found: dict[str, Any] = json.loads(text)
    return found


async def looks_and_asks(client: Client) -> None:
    assert [t.name for t in (await client.list_tools()).tools] == TOOLS
    tables = await call(client, "list_tables")
    assert [(t["name"], t["rows"]) for t in tables["tables"]] == [
        ("clubs", 3),
        ("fees", 10),
        ("mails", 2),
        ("sailors", 8),
    ]
    schema = await call(client, "read_schema")
    assert (schema["tables"], schema["tables_here"]) == (4, 4)
    assert schema["schema"].startswith('table "clubs", 3 rows, one for each "club_id"\n')
    assert '\njoin "fees"."sailor_no" = "sailors"."sailor_no" (many to one)' in schema["schema"]
    path = await call(client, "join_path", tables=["fees", "clubs"])
    assert path["tables"] == ["fees", "sailors", "clubs"]
    assert path["joins"][0]["on"] == '"fees"."sailor_no" = "sailors"."sailor_no"'
    assert path["joins"][0]["rows"] == "many to one"
    answer = await call(client, "ask_question", question=TOTAL, steps=True)
    assert answer["rows"] == [[NORWAY]]
    assert answer["steps"][0]["step"] == "link"
    assert (await call(client, "run_sql", query=SQL_TOTAL))["rows"] == [[NORWAY]]


@pytest.mark.slow
def test_a_session_beside_the_server(sea: Workspace) -> None:
    talk(server(Toolbox(sea)), looks_and_asks)


@pytest.mark.slow
def test_a_session_over_stdio(folder: Path) -> None:
    from mcp import StdioServerParameters
    from mcp.client.stdio import stdio_client

    words = ["-m", "core", "mcp", "--workspace", str(folder)]
    parameters = StdioServerParameters(command=sys.executable, args=words, cwd=ROOT)
    talk(stdio_client(parameters), looks_and_asks)


@pytest.mark.slow
def test_a_session_over_http(folder: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [sys.executable, "-m", "core", "mcp", "--workspace", str(folder), "--http", str(port)]
    process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        talk(f"http://127.0.0.1:{port}/mcp", looks_and_asks)
    finally:
        process.terminate()
        process.wait(20)


@pytest.mark.slow
def test_search_describe_joins_and_cypher(sea: Workspace) -> None:
    async def session(client: Client) -> None:
        hits = (await call(client, "search_tables", query="Norway"))["hits"]
        assert (hits[0]["id"], hits[0]["value"]) == ("sailors.country", "Norway")
        described = await call(client, "describe_table", table="Sailors")
        assert (described["one_row_for_each"], described["rows"]) == (["sailor_no"], 8)
        country = next(c for c in described["columns"] if c["name"] == "country")
        assert country["common_values"] == ["Denmark", "Norway", "Finland"]
        assert {(j["on"], j["state"], j["rows"]) for j in described["joins"]} == {
            ('"sailors"."club_id" = "clubs"."club_id"', "confirmed", "many to one"),
            ('"fees"."sailor_no" = "sailors"."sailor_no"', "confirmed", "many to one"),
            ('"mails"."sailor_no" = "sailors"."sailor_no"', "confirmed", "one to one"),
        }
        joins = (await call(client, "find_joins", table="clubs"))["joins"]
        assert [(j["on"], j["state"], j["evidence"]["right_unique"]) for j in joins] == [
            ('"sailors"."club_id" = "clubs"."club_id"', "confirmed", True)
        ]
        graph = await call(client, "run_cypher", query="MATCH (t:Table) RETURN t.label AS l ORDER BY l")
        assert graph["rows"] == [["clubs"], ["fees"], ["mails"], ["sailors"]]

    talk(server(Toolbox(sea)), session)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("tool", "given", "code"),
    [
        ("run_sql", {"query": 'DROP TABLE "fees"'}, "query_refused"),
        ("run_sql", {"query": 'SELECT "amuont" FROM "fees"'}, "unknown_name"),
        ("run_cypher", {"query": "MATCH (t:Table) DETACH DELETE t"}, "query_refused"),
        ("describe_table", {"table": "sialors"}, "unknown_name"),
        ("run_sql", {"query": 'SELECT "email" FROM "mails"'}, "query_refused"),
        ("run_sql", {"query": 'SELECT * FROM "mails"'}, "query_refused"),
        ("run_sql", {"query": 'SELECT 1 FROM "mails" WHERE "email" LIKE \'a%\''}, "query_refused"),
        ("run_sql", {"query": 'SELECT x.e FROM (SELECT substr("email", 1) AS e FROM "mails") x'}, "query_refused"),
    ],
)
def test_what_is_refused_is_told(sea: Workspace, tool: str, given: dict[str, Any], code: str) -> None:
    async def session(client: Client) -> None:
        assert (await call(client, tool, **given))["error"]["code"] == code

    talk(server(Toolbox(sea)), session)


@pytest.mark.slow
def test_of_many_tables_those_that_are_asked_for_are_told(tmp_path: Path) -> None:
    kinds = [
        f"{a}{b}" for a in ("red", "wet", "old", "odd", "dry") for b in ("apples", "bells", "coins", "drums", "eggs")
    ]
    files = {kind: f"{kind}_a,{kind}_b\n0.5,1.5\n" for kind in kinds}
    with open_workspace(Settings(workspace=filled(tmp_path, {**SAILING, **files})), embedder=NgramEmbedder()) as ws:
        whole, part = Toolbox(ws).schema(), Toolbox(ws).schema("sailors from Norway", 1_000)
    assert (whole["tables"], whole["tables_here"], part["tables"]) == (28, 28, 28)
    assert part["tables_here"] < 12
    assert part["schema"].index('  "country" text') > 0
    assert 'join "sailors"."club_id" = "clubs"."club_id" (many to one)' in part["schema"]


def test_private_values_are_shown_by_no_tool(sea: Workspace) -> None:
    said: list[str] = []

    async def session(client: Client) -> None:
        for tool, given in (
            ("read_schema", {"about": "the email of bjorn"}),
            ("list_tables", {}),
            ("describe_table", {"table": "mails"}),
            ("search_tables", {"query": "bjorn.canary@example.org"}),
            ("find_joins", {}),
            ("ask_question", {"question": "List the email of all mails"}),
            ("run_sql", {"query": 'SELECT COUNT("email"), COUNT(*) FROM "mails"'}),
        ):
            said.append(json.dumps(await call(client, tool, **given)))

    talk(server(Toolbox(sea)), session)
    assert not [text for text in said if "canary" in text]
    assert "[[2, 2]]" in said[-1]


def test_saving_must_be_allowed_at_the_start(tmp_path: Path) -> None:
    async def session(client: Client) -> None:
        saved = await call(client, "save_verified_answer", question=TOTAL, sql=SQL_TOTAL)
        assert saved["saved"] == TOTAL
        answer = await call(client, "ask_question", question=TOTAL)
        assert (answer["sql"], answer["confidence"], answer["status"]) == (SQL_TOTAL, 0.98, "answered")
        summed = await call(client, "run_sql", query="SELECT 0.1 + 0.2 AS sum")
        assert summed["rows"] == [[0.3]]
        refused = await call(client, "ask_question", question="Delete all orders")
        assert (refused["status"], refused["unsure"]) == ("refused", True)

    with open_workspace(Settings(workspace=filled(tmp_path, SAILING)), embedder=NgramEmbedder()) as ws:
        talk(server(Toolbox(ws), saving=True), session)
