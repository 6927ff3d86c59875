"""How names, texts and values stand in a prompt and in its SQL: exact, on one line, unable to pass for more.

Labels and values come from files that anybody may have written. They cannot close the tagged block that they stand in.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from core.ask.state import SchemaView
from core.model import NUMERIC, Column
from core.sql.names import key

_TAGS = (
    "schema|talk|elsewhere|languages|tables|mentions|verified|joins|path|reading|readings|meant|question|hint|fault"
    "|query|columns|offers|rows|system"
)
_FORGED = re.compile(rf"<(?=\s*/?\s*(?:{_TAGS})\b)", re.IGNORECASE)
_BREAKS = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]+")
_PARTS = re.compile(r"\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'|\bAS\s+\"(?:[^\"]|\"\")*\"", re.IGNORECASE)


def quoted(name: str) -> str:
    """An identifier as SQL wants it."""
    return '"' + name.replace('"', '""') + '"'


def literal(value: str) -> str:
    """A text as SQL wants it."""
    return "'" + value.replace("'", "''") + "'"


def plain(text: str) -> str:
    """Text from a file or a person on one line, unable to open or close one of the prompt's blocks."""
    return _FORGED.sub("‹", " ".join(text.split()))


def plain_lines(text: str) -> str:
    """`plain` for text whose lines are ours."""
    return _FORGED.sub("‹", text)


def shown(name: str) -> str:
    """A name in double quotes, as SQL must write it: blanks at its ends and within stay.

    A name that a prompt cannot hold, with line breaks or a forged tag, is shown as near to it as can be; `mended`
    finds it again.
    """
    return quoted(_FORGED.sub("‹", _BREAKS.sub(" ", name)))


def place(table: str, column: str) -> str:
    """A column with its table, as SQL must write it."""
    return f"{shown(table)}.{shown(column)}"


def spelled(name: str, schema: SchemaView) -> str:
    """A table, a column or a `table.column` as SQL must write it."""
    for t in schema.tables:
        for c in t.columns:
            if name == c.id:
                return place(t.name, c.name)
    return shown(name)


def value(column: Column | None, text: str) -> str:
    """A cell as a condition must write it: in a column of numbers without quotes."""
    if column is not None and column.type in NUMERIC:
        try:
            float(text)
        except ValueError:
            return literal(text)
        return text
    return literal(text)


def condition(left_table: str, left: Sequence[str], right_table: str, right: Sequence[str]) -> str:
    """The ON condition of a join, a composite one with all its parts."""
    pairs = zip(left, right, strict=True)
    return " AND ".join(f"{place(left_table, a)} = {place(right_table, b)}" for a, b in pairs)


def mended(sql: str, schema: SchemaView) -> str:
    """The query with quoted names that differ from one name of the schema in blanks and marks only spelled as it is.

    Small models drop the blank at a name's end. What the query itself calls so (`AS "x"`) stays.
    """
    names = {n for t in schema.tables for n in (t.name, *(c.name for c in t.columns))}
    keys = {key(n) for n in names}
    near: dict[str, set[str]] = {}
    for name in names:
        near.setdefault(_bare(name), set()).add(name)
    own = {_unquoted(p) for p in _PARTS.findall(sql) if p[:2].upper() == "AS"}

    def exact(found: re.Match[str]) -> str:
        part = found.group()
        if part[0] != '"':
            return part
        name = _unquoted(part)
        meant: Collection[str] = () if key(name) in keys or name in own else near.get(_bare(name), ())
        return quoted(next(iter(meant))) if len(meant) == 1 else part

    return _PARTS.sub(exact, sql)


def _unquoted(part: str) -> str:
    return part[part.index('"') + 1 : -1].replace('""', '"')


def _bare(name: str) -> str:
    return key(" ".join(name.replace("‹", "<").split()))
