"""Forms of published tables: two figures over the years, classes crossed with districts, months beside a year."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.workspace import Workspace
from tests.ask.worlds import answers, ask, office_of

FARMS = {
    "Upper valley": {"Ashby": ((10, 11, 15), (100, 90, 95)), "Brome": ((20, 21, 22), (50, 60, 70))},
    "Lower valley": {"Cote": ((30, 29, 28), (40, 50, 45)), "Denby": ((5, 6, 7), (80, 85, 20))},
}
BOATS = {"Under 10 m": ((50, 44, 40), (60, 55, 51)), "10 m and over": ((20, 20, 19), (9, 9, 10))}
PLUMS = {2022: list(range(1, 13)), 2023: [10 * n for n in range(1, 13)]}


def harvest() -> str:
    rows = [(name, *figures) for farms in FARMS.values() for name, figures in farms.items()]
    lines = ["Table 1. Harvest by farm,,,,,,", "Tonnes and thousand crowns,,,,,,", ",,,,,,"]
    lines += ["Valley / farm,Harvest weight,,,Value,,", ",2021,2022,2023p,2021,2022,2023p"]
    for valley, farms in FARMS.items():
        lines.append(f"{valley},,,,,,")
        lines += [f"  {name},{','.join(map(str, (*w, *v)))}" for name, (w, v) in farms.items()]
    sums = [sum(r[1][n] for r in rows) for n in range(3)] + [sum(r[2][n] for r in rows) for n in range(3)]
    return "\n".join([*lines, f"All farms,{','.join(map(str, sums))}", ",,,,,,", "p provisional,,,,,,"]) + "\n"


def boats() -> str:
    lines = ["Table 2. Registered boats by length class and shore", "", "Length class,Shore,2019,2022,2023"]
    every = {"All lengths": tuple(tuple(sum(c[k][n] for c in BOATS.values()) for n in range(3)) for k in (0, 1))}
    for name, (east, west) in (every | BOATS).items():
        lines.append(f"{name},Whole country,{','.join(str(a + b) for a, b in zip(east, west, strict=True))}")
        lines += [f",East shore,{','.join(map(str, east))}", f",West shore,{','.join(map(str, west))}"]
    return "\n".join([*lines, "", "Source: the register"]) + "\n"


def fruit() -> str:
    months = "Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec"
    lines = ["Table 3. Fruit picked by month (tonnes)", "", f"Year,Fruit,{months}"]
    for year, plums in PLUMS.items():
        lines.append(f"{year},Plums,{','.join(map(str, plums))}")
        lines.append(f",Pears,{','.join('7' for _ in plums)}")
    return "\n".join(lines) + "\n"


def people() -> str:
    lands = {
        "COAST": (("Aby", 110, 11, 10, 3), ("Bury", 220, 6, 6, 5)),
        "HILLS": (("Cle", 310, 13, 20, 9), ("Dun", 405, 20, 21, 2)),
    }
    lines = [
        "Table 4. People by parish,,,,,",
        ",,,,,",
        "Code,Region and parish,People,Births,,Deaths",
        ",,,Boys,Girls,",
    ]
    code = 100
    for land, parishes in lands.items():
        lines.append(f",{land},{','.join(str(sum(p[k] for p in parishes)) for k in (1, 2, 3, 4))}")
        for name, *figures in parishes:
            code += 1
            lines.append(f"{code},{name},{','.join(map(str, figures))}")
    every = [p for parishes in lands.values() for p in parishes]
    whole = ",".join(str(sum(p[k] for p in every)) for k in (1, 2, 3, 4))
    return "\n".join([*lines, f",Whole land,{whole}", ",,,,,", "Source: the parishes,,,,,"]) + "\n"


FILES = {"t4_people": people(), "t1_harvest": harvest(), "t2_boats": boats(), "t3_fruit": fruit()}
CASES: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...] = (
    ("What was the value of the harvest at Ashby in 2022?", ((90,),)),
    ("Harvest weight of Cote in 2023", ((28,),)),
    ("Which valley had the highest value of harvest in 2023?", (("Upper valley",),)),
    ("By what percentage did the value of the harvest in the Upper valley change from 2021 to 2023?", ((10.0,),)),
    ("What was Ashby's average yearly harvest weight over the three years 2021 to 2023?", ((12.0,),)),
    ("How many tonnes of fruit were harvested at Brome in 2022?", ((21,),)),
    ("By how many boats did the whole register shrink between 2019 and 2023?", ((-19,),)),
    ("How many boats under 10 metres were registered on the East shore in 2023?", ((40,),)),
    ("How many tonnes of plums were picked in June, July and August 2023 put together?", ((210,),)),
    ("Which parish had the most births?", (("Dun",),)),
    ("How many people were there in Cle?", ((310,),)),
    ("Which parish had the fewest people?", (("Aby",),)),
    ("How many girls were born in Dun?", ((21,),)),
    ("Deaths in the coast region", ((8,),)),
    ("Plums picked in June, July and August 2022", ((6,), (7,), (8,))),
)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    workspace = office_of(FILES, tmp_path_factory.mktemp("farms"))
    yield workspace
    workspace.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("question", "rows"), CASES, ids=[q for q, _ in CASES])
def test_they_are_asked_as_they_are_meant(
    office: Workspace, question: str, rows: tuple[tuple[object, ...], ...]
) -> None:
    answer = ask(office, question)
    assert not answer.unsure, (answer.enriched, answer.sql)
    given = [row[-1:] for row in answer.rows] if len(rows) > 1 else answer.rows
    given = [row[:1] for row in given] if isinstance(rows[0][0], str) else given
    assert answers(given, rows), (answer.rows, answer.sql)


def test_sums_above_their_parts_are_found_behind_a_column_of_codes(office: Workspace) -> None:
    (table,) = (t for t in office.tables.all() if t.name == "t4_people")
    assert table.rows == 4
    assert table.layout is not None
    assert [t.label for t in table.layout.totals] == ["COAST", "HILLS", "Whole land"]
