"""Whether a figure went up or down between two times: both figures, and how far it went, in percent too."""

from __future__ import annotations

from statistics import mean

import pytest

from core.workspace import Workspace
from tests.ask.comparing.conftest import BRANCHES, HIRES, REPAIRS, TYPES
from tests.ask.worlds import ask, rounded


def hired(time: str, **kept: str) -> list[tuple[object, ...]]:
    names = {"branch": lambda r: BRANCHES[r[2]], "kind": lambda r: TYPES[r[3]], "who": lambda r: r[4],
             "channel": lambda r: r[5], "status": lambda r: r[8]}  # fmt: skip
    return [r for r in HIRES if r[1].startswith(time) and all(names[k](r) == v for k, v in kept.items())]


def counted(then: str, now: str, **kept: str) -> tuple[float, float]:
    return len(hired(then, **kept)), len(hired(now, **kept))


def repaired(year: str, column: int) -> float:
    return mean(r[column] for r in REPAIRS if r[1].startswith(year))


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("question", "figures"),
    [
        ("Did hires go up or down between 2022 and 2023?", counted("2022", "2023")),
        ("How much did the number of hires rise between 2021 and 2023?", counted("2021", "2023")),
        ("How much did hires at Station rise between 2022 and 2023?", counted("2022", "2023", branch="Station")),
        ("Did online hires fall from 2021 to 2022?", counted("2021", "2022", channel="online")),
        ("Have hires of tandems increased between 2022 and 2023?", counted("2022", "2023", kind="Tandem")),
        ("What was the change in hires by members between 2022 and 2023?", counted("2022", "2023", who="member")),
        ("Did hires go up or down between March 2022 and March 2023?", counted("2022-03", "2023-03")),
        ("Were there fewer hires in 2023 than in 2022?", counted("2022", "2023")),
        ("Did we have more hires in 2023 than in 2022?", counted("2022", "2023")),
        ("Were hires higher in 2023 than in 2022?", counted("2022", "2023")),
        ("Have waiting times got worse from 2022 to 2023?", (repaired("2022", 6), repaired("2023", 6))),
        ("Have repairs got cheaper between 2022 and 2023?", (repaired("2022", 5), repaired("2023", 5))),
        ("Have hires got longer from 2022 to 2023?", tuple(mean(r[6] for r in hired(y)) for y in ("2022", "2023"))),
        ("Did the average price go up or down from 2022 to 2023?",
         tuple(mean(r[7] for r in hired(y)) for y in ("2022", "2023"))),
    ],
)  # fmt: skip
def test_both_figures_and_the_change(bikes: Workspace, question: str, figures: tuple[float, float]) -> None:
    before, after = figures
    answer = ask(bikes, question)
    assert rounded(answer.rows) == rounded([(before, after, after - before)])
    assert not answer.unsure
    way = "did not change" if before == after else "rose by" if after > before else "fell by"
    assert way in answer.answer
    assert before == after or f"({abs(after - before) / before:.1%})" in answer.answer


def test_what_the_sentence_says(bikes: Workspace) -> None:
    before, after = counted("2021", "2024")
    answer = ask(bikes, "Did hires go up or down between 2021 and 2024?")
    assert answer.answer == (
        f"The number of hires fell by {before - after} ({(before - after) / before:.1%}), from {before} in 2021 to "
        f"{after} in 2024. The data end on 25 June 2024: 2024 is not whole."
    )
    percent = ask(bikes, "By how many percent did hires change from 2022 to 2023?")
    before, after = counted("2022", "2023")
    far = f"rose by {(after - before) / before:.1%}"
    assert percent.answer == f"The number of hires {far} from 2022 to 2023."
    quarter = ask(bikes, "Did hires rise from the first quarter of 2022 to the first quarter of 2023?")
    assert "in Q1 2022 to" in quarter.answer


