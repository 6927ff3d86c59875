"""The scorer of joins is a setting: the baseline can be run and compared on any workspace."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.config import Settings
from core.errors import SettingsError
from core.index.embed import NgramEmbedder
from core.match.candidates import candidates
from core.match.nearest_labels import nearest
from core.match.pool import Pool
from core.model import Join
from core.workspace import open_workspace
from tests.match.tables import table


def _files(folder: Path) -> Path:
    folder.mkdir()
    codes = [f"K{n:03}" for n in range(40)]
    (folder / "clients.csv").write_text("client_code,town\n" + "".join(f"{c},Town {n}\n" for n, c in enumerate(codes)))
    rows = "".join(f"{n},{codes[n % 40]},{n % 7}\n" for n in range(80))
    (folder / "visits.csv").write_text("visit,client_code,boxes\n" + rows)
    return folder


@pytest.mark.slow
def test_another_scorer_is_compared_and_nothing_is_kept(tmp_path: Path) -> None:
    settings = Settings(workspace=tmp_path / "ws")
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        ws.tables.load([_files(tmp_path / "files")])
        own = ws.joins.all(rejected=True)
        assert [j.id for j in ws.joins.by("own")] == ["visits.client_code=clients.client_code"]
        (found,) = ws.joins.by("tfidf")
        assert found.id == "visits.client_code=clients.client_code"
        assert dict(found.evidence.features)["diagonal"] == pytest.approx(1.0)
        assert ws.joins.all(rejected=True) == own
        with pytest.raises(SettingsError, match="no join scorer called best"):
            ws.joins.by("best")


def test_the_seeds_two_steps_see_only_columns_whose_names_are_near(tmp_path: Path) -> None:
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        ws.tables.load([_files(tmp_path / "files")])
        (found,) = ws.joins.by("seed")
        assert found.id == "visits.client_code=clients.client_code"
        assert dict(found.evidence.features)["diagonal"] == pytest.approx(1.0)
    codes = [f"K{n:03}" for n in range(40)]
    clients, visits = table("clients", {"ref": codes}), table("visits", {"who": codes * 2})
    pool = Pool([clients, visits])
    assert [c.key for c in candidates(pool)] == [("visits.who", "clients.ref")]
    assert nearest(pool, NgramEmbedder().embed) == set()


@pytest.mark.slow
def test_the_setting_decides_what_is_kept(tmp_path: Path) -> None:
    settings = Settings.read({"workspace": str(tmp_path / "ws"), "join_scorer": "tfidf"}, {})
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        ws.tables.load([_files(tmp_path / "files")])
        (found,) = ws.joins.all()
        assert [name for name, _ in found.evidence.features] == ["diagonal", "diversity"]


def _inputs(found: Join) -> list[str]:
    return [name for name, _ in found.evidence.features]


@pytest.mark.slow
def test_a_scorer_is_chosen_for_a_workspace_kept_and_undone(tmp_path: Path) -> None:
    settings, files = Settings(workspace=tmp_path / "ws"), _files(tmp_path / "files")
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        ws.tables.load([files])
        own = ws.joins.all(rejected=True)
        ws.joins.score_by("tfidf")
        assert _inputs(ws.joins.all()[0]) == ["diagonal", "diversity"]
        with pytest.raises(SettingsError, match="no join scorer called best"):
            ws.joins.score_by("best")
        assert ws.settings.in_use.join_scorer == "tfidf"
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        assert ws.settings.in_use.join_scorer == "tfidf"
        (files / "guides.csv").write_text("guide,client_code\n" + "".join(f"{n},K{n:03}\n" for n in range(40)))
        ws.tables.load([files / "guides.csv"])
        late = next(j for j in ws.joins.all() if j.touches("guides"))
        assert dict(late.evidence.features)["diagonal"] == pytest.approx(1.0)  # read from the rows of the new table
        ws.tables.remove(["guides"])
        ws.joins.score_by("")
        assert ws.settings.in_use.join_scorer == "own"
        assert ws.joins.all(rejected=True) == own


@pytest.mark.slow
def test_a_verdict_outlives_the_choice_of_a_scorer(tmp_path: Path) -> None:
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder()) as ws:
        ws.tables.load([_files(tmp_path / "files")])
        ws.joins.review("visits.client_code=clients.client_code", "rejected")
        ws.joins.score_by("tfidf")
        assert ws.joins.all() == ()
        (judged,) = [j for j in ws.joins.all(rejected=True) if j.reviewed]
        assert (judged.id, judged.state) == ("visits.client_code=clients.client_code", "rejected")


def test_the_setting_wins_over_a_choice(tmp_path: Path) -> None:
    settings = Settings(workspace=tmp_path / "ws", join_scorer="own")
    with (
        open_workspace(settings, embedder=NgramEmbedder()) as ws,
        pytest.raises(SettingsError, match="The setting join_scorer says own"),
    ):
        ws.joins.score_by("tfidf")


def test_an_unknown_scorer_is_refused() -> None:
    with pytest.raises(SettingsError, match="join_scorer cannot be “best”"):
        Settings.read({"join_scorer": "best"}, {})
