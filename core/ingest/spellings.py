"""Words that a column spells in several ways: `Cat`, ` cat`, `CAT`, or cut short: `canc.`. Cells stay so; questions
take them for one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence

from core.ingest.types import MISSING, YES_NO

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
    for short, whole in _cut_short(ways).items():
        ways[whole] += ways.pop(short)
    if not ways or sum(n for some in ways.values() for _, n in some) < _OFTEN * len(ways):
        return ()
    found = []
    for some in ways.values():
        if len(some) > 1 or some[0][0] != some[0][0].strip():
            times: dict[str, int] = defaultdict(int)
            for text, n in some:
                times[" ".join(text.split())] += n
            cut = max(map(len, times)) - _CUT_OPENLY
            main = max(times, key=lambda t: (len(t) > cut, times[t], not t.islower(), t))
            found += [(text, main) for text, _ in some if text != main]
    return tuple(sorted(found)) if len(found) <= MOST else ()


def _cut_short(words: Collection[str]) -> dict[str, str]:
    """The words that are the beginning of one other and end as no word does: `canc.` of `cancelled`; but `post` is a
    word beside `postponed`."""
    found: dict[str, str] = {}
    for word in words if len(words) <= _KINDS else ():
        bare = word.rstrip(".")
        long = len(bare) >= (_CUT_OPENLY if word.endswith(".") else _CUT)
        if long and bare.isalpha() and (word.endswith(".") or _UNSAID.search(bare)):
            wholes = [w for w in words if len(w) >= max(_WHOLE, len(bare) + 2) and w.isalpha() and w.startswith(bare)]
            found |= {word: wholes[0]} if len(wholes) == 1 else {}
    return found


def _word(text: str) -> str:
    plain = " ".join(text.split())
    return _JOINED.sub("", _DOUBLED.sub("l", plain.casefold())) if len(plain) > _SHORT else plain
