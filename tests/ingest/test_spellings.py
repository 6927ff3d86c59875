"""Spellings of one word in a column."""

from __future__ import annotations

import pytest

from core.ingest.spellings import MOST, spellings


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        ([("Cat", 9), (" Cat", 1), ("cat", 2), ("Dog", 5)], ((" Cat", "Cat"), ("cat", "Cat"))),
        ([("CAT", 2), ("cat", 2), ("Dog", 5)], (("cat", "CAT"),)),
        ([("Elk  End", 1), ("Elk End ", 1), ("Elk End", 7)], (("Elk  End", "Elk End"), ("Elk End ", "Elk End"))),
        ([("Dog ", 9)], (("Dog ", "Dog"),)),
        ([("m", 4), ("M", 4), ("m ", 2)], (("m ", "m"),)),  # codes: minutes and months
        ([("n/a", 4), ("N/A", 4), ("yes", 3)], ()),
        ([("Anna", 1), ("anna", 1), ("Ben", 1)], ()),  # hardly any word is said twice: names of their own
        ([("Not known yet", 1), ("Not known yet.", 2), ("By boat", 1), ("By sea", 1), ("On foot, and by sea", 1)], (
            ("Not known yet", "Not known yet."),
        )),
        ([("Cat", 9), ("Dog", 5)], ()),
        ([("Cancelled", 4), ("CANC", 9), ("canc.", 2)], (("CANC", "Cancelled"), ("canc.", "Cancelled"))),
        ([("HUM 1.05", 4), ("HUM1.05", 9), ("1 05", 3), ("105", 3)], (("HUM 1.05", "HUM1.05"),)),
        ([("Canceled", 4), ("cancelled", 9), ("Falling", 3), ("Faling", 3)], (("Canceled", "cancelled"),)),
        ([("NHS", 9), ("N.H.S.", 2), ("Den plan", 2), ("Denplan", 5)], (("Den plan", "Denplan"), ("N.H.S.", "NHS"))),
        ([("Private", 9), ("Pte", 2), ("Att", 5), ("Attended", 7)], (("Att", "Attended"), ("Pte", "Private"))),
        ([("No further action", 9), ("NFA", 4), ("Insp. booked", 2), ("Inspection booked", 3)], (
            ("Insp. booked", "Inspection booked"), ("NFA", "No further action"),
        )),
        ([("Med", 4), ("Medium", 9), ("Medical", 5), ("Male", 3), ("M", 4), ("A-1", 3), ("A1", 4)], ()),
        ([("refund", 9), ("Refunded", 4), ("U26", 2), ("Under 26", 3)], (("Refunded", "refund"), ("U26", "Under 26"))),
        ([("Car", 9), ("Caravan", 5), ("Post", 3), ("Postponed", 4), ("Open", 9), ("Opening", 3)], ()),
        ([("Clay", 9), ("Clayton", 5), ("Marl", 3), ("Marlford", 4)], ()),  # places, each of its own
        ([("Compl", 9), ("Completed", 5), ("Complained", 3)], ()),
        ([(f"word{n}", 5) for n in range(MOST)] + [(f"Word{n}", 2) for n in range(MOST)], tuple(
            sorted((f"Word{n}", f"word{n}") for n in range(MOST))
        )),
        ([(f"word{n}", 5) for n in range(MOST + 1)] + [(f"Word{n}", 2) for n in range(MOST + 1)], ()),
    ],
)  # fmt: skip
def test_lesser_spellings_lead_to_the_commonest(
    texts: list[tuple[str, int]], found: tuple[tuple[str, str], ...]
) -> None:
    assert spellings(texts) == found
