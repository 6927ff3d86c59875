"""Nothing is said twice, groups are called by what they are, and figures have what they are counted in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.ask.conversation.wording import Wording
from core.ask.state import SchemaView
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col, Filter, Item, Order, Query
from core.ask.translators.rules.realisation.phrase import Phrase
from core.workspace import Workspace
from tests.ask.worlds import ask, opened

FIRST, LAST = "Amy Ben Cal Amy".split(), "Reed Shaw Reed Todd Shaw Todd".split()
DATED = Col("bills", "billed")


def files(folder: Path) -> list[Path]:
    """Twelve owners with few first and last names, two rabbits or cats for every second, and a bill for each pet."""
    rows = {
        "owners": ["owner_id,first_name,last_name,town"]
        + [f"{n},{FIRST[n % 4]},{LAST[n % 6]},{('Wells', 'Frome', 'Bath')[n % 3]}" for n in range(1, 13)],
        "pets": ["pet_id,pet_name,breed,born,owner_id"]
        + [f"{n},{'Rex Tom Kit'.split()[n % 3]},{'Lop Manx'.split()[n % 2]},2020-0{n % 9 + 1}-11,{2 * (n % 6) + 2}"
           for n in range(1, 19)],
        "bills": ["bill_id,billed,seen_by,total,pet_id"]
        + [f"{n},2024-0{n % 9 + 1}-0{n % 9 + 1},{'Ada Bo Cy'.split()[n % 3]},{10.5 * min(n, 12)},{n}"
           for n in range(1, 15)],
    }  # fmt: skip
    for name, lines in rows.items():
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n", "utf-8")
    return [folder / f"{name}.csv" for name in rows]


@pytest.fixture(scope="module")
def surgery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("surgery")
    with opened(files(folder), folder / "w") as workspace:
        yield workspace


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the total of the bills?", "The total of bills is 1,071."),
        ("Which pets have no bills?", "There are 4 pets that have no bills: "),
        ("Which owners have more than 2 pets?", "6 owners have more than 2 pets: "),
        ("top 2 pets by number of bills", "The 2 pets with the most bills: "),
        ("the 2 highest totals", "The 2 highest totals: 126 and 126. 1 more shares the last place."),
        ("number of bills by seen by", "Bills by “seen by”: Cy and Bo have the most (5 each), then Ada (4); 3 values "
                                       "of “seen by” in all."),
        ("List the pet name, breed and owner town of the pets", "Here are the pet names, breeds and owner towns of the "
                                                                "18 pets."),
    ],
)  # fmt: skip
def test_said(surgery: Workspace, question: str, said: str) -> None:
    assert ask(surgery, question).answer.startswith(said)


def test_an_age_is_so_many_years(surgery: Workspace) -> None:
    assert ask(surgery, "What is the average age of the pets?").answer.endswith(" years.")


def test_a_query_in_words_says_each_condition_once_and_times_as_such(surgery: Workspace) -> None:
    facts = Facts(SchemaView(tuple(surgery.tables.all()), tuple(surgery.joins.all())))
    empty = Filter(Item(DATED), "is null", ())
    query = Query(
        (Item(Col("bills", "bill_id")),),
        where=(empty, empty),
        order=(Order(Item(replace(DATED, part="month"))), Order(Item(Col("bills", "total")), True)),
    )
    assert Phrase(facts).query(query) == (
        "`bill_id` of `bills`, where `billed` is empty, "
        "sorted by month of `billed` (earliest first) and `total` (largest first)"
    )
    assert Wording(facts).question(query) == (
        "Show the bill_id of bills where billed is empty, "
        "sorted by month of billed (earliest first) and total (largest first)"
    )
