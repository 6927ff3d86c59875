"""A question set asked of a workspace, and two runs compared, so that a change that makes answers worse is seen."""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from core.errors import Cancelled, JoineryError
from core.evaluate.cases import Case, Matrix
from core.evaluate.faithful import faithfulness
from core.evaluate.labels import labelled
from core.evaluate.run import expected, rows_of
from core.evaluate.score import Outcome, judge
from core.model import Answer
from core.workspace import Workspace

MOST_ROWS = 50
"""How many rows of an answer, and of what was expected, are kept to look at; scores are of all rows."""

Verdict = Literal["right", "lenient", "wrong", "withheld", "none", "unscored"]
"""`lenient`: right but for columns that were not asked for. `withheld`: wrong, and the chat says that it is not
sure and shows its reading alone. `none`: no answer. `unscored`: the expected SQL failed."""


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
    faithful: float | None = None
    """The share of what was said that is held by the rows and passages; None: nothing was said that could be."""


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

    @property
    def faithful(self) -> float | None:
        """The mean over the questions whose answers say something that can be held."""
        told = [r.faithful for r in self.results if r.faithful is not None]
        return sum(told) / len(told) if told else None

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


_ORDER: dict[Verdict, int] = {"unscored": 0, "none": 1, "wrong": 1, "withheld": 2, "lenient": 3, "right": 4}


def compare(before: EvaluationRun, after: EvaluationRun) -> tuple[Change, ...]:
    """The questions of both runs whose verdict changed, those that got worse first."""
    earlier = _by_question(before)
    met = [Change(earlier[key], r) for key, r in _by_question(after).items() if key in earlier]
    return tuple(sorted((c for c in met if c.before.verdict != c.after.verdict), key=lambda c: c.better))


def unshared(before: EvaluationRun, after: EvaluationRun) -> tuple[int, int]:
    """How many questions only the first run has, and only the second."""
    first, second = _by_question(before).keys(), _by_question(after).keys()
    return len(first - second), len(second - first)


def amended(before: EvaluationRun, after: EvaluationRun) -> tuple[str, ...]:
    """The questions of both runs whose expected answer was written otherwise then: other SQL, or other rows."""
    earlier = _by_question(before)
    met = [(earlier[key], r) for key, r in _by_question(after).items() if key in earlier]

    def wanted(r: Result) -> object:
        return r.expected_sql or (r.expected, r.expected_count)

    return tuple(now.question for then, now in met if wanted(then) != wanted(now))


def _by_question(run: EvaluationRun) -> dict[tuple[str, int], Result]:
    """The results by their questions; of a question that is asked again, with the how many-th it is. A question's
    place in its set says nothing: others may stand before it since."""
    seen: Counter[str] = Counter()
    found: dict[tuple[str, int], Result] = {}
    for r in run.results:
        found[r.question, seen[r.question]] = r
        seen[r.question] += 1
    return found


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
            a
            for a in ws.questions.ask(case.question, hint=case.hint, verified=False, stop=stop)
            if isinstance(a, Answer)
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
            faithful=faithfulness([answer]),
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
        verdict=_verdict(_judged(known, rows, ws), answer is not None and answer.unsure),
    )
    return result, translator


def _judged(known: Case, rows: Matrix | None, ws: Workspace) -> Outcome:
    """The outcome; codes that are expected may be answered with their labels."""
    outcome = judge(known, rows)
    told = None if outcome.strict else labelled(known, ws.tables.all())
    by_labels = judge(told, rows) if told is not None else outcome
    return by_labels if by_labels.lenient else outcome


def _verdict(outcome: Outcome, unsure: bool) -> Verdict:
    if not outcome.answered:
        return "none"
    return "right" if outcome.strict else "lenient" if outcome.lenient else "withheld" if unsure else "wrong"
