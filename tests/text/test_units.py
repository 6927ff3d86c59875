"""What stands behind a label's words: units, scales and formats."""

from __future__ import annotations

import pytest

from core.text.units import ratio, without_unit
from core.text.verbs import past_forms


@pytest.mark.parametrize(
    ("label", "numbers", "bare"),
    [
        ("score (0-100)", True, "score"),
        ("Rainfall [mm]", True, "Rainfall"),
        ("Paid? (Y/N)", False, "Paid"),
        ("Length m", True, "length"),
        ("trip_min", True, "trip"),
        ("grade_min", True, ""),
        ("Class m", False, ""),
        ("(GBP)", True, ""),
        ("kg", True, ""),
        ("Amount", True, ""),
    ],
)
def test_a_label_is_said_without_its_unit(label: str, numbers: bool, bare: str) -> None:
    assert without_unit(label, numbers) == bare


@pytest.mark.parametrize(
    ("label", "unit", "bare"),
    [
        ("salt_mg_kg", "mg/kg", "salt"),
        ("Pb_ug_L", "ug/L", "pb"),
        ("catch_t_ha", "t/ha", "catch"),
        ("current_m_s", "m/s", "current"),
        ("algae_g_m2", "g/m2", "algae"),
        ("Speed km/h", "km/h", "speed"),
        ("Oxygen (mg/l)", "mg/l", "Oxygen"),
        ("price_eur_per_kg", "EUR/kg", "price"),
        ("size_m_l", "", "size m"),
        ("area_m2", "", "area"),
        ("kg_ha", "", "kg"),
    ],
)
def test_two_units_at_the_end_of_a_label_are_a_ratio(label: str, unit: str, bare: str) -> None:
    assert (ratio(label), without_unit(label, True)) == (unit, bare)


@pytest.mark.parametrize(
    ("verb", "done"),
    [("fund", "funded"), ("pay", "paid"), ("close", "closed"), ("deny", "denied"), ("stop", "stopped")],
)
def test_what_was_done_by_its_verb(verb: str, done: str) -> None:
    assert done in past_forms(verb)
