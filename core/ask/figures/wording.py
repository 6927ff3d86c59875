"""How words of a question say what figures are: by a header, by a title, or by other words of the same meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from core.ask.figures.asked import SCALES
from core.ask.figures.cube import Cube, Measure
from core.ask.figures.told import Trial
from core.ask.figures.word_lists import wordlists
from core.ask.label_heads import head_of, qualified
from core.ask.tokens import Token, stem
from core.text.synonyms import of_verb, synonyms
from core.text.units import SAID
from core.text.words import singular, words

_SAID, _ALIKE, _OWN = 1.0, 0.8, 0.3
"""What a word counts that a title says, one of the same meaning, and what it counts more in a figure's own header."""
_UNSAID, _HEAD = 0.12, 0.06
"""What each word takes away that was not said: of a figure's own header, and of how its title begins."""
_LOST = 2.5
"""What a word takes away that the cube cannot say."""
_TIE = 0.25
"""What it takes away that another figure of the cube is said as well."""
_OTHER_SCALE = 1.5
"""What it takes away that the figures are in thousands where millions are asked for."""
_DIMENSION = 0.05
_ROOT = 4
"""Letters of a column's noun with which a verb of the same root begins: `pleaded`, of a `Plea`."""
_SHORTEST = 3
"""Letters of an abbreviation that may be said in full."""
_ANY = 0.4
"""What part a word counts that may be said of any figure."""
_AND = frozenset(("and", "&", ",", "or"))
_RATES = frozenset("rate percentage percent proportion share %".split())
_MEANS = frozenset(("average", "mean"))
_ALSO = {word: frozenset(group["figures"].split()) for group in wordlists()["doings"] for word in group["said"].split()}
"""What people do, as titles call how many did."""
_WORKS = frozenset("worked work working employed lived live living".split())
"""These are said of anything: `live births` is not who lived there."""
OPTIONAL = _WORKS | frozenset(wordlists()["optional"].split())
"""Words that help to tell figures apart, and that may be said of any."""
_UNITS = SAID.keys() | {"pounds"}
PLACES = frozenset(
    "country area region county state province district city town council municipality borough neighborhood "
    "neighbourhood place territory nation parish constituency zone department".split()
)
"""Kinds of places (lemmas): `which county` asks for what a table's rows are of, whatever that is called there."""
PLACE_STEMS = frozenset(map(stem, (*PLACES, "authority", "local", "geography", "location", "geo", "reporter")))
"""Words of headers over places."""


GOOD = frozenset(
    map(
        stem,
        "score rating mark grade point star satisfaction quality pass profit revenue sales income takings turnover "
        "result performance review attendance success".split(),
    )
)
"""Stems of figures of which more is better: of these the worst is the lowest."""


@dataclass(slots=True)
class _Heard:
    """What a measure says of the words: `own` by its header, `said` with its table's title, the rest `lost`."""

    measure: Measure
    score: float = 0.0
    own: set[int] = field(default_factory=set)
    said: set[int] = field(default_factory=set)
    lost: set[int] = field(default_factory=set)


def measures(
    cube: Cube,
    weight: Mapping[str, float],
    tokens: Sequence[Token],
    rest: Sequence[int],
    trial: Trial,
    years: frozenset[str] = frozenset(),
) -> tuple[Measure, ...]:
    """The measures that say most of the tokens `rest`; what neither they nor the title say is lost. Where headers say
    a year it is one of `years`."""
    some = [m for m in cube.measures if years <= m.words] if not cube.times else []
    heard = sorted(
        (_heard(m, cube, weight, tokens, rest, trial) for m in some or cube.measures), key=lambda h: -h.score
    )
    whole = next((h for h in heard if h.measure.whole), None)
    if whole is not None and not heard[0].own and not whole.lost - heard[0].lost:
        heard.sort(key=lambda h: h is not whole)  # the title alone is said: of all there is
    best = heard[0]
    chosen = [best]
    if best.lost and any(t.lower in _AND for t in tokens):
        for other in heard[1:]:  # “killed and injured”: each says what the others do not
            if set.intersection(*(h.lost for h in chosen)) & other.own:
                chosen.append(other)
    for other in heard[1:]:  # “houses and apartments”, where the title says both
        own = set.union(*(h.own for h in chosen))
        if any(_joined(tokens, i, j) for i in other.own - own for j in own):
            chosen.append(other)
    lost = set.intersection(*(h.lost for h in chosen))
    unsaid = cube.head - {t.stem for t in tokens} - {stem(o) for t in tokens for o in alike(t)}
    trial.score += best.score + _LOST * len(best.lost - lost) - _HEAD * len(unsaid)
    told, scales = {t.lemma for t in tokens} & SCALES.keys(), cube.lemmas & SCALES.keys()
    if told and scales and not told & scales:  # “million tonnes”, where the title says thousands
        trial.score -= _OTHER_SCALE
    if best.own and trial.spans:  # “tonnes of fish landed at Leith”
        lost = {i for i in lost if not _measured(tokens, i)}
    trial.lost, trial.named = len(lost), bool(best.said)
    if len(chosen) == 1 and best.measure.whole < 1 and any(h.score >= best.score for h in heard[1:]):
        trial.score -= _TIE
        trial.lost += 0 if best.own else 1
    return tuple(h.measure for h in sorted(chosen, key=lambda h: min(h.own, default=0)))


