"""A workspace's own question sets, asked of it and kept, so that a change that makes answers worse is seen.

Inside the workspace, as files that a person can read, copy and keep under version control:

    evaluation/sets/NAME.jsonl    the questions with what is expected (see `cases`)
    evaluation/runs/ID.json       one asking of a set: every question with what came of it
"""

from __future__ import annotations

import json
import re
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from core.errors import BadCase, Cancelled, JoineryError, UnknownName, WorkspaceDamaged
from core.evaluate.cases import Case, Matrix, check_case, read_cases
from core.evaluate.run import expected, rows_of
from core.evaluate.score import Outcome, judge
from core.evaluate.written import EXAMPLE, decoded, is_json_lines, records
from core.model import Answer
from core.workspace import Workspace

MOST_ROWS = 50
"""So many rows of an answer, and of what was expected, are kept to look at; scores are of all rows."""
_UNFIT = re.compile(r"[^\w .-]+")

Verdict = Literal["right", "lenient", "wrong", "none", "unscored"]
"""`lenient`: right but for columns that were not asked for. `none`: no answer. `unscored`: the expected SQL failed."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one question. `note` is the reason when there is no answer or no score."""

    id: str
    question: str
    verdict: Verdict
    understood: str = ""
    sql: str = ""
    expected_sql: str = ""
    columns: tuple[str, ...] = ()
    rows: Matrix = ()
    expected_columns: tuple[str, ...] = ()
    expected: Matrix = ()
    rows_count: int = 0
    expected_count: int = 0
    confidence: float = 0.0
    ms: float = 0.0
    note: str = ""
    kinds: tuple[str, ...] = ()
    """The question's own headings: its features, else its difficulty."""


@dataclass(frozen=True, slots=True)
class EvaluationRun:
    """One asking of a question set. `began` is UTC, ISO 8601; `asked_by` names the translator."""

    id: str
    set: str
    began: str
    asked_by: str
    results: tuple[Result, ...]

    def count(self, *verdicts: Verdict) -> int:
        return sum(r.verdict in verdicts for r in self.results)

    @property
    def scored(self) -> int:
        return len(self.results) - self.count("unscored")

    @property
    def strict(self) -> float:
        """Share of the scored questions whose rows are exactly those expected, 0..1."""
        return self.count("right") / self.scored if self.scored else 0.0

    @property
    def lenient(self) -> float:
        """The same, further columns allowed."""
        return self.count("right", "lenient") / self.scored if self.scored else 0.0

    def by_kind(self) -> tuple[tuple[str, int, int, int], ...]:
        """(kind, questions, right, right or lenient) for each kind, by name; a question may be of several."""
        found: dict[str, list[Verdict]] = {}
        for result in self.results:
            if result.verdict != "unscored":
                for kind in result.kinds:
                    found.setdefault(kind, []).append(result.verdict)
        return tuple(
            (kind, len(v), v.count("right"), v.count("right") + v.count("lenient")) for kind, v in sorted(found.items())
        )


@dataclass(frozen=True, slots=True)
class Change:
    """A question whose verdict differs between two runs."""

    before: Result
    after: Result

    @property
    def better(self) -> bool:
        return _ORDER[self.after.verdict] > _ORDER[self.before.verdict]


_ORDER: dict[Verdict, int] = {"unscored": 0, "none": 1, "wrong": 1, "lenient": 2, "right": 3}


def compare(before: EvaluationRun, after: EvaluationRun) -> tuple[Change, ...]:
    """The questions of both runs whose verdict changed, those that got worse first."""
    earlier = {(r.id, r.question): r for r in before.results}
    met = [Change(earlier[key], r) for r in after.results if (key := (r.id, r.question)) in earlier]
    return tuple(sorted((c for c in met if c.before.verdict != c.after.verdict), key=lambda c: c.better))


def ask_all(
    ws: Workspace,
    name: str,
    cases: Sequence[Case],
    progress: Callable[[int, int], None] = lambda done, of: None,
    stop: threading.Event | None = None,
) -> EvaluationRun:
    """Ask the workspace every question and judge the rows. Only the question and its hint are given to it.

    Raises Cancelled after `stop`. A fault of one question becomes its result.
    """
    began = datetime.now(UTC).isoformat(timespec="seconds")
    results: list[Result] = []
    by: set[str] = set()
    for case in cases:
        if stop is not None and stop.is_set():
            raise Cancelled
        result, translator = _ask(ws, case, stop)
        by |= {translator} - {""}
        results.append(result)
        progress(len(results), len(cases))
    key = f"{began.replace(':', '').replace('+0000', '')}-{secrets.token_hex(3)}"
    return EvaluationRun(key, name, began, " and ".join(sorted(by)), tuple(results))


def _ask(ws: Workspace, case: Case, stop: threading.Event | None) -> tuple[Result, str]:
    kinds = case.features or ((case.difficulty,) if case.difficulty else ())
    result = Result(case.id, case.question, "none", expected_sql=case.sql, kinds=kinds)
    began = time.perf_counter()
    answer: Answer | None = None
    try:
        answer = next(
            a for a in ws.ask(case.question, hint=case.hint, verified=False, stop=stop) if isinstance(a, Answer)
        )
    except Cancelled:
        raise
    except JoineryError as fault:
        result = replace(result, note=fault.message)
    result = replace(result, ms=round((time.perf_counter() - began) * 1000, 1))
    rows: Matrix | None = None
    if answer is not None:
        rows = rows_of(answer)
        result = replace(
            result,
            understood=answer.enriched,
            sql=answer.sql or "",
            columns=answer.columns,
            rows=answer.rows[:MOST_ROWS],
            rows_count=len(answer.rows),
            confidence=answer.confidence,
            note=answer.answer if rows is None else "",
        )
    translator = answer.translator if answer else ""
    try:
        known = expected(case, ws)
    except JoineryError as fault:
        note = f"The expected SQL does not run: {fault.message}"
        return replace(result, verdict="unscored", note=note), translator
    wanted = known.rows or ()
    result = replace(
        result,
        expected_columns=known.columns,
        expected=wanted[:MOST_ROWS],
        expected_count=len(wanted),
        verdict=_verdict(judge(known, rows)),
    )
    return result, translator


def _verdict(outcome: Outcome) -> Verdict:
    if not outcome.answered:
        return "none"
    return "right" if outcome.strict else "lenient" if outcome.lenient else "wrong"


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
