"""What the rows of a table are called, by its label."""

from __future__ import annotations

import pytest

from core.text.table_names import plain_words, short_names


@pytest.mark.parametrize(
    ("label", "plain"),
    [
        ("Tenants list FINAL/Tenants", "tenants"),
        ("Tenants list FINAL/Left", "left tenants"),
        ("swimmers/Sheet1", "swimmers"),
        ("swimmers 2024/2024", "swimmers"),
        ("codes/Priority", "priority codes"),
        ("Vans and rates/Rates", "rates"),
        ("new_homes/Table 1", "new homes"),
        ("receipts25/Sheet1", "receipts"),
        ("jetties50000", "jetties"),
        ("rehearsals jan-jun/Jan-Jun 26", "rehearsals"),
        ("vehicle_master", "vehicle"),
        ("bridge_register_2024", "bridge"),
        ("attendance register", "attendance register"),
        ("staff directory", "staff"),
        ("orders log 22-24", "orders"),
        ("loans_monthly", "loans"),
        ("rent_monthly", "rent monthly"),
        ("evening lessons autumn 24", "evening lessons"),
        ("crates back", "crates"),
        ("goods out", "goods out"),
        ("sign in", "sign in"),
    ],
)
def test_a_sheet_says_what_its_rows_are_or_its_file_does(label: str, plain: str) -> None:
    assert " ".join(plain_words(label)) == plain


def test_too_long_a_label_is_said_without_its_series_and_a_singular_without_data() -> None:
    def short(*labels: str, columns: tuple[str, ...] = ()) -> dict[str, str]:
        return {k: " ".join(v) for k, v in short_names(dict.fromkeys(labels, columns)).items()}

    series = [f"roads-and-lights-survey-{of}-2021-2024" for of in ("lamp", "pole", "cable")]
    assert short(*series) == dict(zip(series, ("lamp", "pole", "cable"), strict=True))
    assert short("RW_fault_data_2024", "RW_Depots", "RW_crews", columns=("FaultNumber",)) == {
        "RW_fault_data_2024": "fault"
    }
    assert short("RW_medical_data_2024", "RW_Depots", "RW_crews", columns=("Name",)) == {}
    assert short("Visits by site and age 2021_2023", "sites") == {"Visits by site and age 2021_2023": "visits"}
    assert short("Visits by site and age 2021_2023", "visits") == {}
    assert short("sales order data", "sales items", "sales staff") == {}
