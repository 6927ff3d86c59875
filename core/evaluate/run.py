"""Answering a file of questions, each database loaded once into a workspace of its own.

The questions' expected answers stay here: the workspace is given the question and its hint, and nothing else.
"""

from __future__ import annotations

import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from core.ask.status import Status, status_of
from core.ask.translators.chat.standing import Standing
from core.config import Settings
from core.errors import BadCase, FileMissing, JoineryError, WorkspaceMissing
from core.evaluate.cases import Case, Matrix, check_case
from core.evaluate.faithful import Faithfulness
from core.evaluate.schema_use import SchemaUse
from core.evaluate.score import Outcome, Tally, judge, summary
from core.evaluate.written import EXAMPLE, records
from core.index.base import Embedder
from core.model import Answer
from core.workspace import Workspace, open_workspace
from core.workspace.translators import RULES

_TOLD = 10
"""Sentences that are not held are told, so many of them."""
Tell = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """What of a line is given to the workspace."""

    id: str
    db: str
    question: str
    hint: str


@dataclass(slots=True)
class Used:
    """What a chat model was asked for, all questions together."""

    questions: int = 0
    calls: int = 0
    tokens: int = 0
    by_rules: int = 0
    faithful: Faithfulness = field(default_factory=Faithfulness)
    loose: list[str] = field(default_factory=list)
    """What was said and is not held, a few of it."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, answer: Answer) -> None:
        with self._lock:
            self.questions += 1
            self.calls += answer.model_calls
            self.tokens += answer.tokens
            self.by_rules += answer.translator == RULES
            self.loose += self.faithful.add(answer)[: max(0, _TOLD - len(self.loose))]

    @property
    def summary(self) -> str:
        each = f"{self.calls / self.questions:.2f} calls, {self.tokens / self.questions:,.0f} tokens a question"
        return f"Model: {self.calls:,} calls, {self.tokens:,} tokens ({each}); the rules answered {self.by_rules:,}."


def evaluate(
    questions: Path,
    data: Path | None,
    settings: Settings,
    *,
    tell: Tell,
    say: Callable[[str], None] = lambda text: None,
    keep: Path | None = None,
    jobs: int = 1,
    into: str = "",
) -> str:
    """Ask every question; `tell` gets for each {"id", "question", "status", "rows", "sql", "error", "ms", "expected",
    "strict", "lenient"}, `say` what goes on. `status` says what became of the question (core.ask.status), and is null
    where a fault ended it; `error` is null or "code: message"; the last three are null where no answer is known. The
    rows of a withheld answer are scored as if they were shown.

    Without `data` the workspace of `settings` is asked, as it is. Returns the scores as text; questions need no
    expected answers, and are then only answered. So many of a workspace's questions are asked at once as `jobs` says;
    lines come in order. The workspaces made from `data` are kept in `keep` if given; their rows go into the
    database `into`, and out of it again where they are not kept. Raises
    FileMissing, BadCase and (without `data`) WorkspaceMissing; a fault of one question is its line's `error`.
    """
    asked = read_questions(questions)
    cases = _scorable(questions, say)
    embedder = embedder_of(settings)
    outcomes: list[Outcome] = []
    used = Used()
    standing = Standing()
    use = SchemaUse()
    if data is None:
        groups = [(_as_it_is(settings, embedder), asked)]
    else:
        groups = [
            (_loaded(db, data, settings, keep, embedder, say, into), tuple(a for a in asked if a.db == db))
            for db in dict.fromkeys(a.db for a in asked)
        ]
    for workspace, questions_of in groups:
        with workspace as opened:
            if not isinstance(opened, JoineryError):
                opened.settings.translators.share(
                    standing
                )  # what is learned of a model in one database holds in the next
            for one, line in _answers(opened, questions_of, used, jobs):
                case = cases.get(one.id)
                known = _known(case, opened) if case is not None else None
                if case is not None:
                    use.add(line["sql"], case.sql)
                if known is not None:
                    outcome = judge(known, line["rows"] if line["error"] is None else None)
                    outcomes.append(outcome)
                    line |= {"expected": known.rows, "strict": outcome.strict, "lenient": outcome.lenient}
                tell(line)
    if used.calls:
        say(used.summary)
    for sentence in used.loose:
        say(f"Not held by what was found: {sentence[:200]}")
    return "\n".join(filter(None, (report(outcomes), use.report, used.faithful.report)))


def _answers(
    opened: Workspace | JoineryError, asked: Sequence[Asked], used: Used, jobs: int
) -> Iterator[tuple[Asked, dict[str, Any]]]:
    """Each question with its line, in order."""
    if jobs < 2:
        yield from ((one, _answer(opened, one, used)) for one in asked)
        return
    with ThreadPoolExecutor(jobs, thread_name_prefix="eval") as pool:
        yield from zip(asked, pool.map(lambda one: _answer(opened, one, used), asked), strict=True)


def _scorable(path: Path, say: Callable[[str], None]) -> dict[str, Case]:
    """The questions whose answer is known, by id; of the others it is said why."""
    found: dict[str, Case] = {}
    for number, fields in records(path, path.read_bytes()):
        try:
            case = check_case(path, number, fields)
        except BadCase as fault:
            say(f"Not scored: {fault.message}")
        else:
            found.setdefault(case.id, case)
    return found


def read_questions(path: Path) -> tuple[Asked, ...]:
    """The questions of a file, in order. Raises FileMissing, BadCase."""
    if not path.is_file():
        raise FileMissing(path)
    found = []
    for number, body in records(path, path.read_bytes()):
        if not isinstance(body.get("question"), str):
            raise BadCase(path, number, "it has no “question”", EXAMPLE)
        found.append(_asked(body, number))
    return tuple(found)


def _asked(body: Mapping[str, Any], number: int) -> Asked:
    def text(name: str) -> str:
        return str(body.get(name) or "")

    return Asked(str(body.get("id", number)), text("db"), body["question"], text("hint"))


def _answer(opened: Workspace | JoineryError, asked: Asked, used: Used) -> dict[str, Any]:
    began = time.perf_counter()
    rows: list[list[Any]] | None = None
    sql: str | None = None
    error: str | None = None
    status: Status | None = None
    try:
        if isinstance(opened, JoineryError):
            raise opened
        answer = next(a for a in opened.questions.ask(asked.question, hint=asked.hint) if isinstance(a, Answer))
        used.add(answer)
        status = status_of(answer)
        found = rows_of(answer)
        if found is None:
            error = f"not_understood: {answer.answer}"
        else:
            sql, rows = answer.sql, [list(r) for r in found]
    except JoineryError as fault:
        error = f"{fault.code}: {fault.message}"
    except Exception as fault:  # noqa: BLE001 - one broken question must not end the run
        error = f"internal: {type(fault).__name__}: {fault}"
    ms = round((time.perf_counter() - began) * 1000, 1)
    line = {"id": asked.id, "question": asked.question, "status": status, "rows": rows, "sql": sql, "error": error}
    return line | {"ms": ms} | {"expected": None, "strict": None, "lenient": None}


def rows_of(answer: Answer) -> Matrix | None:
    """What an answer gave, also from the graph alone; None when the question was not understood."""
    return None if answer.sql is None and not answer.columns else answer.rows


def expected(case: Case, ws: Workspace) -> Case:
    """The case with its expected rows. Raises JoineryError when its SQL does not run here."""
    return case if case.rows is not None else case.answered(ws.questions.sql(case.sql))


def _known(case: Case, opened: Workspace | JoineryError) -> Case | None:
    """The case with its expected rows; None when these cannot be had."""
    if isinstance(opened, JoineryError):
        return case if case.rows is not None else None
    try:
        return expected(case, opened)
    except JoineryError:
        return None


@contextmanager
def _loaded(
    db: str,
    data: Path,
    settings: Settings,
    keep: Path | None,
    embedder: Embedder,
    say: Callable[[str], None],
    into: str,
) -> Iterator[Workspace | JoineryError]:
    """A workspace with the files of `data`/`db`; when that cannot be had, the reason."""
    with tempfile.TemporaryDirectory(prefix="joinery-", ignore_cleanup_errors=True) as scratch:
        name = re.sub(r"[^\w.-]+", "_", db) or "data"
        folder = (keep or Path(scratch)) / name
        began = time.perf_counter()
        try:
            # Expected answers are made from plain typing: `12 %` is text to them.
            plain = replace(settings, workspace=folder, plain_numbers=True)
            ws = open_workspace(plain, read_only=False, embedder=embedder)
        except JoineryError as fault:
            yield fault
            return
        with ws, ExitStack() as stack:
            if into:
                ws.database.load_into(into)
                if keep is None:
                    stack.callback(ws.database.detach)
            loaded = ws.tables.load([data / db])
            seconds = time.perf_counter() - began
            say(f"{db or data}: {len(loaded.tables)} tables, {len(ws.joins.all())} joins in {seconds:.1f} s")
            yield ws if loaded.tables else FileMissing(data / db)


@contextmanager
def _as_it_is(settings: Settings, embedder: Embedder) -> Iterator[Workspace | JoineryError]:
    """The workspace itself. Raises WorkspaceMissing while nothing is loaded."""
    with open_workspace(settings, embedder=embedder) as ws:
        if not ws.tables.all():
            raise WorkspaceMissing(settings.workspace)
        yield ws


def embedder_of(settings: Settings) -> Embedder:
    """One for all workspaces: it is big, and remembers what it has seen."""
    from core.index.embed import chosen_embedder

    return chosen_embedder(settings.embeddings, settings.cache)[0]


def report(outcomes: list[Outcome]) -> str:
    """Scores as a table of text: all, by difficulty, by feature, by tables, by database, where the questions say."""
    if not outcomes:
        return "No question was scored."
    lines = [f"{'':28}{'questions':>10}{'answered':>10}{'strict':>8}{'lenient':>9}"]
    for by in ("difficulty", "features", "tables", "db"):
        tallies = summary(outcomes, by)
        if by == "difficulty":
            lines.append(_line("all", tallies[0]))
        if any(t.kind not in ("none", "unknown") for t in tallies[1:]):
            lines += [f"by {by}", *(_line(f"  {t.kind}", t) for t in tallies[1:])]
    return "\n".join([*lines, "strict: the columns that were expected and no others; lenient: others beside them, too"])


def _line(name: str, t: Tally) -> str:
    share = 100 / t.questions
    return (
        f"{name[:28]:28}{t.questions:>10}{t.answered * share:>9.1f}%{t.strict * share:>7.1f}%{t.lenient * share:>8.1f}%"
    )