def _joined(tokens: Sequence[Token], i: int, j: int) -> bool:
    """`and` alone stands between the two."""
    return abs(i - j) - 1 == 1 and tokens[(i + j) // 2].lower in _AND


def _measured(tokens: Sequence[Token], i: int) -> bool:
    """What a unit is of: it says no more than the figure's own words do."""
    return i > 1 and tokens[i - 1].lower == "of" and tokens[i - 2].lower in _UNITS


def _heard(
    measure: Measure,
    cube: Cube,
    weight: Mapping[str, float],
    tokens: Sequence[Token],
    rest: Sequence[int],
    trial: Trial,
) -> _Heard:
    dimensions = {w for d in (*cube.dimensions, *cube.attributes) for w in d.words}
    heard = _Heard(measure)
    short = _in_full(measure, tokens, rest)
    for i in rest:
        token = tokens[i]
        if measure.unit in SAID.get(token.lower, ()):  # “the catch, in tonnes”
            heard.score += _OWN
            heard.said.add(i)
            heard.own.add(i)
        elif i in short:
            heard.score += (_SAID + _OWN) / len(short)
            heard.said.add(i)
            heard.own.add(i)
        elif (worth := _worth(token, measure, cube, weight)) > 0:
            heard.score += worth * (_ANY if token.lower in OPTIONAL - _WORKS else 1.0)
            heard.said.add(i)
            if _parts(token) <= measure.words or alike(token) & measure.lemmas:
                heard.own.add(i)
        elif token.lower in _RATES and not measure.adds:
            heard.score += _OWN
            heard.said.add(i)
            heard.own.add(i)
        elif token.stem in dimensions or any(len(w) >= _ROOT and token.stem.startswith(w) for w in dimensions):
            heard.score += _DIMENSION
        elif token.lower in _WORKS:
            heard.score -= _ANY
        elif token.lower not in OPTIONAL:
            heard.lost.add(i)
    framed: set[str] = set()
    for i, token in enumerate(tokens):  # words of the frame may be a figure's as well: average price, the value
        mean = token.lower in _MEANS
        said = token.stem in measure.words or (mean and alike(token) & measure.lemmas)
        if i not in trial.taken and token.number is None and said and (i not in rest or mean):
            heard.score += _OWN
            framed |= {token.stem} & measure.words
    unsaid = len([w for w in measure.words if not w.isdigit()]) - len({tokens[i].stem for i in heard.own} | framed)
    unsaid -= measure.whole
    heard.score -= _UNSAID * max(0, unsaid) + _LOST * len(heard.lost)
    return heard


def _in_full(measure: Measure, tokens: Sequence[Token], rest: Sequence[int]) -> frozenset[int]:
    """The tokens that say in full what a header shortens to their first letters: `full-time equivalent` for `FTE`."""
    said = [i for i, t in enumerate(tokens) if t.kind == "word"]
    for word in measure.lemmas:
        for at in range(len(said) - len(word) + 1) if len(word) >= _SHORTEST else ():
            run = said[at : at + len(word)]
            if all(tokens[i].lower.startswith(letter) for i, letter in zip(run, word, strict=True)):
                return frozenset(run) & frozenset(rest)
    return frozenset()


def aside(measure: Measure, tokens: Sequence[Token]) -> bool:
    """What is said of a figure is not its header's own noun: `by the branches`, of `Branch loans for the year`."""
    head = head_of(measure.column)
    if not head or head not in measure.words or not qualified(measure.column):
        return False
    said = {t.stem for t in tokens if t.kind == "word"}
    others = {stem(w) for t in tokens if t.kind == "word" for w in alike(t)}
    return head not in said | others and not measure.unit and bool(said & (measure.words - {head}))


def _worth(token: Token, measure: Measure, cube: Cube, weight: Mapping[str, float]) -> float:
    """What it counts that a measure, or its table's title, says a word; 0 where neither does."""
    said, parts, others = _SAID * weight.get(token.stem, 1.0), _parts(token), alike(token)
    lived = token.lower in _WORKS and token.lower not in measure.lemmas  # no word of `live births`
    if not lived and (token.stem in measure.words or parts <= measure.words):
        return said + _OWN
    if token.stem in cube.words and not (token.lower in _WORKS and not others & cube.lemmas):
        return said
    if others & measure.lemmas:
        return _ALIKE + _OWN
    return _ALIKE if parts <= cube.words or others & cube.lemmas else 0.0


@lru_cache(maxsize=4096)
def _parts(token: Token) -> frozenset[str]:
    """Stems of a token that labels write as several words (`PM2.5`), or as a number (`two`)."""
    if token.number is not None and token.kind == "word":
        return frozenset((str(int(token.number)),))
    return frozenset(stem(w) for w in words(token.text)) or frozenset((token.stem,))


@lru_cache(maxsize=4096)
def alike(token: Token) -> frozenset[str]:
    """Lemmas of words of the same meaning."""
    known = synonyms()
    said = (*known.get(token.lower, ()), *known.get(token.lemma, ()), *of_verb(token.lower))
    return frozenset(singular(w) for other in said for w in words(other)) | _ALSO.get(token.lower, frozenset())
