"""Which values of a cube a question says: places, categories, groups, and names of totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from core.ask.figures.asked import Aim, Asked, asks_how_many
from core.ask.figures.bands import spans_said
from core.ask.figures.told import Around, Hit, Place, Trial
from core.ask.figures.word_lists import said_otherwise
from core.ask.figures.wording import OPTIONAL, PLACES, alike
from core.ask.stop_words import FUNCTION
from core.ask.tokens import Token
from core.text.units import SIGN
from core.text.words import fold, singular, words

_OF_CUBE, _BESIDE = 1.2, 1.0
"""What a value of the cube counts, and one in a table that it is joined to, or said in part."""
_LONGEST = 6
_BESIDE_OTHERS = frozenset(", and or & vs versus against with than to between both".split())


def unbound(around: Around, tokens: Sequence[Token], frame: Asked) -> Asked:
    """The frame without a bound, where its words are a value: `under 10 metres`, a class of lengths, `over 60s`."""
    if frame.bound is None:
        return frame
    known = {_bare(called) for _, _, called in around.values}
    for (start, end), said in _spans(tokens, replace(frame, used=set())).items():
        number = any(tokens[i].number is not None and i in frame.used for i in range(start, end))
        if number and not said.isdigit() and said in known:
            return _without(frame, tokens, set(range(start, end)))
    for span in spans_said(around, tokens):
        if any(tokens[i].number is not None and i in frame.used for i in span.tokens):
            return _without(frame, tokens, set(span.tokens))
    for i, t in enumerate(tokens):  # “over 52 weeks”, of figures that are called so
        if t.number is not None and i in frame.used and _in_header(around, tokens, i):
            return _without(frame, tokens, {i, i - 1})
    return frame


def _in_header(around: Around, tokens: Sequence[Token], i: int) -> bool:
    """A number is one of a header of figures, as is the word behind it."""
    behind = tokens[i + 1].stem if i + 1 < len(tokens) else ""
    return any({tokens[i].text, behind} <= m.words for m in around.cube.measures)


def _without(frame: Asked, tokens: Sequence[Token], freed: set[int]) -> Asked:
    many = asks_how_many(tokens)
    which = None if many else frame.which
    aim: Aim = "rank" if frame.rank and which is not None else "value"
    return replace(frame, bound=None, aim=aim, which=which, used=frame.used - freed)


def hold(around: Around, tokens: Sequence[Token], frame: Asked, hits: Sequence[Hit], trial: Trial) -> None:
    """Take the values that are said, longest first; a total's name leaves its dimension open."""
    cube = around.cube
    _hold_bands(around, tokens, frame, trial)
    offers = [h for h in _offers(around, tokens, frame, hits) if frame.used.isdisjoint(range(h.start, h.end))]
    own = {d.column: n for n, d in enumerate(cube.dimensions)}
    offers.sort(key=partial(_rank, around, tokens, own))
    placed: dict[tuple[int, int], Place] = {}
    for hit in offers:
        span, column = set(range(hit.start, hit.end)), (hit.table, hit.column)
        again = placed.get((hit.start, hit.end)) == column and hit.value not in trial.held[column]
        if again and _bare(hit.value) in {_bare(v) for v in trial.held[column]}:
            trial.held[column].append(hit.value)  # another spelling of it
        if trial.taken & span or (not hit.whole and trial.held[column] and not _listed(tokens, hit)):
            continue
        trial.taken |= span
        placed[hit.start, hit.end] = column
        trial.score += _OF_CUBE if hit.table == cube.table and hit.whole else _BESIDE
        if not hit.table:
            continue
        trial.held[column].append(hit.value)
        trial.at[column] = min(hit.start, trial.at.get(column, hit.start))
        if hit.table == cube.table:
            trial.spans.append(frozenset(span))
        said = " ".join(t.text for t in tokens[hit.start : hit.end])
        trial.words.append((said, f"{hit.column} = {hit.value.strip()}"))


def _hold_bands(around: Around, tokens: Sequence[Token], frame: Asked, trial: Trial) -> None:
    """Take the bands of ages or sizes that are said; their figures are added up."""
    for span in sorted(spans_said(around, tokens), key=lambda s: -len(s.tokens)):
        if span.tokens & (trial.taken | frame.used) or span.place in trial.held:
            continue
        trial.taken |= span.tokens
        trial.score += _OF_CUBE
        trial.held[span.place].extend(span.values)
        trial.at[span.place] = min(span.tokens)
        trial.pooled.add(span.place)
        trial.spans.append(span.tokens)
        said = " ".join(tokens[i].text for i in sorted(span.tokens))
        trial.words.append((said, f"{span.place[1]} = {', '.join(span.values)}"))


def _rank(around: Around, tokens: Sequence[Token], own: Mapping[str, int], hit: Hit) -> tuple[float, ...]:
    """Longest first, whole before parts, the cube's `own` in their order; a port by its name before its office's."""
    beside = hit.table != around.cube.table
    named = (hit.table, hit.column) in around.names
    return (-_content(tokens, hit), not hit.whole, beside, own.get(hit.column, len(own)), not named)


