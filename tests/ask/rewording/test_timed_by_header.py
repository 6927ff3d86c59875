"""Times that a header counts in its unit: `time on site` is `Mins on Site`."""

from __future__ import annotations

import pytest

from core.ask.rewording.measured import timed_by_header
from core.ask.state import SchemaView
from core.ask.translators.rules.facts import Facts
from tests.ask.schemas import table

_VIEW = SchemaView((table("repairs", "id:integer!", "engineer", "Mins on Site:integer", "hours:real"),), ())


@pytest.mark.parametrize(
    ("asked", "plainly"),
    [
        ("average time on site per engineer", ["average Mins on Site per engineer"]),
        ("which engineer had the most time spent on site", ["which engineer had the most Mins on Site"]),
        ("how many were on site on time", []),
        ("average time per engineer", []),
    ],
)
def test_a_time_is_what_the_header_counts(asked: str, plainly: list[str]) -> None:
    assert [r.text for r in timed_by_header(asked, Facts(_VIEW))] == plainly
