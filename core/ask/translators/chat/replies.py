"""A chat model's replies, read strictly: one JSON object, or one query. Anything else is said back to the model."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.errors import JoineryError
from core.model import Value

LONGEST = 20_000
"""Characters of a reply that is looked at."""
LONGEST_WORDS = 600
"""Characters of a text of the model's that is shown to a person."""
_THOUGHT = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
"""Where a model's thoughts end; some servers leave out the tag that begins them."""
_FENCE = re.compile(r"^[ \t]*```[ \t]*([\w+-]*)[ \t]*\n(.*?)^[ \t]*```[ \t]*$", re.DOTALL | re.MULTILINE)
_SQL = re.compile(r"\s*(?:SELECT|WITH)\b", re.IGNORECASE)
_CYPHER = re.compile(r"\s*MATCH\b", re.IGNORECASE)
_MARKUP = re.compile(r"!\[|\]\(|</?[a-z!][^<>]*>|\b\w+://\S+|\bwww\.\S+", re.IGNORECASE)


class BadReply(JoineryError):
    """A reply that cannot be used; message, `close` names and `columns` (schema lines) are for the model."""

    code = "bad_reply"

    def __init__(self, message: str, close: Sequence[str] = (), columns: str = "") -> None:
        super().__init__(message)
        self.close = tuple(close)
        self.columns = columns


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition that the model takes from the question, for the SQL to follow and people to see."""

    column: str
    operator: str
    values: tuple[Value, ...] = ()
    other: str = ""
    """The column that it is compared with, in place of values."""
    part: str = ""
    """What it belongs to: "share" (a share or a conditional count), "inner" (a sub-query); "": the query's rows."""


@dataclass(frozen=True, slots=True)
class ReadReply:
    """The question as the model read it; names are as written, unchecked."""

    answerable: bool
    enriched: str
    tables: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    filters: tuple[Filter, ...] = ()
    notes: str = ""
    why: str = ""
    question: str = ""
    """A follow-up as the whole question it stands for."""
    translated: str = ""
    """The question in the data's language, where it was asked in another."""
    schema: bool = False
    """It is about the schema itself."""
    options: tuple[str, ...] = ()
    """Readings between which nothing decides, the one that was read first."""
    choice: str = ""
    """The letter of the offered reading that is right; all else is then empty."""


def read_reply(text: str, offered: int = 0) -> ReadReply:
    """The reply to read.md, in which `offered` readings were listed. Raises BadReply."""
    found = _object(text)
    if choice := _choice(found, offered):
        return ReadReply(True, "", choice=choice)
    if found.get("answerable", True) not in (True, False):
        raise BadReply('"answerable" must be true or false.')
    if found.get("answerable", True) is False:
        why = _text(found, "why")
        if not why:
            raise BadReply('With "answerable": false, "why" must say what is missing.')
        return ReadReply(False, _text(found, "enriched"), why=why)
    tables = _names(found, "tables")
    enriched = _text(found, "enriched")
    if found.get("kind") == "schema":
        if not enriched:
            raise BadReply('"enriched" must restate the question.')
        return ReadReply(True, enriched, tables, question=_text(found, "question"), schema=True)
    if not tables:
        raise BadReply('"tables" must name at least one table.')
    if not enriched:
        raise BadReply('"enriched" must restate the question.')
    columns, notes = _names(found, "columns"), _text(found, "notes")
    whole, translated = _text(found, "question"), _text(found, "translated")
    filters = _filters(found.get("filters"))
    options = _names(found, "options")
    return ReadReply(
        True, enriched, tables, columns, filters, notes, question=whole, translated=translated, options=options
    )


def opinions_reply(text: str, asked: int) -> dict[int, bool | None]:
    """The reply to join_opinions.md: of the numbers up to `asked` those that are the same (True), different (False) or
    left open (None). Raises BadReply."""
    said = {str(k).strip(): v for k, v in _object(text).items()}
    sides = {"same": True, "different": False, "unsure": None}
    words = {n: v.strip().lower() for n in range(1, asked + 1) if isinstance(v := said.get(str(n)), str)}
    return {n: sides[word] for n, word in words.items() if word in sides}


def labels_reply(text: str) -> dict[str, str]:
    """The reply to code_labels.md: meanings by code, as they were said. Raises BadReply."""
    return {str(k).strip(): v.strip() for k, v in _object(text).items() if isinstance(v, str) and v.strip()}


