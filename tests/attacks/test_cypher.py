"""Queries of the graph that hurt whoever rewrites them: each is refused by a sentence, at once."""

from __future__ import annotations

import re
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.errors import QueryError
from core.graph.embedded import EmbeddedGraph

ATTACKS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "cypher.toml").read_text("utf-8"))["attack"]


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedGraph]:
    made = EmbeddedGraph(tmp_path_factory.mktemp("graph") / "graph.lbug", buffer_mb=64)
    yield made
    made.close()


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda a: str(a["name"]))
def test_an_attack_is_refused_at_once(graph: EmbeddedGraph, attack: dict[str, Any]) -> None:
    cypher = re.sub(r"\{([^{}*]*)\*(\d+)\}", lambda m: m[1] * int(m[2]), attack["cypher"])
    begun = time.monotonic()
    try:
        found = graph.read(cypher)
        ended = "rows"
        assert found.rows == ((2, 2, 3),)
    except QueryError as fault:
        ended = fault.code
    assert time.monotonic() - begun < 3.0
    assert ended in attack["ends"]
