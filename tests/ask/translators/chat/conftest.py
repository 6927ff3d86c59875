"""A small workspace of sailing clubs, asked through a scripted model server.

clubs(club_id, club, harbour)   sailors(sailor_no, name, country, club_id)   fees(fee_no, sailor_no, year, amount, note)
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from core.ask.translators.chat.standing import Standing
from core.config import Settings
from core.index.embed import NgramEmbedder
from core.model import Answer, Override, Step
from core.workspace import Workspace, open_workspace
from core.workspace.translators import Translators
from tests.fake_model_server import FakeModelServer

KEY = "sk-very-secret-4711"

CLUBS = """club_id,club,harbour
C1,Albatross,Bergen
C2,Barnacle,Aarhus
C3,Cormorant,Turku
"""
SAILORS = """sailor_no,name,country,club_id
S01,Astrid Moe,Norway,C1
S02,Bjorn Lie,Norway,C1
S03,Carla Friis,Denmark,C2
S04,Dagny Holm,Denmark,C2
S05,Eero Salo,Finland,C3
S06,Freja Krag,Denmark,C1
S07,Gunnar Vik,Norway,C3
S08,Hilda Lahti,Finland,C3
"""
FEES = """fee_no,sailor_no,year,amount,note
F101,S01,2021,40,paid late
F102,S01,2022,45,
F103,S02,2021,40,in cash
F104,S03,2021,60,
F105,S03,2022,65,
F106,S04,2022,65,paid late
F107,S05,2022,30,
F108,S07,2021,30,
F109,S07,2022,35,in cash
F110,S01,2023,50,
"""
SAILING = {"clubs": CLUBS, "sailors": SAILORS, "fees": FEES}
TOTAL = "What is the total amount of fees of sailors from Norway?"


def reads(*tables: str, **more: object) -> str:
    """A model's reading that names these tables."""
    plain = {"answerable": True, "enriched": "what was asked", "tables": list(tables), "columns": [], "filters": []}
    return json.dumps({**plain, "notes": "", **more})


def fenced(sql: str) -> str:
    return f"```sql\n{sql}\n```"


READS_TOTAL = reads(
    "fees",
    "sailors",
    enriched="sum of `amount` of `fees` for `sailors` with `country` = 'Norway'",
    columns=["fees.amount", "sailors.country"],
    filters=[{"column": "sailors.country", "op": "=", "value": "Norway"}],
)
SQL_TOTAL = (
    'SELECT SUM(f."amount") FROM "fees" f JOIN "sailors" s ON f."sailor_no" = s."sailor_no" '
    "WHERE s.\"country\" = 'Norway'"
)
NORWAY = 40 + 45 + 40 + 30 + 35 + 50


@dataclass
class Asker:
    """Asks in one workspace, each time with other settings of the model; `steps` are the last question's."""

    workspace: Workspace
    server: FakeModelServer
    steps: list[Step] = field(default_factory=list)

    def events(
        self,
        question: str = TOTAL,
        *,
        hint: str = "",
        chat: str = "",
        overrides: Sequence[Override] = (),
        reading: str = "",
        stop: threading.Event | None = None,
        standing: Standing | None = None,
        **settings: object,
    ) -> Iterator[Step | Answer]:
        plain = {"model": "openai:stub", "base_url": self.server.openai, "model_key": KEY, "model_seconds": 5}
        given = Settings.read({**plain, **settings, "workspace": self.workspace.folder}, {})
        self.workspace.settings.translators = Translators(given)
        self.workspace.settings.translators.share(standing or Standing())  # nothing that other tests' models did counts
        return self.workspace.questions.ask(
            question, hint=hint, chat=chat, overrides=overrides, reading=reading, stop=stop
        )

    def __call__(self, question: str = TOTAL, **more: Any) -> Answer:
        *steps, answer = self.events(question, **more)
        self.steps = [s for s in steps if isinstance(s, Step)]
        assert isinstance(answer, Answer)
        return answer


def filled(base: Path, files: Mapping[str, str]) -> Path:
    """A closed workspace in a folder, made of files with these texts."""
    for name, text in files.items():
        (base / f"{name}.csv").write_text(text, encoding="utf-8")
    with open_workspace(Settings(workspace=base / "ws"), embedder=NgramEmbedder()) as ws:
        ws.tables.load(sorted(base.glob("*.csv")))
    return base / "ws"


@pytest.fixture(scope="session")
def server() -> Iterator[FakeModelServer]:
    with FakeModelServer() as running:
        yield running


@pytest.fixture(scope="session")
def sailing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """The workspace, loaded once."""
    folder = filled(tmp_path_factory.mktemp("sailing"), SAILING)
    with open_workspace(Settings(workspace=folder), embedder=NgramEmbedder()) as ws:
        found = {(j.child_table, j.parent_table): j.state for j in ws.joins.all()}
        assert found == {("fees", "sailors"): "confirmed", ("sailors", "clubs"): "confirmed"}
        yield ws


@pytest.fixture
def ask(sailing: Workspace, server: FakeModelServer) -> Asker:
    server.script("nothing scripted")
    return Asker(sailing, server)
