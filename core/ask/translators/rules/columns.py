"""What a column tells by itself: whether it names rows, how well it shows them, whether it holds years or codes."""

from __future__ import annotations

from typing import Literal

from core.ask.dates import MONTH_NAMES
from core.ask.label_stems import stems
from core.ask.tokens import stem
from core.ask.translators.rules.lexicon.words import lexicon
from core.model import NUMERIC, Column
from core.text.key_words import KEY_WORDS, RARE_KEY_WORDS
from core.text.units import SIGNS
from core.text.words import words

KEYS = frozenset(map(stem, (*KEY_WORDS, *RARE_KEY_WORDS)))
NUMBER = stem("number")
_LONGEST_CODE = 8
NAME = stem("name")
_TITLE = frozenset(stem(w) for w in ("title", "label", "caption"))
_FIRMS = frozenset(map(stem, ("company", "business", "firm", "organisation", "organization", "trader", "agency")))
"""What a firm is called by, in a table of contractors."""
_OF_OTHERS = frozenset(
    map(stem, ("contact", "owner", "manager", "emergency", "agent", "spouse", "guardian", "billing"))
)
"""`ContactName`: the name of somebody else than the row's own thing."""
_LEARNED = frozenset(map(stem, "latin scientific botanical binomial taxonomic systematic welsh gaelic irish".split()))
"""Of two names of a thing, the one that people do not use."""
YEAR = stem("year")
ORDINAL = frozenset(map(stem, ("line", "row", "sequence", "seq", "ordinal")))
LISTED = frozenset(map(stem, ("item", "number", "no", "nr", "index", "position", "order")))
"""`Line Item`, `row no`: which of several, with one word of the first kind at least."""

_NUMBERED = frozenset("isbn issn ean gtin upc barcode uprn usrn osgr easting northing postcode zipcode imei".split())
"""What is known by a number that measures nothing, wherever a label says so: `location_easting_osgr`."""
_CALLED_BY = frozenset("zip phone telephone tel fax".split())
"""Such where a label ends so, and before its own number: `home phone`, `Tel 2`, and no `phone calls`."""
_CALLED_DIGITS = 5
_KEYED = frozenset("account acct serial card timestamp stamp moment epoch".split())
"""Besides `KEYS`, which say so of any number."""
_DIGITS = range(10, 14)
_SEVERAL = 20
_NEARLY = 0.95


def known_by(column: Column) -> bool:
    """Numbers that things are known by, as the label says: such as barcodes; or accounts and moments, where many are
    long, all of one length and nearly all different."""
    if column.type not in NUMERIC:
        return False
    said = words(column.label)
    last = said[-2:-1] if len(said) > 1 and said[-1].isdecimal() else said[-1:]
    if _NUMBERED & set(said):
        return True
    low, high, seen = column.profile.minimum, column.profile.maximum, column.profile
    if column.type != "integer" or not isinstance(low, int) or not isinstance(high, int) or column.unit:
        return False
    if _CALLED_BY & set(last):  # and no number of telephone calls
        return len(str(high)) >= _CALLED_DIGITS
    long = low > 0 and len(str(low)) == len(str(high)) in _DIGITS and not SIGNS & set(column.label)
    return long and bool(_KEYED & set(said)) and seen.distinct >= max(_SEVERAL, _NEARLY * seen.filled)


def in_turn(column: Column) -> bool:
    """Whole numbers without a gap."""
    low, high = column.profile.minimum, column.profile.maximum
    return isinstance(low, int) and isinstance(high, int) and high - low + 1 == column.profile.distinct


def in_calendar(column: Column) -> dict[str, int]:
    """The place of each value in the year, or in the week, of a column that holds their months or days by name; empty
    for other columns."""
    if column.type != "text" or not _FEWEST <= column.profile.distinct <= len(MONTH_NAMES):
        return {}
    values = [v for v, _ in column.profile.common]
    if len(values) != column.profile.distinct:
        return {}
    for names in (MONTH_NAMES, lexicon().weekday_names):
        found = {v: n for v in values for n, name in enumerate(names, 1) if _called(v, name)}
        if len(found) == len(values) == len(set(found.values())):
            return found
    return {}


def _called(value: str, name: str) -> bool:
    """`Mar`, `mar.`, `MARCH`."""
    said = value.strip().rstrip(".").casefold()
    return len(said) >= _FEWEST and name.casefold().startswith(said)


_FEWEST = 3
"""Months or days of a column at least, and letters that one is cut to."""
_NEARLY_ALL = 0.8
_REACHED = frozenset(map(stem, "mail email phone telephone tel mobile fax url".split()))
"""Words of headers for how somebody is reached: nobody is called by a number of theirs."""
_ABOUT = _REACHED | set(map(stem, "address note notes comment comments remark remarks link web site".split()))
"""Words of headers for what is told of a row, and not what it is called."""


