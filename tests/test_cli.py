"""The command line: one JSON object on stdout whatever happens, and the exit status that goes with it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core import __main__ as cli
from core.cli.as_json import join_json
from core.config import Settings
from core.index import embed
from core.index.embed import NgramEmbedder
from core.model import Answer
from core.workspace import open_workspace
from tests.workspace.shop import JOIN, make, write_customers, write_orders


class Cli:
    """Runs commands in this process, on one workspace; gives status, stdout's object, and stderr."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capture = capture

    def __call__(self, *arguments: str | Path) -> tuple[int, Any, str]:
        self._capture.readouterr()
        status = cli.main([*map(str, arguments), "--workspace", str(self.folder)])
        out, err = self._capture.readouterr()
        assert out.endswith("\n")
        assert out.count("\n") == 1
        return status, json.loads(out), err


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    monkeypatch.setattr(embed, "best_embedder", lambda cache: (NgramEmbedder(), "By spelling."))
    return Cli(tmp_path / "ws", capsys)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("made"))


@pytest.fixture
def loaded(run: Cli, made: Path, tmp_path: Path) -> Cli:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return run


def test_load_tells_tables_and_problems(run: Cli, tmp_path: Path) -> None:
    (tmp_path / "a b.csv").write_text("Größe,Größe,day\n1,x,2024-01-31\n", encoding="utf-8")
    (tmp_path / "empty.csv").write_bytes(b"")
    status, found, err = run("load", tmp_path / "*.csv", "--json")
    assert status == 0
    assert found["tables"] == [
        {
            "name": "a b",
            "label": "a b",
            "rows": 1,
            "columns": [
                {"name": "Größe", "label": "Größe", "type": "integer"},
                {"name": "Größe_2", "label": "Größe", "type": "text"},
                {"name": "day", "label": "day", "type": "date"},
            ],
        }
    ]
    assert [(Path(p["file"]).name, p["code"]) for p in found["problems"]] == [("empty.csv", "file_empty")]
    assert set(found["problems"][0]) == {"file", "code", "message", "hint"}
    assert list(found) == ["tables", "problems"]
    assert "100%" in err


def test_load_of_nothing_fails_and_says_why(run: Cli, tmp_path: Path) -> None:
    status, found, _ = run("load", tmp_path / "nothing.csv")
    assert status == 1
    assert found["tables"] == []
    assert [p["code"] for p in found["problems"]] == ["file_missing"]
    assert found["error"]["code"] == "file_missing"


@pytest.mark.parametrize("arguments", [["--help"], ["load", "--help"]])
def test_help_is_text_on_stdout(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(arguments)
    out, err = capsys.readouterr()
    assert (end.value.code, out.startswith("usage: python -m core"), err) == (0, True, "")


def test_joins_are_one_object_per_pair_of_columns(loaded: Cli) -> None:
    status, found, _ = loaded("joins", "--all")
    assert status == 0
    (join,) = found["joins"]
    assert {k: v for k, v in join.items() if k not in ("score", "why")} == {
        "left": "orders.customer_id",
        "right": "customers.id",
        "left_table": "orders",
        "left_column": "customer_id",
        "right_table": "customers",
        "right_column": "id",
        "join": JOIN,
        "part": 1,
        "parts": 1,
        "state": "confirmed",
        "reviewed": False,
        "offered": False,
    }
    assert 0.5 < join["score"] <= 1
    assert "customers.id" in join["why"]


def test_a_composite_join_has_an_object_for_each_part() -> None:
    from tests.graph.graphs import join

    found = list(join_json(join("games.season+round", "rounds.season+round")))
    assert [(p["left"], p["right"], p["part"], p["parts"]) for p in found] == [
        ("games.season", "rounds.season", 1, 2),
        ("games.round", "rounds.round", 2, 2),
    ]
    assert len({p["join"] for p in found}) == 1


def test_an_answer_that_is_unsure_says_so_and_is_no_plain_sentence(loaded: Cli, monkeypatch: Any) -> None:
    from core.workspace.questions import Questions

    given = Answer("q", "There are 3.", enriched="number of `orders`", sql="SELECT 3", rows=((3,),), confidence=0.3)
    monkeypatch.setattr(Questions, "ask", lambda *_, **__: iter([given]))
    _, found, _ = loaded("ask", "q")
    assert list(found)[:5] == ["question", "answer", "status", "unsure", "guess"]
    assert found["status"] == "withheld"
    assert found["answer"] == "I am not sure what this asks. I would read it as: number of `orders`."
    assert (found["unsure"], found["guess"], found["rows"]) == (True, "There are 3.", [[3]])
    given = replace(given, confidence=0.9)
    _, found, _ = loaded("ask", "q")
    assert (found["answer"], found["unsure"], "guess" in found) == ("There are 3.", False, False)
    assert found["status"] == "answered"


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ("Delete all orders", "refused", "Joinery only reads"),
        ("Quux?", "not_understood", "None of the words match"),
        ("", "not_understood", "Type a question."),
        ("Hvor mange bøger er der af hver forfatter?", "not_understood", "Uden en sprogmodel"),
    ],
)
def test_where_nothing_is_answered_a_script_can_tell(loaded: Cli, asked: str, status: str, said: str) -> None:
    _, found, _ = loaded("ask", asked)
    assert (found["status"], found["unsure"], found["sql"]) == (status, True, None)
    assert said in found["answer"]


