"""Cell values that the model may not see: it works with VALUE_1, VALUE_2 …, the program puts the real ones there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from core.ask.state import Mention, Question
from core.ask.translators.chat.notation import literal

SHORTEST = 4
"""Secrets of fewer characters are hidden in quotes only: elsewhere they would be parts of words and numbers."""
_MARK = re.compile(r"\bVALUE_(\d+)\b")
_QUOTED = re.compile(r"\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'")


class Hiding:
    """Marks for some values; with none given, nothing is hidden. Frozen once made.

    `secret` ones are hidden wherever they stand, even where a person typed them.
    """

    def __init__(self, values: Iterable[str] = (), secret: Iterable[str] = ()) -> None:
        secrets = tuple(dict.fromkeys(v for v in secret if v))
        self._values = tuple(dict.fromkeys((*secrets, *(v for v in values if v))))
        self._marks = {value: f"VALUE_{n}" for n, value in enumerate(self._values, 1)}
        longest = sorted((v for v in secrets if len(v) >= SHORTEST), key=lambda v: -len(v))
        bare = "|".join(rf"(?<!\w){re.escape(v)}(?!\w)" for v in longest)
        self._bare = re.compile(bare, re.IGNORECASE) if bare else None
        self._folded = {v.casefold(): m for v, m in reversed(self._marks.items())}

    @property
    def marks(self) -> Mapping[str, str]:
        """Each hidden value with its mark."""
        return self._marks

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
        """Text as the model may see it: `put_into_sql` turned back, and secrets outside of quotes marked too."""
        for value, mark in self._marks.items():
            text = text.replace(literal(value), f"'{mark}'")
        return self._bare.sub(lambda m: self._folded[m.group().casefold()], text) if self._bare else text

    def question(self, question: Question) -> Question:
        """A question as the model may see it, with all that goes with it."""
        if self._bare is None:
            return question
        return replace(
            question,
            text=self.hide(question.text),
            hint=self.hide(question.hint),
            reading=self.hide(question.reading),
            earlier=tuple(replace(t, text=self.hide(t.text), enriched=self.hide(t.enriched)) for t in question.earlier),
            examples=tuple((self.hide(text), self.hide(sql)) for text, sql in question.examples),
        )

    def _value(self, mark: str) -> str:
        at = int(mark.removeprefix("VALUE_")) - 1
        return self._values[at] if 0 <= at < len(self._values) else mark


def values_of(mentions: Sequence[Mention]) -> tuple[str, ...]:
    """The values that mentions may mean."""
    return tuple(dict.fromkeys(k.value for m in mentions for k in m.links if k.kind == "value"))