def _offers(around: Around, tokens: Sequence[Token], frame: Asked, hits: Sequence[Hit]) -> Iterator[Hit]:
    otherwise = said_otherwise()
    for (start, end), said in _spans(tokens, frame).items():
        if end == start + 1 and tokens[start].lower in FUNCTION and not tokens[start].text.isupper():
            continue  # “in 2024” is no `IN` for India
        for (table, column), value, called in around.values:
            if said and (_bare(called) == said or _bare(called) in otherwise.get(said, ())):
                yield Hit(start, end, table, column, value, True)
        if said in around.cube.wholes:
            yield Hit(start, end, "", "", said, True)
    yield from _alike_values(around, tokens, frame)
    partly = Counter((h.start, h.end, h.table, h.column) for h in hits if not h.whole)
    begun = Counter((h.start, h.end, h.table, h.column) for h in hits if not h.whole and _begins(h, tokens))
    for hit in hits:
        place = hit.start, hit.end, hit.table, hit.column
        alone = partly[place] == 1 or (begun[place] == 1 and _begins(hit, tokens))
        said_of = tokens[hit.start : hit.end]
        if hit.whole or (alone and _tells(around, said_of) and not _several_such(hit.value, said_of)):
            for table, column in _places(around, hit):
                yield replace(hit, table=table, column=column)


def _alike_values(around: Around, tokens: Sequence[Token], frame: Asked) -> Iterator[Hit]:
    """Values of one word that a word of the same meaning says, the only one of its column so."""
    folded = [(place, v, singular(_bare(called))) for place, v, called in around.values]
    for i, token in enumerate(tokens):
        if i in frame.used or token.kind != "word" or token.lower in FUNCTION or token.lower in OPTIONAL:
            continue
        others = alike(token)
        found = [(place, v) for place, v, said in folded if said in others]
        alone = Counter(place for place, _ in found)
        yield from (Hit(i, i + 1, *place, v, False) for place, v in found if alone[place] == 1)


def _several_such(value: str, said: Sequence[Token]) -> bool:
    """`officers`, of whom “Chief Officer” is but one kind."""
    last = words(value)[-1:]
    one = said[-1].lower if len(said) == 1 and len(words(value)) > 1 else ""
    return bool(one) and one != last[0] and singular(one) == last[0]


def _content(tokens: Sequence[Token], hit: Hit) -> int:
    """How many words of its own a value is said by: `the north` has one."""
    said = [t.lower for t in tokens[hit.start : hit.end]]
    return len(said) if hit.whole else sum(w not in FUNCTION for w in said)


def _listed(tokens: Sequence[Token], hit: Hit) -> bool:
    """Whether a value stands beside others: `France and Spain`."""
    before = [t.lower for t in tokens[max(0, hit.start - 2) : hit.start] if t.lower != "the"]
    after = [t.lower for t in tokens[hit.end : hit.end + 1]]
    return any(w in _BESIDE_OTHERS for w in (*before[-1:], *after))


def _begins(hit: Hit, tokens: Sequence[Token]) -> bool:
    """Whether the value begins with what is said of it: `residents`, of “Residents of the isles”."""
    return _bare(hit.value).startswith("".join(words(" ".join(t.lower for t in tokens[hit.start : hit.end]))))


def _tells(around: Around, said: Sequence[Token]) -> bool:
    """Whether a part of a value is more than a word that names the cube's columns or figures."""
    cube = around.cube
    named = cube.words | {w for m in cube.measures for w in m.words} | {w for _, s in around.columns for w in s}
    return any(t.stem not in named and t.lemma not in PLACES and t.lower not in OPTIONAL for t in said)


def _places(around: Around, hit: Hit) -> Iterator[Place]:
    """The column of the cube, or of a table beside it, that a value stands in."""
    cube = around.cube
    if hit.table in (cube.base, cube.table):
        dimension = cube.dimension(hit.column)
        if dimension is not None and not dimension.period:
            yield cube.table, hit.column
    elif (hit.table, hit.column) in around.beside:
        yield hit.table, hit.column


def _spans(tokens: Sequence[Token], frame: Asked) -> Mapping[tuple[int, int], str]:
    """What each run of tokens says, without blanks and signs."""
    found = {}
    for start in range(len(tokens)):
        for end in range(start + 1, min(len(tokens), start + _LONGEST) + 1):
            ends = (tokens[start].kind, tokens[end - 1].kind)
            if "punct" not in ends and frame.used.isdisjoint(range(start, end)):
                found[start, end] = "".join(SIGN.get(w, w) for w in words(" ".join(t.lower for t in tokens[start:end])))
    return found


@lru_cache(maxsize=20_000)
def _bare(value: str) -> str:
    return "".join(SIGN.get(w, w) for w in words(fold(value)))
