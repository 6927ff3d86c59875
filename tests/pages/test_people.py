"""Who sits before a page, told by how the browser came; and where nobody can sign in, nobody is let in."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from core.config import Settings
from core.errors import NotAllowed
from core.workspace.people import Person
from pages._ui import people
from tests.pages.conftest import app
from tests.pages.fake import FakeWorkspace


@pytest.mark.parametrize(
    ("headers", "address", "local_port", "here"),
    [
        ({"Host": "localhost:8501", "Origin": "http://localhost:8501"}, None, False, True),
        ({"Host": "[::1]:8501", "Origin": "http://[::1]:8501"}, None, False, True),
        ({}, None, False, True),
        ({"Host": "tables.example.org"}, None, False, False),
        ({"Host": "localhost.example.org"}, None, False, False),
        ({"Host": "localhost", "X-Forwarded-For": "10.0.0.9"}, None, False, False),
        ({"Host": "localhost", "Forwarded": "for=10.0.0.9"}, None, True, False),
        ({"Host": "localhost:8501", "Origin": "http://localhost:8501"}, "172.17.0.1", False, False),
        ({"Host": "localhost:8501", "Origin": "http://localhost:8501"}, "172.17.0.1", True, True),
        ({"Host": "10.0.0.5:8501"}, "10.0.0.9", True, False),
    ],
)
def test_the_person_at_the_machine_comes_by_its_own_name_from_there(
    monkeypatch: pytest.MonkeyPatch, headers: dict[str, str], address: str | None, local_port: bool, here: bool
) -> None:
    context = SimpleNamespace(headers=SimpleNamespace(to_dict=lambda: headers), ip_address=address)
    monkeypatch.setattr(people, "st", SimpleNamespace(context=context))
    assert people.at_machine(local_port) is here


def test_a_list_without_a_sign_in_lets_nobody_in(
    ws: FakeWorkspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JOINERY_PEOPLE_FILE", str(tmp_path / "people.toml"))
    at = app()
    assert [e.title for e in at.error] == ["There is a list of who may do what, and no sign\\-in."]
    assert not at.chat_input


def test_without_the_package_a_sentence_says_what_to_install(
    ws: FakeWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "providers", lambda: {"": ""})
    monkeypatch.setattr(people, "PACKAGES", ("a_package_that_is_not_there",))
    at = app()
    assert [e.value for e in at.error] == ["pip install \\-r requirements\\-serving.txt"]
    assert not at.chat_input


def test_who_has_not_signed_in_is_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "providers", lambda: {"": ""})
    user = SimpleNamespace(is_logged_in=False, to_dict=dict)
    monkeypatch.setattr(people, "st", SimpleNamespace(user=user))
    with pytest.raises(NotAllowed):
        people.person(Settings())
    user.is_logged_in, user.to_dict = True, lambda: {"email": "a@b.c", "email_verified": True}
    assert people.person(Settings()) == Person("a@b.c", "a@b.c", verified=True)
    monkeypatch.setattr(people, "providers", dict)
    with pytest.raises(NotAllowed):
        people.person(Settings(people_file=Path("people.toml")))
