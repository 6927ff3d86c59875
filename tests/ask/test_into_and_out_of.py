"""A subtitling desk: two columns of languages, of which words say out of which and into which."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, csv_text, office_fixture

TONGUES = {"CY": "Welsh", "EN": "English", "GD": "Gaelic", "NO": "Norwegian", "IS": "Icelandic"}
FILMS = [(800 + n, list(TONGUES)[n % 5], list(TONGUES)[(n + 1 + n * n % 3) % 5], 20 + n * 7 % 60) for n in range(90)]
desk = office_fixture(
    {
        "tongues": csv_text("iso,tongue", list(TONGUES.items())),
        "films_subtitled": csv_text("film_no,src,tgt,minutes", FILMS),
    }
)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("How many films were subtitled into Norwegian?", sum(to == "NO" for _, _, to, _ in FILMS)),
        ("How many films were subtitled from Welsh?", sum(of == "CY" for _, of, _, _ in FILMS)),
        ("How many films were subtitled out of Welsh into English?", sum(f[1:3] == ("CY", "EN") for f in FILMS)),
        ("How many films went from Gaelic into Norwegian?", sum(f[1:3] == ("GD", "NO") for f in FILMS)),
    ],
)
def test_films_are_told_by_where_they_come_from_and_go(desk: Workspace, question: str, wanted: int) -> None:
    found = ask(desk, question)
    assert not found.unsure
    assert found.rows == ((wanted,),)
