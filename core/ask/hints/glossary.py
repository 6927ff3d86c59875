"""A small glossary: what a person's own words mean in these files ("turnover" means `net_revenue`).

Kept in the catalogue. The terms that a question uses are told with it, as a person's own hint would be, so both
translators read them and a stored answer says which were used.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from core.ask.tokens import Token, tokenise
from core.catalogue.store import Catalogue
from core.errors import BadTerm

MOST, LONGEST_WORDS, LONGEST_MEANING = 500, 60, 300
_KEY = "glossary"


@dataclass(frozen=True, slots=True)
class Term:
    """`words` as people say them, and what they mean: a table, a column, a figure over columns, or a condition."""

    words: str
    meaning: str

    @property
    def statement(self) -> str:
        return f"{self.words} means {self.meaning}"


class Glossary:
    """The terms of one workspace, by their words; the same words have one meaning."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def terms(self) -> tuple[Term, ...]:
        return tuple(Term(**t) for t in json.loads(self._catalogue.meta(_KEY) or "[]"))

    def keep(self, words: str, meaning: str) -> Term:
        """Add a term, or give the same words another meaning. Raises BadTerm."""
        term = Term(_line(words).strip("'\"‘’“”"), _line(meaning))
        if not any(c.isalnum() for c in term.words) or not term.meaning:
            raise BadTerm("A term needs words and a meaning.", "For example: turnover means net_revenue.")
        if len(term.words) > LONGEST_WORDS or len(term.meaning) > LONGEST_MEANING:
            raise BadTerm(
                "The term is too long.",
                f"The words may have {LONGEST_WORDS} signs, the meaning {LONGEST_MEANING}.",
            )
        others = [t for t in self.terms() if t.words.casefold() != term.words.casefold()]
        if len(others) >= MOST:
            raise BadTerm(f"The glossary holds {MOST} terms and no more.", "Remove some that are not needed.")
        self._write([*others, term])
        return term

    def drop(self, words: str) -> None:
        self._write([t for t in self.terms() if t.words.casefold() != words.casefold()])

    def with_terms(self, question: str, hint: str = "") -> str:
        """`hint` with the terms that the question uses, one statement to a line; those it holds already stay once."""
        terms = self.terms()
        if not terms:
            return hint
        asked = _spoken(tokenise(question))
        lines = [hint] if hint.strip() else []
        for term in terms:
            if f" {_spoken(tokenise(term.words)).strip()} " in asked and term.statement not in hint:
                lines.append(term.statement)
        return "\n".join(lines)

    def _write(self, terms: Iterable[Term]) -> None:
        ordered = sorted(terms, key=lambda t: t.words.casefold())
        self._catalogue.set_meta(_KEY, json.dumps([asdict(t) for t in ordered], ensure_ascii=False))


def _line(text: str) -> str:
    """On one line, without the sign that parts statements."""
    return " ".join(text.replace(";", ",").split())


def _spoken(tokens: Iterable[Token]) -> str:
    """The lemmas with a blank around each, so that phrases are found word by word."""
    return f" {' '.join(t.lemma for t in tokens if t.kind != 'punct')} "
