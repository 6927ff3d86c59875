"""The command line: `python -m core …`. One JSON object on stdout (`eval`: one a line), all else on stderr.

A failure is `{"error": {"code", "message", "hint"}}` and exit status 1. Help is text, on stdout.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import logging
import sys
import traceback
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn, TextIO

from core.cli.interrupt import stop_on_signal
from core.config import Settings
from core.errors import Cancelled, JoineryError
from core.model import Answer, Family, Join, Step, Table


class UsageError(JoineryError):
    """The command line cannot be read."""

    code = "usage"


class _Parser(argparse.ArgumentParser):
    """Says what is wrong by raising."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message[:1].upper()}{message[1:]}.", f"See {self.prog} --help.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    out = _utf8(sys.stdout)
    _utf8(sys.stderr)
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    logging.basicConfig(level=logging.INFO if debug else logging.CRITICAL, stream=sys.stderr)
    if not debug:
        warnings.simplefilter("ignore")
    try:
        options = _parser().parse_args(given)
        with contextlib.redirect_stdout(sys.stderr):
            status: int = options.run(options, out)
        return status
    except JoineryError as fault:
        error = fault.as_dict()
    except KeyboardInterrupt:
        error = Cancelled().as_dict()
    except BrokenPipeError:
        return 1
    except Exception as fault:  # noqa: BLE001 - whatever happens, the caller gets JSON
        if debug:
            traceback.print_exc()
        message = f"Something went wrong that should not: {type(fault).__name__}: {fault}"
        error = {"code": "internal", "message": message, "hint": "Run it again with --debug and report it."}
    _print(out, {"error": error})
    return 1


def _parser() -> argparse.ArgumentParser:
    common = _Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--workspace", metavar="DIR", help="default: $JOINERY_WORKSPACE, else ./workspace")
    common.add_argument("--json", action="store_true", help="accepted; the output is JSON anyway")
    common.add_argument("--debug", action="store_true", help="logs and tracebacks on stderr")
    model = _Parser(add_help=False)
    model.add_argument("--model", metavar="NAME", default="", help="a chat model: openai:…, ollama:…; or rules")
    model.add_argument("--base-url", metavar="URL", default="", help="where the chat model is served")

    parser = _Parser(prog="python -m core", description=__doc__, parents=[common])
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)

    load = commands.add_parser("load", help="load files, folders and glob patterns", parents=[common])
    load.add_argument("paths", nargs="+", metavar="PATH")
    load.set_defaults(run=_load)

    tables = commands.add_parser("tables", help="the loaded tables and where their rows came from", parents=[common])
    tables.set_defaults(run=_tables)

    families = commands.add_parser(
        "families", help="files of one form that are one table: list, part, unite", parents=[common]
    )
    doing = families.add_mutually_exclusive_group()
    doing.add_argument("--part", metavar="NAME", help="make each file of this table a table of its own")
    doing.add_argument("--unite", nargs="+", metavar="NAME", help="make one table of these")
    doing.add_argument("--remove", nargs=2, metavar=("NAME", "FILE"), help="take a file's rows out of a table")
    doing.add_argument("--part-column", nargs=2, metavar=("NAME", "LABEL"), help="keep a renamed column by itself")
    doing.add_argument("--unite-columns", nargs="+", metavar="NAME", help="a table and columns of it that are one")
    families.add_argument("--column", metavar="LABEL", default="", help="with --unite: what varies between them")
    families.set_defaults(run=_families)

    joins = commands.add_parser("joins", help="the joins that were found", parents=[common, model])
    joins.add_argument("--all", action="store_true", help="also the rejected ones")
    joins.add_argument("--to-review", action="store_true", help="only those in doubt, the ones that matter most first")
    joins.add_argument(
        "--scorer", metavar="NAME", default="", help="find them anew by this scorer (own, tfidf, seed), to compare"
    )
    joins.add_argument(
        "--ask-model", action="store_true", help="first have the chat model judge those in doubt, once each"
    )
    joins.set_defaults(run=_joins)

    ask = commands.add_parser("ask", help="ask a question", parents=[common, model])
    ask.add_argument("question")
    ask.add_argument("--hint", default="", metavar="TEXT", help="definitions that the question needs")
    ask.add_argument("--limit", type=_positive, default=10_000, metavar="N", help="rows at most")
    ask.add_argument("--save", metavar="FILE", type=Path, help="all rows, as csv, xlsx, parquet, sql, py or ipynb")
    ask.add_argument("--chat", default="", metavar="NAME", help="go on in this chat: questions may follow on")
    ask.set_defaults(run=_ask)

    for name, what, run in (("sql", "one SELECT", _sql), ("cypher", "one MATCH … RETURN", _cypher)):
        query = commands.add_parser(name, help=f"run {what} of your own", parents=[common])
        query.add_argument("query")
        query.add_argument("--limit", type=_positive, default=10_000, metavar="N", help="rows at most")
        query.set_defaults(run=run)

    mcp = commands.add_parser("mcp", help="serve the workspace to agents by MCP, read-only", parents=[common, model])
    mcp.add_argument("--http", type=_positive, metavar="PORT", default=0, help="http://127.0.0.1:PORT/mcp, not stdio")
    mcp.add_argument("--allow-save", action="store_true", help="agents may save verified answers")
    mcp.set_defaults(run=_mcp)

    evaluate = commands.add_parser("eval", help="answer a file of questions", parents=[common, model])
    evaluate.add_argument(
        "questions", metavar="QUESTIONS", type=Path, help="lines of “question = answer”, CSV, Excel, JSON or JSON lines"
    )
    evaluate.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        help="holds a folder of files per database; without it the workspace is asked",
    )
    evaluate.add_argument("--keep", metavar="DIR", type=Path, help="keep the workspaces here")
    evaluate.add_argument("--jobs", type=_positive, metavar="N", default=1, help="questions asked at once")
    evaluate.set_defaults(run=_eval)
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def _settings(options: argparse.Namespace) -> Settings:
    names = ("workspace", "model", "base_url")
    return Settings.read({name: getattr(options, name, None) for name in names})


