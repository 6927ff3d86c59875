"""Two groups of one column set against each other: a figure for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, csv_text, office_fixture

TIERS = ("Gold", "Silver", "Basic")
MEMBERS = [(f"M{n}", f"Kim{n} Dale", TIERS[n % 3], "YN"[n % 4 > 0], "FM"[n % 5 > 1]) for n in range(40)]
STATES = ("Attended", "Attended", "Late", "Attended", "No-show")
VISITS = [
    (
        1000 + n,
        f"M{n * 7 % 40}",
        f"202{3 + n % 2}-{1 + n % 12:02}-{1 + n % 28:02}",
        ("AM", "PM")[n * n % 3 > 0],
        20 + n * 37 % 71,
        round(2 + n * 13 % 29 / 2, 2),
        STATES[n * 11 % 5 if n % 3 else 0],
    )
    for n in range(400)
]
LOCKERS = [(f"L{n}", ("Steel", "Wood")[n % 2], ("Yes", "No")[n % 3 > 0], 10 + n % 6) for n in range(36)]
LETS = [
    (
        7000 + n,
        f"L{n * 5 % 36}",
        f"2024-0{1 + n % 8}-{10 + n % 15}",
        f"2024-0{1 + n % 8}-{10 + n % 15 + n * 3 % 4}",
        5 + n % 9,
    )
    for n in range(200)
]
gym = office_fixture(
    {
        "members": csv_text("MemberNo,Name,Tier,Student Rate,Sex", MEMBERS),
        "visits": csv_text("VisitNo,MemberNo,Visit Date,Half,Mins Stayed,Bar Spend,Outcome", VISITS),
        "lockers": csv_text("LockerNo,Material,Heated,Size", LOCKERS),
        "lets": csv_text("LetNo,LockerNo,Let On,Returned On,Fee", LETS),
    }
)
_WHO = {m[0]: m for m in MEMBERS}
_WHICH = {k[0]: k for k in LOCKERS}
Row = tuple[str | int | float | None, ...]


def of_each(
    rows: Iterable[Row], key: Callable[[Row], str], figure: Callable[[Row], float], only: tuple[str, ...] = ()
) -> list[Row]:
    """The mean of a figure of the rows for each key."""
    found: dict[str, list[float]] = {}
    for r in rows:
        if not only or key(r) in only:
            found.setdefault(key(r), []).append(figure(r))
    return [(k, sum(v) / len(v)) for k, v in found.items()]


def _tier(v: Row) -> str:
    return _WHO[str(v[1])][2]


def _rate(v: Row) -> str:
    return _WHO[str(v[1])][3]


def _sex(v: Row) -> str:
    return _WHO[str(v[1])][4]


def _heated(v: Row) -> str:
    return _WHICH[str(v[1])][2]


def _spent(v: Row) -> float:
    return float(str(v[5]))


def _stayed(v: Row) -> float:
    return float(str(v[4]))


def _days(v: Row) -> float:
    return float(str(v[3])[-2:]) - float(str(v[2])[-2:])


def _fee(v: Row) -> float:
    return float(str(v[4]))


def _late(v: Row) -> float:
    return 100.0 * (v[6] == "Late")


def _missed(v: Row) -> float:
    return 100.0 * (v[6] == "No-show")


def _bad(v: Row) -> float:
    return 100.0 * (v[6] in ("Late", "No-show"))


def _half(v: Row) -> str:
    return str(v[3])


def _material(v: Row) -> str:
    return _WHICH[str(v[1])][1]


_TIERS = of_each(VISITS, _tier, _spent, ("Gold", "Basic"))
_STAYS = of_each(VISITS, _tier, _stayed, ("Gold", "Basic"))
_RATES = of_each(VISITS, _rate, _spent)
_IN_2024 = of_each([v for v in VISITS if str(v[2])[:4] == "2024"], _tier, _spent, ("Gold", "Basic"))
_LATE = of_each(VISITS, _tier, _late, ("Gold", "Basic"))
_SPENT = {k: sum(_spent(v) for v in VISITS if _rate(v) == k) for k in "YN"}
_STAYED = {k: sum(_stayed(v) for v in VISITS if _rate(v) == k) for k in "YN"}


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        # a yes or no, and a figure said behind it
        ("Do gold members spend more at the bar than basic ones? Average bar spend for each", _TIERS),
        ("Did gold members spend more than basic members in 2024? Average bar spend for each", _IN_2024),
        ("Are morning visits longer than afternoon ones? I'd like the average minutes stayed for both",
         of_each(VISITS, _half, _stayed)),
        ("Do people stay longer in the morning or in the afternoon? Give me the average mins stayed",
         of_each(VISITS, _half, _stayed)),
        ("Which stay longer on average, gold or basic members? Show mins stayed for both", _STAYS),
        ("Do women stay longer than men? Average minutes stayed for each sex", of_each(VISITS, _sex, _stayed)),
        ("Do heated lockers cost more than unheated ones? The average fee per let, please",
         of_each(LETS, _heated, _fee)),
        ("Are heated lockers kept longer than the rest? Average days from let to return for each.",
         of_each(LETS, _heated, _days)),
        ("Are women late more often than men? Percentage of visits for each sex", of_each(VISITS, _sex, _late)),
        ("Do gold members miss visits more often than basic ones? What's the no-show rate for both?",
         of_each(VISITS, _tier, _missed, ("Gold", "Basic"))),
        ("Do student rate members spend less for their time? Total bar spend over total mins stayed for members on "
         "the student rate and not on the student rate", [(k, _SPENT[k] / _STAYED[k]) for k in "YN"]),
        # a yes or no that says the figure itself
        ("Do gold members have a higher bar spend on average than basic members?", _TIERS),
        ("Is the average bar spend higher for gold members than for basic members?", _TIERS),
        ("Do gold members stay longer on average than basic members?", _STAYS),
        ("Gold or basic: who stays longer on average?", _STAYS),
        ("Is the average bar spend lower for members with the student rate than for those without it?", _RATES),
        ("Is the share of late visits higher among gold members than basic members?", _LATE),
        ("are steel lockers more expensive than wood lockers on average", of_each(LETS, _material, _fee)),
        # a figure, and the sides beside it
        ("Gold versus basic: what's the average bar spend per visit?", _TIERS),
        ("Compare the average minutes stayed for gold and basic members", _STAYS),
        ("average mins stayed: gold, basic", _STAYS),
        ("Average bar spend with and without the student rate", _RATES),
        ("average bar spend on and off the student rate", _RATES),
        ("average bar spend for student rate members and everyone else", _RATES),
        ("average bar spend of members who are on the student rate and those who aren't", _RATES),
        ("average fee of lets, heated lockers against the others", of_each(LETS, _heated, _fee)),
        ("Compare the share of visits that were late or missed for members with the student rate and without",
         of_each(VISITS, _rate, _bad)),
        ("How many visits did women make compared with men?", [(s, sum(_sex(v) == s for v in VISITS)) for s in "FM"]),
        ("visits, gold vs silver", [(t, sum(_tier(v) == t for v in VISITS)) for t in ("Gold", "Silver")]),
    ],
)  # fmt: skip
def test_each_side_has_its_figure(gym: Workspace, question: str, rows: list[Row]) -> None:
    got = ask(gym, question)
    assert answers(got.rows, rows), (got.sql, got.rows)
    assert not got.unsure


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many gold or silver members are there?", [(sum(m[2] in ("Gold", "Silver") for m in MEMBERS),)]),
        ("total bar spend of visits in the morning", [(sum(_spent(v) for v in VISITS if v[3] == "AM"),)]),
    ],
)
def test_what_is_not_set_against_each_other_stays_one(gym: Workspace, question: str, rows: list[Row]) -> None:
    got = ask(gym, question)
    assert answers(got.rows, rows), (got.sql, got.rows)


@pytest.mark.parametrize(
    "question",
    [
        "Do women visit more often than men?",
        "Late visits by gold and by basic members, each as a share of what they booked",
    ],
)
def test_a_figure_that_is_not_said_leaves_doubt(gym: Workspace, question: str) -> None:
    assert ask(gym, question).unsure


PETS = [(n, "Hare Rat Rat Hare Rat Mouse Rat".split()[n % 7], 3 + n % 5, "AB"[n % 2]) for n in range(70)]

shelter = office_fixture(
    {
        "pets": "Pet,Kind,Weight,Keeper\n" + "".join(f"{','.join(map(str, p))}\n" for p in PETS),
        "keepers": "Keeper,Name\nA,Ann Dale\nB,Bo Frith\n",
    }
)


@pytest.mark.parametrize(
    "question",
    [
        "Are there more hares than rats?",
        "Do we have more hares or more rats?",
        "Do we have more hares than rats in the society, and how many of each?",
        "How many hares compared with rats?",
    ],
)
def test_of_what_we_have_more_is_how_many_rows(shelter: Workspace, question: str) -> None:
    found = ask(shelter, question)
    assert not found.unsure
    assert {r[0]: r[1] for r in found.rows} == {k: sum(p[1] == k for p in PETS) for k in ("Hare", "Rat")}


def test_which_of_them_so_many_each_sets_no_sides_against_each_other(shelter: Workspace) -> None:
    found = ask(shelter, "Which keepers have rats, and how many each?")
    assert found.unsure or {r[-1] for r in found.rows} != {len(PETS)}


@pytest.mark.parametrize("question", ["Is the weight higher for hares or for rats?"])
def test_what_is_higher_of_two_is_a_mean(shelter: Workspace, question: str) -> None:
    found = ask(shelter, question)
    means = {k: sum(p[2] for p in PETS if p[1] == k) / sum(p[1] == k for p in PETS) for k in ("Hare", "Rat")}
    assert not found.unsure
    assert dict(found.rows) == pytest.approx(means)
