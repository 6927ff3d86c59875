"""Words of a question that mean a code: "by bank transfer" where a document tells that `B` means it, "unauthorised"
where a column `authorised` holds Y and N.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.ask.state import Link
from core.ask.tokens import stem
from core.index.forms import demonyms
from core.ingest.spellings import TRUTHS
from core.model import Column, Table
from core.text.unknown import mark_in
from core.text.words import words

WHOLE, ONE, PART, TOLD = 0.97, 0.93, 0.6, 0.8
"""What a meaning said whole is worth, one of a single word, a part of one at least, and words that stand together in a
long one."""
_LEADING = 0.25
"""What more the word is worth that begins several meanings, and stands in no other."""
_PARTED = 3
"""Words of a meaning that may be said in part."""
_OR = re.compile(r",|\bor\b|/")
_BRACKETS = re.compile(r"\(([^()]+)\)")
_HEAD = re.compile(r"[^\W\d_][^,;:(+/=]*?(?=\s*[,;(+]|\s+[–—-]\s)")
"""What a longer meaning begins with, before what it adds: `biochar + 60 kg N/ha`, `control, no fertiliser`."""
_WHO_DOES = re.compile(r"(?<=\w{3})ers$")
_TWO = 2
_EMPTY = frozenset("of the a an in and or for to by on at is are was were it this that".split())
_WIDE = frozenset(
    stem(w) for w in "person people other type kind part all general main new old time place thing".split()
)
"""Words too wide to stand for the meaning that they are a part of."""
_AWAY = frozenset(("out", "off", "up"))
"""Without which a verb is another one: `Sold out`, `Written off`."""
_NOT = frozenset("not no non without never un".split())
_DENYING = ("un", "non", "not", "in", "dis")
_OPPOSITE = {"in": "out", "on": "off"}
"""`out of print`, where a column `In print` says yes or no."""
_MARKS = frozenset(stem(w) for w in "is has was flag fl yn ind indicator".split())
"""What marks a column as yes or no, and says nothing of what."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A value's meaning as stems; `own` are those that no other value of the column has."""

    table: str
    column: str
    value: str
    said: tuple[str, ...]
    own: frozenset[str]
    denied: str = ""
    """The other value of a yes/no column."""
    leads: frozenset[str] = frozenset()
    """The word with which this meaning begins, as the first of several (`Sailboat under 6 metres`)."""
    head: bool = False
    """This is but what a longer meaning begins with."""


