"""A hundred pairs of keys that agree only after rewriting, and a hundred that look so and mean different things.

Each case is two or three small tables with the one join that is meant, or none; drawn with a fixed seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from core.model import Table, Value
from core.text.words import normalise
from tests.match.tables import table

_GIVEN = (
    "Ada Ben Cleo Dan Eva Finn Gus Hana Ivo Jana Kim Leo Mia Nils Ona Pia Quin Rosa Sam Tess Uma Vic Wes Zoe".split()
)
_FAMILY = (
    "Adler Brook Carr Dahl Ek Frey Gale Holt Ives Jung Kerr Lund Moss Nash Orr Pike Quill Rowe Shaw Todd Voss Wren"
).split()
_TOWNS = (
    "Alder Bay|Birch Hill|Cray|Dunmoor|Eastwick|Fenby|Garth|Holme|Inver|Jarrow Ness|Kirkby|Lorne|Marsh End|Norham|"
    "Otley|Penrose|Quern|Rothbury|Selby|Thorne|Ulver|Welby|Yarm|Zeal"
).split("|")


@dataclass(frozen=True)
class Case:
    """Tables with the raw values of all columns, and the join that is meant (child, parent); None: none."""

    name: str
    tables: tuple[Table, ...]
    values: dict[str, tuple[str, ...]]
    join: tuple[str, str] | None


def _case(name: str, sheets: dict[str, dict[str, Sequence[Value]]], join: tuple[str, str] | None, *days: str) -> Case:
    tables, values = [], {}
    for label, columns in sheets.items():
        made = table(label, columns)
        kinds = [replace(c, type="date") if c.id in days else c for c in made.columns]
        tables.append(replace(made, columns=tuple(kinds)))
        for header, cells in columns.items():
            values[f"{label}.{header}"] = tuple(sorted({normalise(str(v)) for v in cells if v is not None}))
    return Case(name, tuple(tables), values, join)


def _refs(draw: Random, keys: Sequence[Value], rows: int = 90) -> list[Value]:
    return [draw.choice(keys) for _ in range(rows)]


def _codes(draw: Random, many: int = 40, digits: int = 4) -> list[str]:
    return [f"{n:0{digits}}" for n in sorted(draw.sample(range(1, 10**digits), many))]


def _letters(draw: Random, many: int = 24) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < many:
        found["".join(draw.choice("ABCDEFGHJKLMNPRSTVW") for _ in range(3))] = None
    return list(found)


def _rows(many: int) -> list[Value]:
    return list(range(1, many + 1))


# pairs


def prefix(draw: Random, n: int) -> Case:
    codes, start = _codes(draw), draw.choice(("K-", "CUST", "No. ", "ref:", "A/"))
    child = [start + str(c) for c in _refs(draw, codes)]
    return _case(
        f"prefix {n}",
        {
            "clients": {"client_no": codes, "town": _refs(draw, _TOWNS, 40)},
            "visits": {"client": child, "boxes": _refs(draw, range(1, 9))},
        },
        ("visits.client", "clients.client_no"),
    )


def suffix(draw: Random, n: int) -> Case:
    codes, end = _letters(draw), draw.choice(("-UK", ".1", "/a", "_old"))
    return _case(
        f"suffix {n}",
        {
            "sites": {"site_code": [c + end for c in codes], "name": _TOWNS[: len(codes)]},
            "samples": {"site": _refs(draw, codes), "taken": _rows(90)},
        },
        ("samples.site", "sites.site_code"),
    )


def padding(draw: Random, n: int) -> Case:
    codes = _codes(draw, 40, 5)
    child = [int(str(c)) for c in _refs(draw, codes)]
    return _case(
        f"padding {n}",
        {
            "schools": {"school_no": codes, "places": _refs(draw, range(30, 90), 40)},
            "exams": {"school_no": child, "mark": _refs(draw, range(9))},
        },
        ("exams.school_no", "schools.school_no"),
    )


def punctuation(draw: Random, n: int) -> Case:
    parts = [(c[:2], c[2:], draw.choice("XYZ")) for c in _codes(draw)]
    mark = draw.choice((".", "-", "/", " "))
    keys = [f"{a}{mark}{b}{mark}{x}" for a, b, x in parts]
    child = [f"{a}{b}{x.lower()}" for a, b, x in (draw.choice(parts) for _ in range(90))]
    return _case(
        f"punctuation {n}",
        {
            "parts": {"part": keys, "weight": _refs(draw, range(1, 50), 40)},
            "stock": {"part": child, "shelf": _refs(draw, range(1, 9))},
        },
        ("stock.part", "parts.part"),
    )


def bracket(draw: Random, n: int) -> Case:
    codes = _letters(draw)
    named = [f"{t} ({c})" for t, c in zip(_TOWNS, codes, strict=True)]
    return _case(
        f"bracket {n}",
        {
            "stations": {"code": codes, "lines": _refs(draw, range(1, 5), 24)},
            "trips": {"start": _refs(draw, named), "minutes": _refs(draw, range(5, 99))},
        },
        ("trips.start", "stations.code"),
    )


def leading(draw: Random, n: int) -> Case:
    codes = _letters(draw)
    named = [f"{c} - {t}" for t, c in zip(_TOWNS, codes, strict=True)]
    return _case(
        f"leading {n}",
        {
            "areas": {"area_code": codes, "people": _refs(draw, range(900, 9000), 24)},
            "crimes": {"area": _refs(draw, named), "kind": _refs(draw, ["a", "b"])},
        },
        ("crimes.area", "areas.area_code"),
    )


def surname(draw: Random, n: int) -> Case:
    people = draw.sample([(g, f) for g in _GIVEN for f in _FAMILY], 30)
    child = [f"{f}, {g}" for g, f in (draw.choice(people) for _ in range(90))]
    return _case(
        f"surname {n}",
        {
            "members": {"member": [f"{g} {f}" for g, f in people], "party": _refs(draw, ["Red", "Blue"], 30)},
            "votes": {"voter": child, "vote": _refs(draw, ["aye", "no"])},
        },
        ("votes.voter", "members.member"),
    )


def month(draw: Random, n: int) -> Case:
    every = [f"{2018 + m // 12}-{m % 12 + 1:02}" for m in range(36)]
    days = [(date(2018, 1, 1) + timedelta(draw.randint(0, 1090))).isoformat() for _ in range(90)]
    return _case(
        f"month {n}",
        {
            "months": {"month": every, "working_days": _refs(draw, range(19, 24), 36)},
            "sales": {"sold_on": days, "pieces": _refs(draw, range(1, 9))},
        },
        ("sales.sold_on", "months.month"),
        "sales.sold_on",
    )


def both(draw: Random, n: int) -> Case:
    codes = _codes(draw, 40, 5)
    child = [f"P{int(str(c))}" for c in _refs(draw, codes)]
    return _case(
        f"prefix and padding {n}",
        {
            "pupils": {"pupil_no": codes, "age": _refs(draw, range(5, 18), 40)},
            "meals": {"pupil": child, "dish": _refs(draw, ["soup", "pie"])},
        },
        ("meals.pupil", "pupils.pupil_no"),
    )


def url(draw: Random, n: int) -> Case:
    codes = _codes(draw, 40, 6)
    start = draw.choice(("http://data.org/", "id/place/", "urn:x:"))
    return _case(
        f"address {n}",
        {
            "places": {"place": [start + c for c in codes], "kind": _refs(draw, ["farm", "town"], 40)},
            "finds": {"place": [int(str(c)) for c in _refs(draw, codes)], "year": _refs(draw, range(1900, 1990))},
        },
        ("finds.place", "places.place"),
    )


# traps


def other_prefix(draw: Random, n: int) -> Case:
    return _case(
        f"two numberings {n}",
        {
            "invoices": {"invoice": [f"INV-{k:03}" for k in range(1, 41)], "paid": _refs(draw, ["y", "n"], 40)},
            "lorries": {"lorry": [f"L-{k:03}" for k in range(1, 31)], "load": _refs(draw, range(1, 20), 30)},
        },
        None,
    )


def row_number(draw: Random, n: int) -> Case:
    return _case(
        f"row numbers {n}",
        {
            "drivers": {"id": _rows(60), "name": [f"{g} {f}" for g in _GIVEN[:10] for f in _FAMILY[:6]]},
            "parcels": {"parcel": [f"PX{k:03}" for k in range(1, 51)], "kilos": _refs(draw, range(1, 30), 50)},
        },
        None,
    )


def padded_numbers(draw: Random, n: int) -> Case:
    return _case(
        f"padded numbers {n}",
        {
            "teams": {"team_id": _rows(50), "town": _refs(draw, _TOWNS, 50)},
            "lockers": {"locker": [f"{k:03}" for k in range(1, 41)], "size": _refs(draw, ["S", "L"], 40)},
        },
        None,
    )


def same_shape(draw: Random, n: int) -> Case:
    left, right = _letters(draw), _letters(draw)
    right = [c for c in right if c not in left]
    return _case(
        f"same shape {n}",
        {
            "airports": {"code": left, "runways": _refs(draw, range(1, 4), 24)},
            "shops": {
                "branch": [f"{t} ({c})" for t, c in zip(_TOWNS, right, strict=False)],
                "staff": _refs(draw, range(2, 30), len(right)),
            },
        },
        None,
    )


def other_people(draw: Random, n: int) -> Case:
    pool = draw.sample([(g, f) for g in _GIVEN for f in _FAMILY], 60)
    return _case(
        f"other people {n}",
        {
            "singers": {"singer": [f"{g} {f}" for g, f in pool[:30]], "songs": _refs(draw, range(1, 40), 30)},
            "judges": {"judge": [f"{f}, {g}" for g, f in pool[30:]], "cases": _refs(draw, range(1, 90), 30)},
        },
        None,
    )


def unrelated_years(draw: Random, n: int) -> Case:
    days = [(date(2001, 1, 1) + timedelta(draw.randint(0, 7000))).isoformat() for _ in range(90)]
    return _case(
        f"unrelated years {n}",
        {
            "vintages": {"founded": list(range(1990, 2025)), "winery": [f"Winery {k}" for k in range(35)]},
            "births": {"born": days, "ward": _refs(draw, ["a", "b"])},
        },
        None,
        "births.born",
    )


def floors(draw: Random, n: int) -> Case:
    return _case(
        f"floors and grades {n}",
        {
            "grades": {"grade_id": _rows(12), "pay": _refs(draw, range(900, 3000), 12)},
            "rooms": {"room": [f"Floor {k}" for k in range(1, 11)], "doors": _refs(draw, range(1, 5), 10)},
        },
        None,
    )


def versions(draw: Random, n: int) -> Case:
    return _case(
        f"versions {n}",
        {
            "releases": {
                "release": [f"v{a}.{b}" for a in range(1, 6) for b in range(6)],
                "bugs": _refs(draw, range(40), 30),
            },
            "prices": {
                "price_list": [f"{a}{b}" for a in range(1, 6) for b in range(6)],
                "items": _refs(draw, range(9), 30),
            },
        },
        None,
    )


def measures(draw: Random, n: int) -> Case:
    return _case(
        f"measures {n}",
        {
            "roads": {"road_no": [f"{k:03}" for k in range(1, 60)], "lanes": _refs(draw, range(1, 4), 59)},
            "cars": {
                "car": [f"car {k} of {_FAMILY[k % 20]}" for k in range(70)],
                "speed": [f"{s} km/h" for s in _refs(draw, range(1, 60), 70)],
            },
        },
        None,
    )


def half(draw: Random, n: int) -> Case:
    codes, others = _codes(draw, 40, 4), _codes(draw, 40, 4)
    mixed = [f"S-{c}" for c in [*codes[:12], *(c for c in others if c not in codes)]]
    return _case(
        f"a third in common {n}",
        {
            "wells": {"well": codes, "depth": _refs(draw, range(5, 99), 40)},
            "samples": {"sample": mixed, "lead": _refs(draw, range(9), len(mixed))},
        },
        None,
    )


PAIRS: tuple[Callable[[Random, int], Case], ...] = (
    prefix, suffix, padding, punctuation, bracket, leading, surname, month, both, url,
)  # fmt: skip
TRAPS: tuple[Callable[[Random, int], Case], ...] = (
    other_prefix, row_number, padded_numbers, same_shape, other_people, unrelated_years, floors, versions, measures,
    half,
)  # fmt: skip


def cases(kinds: Sequence[Callable[[Random, int], Case]], each: int = 10) -> list[Case]:
    """How many cases of each kind."""
    return [kind(Random(f"{kind.__name__}{n}"), n) for kind in kinds for n in range(each)]
