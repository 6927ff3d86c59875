"""Which columns a question asks for: `which county`, `by region`, `top 5 councils`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.ask.figures.asked import Asked, asks_how_many
from core.ask.figures.cube import Cube, Dimension
from core.ask.figures.told import Around, Place, Trial
from core.ask.figures.wording import PLACE_STEMS, PLACES
from core.ask.tokens import Token, stem
from core.text.key_words import KEY_WORDS
from core.text.words import words

_EARLY = 6
"""Among how many first tokens the noun of a ranking stands."""
_JOINTS = frozenset((",", "and", "by", "per", "then"))
"""Between the nouns behind `by`."""
_BEHIND = frozenset("are were is was do does did have has had there in at on with without".split())
"""Behind the things that are counted."""
_BEFORE = 2
"""Words before the noun that say which are counted, at most."""
_NEAR = 4
"""Tokens behind `which` among which its noun stands: `which mainly rural council area`."""

_NO_PLACES = frozenset(
    map(
        stem,
        "band group type category class kind sex gender age sector direction format status level size purpose stage "
        "grade rating mode fuel".split(),
    )
)
"""Stems of labels of categories that are no places."""


@dataclass(frozen=True, slots=True)
class Named:
    """The columns that nouns name, and the tokens of these."""

    target: Place | None
    each: tuple[Place, ...]
    taken: frozenset[int]
    loose: bool = False
    """A noun for a place that no column is called by names one."""


def named(around: Around, tokens: Sequence[Token], frame: Asked, trial: Trial) -> Named | None:
    """The columns asked for; None where a noun that must be one of the cube's is none."""
    taken: set[int] = set()
    each: list[Place] = []
    for at in frame.each:
        if at in trial.taken:  # “served by municipal utilities”
            continue
        column, used = column_of(around, tokens, at)
        if column is None:
            if tokens[at - 1].lower == "across" and tokens[at].stem in around.cube.words:
                continue  # all of what the table is of
            if frame.aim in ("value", "average", "change"):
                return None
            continue
        each.append(column)
        taken |= used
        while column is not None:  # “by ward and age band”
            column, used = _and_by(around, tokens, max(used) + 1, frozenset(trial.taken))
            each += [column] if column is not None and column not in each else []
            taken |= used
    target: Place | None = None
    ranked = frame.aim in ("rank", "list", "count") or (frame.aim == "change" and frame.rank)
    if frame.which is not None:
        for at in range(frame.which, min(len(tokens), frame.which + _NEAR)):
            if at not in trial.taken and target is None:
                target, used = column_of(around, tokens, at)
                taken |= used if target else set()
        if target is None and tokens[frame.which].stem in around.cube.words:  # “which prisons”, of prison returns
            target = _only(around, trial)
            taken |= {frame.which} if target else set()
        things = frame.aim == "value" and tokens[frame.which - 1].lower == "which"  # "which hospitals are there"
        if target is None and (things or frame.aim in ("rank", "count", "list")):
            return None
    elif ranked and not (frame.when and around.cube.times):
        for at in range(min(len(tokens), _EARLY)):
            column, used = column_of(around, tokens, at)
            if column is not None and column not in each:
                target, taken = column, taken | used
                break
        target = target or _only(around, trial)
    loose = any(tokens[i].lemma in PLACES and not _called(around, tokens[i]) for i in taken)
    return Named(target, tuple(each), frozenset(taken), loose)


def _and_by(around: Around, tokens: Sequence[Token], at: int, held: frozenset[int]) -> tuple[Place | None, set[int]]:
    """The next column of a list behind `by`, from a joint at a token on; no value that is said."""
    if at >= len(tokens) or tokens[at].lower not in _JOINTS:
        return None, set()
    start = next((i for i in range(at, len(tokens)) if tokens[i].lower not in _JOINTS), len(tokens))
    column, used = column_of(around, tokens, start)
    return (None, set()) if column is None or used & held else (column, used | set(range(at, start)))


def _called(around: Around, token: Token) -> bool:
    """Whether a column is called by this word."""
    return any(token.stem in stems for _, stems in around.columns)


