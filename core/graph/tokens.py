"""Cypher text into tokens: the only place that knows strings, backticks, comments and escapes.

What engines read differently is refused here: Unicode escapes (Neo4j decodes them before it parses, so that one
can end a string), blanks and control characters outside ASCII, backticks inside a name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from core.errors import BadSyntax, QueryRefused

LONGEST = 20_000
"""Characters a query may have."""

TokenKind = Literal["word", "quoted", "string", "number", "parameter", "symbol", "end"]

_BLANK = re.compile(r"(?:[ \t\r\n]+|//[^\r\n]*|/\*.*?\*/)+", re.DOTALL)
_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?")
_PARAMETER = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*)")
_SYMBOL = re.compile(r"\.\.|<>|<=|>=|=~|[()\[\]{}<>=+\-*/%^,.:|;]")
_ESCAPES = {"\\": "\\", "'": "'", '"': '"', "n": "\n", "t": "\t", "r": "\r"}


@dataclass(frozen=True, slots=True)
class Token:
    """`text` is the meaning: a name without backticks, a string decoded, a parameter without `$`."""

    kind: TokenKind
    text: str
    start: int
    end: int

    @property
    def upper(self) -> str:
        """The word in capitals when it may be a keyword, else nothing."""
        return self.text.upper() if self.kind == "word" and self.text.isascii() else ""

    def shown(self) -> str:
        return "the end of the query" if self.kind == "end" else f"“{self.text[:40]}”"


def tokenise(text: str) -> tuple[Token, ...]:
    """The tokens of `text`, comments and blanks left out, closed by one of kind "end".

    Raises QueryRefused for what is too long or could be read in two ways, BadSyntax for what cannot be read.
    """
    if len(text) > LONGEST:
        raise QueryRefused(f"The query has {len(text):,} characters; at most {LONGEST:,} are read.", "Ask for less.")
    if re.search(r"\\[uU]", text):
        raise QueryRefused("Unicode escapes (\\u…) are not read.", "Write the character itself or use a parameter.")
    if any("\ud800" <= c <= "\udfff" for c in text):
        raise BadSyntax("The query holds a character that is not text.", "Type it again instead of pasting it.")
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        if blank := _BLANK.match(text, at):
            at = blank.end()
            continue
        token = _next(text, at)
        tokens.append(token)
        at = token.end
    tokens.append(Token("end", "", len(text), len(text)))
    return tuple(tokens)


def _next(text: str, at: int) -> Token:
    start = text[at]
    if text.startswith("/*", at):
        raise BadSyntax("A comment is opened by /* and never closed.", "Close it with */.")
    if start in "'\"":
        return _string(text, at)
    if start == "`":
        return _quoted(text, at)
    if start == "$":
        if found := _PARAMETER.match(text, at):
            return Token("parameter", found[1], at, found.end())
        raise BadSyntax("A parameter needs a name, like $table.", "Letters, digits and _ only.")
    if start.isalpha() or start == "_":
        end = at + 1
        while end < len(text) and (text[end].isalnum() or text[end] == "_"):
            end += 1
        return Token("word", text[at:end], at, end)
    number = None if text.startswith("..", at) else _NUMBER.match(text, at)
    if number:
        after = text[number.end() : number.end() + 1]
        if after.isalnum() or after == "_":
            raise BadSyntax(f"“{text[at : number.end() + 8]}” is not a number.", "Write whole or decimal numbers.")
        return Token("number", number[0], at, number.end())
    if symbol := _SYMBOL.match(text, at):
        return Token("symbol", symbol[0], at, symbol.end())
    raise BadSyntax(f"The character {start!r} cannot be read here.", "Put unusual names in backticks, text in quotes.")


def _string(text: str, at: int) -> Token:
    quote, i = text[at], at + 1
    out: list[str] = []
    while i < len(text):
        c = text[i]
        if c == quote:
            return Token("string", "".join(out), at, i + 1)
        if c == "\0":
            break
        if c == "\\":
            c = _ESCAPES.get(text[i + 1 : i + 2], "")
            if not c:
                raise BadSyntax(f"“{text[i : i + 2]}” is not an escape.", "Write \\\\ for a backslash in a text.")
            i += 1
        out.append(c)
        i += 1
    raise BadSyntax("A text is opened by a quote and never closed.", f"Close it with {quote}.")


def _quoted(text: str, at: int) -> Token:
    end = text.find("`", at + 1)
    if end < 0:
        raise BadSyntax("A name is opened by a backtick and never closed.", "Close it with `.")
    name = text[at + 1 : end]
    if not name or text.startswith("`", end + 1) or not name.isprintable() or "\\" in name:
        raise QueryRefused("A name in backticks holds no backtick, backslash or control character.", "Rename it.")
    return Token("quoted", name, at, end + 1)
