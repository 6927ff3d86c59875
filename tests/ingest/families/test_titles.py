"""The title that files of one form share."""

from __future__ import annotations

import pytest

from core.ingest.families.titles import shared_title


@pytest.mark.parametrize(
    ("titles", "shared"),
    [
        ([["Visits to pools, 2020"], ["Visits to pools, 2021"]], "Visits to pools, …"),
        ([["Visits", "As of May 3 2020"], ["Visits", "As of June 9 2021"]], "Visits"),
        ([["Visits", "Council"], ["Visits", "Council"]], "Visits · Council"),
        ([["Visits"], ["Visits", "Council"]], ""),
        ([[], []], ""),
        ([], ""),
    ],
)
def test_what_varies_is_left_out(titles: list[list[str]], shared: str) -> None:
    assert shared_title(titles) == shared
