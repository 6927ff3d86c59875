"""Requests to change the data, which no query of ours does."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.state import Mention
from core.ask.tokens import Token

REASON = "Joinery only reads: your files and their rows stay as they are. You can ask which rows these would be."
_VERBS = frozenset("delete erase truncate drop remove insert update overwrite wipe".split())
_POLITE = frozenset("please can could you would kindly just now to i want like".split())
_WHOLE = frozenset("all every everything each the this these those a an rows row records record table tables".split())
_INTO = frozenset("from into where with set".split())


def asks_to_change(tokens: Sequence[Token], mentions: Sequence[Mention]) -> bool:
    """Whether the text orders a change: "Delete all orders", "please drop the table customers".

    The verb stands first, and nothing but such words before the things it is done to; a verb that is a name or a value
    itself ("update date of …", "drop rate by month") orders nothing.
    """
    words = [(i, t.lower) for i, t in enumerate(tokens) if t.kind == "word"]
    while words and words[0][1] in _POLITE:
        words = words[1:]
    if len(words) < 2 or words[0][1] not in _VERBS:
        return False
    first = words[0][0]
    if any(m.start <= first < m.end and m.end - m.start > 1 and m.links for m in mentions):
        return False
    rest = [(i, w) for i, w in words[1:] if w not in _WHOLE]
    if not rest:
        return True
    i, word = rest[0]
    about = any(m.start <= i < m.end and any(k.kind in ("table", "value") for k in m.links) for m in mentions)
    return about or word in _INTO or words[1][1] in _WHOLE
