"""Who seems to be somebody else: whoever comes through a proxy is not at the machine, and no claim makes an address."""

from __future__ import annotations

import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core.workspace.people import Person, Role, Rules
from pages._ui import people

HELD: dict[str, list[dict[str, Any]]] = tomllib.loads((Path(__file__).parent / "people.toml").read_text("utf-8"))


@pytest.mark.parametrize("local_port", [False, True])
@pytest.mark.parametrize("request_", [pytest.param(r, id=r["name"]) for r in HELD["request"]])
def test_who_comes_through_something_is_not_at_the_machine(
    request_: dict[str, Any], local_port: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = SimpleNamespace(to_dict=lambda: request_["headers"])
    context = SimpleNamespace(headers=headers, ip_address=request_.get("address"))
    monkeypatch.setattr(people, "st", SimpleNamespace(context=context))
    assert not people.at_machine(local_port)


@pytest.mark.parametrize("held", [pytest.param(c, id=c["name"]) for c in HELD["claims"]])
@pytest.mark.parametrize("whom", ["anna@example.org", "@example.org"])
def test_no_claim_makes_an_address(held: dict[str, Any], whom: str, tmp_path: Path) -> None:
    file = tmp_path / "people.toml"
    file.write_text(f'[workspaces."*"]\nchange = ["{whom}"]\n', encoding="utf-8")
    somebody = Person.of_claims(held["claims"])
    assert Rules(file).role(somebody, "sales") is Role.NOTHING
    assert "\n" not in somebody.name
    anna = Person.of_claims({"email": " Anna@Example.org ", "email_verified": True})
    assert Rules(file).role(anna, "sales") is Role.CHANGE