@contextlib.contextmanager
def _reading(options: argparse.Namespace, mend: bool = True) -> Iterator[Any]:
    """The workspace for a command that only reads: it takes the lock only if something is left to be mended."""
    from core.workspace import open_workspace

    settings = _settings(options)
    ws = open_workspace(settings, read_only=True)
    if mend and ws.outdated:
        ws.close()
        ws = open_workspace(settings)
    with ws:
        if ws.settings.brought:
            named = "; ".join(ws.settings.brought)
            print(f"Not used, as the workspace was set up elsewhere: {named}. See the settings page.", file=sys.stderr)
        yield ws


def _load(options: argparse.Namespace, out: TextIO) -> int:
    from core.workspace import open_workspace

    with stop_on_signal() as stop, open_workspace(_settings(options), read_only=False) as ws:
        try:
            report = ws.tables.load(options.paths, progress=_Progress(), stop=stop)
        except Cancelled as stopped:
            whole = [_table(t) for t in ws.tables.all()]
            hint = "These tables are whole, and those loaded before. Load the same files again for the rest."
            _print(out, {"tables": whole, "error": stopped.as_dict() | {"hint": hint}})
            return 1
    found: dict[str, Any] = {
        "tables": [_table(t) for t in report.tables],
        "problems": [
            {"file": p.file, "code": p.code, "message": p.message, "hint": p.hint}
            | ({"line": p.line} if p.line else {})
            for p in report.problems
        ],
    }
    if report.documents:
        found["documents"] = list(report.documents)
    if not report.tables and not report.documents:
        first = report.problems[0] if report.problems else None
        found["error"] = {
            "code": first.code if first and len(report.problems) == 1 else "nothing_loaded",
            "message": first.message if first and len(report.problems) == 1 else "No file could be loaded.",
            "hint": first.hint if first and len(report.problems) == 1 else "Look at the problems, file by file.",
        }
    _print(out, found)
    return 0 if report.tables or report.documents else 1


def _tables(options: argparse.Namespace, out: TextIO) -> int:
    with _reading(options, mend=False) as ws:
        known = ws.tables.all()
    _print(out, {"tables": [_whole_table(t, known) for t in known]})
    return 0


