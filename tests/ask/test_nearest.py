"""Words that led to nothing, and the cells that may be what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from core.ask.nearest import with_unknown
from core.ask.state import SchemaView
from core.model import Chip, Column, Profile
from tests.ask.schemas import table


def shows(**changed: object) -> SchemaView:
    profile = replace(Profile(40, 0, 3, common=(("OPERA", 20), ("YOUNG", 15), ("X", 5))), **changed)  # type: ignore[arg-type]
    genre = Column("shows", "genre", "genre", "text", 1, profile, codes=(("X", "Experimental"),))
    plain = table("shows", "id:integer!")
    return SchemaView((replace(plain, columns=(*plain.columns, genre)),), ())


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    """Children and the young lie close; everything else is by itself."""
    axes = {"kids": (1.0, 0.0), "YOUNG": (0.8, 0.6), "weird": (0.0, 1.0), "Experimental": (0.0, 1.0)}
    return np.array([axes.get(t, (0.0, -1.0)) for t in texts], dtype=np.float32)


@pytest.mark.parametrize(
    ("word", "offered"),
    [
        ("kids", ["`shows`.`genre` = 'YOUNG'"]),
        ("weird", ["`shows`.`genre` = 'X' (Experimental)", "`shows`.`genre` = 'YOUNG'"]),
    ],
)
def test_cells_that_mean_something_like_it_are_offered(word: str, offered: list[str]) -> None:
    (chip,) = with_unknown((), (word,), f"How many shows for {word}?", shows(), None, embed)
    assert [said for said, _ in chip.alternatives] == [*offered, "`shows`"]
    assert chip.alternatives[0][1].startswith("shows.genre=")
    assert chip.near == len(offered)


def test_columns_of_many_values_and_private_ones_offer_none() -> None:
    known = shows().tables[0]
    private = replace(known, columns=tuple(replace(c, private=True) for c in known.columns))
    for view in (shows(distinct=400), SchemaView((private,), ())):
        (chip,) = with_unknown((), ("kids",), "shows for kids", view, None, embed)
        assert chip.alternatives == (("`shows`", "shows"),)
        assert chip.near == 0


def test_tables_that_no_word_means_are_offered_and_of_many_only_the_nearest() -> None:
    named = Chip("shows", "table", "`shows`", "shows", 2)
    few = SchemaView((*shows().tables, table("visits", "id:integer!")), ())
    chips = with_unknown((named,), ("dips",), "How many shows had dips?", few, None)
    assert [c.alternatives for c in chips] == [(), (("`visits`", "visits"),)]
    many = SchemaView((*shows().tables, *(table(f"list {n}", "id:integer!") for n in range(20))), ())
    (chip,) = with_unknown((), ("kids",), "How many kids?", many, None, embed)
    assert [to for _, to in chip.alternatives] == ["shows.genre=YOUNG", "shows"]


def test_of_a_table_without_rows_nothing_is_offered() -> None:
    bare = replace(table("show", "id:integer!"), rows=0)
    (chip,) = with_unknown((), ("shw",), "How many shw?", SchemaView((*shows().tables, bare), ()), None)
    assert [to for _, to in chip.alternatives] == ["shows"]


def test_a_dictionary_is_not_offered() -> None:
    book = table("codes", "table:text", "column:text", "code:text", "meaning:text")
    held = tuple(replace(c, profile=replace(c.profile, common=(("genre", 3),), distinct=1)) for c in book.columns)
    both = SchemaView((*shows().tables, replace(book, rows=3, columns=held)), ())
    (chip,) = with_unknown((), ("codex",), "How many codex?", both, None)
    assert [to for _, to in chip.alternatives] == ["shows"]


def test_letters_that_nothing_explains_are_no_words() -> None:
    """`BB` lies near anything; what it stands for does not."""
    near = lambda texts: np.array([(1.0, 0.0) if t in ("tea", "BB", "X") else (0.0, 1.0) for t in texts])  # noqa: E731
    view = shows(common=(("BB", 20), ("X", 5)))
    (chip,) = with_unknown((), ("tea",), "How many shows with tea?", view, None, near)
    assert chip.near == 0
