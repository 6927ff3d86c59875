"""How much a model takes in at once, and the room in it for a schema. All in tokens."""

from __future__ import annotations

import re

WINDOW = 16_384
"""Tokens that a model takes in and gives, where nobody says otherwise."""
SMALLEST = 1_024
"""A number in a fault below this is no window."""
SCHEMA_TOKENS = 6_000
"""The most room for a schema, and its share of the model's window; then others are told of by cluster, by name."""
SCHEMA_SHARE = 0.42
LEAST_SCHEMA = 200
REPLY_TOKENS = 1_000
"""Kept for the reply, and its share of a small window."""
REPLY_SHARE = 0.15
_TOO_LONG = re.compile(
    r"context|(?:prompt|input|request|messages?) (?:is |are )?too (?:long|large)|input token count|maximum.{0,30}tokens"
    r"|reduce the length|keep the first \d+ tokens",
    re.IGNORECASE,
)
"""What servers say of a prompt that does not fit: OpenAI, vLLM and llama.cpp speak of the context, Anthropic of a
prompt that is too long, Gemini of its count, LM Studio of tokens to keep."""
_NUMBER = re.compile(r"(?<![\w./-])(?<!\d:)\d{4,7}(?![\w.-]*\d)")


def schema_tokens(window: int) -> int:
    """The most for a schema, of a window."""
    return min(SCHEMA_TOKENS, int(SCHEMA_SHARE * window))


def room_for_schema(window: int, others: int) -> int:
    """What a window leaves for the schema beside `others` tokens of the prompt, and the reply."""
    left = window - others - min(REPLY_TOKENS, int(REPLY_SHARE * window))
    return max(LEAST_SCHEMA, min(schema_tokens(window), left))


def window_in_fault(fault: Exception, status: int | None) -> int | None:
    """Whether a server refuses a prompt as too long: the window that it names, 0 if it names none; else None.

    Of several numbers (what was sent, what fits) the smallest is taken, so that what is sent next fits surely.
    """
    said = str(fault)
    if status != 413 and not (status in (400, 422, 500, None) and _TOO_LONG.search(said)):
        return None
    if status in (500, None) and "token" not in said.casefold() and "context size" not in said.casefold():
        return None
    named = [int(n) for n in _NUMBER.findall(said.replace(",", "")) if int(n) >= SMALLEST]
    return min(named, default=0)
