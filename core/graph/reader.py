"""Walks over the tokens of a query, and says what is wrong where it stops."""

from __future__ import annotations

from typing import NoReturn

from core.errors import BadSyntax, QueryRefused
from core.graph.tokens import Token, tokenise
from core.graph.words import REFUSED


class Reader:
    """The place in the text. `work` bounds how often a token may be read again."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokenise(text)
        self.at = 0
        self.work = 60 * len(self.tokens) + 1_000

    @property
    def now(self) -> Token:
        return self.tokens[self.at]

    def ahead(self, n: int) -> Token:
        return self.tokens[min(self.at + n, len(self.tokens) - 1)]

    def step(self) -> Token:
        self.work -= 1
        if self.work < 0:
            raise QueryRefused("The query is too tangled to be read.", "Write it flatter, with WITH between its steps.")
        token = self.tokens[self.at]
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return token

    def accept(self, wanted: str) -> bool:
        token = self.now
        if token.upper == wanted or (token.kind == "symbol" and token.text == wanted):
            self.step()
            return True
        return False

    def expect(self, wanted: str) -> None:
        if not self.accept(wanted):
            self.stuck(f"“{wanted}”")

    def refuse_writing(self, token: Token) -> None:
        if token.upper in REFUSED:
            raise QueryRefused(
                f"Only reading is allowed: {token.upper} is refused.",
                "Use MATCH, OPTIONAL MATCH, WHERE, WITH, UNWIND and RETURN.",
            )

    def stuck(self, wanted: str = "") -> NoReturn:
        token = self.now
        if token.text == ";" and token.kind == "symbol" and self.ahead(1).kind != "end":
            raise QueryRefused("The query holds several statements.", "Send one statement at a time, without “;”.")
        self.refuse_writing(token)
        where = f"at character {token.start + 1}"
        expected = f"{wanted} is expected there." if wanted else "Check the spelling and the brackets before it."
        raise BadSyntax(f"The query cannot be read {where}: {token.shown()}.", expected)
