"""Words of other languages, and those of English that only look like them."""

from __future__ import annotations

import pytest

from core.text.glossary import glossary


@pytest.mark.parametrize("word", ["bookings", "booked", "parts", "notes", "date"])
def test_forms_of_english_words_are_not_foreign(word: str) -> None:
    assert not glossary().foreign(word)


@pytest.mark.parametrize("word", ["visitas", "rues", "kunden", "comuni"])
def test_words_of_other_languages_are(word: str) -> None:
    assert glossary().foreign(word)
