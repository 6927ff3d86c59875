"""`python -m core find`: a portal searched, looked at, loaded from, and a table compared, each as one JSON object."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core import __main__ as cli
from core.index import embed
from core.index.embed import NgramEmbedder
from tests.portals import fake_portals as fakes
from tests.portals.loopback import Given, Loopback


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, server: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOINERY_WORKSPACE", str(tmp_path / "ws"))
    monkeypatch.setenv("JOINERY_PORTAL_HOSTS", server.host)
    monkeypatch.setattr(embed, "best_embedder", lambda cache: (NgramEmbedder(), "By spelling."))
    fakes.ckan(server)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    capsys.readouterr()
    status = cli.main(["find", *arguments])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return status, found


@pytest.mark.slow
def test_search_look_load_and_compare(capsys: pytest.CaptureFixture[str], server: Loopback) -> None:
    question = "How many bicycles were there per day?"
    status, found = run(capsys, question, "--portal", server.url, "--preview", "1")
    assert (status, found["portal"]["kind"], found["words"], found["hits"][0]["title"], found["hits"][0]["best"]) == (
        0,
        "ckan",
        ["bicycles"],
        "Bicycle counts",
        1,
    )
    assert found["preview"]["rows"][0] == ["C1", "2023-05-01", "120"]
    status, found = run(capsys, question, "--portal", server.url, "--load", "1", "2.1")
    assert (status, sorted(t["label"] for t in found["loaded"]["tables"])) == (
        0,
        ["Bicycle counters: where they stand", "Bicycle counts"],
    )
    server.pages["/files/counts.csv"] = Given(fakes.COUNTS + b"C9,2023-06-01,5\n", headers={"ETag": '"c2"'})
    status, found = run(capsys, "--newer", "Bicycle counts")
    assert (status, found["newer"], found["rows"], "replaced" in found) == (0, True, {"now": 3, "then": 4}, False)
    status, found = run(capsys, "--newer", "Bicycle counts", "--replace")
    assert [t["rows"] for t in found["replaced"]["tables"]] == [4]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), "usage"),
        (("bicycles",), "usage"),
        (("bicycles", "--portal", "ftp://data.example.org"), "address_refused"),
        (("bicycles", "--portal", "http://127.0.0.1:1"), "address_refused"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[str, ...], code: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, found = run(capsys, *arguments)
    assert (status, found["error"]["code"]) == (1, code)


def test_a_number_that_is_none_is_said(capsys: pytest.CaptureFixture[str], server: Loopback) -> None:
    status, found = run(capsys, "bicycles", "--portal", server.url, "--load", "99")
    assert (status, found["error"]["message"]) == (1, "There is no file 99 that can be loaded.")


def test_the_portals_are_listed_without_asking_any(capsys: pytest.CaptureFixture[str], server: Loopback) -> None:
    status, found = run(capsys, "--portals")
    assert (status, found["portals"][0]["kind"], server.asked) == (0, "ckan", [])
