"""The commands, their arguments and what is said of them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NoReturn

from core.cli import commands
from core.errors import JoineryError


class UsageError(JoineryError):
    """The command line cannot be read."""

    code = "usage"


class Parser(argparse.ArgumentParser):
    """Says what is wrong by raising UsageError."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message[:1].upper()}{message[1:]}.", f"See {self.prog} --help.")


def parser(description: str) -> argparse.ArgumentParser:
    """The parser of the whole command line: each command sets `run`, which takes the options and a stream."""
    common = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--workspace", metavar="DIR", help="default: $JOINERY_WORKSPACE, else ./workspace")
    common.add_argument("--json", action="store_true", help="accepted; the output is JSON anyway")
    common.add_argument("--debug", action="store_true", help="logs and tracebacks on stderr")
    model = Parser(add_help=False)
    model.add_argument("--model", metavar="NAME", default="", help="a chat model: openai:…, ollama:…; or rules")
    model.add_argument("--base-url", metavar="URL", default="", help="where the chat model is served")

    whole = Parser(prog="python -m core", description=description, parents=[common])
    names = whole.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)

    load = names.add_parser("load", help="load files, folders and glob patterns", parents=[common])
    load.add_argument("paths", nargs="+", metavar="PATH")
    load.add_argument(
        "--into",
        metavar="URL",
        default="",
        help="put the rows there: postgresql://… or trino://…",
    )
    load.add_argument("--schema", metavar="S", default="", help="with --into: in this schema (one of its own is made)")
    load.set_defaults(run=commands.load)

    attach = names.add_parser("attach", help="ask tables that are in a database, where they are", parents=[common])
    attach.add_argument("url", nargs="?", default="", metavar="URL", help="postgresql://user@host:5432/database")
    attach.add_argument("--schema", nargs="+", metavar="S", default=[], help="only tables of these schemas")
    attach.add_argument("--tables", nargs="+", metavar="T", default=[], help="only these: names or patterns")
    attach.add_argument("--writable", action="store_true", help="agree to a user who may change the data")
    attach.add_argument("--list", action="store_true", help="only list the tables that could be attached")
    attach.add_argument("--again", action="store_true", help="look at the attached tables anew")
    attach.add_argument("--detach", action="store_true", help="forget the database and its tables")
    attach.set_defaults(run=commands.attach)

    bring = names.add_parser(
        "bring", help="copy tables of a database into a workspace of files, to ask them together", parents=[common]
    )
    bring.add_argument("url", nargs="?", default="", metavar="URL", help="postgresql://user@host:5432/database")
    bring.add_argument("--tables", nargs="+", metavar="T", default=[], help="these: names or patterns; '*' for all")
    bring.add_argument("--schema", nargs="+", metavar="S", default=[], help="only tables of these schemas")
    bring.add_argument("--rows", type=_positive, metavar="N", help="of a table at most (1,000,000); more is refused")
    bring.add_argument("--first", action="store_true", help="where there are more, the first so many: it is told")
    bring.add_argument("--again", nargs="*", metavar="NAME", help="copy these tables anew; none named: all copies")
    bring.add_argument("--remove", nargs="+", metavar="NAME", default=[], help="take copies out of the workspace")
    bring.set_defaults(run=commands.bring)

    tables = names.add_parser("tables", help="the loaded tables and where their rows came from", parents=[common])
    tables.add_argument("--call", nargs=2, metavar=("NAME", "NOUN"), help="say what one row of a table is: vehicle")
    tables.set_defaults(run=commands.tables)

    families = names.add_parser(
        "families", help="files of one form that are one table: list, part, unite", parents=[common]
    )
    doing = families.add_mutually_exclusive_group()
    doing.add_argument("--part", metavar="NAME", help="make each file of this table a table of its own")
    doing.add_argument("--unite", nargs="+", metavar="NAME", help="make one table of these")
    doing.add_argument("--remove", nargs=2, metavar=("NAME", "FILE"), help="take a file's rows out of a table")
    doing.add_argument("--part-column", nargs=2, metavar=("NAME", "LABEL"), help="keep a renamed column by itself")
    doing.add_argument("--unite-columns", nargs="+", metavar="NAME", help="a table and columns of it that are one")
    families.add_argument("--column", metavar="LABEL", default="", help="with --unite: what varies between them")
    families.set_defaults(run=commands.families)

    joins = names.add_parser("joins", help="the joins that were found", parents=[common, model])
    joins.add_argument("--all", action="store_true", help="also the rejected ones")
    joins.add_argument("--to-review", action="store_true", help="only those in doubt, the ones that matter most first")
    joins.add_argument(
        "--scorer", metavar="NAME", default="", help="find them anew by this scorer (own, tfidf, seed), to compare"
    )
    joins.add_argument("--use-scorer", metavar="NAME", help="find them by this scorer from now on; own undoes it")
    joins.add_argument(
        "--ask-model", action="store_true", help="first have the chat model judge those in doubt, once each"
    )
    joins.set_defaults(run=commands.joins)

    interview = names.add_parser(
        "interview", help="questions back about the files: what most answers depend on", parents=[common]
    )
    reply = interview.add_mutually_exclusive_group()
    about = "take the N-th answer to a question; of letters what they mean: “P = paid, U = unpaid”; of a row its word"
    reply.add_argument("--answer", nargs=2, metavar=("ID", "N"), help=about)
    reply.add_argument("--skip", metavar="ID", help="ask it no more")
    reply.add_argument("--undo", metavar="ID", help="take an answer back")
    interview.set_defaults(run=commands.interview)

    ask = names.add_parser("ask", help="ask a question", parents=[common, model])
    ask.add_argument("question")
    ask.add_argument("--hint", default="", metavar="TEXT", help="definitions that the question needs")
    ask.add_argument("--limit", type=_positive, default=10_000, metavar="N", help="rows at most")
    ask.add_argument("--save", metavar="FILE", type=Path, help="all rows, as csv, xlsx, parquet, sql, py or ipynb")
    ask.add_argument(
        "--set",
        action="append",
        metavar="PART=…",
        help="change the reading: show=, of=, where=, per=, sort=, first=, percent=",
    )
    ask.add_argument("--chat", default="", metavar="NAME", help="go on in this chat: questions may follow on")
    ask.set_defaults(run=commands.ask)

    check = names.add_parser("check", help="see whether all parts agree, and mend what does not", parents=[common])
    check.set_defaults(run=commands.check)

    log = names.add_parser("log", help="who changed, deleted and reviewed what, where it is noted", parents=[common])
    log.add_argument("--limit", type=_positive, default=1_000, metavar="N", help="the last so many")
    log.set_defaults(run=commands.log)

    asked = "run one MATCH … RETURN of your own, over tables and joins or over documents (:Document, :Chunk, :NEAR)"
    for name, what, run in (("sql", "run one SELECT of your own", commands.sql), ("cypher", asked, commands.cypher)):
        query = names.add_parser(name, help=what, parents=[common])
        query.add_argument("query")
        query.add_argument("--limit", type=_positive, default=10_000, metavar="N", help="rows at most")
        query.set_defaults(run=run)

    mcp = names.add_parser("mcp", help="serve the workspace to agents by MCP, read-only", parents=[common, model])
    mcp.add_argument("--http", type=_positive, metavar="PORT", default=0, help="http://127.0.0.1:PORT/mcp, not stdio")
    mcp.add_argument("--allow-save", action="store_true", help="agents may save verified answers")
    mcp.set_defaults(run=commands.mcp)

    find = names.add_parser("find", help="search an open-data portal, load from it, check for newer", parents=[common])
    find.add_argument("question", nargs="?", default="", help="a question, or some words")
    find.add_argument("--portal", metavar="URL", default="", help="its address, or its name in the list (--portals)")
    find.add_argument("--limit", type=_positive, default=20, metavar="N", help="data sets at most")
    find.add_argument("--load", nargs="+", metavar="N", default=[], help="load from hit N its best file; N.M: its M-th")
    find.add_argument("--preview", metavar="N", default="", help="the first rows of a file; nothing is stored")
    find.add_argument("--portals", action="store_true", help="the portals that are known by name; none is contacted")
    find.add_argument("--newer", metavar="TABLE", default="", help="compare a fetched table with its address now")
    find.add_argument("--replace", action="store_true", help="with --newer: take the newer file")
    find.set_defaults(run=commands.find)

    evaluate = names.add_parser("eval", help="answer a file of questions", parents=[common, model])
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
    evaluate.add_argument("--into", metavar="URL", default="", help="with --data: put the rows in that database")
    evaluate.add_argument("--jobs", type=_positive, metavar="N", default=1, help="questions asked at once")
    evaluate.add_argument(
        "--strategies",
        metavar="NAMES",
        default="",
        help="all, or names with commas: compare ways of finding passages; questions need “passages”, data documents",
    )
    evaluate.set_defaults(run=commands.evaluate_file)
    return whole


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number
