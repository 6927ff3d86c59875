"""Lines that tell of columns with nothing but blanks between a name and what it is."""

from __future__ import annotations

import pytest

from core.documents.match import Found, entries
from core.documents.plain_lines import told_on_lines
from tests.graph.graphs import table

KNOWN = {"htm", "girthcm", "tpo", "ref", "left"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "HT_M height in metres GIRTH_CM girth at chest height, cm",
            {"HT_M": "height in metres", "GIRTH_CM": "girth at chest height, cm"},
        ),
        ("TPO preservation order (protected)", {"TPO": "preservation order (protected)"}),
        ("- TPO preservation order", {"TPO": "preservation order"}),
        ("left on the bench", {}),  # a word of every day
        ("The TPO of a tree", {}),
        ("", {}),
    ],
)
def test_what_a_line_says_of_columns(text: str, said: dict[str, str]) -> None:
    assert dict(told_on_lines(text, (), KNOWN)) == said


def test_one_such_line_alone_may_be_a_sentence() -> None:
    trees = table("trees", ["ref!", "HT_M", "TPO"])
    lone = [Found("notes.txt", "", "TPO means work for us.")]
    two = [Found("notes.txt", "", "TPO protected by an order HT_M height in metres")]
    assert {e.about: e.text for e in entries(lone, [trees])} == {}
    assert {e.about: e.text for e in entries(two, [trees])} == {
        "trees.TPO": "protected by an order",
        "trees.HT_M": "height in metres",
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("HR_Cd (region): Y1 North, Y2 South", "region: Y1 North, Y2 South"),
        ("HR_Cd (mm): rain of the day", "rain of the day"),
        ("HR_Cd (see below): rain of the day", "rain of the day"),
    ],
)
def test_a_word_in_brackets_is_what_people_call_it(text: str, said: str) -> None:
    found = entries([Found("notes.txt", "", text)], [table("trusts", ["ref!", "HR_Cd"])])
    assert [e.text for e in found] == [said]