def _families(options: argparse.Namespace, out: TextIO) -> int:
    from core.workspace import open_workspace

    if not any((options.part, options.unite, options.remove, options.part_column, options.unite_columns)):
        with _reading(options, mend=False) as ws:
            _print(out, {"families": [_family(t) for t in ws.tables.all() if t.family]})
        return 0
    with stop_on_signal() as stop, open_workspace(_settings(options), read_only=False) as ws:
        if options.part:
            ws.tables.part(options.part, progress=_Progress(), stop=stop)
        elif options.unite:
            ws.tables.unite(options.unite, options.column)
        elif options.remove:
            name, file = options.remove
            ws.tables.remove_member(name, _source_of(ws.tables.get(name), file))
        elif options.part_column:
            ws.tables.part_column(*options.part_column)
        else:
            ws.tables.unite_columns(options.unite_columns[0], options.unite_columns[1:])
        _print(
            out,
            {
                "families": [_family(t) for t in ws.tables.all() if t.family],
                "tables": [_table(t) for t in ws.tables.all()],
            },
        )
    return 0


def _source_of(table: Table | None, file: str) -> str:
    """The member that a person means: by its path, its name, or its label."""
    members = table.family.members if table and table.family else ()
    here = Path(file).resolve().as_posix()
    hits = [m.source for m in members if file in (m.source, m.label, Path(m.source).name) or m.source == here]
    return hits[0] if len(hits) == 1 else file


def _family(table: Table) -> dict[str, Any]:
    family = table.family or Family((), (), (), "")
    return {
        "name": table.name,
        "label": table.label,
        "rows": table.rows,
        "varies": list(family.varies),
        "members": [
            {
                "file": m.source,
                "label": m.label,
                "values": dict(zip(family.varies, m.values, strict=False)),
                "rows": m.rows,
                "bytes": m.size,
                "sha256": m.sha256,
                "loaded_at": m.loaded_at,
                "called": dict(m.labels),
                "lacks": list(m.lacks),
            }
            for m in family.members
        ],
    }


def _joins(options: argparse.Namespace, out: TextIO) -> int:
    from core.workspace import open_workspace
    from core.workspace.review_impact import to_review

    if options.ask_model:
        with open_workspace(_settings(options), read_only=False) as ws:
            ws.joins.ask_model(progress=_Progress())
    with _reading(options) as ws:
        found = (
            ws.joins.by(options.scorer, rejected=options.all) if options.scorer else ws.joins.all(rejected=options.all)
        )
        if options.to_review:
            found = tuple(to_review(found, {t.name: t for t in ws.tables.all()}))
        _print(out, {"joins": [pair for join in found for pair in _pairs(join)]})
    return 0


def _ask(options: argparse.Namespace, out: TextIO) -> int:
    from core.catalogue.chats import answer_to_dict
    from core.export import format_of, gather, save

    if options.save is not None:
        format_of(options.save)  # a name that cannot be saved is said before the question is asked
    with _reading(options) as ws:
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
        if chat:
            ws.chats.add(chat, answer)
        if options.save is not None:
            save(gather(answer, ws.questions, ws.tables.all(), ws.folder), options.save)
            print(f"Saved as {options.save}", file=sys.stderr)
        known = ws.tables.all()
        files = [file for t in known if t.name in answer.tables for file in _files(t, known)]
        guess = {"guess": answer.answer} if answer.unsure else {}
        said = {"question": answer.question, "answer": answer.told, "unsure": answer.unsure, **guess}
        _print(out, {**said, **{k: v for k, v in answer_to_dict(answer).items() if k not in said}, "files": files})
    return 0


def _chat(ws: Any, name: str) -> str:
    """The id of the chat of that name, the latest if there are several, begun if there is none; "" for no name."""
    if not name:
        return ""
    return str(next((c.id for c in ws.chats.chats() if c.title == name), None) or ws.chats.new(name))