def _choice(found: dict[str, Any], offered: int) -> str:
    """The letter chosen; "" where the model reads the question itself."""
    said = found.get("choice")
    letter = said.strip(" .)").upper() if isinstance(said, str) else ""
    letters = [chr(ord("A") + n) for n in range(offered)]
    if letter in letters:
        return letter
    if letter and offered and not found.get("tables"):
        raise BadReply(f'"choice" must be one of {", ".join(letters)}; or leave it out and give the reading itself.')
    return ""


def sql_reply(text: str) -> str:
    """The one query of a reply: {"sql": …}, one fenced block, or the bare query. Raises BadReply."""
    return _query(text, "sql", _SQL)


def cypher_reply(text: str) -> str:
    """The same for Cypher."""
    return _query(text, "cypher", _CYPHER)


def words(text: str, most: int = LONGEST_WORDS) -> str:
    """A model's words for a person: on one line, without links, pictures and markup, and not without end."""
    line = " ".join(_MARKUP.sub(" ", text).split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def _query(text: str, name: str, start: re.Pattern[str]) -> str:
    body = _said(text)
    blocks = _FENCE.findall(body)
    if len(blocks) > 1:
        raise BadReply(f"There are {len(blocks)} code blocks. Reply with exactly one, holding the final query.")
    if blocks and blocks[0][0].casefold() != "json":
        query = str(blocks[0][1])
    elif blocks or body.startswith("{"):
        query = _text(_object(text), name)
    elif start.match(body):
        query = body
    else:
        raise BadReply(f"There is no query in the reply. Reply with one ```{name} block and nothing else.")
    query = query.strip().removesuffix(";").strip()
    if not query:
        raise BadReply("The query is empty.")
    return query


def _said(text: str) -> str:
    """What a reply says after its thoughts."""
    body = _THOUGHT.split(text)[-1].strip()
    if len(body) > LONGEST:
        raise BadReply(f"The reply has {len(body):,} characters. Be brief: reply in the asked form and nothing else.")
    if not body:
        raise BadReply("The reply is empty.")
    return body


def _object(text: str) -> dict[str, Any]:
    body = _said(text)
    blocks = _FENCE.findall(body)
    if len(blocks) > 1:
        raise BadReply(f"There are {len(blocks)} code blocks. Reply with one JSON object and nothing else.")
    try:
        found = json.loads(blocks[0][1] if blocks else body)
    except (ValueError, RecursionError) as fault:
        where = f" ({fault.msg} at line {fault.lineno})" if isinstance(fault, json.JSONDecodeError) else ""
        raise BadReply(f"The reply is not JSON{where}. Reply with one JSON object and nothing else.") from None
    if not isinstance(found, dict):
        raise BadReply("The reply must be one JSON object.")
    return found


def _text(found: dict[str, Any], name: str) -> str:
    value = found.get(name)
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(v, str) for v in value):
        return " ".join(value).strip()
    if not isinstance(value, str):
        raise BadReply(f'"{name}" must be a text.')
    return value.strip()


def _names(found: dict[str, Any], name: str) -> tuple[str, ...]:
    value = found.get(name) or []
    if not isinstance(value, list) or not all(isinstance(v, str) and v.strip() for v in value):
        raise BadReply(f'"{name}" must be a list of texts.')
    return tuple(dict.fromkeys(v.strip() for v in value))


_PARTS = {"share": "share", "count": "share", "inner": "inner", "subquery": "inner", "sub-query": "inner"}


def _filters(value: Any) -> tuple[Filter, ...]:
    wrong = '"filters" must be a list of {"column", "op", "value"}.'
    if value is None:
        return ()
    if not isinstance(value, list):
        raise BadReply(wrong)
    kept = []
    for item in value:
        if not isinstance(item, dict) or not isinstance(item.get("column"), str):
            raise BadReply(wrong)
        operator, given, other = str(item.get("op") or "="), item.get("value"), item.get("other") or ""
        values = tuple(given) if isinstance(given, Sequence) and not isinstance(given, str) else (given,)
        if not all(isinstance(one, str | int | float | None) for one in values) or not isinstance(other, str):
            raise BadReply(wrong)
        part = _PARTS.get(str(item.get("for") or "").strip().casefold(), "")
        kept.append(Filter(item["column"], " ".join(operator.upper().split()), values, other.strip(), part))
    return tuple(kept)
