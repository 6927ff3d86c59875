"""With send_values no: words that stand in one cell each, and all that may carry them to a model. What is sent is
searched byte for byte."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from core.config import Settings
from core.errors import SettingsError
from core.index.embed import NgramEmbedder
from core.model import Answer
from core.workspace import Workspace, open_workspace
from core.workspace.translators import Translators
from tests.fake_model_server import FakeModelServer

REGIONS = ("Zqnorth", "Zqsouth", "Zqeast", "Zqwest", "Zqmid")
TRIPS = "trip,depot_no,skipper,state,begun,weight\n" + "".join(
    f"{1 + n},{71001 + n % 5},zqskipper{n} Zqvogel,{state},2031-0{1 + n % 9}-17,{n * 91 + 300007}\n"
    for n, state in enumerate(["zqshut", "zqopen", "zqopen"] * 20)
)
DEPOTS = "All depots of the register\n\ndepot_no,region,mail\n" + "".join(
    f"{71001 + n},{r},zqmail{n}@example.org\n" for n, r in enumerate(REGIONS)
)
DEPOTS += "\nSource: zqnote of the register\n"
TALL = "Block one\nyear,passengers\n2031,4\n2032,5\n\nBlock two\nyear,passengers\n2031,6\n2032,7\n"
ZQ = ("zq", "2031-0", "7100", "3000", "3001")
"""How every canary begins; figures of six digits too."""


@pytest.fixture(scope="module")
def server() -> Iterator[FakeModelServer]:
    with FakeModelServer() as running:
        yield running


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("canaries")
    for name, text in {"trips": TRIPS, "depots": DEPOTS, "tall": TALL}.items():
        (base / f"{name}.csv").write_text(text, encoding="utf-8")
    with open_workspace(Settings(workspace=base / "ws"), embedder=NgramEmbedder()) as ws:
        ws.tables.load(sorted(base.glob("*.csv")))
    return base


@pytest.fixture
def ws(loaded: Path, server: FakeModelServer, tmp_path: Path) -> Iterator[Workspace]:
    shutil.copytree(loaded / "ws", tmp_path / "ws")
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as opened:
        given = {"model": "openai:stub", "base_url": server.openai, "model_key": "x", "model_seconds": 5}
        found = Settings.read({**given, "send_values": "no", "workspace": opened.folder}, {})
        opened.settings.translators = Translators(found)
        yield opened


def reply(**more: object) -> str:
    plain = {"answerable": True, "enriched": "x", "tables": ["trips", "depots"], "columns": [], "filters": []}
    return json.dumps({**plain, "notes": "", **more})


def sql(text: str) -> str:
    return f"```sql\n{text}\n```"


COUNT = 'SELECT COUNT(*) FROM "trips"'
JOINED = 'SELECT d."region", COUNT(*) FROM "trips" t JOIN "depots" d ON t."depot_no" = d."depot_no" GROUP BY 1'


def leaked(server: FakeModelServer) -> list[str]:
    """What stands around each canary that was sent."""
    sent = server.received.lower()
    return [sent[max(0, at - 60) : at + 40] for c in ZQ if (at := sent.find(c)) >= 0]


def ask(ws: Workspace, server: FakeModelServer, question: str, *replies: str, hint: str = "", chat: str = "") -> None:
    server.script(*replies)
    *_, answer = ws.questions.ask(question, hint=hint, chat=chat)
    assert isinstance(answer, Answer)
    assert leaked(server) == []


def described(ws: Workspace, server: FakeModelServer) -> None:
    ws.tables.describe("depots", "Depots such as Zqnorth, and zqskipper1 Zqvogel leads one.")


def termed(ws: Workspace, server: FakeModelServer) -> None:
    ws.glossary.keep("weight", "what a trip of Zqsouth carries, if zqopen")


def documented(ws: Workspace, server: FakeModelServer) -> None:
    file = ws.folder.parent / "notes.md"
    file.write_text(
        "# depots\n\n- `region`: Zqnorth = the north, Zqsouth = the south\n- `state`: zqopen = open\n", "utf-8"
    )
    ws.tables.load([file])


def verified(ws: Workspace, server: FakeModelServer) -> None:
    ws.verified.save("How many trips begin up north?", f"{COUNT} WHERE \"state\" = 'zqopen'")


def labelled(ws: Workspace, server: FakeModelServer) -> None:
    ws.tables.label_value("trips", "state", "zqopen", "open, as zqshut is not")


def talked(ws: Workspace, server: FakeModelServer) -> None:
    chat = uuid4().hex
    ask(ws, server, "How many trips are there per region?", reply(), sql(JOINED), chat=chat)
    ask(ws, server, "and the total weight?", reply(), sql(COUNT), chat=chat)
    ask(ws, server, "only the first of them", reply(), sql(COUNT), chat=chat)


def repaired(ws: Workspace, server: FakeModelServer) -> None:
    for wrong in (
        f"{COUNT} WHERE \"stat\" = 'x'",
        'SELECT SUM("skipper") FROM "trips"',
        f"{COUNT} WHERE \"state\" = 'zz-open'",
        f"{COUNT} WHERE \"begun\" > 'nonsense'",
        'SELECT abs("skipper", 1) FROM "trips"',
        'SELECT json_extract("skipper", \'$.x\') FROM "trips"',
        'SELECT "region" FROM "depots" WHERE "region" LIKE \'z%\'',
    ):
        ask(ws, server, "How many trips begin up north?", reply(), sql(wrong), sql(COUNT), sql(COUNT))


def misread(ws: Workspace, server: FakeModelServer) -> None:
    filters = [{"column": "depots.region", "op": "=", "value": "znorth"}]
    ask(ws, server, "How many trips of znorth are there?", reply(filters=filters), sql(COUNT))
    ask(ws, server, "Which depot has most?", reply(tables=["tall"], columns=["tall.nothing"]), sql(COUNT))
    ask(ws, server, "Which depot has most?", "no JSON at all", reply(), sql(COUNT))


def written(ws: Workspace, server: FakeModelServer) -> None:
    server.script(*["A table."] * 9)
    ws.tables.describe_with_model()
    assert leaked(server) == []


def judged(ws: Workspace, server: FakeModelServer) -> None:
    server.script(*["[]"] * 9)
    ws.joins.ask_model()
    assert leaked(server) == []


def looked_up(ws: Workspace, server: FakeModelServer) -> None:
    documented(ws, server)
    server.script("{}", "{}")
    with pytest.raises(SettingsError, match="may not see values"):
        ws.tables.ask_codes("trips", "state")
    assert server.requests == []


WAYS: dict[str, Callable[[Workspace, FakeModelServer], None]] = {
    "a description": described,
    "the glossary": termed,
    "a document": documented,
    "a verified answer": verified,
    "a code's meaning": labelled,
    "a talk": talked,
    "repairs": repaired,
    "misreadings": misread,
    "descriptions by the model": written,
    "joins by the model": judged,
    "codes by the model": looked_up,
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("way", WAYS)
def test_no_cell_is_sent(way: str, ws: Workspace, server: FakeModelServer) -> None:
    server.script()
    WAYS[way](ws, server)
    for question in ("How many trips are there per region?", "What is the total weight per state in 2029?"):
        ask(ws, server, question, reply(), sql(COUNT))
        assert leaked(server) == []


def test_a_definition_of_the_glossary_still_counts(ws: Workspace, server: FakeModelServer) -> None:
    """The model works with a mark for what the definition quotes; the query has the real thing."""
    ws.glossary.keep("southern trips", "trips of depots in Zqsouth")
    marked = JOINED.replace(" GROUP BY 1", " WHERE d.\"region\" = 'VALUE_1'").replace('d."region", ', "")
    server.script(reply(), sql(marked))
    *_, answer = ws.questions.ask("How many southern trips are there?")
    assert isinstance(answer, Answer)
    assert leaked(server) == []
    assert (answer.sql, answer.rows) == (marked.replace("VALUE_1", "Zqsouth"), ((12,),))
