"""The requirement files against the code: what it imports is pinned, and nothing else is."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = {"app", "core", "pages", "tests"}
PACKAGES = {"docx": "python-docx", "PIL": "pillow", "sklearn": "scikit-learn", "yaml": "chromadb"}
"""Where a package bears another name than its module. yaml is chromadb's; only a test reads with it, if it is there."""
BESIDE = {
    *("langchain", "langchain-core", "langchain-ollama", "langchain-openai", "langsmith"),
    *("langgraph-checkpoint", "langgraph-checkpoint-sqlite"),
}
"""Parts of langgraph and langchain that are loaded by name, or must not drift from them."""
OPTIONAL = {"keyring"}
"""Used where a person has it."""
TOOLS = {"pytest-xdist", "ruff", "mypy"}
"""Run, not imported."""


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
                for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), str(file))):
                    if isinstance(node, ast.Import):
                        yield from (alias.name for alias in node.names)
                    elif isinstance(node, ast.ImportFrom):
                        yield str(node.module)

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
    assert listed - TOOLS == imported("tests") - set(pinned("requirements.txt"))


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt", "requirements-model.txt"])
def test_each_file_pins_everything(name: str) -> None:
    assert pinned(name)


def test_the_model_is_the_one_that_the_code_looks_for() -> None:
    from core.index.embed import PACKAGE

    assert pinned("requirements-model.txt") == [PACKAGE.replace("_", "-")]
