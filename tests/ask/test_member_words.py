"""Values that all begin alike are found by what tells them apart."""

from __future__ import annotations

import pytest

from core.ask.member_words import MemberWords
from core.ask.tokens import tokenise
from core.model import Column, FileNote, Layout, Profile, Table

TITLED = Layout((), (FileNote(1, "Net generation", "title"),))


def table(*values: str) -> Table:
    profile = Profile(len(values), 0, len(values), common=tuple((v, 1) for v in values))
    return Table(
        "power", "power", "p.csv", 3, (Column("power", "source", "source", "text", 0, profile),), layout=TITLED
    )


@pytest.mark.parametrize(
    ("values", "question", "named"),
    [
        (("Norland : coal", "Norland : natural gas"), "how much did coal generate", ["Norland : coal"]),
        (("Norland : coal", "Norland : natural gas"), "how much natural gas", ["Norland : natural gas"]),
        (("Norland coal", "Norland gas"), "how much coal", []),
        (("Norland : coal", "Sudland : coal"), "how much coal", []),
        (("Norland : coal",), "how much coal", []),
    ],
)
def test_what_is_left_of_values_that_begin_alike(values: tuple[str, ...], question: str, named: list[str]) -> None:
    links = MemberWords((table(*values),)).links(tokenise(question))
    assert [link.value for _, _, link in links] == named
