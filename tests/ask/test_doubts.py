"""Why an answer is withheld is told with it."""

from __future__ import annotations

from core.ask.cautions import DOUBT
from tests.ask.conftest import World
from tests.ask.worlds import ask


def test_what_speaks_against_a_reading_is_told(world: World) -> None:
    doubted, sure = (
        ask(world("bikes"), q) for q in ("how many see-through bikes are there", "how many bikes are there")
    )
    assert doubted.unsure
    assert [c.message for c in doubted.warnings if c.code == DOUBT] == [
        "A word that tells things apart may be passed over."
    ]
    assert [c.code for c in sure.warnings] == []