def test_figures_have_no_traces_of_binary_fractions(loaded: Cli) -> None:
    _, found, _ = loaded("sql", "SELECT 0.1 + 0.2 AS sum, 1.0 / 3 AS third, 2614.6000000000004 AS total")
    assert found["rows"] == [[0.3, 1 / 3, 2614.6]]


def test_ask_gives_the_whole_answer(loaded: Cli) -> None:
    status, found, err = loaded("ask", "How many orders are there?", "--hint", "orders are purchases", "--limit", "5")
    assert status == 0
    assert (found["question"], found["rows"], found["truncated"]) == ("How many orders are there?", [[40]], False)
    assert {
        *("question", "language", "enriched", "tables", "cypher", "path", "sql", "columns", "rows", "truncated"),
        *("answer", "confidence", "warnings", "translator", "timings_ms", "model_calls", "tokens"),
    } <= set(found)
    assert found["tables"] == ["orders"]
    assert set(found["timings_ms"]) >= {"link", "read", "path", "query", "run"}
    assert "read:" in err


@pytest.mark.slow
def test_a_chat_goes_on_from_one_command_to_the_next(loaded: Cli) -> None:
    loaded("ask", "How many orders are there?", "--chat", "Orders")
    _, found, _ = loaded("ask", "and how many customers?", "--chat", "Orders")
    assert found["rewritten"] == ""
    loaded("ask", "How many orders are there?", "--chat", "Orders")
    _, found, _ = loaded("ask", "what about customers?", "--chat", "Orders")
    assert found["rewritten"] == "How many customers are there?"
    _, alone, _ = loaded("ask", "what about customers?")
    assert alone["rewritten"] == ""


@pytest.mark.slow
def test_an_answer_is_saved_with_all_its_rows(loaded: Cli, tmp_path: Path) -> None:
    kept = tmp_path / "orders.csv"
    status, found, err = loaded("ask", "How many orders are there per country?", "--limit", "1", "--save", kept)
    assert (status, len(found["rows"])) == (0, 1)
    assert f"Saved as {kept}" in err
    assert len(kept.read_text(encoding="utf-8-sig").splitlines()) == 4
    assert loaded("ask", "How many orders are there?", "--save", tmp_path / "a.doc")[1]["error"]["code"] == "bad_export"


def test_a_question_that_is_not_understood_is_no_failure(loaded: Cli) -> None:
    status, found, _ = loaded("ask", "Quux?")
    assert (status, found["sql"], found["rows"]) == (0, None, [])
    assert found["answer"]


