"""Schema linking by cell values: which words of a question name a cell, whole, in part, misspelt, or as a verb."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

from core.ask.cells_in_short import short_for, weekdays
from core.ask.dates import written_as
from core.ask.small_letters import with_names
from core.ask.span_selection import Spans, offer
from core.ask.state import Link
from core.ask.stop_words import FUNCTION, MODIFIERS, VERBS, content_word
from core.ask.tokens import Token, stem
from core.ask.vocabulary import Vocabulary
from core.index.forms import IN_FULL, nationality
from core.text.everyday import everyday
from core.text.synonyms import synonyms
from core.text.verbs import past_forms
from core.text.words import words

_NAMED = 0.9
"""What a value is worth that is said whole but for its number, or what all values begin with."""
_STATE, _VERB = 0.8, 4
"""What a state is worth that is said as its verb, and the letters of that verb at least."""
_KIND, _KINDS = 0.72, 40
"""What a telling word of a kind is worth, and how many kinds a list of them has at most."""
_CASE = stem("case")
_IN = frozenset("in during since from between until to before after and or for".split())
_YEARS = (1900, 2100)
_ARTICLES = frozenset(("the", "a", "an", "our"))
_AND = frozenset(("and",))
_DID = 4
"""Words that may stand between “did” and its verb."""
_OF_IT, _LONG = 0.64, 5
"""What a value is worth that is said with another ending ("German" and Germany), and its letters at least."""
_EITHER = re.compile(r"\s+or\s+|\s*/\s*|\s*[()]\s*")
"""What stands between two names of one kind."""
_ADDRESS = re.compile(r"^\s*(?:https?://|www\.)|^\S+@\S+\.\w+\s*$", re.IGNORECASE)
"""An address of a page, or of a person's mail."""
_LISTED = 200
"""Kinds that may have two names each, at most."""
_OR, _TURNED = 0.8, 0.85
"""What a kind is worth that is said by one of its two names, and one that is said the other way round."""
_FAR, _RARER = 20, 0.04
"""How many times oftener one column must hold a value than another, and what the other loses."""
_NATION = 0.9
"""What a country is worth that is said by who comes from it."""
_STUFF = 0.85
"""What a stuff is worth that is said as what is made of it ("wooden")."""
_LET = "let"
"""The one small word that is a state, too."""
_LETTING = frozenset("me us you them him her it off go the".split())
_FIRST, _SHORTEST, _FEW = 0.8, 4, 4
"""The score of the one value that begins with a word; how long the word is at least, and of how many the value is."""
_OURS, _FULL_NAMES = 60, 0.8
"""Of how many people those are whom all call by their first names, at most; the share of names of two words there."""


class Values(Protocol):
    """What linking asks of the value index."""

    def find(self, words: Sequence[str]) -> Sequence[ValueFound]: ...

    def lookup(self, text: str) -> Sequence[ValueFound]: ...


