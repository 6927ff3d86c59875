"""Which cube a question means: the one that can say most of its words, as figures, values, dimensions or title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import log

from core.ask.figures.asked import Asked, asked, asks_how_many, left
from core.ask.figures.cube import Cube, Measure
from core.ask.figures.cubes import cubes_of
from core.ask.figures.held import hold, unbound
from core.ask.figures.nouns import Named, counts_values, named
from core.ask.figures.times import A_YEAR, ANY_YEAR, FINE_ENOUGH, PARTS_OF_YEAR, TOLD
from core.ask.figures.told import Around, Fit, Held, Hit, Place, Trial
from core.ask.figures.wholes import with_wholes
from core.ask.figures.wording import GOOD, aside, measures
from core.ask.label_stems import stems
from core.ask.member_words import MemberWords
from core.ask.tokens import Token, stem
from core.model import TEMPORAL, Join, Table
from core.text.units import UNITS
from core.text.words import words

_NARROW = 0.25
"""The least by which a cube must be ahead of another one."""
_EXTRACT, _FAMILY = -0.5, 0.3
"""What it counts that a cube is an extract of files of one form, and that it is such files."""
_LOOSE = 0.5
"""What a noun for a place takes away that no column is called by."""
_OPEN = 0.6
"""What it takes away that nothing is said of the places of a level: these are not added up where a higher one has the
figure."""
_RARE = 0.35
"""What a word counts that all cubes say; one that a single cube says counts 1 more."""
_OFTEN = 3
"""How many times as many rows as a list of things those have that refer to it."""
_SIZED = frozenset("young younger old older elderly small smaller large larger big bigger aged".split())
"""What people and things of a band are called besides."""
_FURTHEST = 3
"""Joins from a cube to a table in which its places are looked up."""
_CODES = frozenset(map(stem, ("code", "id")))


def _no_lists(cubes: Sequence[Cube], joins: Sequence[Join], known: Mapping[str, Table]) -> list[Cube]:
    """The cubes but for lists of things that many rows of a register refer to: routes with their seats."""
    own = {name for c in cubes for name in (c.table, c.base)}
    listed = {
        j.parent_table
        for j in joins
        if j.child_table in known and j.parent_table in known and j.child_table not in own
        if known[j.child_table].rows >= _OFTEN * known[j.parent_table].rows
        and any(c.type in TEMPORAL for c in known[j.child_table].columns)
    }
    return [c for c in cubes if not {c.table, c.base} & listed]


class Figures:
    """The cubes of one state of the schema, with what tells them apart."""

    def __init__(
        self,
        tables: Sequence[Table],
        joins: Sequence[Join],
        places_of: Callable[[str], Sequence[tuple[str, str, str]]] = lambda text: (),
    ) -> None:
        """`places_of` finds where a value stands: (table, column, as it is spelled there)."""
        known = {t.name: t for t in tables}
        cubes = with_wholes(_no_lists(cubes_of(tables, joins), joins, known), places_of)
        extracts = MemberWords(tuple(tables)).extracts if cubes else frozenset()
        self.cubes = tuple(_around(c, joins, known) for c in cubes)
        self._ahead = {c.table: _EXTRACT if c.base in extracts else 0.0 for c in cubes}
        for c in cubes:
            self._ahead[c.table] += _FAMILY if known[c.base].family else 0.0
        met = Counter(w for c in cubes for w in c.words | {s for m in c.measures for s in m.words})
        self._weight = {w: _RARE + log(1 + len(cubes) / n) / log(1 + len(cubes)) for w, n in met.items()}

    def read(self, tokens: Sequence[Token], hits: Sequence[Hit]) -> Fit | None:
        """The question over the cube that fits best; None where none says all of it."""
        if (frame := asked(tokens)) is None:
            return None
        met: Counter[frozenset[int]] = Counter()
        tried = [self._over(around, tokens, frame, hits, met) for around in self.cubes]
        # A value by itself leads to figures only where no other cube has it.
        found = [one for one in tried if one and (one[1].named or any(met[s] == 1 for s in one[1].spans))]
        found.sort(key=lambda one: -one[0])
        if not found:
            return None
        (best, fit), *rest = found
        return replace(fit, sure=not rest or best - rest[0][0] >= _NARROW)

    def _over(
        self, around: Around, tokens: Sequence[Token], frame: Asked, hits: Sequence[Hit], met: Counter[frozenset[int]]
    ) -> tuple[float, Fit] | None:
        cube, trial = around.cube, Trial(self._ahead[around.cube.table])
        if (dated := _with_year(cube, frame)) is None:
            return None
        frame = unbound(around, tokens, dated)
        hold(around, tokens, frame, hits, trial)
        met.update(trial.spans)
        if frame.none in trial.taken:  # “No belt” is a value
            frame = replace(frame, none=None, aim="value")
        nouns = named(around, tokens, frame, trial) if _timely(cube, frame) else None
        if nouns is None or (frame.aim == "value" and counts_values(around, tokens, trial)):
            return None
        if not _placed(cube, trial, nouns):
            trial.score -= _OPEN
        trial.taken |= nouns.taken
        trial.score -= _LOOSE * nouns.loose
        rest = left(tokens, frame, frozenset(trial.taken))
        if trial.pooled:  # “young people aged 18 to 24”
            rest = [i for i in rest if tokens[i].lower not in _SIZED]
        before = trial.score
        chosen = measures(cube, self._weight, tokens, rest, trial, frozenset(t.text[:4] for t in frame.times))
        of_all, part = _parted(rest, frame, trial)
        if trial.lost and of_all:  # “what share of the vehicles were lorries”: the one figure of the other
            whole = Trial(taken=set(trial.taken))
            all_of = measures(cube, self._weight, tokens, of_all, whole)
            if not whole.lost and all(m.whole for m in all_of):
                trial.score = before
                chosen = measures(cube, self._weight, tokens, part, trial)
        if len({m.kind for m in chosen}) > 1:  # figures of several kinds are in rows of their own
            return None
        counted = asks_how_many(tokens) and not _measured(tokens, chosen)
        if counted and not any(m.adds for m in chosen):
            return None  # “how many were waiting” asks for no mean and no share
        if chosen[0].kind[0]:
            trial.words.append((chosen[0].kind[1].lower(), " = ".join(chosen[0].kind)))
        # “which councils are in the north” asks for no figure
        listed = frame.aim == "value" and frame.which is not None and not trial.named
        if trial.lost or listed or not (trial.named or trial.spans) or any(aside(m, tokens) for m in chosen):
            return None
        if frame.worst and any(m.words & GOOD for m in chosen):
            frame = replace(frame, descending=not frame.descending)
        beside = around.beside
        held = tuple(
            Held(*column, tuple(dict.fromkeys(v)), trial.at[column], column in trial.pooled, beside.get(column, ""))
            for column, v in trial.held.items()
        )
        told = (tuple(trial.words), trial.named, tuple(trial.spans))
        leads = beside.get(nouns.target, "") if nouns.target else ""
        away = (*trial.held, *((nouns.target,) if nouns.target else ()), *nouns.each)
        ways = frozenset(beside[place] for place in away if place in beside)
        return trial.score, Fit(cube, chosen, frame, held, nouns.target, leads, nouns.each, ways, True, *told)


def _with_year(cube: Cube, frame: Asked) -> Asked | None:
    """The frame with the year of a month that is said without one: that of all its times; None where they have
    several."""
    if not any(t.text.startswith(ANY_YEAR) for t in frame.times):
        return frame
    years = {end[:4] for d in cube.times if d.period in ("month", "day") for end in d.ends}
    if len(years) != 1:
        return None
    year = years.pop()
    return replace(frame, times=tuple(replace(t, text=t.text.replace(ANY_YEAR, year, 1)) for t in frame.times))


def _measured(tokens: Sequence[Token], chosen: Sequence[Measure]) -> bool:
    """`how many weeks`, `how many people per hectare`: a mean or a rate may say it."""
    said = tokens[2] if len(tokens) > 2 else None
    unit = said is not None and any(said.stem == stem(m.unit) or said.lower in UNITS for m in chosen)
    return unit or any(t.lower == "per" for t in tokens)


def _parted(rest: list[int], frame: Asked, trial: Trial) -> tuple[list[int], list[int]]:
    """Of a share the words of the whole, before the verb, and those of the part behind it, where no value is said
    there; else none and all."""
    behind = [i for i in rest if i > frame.verb]
    if frame.aim != "share" or frame.verb < 0 or not behind or any(at > frame.verb for at in trial.at.values()):
        return [], rest
    return [i for i in rest if i < frame.verb], behind


def _placed(cube: Cube, trial: Trial, nouns: Named) -> bool:
    """Whether the places of the cube's level, where it has such, are held, asked for or wanted."""
    places = {(cube.table, c) for c in cube.level.places} if cube.level else set()
    return not places or bool(places & {*trial.held, nouns.target, *nouns.each})


