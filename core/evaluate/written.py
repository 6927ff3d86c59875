"""Questions with answers in the forms that people write them in, each read as the fields of a case (see `cases`).

lines            How many orders are there? = 50        (or ; or a tab between the two)
CSV, Excel       a line of headings: question, and one of sql, answer, rows; hint, kind, db and id may be there
JSON lines       {"question": "…", "sql": "…"}           one object a line
JSON             a list of such objects, or one object of questions and answers
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from core.errors import BadCase
from core.evaluate.answers import expected

EXAMPLE = "How many orders are there? = 50"
HEADS = {
    "question": ("question", "questions", "ask", "asked"),
    "sql": ("sql", "gold_sql", "query", "expected sql"),
    "rows": ("rows", "gold_rows", "expected rows"),
    "answer": ("answer", "answers", "expected", "expected answer", "result"),
    "hint": ("hint", "note", "definition"),
    "features": ("kind", "kinds"),
    "db": ("db", "database"),
    "id": ("id",),
}
"""What a heading of a table may be called, in any case."""
_FIELDS = frozenset({*HEADS, "gold_sql", "gold_rows"})
_SPLIT = re.compile(r"\s*(?:=>|->|=|;|\t|\|)\s*")
_ASKED = re.compile(r"(.*?\?)\s*(?:=>|->|=|;|:|\t|\|)?\s*(.*)", re.DOTALL)

_MOST_UNPACKED = 32 << 20
"""Bytes that a workbook of questions unpacks to: far more than people write."""
_MOST_COLUMNS = 200
_TORN = (KeyError, ValueError, TypeError, IndexError, AttributeError, SyntaxError, EOFError, NotImplementedError)
"""What the library raises for a workbook that is torn; SyntaxError is that of the XML."""
_TOO_MUCH = "brackets too deep, or a number too long"

Record = tuple[int, dict[str, Any]]


def records(path: Path, data: bytes) -> Iterator[Record]:
    """Each question's line (from 1; of JSON its place in the list) and fields. `path` is for faults and its ending.

    A question may lack its answer here. Raises BadCase naming the line, with an example of what would do.
    """
    if data.startswith(b"PK\x03\x04"):
        yield from _table(path, _sheet(path, data), "row")
        return
    text = decoded(path, data)
    start = text.lstrip()
    if start.startswith("{") and not _whole(text):
        yield from _json_lines(path, text)
    elif start.startswith(("[", "{")):
        yield from _json(path, text)
    elif (sign := _delimiter(text)) is not None:
        yield from _table(path, _csv(text, sign), "line")
    else:
        yield from _lines(path, text)


def is_json_lines(data: bytes) -> bool:
    """Whether the questions are kept as they stand."""
    text = data.decode("utf-8", "replace").lstrip("\ufeff \r\n\t")
    return text.startswith("{") and not _whole(text)


def decoded(path: Path, data: bytes) -> str:
    """UTF-8 or UTF-16 with its mark; what is neither and no JSON is taken for Windows' Western code."""
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        if data.lstrip()[:1] in (b"{", b"[") or b"\0" in data:
            raise BadCase(path, line, "it is not UTF-8") from fault
    return data.decode("cp1252", "replace")


def _whole(text: str) -> bool:
    """The text is one JSON object over several lines, or one whose names are the questions."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and ("\n" in text.strip() or not _FIELDS & found.keys())


def _json_lines(path: Path, text: str) -> Iterator[Record]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
        except (ValueError, RecursionError) as error:
            where = f"{error.msg}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else _TOO_MUCH
            raise BadCase(
                path,
                number,
                f"it is not JSON ({where})",
                '{"question": "How many orders are there?", "rows": [[50]]}',
            ) from error
        yield number, _object(path, number, found)


def _json(path: Path, text: str) -> Iterator[Record]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f"{error.msg}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else _TOO_MUCH
        raise BadCase(
            path,
            error.lineno if isinstance(error, json.JSONDecodeError) else 1,
            f"it is not JSON ({where})",
            '[{"question": "How many orders are there?", "answer": 50}]',
        ) from error
    if isinstance(found, dict) and "question" in found:
        found = [found]
    elif isinstance(found, dict):
        inside = next((found[k] for k in ("questions", "cases") if isinstance(found.get(k), list)), None)
        found = inside if inside is not None else [{"question": q, "answer": a} for q, a in found.items()]
    for number, one in enumerate(found, start=1):
        yield number, _object(path, number, one)


def _object(path: Path, number: int, found: object) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise BadCase(
            path, number, "it is not a JSON object in { }", '{"question": "How many orders are there?", "answer": 50}'
        )
    answer = found.get("answer")
    if answer is None or any(k in found for k in ("sql", "rows", "gold_sql", "gold_rows")):
        return found
    if isinstance(answer, list | dict):
        rest = {"rows": answer if isinstance(answer, list) else [answer]}
    else:
        rest = expected(answer) if isinstance(answer, str) else {"rows": [[answer]]}
    return {k: v for k, v in found.items() if k != "answer"} | rest


def _delimiter(text: str) -> str | None:
    """What parts the headings, when the first line is one: it names the question and an answer."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    for sign in ("\t", ";", ",", "|"):
        heads = [_head(cell) for cell in next(csv.reader([first], delimiter=sign))]
        if "question" in heads and len(heads) > 1:
            return sign
    return None


