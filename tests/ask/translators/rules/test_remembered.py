"""What is known of a view of the schema is worked out once."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from core.ask.translators.rules.remembered import remembered


class View:
    def __init__(self) -> None:
        self.remembered: dict[Hashable, Any] = {}
        self.asked: list[str] = []

    @remembered
    def length(self, word: str, *, doubled: bool = False) -> int:
        """How long a word is."""
        self.asked.append(word)
        return len(word) * (2 if doubled else 1)


def test_each_view_works_out_once_what_is_asked_of_it() -> None:
    one, other = View(), View()
    assert [one.length("ab"), one.length("ab"), one.length("ab", doubled=True), other.length("abc")] == [2, 2, 4, 3]
    assert (one.asked, other.asked) == (["ab", "ab"], ["abc"])
    assert View.length.__doc__ == "How long a word is."
