"""`who haven't had their first aid training`, `nobody has said yes or no about insurance`: what a column of yes and no
says of a row, or does not say, told as a deed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.tokens import Token, lemmas, places_of, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item

_DID = frozenset(
    "done had got taken completed complete passed pass finished finish received undergone attended signed do".split()
)
_HAVING = frozenset("have has had did does do having not never still yet ever actually already been to".split())
_DENIED = frozenset("not never yet".split())
_THEIR = frozenset("their his her its the a an any".split())
_IDLE = frozenset(
    map(stem, "done had completed complete passed received taken signed yes no y n ok date of the a".split())
)
"""What a header says beside what it is that was done."""
_CHECKS = frozenset(map(stem, "check test form column box question training course exam session".split()))
_SMALL = frozenset("about for on as to whether they are is was were have has the a an their its against under".split())
_REACH = 4
"""Words for it, at most."""
_NOBODY = frozenset("nobody noone anybody anyone not never".split())
_ANSWER = (
    ("yes", "or", "a", "no"), ("yes", "or", "no"), ("yes", "nor", "a", "no"), ("yes", "nor", "no"), ("either", "way"),
    ("one", "way", "or", "the", "other"), ("no", "or", "a", "yes"),
)  # fmt: skip

Told = dict[int, tuple[int, Definition]]


def ticked(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Told:
    """Where it is said: start → (end, the column holds yes, no, or nothing)."""
    named = sorted(tables_named(mentions) & facts.tables.keys())
    flags = [Col(n, c.name) for n in named for c in facts.tables[n].columns if facts.flag(Col(n, c.name)) is not None]
    return _unanswered(tokens, flags, facts) or _done(tokens, flags, facts) if flags else {}


def _done(tokens: Sequence[Token], flags: Sequence[Col], facts: Facts) -> Told:
    """`have not done their induction (yet)`."""
    lowers = [t.lower for t in tokens]
    for at in (i for i, word in enumerate(lowers) if word in _DID and i + 1 < len(tokens)):
        led = list(takewhile(_HAVING.__contains__, reversed(lowers[:at])))
        behind = at + 1
        while behind < len(tokens) and lowers[behind] in _THEIR:
            behind += 1
        if not led or behind == at + 1:
            continue
        found = list(_said_whole(tokens, behind, flags, facts))
        if len(found) != 1 or (truths := facts.flag(found[0][1])) is None:
            continue
        (end, column), start = found[0], at - len(led)
        if "to" in led and (lowers[at] != "do" or "not" in led):
            continue
        denied = bool(_DENIED & set(led)) or "to" in led  # “still have to do it”
        condition = Filter(Item(column), "=", (truths[denied],))
        end = _with_its_kind(tokens, end)
        end += lowers[end : end + 1] == ["yet"]
        return {start: (end, Definition(lemmas(tokens, start, end), None, (condition,)))}
    return {}


def _said_whole(tokens: Sequence[Token], at: int, flags: Sequence[Col], facts: Facts) -> Iterator[tuple[int, Col]]:
    """The columns all of whose own words are said in the next few, with the end of these."""
    words = list(takewhile(lambda t: t.kind == "word", tokens[at : at + _REACH]))
    for column in flags:
        held = facts.column(column)
        own = set(stems(held.label)) - _IDLE if held is not None else set()
        places = [i for i, t in enumerate(words) if t.stem in own]
        if own and own <= {words[i].stem for i in places}:
            yield at + places[-1] + 1, column


def _unanswered(tokens: Sequence[Token], flags: Sequence[Col], facts: Facts) -> Told:
    """`nobody noted down a yes or a no about the garden`."""
    lowers = [t.lower for t in tokens]
    nobody = next((i for i, w in enumerate(lowers) if w in _NOBODY or lowers[i : i + 2] == ["no", "one"]), len(lowers))
    said = [p for answer in _ANSWER for p in places_of(lowers, answer) if p[0] > nobody]
    found = list(_said_whole(tokens, _past_small(tokens, said[0][1]), flags, facts)) if said else []
    if len(found) != 1:
        return {}
    end, column = _with_its_kind(tokens, found[0][0]), found[0][1]
    start = nobody - (nobody > 0 and lowers[nobody - 1] in _HAVING)
    return {start: (end, Definition(lemmas(tokens, start, end), None, (Filter(Item(column), "is null"),)))}


def _with_its_kind(tokens: Sequence[Token], end: int) -> int:
    """Behind `check`, `course` and the like, which headers leave out."""
    return end + any(t.stem in _CHECKS for t in tokens[end : end + 1])


def _past_small(tokens: Sequence[Token], at: int) -> int:
    """Behind the little words there."""
    return next((i for i in range(at, len(tokens)) if tokens[i].lower not in _SMALL), len(tokens))