def _sql(options: argparse.Namespace, out: TextIO) -> int:
    with _reading(options, mend=False) as ws:
        rows = ws.questions.sql(options.query, limit=options.limit)
    _print(out, {"columns": rows.columns, "rows": rows.rows, "truncated": rows.truncated})
    return 0


def _cypher(options: argparse.Namespace, out: TextIO) -> int:
    with _reading(options) as ws:
        rows = ws.questions.cypher(options.query, limit=options.limit)
    _print(out, {"columns": rows.columns, "rows": rows.rows, "truncated": rows.truncated})
    return 0


def _mcp(options: argparse.Namespace, out: TextIO) -> int:
    from core.agents.mcp_server import serve
    from core.agents.tools import Toolbox
    from core.workspace import open_workspace

    with contextlib.ExitStack() as stack:
        if options.allow_save:
            ws = stack.enter_context(open_workspace(_settings(options), read_only=False))
        else:
            ws = stack.enter_context(_reading(options))
        stack.enter_context(contextlib.redirect_stdout(out))  # the protocol's own; the SDK keeps all else off it
        serve(Toolbox(ws), port=options.http, saving=options.allow_save)
    return 0


def _eval(options: argparse.Namespace, out: TextIO) -> int:
    from core.evaluate.run import evaluate

    scores = evaluate(
        options.questions,
        options.data,
        _settings(options),
        tell=lambda line: _print(out, line),
        say=lambda text: print(text, file=sys.stderr, flush=True),
        keep=options.keep,
        jobs=options.jobs,
    )
    print(scores, file=sys.stderr)
    return 0


def _table(table: Table) -> dict[str, Any]:
    columns = [
        {"name": c.name, "label": c.label, "type": c.type}
        | ({"unit": c.unit} if c.unit else {})
        | ({"converted": c.converted} if c.converted else {})
        | ({"private": c.private} if c.private else {})
        for c in table.columns
    ]
    return {"name": table.name, "label": table.label, "rows": table.rows, "columns": columns}


def _whole_table(table: Table, tables: Sequence[Table]) -> dict[str, Any]:
    """The same with where its rows came from."""
    return _table(table) | {"description": table.description, "files": _files(table, tables)}


def _files(table: Table, tables: Sequence[Table]) -> list[dict[str, Any]]:
    from core.profiles.provenance import provenance

    return [
        {
            "file": one.file,
            "inside": one.inside,
            "lines": [list(r) for r in one.lines],
            "rows": one.rows,
            "bytes": one.size,
            "changed": one.changed,
            "loaded_at": one.loaded_at,
            "sha256": one.sha256,
            "address": one.address,
            "licence": one.licence,
        }
        for one in provenance(table, tables)
    ]


def _pairs(join: Join) -> Iterator[dict[str, Any]]:
    """One object per pair of columns; those of a composite join share `join`."""
    for part, (left, right) in enumerate(zip(join.child, join.parent, strict=True), start=1):
        yield {
            "left": f"{join.child_table}.{left}",
            "right": f"{join.parent_table}.{right}",
            "left_table": join.child_table,
            "left_column": left,
            "right_table": join.parent_table,
            "right_column": right,
            "join": join.id,
            "part": part,
            "parts": len(join.child),
            "score": join.score,
            "state": join.state,
            "reviewed": join.reviewed,
            "offered": join.offered,
            "why": join.why,
        }


class _Progress:
    """Progress on stderr: a line for each thing begun, no more than one for every hundredth."""

    def __init__(self) -> None:
        self._subject = ""
        self._share = -1.0

    def __call__(self, what: str, share: float) -> None:
        subject = what.split(": ")[0]
        if subject != self._subject or share >= self._share + 0.01:
            self._subject, self._share = subject, share
            print(f"{share:4.0%} {what}", file=sys.stderr, flush=True)


def _print(out: TextIO, found: dict[str, Any]) -> None:
    out.write(json.dumps(found, ensure_ascii=False, allow_nan=False) + "\n")
    out.flush()


def _utf8(stream: TextIO) -> TextIO:
    """The stream in UTF-8 whatever the console's own code; what UTF-8 cannot say is escaped as JSON does it."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    return stream


if __name__ == "__main__":
    sys.exit(main())