@pytest.mark.parametrize(
    ("model", "remedy"),
    [
        (["--model", "m"], "Write provider:name, such as openai:… or ollama:…."),
        (["--base-url", "http://localhost/v1"], "Give --model, or set model in the settings."),
        (["--model", "openai:m", "--base-url", "localhost"], "Write http://host:port/v1, or https://…."),
        (["--model", "openai:m"], "Give it in model_key, or name your own server."),
        (["--model", "mistralai:m"], "Run: pip install langchain-mistralai"),
    ],
)
def test_a_chat_model_that_cannot_be_set_up_is_a_settings_fault(
    model: list[str], remedy: str, loaded: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    status, found, _ = loaded("ask", "How many orders?", *model)
    assert (status, found["error"]["code"], found["error"]["hint"]) == (1, "settings", remedy)


@pytest.mark.slow
def test_when_the_chat_model_does_not_answer_the_rules_do(loaded: Cli) -> None:
    status, found, _ = loaded(
        "ask", "How many orders are there?", "--model", "m", "--base-url", "http://127.0.0.1:9/v1"
    )
    assert (status, found["rows"], found["translator"], found["model_calls"]) == (0, [[40]], "rules", 1)
    assert [w["code"] for w in found["warnings"]] == ["model_failed"]


def test_own_queries_are_run_behind_the_guards(loaded: Cli) -> None:
    assert loaded("sql", "SELECT name, 1.5 AS x, NULL AS n FROM customers ORDER BY id LIMIT 2")[:2] == (
        0,
        {"columns": ["name", "x", "n"], "rows": [["Ada", 1.5, None], ["Bo", 1.5, None]], "truncated": False},
    )
    assert loaded("sql", "SELECT id FROM customers ORDER BY id", "--limit", "1")[1] == {
        "columns": ["id"],
        "rows": [[101]],
        "truncated": True,
    }
    assert loaded("cypher", "MATCH (t:Table) RETURN t.id AS id ORDER BY id")[:2] == (
        0,
        {"columns": ["id"], "rows": [["customers"], ["orders"]], "truncated": False},
    )


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["sql", "DROP TABLE orders"], "query_refused"),
        (["sql", "SELECT nothing FROM orders"], "unknown_name"),
        (["sql", "SELECT ("], "bad_syntax"),
        (["cypher", "CREATE (t:Table)"], "query_refused"),
        (["cypher", "MATCH (t:Tabel) RETURN t"], "unknown_name"),
        (["sql"], "usage"),
        (["sql", "SELECT 1", "--limit", "0"], "usage"),
        (["dance"], "usage"),
        ([], "usage"),
        (["eval", "none.jsonl", "--data", "none"], "file_missing"),
    ],
)
def test_failures_are_json_too(arguments: list[str], code: str, loaded: Cli) -> None:
    status, found, _ = loaded(*arguments)
    assert status == 1
    assert found["error"]["code"] == code
    assert set(found["error"]) == {"code", "message", "hint"}
    assert found["error"]["message"]