class CodeWords:
    """The meanings of all codes, found from any of their words."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._by_stem: dict[str, list[Meaning]] = defaultdict(list)
        for column in (c for t in tables for c in t.columns if c.codes):
            for meaning in _meanings(column):
                self._add(meaning)
        self._of_all = frozenset(word for word, met in self._by_stem.items() if _of_several(met)) - _WIDE
        self._wide = _WIDE | self._of_all
        for table in tables:
            for column in table.columns:
                marked = _MARKS & set(content(column.label))
                if (marked or not column.codes) and (yes_no := truths(column)):
                    said = tuple(s for s in content(column.label) if s not in _MARKS)
                    for words_of in (said, (*said, *content(table.label))) if said else ():
                        self._add(Meaning(table.name, column.name, yes_no[0], words_of, frozenset(), yes_no[1]))
                    if said and (opposite := _OPPOSITE.get(words(column.label)[0])):
                        self._add(Meaning(table.name, column.name, yes_no[1], (opposite, *said), frozenset()))

    def _add(self, meaning: Meaning) -> None:
        for word in set(meaning.said):
            self._by_stem[word].append(meaning)

    def speaks(self, word: str) -> bool:
        """Some meaning has the stem."""
        return word in self._by_stem

    def of_all(self, word: str) -> bool:
        """The stem is what meanings of several columns are about."""
        return word in self._of_all

    def links(self, asked: tuple[str, ...]) -> Iterator[Link]:
        """What stems that stand together, small words left out, may mean: a whole meaning, or what tells it apart."""
        said = set(asked)
        for m in self._by_stem.get(asked[0], ()) if asked else ():
            if asked == m.said and m.head:
                score = TOLD
            elif asked == m.said:
                score = WHOLE if len(asked) > 1 else ONE
            elif asked[0] in m.leads and len(asked) == 1 and not said <= _WIDE | _NOT:
                score = PART + _LEADING
            elif asked == m.said[:-1] and m.said[-1] in _AWAY:
                continue  # what sold most is not `Sold out`
            elif said <= set(m.said) and said & m.own and len(m.said) <= _PARTED and not said <= self._wide:
                score = PART + 0.25 * len(said) / len(m.said)
            elif len(asked) > 1 and said & m.own and within(asked, m.said):
                score = TOLD
            else:
                continue
            yield Link("value", m.table, m.column, m.value, score, "code")
        for prefix in (p for p in _DENYING if asked and asked[0].startswith(p)):
            rest = (asked[0].removeprefix(prefix).strip("-"), *asked[1:])
            for m in self._by_stem.get(rest[0], ()):
                if m.denied and m.said == rest:
                    yield Link("value", m.table, m.column, m.denied, WHOLE, "code")


_WAYS = 6
"""How yes and no may be spelled in a column, at most: `Y`, `y`, `N`, `n`."""
_UNKNOWN = frozenset(("?", "nk", "n/k", "unk", "unknown", "not known", "not sure"))
"""What may stand there for neither, beside both."""


def truths(column: Column) -> tuple[str, str] | None:
    """The values that mean yes and no in a column that holds nothing else, but signs that it is not known; None for
    other columns."""
    common = column.profile.common
    if not 0 < column.profile.distinct <= min(_WAYS, len(common)):
        return None
    held = {value.strip().casefold(): value for value, _ in reversed(common)}
    for yes, no in TRUTHS:
        if held and (held.keys() <= {yes, no} or {yes, no} < held.keys() <= {yes, no, *_UNKNOWN}):
            return held.get(yes, yes), held.get(no, no)
    return None


def _of_several(met: Sequence[Meaning]) -> bool:
    """Whether several meanings of one column have a word, and another one of another column has it, too: among kinds of
    fires and `Fire control`, “fire” is what all of it is about."""
    columns: dict[tuple[str, str], set[tuple[str, ...]]] = defaultdict(set)
    for m in met:
        columns[m.table, m.column].add(m.said)
    most = max(columns.values(), key=len)
    return len(most) > 1 and any(said - most for said in columns.values())


def content(text: str) -> tuple[str, ...]:
    """The stems of a text that are looked for."""
    return tuple(stem(w) for w in words(text) if w not in _EMPTY)


def _meanings(column: Column) -> Iterator[Meaning]:
    """Each value's meaning; "not insured" tells of the other of two values what it means."""
    meanings = {value: content(meaning) for value, meaning in column.codes}
    for value, said in list(meanings.items()):
        if said[:1] and said[0] in _NOT:
            other = _other(column, value)
            if other and not set(meanings.get(other, ())) - _NOT & set(said):
                yield Meaning(column.table, column.name, other, said[1:], frozenset(said[1:]))
            if len(said) > 1 and column.profile.distinct > _TWO:  # `No show`, among others: by all its words alone
                yield Meaning(column.table, column.name, value, said, frozenset())
            del meanings[value]
    seen = Counter(s for said in meanings.values() for s in set(said))
    present = {value for value, _ in column.profile.common}
    first = Counter(said[0] for value, said in meanings.items() if len(said) > 1 and value in present)
    leads = {s: frozenset((s,)) for s, n in first.items() if n > 1 and n == seen[s]}
    full = {value: tuple(stem(w) for w in words(meaning)) for value, meaning in column.codes}
    names = _other_names(column.codes)
    if column.codes_standard:  # `JP` is of the Japanese, too
        names = {v: names[v] | {content(word) for word in demonyms(meaning)} for v, meaning in column.codes}
    heads = {v: content(m[0]) for v, meaning in column.codes if (m := _HEAD.match(meaning)) and v in meanings}
    heads_met = Counter(heads.values())
    marks = {value: frozenset(content(mark)) for value, meaning in column.codes if (mark := mark_in(meaning))}
    for value, said in meanings.items():
        if len(said) == 1 and seen[said[0]] > 1 and len(full[value]) > 1:
            said = full[value]  # an `A road` among other roads is told by its small word
        own = frozenset(s for s in said if seen[s] == 1)
        own &= marks.get(value, own)  # `Unknown height` is no height
        own -= _aside(column.meaning(value))
        yield from (Meaning(column.table, column.name, value, name, own) for name in names[value] - {said})
        head = heads.get(value, ())
        if head and heads_met[head] == 1 and head not in names[value] and own & set(head) and not set(head) <= _WIDE:
            yield Meaning(column.table, column.name, value, head, own, head=True)
        for craft in _crafts(column.meaning(value)):
            yield Meaning(column.table, column.name, value, (craft,), own)
        if said:
            yield Meaning(column.table, column.name, value, said, own, leads=leads.pop(said[0], frozenset()))


def _aside(meaning: str) -> frozenset[str]:
    """The words of what brackets explain in several: of `comps (free tickets)` none alone says the code."""
    inside = [content(hit[1]) for hit in _BRACKETS.finditer(meaning)]
    return frozenset(word for said in inside if len(said) > 1 for word in said)


def _crafts(meaning: str) -> Iterator[str]:
    """What people do by whom a code is told: roofing, of `roofers`; nothing where the meaning says more."""
    said = words(meaning)
    for word in said if len(said) == 1 or "/" in meaning else ():
        craft = _WHO_DOES.sub("ing", word)
        if craft != word and stem(craft) != stem(word):
            yield stem(craft)


def _other_names(codes: Sequence[tuple[str, str]]) -> dict[str, frozenset[tuple[str, ...]]]:
    """What else a value is called by its meaning: what a colon explains (`Retained: on-call crews`), each of several
    words behind it (`Traffic: kerbside or roadside`), what stands in brackets, and before those that end it; only what
    no other value is."""
    said = {value: {content(part) for part in _names_in(meaning)} - {()} for value, meaning in codes}
    times = Counter(name for some in said.values() for name in some)
    return {v: frozenset(n for n in some if times[n] == 1 and len(n) <= _PARTED) for v, some in said.items()}


def _names_in(meaning: str) -> Iterator[str]:
    head, colon, behind = meaning.partition(":")
    if colon:
        yield head
        yield from (part for part in _OR.split(behind) if len(_OR.split(behind)) > 1)
    if meaning.endswith(")"):
        yield meaning.partition(" (")[0]
    yield from (hit[1] for hit in _BRACKETS.finditer(meaning))


def within(asked: tuple[str, ...], said: tuple[str, ...]) -> bool:
    """The words stand together in a meaning, in their order."""
    return any(said[i : i + len(asked)] == asked for i in range(len(said) - len(asked) + 1))


def _other(column: Column, value: str) -> str:
    """The other value of a column that holds two."""
    held = [v for v, _ in column.profile.common if v != value]
    return held[0] if len(held) == 1 and column.profile.distinct <= 2 else ""
