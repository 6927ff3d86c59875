"""The vocabulary: prefixes, abbreviations, run-together and bilingual labels, rarity."""

from __future__ import annotations

import pytest

from core.ask.label_forms import Form
from core.ask.label_stems import spell_out, stems
from core.ask.tokens import stem
from core.ask.vocabulary import Vocabulary
from core.text.words import words
from tests.ask.schemas import table


def of(*words: str) -> tuple[str, ...]:
    return tuple(stem(w) for w in words)


def forms(vocabulary: Vocabulary, place: str) -> list[Form]:
    return [
        f for f in {id(f): f for word in vocabulary.by_stem for f in vocabulary.forms(word)}.values() if f.id == place
    ]


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("unit_price", ("unit", "price")),
        ("UnitPrice", ("unit", "price")),
        ("Qty", ("quantity",)),
        ("custNo", ("customer", "number")),
        ("fname", ("first", "name")),
        ("Surname", ("last", "name")),
        ("dob", ("birth", "date")),
        ("date of birth", ("date", "birth")),
        ("the", ("the",)),
    ],
)
def test_labels_as_stems(label: str, expected: tuple[str, ...]) -> None:
    assert stems(label) == of(*expected)


def test_a_word_that_is_no_abbreviation_is_its_own_stem() -> None:
    assert spell_out("harbours") == of("harbour")


def test_a_prefix_shared_by_the_columns_is_left_out() -> None:
    (form,) = forms(Vocabulary([table("stock", "sb_code", "sb_shelf", "sb_colour")]), "stock.sb_shelf")
    assert (form.full, form.core) == (of("sb", "shelf"), of("shelf"))


def test_a_prefix_of_two_columns_or_of_less_than_most_stays() -> None:
    two = Vocabulary([table("stock", "sb_code", "sb_shelf")])
    few = Vocabulary([table("stock", "sb_code", "sb_shelf", "weight", "colour")])
    assert [f.core for v in (two, few) for f in forms(v, "stock.sb_shelf")] == [of("sb", "shelf")] * 2


def test_a_tables_own_words_are_left_out_of_its_columns() -> None:
    vocabulary = Vocabulary([table("customers", "customer_name", "customer")])
    assert [f.core for f in forms(vocabulary, "customers.customer_name")] == [of("name")]
    assert [f.core for f in forms(vocabulary, "customers.customer")] == [of("customer")]


def test_a_run_together_label_is_split_where_its_words_are_known() -> None:
    vocabulary = Vocabulary([table("drivers", "driver", "age"), table("races", "driverid", "humanoid")])
    assert [f.full for f in forms(vocabulary, "races.driverid")] == [of("driver", "id")]
    assert [f.full for f in forms(vocabulary, "races.humanoid")] == [of("humanoid")]


def test_a_run_together_label_is_found_however_it_is_spelt() -> None:
    vocabulary = Vocabulary([table("flights", "FlightNo", "from")])
    assert [f.id for w in vocabulary.by_flat["flightno"] for f in w.all()] == ["flights.FlightNo"]


def test_a_bilingual_label_answers_to_both_languages() -> None:
    vocabulary = Vocabulary([table("results", "Country / Pays", "Product / Produit", "Result / Résultat")])
    assert {f.id for f in vocabulary.forms(stem("pays"))} == {"results.Country / Pays"}
    assert of("country") in [f.full for f in forms(vocabulary, "results.Country / Pays")]
    assert of("pays") in [f.full for f in forms(vocabulary, "results.Country / Pays")]


def test_words_of_most_tables_tell_nothing_apart() -> None:
    names = ("survey_births", "survey_deaths", "survey_homes")
    vocabulary = Vocabulary([table(n, "year") for n in names])
    assert [forms(vocabulary, n)[0].core for n in names] == [of("births"), of("deaths"), of("homes")]


def test_a_rare_word_says_more_than_a_common_one() -> None:
    vocabulary = Vocabulary([table("a", "name", "size"), table("b", "name", "weight"), table("c", "name")])
    assert vocabulary.rarity(stem("name")) < vocabulary.rarity(stem("size")) == vocabulary.rarity(stem("weight"))
    assert 0 < vocabulary.rarity(stem("name")) < vocabulary.rarity("unheard-of") <= 1


def test_labels_are_given_as_the_file_has_them() -> None:
    vocabulary = Vocabulary([table("t", "Größe", label="Meine Tabelle")])
    shown = {f.id: w.label for found in vocabulary.by_stem.values() for w in found for f in w.all()}
    assert shown == {"t": ("meine", "tabelle"), "t.Größe": ("grosse",)}


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("MWh", ("mwh",)),
        ("Total kWh used", ("total", "kwh", "used")),
        ("WTGs", ("wtgs",)),
        ("QScore", ("q", "score")),
        ("sbTxCustId", ("sb", "tx", "cust", "id")),
    ],
)
def test_a_unit_of_mixed_cases_is_one_word(label: str, said: tuple[str, ...]) -> None:
    assert words(label) == said
