"""What an agent may send to the tools, made to hang, swell or crash them: each ends in time, by what is said or a
fault."""

from __future__ import annotations

import json
import re
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.agents.tools import Toolbox
from core.config import Settings
from core.errors import JoineryError
from core.index.embed import NgramEmbedder
from core.workspace import open_workspace
from tests.workspace.shop import make

ATTACKS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "agents.toml").read_text("utf-8"))["attack"]
LONGEST = 300_000
"""Characters of what is sent back."""


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Toolbox]:
    base = make(tmp_path_factory.mktemp("agents"))
    with open_workspace(Settings(workspace=base / "ws"), embedder=NgramEmbedder()) as ws:
        made = Toolbox(ws)
        made.ask("How many orders are there?")  # all is loaded
        yield made


def written(given: object, times: int) -> object:
    """The argument in full."""
    if isinstance(given, list):
        return given * times
    if isinstance(given, str):
        return re.sub(r"\{([^{}]*)\*(\d+)\}", lambda m: m[1] * int(m[2]), given).replace("\\ud800", "\ud800")
    return given


@pytest.mark.sampled(6)
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda a: str(a["name"]))
def test_an_agent_hurts_nobody(tools: Toolbox, attack: dict[str, Any]) -> None:
    begun = time.monotonic()
    try:
        given = [written(g, attack.get("times", 1)) for g in attack["args"]]
        ended, said = "said", getattr(tools, attack["tool"])(*given)
    except JoineryError as fault:
        ended, said = fault.code, fault.as_dict()
    assert len(json.dumps(said)) < LONGEST
    assert time.monotonic() - begun < 20.0
    assert ended == attack["ends"]
    assert tools.sql("SELECT count(*) FROM orders")["rows"] == [[40]]