def _head(cell: object) -> str:
    text = " ".join(str(cell or "").replace("_", " ").split()).casefold()
    return next((n for n, names in HEADS.items() if text in {s.replace("_", " ") for s in names}), "")


def _csv(text: str, sign: str) -> Iterator[tuple[int, list[Any]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign)
    before = 0
    for row in reader:
        yield before + 1, row
        before = reader.line_num


def _sheet(path: Path, data: bytes) -> Iterator[tuple[int, list[Any]]]:
    import openpyxl  # type: ignore[import-untyped]
    from openpyxl.utils.exceptions import InvalidFileException  # type: ignore[import-untyped]

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            unpacked = sum(info.file_size for info in archive.infolist())
        if unpacked > _MOST_UNPACKED:
            raise BadCase(path, 1, f"the workbook swells to {unpacked:,} bytes; at most {_MOST_UNPACKED:,} are read")
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        for number, row in enumerate(book.worksheets[0].iter_rows(values_only=True, max_col=_MOST_COLUMNS), start=1):
            yield number, list(row)
    except (*_TORN, InvalidFileException, zipfile.BadZipFile, zlib.error) as fault:
        raise BadCase(path, 1, "the file is no Excel workbook that can be read", EXAMPLE) from fault


def _table(path: Path, rows: Iterator[tuple[int, list[Any]]], unit: str) -> Iterator[Record]:
    heads: Sequence[str] = ()
    for number, cells in rows:
        if all(cell is None or not str(cell).strip() for cell in cells):
            continue
        if not heads:
            heads = [_head(cell) for cell in cells]
            if "question" not in heads or not {"sql", "answer", "rows"} & set(heads):
                raise BadCase(
                    path,
                    number,
                    f"the first {unit} must name the columns: question, and one of sql, answer, rows",
                    "question,answer",
                )
            continue
        if len([c for c in cells if c not in (None, "")]) > len(heads):
            raise BadCase(
                path,
                number,
                "it has more cells than the headings",
                'put quotes around a text that has commas: "Bern, Oslo"',
            )
        yield number, _fields(dict(zip(heads, cells, strict=False)))


def _fields(row: dict[str, Any]) -> dict[str, Any]:
    """One line of a table; what a cell may mean is found as in a written answer."""
    held = {k: v for k, v in row.items() if k and v is not None and str(v).strip()}
    found: dict[str, Any] = {k: str(held[k]).strip() for k in ("question", "hint", "db", "id", "sql") if k in held}
    if "features" in held:
        found["features"] = [k.strip() for k in str(held["features"]).split(",")]
    answer = held.get("rows", held.get("answer"))
    if "sql" not in found and answer is not None:
        found |= expected(str(answer))
    return found


def _lines(path: Path, text: str) -> Iterator[Record]:
    """Where others have an answer, a line with none that asks nothing either is no question. Raises BadCase."""
    found: list[Record] = []
    loose: list[int] = []
    for number, line in enumerate(text.split("\n"), start=1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        asked = _ASKED.fullmatch(line)
        question, answer = asked.groups() if asked else ([*_SPLIT.split(line, maxsplit=1), ""][:2])
        if not question.strip():
            raise BadCase(path, number, "it has no question", EXAMPLE)
        if not (asked or answer.strip()):
            loose.append(number)
        found.append((number, {"question": question.strip()} | (expected(answer) if answer.strip() else {})))
    if loose and any(len(fields) > 1 for _, fields in found):
        raise BadCase(path, loose[0], "it has no answer, and no question mark", EXAMPLE)
    yield from found
