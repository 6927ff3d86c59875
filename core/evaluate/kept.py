"""A workspace's own question sets and their runs, as its folder keeps them.

Inside the workspace, as files that a person can read, copy and keep under version control:

    evaluation/sets/NAME.jsonl    the questions with what is expected (see `cases`)
    evaluation/runs/ID.json       one asking of a set: every question with what came of it
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

from core.errors import BadCase, UnknownName, WorkspaceDamaged
from core.evaluate.cases import Case, check_case, read_cases
from core.evaluate.runs import EvaluationRun, Result
from core.evaluate.written import EXAMPLE, decoded, is_json_lines, records

_UNFIT = re.compile(r"[^\w .-]+")


class Evaluations:
    """The question sets and runs that a workspace's folder keeps. Lists pass over a file that cannot be read."""

    def __init__(self, workspace: Path) -> None:
        self._sets = workspace / "evaluation" / "sets"
        self._runs = workspace / "evaluation" / "runs"

    def sets(self) -> tuple[str, ...]:
        return tuple(sorted(p.stem for p in self._sets.glob("*.jsonl")))

    def cases(self, name: str) -> tuple[Case, ...]:
        """The questions of a set. Raises UnknownName, BadCase."""
        return read_cases(self._known(self._sets / f"{_plain(name)}.jsonl", name))

    def text(self, name: str) -> str:
        """The set as its file has it. Raises UnknownName."""
        return self._known(self._sets / f"{_plain(name)}.jsonl", name).read_text(encoding="utf-8")

    def keep_set(self, name: str, text: str | bytes, source: str = "") -> str:
        """Check and keep a set under `name` (signs that file systems refuse are replaced); gives the name it has now.

        The text may have any form of `written`; it is kept as JSON lines. `source` is the file's name. Raises BadCase
        naming the line, and nothing is changed then.
        """
        data = text.encode("utf-8") if isinstance(text, str) else text
        plain = _plain(name)
        origin = Path(source or plain)
        lines = decoded(origin, data) if is_json_lines(data) else _dumped(origin, data)
        path = self._sets / f"{plain}.jsonl"
        self._sets.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".part")
        partial.write_text(lines, encoding="utf-8", newline="\n")
        try:
            if not read_cases(partial):
                raise BadCase(Path(f"{plain}.jsonl"), 1, "there is no question in it", EXAMPLE)
        except BadCase:
            partial.unlink()
            raise
        partial.replace(path)
        return plain

    def add(self, name: str, question: str, sql: str, hint: str = "") -> str:
        """Put a question with its SQL at the end of a set, made if absent; the same question there is replaced.

        Gives the name of the set. Raises BadCase when the set's own file is broken.
        """
        plain = _plain(name)
        path = self._sets / f"{plain}.jsonl"
        held = list(records(path, path.read_bytes())) if path.is_file() else []
        kept = [found | {"id": str(found.get("id", n))} for n, found in held if found.get("question") != question]
        number = 1 + max((int(f["id"]) for f in kept if str(f["id"]).isdigit()), default=0)
        new = {"id": str(number), "question": question, "sql": sql} | ({"hint": hint} if hint else {})
        return self.keep_set(plain, _lines([*kept, new]))

    def drop_set(self, name: str) -> None:
        """Forget a set; its runs stay."""
        (self._sets / f"{_plain(name)}.jsonl").unlink(missing_ok=True)

    def runs(self) -> tuple[EvaluationRun, ...]:
        """The kept runs, the latest first."""
        found = []
        for path in self._runs.glob("*.json"):
            with suppress(WorkspaceDamaged, OSError):
                found.append(_read_run(path, path.stat().st_mtime_ns))
        return tuple(sorted(found, key=lambda r: (r.began, r.id), reverse=True))

    def keep_run(self, run: EvaluationRun) -> None:
        self._runs.mkdir(parents=True, exist_ok=True)
        path = self._runs / f"{_plain(run.id)}.json"
        partial = path.with_suffix(".part")
        partial.write_text(json.dumps(asdict(run), ensure_ascii=False, indent=1), encoding="utf-8", newline="\n")
        partial.replace(path)

    def drop_run(self, key: str) -> None:
        (self._runs / f"{_plain(key)}.json").unlink(missing_ok=True)

    def _known(self, path: Path, name: str) -> Path:
        if not path.is_file():
            raise UnknownName(name, self.sets()[:5], kind="question set")
        return path


def _dumped(source: Path, data: bytes) -> str:
    """Questions of another form as JSON lines, each called by its line there. Raises BadCase."""
    found = []
    for number, fields in records(source, data):
        check_case(source, number, fields)
        found.append({"id": str(fields.get("id", number))} | fields)
    return _lines(found)


def _lines(found: Sequence[dict[str, Any]]) -> str:
    return "".join(json.dumps(fields, ensure_ascii=False, default=str) + "\n" for fields in found)


def _plain(name: str) -> str:
    return _UNFIT.sub("_", name).strip(" .")[:80] or "questions"


@lru_cache(maxsize=64)
def _read_run(path: Path, changed_ns: int) -> EvaluationRun:
    """The run in a file, read once while the file stays as it is."""
    try:
        body: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        results = tuple(_result(r) for r in body.pop("results"))
        return EvaluationRun(**body, results=results)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise WorkspaceDamaged(str(path), "it is not a run that this version wrote") from error


def _result(body: dict[str, Any]) -> Result:
    for name in ("columns", "expected_columns", "kinds"):
        body[name] = tuple(body[name])
    for name in ("rows", "expected"):
        body[name] = tuple(tuple(row) for row in body[name])
    return Result(**body)
