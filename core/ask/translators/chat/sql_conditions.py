"""Numbers, quoted texts and comparisons that a question names, held against what its query does. English only."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from sqlglot import exp

from core.ask.state import Mention
from core.ask.tokens import Token
from core.text.number_words import SMALL_NUMBERS
from core.text.words import words

_WITHOUT = re.compile(
    r"\b(?:never|without|not|no(?!\.| (?:more|less|fewer|later|earlier)\b)|neither|nor|"
    r"(?:do|does|did|is|are|was|were|has|have|had)n't)\b",
    re.I,
)
_NUMBER = (
    rf"(?:[$€£]?(?P<number>[\d,.]*\d)|(?P<word>{'|'.join(SMALL_NUMBERS)}|once|twice)\b|(?P<mean>(?:the )?average\b))"
)
_MORE = re.compile(
    r"\b(?:(?:more|greater|higher|larger|bigger|longer|heavier|older) than|above|over|exceed(?:s|ing)?|at least)\s+"
    rf"(?:(?!or\b)[a-z]+\s+)?{_NUMBER}",
    re.I,
)
_LESS = re.compile(
    r"\b(?:(?:less|fewer|lower|smaller|shorter|lighter|younger) than|below|under|at most)\s+"
    rf"(?:(?!or\b)[a-z]+\s+)?{_NUMBER}",
    re.I,
)
_LATER = re.compile(
    r"\b(?:after|since|later than)\s+(?:the )?(?:(?:year|date|version)\s+)?(?P<number>(?:1[89]|20)\d\d)(?!-)\b", re.I
)
_EARLIER = re.compile(
    r"\b(?:before|earlier than|until)\s+(?:the )?(?:(?:year|date|version)\s+)?(?P<number>(?:1[89]|20)\d\d)(?!-)\b", re.I
)
_NEGATED = re.compile(r"(?:\b(?:no|not|never)|n't)\s+(?:\w+\s+)?$", re.I)
_SURE = 0.9
"""Score from which words are the value that they are linked to."""
_QUOTED = 5
"""Words of a quoted text; a longer one is part of the sentence."""
_REFUSING = (
    exp.Not, exp.NEQ, exp.Except, exp.Null, exp.GT, exp.LT, exp.GTE, exp.LTE, exp.Case, exp.Min, exp.Boolean, exp.Group,
)  # fmt: skip
_COMPARING = (exp.GT, exp.GTE, exp.LT, exp.LTE)


def turned(question: str, tree: exp.Expr) -> Iterator[str]:
    """A comparison the other way round."""
    for pattern, others in (
        (_MORE, (exp.LT, exp.LTE)),
        (_LATER, (exp.LT, exp.LTE)),
        (_LESS, (exp.GT, exp.GTE)),
        (_EARLIER, (exp.GT, exp.GTE)),
    ):
        for said in pattern.finditer(question):
            if _NEGATED.search(question[: said.start()]) or tree.find(exp.Except):
                continue
            held = [n for n in tree.find_all(*_COMPARING) if _names(n.right, said)]
            if held and all(isinstance(n, others) and not n.find_ancestor(exp.Not, exp.Subquery) for n in held):
                yield f"The question says “{said[0]}”, and the query has {held[0].sql()}."


def kept(question: str, tree: exp.Expr) -> Iterator[str]:
    """A refusal that the query does not make."""
    said = _WITHOUT.search(question)
    if said is None or tree.find(*_REFUSING) or any(join.side for join in tree.find_all(exp.Join)):
        return
    if not any(n.is_string or n.this in ("0", "1") for n in tree.find_all(exp.Literal)):
        yield f"The question says “{said[0]}”, and the query leaves nothing out."


def unused(tokens: Sequence[Token], tree: exp.Expr, named: Collection[str]) -> Iterator[str]:
    """Numbers, years aside, and quoted texts that a query must name, as they are said."""
    literals = [n.this.casefold() for n in tree.find_all(exp.Literal)]
    text = " ".join(literals)
    numbers = set(re.findall(r"\d+(?:\.\d+)?", text.replace(",", "")))
    before = ""
    for token in tokens:
        if token.kind == "quoted":
            said = words(token.text)
            if len(said) <= _QUOTED and not all(w in text or w in named for w in said):
                yield f"The question says “{token.text}”, and the query does not use it."
        elif token.number is not None and token.number >= 2 and not _year(token.number):
            n = token.number
            near = {f"{x:g}" for x in ((n, n - 1, n + 1) if n < 10 else (n, n / 100))}
            counted = n >= 10 or before in ("than", "least", "most", "top", "first", "last", "exactly")
            if counted and not near & numbers and token.lower not in text and f"{n:g}" not in named:
                yield f"The question says {token.text}, and the query does not use it."
        before = token.lower


def left_out(mentions: Sequence[Mention], tree: exp.Expr, named: Collection[str]) -> Iterator[str]:
    """Names, written with a capital, that are values of cells and stand nowhere in the query."""
    literals = {w for n in tree.find_all(exp.Literal) for w in words(n.this)}
    for mention in mentions:
        found = [link for link in mention.links if link.kind == "value"]
        if not found or mention.links[0].kind != "value" or found[0].score < _SURE:
            continue
        if mention.start == 0 or not mention.text[:1].isupper():
            continue
        said = {w for text in (mention.text, *(link.value for link in found)) for w in words(text)}
        if not said & literals and not set(words(mention.text)) <= set(named):
            at = f"{found[0].table}.{found[0].column}"
            yield f"The question says “{mention.text}”, a value of {at}, and the query does not use it."


def _names(side: exp.Expr, said: re.Match[str]) -> bool:
    """Whether the side of a comparison is what the words name."""
    found = said.groupdict()
    if found.get("mean"):
        return side.find(exp.Avg) is not None
    word = (found.get("word") or "").lower()
    number = str({"once": 1, "twice": 2, **SMALL_NUMBERS}[word]) if word else str(found["number"]).replace(",", "")
    return isinstance(side, exp.Literal) and side.this.removesuffix(".0") == number


def _year(number: float) -> bool:
    """A whole file may be of one year, which no cell then says."""
    return 1800 <= number <= 2100
