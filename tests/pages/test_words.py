"""People read plain words: no term of the trade stands in what the pages and the faults say."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(
    [*(ROOT / "pages").glob("*.py"), *(ROOT / "core" / "errors").glob("*.py"), ROOT / "core" / "ask" / "remarks.py"]
)
JARGON = re.compile(
    r"fan.?outs?|cardinalit\w+|foreign keys?|primary keys?|schema graph|label vectors?|embeddings?|tuples?|orphans?|"
    r"containment|looked into|execution guided|join paths?|inference|heuristics?|regex\w*|predicates?|subquer\w+",
    re.IGNORECASE,
)
KEYS = frozenset({"schema graph", "embeddings"})
"""Names of parts, which the settings page calls otherwise."""


def visible(path: Path) -> list[str]:
    """The texts of a module that are more than one word, docstrings aside."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and id(n) not in docs]
    return [t for t in texts if isinstance(t, str) and " " in t.strip() and t not in KEYS]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_plain_words(path: Path) -> None:
    assert [t for t in visible(path) if JARGON.search(t)] == []


def test_jargon_would_be_found(tmp_path: Path) -> None:
    page = tmp_path / "page.py"
    page.write_text('"""A fan-out."""\nsay("A fan-out was avoided.")\nuse("schema graph")\n', encoding="utf-8")
    assert [t for t in visible(page) if JARGON.search(t)] == ["A fan-out was avoided."]
