"""Words that a column spells in several ways: `Cat`, ` cat`, `CAT`, or cut short: `canc.`. Cells stay so; questions
take them for one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from core.ingest.types import MISSING, YES_NO
from core.text import words
from core.text.abbreviations import CUT, LOOSE, shortens
from core.text.everyday import everyday
from core.text.words import MARKS

MOST = 60
"""Spellings that are kept of a column; of one that has more they are not united."""
_SHORT = 2
"""Signs up to which capitals may tell codes apart: `m` and `M`."""
TRUTHS = (("1", "0"), *YES_NO)
"""How yes and no are written: there capitals tell nothing apart."""
_TRUTH_SETS = tuple(map(set, TRUTHS))
_KINDS = 30
"""Words of a column at most among which one may be another one cut short."""
_CUT, _CUT_OPENLY, _WHOLE = 4, 3, 6
"""Letters at least of a word cut short, of one with a full stop behind it, and of the word it is short for."""
_UNSAID = re.compile(r"(?:v|[mn]c|[^aeioulrwy][lr]|sch|mm|pp|cc|bb|rr)$")
"""How words end that are cut short, and hardly any other."""
_DOUBLED = re.compile(r"(?<=[a-z]{3}[aeou])ll(?=ed\b|ing\b|ation\b)")
"""`cancelled` and `canceled`, `travelling` and `traveling`."""
_JOINED = re.compile(r"(?<=[a-z]) (?=\d)")
"""`HUM 1.05` and `HUM1.05`."""
_DOTTED = re.compile(r"\b(?:[a-z]\.){2,}")
"""`n.h.s.`"""
_ENDINGS = re.compile(
    r"(?:e?s|e?d|ed|ing|e?rs?|y|al|ial|ment|ful|ness|ship|less|ly|ion|ation|able|ian|ist|ism|hood|time|way)s?"
)
"""What is put behind a word to make another of it."""
_NAMES = re.compile(
    r"(?:ton|ham|ley|bury|worth|wick|wood|ford|field|stead|dale|land|shire|ville|burgh|burg|son|sen|kin)"
)
"""What is put behind a name to make another of it: `Clay` and `Clayton` are two places."""
_LETTERED = re.compile(r"([a-z]+) ?(\d+)")
_REMARK = 3
"""Words of a remark, at least."""
_OFTEN = 2
"""How often a word of the column stands in it on average at least, for it to be a category or a name said again."""


def spellings(texts: Sequence[tuple[str, int]]) -> tuple[tuple[str, str], ...]:
    """Each lesser spelling with the commonest one of the same word, blanks at its ends aside; none for texts that
    hardly repeat, and where there are more than `MOST`."""
    ways: dict[str, list[tuple[str, int]]] = defaultdict(list)
    truth = {text.strip().casefold() for text, _ in texts if text.strip()} in _TRUTH_SETS
    for text, n in texts:
        if text.strip() and text.strip().lower() not in MISSING:
            ways[text.strip().casefold() if truth else _word(text)].append((text, n))
    for one, other in _run_together(ways).items():
        ways[other] += ways.pop(one)
    for short, whole in _cut_short(ways).items():
        ways[whole] += ways.pop(short)
    if not ways or sum(n for some in ways.values() for _, n in some) < _OFTEN * len(ways):
        return _ended(texts)
    found = []
    for some in ways.values():
        if len(some) > 1 or some[0][0] != some[0][0].strip():
            times: dict[str, int] = defaultdict(int)
            for text, n in some:
                times[" ".join(text.split())] += n
            letters = {t: len(MARKS.sub("", t)) for t in times}
            cut = max(letters.values()) - _CUT_OPENLY
            main = max(times, key=lambda t: (letters[t] > cut, times[t], not t.islower(), t))
            found += [(text, main) for text, _ in some if text != main]
    return tuple(sorted(found)) if len(found) <= MOST else ()


def _ended(texts: Sequence[tuple[str, int]]) -> tuple[tuple[str, str], ...]:
    """Of texts that hardly repeat those that are one but for a full stop at the end: remarks, and no names."""
    ways: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for text, n in texts:
        if len(text.split()) >= _REMARK:
            ways[text.strip().removesuffix(".")].append((text, n))
    mains = {max(some, key=lambda t: (t[1], t[0]))[0]: some for some in ways.values() if len(some) > 1}
    found = sorted((text, main) for main, some in mains.items() for text, _ in some if text != main)
    return tuple(found) if len(found) <= MOST else ()


def _cut_short(said: Collection[str]) -> dict[str, str]:
    """The words that are short for one other of the column alone: `canc.` of `cancelled`, `nfa` of `no further action`,
    `insp. booked` of `inspection booked`; but `post` is a word beside `postponed`."""
    found: dict[str, str] = {}
    for word in said if len(said) <= _KINDS else ():
        wholes = [w for w in said if w != word and _short_for(word, w)]
        found |= {word: wholes[0]} if len(wholes) == 1 else {}
    return {short: whole for short, whole in found.items() if whole not in found}


def _short_for(short: str, whole: str) -> bool:
    """One text is another one with words cut short, or the first letters of its words."""
    ours, theirs = short.split(), whole.split()
    if len(ours) == 1 and len(theirs) > _SHORT and short.isalpha():
        return short == "".join(w[0] for w in theirs)
    if (letter := _LETTERED.fullmatch(short)) and (said := _LETTERED.fullmatch(whole)):  # `u26`, `under 26`
        return letter[2] == said[2] and len(letter[1]) == 1 and len(said[1]) > _CUT and said[1][0] == letter[1]
    return len(ours) == len(theirs) and all(a == b or _is_cut(a, b) for a, b in zip(ours, theirs, strict=True))


def same_word(one: str, other: str) -> bool:
    """Two texts are spellings of one word, or one of a noun and its participle: `refund`, `Refunded`."""
    few, many = sorted((_word(one), _word(other)), key=len)
    return few == many or _short_for(few, many)


def _is_cut(word: str, whole: str) -> bool:
    """A word is the beginning of a longer one, or its first letter, last and some between, and no word of its own."""
    bare = word.rstrip(".")
    if len(whole) < max(_WHOLE, len(bare) + 1) or not (bare.isalpha() and whole.isalpha()):
        return False
    if len(bare) >= _CUT and whole in (f"{bare}ed", f"{bare}d", f"{bare}{bare[-1]}ed"):
        return True
    if len(whole) < len(bare) + 2:
        return False
    if word.endswith(".") or (len(bare) >= _CUT and _UNSAID.search(bare)):
        return len(bare) >= _CUT_OPENLY and whole.startswith(bare)
    if len(bare) < _CUT_OPENLY or bare in _own_words() or _put_behind(whole, bare):
        return False
    return shortens(bare, whole) >= (CUT if whole.startswith(bare) else LOOSE)


def _put_behind(whole: str, bare: str) -> bool:
    """The longer word is the shorter one with an ending that makes another word or name of it."""
    at = len(bare)
    return whole.startswith(bare) and bool(_ENDINGS.fullmatch(whole, at) or _NAMES.fullmatch(whole, at))


@lru_cache(maxsize=1)
def _own_words() -> frozenset[str]:
    """Short words that longer ones begin with."""
    lines = (Path(words.__file__).parent / "short_words.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(w for line in lines if not line.startswith("#") for w in line.split()) | everyday()


def _word(text: str) -> str:
    """What the spellings of one word have in common: `N.H.S.` and `nhs`, `Den plan` and `DENPLAN`."""
    plain = " ".join(text.split())
    if len(plain) <= _SHORT:
        return plain
    one = _JOINED.sub("", _DOUBLED.sub("l", plain.casefold()))
    return _DOTTED.sub(lambda m: m[0].replace(".", ""), one)


def _run_together(ways: Mapping[str, object]) -> dict[str, str]:
    """The words that are another one of the column but for blanks, hyphens and the like: `honey dew`, `honeydew`."""
    bare: dict[str, list[str]] = defaultdict(list)
    for word in ways if len(ways) <= _KINDS else ():
        if not any(c.isdigit() for c in word) and len(plain := MARKS.sub("", word)) > _CUT:
            bare[plain].append(word)
    return {word: some[0] for some in bare.values() for word in some[1:]}
