"""Which pairs are looked at, and how labels and values are compared."""

from __future__ import annotations

import pytest

from core.match.candidates import by_label, by_value, candidates
from core.match.keys import joinable, key_like
from core.match.label_match import compare
from core.match.labels import common_prefix, common_words, informative, read_labels
from core.match.pool import Pool
from core.match.values import chance, expected_coverage, overlap, spread
from core.match.word_match import word_match
from core.model import Column, Table
from tests.match.tables import column, table


def similarity(child: Table, parent: Table, left: str, right: str, *others: Table) -> float:
    labels = read_labels([child, parent, *others])
    return round(compare(labels[f"{child.name}.{left}"], labels[f"{parent.name}.{right}"]).similarity, 2)


def one(name: str, *labels: str) -> Table:
    return table(name, {label: [1, 2] for label in labels})


@pytest.mark.parametrize(
    ("child", "left", "parent", "right", "expected"),
    [
        ("orders", "customer_id", "customers", "id", 1.0),
        ("orders", "CustomerId", "customers", "customer_id", 1.0),
        ("cities", "Country", "countries", "CountryId", 0.9),
        ("visits", "guide_staff_id", "staff", "staff_id", 0.87),
        ("visits", "cust_id", "customers", "customer_id", 0.8),
        ("desks", "mgr_id", "managers", "manager_id", 0.62),
        ("lines", "product_quantity", "products", "product_id", 0.4),
        ("orders", "customer_id", "products", "id", 0.0),
        ("teams", "coach_id", "people", "person_id", 0.55),
        ("courses", "num_semesters", "semesters", "semester_id", 0.0),
    ],
)
def test_a_label_names_a_table_and_its_key(child: str, left: str, parent: str, right: str, expected: float) -> None:
    assert similarity(one(child, left), one(parent, right), left, right) == expected


def test_labels_that_name_nothing_agree_only_in_general() -> None:
    labels = read_labels([one("orders", "id"), one("customers", "id")])
    match = compare(labels["orders.id"], labels["customers.id"])
    assert (match.similarity, match.same, match.generic) == (0.2, False, True)


def test_a_tables_own_prefix_is_dropped() -> None:
    lines = one("lines", "ln_partkey", "ln_amount", "ln_note")
    parts = one("parts", "pt_partkey", "pt_name", "pt_size")
    assert similarity(lines, parts, "ln_partkey", "pt_partkey") == 1.0
    assert common_prefix([("ln", "a"), ("ln", "b"), ("ln", "c")]) == ("ln",)
    assert common_prefix([("id", "a"), ("id", "b"), ("id", "c")]) == ()
    assert common_prefix([("ln", "a"), ("ln", "b")]) == ()


def test_words_in_every_table_name_tell_none_apart() -> None:
    assert common_words([("sales", "2024"), ("staff", "2024"), ("shops", "2024")]) == {"2024"}
    assert common_words([("sales", "2024"), ("staff", "2024")]) == frozenset()


def test_each_language_of_a_label_counts() -> None:
    samples = one("samples", "Product type / Type de produit")
    kinds = one("kinds", "Type de produit")
    assert similarity(samples, kinds, "Product type / Type de produit", "Type de produit") == 1.0


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("cust", "customer", 0.85),
        ("dept", "department", 0.7),
        ("s", "student", 0.4),
        ("essn", "ssn", 0.7),
        ("a", "b", 0.0),
    ],
)
def test_a_word_matches_its_abbreviation(a: str, b: str, expected: float) -> None:
    assert word_match(a, b) == word_match(b, a) == expected


@pytest.mark.parametrize("label", ["c1", "C 12", "Column 3", "Unnamed: 0", "7", "", " "])
def test_headers_that_say_nothing(label: str) -> None:
    assert not informative(label)


@pytest.mark.parametrize("label", ["id", "covid19", "q1_sales", "Code"])
def test_headers_that_say_something(label: str) -> None:
    assert informative(label)


def pair(left: list[int], right: list[int]) -> tuple[Column, Column]:
    return column("a", "x", 0, left), column("b", "y", 0, right)