def _only(around: Around, trial: Trial) -> Place | None:
    """The one dimension that is left open: `where was rent highest`."""
    cube = around.cube
    free = [d for d in cube.parts if (cube.table, d.column) not in trial.held]
    free = free if len(free) == 1 else [d for d in free if not d.whole]
    return (cube.table, free[0].column) if len(free) == 1 else None


def counts_values(around: Around, tokens: Sequence[Token], trial: Trial) -> bool:
    """`how many search terms are there`, `how many private museums`: values of a column are counted, and no figures are
    asked for."""
    if not asks_how_many(tokens):
        return False
    if tokens[2:3] and any(tokens[2].stem in m.words for m in around.cube.measures):
        return False  # “how many holdings”, of holdings by their size
    if tokens[2:3] and any(tokens[2].stem in map(stem, words(d.whole)) for d in around.cube.parts):
        return False  # “how many households”, of `All households` by their tenure
    if any(s and {t.stem for t in tokens[2 : 2 + len(s)]} == s for s in around.numbered):
        return True  # “how many count points”, of `count_point_id`
    ends = (i for i, t in enumerate(tokens) if i > 2 and (t.kind != "word" or t.lower in _BEHIND))
    noun = next(ends, len(tokens)) - 1
    places = dict.fromkeys((2, noun) if noun - 2 <= _BEFORE else (2,))
    free = [at for at in places if at not in trial.taken]  # “people aged 18 to 24” count no age groups
    return any(column_of(around, tokens, at)[0] is not None and tokens[at].lemma not in PLACES for at in free)


def column_of(around: Around, tokens: Sequence[Token], at: int) -> tuple[Place | None, set[int]]:
    """The dimension or attribute, of the cube or beside it, that the noun at a token names; and its tokens."""
    cube = around.cube
    if at >= len(tokens) or tokens[at].kind != "word":
        return None, set()
    said = {tokens[at].stem}
    if at + 1 < len(tokens) and tokens[at + 1].kind == "word":
        pair = said | {tokens[at + 1].stem}
        for column, stems in around.columns:
            if len(pair) > 1 and pair <= stems:
                return column, {at, at + 1}
    exact = [(column, stems) for column, stems in around.columns if said <= stems]
    if exact:
        exact.sort(key=lambda one: _farness(cube, said, *one))
        first, *others = exact
        own = {d.column for d in cube.dimensions}
        several = others and first[0][1] in own and others[0][0][1] in own and len(first[1]) > 1
        if several and _farness(cube, said, *first) == _farness(cube, said, *others[0]):
            return None, set()  # “port”, of UK port and foreign port
        return first[0], {at}
    if tokens[at].lemma in PLACES:
        place = _place(around)
        return (place, {at}) if place else (None, set())
    return None, set()


def _farness(cube: Cube, said: set[str], place: Place, label: frozenset[str]) -> tuple[bool, int]:
    """How far a column is from a noun: beside the cube under a longer name, words that are not said."""
    return place[0] != cube.table and label != said, len(label)


def _coded(place: Place) -> bool:
    """`LA Code`, beside `LA Name`."""
    return any(w in KEY_WORDS for w in words(place[1]))


def _place(around: Around) -> Place | None:
    """What the rows of a cube are of where no column is called by the kind of place that is said: a dimension of
    places, the names of those that its codes stand for, or the first that is no category."""
    cube = around.cube
    some = [d for d in cube.parts if (not d.whole or d.words & PLACE_STEMS) and len(d.values) != _TWO]
    spoken = [d for d in some if not _numbered(d)]
    entity = next((d for d in spoken if d.words & PLACE_STEMS), None)
    if entity is not None:
        return cube.table, entity.column
    leading = {place: ours for place, ours in around.beside.items() if place in around.names and not _coded(place)}
    named = [p for p, ours in leading.items() if (d := cube.dimension(ours)) and _numbered(d) and not d.period]
    if len(named) == 1:
        return named[0]
    if any(d.values and all(v.isdigit() for v in d.said) for d in some):  # may be the codes of the places
        return None
    entity = next((d for d in spoken if not d.words & _NO_PLACES), None)
    return (cube.table, entity.column) if entity else None


def _numbered(d: Dimension) -> bool:
    """Sizes and bands, `4+ bed`: no places."""
    return any(ch.isdigit() for v in d.said for ch in v)


_TWO = 2
"""Values of a category such as sex: no places."""
