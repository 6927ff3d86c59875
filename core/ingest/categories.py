"""Columns whose labels are values of one kind, but times: age bands, sexes, countries (`area, 0-14, 15-64, 65+`).

Only kinds that the labels themselves tell surely: that `Robbery` and `Burglary` are crimes cannot be read from them.
Of published tables the words around them may say it: the title (core.ingest.titled_categories).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from core.ingest.families.place_names import kind_of_places, places_among
from core.ingest.layout.words import is_total
from core.ingest.name_parts import trimmed
from core.model import NUMERIC, Column

LEAST = 3
"""Categories at least."""
_AGE = re.compile(
    r"(?P<low>\d{1,3})\s?(?:-|–|to)\s?(?P<high>\d{1,3})(?!\d)|(?<![\d-])\d{1,3}\s?\+"
    r"|\d{1,3} (?:and|or|years and|years or) (?:over|more|older|above)|(?:under|below|over|<|>|≥)\s?\d{1,3}(?!\d)",
    re.IGNORECASE,
)
_AGED = re.compile(r"\b(?:age[ds]?|years?(?: old)?|yrs?)\b\.?", re.IGNORECASE)
MALE = frozenset(
    "male males man men boy boys männer männlich hommes garçons hombres varones homens uomini maschi".split()
)
FEMALE = frozenset(
    "female females woman women girl girls frauen weiblich femmes filles mujeres mulheres donne femmine".split()
)
_KIND = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+){0,4}")
"""What columns are parted by, in a few words without figures."""
_TOTAL = re.compile(r"total:\s*", re.IGNORECASE)
ALL = frozenset(
    {"all", "both", "both sexes", "persons", "people", "all persons", "all people", "all ages", "everyone"}
    | {"ambos sexos", "les deux sexes", "ensemble", "beide geschlechter", "insgesamt", "entrambi i sessi", "personen"}
    | {"citywide", "countywide", "statewide", "nationwide", "worldwide", "systemwide", "city total", "state total"}
)
"""Labels of columns beside categories that hold all of them together."""


@dataclass(frozen=True, slots=True)
class Spread:
    """What the labels are values of, and of each figure the column of each value. "" names a figure without a label."""

    kind: str
    figures: dict[str, dict[str, Column]]


def spread_by_category(columns: Sequence[Column]) -> Spread | None:
    """How columns of numbers are spread out by a category; None where nothing says so."""
    figures = [c for c in columns if c.type in NUMERIC and c.profile.filled and not is_all(c.plain_label)]
    return _by_prefix(figures) or _by_place(figures) or _by_age(figures) or _by_sex(figures)


def kind_of_labels(labels: Sequence[str]) -> str:
    """Of what two labels or more are the values, all of them but those that hold all: "sex", "age", a kind of places;
    "" where nothing says so."""
    parts = [label.strip() for label in labels if not is_all(label)]
    if parts and len(labels) > 1 and all(label.casefold() in MALE | FEMALE for label in parts):
        return "sex"
    if len(parts) < 2:
        return ""
    if all(_AGE.fullmatch(_AGED.sub(" ", label).strip()) for label in parts):
        return "age"
    known = places_among(parts)
    return kind_of_places(known) or "place" if len(known) == len(parts) else ""


def is_all(label: str) -> bool:
    """Whether a label or a value says that it holds all of the others together."""
    return is_total(label) or label.strip().casefold() in ALL


def _by_prefix(columns: Sequence[Column]) -> Spread | None:
    """`Tenure: Owned`, `Tenure: Rented`, and `Tenure: Total: All households`, as censuses put out their counts: what
    stands before the colon is what they are parted by."""
    found: dict[str, dict[str, Column]] = defaultdict(dict)
    for column in columns:
        kind, colon, said = column.plain_label.partition(":")
        if colon and said.strip() and _KIND.fullmatch(kind.strip()):
            found[kind.strip().casefold()][_TOTAL.sub("", said.strip())] = column
    if len(found) != 1:
        return None
    kind, held = next(iter(found.items()))
    return Spread(kind, {"": held}) if sum(not is_all(said) for said in held) >= LEAST else None


def _by_place(columns: Sequence[Column]) -> Spread | None:
    known = places_among([c.plain_label.strip() for c in columns])
    kind = kind_of_places(known)
    found = {c.plain_label.strip(): c for c in columns if c.plain_label.strip() in known}
    return Spread(kind, {"": found}) if kind and len(found) >= LEAST else None


def _by_age(columns: Sequence[Column]) -> Spread | None:
    """Bands of ages, at least one from a number to a higher one, in labels that say nothing else or all the same."""
    found: dict[str, dict[str, Column]] = defaultdict(dict)
    for column in columns:
        hits = list(_AGE.finditer(column.plain_label))
        if len(hits) != 1 or (hits[0]["low"] and int(hits[0]["low"]) >= int(hits[0]["high"])):
            continue
        rest = _AGED.sub(" ", column.plain_label[: hits[0].start()] + " " + column.plain_label[hits[0].end() :])
        found[trimmed(rest)].setdefault(hits[0][0], column)
    bands = {rest: held for rest, held in found.items() if len(held) >= LEAST}
    ranged = all(any(re.search(r"\d\D+\d", band) for band in held) for held in bands.values())
    return Spread("age", bands) if bands and ranged else None


def _by_sex(columns: Sequence[Column]) -> Spread | None:
    """Men and women in labels that say nothing else or the same: `Male`, `Female`; `Deaths (men)`, `Deaths (women)`."""
    found: dict[str, dict[str, Column]] = defaultdict(dict)
    for column in columns:
        hits = [m for m in re.finditer(r"\w+", column.plain_label) if m[0].casefold() in MALE | FEMALE]
        if len(hits) == 1:
            rest = column.plain_label[: hits[0].start()] + " " + column.plain_label[hits[0].end() :]
            found[trimmed(rest)].setdefault(hits[0][0], column)
    both = {
        rest: held
        for rest, held in found.items()
        if len(held) == 2 and all(any(said.casefold() in one for said in held) for one in (MALE, FEMALE))
    }
    return Spread("sex", both) if both else None
