"""A survey in codes: columns called by the numbers of their questions, a dictionary with a row for each code."""

from __future__ import annotations

import pytest

from core.workspace import Workspace
from tests.ask.worlds import ask, office_fixture

_ANSWERS = [
    (
        n,
        f"B{n % 20 + 1}",
        n % 2 + 1,
        99 if n % 17 == 0 else 20 + n % 50,
        n % 4 + 1,
        99998 if n % 13 == 0 else 99999 if n % 19 == 0 else 900 + n * 10,
        5 + n % 40,
        n % 3 + 1,
        n % 5 // 2 + 1,
    )
    for n in range(1, 121)
]
FILES = {
    "survey_wave_2": "rid,boat,q1,q2,q3,q4,q5,q6,q7\n" + "".join(",".join(map(str, row)) + "\n" for row in _ANSWERS),
    "boats": "boat,b1,b2,hull\n" + "".join(f"B{n},{n % 3},{n % 4 + 2},{'WS'[n % 2]}\n" for n in range(1, 21)),
    "codes": "Var,Asks,Code,Says\n"
    "rid,Number of the respondent,,\n"
    "q1,Sex of respondent,1,Male\nq1,Sex of respondent,2,Female\n"
    "q2,Age in years at the last birthday,99,Refused\n"
    "q3,Highest level of training completed,1,None\nq3,Highest level of training completed,2,Deck hand\n"
    "q3,Highest level of training completed,3,Mate\nq3,Highest level of training completed,4,Skipper\n"
    "q4,Yearly income from fishing (pounds),99998,Don't know\n"
    "q4,Yearly income from fishing (pounds),99999,Refused\n"
    "q5,Travel time to the harbour (minutes),,\n"
    "q6,Main means of transport,1,Car\nq6,Main means of transport,2,Bus\nq6,Main means of transport,3,Bicycle\n"
    "q7,Radio on board,1,Yes\nq7,Radio on board,2,No\nq7,Radio on board,3,Not known\n",
    "notes.txt": "About the fleet\n\nIn boats.csv, b1 is the number of winches the boat has, and b2 the number of "
    "bunks.\n",
}  # fmt: skip
INCOMES = [row[5] for row in _ANSWERS if row[5] < 99998]
AGES = [row[3] for row in _ANSWERS if row[3] != 99]
CODES = [row[7] for row in _ANSWERS]
fleet = office_fixture(FILES)


def test_questions_by_number_are_no_quarters(fleet: Workspace) -> None:
    assert {t.label for t in fleet.tables.all()} == {"survey_wave_2", "boats", "codes"}


def test_each_column_is_described_once(fleet: Workspace) -> None:
    said = {c.id: c.description for t in fleet.tables.all() for c in t.columns if c.description}
    assert said["survey_wave_2.q1"] == "Sex of respondent"
    assert said["survey_wave_2.q4"].startswith("Yearly income from fishing")
    assert said["boats.b1"] == "number of winches the boat has"
    assert said["boats.b2"] == "number of bunks"


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many respondents are women?", ((sum(row[2] == 2 for row in _ANSWERS),),)),
        ("How many respondents are there whose age is not known?", ((sum(row[3] == 99 for row in _ANSWERS),),)),
        ("What is the average age?", ((sum(AGES) / len(AGES),),)),
        ("average yearly income", ((sum(INCOMES) / len(INCOMES),),)),
        ("How many boats have no winch?", ((6,),)),
        ("How many boats have no winches?", ((6,),)),
        ("average number of bunks", ((3.5,),)),
    ],
)
def test_questions_in_everyday_words(fleet: Workspace, question: str, rows: tuple[tuple[object, ...], ...]) -> None:
    answer = ask(fleet, question)
    assert not answer.unsure, answer.enriched
    assert [tuple(map(pytest.approx, r)) for r in answer.rows] == list(rows), answer.sql


def test_people_are_no_minutes(fleet: Workspace) -> None:
    answer = ask(fleet, "How many people travel to the harbour by bus?")
    assert answer.unsure or answer.rows == ((CODES.count(2),),), answer.sql  # minutes were shown


def test_a_column_is_called_by_what_is_said_of_it(fleet: Workspace) -> None:
    assert "average age" in ask(fleet, "What is the average age?").answer.lower()
    by_training = ask(fleet, "average yearly income by level of training").answer
    assert "highest level of training completed" in by_training.lower()


def test_an_own_word_for_a_column_is_as_good_as_its_header(fleet: Workspace) -> None:
    fleet.questions.keep_term("rank", "q3")
    fleet.questions.keep_term("wage", "q4")
    answer = ask(fleet, "median wage for each rank")
    assert not answer.unsure, answer.enriched
    assert len(answer.rows) == 4
    assert "GROUP BY" in (answer.sql or "")


HALLS = {
    "visits": "visit,hall,k1,k2,k3\n"
    + "".join(
        f"V{n},H{n % 8},{-8 if n % 9 == 0 else n % 30},{97 if n % 7 == 0 else n % 6},{n % 2 + 1}\n" for n in range(90)
    ),
    "halls": "hall,town\n" + "".join(f"H{n},{'Leek Buxton'.split()[n % 2]}\n" for n in range(8)),
    "questions": "Column,Asked,Kind,Missing values\nk1,Minutes the walk takes,number,-8\n"
    "k2,Hours spent inside,number,97\nk3,Came by car,single,\n",
    "code_book": "var,code,label\nk1,-8,Don't know\nk3,1,Yes\nk3,2,No\n",
    "README.txt": "About the visits: what was asked\n\nThe visits are a sample of March, all on one day. "
    "Nobody was paid, and nobody was asked twice.\n\nThe halls are all that the town has. In it, hall is the "
    "number of the hall, and town says where it is.",
}  # fmt: skip
halls = office_fixture(HALLS)
WALKS = [n % 30 for n in range(90) if n % 9]
HOURS = [n % 6 for n in range(90) if n % 7]


def test_paragraphs_are_no_table(halls: Workspace) -> None:
    assert {t.label for t in halls.tables.all()} == {"visits", "halls", "questions", "code_book"}


@pytest.mark.parametrize(
    ("question", "mean"),
    [
        ("How many hours were spent inside on average?", sum(HOURS) / len(HOURS)),
        ("What is the average k2?", sum(HOURS) / len(HOURS)),
        ("What is the average k1?", sum(WALKS) / len(WALKS)),
    ],
)
def test_what_is_listed_as_missing_is_left_out(halls: Workspace, question: str, mean: float) -> None:
    answer = ask(halls, question)
    assert not answer.unsure, answer.enriched
    assert answer.rows == ((pytest.approx(mean),),), answer.sql


def test_one_code_alone_is_no_description(halls: Workspace) -> None:
    said = {c.id: c.description for t in halls.tables.all() for c in t.columns}
    assert said["visits.k1"].startswith("Minutes the walk takes")