@pytest.mark.parametrize(
    "question",
    [
        "Did hires go up or down between 2019 and 2022?",
        "Have hires increased since 2022?",
        "Did hires rise between 2022 and March 2023?",
    ],
)
def test_no_list_answers_whether_something_moved(bikes: Workspace, question: str) -> None:
    assert ask(bikes, question).unsure


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("Did the share of cancelled hires rise between 2022 and 2023?", {}),
        ("What was the change in the share of cancelled hires between 2022 and 2023?", {}),
        ("Has the share of cancelled hires at Harbour increased from 2022 to 2023?", {"branch": "Harbour"}),
    ],
)
def test_a_share_moves_by_points(bikes: Workspace, question: str, kept: dict[str, str]) -> None:
    before, after = (
        100 * len(hired(year, status="cancelled", **kept)) / len(hired(year, **kept)) for year in ("2022", "2023")
    )
    answer = ask(bikes, question)
    assert rounded(answer.rows) == rounded([(before, after, after - before)])
    assert [str(c) for c in answer.columns][:2] == ["percent 2022", "percent 2023"]
    assert not answer.unsure
    assert f" by {abs(round(after - before, 2)):.3g} percentage point" in answer.answer


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("Compare hires in May 2022 with May 2023", None),
        ("Compare the takings in May 2022 and May 2023", 7),
        ("Compare the total price in May 2022 and May 2023", 7),
    ],
)
def test_two_months_compared(bikes: Workspace, question: str, column: int | None) -> None:
    figures = [
        len(rows) if column is None else sum(int(str(r[column])) for r in rows)
        for rows in (hired("2022-05"), hired("2023-05"))
    ]
    answer = ask(bikes, question)
    assert answer.rows == (("2022-05", figures[0]), ("2023-05", figures[1]))
    assert not answer.unsure
    way = "up" if figures[1] > figures[0] else "down"
    assert f"in May 2023, {way} by " in answer.answer
    assert "not listed" not in answer.answer


@pytest.mark.parametrize(
    "question",
    ["Which year had more hires, 2022 or 2024?", "Were there more hires in 2022 or 2024?", "Hires in 2022 versus 2024"],
)
def test_two_years_as_rows(bikes: Workspace, question: str) -> None:
    before, after = counted("2022", "2024")
    answer = ask(bikes, question)
    assert set(answer.rows) == {("2022", before), ("2024", after)}
    assert not answer.unsure
    assert f": a difference of {before - after}." in answer.answer
    assert answer.answer.endswith("The data end on 25 June 2024: 2024 is not whole.")


@pytest.mark.parametrize(
    "question",
    [
        "How many tandems were hired compared with city bikes?",
        "How many tandem hires were there versus city bikes?",
        "How many tandems versus city bikes were hired?",
        "How many city bike hires were there compared with tandem hires?",
    ],
)
def test_of_a_list_of_codes_the_rows_that_refer_to_it_are_counted(bikes: Workspace, question: str) -> None:
    tandems, city = (len(hired("", kind=kind)) for kind in ("Tandem", "City bike"))
    answer = ask(bikes, question)
    assert set(answer.rows) == {("Tandem", tandems), ("City bike", city)}
    assert not answer.unsure
    assert answer.answer.endswith(
        f"City bike has more, {city}, and Tandem has {tandems}: a difference of {city - tandems}."
    )


@pytest.mark.parametrize(
    "question",
    [
        "Which is higher, the average cost of repairs at Harbour or at Station?",
        "Which is higher: the average cost of repairs at Harbour or Station?",
    ],
)
def test_which_is_higher(bikes: Workspace, question: str) -> None:
    means = {name: mean(r[5] for r in REPAIRS if BRANCHES[r[2]] == name) for name in ("Harbour", "Station")}
    answer = ask(bikes, question)
    assert set(rounded(answer.rows)) == set(rounded(means.items()))
    assert not answer.unsure


def test_one_kind_rather_than_another(bikes: Workspace) -> None:
    answer = ask(bikes, "How many repairs were decided by the workshop rather than by outside engineers?")
    assert answer.rows == ((sum(r[4] == "workshop" for r in REPAIRS),),)
    assert not answer.unsure


def test_who_spends_more_is_no_number_of_rows(bikes: Workspace) -> None:
    answer = ask(bikes, "Who spends more, members or visitors?")
    assert answer.unsure or set(answer.rows) == {
        (who, sum(int(str(r[7])) for r in hired("", who=who))) for who in ("member", "visitor")
    }


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("How many hires were made before 2023 compared with after?", {}),
        ("Were there more hires before 2023 than after?", {}),
        ("How many online hires were made before 2023 and how many since?", {"channel": "online"}),
    ],
)
def test_before_a_year_and_from_it_on(bikes: Workspace, question: str, kept: dict[str, str]) -> None:
    early = len(hired("2021", **kept)) + len(hired("2022", **kept))
    answer = ask(bikes, question)
    assert answer.rows == ((early, len(hired("", **kept)) - early),)
    assert [str(c) for c in answer.columns] == ["count before 2023-01-01", "count from 2023-01-01"]
    assert not answer.unsure


@pytest.mark.parametrize(
    "question",
    ["How many hires before 2022 and after 2022?", "Are hires falling?", "Are hires going up year on year?"],
)
def test_one_side_is_no_comparison(bikes: Workspace, question: str) -> None:
    assert ask(bikes, question).unsure


def test_what_is_dearer(bikes: Workspace) -> None:
    answer = ask(bikes, "Are tandems dearer than city bikes on average?")
    means = [(kind, mean(int(str(r[7])) for r in hired("", kind=kind))) for kind in ("Tandem", "City bike")]
    assert set(rounded(answer.rows)) == set(rounded(means))
    assert not answer.unsure