def _timely(cube: Cube, frame: Asked) -> bool:
    """Whether the cube has the years that are said; where it has no times its title must say them."""
    for time in frame.times:
        year = next(iter(A_YEAR.findall(time.text)), time.text[:4])
        said = year in cube.words or (len(frame.times) == 1 and any(year in m.words for m in cube.measures))
        if not cube.times and not said:
            return False
        if cube.times and not any(d.period in FINE_ENOUGH[time.kind] for d in cube.times):
            return False
        for d in cube.times:
            if d.period in PARTS_OF_YEAR:
                continue
            if d.values and not any(year in v for v in d.values):
                return False
            if d.period not in TOLD and all(d.ends) and not d.ends[0][:4] <= year <= d.ends[1][:4]:
                return False
    return True


def _around(cube: Cube, joins: Sequence[Join], tables: Mapping[str, Table]) -> Around:
    beside = _looked_up(cube, joins, tables)
    parts = (*cube.parts, *cube.attributes)
    columns: list[tuple[Place, frozenset[str]]] = [((cube.table, d.column), d.words) for d in parts]
    for (table, name), ours in beside.items():
        found, mine = tables[table].column(name), cube.dimension(ours)
        if found is not None:
            said = frozenset(stems(found.label))
            own = mine.words if mine and not mine.words & _CODES else frozenset[str]()
            alias = found.profile.unique and bool(said & own)
            columns.append(((cube.table, ours), said | own) if alias else ((table, name), said))
    values = tuple(
        ((cube.table, d.column), v, said)
        for d in parts
        for v, said in zip(d.values, d.said, strict=True)
        if v != d.whole or len(list(words(said))) > 1
    )
    next_to = {j.parent_table for j in joins if j.child_table in (cube.table, cube.base)}
    names = frozenset(
        (t, n) for t, n in beside if t in next_to and (found := tables[t].column(n)) and found.profile.unique
    )
    spoken = tuple((c, s) for c, s in columns if not s & _CODES)
    numbered = tuple(s - _CODES for c, s in columns if s & _CODES and c[0] == cube.table)
    return Around(cube, beside, spoken, values, numbered, names)


