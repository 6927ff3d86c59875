"""“Why did orders rise?”: the groups that made the difference, from real rows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from core.ask.state import Question
from core.ask.translators.both import BothTranslator
from core.ask.why.parts import surprise
from core.ask.why.tell import _made, _telling
from core.ask.why.translator import WhyRules
from core.ask.workflow import answer
from core.model import Answer
from core.workspace import Workspace
from tests.ask.why.conftest import files
from tests.ask.worlds import ask, opened


def asked(workspace: Workspace, question: str) -> Answer:
    found = ask(workspace, question)
    assert not found.unsure
    return found


def test_the_group_that_made_the_difference_comes_first(orders: Workspace) -> None:
    found = asked(orders, "Why did orders rise in 2024?")
    assert found.columns == ("group", "change", "2023", "2024")
    assert found.rows[:3] == (
        ("channel: web", 60, 40, 100),
        ("channel: phone", -6, 20, 14),
        ("channel: shop", 6, 60, 66),
    )
    assert {r[0] for r in found.rows[3:]} == {
        "customer name: Ada", "customer name: Bo", "customer name: Cleo", "customer region: North",
        "customer region: South",
    }  # fmt: skip
    assert found.answer.startswith(
        "The number of orders rose from 120 in 2023 to 180 in 2024 (+60, +50.0%). "
        "The groups that made most of the difference: by channel web +60 (100%). This says"
    )
    assert "not what caused it" in found.answer
    assert found.chart == "bar"
    assert found.warnings == ()


def test_every_part_adds_up_to_the_same_difference(orders: Workspace) -> None:
    found = asked(orders, "Why did orders rise in 2024?")
    for part in ("channel", "customer name", "customer region"):
        assert sum(int(str(r[1])) for r in found.rows if str(r[0]).startswith(f"{part}: ")) == 60


def test_a_code_beside_its_name_is_no_part_of_its_own(tmp_path: Path) -> None:
    orders, customers = files(tmp_path)
    customers.write_text("customer_id,initials,name\n1,AA,Ada\n2,BO,Bo\n3,CL,Cleo\n", encoding="utf-8")
    with opened([orders, customers], tmp_path / "w") as workspace:
        found = asked(workspace, "Why did orders rise in 2024?")
    assert {str(r[0]).split(":")[0] for r in found.rows} == {"channel", "customer name"}


def test_codes_are_said_by_what_they_mean(tmp_path: Path) -> None:
    paths = files(tmp_path)
    (tmp_path / "codes.csv").write_text("Field,Code,Meaning\nchannel,web,on the web\nchannel,phone,by phone\n", "utf-8")
    with opened([*paths, tmp_path / "codes.csv"], tmp_path / "w") as workspace:
        found = asked(workspace, "Why did orders rise in 2024?")
    assert [r[0] for r in found.rows[:3]] == ["channel: on the web", "channel: by phone", "channel: shop"]
    assert "by channel on the web +60 (100%)" in found.answer


@pytest.mark.slow
def test_totals_are_taken_apart_too_and_conditions_hold(orders: Workspace) -> None:
    found = asked(orders, "Why did the total amount from North rise between 2023 and 2024?")
    first = found.rows[0]
    wanted = orders.questions.sql(
        "SELECT SUM(CASE WHEN order_date >= '2024' THEN amount END), SUM(CASE WHEN order_date < '2024' THEN amount END)"
        " FROM orders JOIN customers USING (customer_id) WHERE region = 'North' AND channel = 'web'"
        " AND order_date < '2025'"
    ).rows[0]
    assert first == ("channel: web", int(str(wanted[0])) - int(str(wanted[1])), wanted[1], wanted[0])
    assert not any(str(r[0]).startswith("customer region") for r in found.rows)


def test_without_a_time_the_same_part_of_the_last_two_years_is_compared(orders: Workspace) -> None:
    found = asked(orders, "Why are orders down?")
    assert found.answer.startswith("It is the other way round: the number of orders rose from 50 in the same part of")
    assert "The data end on 31 March 2025" in found.answer


@pytest.mark.slow
def test_it_is_the_same_sql_to_replay(orders: Workspace) -> None:
    found = asked(orders, "Why did orders rise in 2024?")
    again = orders.questions.replay(found).answer
    assert (again.sql, again.rows, again.answer) == (found.sql, found.rows, found.answer)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Why did the average amount fall in 2024?", "this figure is no sum of its groups"),
        ("Why did the number of unicorns rise?", "I could not tell which figure"),
        ("Why are there more customers in 2024?", "found no two periods"),
        (
            "Why did orders rise in 2023?",
            "The data begin on 1 January 2023: there is nothing of 2022 to compare 2023 with. What can be compared are "
            "2025 so far and the same part of 2024: “Why did orders rise between 2024 and 2025?”",
        ),
    ],
)
def test_what_cannot_be_taken_apart_is_said(orders: Workspace, question: str, said: str) -> None:
    found = ask(orders, question)
    assert found.sql is None
    assert said in found.answer
    assert all(f"“{text}”" in found.answer for text in found.offered)


@pytest.mark.slow
def test_a_chat_model_is_not_asked(orders: Workspace) -> None:
    class Silent:
        name = "model"

        def doubt(self, *_: object) -> None:
            return None

    made = BothTranslator(Silent(), WhyRules())  # type: ignore[arg-type]
    services = orders.questions._services(lambda step: None, None, False, lambda *_: made)
    *_, last = answer(Question("Why did orders rise in 2024?"), lambda emit: services)
    assert isinstance(last, Answer)
    assert (last.translator, last.rows[0], last.model_calls) == ("rules", ("channel: web", 60, 40, 100), 0)


def test_groups_that_all_grow_alike_surprise_nobody() -> None:
    alike = {"a": (100.0, 200.0), "b": (50.0, 100.0)}
    apart = {"a": (100.0, 250.0), "b": (50.0, 50.0)}
    assert surprise(alike, (1e9, 1e9)) == pytest.approx(0.0, abs=1e-6)
    assert surprise(apart, (150.0, 300.0)) > surprise(alike, (150.0, 300.0))


def test_where_all_moved_alike_the_largest_groups_come_first(tmp_path: Path) -> None:
    rows = [
        f"{100 * year + n},{year}-05-{n % 28 + 1:02},{'card' if n % 10 < 7 else 'cash'},{'abc'[n % 3]}"
        for year, times in ((2023, 60), (2024, 120))
        for n in range(times)
    ]
    (tmp_path / "sales.csv").write_text("sale_id,day,method,shop\n" + "\n".join(rows) + "\n", "utf-8")
    with opened([tmp_path / "sales.csv"], tmp_path / "w") as workspace:
        found = asked(workspace, "Why did sales rise in 2024?")
    assert found.rows[0] == ("method: card", 42, 42, 84)
    assert "the largest ones most: by method card +42 (70%); by shop a +20 (33%)." in found.answer


def test_the_largest_groups_are_named_first_whichever_column_they_are_of(tmp_path: Path) -> None:
    """A column whose largest group moved like the whole, and one whose next one did not, is not left out for it."""
    plans = {2023: ((56, 29, 15), (60, 40)), 2024: ((70, 41, 16), (60, 67))}
    rows = [
        f"{1000 * year + n},{year}-05-{n % 28 + 1:02},{plan},{pool}"
        for year, (of_plan, of_pool) in plans.items()
        for n, (plan, pool) in enumerate(
            zip(_each(("adult", "child", "old"), of_plan), _each(("in", "out"), of_pool), strict=True)
        )
    ]
    (tmp_path / "visits.csv").write_text("visit_id,day,plan,pool\n" + "\n".join(rows) + "\n", "utf-8")
    with opened([tmp_path / "visits.csv"], tmp_path / "w") as workspace:
        found = asked(workspace, "Why did visits rise in 2024?")
    assert "difference: by pool out +27 (100%); by plan adult +14 (52%) and child +12 (44%)." in found.answer


def test_a_group_that_made_more_than_those_that_stand_out_is_named_too() -> None:
    groups = {
        "land": {"here": (90.0, 180.0), "there": (10.0, 20.0)},
        "way": {"web": (20.0, 70.0), "shop": (80.0, 130.0)},
    }
    made = [_made(label, held, 100.0, "") for label, held in groups.items()]
    assert [m.said for m in _telling([m for m in made if m])] == [
        "by land here +90 (90%)",
        "by way web +50 (50%) and shop +50 (50%)",
    ]


def _each(names: Sequence[str], times: Sequence[int]) -> list[str]:
    return [name for name, n in zip(names, times, strict=True) for _ in range(n)]


def _parts(answer: Answer) -> list[str]:
    return list(dict.fromkeys(str(r[0]).split(": ")[0] for r in answer.rows))


def test_names_of_single_persons_and_things_are_no_groups_but_those_of_a_few_with_many_rows_are(tmp_path: Path) -> None:
    """Forty pupils with twelve first names, each of whom has few lessons; four teachers with many."""
    pupils = [f"{n},{'Amy Ben Cal Dee Eve Fay Gus Hal Ivy Jo Kay Lou'.split()[n % 12]},Reed{n % 9},{'SN'[n % 2]}"
              for n in range(1, 41)]  # fmt: skip
    lessons = [
        f"{1000 * year + n},{year}-{n % 12 + 1:02}-{n % 28 + 1:02},{n % 40 + 1},{1 if n > 150 else n % 4 + 1}"
        for year, times in ((2023, 150), (2024, 210))
        for n in range(times)
    ]
    for name, head, rows in (
        ("pupils", "pupil_id,first name,surname,wing", pupils),
        ("teachers", "teacher_id,teacher name", ["1,Ann Lee", "2,Bo Ray", "3,Cy Fox", "4,Di Orr"]),
        ("lessons", "lesson_id,day,pupil_id,teacher_id", lessons),
    ):
        (tmp_path / f"{name}.csv").write_text("\n".join([head, *rows]) + "\n", "utf-8")
    paths = [tmp_path / f"{n}.csv" for n in ("pupils", "teachers", "lessons")]
    with opened(paths, tmp_path / "w") as workspace:
        found = asked(workspace, "Why did lessons rise in 2024?")
    assert _parts(found) == ["teacher name", "pupil wing"]
    assert "by teacher name Ann Lee +" in found.answer


def test_what_has_no_value_comes_last_and_is_no_group_that_made_the_difference(tmp_path: Path) -> None:
    rows = [
        f"{1000 * year + n},{year}-05-{n % 28 + 1:02},{'' if n >= 60 else ('cash', 'card')[n % 3 > 0]},{'ab'[n % 2]},x"
        for year, times in ((2023, 60), (2024, 100))
        for n in range(times)
    ]
    (tmp_path / "sales.csv").write_text("sale_id,day,method,shop,state\n" + "\n".join(rows) + "\n", "utf-8")
    with opened([tmp_path / "sales.csv"], tmp_path / "w") as workspace:
        found = asked(workspace, "Why did sales rise in 2024?")
    assert [r[0] for r in found.rows] == ["shop: a", "shop: b", "method: card", "method: cash", "method: (empty)"]
    assert "empty" not in found.answer


def test_a_month_of_every_year_is_no_time_to_compare(orders: Workspace) -> None:
    found = ask(orders, "Why did orders fall in December?")
    assert not found.sql
    assert "Say which year is meant, too: “Why did orders fall in December 2024?”" in found.answer
    assert found.offered == ("Why did orders fall in December 2024?", "Why did orders fall in December 2023?")
    assert ask(orders, found.offered[0]).sql
