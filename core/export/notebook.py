"""A Jupyter notebook that finds the answer again: the script's parts as cells, with the story above them."""

from __future__ import annotations

import json
import re
from typing import Any

from core.export.base import Export, facts, one_line
from core.export.script import program

_NAMES = re.compile(r"(`[^`]+`)")
"""Names of the files between back ticks: code, in which nothing but a back tick is a mark."""
_MARKS = re.compile(r"([\\`*_{}\[\]()#+!<>|~$&-])")


def to_notebook(export: Export) -> bytes:
    """The notebook in format 4.5, cells not yet run."""
    title, *rest = [(name, _plain(one_line(text))) for name, text in facts(export)]
    heading = "\n".join([f"# {title[1]}", "", *(f"- **{name}**: {text}" for name, text in rest)])
    made = program(export)
    cells = [
        _cell(0, "markdown", heading),
        _cell(1, "code", made.imports),
        _cell(2, "code", made.inputs),
        _cell(3, "code", made.functions.strip()),
        _cell(4, "code", "rows = answer()\nrows"),
    ]
    book = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return (json.dumps(book, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def _plain(text: str) -> str:
    """Text as it stands, whatever signs are in it; names between back ticks as code."""
    parts = _NAMES.split(text)
    return "".join(p if n % 2 else _MARKS.sub(r"\\\1", p) for n, p in enumerate(parts))


def _cell(number: int, kind: str, text: str) -> dict[str, Any]:
    cell: dict[str, Any] = {
        "cell_type": kind,
        "id": f"cell-{number}",
        "metadata": {},
        "source": text.splitlines(keepends=True),
    }
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})