def shares(left: list[int], right: list[int]) -> tuple[float, float, int, int]:
    a, b = pair(left, right)
    pool = Pool([table("a", {"x": left}), table("b", {"y": right})])
    found = overlap(a.profile, pool.hashes["a.x"], b.profile, pool.hashes["b.y"])
    return found.forth, found.back, found.shared, found.seen


def test_overlap_of_complete_sketches_is_exact() -> None:
    assert shares([1, 2, 3, 9], [1, 2, 3, 4, 5, 6]) == (0.75, 0.5, 3, 4)


def test_overlap_of_cut_sketches_is_an_estimate_of_both_shares() -> None:
    forth, back, shared, seen = shares(list(range(2000, 6000)), list(range(0, 8000)))
    assert forth == 1.0
    assert back == pytest.approx(0.5, abs=0.05)
    assert shared == 4000
    assert 400 < seen < 620


def test_ids_from_one_are_contained_by_chance_and_sparse_numbers_are_not() -> None:
    assert chance(*pair([1, 2, 3], list(range(1, 11)))) == 1.0
    assert chance(*pair([70_001, 90_001], [70_001, 90_001, 99_999])) < 1e-8


def test_small_numbers_are_no_draw_from_a_long_range() -> None:
    assert spread(*pair(list(range(1, 11)), list(range(1, 5001)))) == -6.0
    assert spread(*pair([1, 2000, 3500, 4999], list(range(1, 5001)))) > -0.01


def test_expected_coverage_of_a_random_draw() -> None:
    child, parent = pair([1, 1, 2], [1, 2])
    assert expected_coverage(child.profile, parent.profile) == 0.875
    child, parent = pair([1, 2], [1, 2, 3, 4])
    assert expected_coverage(child.profile, parent.profile) == 0.5


def test_measures_flags_and_prose_never_join() -> None:
    assert not joinable(column("a", "price", 0, [1.5, 2.25]))
    assert not joinable(column("a", "open", 0, ["yes", "no"], "boolean"))
    assert not joinable(column("a", "note", 0, ["long " * 40]))
    assert not joinable(column("a", "empty", 0, [None, None]))
    assert joinable(column("a", "id", 0, [1.0, 2.0]))


def test_a_key_may_have_some_dirt_but_not_many_gaps() -> None:
    assert key_like(column("a", "id", 0, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10]))
    assert not key_like(column("a", "id", 0, [1, 2, 3, 3, 3]))
    assert not key_like(column("a", "id", 0, [1, 2, None, None, None]))


def shop() -> list[Table]:
    return [
        table("customers", {"id": [11, 12, 13], "name": ["Ann", "Bob", "Cid"]}),
        table("orders", {"id": [901, 902, 903, 904], "customer_id": [11, 11, 12, 13], "price": [1.5, 2.5, 0.5, 9.25]}),
    ]


def named(pool: Pool, pairs: set[tuple[int, int]]) -> set[tuple[str, str]]:
    return {(pool.columns[a].id, pool.columns[b].id) for a, b in pairs}


def test_both_indexes_find_the_reference() -> None:
    pool = Pool(shop())
    assert named(pool, by_value(pool)) == {("orders.customer_id", "customers.id")}
    assert ("orders.customer_id", "customers.id") in named(pool, by_label(pool))


def test_a_column_is_no_candidate_of_itself() -> None:
    assert all(c.child.id != c.parent.id for c in candidates(Pool(shop())))


def test_a_key_split_over_two_files_is_seen_whole() -> None:
    ids = [f"S{n:03}" for n in range(20)]
    tables = [
        table("north", {"sample_no": ids[:10], "taste": ["x"] * 10}),
        table("south", {"sample_no": ids[10:], "taste": ["y"] * 10}),
        table("visits", {"visit": list(range(20)), "sample": ids}),
    ]
    together = {c.parent.id: c.together for c in candidates(Pool(tables)) if c.child.id == "visits.sample"}
    assert together == {"north.sample_no": 1.0, "south.sample_no": 1.0}
