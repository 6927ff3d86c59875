"""Words run together, taken apart where both pieces are known."""

from __future__ import annotations

import pytest

from core.text.run_together import apart


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("opendate", ("open", "date")),
        ("schname", ("sch", "name")),
        ("totpups", ("tot", "pups")),
        ("numpass", ("num", "pass")),
        ("avgscore", ("avg", "score")),
        ("update", ()),
        ("surname", ()),
        ("number", ()),
        ("numeric", ()),
        ("total", ()),
        ("lifetime", ()),
        ("candidate", ()),
    ],
)
def test_both_pieces_must_be_known(word: str, pieces: tuple[str, ...]) -> None:
    assert apart(word) == pieces
