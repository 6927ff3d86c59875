"""Cell values that the model may not see: it works with VALUE_1, VALUE_2 …, the program puts the real ones there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.ask.state import Link, Mention
from core.ask.translators.chat.schema_text import literal, plain, quoted

MOST_LINKS = 4
"""Meanings of one mention that the model is shown."""
_MARK = re.compile(r"\bVALUE_(\d+)\b")
_QUOTED = re.compile(r"\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'")


class Hiding:
    """Marks for the values of some mentions; with none given, nothing is hidden. Frozen once made."""

    def __init__(self, mentions: Sequence[Mention] = ()) -> None:
        found = dict.fromkeys(k.value for m in mentions for k in m.links if k.kind == "value")
        self._values = tuple(found)
        self._marks = {value: f"VALUE_{n}" for n, value in enumerate(self._values, 1)}

    def mention_lines(self, mentions: Sequence[Mention]) -> str:
        """Where the question's words stand in cells, a line for each mention, likeliest first; and what a person said
        that words mean. Other tables and columns are left out: the schema shows them.
        """
        lines: dict[str, None] = {}
        for m in mentions:
            if m.pinned:
                meant = self._link(m.links[0]) if m.links else "nothing here"
                lines[f"“{plain(m.text)}” means {meant}, the person says"] = None
            elif links := [k for k in m.links if k.kind == "value"]:
                told = " or ".join(self._link(k) for k in links[:MOST_LINKS])
                lines[f"“{plain(m.text)}”: {told}"] = None
        return "\n".join(lines)

    def put_back(self, text: str) -> str:
        """Text for people, with the values in place of their marks."""
        return _MARK.sub(lambda m: self._value(m.group()), text)

    def put_into_sql(self, sql: str) -> str:
        """The query with the values in its texts; a mark outside of quotes stays, and is refused as unknown."""

        def text(found: re.Match[str]) -> str:
            part = found.group()
            if part.startswith('"'):
                return part
            return _MARK.sub(lambda m: self._value(m.group()).replace("'", "''"), part)

        return _QUOTED.sub(text, sql)

    def hide(self, text: str) -> str:
        """A query or fault as the model may see it: `put_into_sql` turned back."""
        for value, mark in self._marks.items():
            text = text.replace(literal(value), f"'{mark}'")
        return text

    def _link(self, link: Link) -> str:
        if link.kind == "table":
            return quoted(plain(link.table))
        column = f"{quoted(plain(link.table))}.{quoted(plain(link.column))}"
        if link.kind == "column":
            return column
        mark = self._marks.get(link.value)
        return f"{column} = {literal(mark or plain(link.value))}"

    def _value(self, mark: str) -> str:
        at = int(mark.removeprefix("VALUE_")) - 1
        return self._values[at] if 0 <= at < len(self._values) else mark
