"""Words that a reading may not lose: without them it answers another question."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.stop_words import FUNCTION
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon

_BEING = frozenset("is are was were been being be get got".split())
_PARTICLES = frozenset("off out up down away back".split())
"""What makes another word of a verb: `called off`."""
_BETWEEN = frozenset("still currently already now all ever yet not never".split())
_ADDING_NOTHING = frozenset("anything anyone something altogether overall please ever far now today".split())
_DOING = frozenset(("do", "does", "did"))
_THE = frozenset(("the", "a", "an", "have", "has", "had", "with"))
_HAVING = frozenset(("have", "has", "had", "with"))
_WHICH = frozenset("which what each every per".split())
_ASKING = frozenset("show shows report reports display output present name".split())


def lost(chunks: Sequence[Chunk]) -> bool:
    """What is said of the things at the end (`how many shows were cancelled?`), or what is asked for (`which show`)."""
    return any(_predicate(chunks, i) or _asked(chunks, i) for i in range(1, len(chunks)))


def _predicate(chunks: Sequence[Chunk], i: int) -> bool:
    c = chunks[i]
    ends = i + 1 == len(chunks) or chunks[i + 1].kind == "stop" or chunks[i + 1].text == ","
    if c.claimed or c.kind != "word" or not ends:
        return False
    if c.text.lower() in _PARTICLES:
        return True
    before = [k.text.lower() for k in chunks[:i] if k.text.lower() not in _BETWEEN]
    being = bool(before) and before[-1].split()[-1] in _BEING
    if c.text.lower() in lexicon().asking | FUNCTION and not (being and c.text.lower() == "present"):
        return False
    if _tells(chunks, i) or _unheld(chunks, i):
        return True
    return being


def _unheld(chunks: Sequence[Chunk], i: int) -> bool:
    """`which boats have the rig red`: what no cell of the column holds."""
    led = [k.text.lower().split()[0] for k in chunks[max(0, i - 3) : i - 1]]
    return chunks[i - 1].kind == "column" and bool(led) and led[-1] in _THE and any(w in _HAVING for w in led)


def _tells(chunks: Sequence[Chunk], i: int) -> bool:
    """`how many loans came back late`: the last word tells which are counted, unless it is a unit or led by a
    small word, or "did" makes it the verb of all that was said."""
    done = any(k.text.lower() in _DOING for k in chunks[:i])
    if chunks[i].text.lower() in _ADDING_NOTHING:
        return False
    return chunks[0].text.lower() == "how many" and chunks[i - 1].kind in ("word", "column", "table") and not done


def _asked(chunks: Sequence[Chunk], i: int) -> bool:
    c = chunks[i]
    led = chunks[i - 1].text.lower().split()[-1:]
    return not c.claimed and c.link is None and c.text.lower() in _ASKING and bool(led) and led[0] in _WHICH
