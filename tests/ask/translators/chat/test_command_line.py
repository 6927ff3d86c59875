"""`--model` and `--base-url` on the command line, and the settings behind them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core import __main__ as cli
from core.config import Settings
from core.errors import SettingsError
from core.evaluate.run import evaluate
from core.index import embed
from core.index.embed import NgramEmbedder
from tests.ask.translators.chat.conftest import (
    CLUBS,
    FEES,
    KEY,
    NORWAY,
    READS_TOTAL,
    SAILING,
    SAILORS,
    SQL_TOTAL,
    TOTAL,
    Asker,
    fenced,
)
from tests.fake_model_server import FakeModelServer


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(embed, "best_embedder", lambda cache: (NgramEmbedder(), "By spelling."))
    monkeypatch.setenv("JOINERY_MODEL_KEY", KEY)
    folder = tmp_path / "data" / "sailing"
    folder.mkdir(parents=True)
    for name, text in (("clubs", CLUBS), ("sailors", SAILORS), ("fees", FEES)):
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.slow
def test_ask_and_eval_take_a_model(
    files: Path, tmp_path: Path, server: FakeModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    model = ["--model", "stub", "--base-url", server.ollama]
    assert cli.main(["load", str(files), "--workspace", str(tmp_path / "ws")]) == 0
    server.script(READS_TOTAL, fenced(SQL_TOTAL))
    capsys.readouterr()
    assert cli.main(["ask", TOTAL, "--workspace", str(tmp_path / "ws"), *model, "--debug"]) == 0
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (found["rows"], found["translator"], found["model_calls"], found["tokens"]) == (
        [[NORWAY]],
        "openai:stub",
        2,
        240,
    )
    assert KEY not in out + err

    questions = tmp_path / "questions.jsonl"
    questions.write_text(json.dumps({"id": 1, "db": "sailing", "question": TOTAL, "rows": [[NORWAY]]}), "utf-8")
    server.script(READS_TOTAL, fenced(SQL_TOTAL))
    assert cli.main(["eval", str(questions), "--data", str(files.parent), *model]) == 0
    out, err = capsys.readouterr()
    assert (json.loads(out)["rows"], len(server.requests)) == ([[NORWAY]], 2)
    assert "Model: 2 calls, 240 tokens (2.00 calls, 240 tokens a question); the rules answered 0.\n" in err
    assert KEY not in out + err


def test_the_rules_can_be_named(ask: Asker) -> None:
    answer = ask(model="rules")
    assert (answer.rows, answer.translator, answer.model_calls, ask.server.requests) == (((NORWAY,),), "rules", 0, [])


def test_settings_of_the_model() -> None:
    plain = Settings.read({}, {})
    assert (plain.model, plain.base_url, plain.model_seconds, plain.model_calls, plain.send_values) == (
        "",
        "",
        120.0,
        8,
        True,
    )
    settings_read = Settings.read({"send_values": "no", "model_calls": "3"}, {"JOINERY_MODEL": "ollama:m"})
    assert (settings_read.model, settings_read.model_calls, settings_read.send_values) == ("ollama:m", 3, False)
    for wrong in ({"send_values": "perhaps"}, {"model_calls": 0}, {"model_seconds": "long"}):
        with pytest.raises(SettingsError):
            Settings.read(wrong, {})


@pytest.mark.slow
def test_eval_asks_several_at_once_and_keeps_the_order(server: FakeModelServer, tmp_path: Path) -> None:
    (tmp_path / "data" / "sea").mkdir(parents=True)
    for name, text in SAILING.items():
        (tmp_path / "data" / "sea" / f"{name}.csv").write_text(text, encoding="utf-8")
    lines = [{"id": str(n), "db": "sea", "question": TOTAL, "rows": [[NORWAY]]} for n in range(6)]
    (tmp_path / "q.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    server.script(json.dumps({"choice": "A"}))
    found: list[dict[str, Any]] = []
    said: list[str] = []
    settings = Settings.read({"model": "openai:stub", "base_url": server.openai, "embeddings": "spelling"}, {})
    scores = evaluate(tmp_path / "q.jsonl", tmp_path / "data", settings, tell=found.append, say=said.append, jobs=3)
    assert [(line["id"], line["rows"]) for line in found] == [(str(n), [[NORWAY]]) for n in range(6)]
    assert scores.splitlines()[1].split() == ["all", "6", "100.0%", "100.0%", "100.0%"]
    assert "Model: 6 calls, 720 tokens (1.00 calls, 120 tokens a question); the rules answered 0." in said
