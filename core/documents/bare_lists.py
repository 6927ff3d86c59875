"""Lists of codes on one line with no sign between a code and what it means: `COND  G good, F fair, P poor`.

What stands before the first code, or a colon, is the list's heading; commas, semicolons or strokes part the codes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.documents.lines import lines_of
from core.documents.match import Found

_CODE = r"[`\"'“*_]*(?P<code>[A-Z]{1,5}\d{0,3}|\d{1,3})[`\"'”*_]*"
_ITEM = re.compile(rf"\s*(?:and\s+|or\s+)?{_CODE}\s+(?P<meaning>[^\W\d_(].*)", re.DOTALL)
_FIRST = re.compile(rf"(?P<head>(?:.*\s)?){_CODE}\s+(?P<meaning>[a-z].*)", re.DOTALL)
_ALONE = re.compile(_CODE)
_BRACKETED = re.compile(rf"{_CODE}\s*\((?P<meaning>[^()]+)\)[,;]?\s*(?:(?:and|or)\s+)?")
_IN_BRACKETS = re.compile(
    r"(?P<head>[^()]{0,80}?)\s*(?P<items>(?:[A-Z]{1,5}\d{0,3}\s*\([^()]+\)[,;]?\s*(?:(?:and|or)\s+)?){2,})"
)
_HEADED = re.compile(r"(?P<head>[^:=]{1,80}?)\s*:\s+(?P<rest>\S.*)", re.DOTALL)
_ENDS = re.compile(r"\.(?:\s+(?=[A-Za-z`])|\s*$)")
"""Where the sentence with the codes ends."""
_BLANK = re.compile(r"[,;]?\s*\b(?:blank|empty)\b")
"""What an empty cell means is no code's meaning."""
_BETWEEN = (";", " / ", "|", ",", "")
"""What parts the codes; "" for a list of few words with nothing between: `P pass F fail`."""
_NEXT = re.compile(r"[,;]?\s+(?=[A-Z]{1,3}\s[a-z])")
_MOST_WORDS, _MOST_OF_MANY, _MANY = 8, 30, 3
"""Words of a list with nothing between its codes, and of one of so many codes below a heading."""
_SENTENCE = re.compile(r"\b(?:is|are|was|were|has|have|had|will|would|can|could)\b")
"""A verb in what should be a meaning, with no colon before the codes: a sentence that goes on behind a number."""
_MOST_HEAD = 8
"""Words of a heading."""
_WORD_AFTER = 1
"""Words that may stand between two codes without one: `blank none`."""


@dataclass(frozen=True, slots=True)
class BareList:
    """A heading, and codes with their meanings as they stand."""

    head: str
    items: tuple[tuple[str, str], ...]


def bare_lists(passage: Found) -> Iterator[BareList]:
    """The lists in a passage, line by line; of a line with several parts those of each. A line without a heading goes
    on with the list of the line before, where that has no full stop."""
    if passage.cells:
        return
    open_list: BareList | None = None
    for line in lines_of(passage.text, passage.breaks):
        lists = list(_lists_of(line))
        if open_list is not None and lists and not lists[0].head:
            lists[0] = BareList(open_list.head, (*open_list.items, *lists[0].items))
        elif open_list is not None:
            yield open_list
        open_list = lists.pop() if lists and not line.endswith(".") else None
        yield from lists
    if open_list is not None:
        yield open_list


def _lists_of(line: str) -> Iterator[BareList]:
    """The lists of a line, sentence by sentence; what stands before its colon is the heading of all (`Lifts: Drive H
    hydraulic, T traction. Use P passenger, G goods.`)."""
    headed = _HEADED.fullmatch(line)
    around = headed["head"] if headed else ""
    for n, sentence in enumerate(_ENDS.split(line)):
        found = _list(sentence)
        if found is not None:
            yield found if n == 0 or not around else BareList(f"{around} {found.head}".strip(), found.items)
        elif ";" in sentence:
            inside = (_list(part.strip()) for part in _parts(sentence, ";"))
            yield from (one for one in inside if one is not None)


def heading_list(place: str) -> BareList | None:
    """The list that a passage's heading is: a short line that begins with capitals was taken for one."""
    return _list(place)


def _list(text: str) -> BareList | None:
    """The list that a line is, parted as tells most codes; None where it is none."""
    if (inside := _IN_BRACKETS.fullmatch(text.strip(" ."))) is not None:  # `Condition A (good), B (poor)`
        items = tuple((m["code"], m["meaning"].strip()) for m in _BRACKETED.finditer(inside["items"]))
        return BareList(inside["head"].strip(" :=`\"'"), items)
    headed = _HEADED.fullmatch(text)
    head, rest = (headed["head"], headed["rest"]) if headed else ("", text)
    rest = _BLANK.split(_ENDS.split(rest, maxsplit=1)[0], maxsplit=1)[0]
    found = [made for between in _BETWEEN if (made := _parted(head, rest, between)) is not None]
    return max(found, key=lambda made: len(made.items), default=None)


def _parted(head: str, text: str, between: str) -> BareList | None:
    headed = bool(head)
    first, *others = _parts(text, between) if between else _NEXT.split(text)
    if not between and len(text.split()) > (_MOST_OF_MANY if len(others) >= _MANY else _MOST_WORDS):
        return None
    if not between and len(first.split()) == 1:
        head, (first, *others) = f"{head} {first}".strip(), others or [""]
    begun = _ITEM.fullmatch(first) or _FIRST.fullmatch(first)
    if begun is None or not others:
        return None
    if "head" in begun.groupdict():
        head = f"{head} {begun['head']}".strip()
    elif not head and (inner := _ITEM.fullmatch(begun["meaning"])) and inner["meaning"][:1].islower():
        head, begun = begun["code"], inner  # `COND G good`
    if len(head.split()) > _MOST_HEAD:
        return None
    items = [(begun["code"], begun["meaning"].strip())]
    for part in others:
        found = _ITEM.fullmatch(part)
        if found is not None:
            items.append((found["code"], found["meaning"].strip()))
        elif alone := _ALONE.fullmatch(part.strip()):
            items.append((alone["code"], alone["code"]))  # `BOX box office, BAR, USH usher`: it says itself what it is
        elif len(part.split()) > _WORD_AFTER + 1 and between != ",":
            return None  # a sentence, and no list
    if not headed and any(_SENTENCE.search(meaning) for _, meaning in items):
        return None
    told = {code for code, _ in items}
    if len(items) < 2 or len(told) < len(items) or 3 * len(items) < 2 * (len(others) + 1):
        return None
    return BareList(head.strip(" `\"'“”*_:"), tuple(items))


def _parts(text: str, between: str) -> Sequence[str]:
    """The parts of a text, nothing in brackets parted."""
    found, depth, start = [], 0, 0
    for at, sign in enumerate(text):
        depth += (sign in "([") - (sign in ")]")
        if depth <= 0 and text.startswith(between, at):
            found.append(text[start:at])
            start = at + len(between)
    return (*found, text[start:])
