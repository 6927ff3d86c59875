"""Joins in doubt judged by a chat model: each pair once, in batches, and nothing that the values decide."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.ask.translators.chat.join_opinions import BATCH
from core.config import Settings
from core.errors import ModelFailed, SettingsError
from core.index.embed import NgramEmbedder
from core.match.opinions import in_doubt, pair_of, weighed
from core.model import Evidence, Join, JoinState
from core.workspace import Workspace, open_workspace
from core.workspace.translators import Translators
from tests.ask.translators.chat.conftest import filled
from tests.fake_model_server import FakeModelServer, Fault


def join(
    child: str, parent: str, state: JoinState = "probable", score: float = 0.7, offered: bool = False, held: float = 1.0
) -> Join:
    (ct, cc), (pt, pc) = child.split("."), parent.split(".")
    evidence = Evidence(held, 0.5, 0.3, False, True, "n:1", 9)
    made = Join.make_id(ct, (cc,), pt, (pc,))
    return Join(made, ct, (cc,), pt, (pc,), score, state, evidence, "because", offered=offered)


def test_only_what_the_values_leave_open_is_asked_about() -> None:
    sure = join("a.x", "b.id", "confirmed", 0.99)
    unsure = join("a.y", "b.id")
    offered = join("a.z", "b.id", "rejected", 0.2, offered=True)
    taken = join("a.x", "c.id", "rejected", 0.4, offered=True)
    loose = join("a.w", "b.id", "rejected", 0.4, offered=True, held=0.6)
    apart = join("a.v", "b.id", "rejected", 0.1)
    judged = replace(join("a.u", "b.id"), reviewed=True)
    every = [sure, unsure, offered, taken, loose, apart, judged]
    assert in_doubt(every, [], {}) == (unsure, offered)
    assert in_doubt(every, [], {pair_of(unsure): False}) == (offered,)
    said = {pair_of(j): not j.score > 0.5 for j in every}
    changed = {j.id: (j.state, j.offered, j.score) for j in weighed(every, said) if j not in every}
    assert changed == {
        "a.y=b.id": ("rejected", True, 0.4),
        "a.z=b.id": ("probable", False, 0.6),
    }


@pytest.fixture
def fleet(tmp_path: Path) -> Iterator[Workspace]:
    """Ships refer to ports by a column whose name says nothing, and to a person whose e-mail is the key."""
    ports = "port_no,harbour\n" + "".join(f"{n},Cove {n}\n" for n in range(1, 9))
    mates = "email,mate\n" + "".join(f"mate{n}@example.org,Mate {n}\n" for n in range(1, 9))
    rows = (f"Ship {n},{1 + n * 5 % 8},mate{1 + n * 3 % 8}@example.org" for n in range(40))
    ships = "ship,k,at\n" + "\n".join(rows) + "\n"
    folder = filled(tmp_path, {"ports": ports, "mates": mates, "ships": ships})
    with open_workspace(Settings(workspace=folder), embedder=NgramEmbedder()) as ws:
        yield ws


def use(ws: Workspace, server: FakeModelServer, **more: object) -> None:
    given = {"model": "openai:stub", "base_url": server.openai, "model_key": "x", "model_seconds": 5, **more}
    ws.settings.translators = Translators(Settings.read({**given, "workspace": ws.folder}, {}))


def state(ws: Workspace, join_id: str) -> tuple[str, bool]:
    return next((j.state, j.offered) for j in ws.joins.all(rejected=True) if j.id == join_id)


@pytest.mark.slow
def test_the_opinion_is_asked_for_once_and_kept(fleet: Workspace, server: FakeModelServer) -> None:
    assert state(fleet, "ships.k=ports.port_no") == ("probable", False)
    use(fleet, server)
    server.script(json.dumps({str(n): "different" for n in range(1, BATCH + 1)}))
    assert fleet.joins.ask_model() == 1
    asked = len(server.requests)
    assert asked == 1
    assert "ports" in server.received
    assert state(fleet, "ships.k=ports.port_no") == ("rejected", True)
    why = next(j.why for j in fleet.joins.all(rejected=True) if j.id == "ships.k=ports.port_no")
    assert why.endswith("; the chat model takes them for different things")
    assert (fleet.joins.ask_model(), len(server.requests)) == (0, asked)
    fleet.tables.rebuild()
    assert state(fleet, "ships.k=ports.port_no") == ("rejected", True)
    fleet.joins.review("ships.k=ports.port_no", "confirmed")
    assert state(fleet, "ships.k=ports.port_no") == ("confirmed", False)


@pytest.mark.slow
def test_a_pair_that_the_model_is_unsure_of_is_not_asked_about_again(fleet: Workspace, server: FakeModelServer) -> None:
    use(fleet, server)
    before, wanted = fleet.joins.all(rejected=True), fleet.joins.in_doubt()
    assert "ships.k=ports.port_no" in [j.id for j in wanted]
    server.script(json.dumps({str(n): "unsure" for n in range(1, len(wanted) + 1)}))
    assert (fleet.joins.ask_model(), len(server.requests)) == (0, 1)
    assert (fleet.joins.in_doubt(), fleet.joins.all(rejected=True)) == ((), before)


def test_nothing_is_said_of_private_columns_nor_cells_where_none_are_sent(
    fleet: Workspace, server: FakeModelServer
) -> None:
    use(fleet, server, send_values="no")
    server.script("{}")
    assert fleet.joins.ask_model() == 0
    assert [w for w in ("mate1", "example.org", "email", "Cove") if w in server.received] == []
    assert "port_no" in server.received


def test_a_reply_that_cannot_be_read_changes_nothing_and_a_dead_model_is_told(
    fleet: Workspace, server: FakeModelServer
) -> None:
    before = fleet.joins.all(rejected=True)
    use(fleet, server)
    server.script("I think so.")
    assert fleet.joins.ask_model() == 0
    server.script(Fault("status", 401))
    with pytest.raises(ModelFailed):
        fleet.joins.ask_model()
    assert fleet.joins.all(rejected=True) == before
    fleet.settings.translators = Translators(Settings(workspace=fleet.folder))
    with pytest.raises(SettingsError):
        fleet.joins.ask_model()
