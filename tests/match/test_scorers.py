"""What speaks for one pair and what against it."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from core.errors import SettingsError
from core.match.discover import discover
from core.match.pool import Candidate, Pool
from core.match.scorers import WEIGHTS, OwnScorer, Scorer, TfidfScorer, features, scorer
from core.model import Table
from tests.match.tables import table


def pair(child: Table, left: str, parent: Table, right: str) -> Candidate:
    pool = Pool([child] if child.name == parent.name else [child, parent])
    a, b = child.column(left), parent.column(right)
    assert a is not None
    assert b is not None
    return pool.candidate(a, b)


CUSTOMERS = table("customers", {"id": [11, 12, 13, 14], "city": ["Rome", "Oslo", "Rome", "Bonn"]})
ORDERS = table("orders", {"id": [1, 2, 3, 4], "customer_id": [11, 11, 12, 14], "amount": [11, 12, 12, 13]})


def test_every_feature_has_a_weight_and_the_other_way_round() -> None:
    names = set(features(pair(ORDERS, "customer_id", CUSTOMERS, "id")))
    assert names == set(WEIGHTS) - {"bias"}


def test_features_stay_between_nought_and_one() -> None:
    for child, left, parent, right in (
        (ORDERS, "customer_id", CUSTOMERS, "id"),
        (ORDERS, "amount", CUSTOMERS, "id"),
        (CUSTOMERS, "city", ORDERS, "customer_id"),
    ):
        assert all(0.0 <= value <= 1.0 for value in features(pair(child, left, parent, right)).values())


def test_a_named_reference_outscores_a_measure_with_the_same_values() -> None:
    own = OwnScorer()
    named = own.score(pair(ORDERS, "customer_id", CUSTOMERS, "id"))
    measure = own.score(pair(ORDERS, "amount", CUSTOMERS, "id"))
    assert named.score > 0.9
    assert measure.score < 0.5


def test_the_score_is_the_log_odds_as_a_probability_and_explains_itself() -> None:
    found = OwnScorer().score(pair(ORDERS, "customer_id", CUSTOMERS, "id"))
    total = WEIGHTS["bias"] + sum(WEIGHTS[name] * value for name, value in found.features)
    assert found.log_odds == pytest.approx(total)
    assert found.score == pytest.approx(1 / (1 + math.exp(-total)))


def test_a_table_joins_itself_when_the_label_points_upward() -> None:
    staff = table("staff", {"id": [1, 2, 3, 4, 5], "manager_id": [None, 1, 1, 2, 2], "desk_no": [5, 3, 2, 2, 1]})
    own = OwnScorer()
    assert own.score(pair(staff, "manager_id", staff, "id")).score > 0.5
    assert own.score(pair(staff, "desk_no", staff, "id")).score < 0.1


def test_the_name_of_each_row_points_at_no_other_row() -> None:
    halls = table("halls", {"hall_code": ["MAIN", "STUDIO", "FOYER"], "hall": ["Main House", "Studio", "Foyer Bar"]})
    assert OwnScorer().score(pair(halls, "hall", halls, "hall_code")).score < 0.1


def test_silent_headers_are_judged_by_values() -> None:
    ids = [70_001 + 137 * n for n in range(40)]
    left = table("visits", {"c1": list(range(80)), "c2": ids * 2})
    right = table("patients", {"c1": ids, "c2": ["x"] * 40})
    low = table("wards", {"c1": list(range(1, 41)), "c2": ["y"] * 40})
    few = table("notes", {"c1": list(range(80)), "c2": [1, 2, 3, 4] * 20})
    own = OwnScorer()
    assert own.score(pair(left, "c2", right, "c1")).score > 0.9
    assert own.score(pair(few, "c2", low, "c1")).score < 0.2


@pytest.mark.slow
def test_the_baseline_compares_values_in_order_and_dislikes_repetition() -> None:
    names = ["ann", "bob", "cid"]
    left, right = table("a", {"x": names}), table("b", {"y": names})
    other = table("c", {"z": ["kiwi", "lime", "plum"]})
    repeated = table("d", {"w": ["ann"] * 50 + ["bob"] * 49 + ["cid"]})
    baseline = TfidfScorer()
    assert baseline.score(pair(left, "x", right, "y")).score == pytest.approx(1.0)
    assert baseline.score(pair(left, "x", other, "z")).score == pytest.approx(0.0)
    assert baseline.score(pair(repeated, "w", right, "y")).score == pytest.approx(0.3)


def test_the_baseline_prefers_given_values() -> None:
    left, right = table("a", {"x": ["ann"]}), table("b", {"y": ["ann"]})
    baseline = TfidfScorer({"a.x": ["kiwi"], "b.y": ["plum"]})
    assert baseline.score(pair(left, "x", right, "y")).score == pytest.approx(0.0)


@pytest.mark.parametrize("name", ["own", "tfidf"])
def test_scorers_are_found_by_name(name: str) -> None:
    found: Scorer = scorer(name)
    assert found.name == name


def test_an_unknown_scorer_is_refused() -> None:
    with pytest.raises(SettingsError, match="no join scorer called best"):
        scorer("best")


def test_a_column_called_what_the_rows_of_a_list_are_said_to_be_refers_to_them() -> None:
    crew = table(
        "crew",
        {
            "no": [200, 201, 202, 203, 204, 205],
            "name": ["Ash", "Bell", "Cole", "Dunn", "East", "Ford"],
            "rank": ["Master", "Master", "Master", "Master", "Mate", "Cook"],
        },
    )
    trips = table("trips", {"trip": list(range(1, 31)), "master": [200 + i % 4 for i in range(30)]})
    (found,) = [j for j in discover((crew, trips)) if (j.child_table, j.parent_table) == ("trips", "crew")]
    assert (found.child, found.parent, found.state) == (("master",), ("no",), "confirmed")
    plain = replace(crew, columns=crew.columns[:2])
    assert not [j for j in discover((plain, trips)) if j.parent_table == "crew" and j.state != "rejected"]