class ValueFound(Protocol):
    """A cell value seen in the question: tokens `start` to `end`."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def table(self) -> str: ...
    @property
    def column(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def score(self) -> float: ...
    @property
    def kind(self) -> str: ...


@dataclass(frozen=True, slots=True)
class _Across:
    """A cell value seen with an article inside."""

    start: int
    end: int
    table: str
    column: str
    value: str
    score: float
    kind: str


LEGAL_FORMS = frozenset(
    "ltd limited plc llp llc inc incorporated corp corporation co company gmbh ag sa bv srl cic".split()
)
"""Words that end the name of a firm and are not said."""
_SMALL_VERBS = frozenset(
    "put set get got let run see saw use pay buy hit cut add say ask try did has was had are".split()
)
"""Verbs that are no codes of the same letters where they are written small."""
_SIDES = frozenset("back out off up over down away in on".split())
"""Words that go with verbs, and by themselves name no cell of which they are a part."""


class ValueLinks:
    """Links of spans to cells of one state of the schema."""

    def __init__(self, vocabulary: Vocabulary, values: Values) -> None:
        self._vocabulary = vocabulary
        self._values = values

    def offer(self, tokens: Sequence[Token], spans: Spans) -> None:
        """Add to each span the cells that it may mean."""
        for i, token in enumerate(tokens):
            if token.kind == "quoted":
                for hit in self._values.lookup(token.text):
                    offer(spans[i, i + 1], Link("value", hit.table, hit.column, hit.value, hit.score, "value"))
            for text in written_as(token.text) if token.kind == "date" else ():
                for hit in self._values.lookup(text):
                    if hit.kind in ("exact", "case"):
                        offer(spans[i, i + 1], Link("value", hit.table, hit.column, hit.value, _STATE, hit.kind))
        self._as_verbs(tokens, spans)
        for i, link in weekdays(tokens, self._vocabulary.tables.values()):
            offer(spans[i, i + 1], link)
        plain = ["" if t.kind in ("punct", "quoted") else t.text for t in tokens]
        aside = self._vocabulary.dictionaries - self._named(tokens)
        hits = [h for h in (*self._values.find(plain), *self._across(tokens, plain)) if h.table not in aside]
        named = with_names(tokens)
        begun = _begun(named, hits) | self._of_ours(named, hits)
        parts = Counter((h.start, h.end, h.table, h.column) for h in hits if h.kind == "part")
        firms = Counter(_of(h) for h in hits if h.kind == "part" and _firm(tokens[h.start : h.end], h.value))
        either = Counter(
            (h.start, h.end, h.table, h.column)
            for h in hits
            if h.kind == "part" and self._one_of_two(tokens[h.start : h.end], h)
        )
        for hit in hits:
            span = tokens[hit.start : hit.end]
            if hit.kind == "case" and len(span) == 1 and span[0].text in _SMALL_VERBS and hit.value.isupper():
                continue  # “put up in May” is no `PUT`
            if hit.kind in ("part", "typo") and _ADDRESS.search(hit.value):
                continue  # “charging” is no part of an address that holds it
            if len(span) == 1 and span[0].lower in _SIDES and len(words(hit.value)) > 1:
                continue  # "how much did we give back" is no note "back in rack"
            if (hit.start, hit.end, hit.value) in begun:
                offer(spans[hit.start, hit.end], Link("value", hit.table, hit.column, hit.value, _FIRST, "name"))
                continue
            if all(t.lower in FUNCTION or t.lower in MODIFIERS for t in span) and not any(t.capital for t in span):
                continue
            if len(span) == 1 and (span[0].lower in VERBS or (span[0].number is not None and hit.kind != "exact")):
                continue
            if len(span) == 1 and span[0].number is not None and (_so_many(tokens, hit) or self._year(tokens, hit)):
                continue
            if len(span) == 1 and hit.kind == "typo" and _of_it(span[0], hit.value):
                offer(spans[hit.start, hit.end], Link("value", hit.table, hit.column, hit.value, _OF_IT, "part"))
                continue
            if (
                either[hit.start, hit.end, hit.table, hit.column] == 1
                and hit.kind == "part"
                and self._one_of_two(span, hit)
            ):
                offer(spans[hit.start, hit.end], Link("value", hit.table, hit.column, hit.value, _OR, "name"))
                continue
            if len(span) == 1 and hit.kind == "part" and self._telling(span[0], hit):
                offer(spans[hit.start, hit.end], Link("value", hit.table, hit.column, hit.value, _KIND, "name"))
                continue
            joined = len(words(hit.value)) < len(span)
            if hit.kind == "plural" and joined and span[0].capital and not span[-1].capital:
                continue  # “Green ports” are no Greenport
            near = hit.kind in ("typo", "part")
            plainly = len(span) == 1 and not span[0].capital and span[0].lower in everyday() | synonyms().keys()
            if hit.kind == "part" and any(t.kind == "date" for t in span):
                continue
            if hit.kind == "typo" and not span[-1].capital and _done(span[-1].lower, hit.value):
                continue  # “finished jobs” are no Finnish ones
            if near and plainly and (hit.kind == "typo" or span[0].stem not in map(stem, words(hit.value))):
                continue  # "brought" is no slip for a place called Broughton
            if hit.kind == "part" and firms[_of(hit)] == 1 and _firm(span, hit.value):
                offer(spans[hit.start, hit.end], Link("value", hit.table, hit.column, hit.value, _NAMED, "name"))
                continue
            shared = self._vocabulary.shared_words(hit.table, hit.column)
            if len(span) == 1 and nationality(span[0].lower, hit.value):
                offer(spans[hit.start, hit.end], Link("value", hit.table, hit.column, hit.value, _NATION, hit.kind))
                continue
            shared = shared or self._vocabulary.noted(hit.table, hit.column, hit.value)
            if hit.kind == "part" and len(words(hit.value)) - shared == hit.end - hit.start:
                # another form of the whole value ("Canadian" and "Canada"), or all of it but what all values begin with
                several = parts[hit.start, hit.end, hit.table, hit.column] > 1  # a part of many a name is none of them
                score, how = (_NAMED, "name") if shared and not several else (0.64, hit.kind)
                score = max(hit.score, score)
                offer(spans[hit.start, hit.end], Link("value", hit.table, hit.column, hit.value, score, how))
                continue
            score = hit.score * (0.97 if any(t.capital for t in span) or len(span) > 1 else 0.86)
            if hit.kind == "typo" and not any(t.capital for t in span):
                score *= 0.8
            offer(spans[hit.start, hit.end], Link("value", hit.table, hit.column, hit.value, score, hit.kind))
            if hit.kind in ("exact", "case"):
                for table, column, code in short_for(hit.table, hit.column, hit.value, self._vocabulary.tables):
                    offer(spans[hit.start, hit.end], Link("value", table, column, code, score, "code"))
        self._commoner(spans)

    def _of_ours(self, tokens: Sequence[Token], hits: Sequence[ValueFound]) -> set[tuple[int, int, str]]:
        """`Jo` of Jo Finch, who is one of a dozen: a colleague's first name, however short, and whoever else has it in
        a longer list; its span and the value."""
        found: dict[tuple[int, int], set[str]] = defaultdict(set)
        for h in hits:
            said, named = tokens[h.start], words(h.value)
            alone = h.end == h.start + 1 and h.kind == "part" and said.capital and said.lower not in FUNCTION | VERBS
            if alone and 1 < len(named) <= _FEW and named[0] == said.lower and self._people(h):
                found[h.start, h.end].add(h.value)
        return {(*span, value) for span, values in found.items() if len(values) == 1 for value in values}

    def _people(self, hit: ValueFound) -> bool:
        """A short list of names of two words and more."""
        column = self._vocabulary.tables[hit.table].column(hit.column)
        if column is None or column.type != "text" or not 1 < column.profile.distinct <= _OURS:
            return False
        named = [len(words(value)) > 1 for value, _ in column.profile.common]
        return bool(named) and sum(named) >= _FULL_NAMES * len(named)

    def _year(self, tokens: Sequence[Token], hit: ValueFound) -> bool:
        """`in 2022`: a year, and no code that is written so, where anything has a day or a year."""
        number = tokens[hit.start].number or 0
        led = tokens[hit.start - 1].lower if hit.start else ""
        column = self._vocabulary.tables[hit.table].column(hit.column)
        coded = column is not None and column.type == "text" and column.profile.distinct > _KINDS
        return coded and led in _IN and _YEARS[0] <= number <= _YEARS[1] and self._vocabulary.dated

    def _one_of_two(self, said: Sequence[Token], hit: ValueFound) -> bool:
        """`mudflows` of `Lahar or mudflow`: one of two names of a kind."""
        column = self._vocabulary.tables[hit.table].column(hit.column)
        either = _EITHER.split(hit.value)
        if column is None or column.type != "text" or column.profile.distinct > _LISTED or not content_word(said[0]):
            return False
        named = tuple(t.stem for t in said)
        return len(either) > 1 and named in [tuple(map(stem, words(part))) for part in either]

    def _telling(self, said: Token, hit: ValueFound) -> bool:
        """`an eviction case`: the word that begins one of a list of kinds alone, and that no label has."""
        column = self._vocabulary.tables[hit.table].column(hit.column)
        if column is None or column.type != "text" or column.profile.distinct > _KINDS or len(said.text) <= _LONG:
            return False
        common = [value for value, _ in column.profile.common]
        having = [v for v in common if said.stem in map(stem, words(v))]
        held = words(hit.value)
        begins = stem(held[0]) == said.stem and 1 < len(held) <= _FEW
        if said.lemma != said.lower != held[0]:  # several evictions are eviction cases, and animals no animal care
            rows = words(self._vocabulary.tables[hit.table].label)
            begins = begins and stem(held[-1]) in {_CASE, *map(stem, rows)}
        plain = content_word(said) and said.lower not in VERBS | MODIFIERS and said.stem not in self._vocabulary.by_stem
        return begins and plain and len(common) == column.profile.distinct and having == [hit.value]

    def _across(self, tokens: Sequence[Token], plain: Sequence[str]) -> Iterator[ValueFound]:
        """Whole values that a question says with an article inside: "cancelled by the hospital"; or with "and" for
        the sign that they have: "arts and crafts"."""
        for left_out, sign in ((_ARTICLES, ""), (_AND, "&")):
            kept = [i for i, t in enumerate(tokens) if t.lower not in left_out]
            if len(kept) == len(tokens):
                continue
            for hit in self._values.find([plain[i] for i in kept]):
                start, end = kept[hit.start], kept[hit.end - 1] + 1
                whole = hit.kind in ("exact", "case") and end - start > hit.end - hit.start
                if whole and sign in hit.value:
                    yield _Across(start, end, hit.table, hit.column, hit.value, hit.score, hit.kind)

    def _as_verbs(self, tokens: Sequence[Token], spans: Spans) -> None:
        """`failed`, where cells hold the verb: `Fail`; "did we fund", where they hold what was done: `FUNDED`."""
        self._turned(tokens, spans)
        for i, token in enumerate(tokens):
            if token.kind == "word" and "did" in {t.lower for t in tokens[max(0, i - _DID) : i]}:
                for done in past_forms(token.lower) if content_word(token) else ():
                    for hit in self._values.lookup(done):
                        if hit.kind in ("exact", "case") and not (done in _SMALL_VERBS and hit.value.isupper()):
                            offer(spans[i, i + 1], Link("value", hit.table, hit.column, hit.value, _STATE, "plural"))
            if token.lower == _LET and self._is_let(tokens, i):
                for hit in self._values.lookup(token.text):
                    if hit.kind in ("exact", "case"):
                        offer(spans[i, i + 1], Link("value", hit.table, hit.column, hit.value, _STATE, hit.kind))
            self._made_of(token, spans, i)
            base = token.lower.removesuffix("ed")
            if token.kind != "word" or base == token.lower or len(base) < _VERB or token.lower in VERBS:
                continue
            for hit in self._values.lookup(base):
                if hit.kind in ("exact", "case") and "".join(words(hit.value)) in (base, _undoubled(base)):
                    offer(spans[i, i + 1], Link("value", hit.table, hit.column, hit.value, _STATE, "plural"))

    def _made_of(self, token: Token, spans: Spans, at: int) -> None:
        """`wooden boats`, where cells hold what they are made of: `Wood`."""
        said = token.lower
        if token.kind != "word" or not said.endswith("en") or len(said) < _LONG:
            return
        base = said.removesuffix("en")
        for stuff in (base, base[:-1]) if base[-1] == base[-2] else (base,):
            for hit in self._values.lookup(stuff):
                if hit.kind in ("exact", "case"):
                    offer(spans[at, at + 1], Link("value", hit.table, hit.column, hit.value, _STUFF, "plural"))

    def _is_let(self, tokens: Sequence[Token], i: int) -> bool:
        """`let flats`, `flats that are let`: not `let me know`."""
        behind = tokens[i + 1].lower if i + 1 < len(tokens) else ""
        return behind not in _LETTING

    def _turned(self, tokens: Sequence[Token], spans: Spans) -> None:
        """`damaged property`, where a cell says it the other way round: `Property damage`."""
        for i, (first, second) in enumerate(pairwise(tokens)):
            done = first.lower
            if (
                not done.endswith(("ed", "ing"))
                or len(done) < _LONG
                or second.kind != "word"
                or not content_word(second)
            ):
                continue
            for deed in dict.fromkeys((done, *(done.removesuffix(ending) for ending in ("ed", "d", "ing")))):
                for hit in self._values.lookup(f"{second.text} {deed}"):
                    if hit.kind in ("exact", "case"):
                        offer(spans[i, i + 2], Link("value", hit.table, hit.column, hit.value, _TURNED, "case"))

    def _commoner(self, spans: Spans) -> None:
        """`live in Italy`, which many rows have for their country, and one for its city: of two columns of a table the
        one that holds it far more often."""
        for links in spans.values():
            alike: dict[tuple[str, str], list[Link]] = defaultdict(list)
            for link in links.values():
                if link.kind == "value":
                    alike[link.table, link.value.casefold()].append(link)
            for same in alike.values():
                often = {k.id: self._often(k) for k in same} if len(same) > 1 else {}
                for link in same if often else ():
                    if often[link.id] * _FAR < max(often.values()):
                        links[link.id] = replace(link, score=round(link.score - _RARER, 3))

    def _often(self, link: Link) -> int:
        """In how many rows a column holds the value, as far as its profile tells."""
        column = self._vocabulary.tables[link.table].column(link.column)
        common = dict(column.profile.common) if column is not None else {}
        return common.get(link.value, 0)

    def _named(self, tokens: Sequence[Token]) -> set[str]:
        """Tables all whose words the question says."""
        said = {t.stem for t in tokens}
        return {t for t, own in self._vocabulary.table_stems.items() if own and own <= said}


def _so_many(tokens: Sequence[Token], hit: ValueFound) -> bool:
    """`the top 3`: how many, and no code that is written so."""
    return bool(hit.start) and tokens[hit.start - 1].lower in ("top", "bottom")


def _begun(tokens: Sequence[Token], hits: Sequence[ValueFound]) -> set[tuple[int, int, str]]:
    """`Helix` of Helix Biologics: a word with a capital, with which one value alone begins; its span and the value."""
    found: dict[tuple[int, int], set[str]] = defaultdict(set)
    whole = {i for h in hits if h.kind in IN_FULL for i in range(h.start, h.end)}
    for h in hits:
        said = tokens[h.start]
        lone = h.kind == "part" and h.end == h.start + 1 and h.start not in whole and said.capital
        if lone and len(said.text) >= _SHORTEST and said.lower not in FUNCTION | VERBS:
            found[h.start, h.end].add(h.value)
    return {
        (*span, value)
        for span, values in found.items()
        if len(values) == 1
        for value in values
        if (named := words(value)) and named[0] == tokens[span[0]].lower and 1 < len(named) <= _FEW
    }


def _done(said: str, value: str) -> bool:
    """A verb of regular ending, and a value that does not end so."""
    return said.endswith(("ed", "ing")) and not value.lower().endswith(said[-2:])


def _undoubled(base: str) -> str:
    """`cancel` of `cancelled`: what is `finished` is not Finnish."""
    return base[:-1] if base[-2:-1] == base[-1:] else base


def _of_it(said: Token, value: str) -> bool:
    """`German` of Germany: a word with a capital that is all of the value but its ending."""
    return len(value) > _LONG and said.text[:1].isupper() and value.lower().startswith(said.lower)


def _of(hit: ValueFound) -> tuple[int, int, str, str]:
    """The words and the column that they are looked up in."""
    return hit.start, hit.end, hit.table, hit.column


def _firm(said: Sequence[Token], value: str) -> bool:
    """`Bramble` of `Bramble Ltd`: the whole name, but for what sort of firm it is."""
    named, spoken = words(value), tuple(w for t in said for w in words(t.text))
    begins = named[: len(spoken)] == spoken and any(t.capital for t in said)
    return begins and len(named) > len(spoken) and set(named[len(spoken) :]) <= LEGAL_FORMS
