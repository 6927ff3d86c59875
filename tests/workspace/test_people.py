"""Who may do what: the operator's file, the handle of each person, the log of what they did."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.config import Settings
from core.errors import JoineryError, NotAllowed, SettingsError, WorkspaceUnwritable
from core.index.embed import NgramEmbedder
from core.workspace import Workspace, open_workspace
from core.workspace.action_log import ActionLog
from core.workspace.admission import ALLOWED, subject_of
from core.workspace.people import Person, Role, Rules
from core.workspace.registry import Workspaces
from core.workspace.uploads import keep_uploads

ROOT = Path(__file__).parents[2]
RULES = """
[workspaces."*"]
look = ["@example.org"]
[workspaces.ws]
ask = ["*"]
change = ["Anna@example.org", "kim@example.org", "@data.example.org"]
"""


def person(email: str, verified: bool = True) -> Person:
    return Person.of_claims({"email": email, "email_verified": verified})


@pytest.fixture
def rules(tmp_path: Path) -> Rules:
    path = tmp_path / "people.toml"
    path.write_text(RULES, encoding="utf-8")
    return Rules(path)


@pytest.mark.parametrize(
    ("email", "verified", "here", "elsewhere"),
    [
        ("anna@example.org", True, Role.CHANGE, Role.LOOK),
        ("ANNA@Example.ORG", True, Role.CHANGE, Role.LOOK),
        ("anna@example.org", False, Role.ASK, Role.NOTHING),
        ("x@data.example.org", True, Role.CHANGE, Role.NOTHING),
        ("ben@example.org", True, Role.ASK, Role.LOOK),
        ("ben@example.org.evil.net", True, Role.ASK, Role.NOTHING),
        ("ben@evil.net@example.org", True, Role.ASK, Role.NOTHING),
        ("@example.org", True, Role.ASK, Role.NOTHING),
        ("\u212aim@example.org", True, Role.ASK, Role.LOOK),
        ("*", True, Role.ASK, Role.NOTHING),
        ("", True, Role.ASK, Role.NOTHING),
    ],
)
def test_a_role_is_the_most_that_any_line_grants(
    rules: Rules, email: str, verified: bool, here: Role, elsewhere: Role
) -> None:
    who = person(email, verified)
    assert (rules.role(who, "ws"), rules.role(who, "other")) == (here, elsewhere)


def test_without_a_file_who_is_let_in_may_change_and_only_the_machine_operates() -> None:
    assert Rules(None).role(person("a@b.c"), "ws") is Role.CHANGE
    assert Rules(None).role(Person("me", at_machine=True), "ws") is Role.OPERATE


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[workspaces.ws]\nlok = []", "“lok” of “ws” is not look, ask or change with a list of people"),
        ("[workspaces.ws]\nlook = 'a@b.c'", "“look” of “ws” is not look, ask or change with a list of people"),
        ("[workspace.ws]\nlook = []", "“workspace” means nothing there"),
        ("[workspaces]\nws = 3", "“ws” is not a part of its own"),
    ],
)
def test_a_file_that_is_wrong_lets_nobody_in(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "people.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as fault:
        Rules(path).role(person("a@b.c"), "ws")
    assert fault.value.message == f"The file of who may do what, {path}, cannot be used: {why}."
    path.unlink()
    with pytest.raises(SettingsError):
        Rules(path).role(person("a@b.c"), "ws")


def test_what_is_taken_away_is_gone_at_once(rules: Rules, tmp_path: Path) -> None:
    assert rules.role(person("anna@example.org"), "ws") is Role.CHANGE
    (tmp_path / "people.toml").write_text("[workspaces.ws]\nlook = ['anna@example.org']", encoding="utf-8")
    assert rules.role(person("anna@example.org"), "ws") is Role.LOOK


@pytest.fixture
def ws(tmp_path: Path, rules: Rules) -> Iterator[Workspace]:
    settings = Settings(workspace=tmp_path / "ws", people_file=tmp_path / "people.toml", cache=tmp_path / "cache")
    with open_workspace(settings, embedder=NgramEmbedder()) as opened:
        yield opened


def uploaded(name: str, text: str) -> io.BytesIO:
    file = io.BytesIO(text.encode())
    file.name = name
    return file


def load(ws: Workspace, name: str = "shops.csv") -> Workspace:
    ws.tables.load(keep_uploads(ws.folder, [uploaded(name, "shop,town\nA,Bern\nB,Basel\n")]))
    return ws


def test_the_handle_of_each_person_does_what_they_may(ws: Workspace) -> None:
    load(ws)
    nobody, asker, changer = (ws.acting(person(e)) for e in ("", "ben@example.org", "anna@example.org"))
    ws.folder.parent.joinpath("people.toml").write_text(RULES.replace('ask = ["*"]', ""), encoding="utf-8")
    assert (nobody.role, nobody.read_only, changer.read_only) == (Role.NOTHING, True, False)
    with pytest.raises(NotAllowed, match="You may not look into this workspace"):
        nobody.tables.all()
    assert [t.name for t in asker.tables.all()] == ["shops"]  # he may look, and no more
    with pytest.raises(NotAllowed, match="You may not ask questions here"):
        asker.questions.sql("SELECT 1")
    with pytest.raises(NotAllowed, match="You may not change anything here"):
        asker.tables.remove(["shops"])
    with pytest.raises(NotAllowed):
        changer.settings.choose_model(None)
    with pytest.raises(NotAllowed):
        _ = changer.stores
    changer.tables.remove(["shops"])
    assert ws.tables.all() == ()


@pytest.mark.parametrize("path", ["/etc/passwd", "uploads/*.csv", "ws/state.sqlite", "ws/uploads/../../x.csv"])
def test_files_of_the_machine_are_for_who_sits_at_it(ws: Workspace, tmp_path: Path, path: str) -> None:
    changer = ws.acting(person("anna@example.org"))
    for given in (tmp_path / path, str(tmp_path / path)):
        with pytest.raises(NotAllowed, match="You may not load files of the machine") as fault:
            changer.tables.load([given])
        assert fault.value.hint == "Only the person at the machine that runs Joinery may."


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_link_among_the_uploads_leads_nowhere(ws: Workspace, tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    link = ws.folder / "uploads" / "a.csv"
    link.parent.mkdir()
    link.symlink_to(tmp_path / "secret.csv")
    with pytest.raises(NotAllowed):
        ws.acting(person("anna@example.org")).tables.load([link])


def test_who_did_what_is_noted(ws: Workspace) -> None:
    load(ws)
    changer = ws.acting(person("anna@example.org"))
    load(changer, "towns.csv")
    changer.tables.all()
    changer.tables.remove(["towns"])
    with pytest.raises(JoineryError):
        changer.tables.remove(["towns"])
    with pytest.raises(NotAllowed):
        ws.acting(person("ben@example.org")).tables.remove(["shops"])
    found = [(e.person, e.workspace, e.action, e.subject, e.outcome) for e in ActionLog(ws.folder).entries()]
    assert found[1:] == [
        ("anna@example.org", "ws", "load", "towns.csv", "done"),
        ("anna@example.org", "ws", "delete", "towns", "done"),
        ("anna@example.org", "ws", "delete", "towns", "unknown_name"),
    ]
    assert found[0][1:] == ("ws", "load", "shops.csv", "done")
    assert (ws.folder / "actions.jsonl").stat().st_mode & 0o077 == 0 or os.name == "nt"


def test_a_long_log_is_put_aside_and_none_is_lost(tmp_path: Path) -> None:
    log = ActionLog(tmp_path, longest=400)
    for n in range(9):
        log.add("anna\n{evil}", "load", f"file {n}" + "x" * 900 * (n == 8))
    (tmp_path / "actions.1.jsonl").open("ab").write(b'{"half')
    found = list(log.entries())
    assert [e.subject[:6] for e in found] == [f"file {n}" for n in range(9)]
    assert (found[0].person, len(found[8].subject)) == ("anna {evil}", 501)


def test_nothing_is_done_that_cannot_be_noted(ws: Workspace) -> None:
    load(ws)
    (ws.folder / "actions.jsonl").unlink()
    (ws.folder / "actions.jsonl").mkdir()
    with pytest.raises(WorkspaceUnwritable):
        ws.acting(person("anna@example.org")).tables.remove(["shops"])
    assert [t.name for t in ws.stores.tables()] == ["shops"]


def test_without_a_file_the_person_at_the_machine_has_the_workspace_itself(tmp_path: Path) -> None:
    settings = Settings(workspace=tmp_path / "ws", cache=tmp_path / "cache")
    with open_workspace(settings, embedder=NgramEmbedder()) as opened:
        assert opened.acting(Person("me", at_machine=True)) is opened
        elsewhere = load(opened).acting(Person("somebody"))
        elsewhere.tables.remove(["shops"])
        with pytest.raises(NotAllowed):
            elsewhere.tables.load([tmp_path / "a.csv"])
        assert not (tmp_path / "ws" / "actions.jsonl").exists()


def test_workspaces_are_seen_made_and_deleted_by_who_may(tmp_path: Path, rules: Rules) -> None:
    Workspaces(tmp_path / "ws").new("other")
    seen: Callable[[str], list[str]] = lambda email: [  # noqa: E731
        p.name for p in Workspaces(tmp_path / "ws", person(email), rules).all()
    ]
    assert (seen("ben@example.org"), seen("x@data.example.org"), seen("ben@evil.net")) == (
        ["ws", "other"],
        ["ws"],
        ["ws"],
    )
    anna = Workspaces(tmp_path / "ws", person("anna@example.org"), rules)
    for refused in (
        lambda: anna.new("third"),
        lambda: anna.copy(anna.find("other"), "third"),
        lambda: anna.delete(anna.find("other")),
    ):
        with pytest.raises(NotAllowed):
            refused()
    assert seen("anna@example.org") == ["ws", "other"]


def test_every_thing_the_pages_use_is_in_the_list_and_there(tmp_path: Path) -> None:
    used = {
        found
        for file in (ROOT / "pages").rglob("*.py")
        for found in re.findall(rf"\bws\.({'|'.join(ALLOWED)})\.([a-z_]+)", file.read_text(encoding="utf-8"))
    }
    listed = {(subject, name) for subject, names in ALLOWED.items() for name in names}
    assert used - listed == set()
    with open_workspace(Settings(workspace=tmp_path / "ws", cache=tmp_path), embedder=NgramEmbedder()) as ws:
        assert [pair for pair in listed if not hasattr(type(getattr(ws, pair[0])), pair[1])] == [
            pair for pair in listed if pair in {("settings", "given"), ("settings", "translators"), ("chats", "path")}
        ]


@pytest.mark.parametrize(
    ("said", "noted"),
    [
        ("postgresql://me:s3cr%40t@db:5432/sales", "postgresql://me@db:5432/sales"),
        ("postgresql://me:s3@r:e/t@db:5432/sales", "postgresql://me@db:5432/sales"),
        ("mariadb://me@db/sales?password=s3cret&ssl=true", "mariadb://me@db/sales?&ssl=true"),
        ("trino://me@db:8080/sales", "trino://me@db:8080/sales"),
    ],
)
def test_the_log_holds_no_password(said: str, noted: str) -> None:
    assert subject_of([said, ["orders"]], {"writable": True}) == f"{noted}, orders, True"
