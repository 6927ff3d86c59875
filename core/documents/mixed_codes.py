"""A column in which some files write codes and others their meaning: `REF` beside `refunded`, `P` beside `Poor`.

Code and meaning are spellings of one word then: a condition holds for both, and groups unite them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.ingest.spellings import same_word
from core.model import Column
from core.text.words import words

_END = 4
"""Letters that the end of a word has more than, to stand for it."""
_DENIALS = frozenset("not no never non without".split())
"""`ATT` is no spelling of “Did not attend”."""


def united(column: Column) -> Column:
    """The column with its codes among its spellings, where it holds the meaning of some of them as well."""
    meanings = {
        code: said for code, said in column.codes if len(code) < len(said) and code.casefold() != said.casefold()
    }
    held = [value for value, _ in column.profile.common if value not in meanings]
    if column.type != "text" or not meanings or not held:
        return column
    partners = {code: w for code, said in meanings.items() if (w := _said(said, held, meanings, column))}
    if not partners:
        return column
    known = dict(column.profile.spellings)
    found = {code: partners.get(code, said) for code, said in meanings.items()}
    for value in held:
        code = next((c for c, said in meanings.items() if same_word(value, said)), None)
        if code is not None and value not in partners.values() and value != found[code]:
            found[value] = found[code]
    both = {way: found.get(main, main) for way, main in {**known, **found}.items()}
    spelt = tuple(sorted((way, main) for way, main in both.items() if way != main))
    return replace(column, profile=replace(column.profile, spellings=spelt))


def _said(meaning: str, held: list[str], meanings: Mapping[str, str], column: Column) -> str:
    """The value that stands for a meaning: the same word, or words that no other meaning has."""
    same = [v for v in held if same_word(v, meaning)]
    if same:
        known = dict(column.profile.spellings)
        return known.get(same[0], same[0])
    others = [m for m in meanings.values() if m != meaning]
    within = [v for v in held if _within(v, meaning) and not any(_within(v, m) for m in others)]
    return within[0] if len(within) == 1 else ""


def stands_for(value: str, meaning: str) -> bool:
    """A value says the same as a meaning, in its words or in a part of them."""
    return same_word(value, meaning) or _within(value, meaning)


def _within(value: str, meaning: str) -> bool:
    """All words of a value begin words of a meaning: `Emergency` of “Emergency appointment”."""
    said = words(value)
    whole = words(meaning)
    if _DENIALS.intersection(whole).difference(said):
        return False
    return bool(said) and all(len(w) > 2 and any(m.startswith(w) or _ends(m, w) for m in whole) for w in said)


def _ends(word: str, end: str) -> bool:
    """`telephone` ends with `phone`."""
    return len(end) > _END and word.endswith(end)
