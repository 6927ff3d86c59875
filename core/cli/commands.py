"""What each command does: it gets the options and the stream for its one JSON object; progress goes to stderr."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO, cast

from core.cli.as_json import family_json, files_json, join_json, report_json, table_json, whole_tables_json, write
from core.cli.interrupt import stop_on_signal
from core.config import JOIN_SCORERS, Settings
from core.errors import Cancelled, JoineryError, UnknownName, WorkspaceBusy, WorkspaceMissing, WorkspaceUnwritable
from core.model import Answer, Step, Table


def load(options: argparse.Namespace, out: TextIO) -> int:
    from core.workspace import open_workspace

    with stop_on_signal() as stop, open_workspace(settings_of(options), read_only=False) as ws:
        if options.into:
            into = ws.database.load_into(options.into, options.schema)
            print(f"Into the schema {into.schema} of {into.database}. {into.password_told}", file=sys.stderr)
        try:
            report = ws.tables.load(options.paths, progress=Progress(), stop=stop)
        except Cancelled as stopped:
            whole = [table_json(t) for t in ws.tables.all()]
            hint = "These tables are whole, and those loaded before. Load the same files again for the rest."
            write(out, {"tables": whole, "error": stopped.as_dict() | {"hint": hint}})
            return 1
        where = {"database": ws.database.name, "schema": ws.database.schema} if ws.database.schema else {}
    found = report_json(report) | where
    write(out, found)
    return 0 if report.tables or report.documents else 1


def attach(options: argparse.Namespace, out: TextIO) -> int:
    from core.workspace import open_workspace

    with stop_on_signal() as stop, open_workspace(settings_of(options), read_only=False) as ws:
        if options.detach:
            ws.database.detach()
            write(out, {"tables": []})
            return 0
        if options.list:
            found = ws.database.offered(options.url or ws.database.database, options.schema)
            write(out, {"tables": [{"schema": s, "table": t} for s, t in found]})
            return 0
        if options.again:
            done = ws.database.again(writable=options.writable, progress=Progress(), stop=stop)
        elif options.url:
            done = ws.database.attach(
                options.url,
                schemas=options.schema,
                tables=options.tables,
                writable=options.writable,
                progress=Progress(),
                stop=stop,
            )
        else:
            raise JoineryError("Which database?", "python -m core attach postgresql://user@host:5432/database")
        made = [j for j in ws.joins.all() if j.state == "confirmed"]
        print(done.password_told, file=sys.stderr)
        write(
            out,
            {
                "database": done.database,
                "tables": [table_json(t) for t in done.tables],
                "confirmed_joins": len(made),
                "writable": list(done.writable),
            },
        )
    return 0


def bring(options: argparse.Namespace, out: TextIO) -> int:
    from core.ingest.brought import ROWS, Bounds
    from core.workspace import open_workspace

    with stop_on_signal() as stop, open_workspace(settings_of(options), read_only=False) as ws:
        if options.remove:
            known = {t.name for t in ws.copies.all()}
            if wrong := [name for name in options.remove if name not in known]:
                raise UnknownName(wrong[0], tuple(sorted(known))[:5], "table that was brought in")
            ws.tables.remove(options.remove)
            write(out, {"tables": [table_json(t) for t in ws.copies.all()]})
            return 0
        given = Bounds(rows=options.rows or ROWS, first=options.first)
        if options.again is not None:
            bounds = given if options.rows or options.first else None
            report = ws.copies.again(options.again, bounds=bounds, progress=Progress(), stop=stop)
        elif options.url:
            report = ws.copies.bring(
                options.url, options.tables, schemas=options.schema, bounds=given, progress=Progress(), stop=stop
            )
        else:
            raise JoineryError("Which database?", "python -m core bring postgresql://user@host/database --tables T")
    write(out, report_json(report))
    return 0 if report.tables else 1


def tables(options: argparse.Namespace, out: TextIO) -> int:
    if options.call:
        from core.workspace import open_workspace

        with open_workspace(settings_of(options), read_only=False) as ws:
            ws.tables.call_rows(*options.call)
    with reading(options, mend=False) as ws:
        known = ws.tables.all()
    write(out, {"tables": list(whole_tables_json(known))})
    return 0


def check(options: argparse.Namespace, out: TextIO) -> int:
    from core.workspace import open_workspace

    settings = settings_of(options)
    open_workspace(settings, read_only=True).close()  # a folder without a workspace is not made into one
    with open_workspace(settings) as ws:
        found = ws.tables.check()
    left = [f for f in found if not f.mended]
    told = [{"part": f.part, "message": f.message, "tables": list(f.tables), "mended": f.mended} for f in found]
    write(out, {"ok": not left, "found": told})
    return 1 if left else 0


def log(options: argparse.Namespace, out: TextIO) -> int:
    from core.workspace.action_log import ActionLog

    folder = settings_of(options).workspace.expanduser()
    if not folder.is_dir():
        raise WorkspaceMissing(folder)
    found = list(ActionLog(folder).entries())
    write(out, {"actions": [asdict(e) for e in found[-options.limit :]]})
    return 0


def families(options: argparse.Namespace, out: TextIO) -> int:
    from core.workspace import open_workspace

    if not any((options.part, options.unite, options.remove, options.part_column, options.unite_columns)):
        with reading(options, mend=False) as ws:
            write(out, {"families": [family_json(t) for t in ws.tables.all() if t.family]})
        return 0
    with stop_on_signal() as stop, open_workspace(settings_of(options), read_only=False) as ws:
        if options.part:
            ws.tables.part(options.part, progress=Progress(), stop=stop)
        elif options.unite:
            ws.tables.unite(options.unite, options.column)
        elif options.remove:
            name, file = options.remove
            ws.tables.remove_member(name, _source_of(ws.tables.get(name), file))
        elif options.part_column:
            ws.tables.part_column(*options.part_column)
        else:
            ws.tables.unite_columns(options.unite_columns[0], options.unite_columns[1:])
        write(
            out,
            {
                "families": [family_json(t) for t in ws.tables.all() if t.family],
                "tables": [table_json(t) for t in ws.tables.all()],
            },
        )
    return 0


def _source_of(table: Table | None, file: str) -> str:
    """The member that a person means: by its path, its name, or its label."""
    members = table.family.members if table and table.family else ()
    here = Path(file).resolve().as_posix()
    hits = [m.source for m in members if file in (m.source, m.label, Path(m.source).name) or m.source == here]
    return hits[0] if len(hits) == 1 else file


def joins(options: argparse.Namespace, out: TextIO) -> int:
    from core.workspace import open_workspace
    from core.workspace.review_impact import to_review

    if options.use_scorer:
        with open_workspace(settings_of(options), read_only=False) as ws:
            ws.joins.score_by("" if options.use_scorer == JOIN_SCORERS[0] else options.use_scorer, progress=Progress())
    if options.ask_model:
        with open_workspace(settings_of(options), read_only=False) as ws:
            ws.joins.ask_model(progress=Progress())
    every = options.all or options.to_review  # what is offered for review is not used
    with reading(options) as ws:
        found = ws.joins.by(options.scorer, rejected=every) if options.scorer else ws.joins.all(rejected=every)
        if options.to_review:
            found = tuple(to_review(found, {t.name: t for t in ws.tables.all()}))
        write(out, {"joins": [pair for join in found for pair in join_json(join)]})
    return 0


def interview(options: argparse.Namespace, out: TextIO) -> int:
    from core.workspace import open_workspace

    if options.answer or options.skip or options.undo:
        with open_workspace(settings_of(options), read_only=False) as ws:
            if options.answer:
                question, n = options.answer
                if "=" in n:
                    pairs = (part.partition("=") for part in n.split(","))
                    ws.interview.mean(question, {value.strip(): meaning for value, _, meaning in pairs})
                elif n.strip().isdigit():
                    ws.interview.answer(question, int(n.strip()))
                else:
                    ws.interview.call(question, n)
            elif options.skip:
                ws.interview.skip(options.skip)
            else:
                ws.interview.undo(options.undo)
    with reading(options, mend=False) as ws:
        opened = [
            {"id": q.id, "kind": q.kind, "question": q.text, "why": q.why, "answers": [o.text for o in q.options]}
            | ({"values": list(q.values)} if q.values else {})
            for q in ws.interview.questions()
        ]
        done = [{"id": a.id, "question": a.text, "answer": a.answer} for a in ws.interview.answered()]
    write(out, {"questions": opened, "answered": done})
    return 0


def ask(options: argparse.Namespace, out: TextIO) -> int:
    from core.ask.status import status_of
    from core.catalogue.chats import answer_to_dict
    from core.export import format_of, gather, save

    if options.save is not None:
        format_of(options.save)  # a name that cannot be saved is said before the question is asked
    with _asking(options) as ws:
        answer: Answer | None = None
        chat = _chat(ws, options.chat)
        for item in ws.questions.ask(options.question, hint=options.hint, limit=options.limit, chat=chat):
            if isinstance(item, Step) and item.state == "started":
                continue
            if isinstance(item, Step):
                print(f"{item.name}: {item.text}", file=sys.stderr)
            else:
                answer = item
        if answer is None:
            raise JoineryError("The question led to no answer.", "Ask it in other words.")
        if options.set:
            answer = _by_hand(ws, answer, options.set)
        lost: dict[str, str] = {}
        if chat:
            ws.chats.add(chat, answer)
            if not ws.chats.lasts:
                lost = {"not_kept": f"The chat “{options.chat}” is not kept: the folder {ws.folder} cannot be written."}
                print(lost["not_kept"], file=sys.stderr)
        if options.save is not None:
            save(gather(answer, ws.questions, ws.tables.all(), ws.folder), options.save)
            print(f"Saved as {options.save}", file=sys.stderr)
        known = ws.tables.all()
        files = [file for t in known if t.name in answer.tables for file in files_json(t, known)]
        engine: dict[str, str] = {}
        if answer.sql is not None:
            name, own = ws.questions.own_sql(answer.sql)
            engine = {"engine": name, "engine_sql": own} if own else {}
        guess = {"guess": answer.answer} if answer.unsure else {}
        status = status_of(answer)
        said = {
            "question": answer.question,
            "answer": answer.cautious_sentence,
            "status": status,
            "unsure": status != "answered",
            **guess,
        }
        write(
            out,
            {
                **said,
                **{k: v for k, v in answer_to_dict(answer).items() if k not in said},
                **engine,
                **lost,
                "files": files,
            },
        )
    return 0


@contextlib.contextmanager
def _asking(options: argparse.Namespace) -> Iterator[Any]:
    """The workspace for a question: opened for changes where the hint names a join that is to be used and kept."""
    from core.workspace import open_workspace

    with reading(options) as ws:
        if not options.hint or not ws.joins.uses_hinted(options.hint):
            yield ws
            return
    try:
        ws = open_workspace(settings_of(options), read_only=False)
    except (WorkspaceBusy, WorkspaceUnwritable):  # the answer says that the join is not used
        ws = open_workspace(settings_of(options), read_only=True)
    with ws:
        yield ws


def _by_hand(ws: Any, answer: Answer, lines: list[str]) -> Answer:
    """The answer after changes of its reading; each is tried on the reading before."""
    from core.ask.edit.written import changed
    from core.ask.form import Form

    form = Form.of(answer.form)
    for line in lines:
        form = changed(form, line, ws.questions.facts)
    *_, last = ws.questions.edited(form, old=answer)
    return cast(Answer, last)


def _chat(ws: Any, name: str) -> str:
    """The id of the chat of that name, the latest if there are several, begun if there is none; "" for no name."""
    if not name:
        return ""
    return str(next((c.id for c in ws.chats.chats() if c.title == name), None) or ws.chats.new(name))


def sql(options: argparse.Namespace, out: TextIO) -> int:
    with reading(options, mend=False) as ws:
        rows = ws.questions.sql(options.query, limit=options.limit)
    write(out, {"columns": rows.columns, "rows": rows.rows, "truncated": rows.truncated})
    return 0


def cypher(options: argparse.Namespace, out: TextIO) -> int:
    with reading(options) as ws:
        rows = ws.questions.cypher(options.query, limit=options.limit, passages=True)
    write(out, {"columns": rows.columns, "rows": rows.rows, "truncated": rows.truncated})
    return 0


def find(options: argparse.Namespace, out: TextIO) -> int:
    from core.cli.finding import find as run

    return run(options, out, settings_of(options), Progress())


def mcp(options: argparse.Namespace, out: TextIO) -> int:
    from core.agents.mcp_server import serve
    from core.agents.tools import Toolbox
    from core.workspace import open_workspace

    with contextlib.ExitStack() as stack:
        if options.allow_save:
            ws = stack.enter_context(open_workspace(settings_of(options), read_only=False))
        else:
            ws = stack.enter_context(reading(options))
        stack.enter_context(contextlib.redirect_stdout(out))  # the protocol's own; the SDK keeps all else off it
        serve(Toolbox(ws), port=options.http, saving=options.allow_save)
    return 0


def evaluate_file(options: argparse.Namespace, out: TextIO) -> int:
    if options.strategies:
        return _evaluate_strategies(options, out)
    from core.evaluate.run import evaluate

    scores = evaluate(
        options.questions,
        options.data,
        settings_of(options),
        tell=lambda line: write(out, line),
        say=lambda text: print(text, file=sys.stderr, flush=True),
        keep=options.keep,
        jobs=options.jobs,
        into=options.into,
    )
    print(scores, file=sys.stderr)
    return 0


def _evaluate_strategies(options: argparse.Namespace, out: TextIO) -> int:
    from core.evaluate.retrieval import evaluate_strategies
    from core.retrieval.strategies.known import named
    from core.workspace.translators import Translators

    settings = settings_of(options)
    models = Translators(settings)

    def ask(prompt: str) -> str:
        reader = models.reader()  # a new one each time: what a question may use of the model holds for each prompt
        assert reader is not None
        return reader.ask(prompt)

    def word(question: str, told: Sequence[str]) -> Sequence[tuple[str, tuple[int, ...]]]:
        reader = models.reader()
        assert reader is not None
        return reader.said(question, told)

    model = models.reader() is not None
    table = evaluate_strategies(
        options.questions,
        options.data or options.questions.parent,
        settings,
        named(options.strategies, ask if model else None),
        tell=lambda line: write(out, line),
        say=lambda text: print(text, file=sys.stderr, flush=True),
        word=word if model else None,
    )
    print(table, file=sys.stderr)
    return 0


def settings_of(options: argparse.Namespace) -> Settings:
    names = ("workspace", "model", "base_url")
    return Settings.read({name: getattr(options, name, None) for name in names})


@contextlib.contextmanager
def reading(options: argparse.Namespace, mend: bool = True) -> Iterator[Any]:
    """The workspace for a command that only reads: it takes the lock only if something is left to be mended."""
    from core.workspace import open_workspace

    settings = settings_of(options)
    ws = open_workspace(settings, read_only=True)
    if mend and ws.outdated:
        ws.close()
        ws = open_workspace(settings)
    with ws:
        if ws.settings.brought:
            named = "; ".join(ws.settings.brought)
            print(f"Not used, as the workspace was set up elsewhere: {named}. See the settings page.", file=sys.stderr)
        yield ws


class Progress:
    """Progress on stderr: a line for each thing begun, no more than one for every hundredth."""

    def __init__(self) -> None:
        self._subject = ""
        self._share = -1.0

    def __call__(self, what: str, share: float) -> None:
        subject = what.split(": ")[0]
        if subject != self._subject or share >= self._share + 0.01:
            self._subject, self._share = subject, share
            print(f"{share:4.0%} {what}", file=sys.stderr, flush=True)