def years_with_gaps(column: Column) -> bool:
    """Years written as `2020.0`, as programs write whole numbers of which some lack: labelled so, up to our time."""
    latest = column.profile.maximum
    return column.type == "real" and YEAR in stems(column.label) and within(latest, latest, 1500, 2200)


def as_at(column: Column) -> bool:
    """`as_at_31_march`, `mid`: the day of each year that figures are of."""
    said = words(column.label)
    months = {m.casefold() for m in MONTH_NAMES}
    return said[:2] in (("as", "at"), ("as", "of")) or said == ("mid",) or bool(months & set(said))


def years_of_deeds(column: Column) -> bool:
    """Years under what happened then, `Built`, `published`, whose header says no year."""
    done = any(w.endswith("ed") or w in _DONE for w in words(column.label))
    dated = column.type == "integer" and within(column.profile.minimum, column.profile.maximum, 1500, 2200)
    return done and dated and not KEYS & set(stems(column.label))


_DONE = frozenset("built made born begun written drawn laid shot bought".split())
FIRST = frozenset(map(stem, ("first", "given", "christian")))
INITIALS = frozenset(map(stem, ("initial", "initials", "init", "inits")))


def label_stems(column: Column) -> frozenset[str]:
    return frozenset(stems(column.label))


def part_of_name(label: str) -> Literal["", "first", "initials", "last"]:
    """Which part of somebody's name a label says: `first_name`, `Initials`, `Surname`."""
    said = frozenset(stems(label))
    if said & FIRST and (NAME in said or len(said) == 1):
        return "first"
    if said and said <= INITIALS:
        return "initials"
    return "last" if said >= {stem("last"), NAME} or said == {stem("last")} else ""


def form_of_address(column: Column) -> bool:
    """`Dr`, `Mrs`: nobody's name."""
    return len(column.profile.common) >= column.profile.distinct and column.profile.distinct < _TITLES


_SHORTEST_WORD = 3
"""Letters of a word that may be a name, at least."""
_CAPITALS = 6
"""Letters of such a code, at most."""
_TITLES = 15
"""Forms of address, at most."""


def display_score(column: Column, own: frozenset[str]) -> float:
    said = label_stems(column)
    if column.type not in ("text", "boolean") or not column.profile.filled:
        return 0
    if said & KEYS and words(column.label)[-1:] != ("name",):  # `ref_name` is a name
        return 3.9 if _worded(column) else 0
    if not said:
        return 4 if column.profile.unique and column.profile.mean_length < 60 else 2
    rest = said - own
    if rest == {NAME} or (said == {NAME}):
        return 10
    if not rest or rest <= _TITLE:
        coded = not rest and looks_coded(column)
        return 3.95 if coded else 8.9 if not rest and _in_capitals(column) else 9
    if rest & _FIRMS and rest - _FIRMS <= {NAME}:
        return 8
    if NAME in said and rest & _OF_OTHERS:
        return 5
    if NAME in said and not said & (FIRST | {stem("last"), stem("middle"), stem("nick")}):
        return 8 - 0.1 * len(rest) - 0.05 * bool(said & _LEARNED)
    if said & _TITLE:
        return 7
    if rest & {stem("description"), stem("detail")}:
        return 6 if _called_so(column, said) else 3
    if column.profile.unique and column.profile.mean_length < 60 and not said & _REACHED:
        return 3.9 if looks_coded(column) else 4
    return 3.95 if _called_so(column, said) else 0


def _in_capitals(column: Column) -> bool:
    """`NLP`, `DYCP`: short for what a column beside it may say in full."""
    values = [v for v, _ in column.profile.common]
    return bool(values) and all(v.isalpha() and v.isupper() and len(v) <= _CAPITALS for v in values)


def _called_so(column: Column, said: frozenset[str]) -> bool:
    """Texts of a few words, nearly all different: what each row is called, more likely than by a code."""
    profile = column.profile
    several = sum(" " in v for v, _ in profile.common) * 2 > len(profile.common)
    apart = profile.filled and profile.distinct >= _NEARLY_ALL * profile.filled
    return bool(apart and several and profile.mean_length < 60 and not said & _ABOUT and not column.private)


def _worded(column: Column) -> bool:
    """Words in small letters, another in each row: an `identifier` such as `swift-swim` is a name."""
    values = [v for v, _ in column.profile.common]
    words = sum(not any(map(str.isdigit, v)) and len(v) >= _SHORTEST_WORD and v[1:].islower() for v in values)
    return column.profile.unique and column.type == "text" and words >= _NEARLY_ALL * len(values)


def looks_coded(column: Column) -> bool:
    """Short values with a digit in each, or single letters: `AW28` is no name, nor is `B`."""
    values = [v for v, _ in column.profile.common]
    short = column.profile.mean_length <= _LONGEST_CODE
    return bool(values) and short and all(len(v) == 1 or (any(map(str.isdigit, v)) and " " not in v) for v in values)


def within(low: object, high: object, least: float, most: float) -> bool:
    try:
        return least <= float(str(low)) and float(str(high)) <= most
    except ValueError:
        return False