def test_what_nobody_foresaw_is_json_and_the_traceback_only_for_debugging(
    loaded: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("core.workspace.Questions.sql", broken)
    status, found, err = loaded("sql", "SELECT 1")
    assert (status, found["error"]["code"], "Traceback" in err) == (1, "internal", False)
    assert "ZeroDivisionError: oh" in found["error"]["message"]
    assert "Traceback" in loaded("sql", "SELECT 1", "--debug")[2]


def test_load_fails_while_another_holds_the_workspace_and_reading_goes_on(loaded: Cli, tmp_path: Path) -> None:
    with open_workspace(Settings(workspace=loaded.folder), embedder=NgramEmbedder()):
        status, found, _ = loaded("load", tmp_path / "files")
        assert (status, found["error"]["code"]) == (1, "workspace_busy")
        assert loaded("sql", "SELECT COUNT(*) FROM orders")[1]["rows"] == [[40]]
        assert loaded("ask", "How many orders are there?")[1]["rows"] == [[40]]
        assert len(loaded("joins")[1]["joins"]) == 1


def test_a_chat_that_cannot_be_kept_is_told(loaded: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "not_kept" not in loaded("ask", "How many orders are there?", "--chat", "Y")[1]
    monkeypatch.setattr("core.storage.sqlite_files.os.access", lambda path, mode: False)
    status, found, err = loaded("ask", "How many orders are there?", "--chat", "Z")
    assert (status, found["rows"], found["not_kept"] in err) == (0, [[40]], True)


def test_a_workspace_that_is_not_there_is_not_made_by_reading(run: Cli) -> None:
    assert run("joins")[1]["error"]["code"] == "workspace_missing"
    assert not run.folder.exists()


@pytest.mark.slow
def test_eval_answers_every_line_and_scores_what_can_be_scored(
    run: Cli, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data" / "shop").mkdir(parents=True)
    write_customers(tmp_path / "data" / "shop"), write_orders(tmp_path / "data" / "shop")
    questions = tmp_path / "questions.jsonl"
    lines: list[dict[str, Any]] = [
        {"id": "a", "db": "shop", "question": "How many orders are there?", "rows": [[40]], "difficulty": "easy"},
        {"id": "b", "db": "nowhere", "question": "How many?", "sql": "SELECT 1"},
        {"id": "c", "db": "shop", "question": "Quux?", "rows": [[1]], "difficulty": "hard"},
        {"id": "d", "db": "shop", "question": "How many customers are there?", "sql": "SELECT COUNT(*) FROM customers"},
    ]
    questions.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    arguments = ["eval", str(questions), "--data", str(tmp_path / "data"), "--keep", str(tmp_path / "kept")]
    assert cli.main(arguments) == 0
    out, err = capsys.readouterr()
    found = {line["id"]: line for line in map(json.loads, out.splitlines())}
    assert list(found) == ["a", "c", "d", "b"]
    keys = ["id", "question", "status", "rows", "sql", "error", "ms", "expected", "strict", "lenient"]
    assert all(list(line) == keys for line in found.values())
    assert found["a"]["question"] == "How many orders are there?"
    judged = {i: [found[i][k] for k in ("expected", "strict", "lenient")] for i in "abcd"}
    assert judged["a"] == [[[40]], True, True]
    assert judged["b"] == [None, None, None]
    assert judged["c"] == [[[1]], False, False]
    assert judged["d"] == [[[12]], True, True]
    assert [found[i]["rows"] for i in "abcd"] == [[[40]], None, None, [[12]]]
    assert [bool(found[i]["error"]) for i in "abcd"] == [False, True, True, False]
    assert [found[i]["status"] for i in "abcd"] == ["answered", None, "not_understood", "answered"]
    assert "COUNT" in found["a"]["sql"]
    scores = {line.split()[0]: line.split()[1:] for line in err.splitlines() if line.strip()}
    assert scores["all"] == ["3", "66.7%", "66.7%", "66.7%"]
    assert scores["hard"] == ["1", "0.0%", "0.0%", "0.0%"]
    assert "by features" not in err
    assert (tmp_path / "kept" / "shop" / "data.sqlite").is_file()


@pytest.mark.slow
def test_eval_without_data_asks_the_workspace(run: Cli, tmp_path: Path) -> None:
    questions = tmp_path / "q.jsonl"
    questions.write_text('{"question": "How many people are there?", "rows": [[2]]}', encoding="utf-8")
    status, found, _ = run("eval", questions)
    assert (status, found["error"]["code"]) == (1, "workspace_missing")
    (tmp_path / "people.csv").write_text("id,name\n1,Ann\n2,Bob\n", encoding="utf-8")
    run("load", tmp_path / "people.csv")
    status, found, err = run("eval", questions)
    assert (status, found["rows"]) == (0, [[2]])
    assert "100.0%" in err


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("q.txt", "How many people are there? = 2\nWho is there?\nHow many people are there? = 3\n"),
        ("q.csv", "question;answer\nHow many people are there?;2\nWho is there?;\nHow many people are there?;3\n"),
        (
            "q.json",
            '[{"question": "How many people are there?", "answer": 2}, {"question": "Who is there?"}, '
            '{"question": "How many people are there?", "answer": 3}]',
        ),
    ],
)
def test_eval_reads_what_people_write(
    run: Cli, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str
) -> None:
    (tmp_path / "people.csv").write_text("id,name\n1,Ann\n2,Bob\n", encoding="utf-8")
    run("load", tmp_path / "people.csv")
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert cli.main(["eval", str(tmp_path / name), "--workspace", str(run.folder)]) == 0
    out, err = capsys.readouterr()
    assert [json.loads(line)["rows"] for line in out.splitlines()][::2] == [[[2]], [[2]]]
    scores = {line.split()[0]: line.split()[1:] for line in err.splitlines() if line.strip()}
    assert scores["all"] == ["2", "100.0%", "50.0%", "50.0%"]
    assert "Not scored: Line" in err


@pytest.mark.slow
def test_eval_needs_no_expected_answers(run: Cli, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_orders(tmp_path)
    questions = tmp_path / "questions.jsonl"
    questions.write_text('{"id": 1, "question": "How many orders are there?"}\n', encoding="utf-8")
    assert cli.main(["eval", str(questions), "--data", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["rows"] == [[40]]
    assert "No question was scored." in err


@pytest.mark.slow
def test_a_real_process_writes_utf_8_and_nothing_else_to_stdout(loaded: Cli) -> None:
    environment = {
        **os.environ,
        "JOINERY_WORKSPACE": str(loaded.folder),
        "PYTHONIOENCODING": "ascii",
        "PYTHONUTF8": "0",
    }
    done = subprocess.run(
        [sys.executable, "-m", "core", "sql", "SELECT 'Größe 日本' AS \"Maß\""],
        env=environment,
        cwd=Path(cli.__file__).parent.parent,
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout.decode("utf-8")) == {"columns": ["Maß"], "rows": [["Größe 日本"]], "truncated": False}
    assert done.stderr == b""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a console's Ctrl-C cannot be sent to one process there")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_load_that_is_interrupted_tells_what_is_there_and_frees_the_workspace(
    tmp_path: Path, number: signal.Signals
) -> None:
    for name in "abc":
        rows = "".join(f"{n},{n * 7919 % 9973},{name}{n % 977}\n" for n in range(30_000))
        (tmp_path / f"{name}.csv").write_text(f"{name}_id,level_{name},place_{name}\n{rows}", encoding="utf-8")
    command = [sys.executable, "-m", "core", "load", str(tmp_path), "--workspace", str(tmp_path / "ws")]
    env = os.environ | {"JOINERY_EMBEDDINGS": "spelling"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as load:
        assert load.stderr is not None
        assert load.stderr.readline().strip().startswith("0%")
        load.send_signal(number)
        out, err = load.communicate(timeout=120)
    found = json.loads(out)
    assert load.returncode == 1, err
    assert found["error"]["code"] == "cancelled"
    assert len(found["tables"]) < 3
    with open_workspace(Settings(workspace=tmp_path / "ws"), embedder=NgramEmbedder(), read_only=False) as ws:
        assert [t.name for t in ws.tables.all()] == [t["name"] for t in found["tables"]]
        ws.tables.load([tmp_path])
        assert [(t.name, t.rows) for t in ws.tables.all()] == [(name, 30_000) for name in "abc"]


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has rights of another kind")
def test_all_that_a_load_writes_is_its_owners_alone(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "a.csv").write_text("town,shop\nBern,1\nBasel,2\n", encoding="utf-8")
    (tmp_path / "files" / "notes.md").write_text("# towns\n\nThe town is where the shop is.\n", encoding="utf-8")
    env = {
        **os.environ,
        "JOINERY_ACTION_LOG": "yes",
        "JOINERY_WORKSPACE": str(tmp_path / "ws"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    for command in (["load", "files"], ["ask", "How many shops are there?", "--chat", "c"]):
        subprocess.run(
            ["/bin/sh", "-c", 'umask 0 && exec "$@"', "sh", sys.executable, "-m", "core", *command],
            cwd=tmp_path,
            env={**env, "PYTHONPATH": str(Path(__file__).parents[1])},
            check=True,
            capture_output=True,
            timeout=120,
        )
    made = [p for p in (tmp_path / "ws", *(tmp_path / "ws").rglob("*")) if not p.is_symlink()]
    assert {"actions.jsonl", "chats.sqlite", "data.sqlite", "graph.lbug", "state.sqlite"} <= {p.name for p in made}
    open_to_others = [(p.name, oct(p.stat().st_mode & 0o777)) for p in made if p.stat().st_mode & 0o077]
    assert open_to_others == []


TOWNS = ("Oslo", "Rome", "Bonn")


@pytest.mark.slow
def test_a_join_that_a_hint_names_is_used_and_waits_for_review(run: Cli, tmp_path: Path) -> None:
    (tmp_path / "depots.csv").write_text("no,city\n" + "".join(f"{n},{TOWNS[n % 3]}\n" for n in range(1, 9)))
    (tmp_path / "vans.csv").write_text("van,colour\n" + "".join(f"V{n:03},{n % 8 + 1}\n" for n in range(60)))
    run("load", tmp_path / "depots.csv", tmp_path / "vans.csv")
    _, waiting, _ = run("joins", "--to-review")
    assert [(j["left"], j["right"], j["state"]) for j in waiting["joins"]] == [("vans.colour", "depots.no", "rejected")]
    _, answer, _ = run("ask", "How many vans per city?", "--hint", "vans.colour = depots.no")
    assert [w["code"] for w in answer["warnings"]] == ["unconfirmed_join", "tested_join"]
    assert dict(answer["rows"]) == {town: sum((n % 8 + 1) % 3 == c for n in range(60)) for c, town in enumerate(TOWNS)}
    _, waiting, _ = run("joins", "--to-review")
    assert [(j["left"], j["right"], j["state"]) for j in waiting["joins"]] == [("vans.colour", "depots.no", "probable")]
