"""`still with the firm`, `no longer helping us`, `have dropped out of the band`: whether somebody is there still, in
whichever words.

What stands behind says where: us, here, or a house, a group, a list that holds all of them. A word that a cell holds,
or that names something else, says something else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from core.ask.tokens import Token

_IN = frozenset("with in on at of from for part among to a one".split())
_DETERMINERS = frozenset("the our this my a an one of us".split())
_US = frozenset("us here there around ours".split())
_HOUSE = frozenset(
    "firm company business club society association organisation group team squad crew band staff payroll books list "
    "register roll fleet service post practice surgery office shop yard workshop school college church charity trust "
    "scheme house home place places premises property properties building flat site stable family fold ranks job work "
    "use operation action force hands world".split()
)
"""What holds all of them, whatever a cell may be called."""
_DOING = frozenset(
    "work works working serve serves serving live lives living help helps helping employed registered enrolled trade "
    "trades trading operate operates operating run runs running go going volunteer volunteers volunteering belong "
    "belongs belonging rent rents renting active attend attends attending come comes coming members teach teaches "
    "teaching drive drives driving play plays playing sing sings singing racing training flying sailing competing "
    "performing publishing".split()
)
"""What is done by those who are there, also where nothing stands behind."""
_GONE = (
    "gone", "gone for good", "left", "moved on", "moved out", "moved away", "resigned", "retired", "quit",
    "packed it in", "packed up", "dropped out", "stopped coming", "given up", "given it up", "been let go", "been sold",
    "been scrapped", "been got rid of", "got rid of", "gotten rid of", "disposed of",
)  # fmt: skip
_HAVE = frozenset(("have", "has", "had", "since", "already", "we", "they"))
_BEHIND = frozenset("in during since before after by between on last this and or but so when".split())
"""What goes on with another thing behind words that are whole."""


def staying(tokens: Sequence[Token], linked: Collection[int]) -> Iterator[tuple[int, int, bool]]:
    """Where it is said: start, end, and whether they are gone; the words of a place are none of those at `linked`."""
    lowers = [t.lower for t in tokens]
    for i, word in enumerate(lowers):
        longer = word == "no" and lowers[i + 1 : i + 2] == ["longer"]
        if word == "still" or longer:
            start = i + 1 + longer
            if end := _there(tokens, lowers, start, linked):
                yield i, end, longer
        elif word in _HAVE and (found := _departed(tokens, lowers, i + 1, linked)):
            yield i, found, True


def _there(tokens: Sequence[Token], lowers: Sequence[str], start: int, linked: Collection[int]) -> int:
    """Behind `still`: `with us`, `working here`, `singing in the group`; 0 where it says another thing."""
    doing = start < len(lowers) and (lowers[start] in _DOING or lowers[start].endswith("ing"))
    if end := _place(lowers, start + doing, linked):
        return end
    return start + 1 if doing and lowers[start] in _DOING and _ends(tokens, start + 1) else 0


def _place(lowers: Sequence[str], start: int, linked: Collection[int]) -> int:
    """Behind where they are: `here`, `with the firm`, `in one of our places`; 0 where no place of all is said."""
    if lowers[start : start + 1] and lowers[start] in _US:
        return start + 1
    i = start
    while i < len(lowers) and (lowers[i] in _IN or (i > start and lowers[i] in _DETERMINERS)):
        i += 1
    if i == start:
        return 0
    if lowers[i - 1] == "us":
        return i
    if i < len(lowers) and lowers[i] in _HOUSE | {"ours"}:
        return i + 1
    ours = i - 1 > start and lowers[i - 1] in ("the", "our")
    return i + 1 if ours and i < len(lowers) and lowers[i].isalpha() and i not in linked else 0


def _departed(tokens: Sequence[Token], lowers: Sequence[str], start: int, linked: Collection[int]) -> int:
    """Behind `have gone`, `has dropped out of the band`; 0 where it is not said, or goes on with something else."""
    while start < len(lowers) and lowers[start] in _HAVE:
        start += 1
    for said in sorted((p.split() for p in _GONE), key=len, reverse=True):
        end = start + len(said)
        if list(lowers[start:end]) == said:
            return _place(lowers, end, linked) or (end if _ends(tokens, end) else 0)
    return 0


def _ends(tokens: Sequence[Token], i: int) -> bool:
    return i >= len(tokens) or tokens[i].kind == "punct" or tokens[i].lower in _BEHIND
