"""The README against the tree: its commands run as they stand, and what it names is there."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from core import __main__ as cli
from core.cli.arguments import parser as whole_parser
from core.config import Settings
from core.index import embed
from core.index.embed import NgramEmbedder

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def block(name: str) -> str:
    """The code after the mark `<!-- name -->`."""
    found = re.findall(rf"<!-- {name} -->\n```\w*\n(.*?)\n```", TEXT, re.DOTALL)
    assert len(found) == 1, name
    return str(found[0])


CLI = [shlex.split(line)[3:] for line in block("cli").splitlines()]
HEADINGS = re.findall(r"^#+ (.+)$", TEXT, re.MULTILINE)


@pytest.mark.parametrize(("name", "last"), [("run", "streamlit run app.py"), ("test", "python -m pytest")])
def test_each_of_the_two_commands_is_one_line_and_installs_files_that_are_there(name: str, last: str) -> None:
    command = block(name)
    assert "\n" not in command
    *installs, ran = command.split(" && ")
    assert ran == last
    files = [re.fullmatch(r"pip install (--no-deps )?-r (\S+)", install) for install in installs]
    assert all(f and (ROOT / f[2]).is_file() for f in files), installs
    assert [bool(f and f[1]) for f in files] == [False, True]


def test_every_command_of_the_command_line_has_an_example_that_parses() -> None:
    parser = whole_parser("")
    commands = next(a.choices for a in parser._actions if isinstance(a.choices, dict))
    assert [arguments[0] for arguments in CLI] == list(commands)
    assert [parser.parse_args(arguments).run.__name__ for arguments in CLI] == [
        {"eval": "evaluate_file"}.get(c, c) for c in commands
    ]
    for flag in re.findall(r"`(?:[a-z]+ )?(--[a-z-]+)(?: [^`]*)?`", TEXT):
        if flag not in ("--no-deps", "--data"):
            assert any(flag in p.format_help() for p in (parser, *commands.values())), flag


@pytest.mark.slow
def test_the_examples_of_the_command_line_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("JOINERY_WORKSPACE", str(tmp_path / "ws"))
    monkeypatch.setattr(embed, "best_embedder", lambda cache: (NgramEmbedder(), "By spelling."))
    (tmp_path / "questions.jsonl").write_text(block("questions"), encoding="utf-8")
    printed = {}
    servers = ("attach", "bring", "mcp", "find")  # tests/postgresql, tests/agents, …
    for arguments in (a for a in CLI if a[0] not in servers):
        given = [str(tmp_path / a) if a == "questions.jsonl" else a for a in arguments]
        capsys.readouterr()
        assert cli.main(given) == 0, arguments
        printed[arguments[0]] = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [t["label"] for t in printed["load"][0]["tables"]] == ["bikes", "repairs", "stations", "trips"]
    assert "trips.bike_id" in [j["left"] for j in printed["joins"][0]["joins"]]
    assert sorted(printed["ask"][0]["rows"]) == [["Cargo", 4], ["Swift", 24], ["Volt", 22]]
    assert printed["sql"][0]["columns"][0] == "model"
    assert printed["cypher"][0]["rows"][0] == ["trips", 50]
    assert [(line["rows"], line["error"]) for line in printed["eval"]] == [
        ([[50]], None),
        (printed["ask"][0]["rows"], None),
    ]


def test_paths_and_pictures_are_there() -> None:
    named = set(re.findall(r"\]\(([^)#:]+)\)", TEXT))
    named |= {m for m in re.findall(r"`([\w./-]+)`", TEXT) if "/" in m or m.endswith((".py", ".txt", ".toml", ".md"))}
    named -= {"./workspace", "workspaces/", ".streamlit/secrets.toml", "book/sheet"}
    assert {"app.py", "docs/chat.png", "core/graph/base.py", "deploy/compose.yaml"} <= named | {"app.py"}
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_the_listing_names_what_is_there() -> None:
    listing = TEXT.split("## Where things are")[1].split("```")[1]
    names = re.findall(r"(?:^|  )([\w]+(?:/|\.py))(?= )", listing, re.MULTILINE)
    inner = {n for n in names if n not in ("app.py", "pages/", "core/", "tests/", "deploy/", "docs/")}
    assert [n for n in names if n not in inner and not (ROOT / n).exists()] == []
    folders = {f"{p.name}/" for p in (ROOT / "core").iterdir() if (p / "__init__.py").is_file()}
    assert {n for n in inner if n.endswith("/")} - {"contract/"} == folders
    pages = {p.stem for p in (ROOT / "pages").glob("[!_]*.py")}
    assert set(re.findall(r"\w+", listing.split("see:")[1].splitlines()[0])) == pages


def test_every_setting_is_told_with_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| .+? \| (.+?) \|$", TEXT.split("## Settings")[1], re.MULTILINE)
    printed = {name.strip("`"): default for names, default in rows for name in names.split(", ")}
    assert set(printed) == {f.name for f in fields(Settings)}
    plain = Settings.read({}, {})
    for name in ("workspace", "query_seconds", "row_limit", "ingest_memory_mb", "graph_buffer_mb"):
        assert printed[name].strip("`") == f"{getattr(plain, name)}".removesuffix(".0")


def test_the_secrets_and_variables_named_set_what_they_say() -> None:
    given = tomllib.loads(block("secrets"))["joinery"]
    read = Settings.read(given, {})
    assert (read.neo4j_uri, read.neo4j_user) == ("bolt://localhost:7687", "neo4j")
    names = set(re.findall(r"`JOINERY_(\w+)`", TEXT)) - {""}
    assert {"WORKSPACE", "NEO4J_URI", "NEO4J_USER", "NEO4J_PASSWORD"} <= names
    assert names <= {f.name.upper() for f in fields(Settings)}


def test_python_versions_agree_with_the_package() -> None:
    printed = re.findall(r"3\.1\d", TEXT.split("## Start")[1].split("\n\n")[1])
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    assert needed == f">={printed[0]},<3.{int(printed[-1].split('.')[1]) + 1}"


def test_headings_are_in_the_order_of_a_first_reading() -> None:
    assert HEADINGS[0] == "Joinery"
    assert HEADINGS.index("Start") < HEADINGS.index("How it works") < HEADINGS.index("Licence")
