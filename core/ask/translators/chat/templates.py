"""Prompts as files: prompts/<name>.md, with what the model is told (# System) apart from what it is given (# User).

`{{name}}` marks what is filled in, once: text that is filled in is never looked at for more marks.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from core.ask.translators.chat.model import Message

FOLDER = Path(__file__).parent / "prompts"
_MARK = re.compile(r"\{\{(\w+)\}\}")
_PART = re.compile(r"^# (System|User)\n", re.MULTILINE)


def messages(name: str, **parts: str) -> list[Message]:
    """The prompt's messages, filled in. Raises KeyError for a mark without a part."""

    def filled(text: str) -> str:
        return _MARK.sub(lambda m: parts[m.group(1)], text).strip()

    made: list[Message] = []
    for role, text in _read(name):
        made.append(("system" if role == "System" else "human", filled(text)))
    return made


def block(tag: str, text: str) -> str:
    """A tagged block of material on lines of its own; nothing for no text."""
    return f"\n<{tag}>\n{text}\n</{tag}>\n" if text else ""


@lru_cache(maxsize=16)
def _read(name: str) -> tuple[tuple[str, str], ...]:
    _, *parts = _PART.split((FOLDER / f"{name}.md").read_text(encoding="utf-8"))
    return tuple(zip(parts[::2], parts[1::2], strict=True))
