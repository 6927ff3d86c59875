"""`night-flying (nocturnal) moths`: what is said in everyday words, and in brackets as the files say it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from core.ask.rewording.phrases import Reworded
from core.ask.state import Mention
from core.ask.stop_words import FUNCTION, VERBS

_BRACKETS = re.compile(r"(?P<plainly>[\w'’-]+(?: [\w'’-]+){0,2}) \((?P<said>\w[\w '’/-]*)\)")
_CELL = 0.8
"""From this score a cell is said outright."""
_LABEL = 0.8
"""From this score a table or a column is, which brackets behind it do not explain."""


def in_brackets(text: str, link: Callable[[str], Sequence[Mention]]) -> Iterator[Reworded]:
    """The question with what stands in brackets, where a cell says that whole, in place of the words before."""
    met = _BRACKETS.search(text)
    if met is None or not _is_cell(met["said"], link):
        return
    before = met["plainly"].split(" ")
    start = len(before)
    while start and before[start - 1].lower() not in FUNCTION | VERBS:
        start -= 1
    explained = " ".join(before[start:])
    if not explained or ("-" not in explained and _is_label(explained, link)):
        return
    kept = " ".join((text[: met.start()] + " ".join(before[:start])).split())
    yield Reworded(f"{kept} {met['said']}{text[met.end() :]}".strip(), strong=True, deep=True)


def _is_cell(text: str, link: Callable[[str], Sequence[Mention]]) -> bool:
    mentions = link(text)
    whole = len(mentions) == 1 and len(mentions[0].text.split()) >= len(text.split())
    return whole and any(k.kind == "value" and k.score >= _CELL for k in mentions[0].links[:1])


def _is_label(text: str, link: Callable[[str], Sequence[Mention]]) -> bool:
    return any(k.kind != "value" and k.score >= _LABEL for m in link(text) for k in m.links[:1])
