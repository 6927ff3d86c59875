"""What a code means is looked up in the lists of codes."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

FILES = {
    "orders": "No,Raised,Work\n" + "".join(f"{n},2024-01-{1 + n % 28:02d},{('CR', 'EPI')[n % 2]}\n" for n in range(40)),
    "office codes": "list,code,means\nwork,CR,Crown reduction\nwork,EPI,Growth removal\nofficer,KM,Kay Moss\n",
}


office = office_fixture(FILES)


@pytest.mark.parametrize(
    ("question", "meaning"),
    [
        ("what does EPI mean on an order?", "Growth removal"),
        ("What does the code CR stand for?", "Crown reduction"),
        ("what does km mean", "Kay Moss"),
    ],
)
def test_a_code_is_looked_up(office: Workspace, question: str, meaning: str) -> None:
    got = ask(office, question)
    assert got.rows == ((meaning,),)
    assert not got.unsure
