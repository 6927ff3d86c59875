"""What asking a chat model takes: `ChatModel` is one, and so is a recording of what one said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.ask.state import Run
from core.ask.translators.chat.model import Message


class Model(Protocol):
    """A chat model, asked with messages."""

    @property
    def name(self) -> str: ...

    @property
    def window(self) -> int:
        """Tokens that it takes in and gives at once."""
        ...

    @property
    def at_once(self) -> int:
        """How many calls it takes side by side."""
        ...

    def left(self, run: Run) -> int:
        """How many calls the question may still use."""
        ...

    def ask(
        self,
        messages: Sequence[Message],
        run: Run,
        purpose: str = "",
        *,
        structured: bool = False,
        varied: bool = False,
    ) -> str:
        """The reply's text; `varied`: not the likeliest one each time."""
        ...