def _looked_up(cube: Cube, joins: Sequence[Join], tables: Mapping[str, Table]) -> dict[Place, str]:
    """Columns of words in tables with a row for each place, or other thing, that the cube has figures of."""
    ours = {d.column for d in (*cube.parts, *cube.attributes)}
    names = {cube.table, cube.base}
    reached: dict[str, str] = {}
    for _ in range(_FURTHEST):
        for j in joins:
            if len(j.child) != 1:
                continue
            ends = ((j.child_table, j.child[0], j.parent_table), (j.parent_table, j.parent[0], j.child_table))
            back = tables[j.child_table].column(j.child[0]) if j.child_table in tables else None
            alone = back is not None and back.profile.unique  # complaints about an area are no more of the area
            for here, column, there in ends if alone else ends[:1]:
                if there in names or there in reached or there not in tables:
                    continue
                if here in names and column in ours:
                    reached[there] = column
                elif here in reached:
                    reached[there] = reached[here]
    looked = {n: c for n, c in reached.items() if not tables[n].published}
    listed = {n: c for n, c in looked.items() if any(k.profile.unique for k in tables[n].columns)}
    return {
        (name, c.name): column
        for name, column in listed.items()
        for c in tables[name].columns
        if c.type == "text" and c.profile.distinct > 1
    }
