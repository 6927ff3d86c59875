"""Answers are sentences that answer: one case for each shape of question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from core.ask.cells import date, figure, quoted, text
from core.ask.form import Form
from core.ask.translators.rules.query import Among, Col, Filter, Item, Order, Query, Related
from core.ask.translators.rules.realisation.speech import Speech
from core.ask.translators.rules.realisation.tell import sentence
from core.model import Answer, Rows, Value
from tests.ask.conftest import World
from tests.ask.schemas import facts, shop
from tests.ask.worlds import ask, opened

Asked = Callable[..., Answer]

SAID = {
    "library": {
        "How many members are there?": "There are 10 members.",
        "How many members live in Leith?": "There are 4 members in Leith.",
        "How many different genres are there?": "There are 6 different genres.",
        "What is the average price of the books?": "The average price of books is 13.44.",
        "What is the average price of crime books?": "The average price of books with genre Crime is 10.93.",
        "What is the total of the fines?": "The total fine of loans is 34.75.",
        "How many pages does Seven Gates have?": "Seven Gates has 388 pages in total.",
        "What are the minimum and maximum number of pages?": "For books, fewest pages: 88; most pages: 421.",
        "What is the price of Winter Ferry?": "The price of Winter Ferry is 9.90.",
        "When did Gita Rao join?": "The join date of Gita Rao is 8 August 2022.",
        "What percentage of books are novels?": "31.25% of the books have genre Novel.",
        "What share of books are novels?": "31.25% of the books have genre Novel.",
        "Which members have no phone?": "There are 3 members without a phone: Ben Castle, Finn Gray and Hamish Orr.",
        "Which members have no loans?": "There are 2 members that have no loans: Hamish Orr and Jonas Kerr.",
        "List the titles of books with more than 300 pages.": "There are 7 books with more than 300 pages; "
        "they are listed below.",
        "What are the names and towns of the members?": "Here are the names and towns of the 10 members.",
        "How many books by Lars Bergqvist are there?": "There are 3 books with author Lars Bergqvist.",
        "How many books are there in each genre?": "Books by genre: Novel has the most (5), then Poetry and "
        "Crime (3 each); 6 genres in all.",
        "How many books has each author written?": "Books by author: Lars Bergqvist and Yuki Tanabe have the most "
        "(3 each), then 5 others (2 each); 7 of 8 authors have books.",
        "What is the average number of pages per genre?": "Average number of pages by genre: Fantasy has the highest "
        "(404.50), then Science Fiction (373.00) and Crime (280.67); 6 genres in all.",
        "What is the average number of loans per member?": "The average number of loans per member is 4.62, over the 8 "
        "members that have loans; 10 in all.",
        "What is the average number of loans per member in 2023?": "The average number of loans with loan date in 2023 "
        "per member is 2, over the members that have such loans.",
        "average number of loans per member by year": "Average number of loans per member by year of loan date, 2022 "
        "to 2024: highest in 2022 (2.83), lowest in 2024 (1.33). In each, members that have no such loans are left "
        "out.",
        "What is the average number of books per genre?": "The average number of books per genre is 2.67.",
        "How many members joined in each year?": "Members by year of join date, 2019 to 2023: the most in 2022 (3), "
        "the fewest in 2019 (1).",
        "Which genres have more than 2 books?": "3 genres have more than 2 books: Crime, Novel and Poetry.",
        "Which genres have more than 50 books?": "No genre has more than 50 books. Try another bound.",
        "Which book is the cheapest?": "Tidewrack has the lowest price: 6.90.",
        "Which town has the most members?": "Leith has the most members: 4.",
        "Which author has the most books?": "Lars Bergqvist and Yuki Tanabe have the most books: 3 each.",
        "Which member has the fewest loans?": "Among members with any, Iris Webb has the fewest loans: 1.",
        "top 2 genres by number of books": "The 2 genres with the most books: Novel (5) and Poetry (3). Crime shares "
        "the last place, too.",
        "top 3 books by price": "The 3 books with the highest price: Letters Home (21.00), Orbit of Ash (19.90) and "
        "The Glass Orchard (18.25).",
        "What are the top 5 longest books?": "The 5 books with the most pages: The Glass Orchard (421), Orbit of Ash "
        "(402), Seven Gates (388), The Long Meadow (365) and Night Signals (344).",
        "What is the cheapest book in each genre?": "Of each genre, the book with the lowest price: Winter Ferry "
        "(Crime, 9.90), The Quiet Loom (Novel, 11.75), Seven Gates (Fantasy, 17), Night Signals (Science Fiction, "
        "16.80), Tidewrack (Poetry, 6.90) and 1 more.",
        "What percentage of books are novels per author country?": "Share of books with genre Novel by author country: "
        "Nigeria has the highest (100%), then Portugal (50%) and Sweden (20%); 5 of 6 author countries have books.",
        "Is there a book called Seven Gates?": "Yes: there is 1 book with title Seven Gates: Seven Gates.",
        "Which members joined before 2000?": "I found no members with join date before 1 January 2000. Try a wider "
        "condition.",
        "How many members joined before 2000?": "There are no members with join date before 1 January 2000.",
        "Does Ada Holm have loans?": "Yes: there are 9 loans with member Ada Holm; they are listed below.",
        "average price of books published before 1900": "No average price can be given: no books with year published "
        "before 1900 have a price.",
        'Which book titles contain "%"?': "I found no books with title containing “%”. Check how it is written in the "
        "files.",
    },
    "bikes": {
        "Which stations have more than 20 docks?": "There are 3 stations with more than 20 docks: Quayside, Market "
        "Square and Central Station.",
        "What is the average trip duration?": "The average duration of trips is 40.74 minutes.",
        "How many docks are there per district?": "Total docks by district: Old Town has the most (70), then Harbour "
        "(40) and Northfield (30); 5 districts in all.",
        "Which station was opened first?": "Central Station has the earliest date opened: 3 November 2017.",
        "What is the longest trip in minutes?": "The highest duration is 74 minutes.",
        "Do Volt bikes make more trips than Cargo bikes?": "Trips by bike model: Volt has more, 22, and Cargo has 4: "
        "a difference of 18.",
        "Were there fewer trips in 2023 or in 2024?": "Trips with start time in 2023 or in 2024 by year of start time: "
        "2023 has more, 26, and 2024 has 24: a difference of 2. The data end on 1 December 2024: 2024 is not whole.",
        "How many bikes have no trips?": "There is 1 bike that has no trips.",
        "What is the ratio of trips to bikes?": "The ratio of trips to bikes is 5.",
        "What is the average number of trips per bike?": "The average number of trips per bike is 5.56, over the 9 "
        "bikes that have trips; 10 in all.",
        "Which bikes had a battery but never a chain repaired?": "There is 1 bike with repair part Battery that has no "
        "repairs with part Chain: B46.",
    },
    "clinic": {
        "How many patients are there by city and sex?": "Patients by city and sex: Ghent, F has the most (3), then "
        "4 others (2 each); 8 combinations in all.",
        "Which patients were diagnosed with both Angina and Epilepsy?": "There are 3 patients that have visits with "
        "diagnosis Angina and visits with diagnosis Epilepsy: Dmitri Falk, Farid Amin and Karin Dahl.",
        "Show me all the cities of the patients without duplicates.": "There are 4 different cities: Ghent, Bruges, "
        "Ostend and Aalst.",
        "What is the highest dose?": "The highest dose of prescriptions is 500 mg.",
    },
    "workshop": {
        "Who reports to Owen Tighe?": "There are 3 staff with manager Owen Tighe: Luka Babic, Hana Mori and Tom Askew.",
        "Who is the manager of Tom Askew?": "The manager of Tom Askew is Owen Tighe.",
        "How many more orders came from Arden than from Corran?": "There are 2 more orders in Arden than in Corran.",
        "How many orders were placed on a Monday?": "There are 4 orders with date ordered on a Monday.",
        "What is the median salary?": "The median salary of staff is 3,100.",
        "How many days on average between order and delivery?": "The average number of days from date ordered to date "
        "delivered of orders with a date delivered is 19.44.",
        "What is the difference between the highest and the lowest salary?": "The highest salary is 3,300 higher than "
        "the lowest salary.",
    },
    "landings": {
        "How many landing records are there in the 2021 file?": "There are 36 landings with year in 2021.",
        "What is the total catch in 2022 for each port of landing?": "Total catch numeric of landings with year in "
        "2022 by port of landing: Gull "
        "Harbour has the highest (9,597.10), then Sandy Bight (4,752.20) and Rocher Gris (2,639.50); 4 ports of "
        "landing in all.",
        "What is the average catch in 2021 and in 2023? Give the 2021 average first.": "For landings with year in 2021 "
        "or 2023, average catch numeric with year in 2021: 502.52; average catch numeric with year in 2023: 457.58.",
    },
}


@pytest.mark.sampled(30)
@pytest.mark.parametrize(("name", "question"), [(w, q) for w, said in SAID.items() for q in said])
def test_the_answer_is_a_sentence(asked: Asked, name: str, question: str) -> None:
    assert asked(name, question).answer == SAID[name][question]


def test_what_the_order_goes_by_is_shown_beside_the_rows_and_is_no_part_of_them(asked: Asked) -> None:
    answer = asked("library", "top 3 books by price")
    assert answer.beside is not None
    assert (answer.columns, answer.beside.label, answer.beside.values) == (("title",), "price", (21.0, 19.9, 18.25))


def test_a_ranking_and_its_figure_come_from_one_query(asked: Asked, world: World) -> None:
    whole = asked("library", "top 3 books by price").whole
    assert whole.columns == ("title", "price")
    assert [r[1] for r in whole.rows] == [21.0, 19.9, 18.25]
    assert world("library").questions.sql(whole.sql or "").rows == whole.rows
    assert whole.whole == whole


def test_the_reading_is_not_the_answer(asked: Asked) -> None:
    answer = asked("library", "Which town has the most members?")
    assert answer.enriched
    assert answer.enriched not in answer.answer


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [
        (1204, "", "1,204"),
        (12.4, "£", "£12.40"),
        (-3, "$", "-$3"),
        (12.5, "%", "12.50%"),
        (14, "kg", "14 kg"),
        (0.25, "", "0.25"),
        (3.0, "", "3"),
        (4788.000000000001, "", "4,788"),
        (None, "", "(empty)"),
    ],
)
def test_figures(value: Value, unit: str, said: str) -> None:
    assert figure(value, unit) == said


def test_cells() -> None:
    assert [date(d) for d in ("2021-03", "2021-03-04", "2021-03-04 09:30", "2021-03-04T23:59:59", "n/a")] == [
        *("March 2021", "4 March 2021", "4 March 2021 09:30", "4 March 2021", "n/a"),
    ]
    assert [quoted(v) for v in ("Leeds", "open", 7.0)] == ["Leeds", "“open”", "7"]
    assert text("a\n" + "b" * 80) == "a " + "b" * 57 + "…"


@pytest.mark.parametrize(
    ("columns", "rows", "said"),
    [
        (("n",), ((1204,),), "Trips: 1,204."),
        (("name", "n"), (("Ann", 1),), "Trips: name Ann, n 1."),
        (("name", "n"), (("Ann", 1), ("Bo", 3)), "Trips. The largest is Bo with 3."),
        (("name",), (("Ann",), (None,)), "Trips: Ann, –."),
        (("name",), tuple((f"p{n}",) for n in range(9)), "Trips: p0, p1, p2, p3, p4, …"),
        (("name",), (), "No rows match."),
    ],
)
def test_rows_of_which_only_the_headings_are_known(
    columns: tuple[str, ...], rows: tuple[tuple[Value, ...], ...], said: str
) -> None:
    assert sentence("trips.", Rows(columns, rows)) == said


def test_yes_is_not_said_where_words_had_no_part(asked: Asked) -> None:
    answer = asked("library", "Are there any crime books from Atlantis?")
    assert answer.ignored
    assert answer.answer.startswith("There are ")


def test_flags_people_and_years_are_said_as_such(tmp_path: Path) -> None:
    lines = ["id,first_name,last_name,is_member,year_of_birth,taught_by"]
    lines += [f"{n},Ann{n},Lee{n},{n % 2},{1990 + n}.0,{'Ada' if n < 5 else 'Bo'}" for n in range(1, 9)]
    (tmp_path / "pupils.csv").write_text("\n".join(lines), encoding="utf-8")
    workspace = opened([tmp_path / "pupils.csv"], tmp_path / "w")
    said = {
        "How many pupils have is member 1?": "There are 4 pupils that are member.",
        "How many pupils are taught by Ada?": "There are 4 pupils taught by Ada.",
        "How many pupils have year of birth after 1994?": "There are 4 pupils with year of birth after 1994.",
    }
    assert {q: ask(workspace, q).answer for q in said} == said
    workspace.close()


def test_a_name_that_many_rows_have_is_what_it_says_and_not_a_row(tmp_path: Path) -> None:
    rows = [f"{park},{month},{10 * month + len(park)}" for park in ("Elm", "Oakley", "Birch") for month in range(1, 7)]
    (tmp_path / "visits.csv").write_text("\n".join(["park,month,visitors", *rows]), encoding="utf-8")
    with opened([tmp_path / "visits.csv"], tmp_path / "workspace") as workspace:
        said = ask(workspace, "total visitors per park").answer
    assert said == "Total visitors by park: Oakley has the most (246), then Birch (240) and Elm (228); 3 parks in all."


def test_months_states_and_what_holds_of_groups_are_said_as_people_say_them(tmp_path: Path) -> None:
    sites, months = ("Elm", "Oak", "Ash"), [f"{y}-{m:02d}" for y in (2023, 2024) for m in range(1, 13)]
    rows = [f"{site},{month},{10 * n + k}" for k, site in enumerate(sites) for n, month in enumerate(months)]
    (tmp_path / "visits.csv").write_text("\n".join(["site,month,visits", *rows]), encoding="utf-8")
    (tmp_path / "guides.csv").write_text(
        "guide_id,name,town\n" + "".join(f"{n},{name},{'Leith' if n < 4 else 'Dunbar'}\n" for n, name in NAMES),
        encoding="utf-8",
    )
    walks = [f"{n},{n % 6 + 1},{'ABC'[n % 3]},2024-0{n % 8 + 1}-1{n % 9}" for n in range(40)]
    (tmp_path / "walks.csv").write_text("\n".join(["walk_id,guide_id,state,walked_on", *walks]), encoding="utf-8")
    with opened(sorted(tmp_path.glob("*.csv")), tmp_path / "workspace") as workspace:
        said = {q: ask(workspace, q).answer for q in SAID_PLAINLY}
    assert said == SAID_PLAINLY


NAMES = list(enumerate("Ada Bo Cleo Dev Eve Finn".split(), start=1))
SAID_PLAINLY = {
    "total visits in March 2024": "Visits with month March 2024 have 423 visits in total.",
    "total visits by month": "Total visits by month, January 2023 to December 2024: highest in December 2024 (693), "
    "lowest in January 2023 (3).",
    "how many walks have state C": "There are 13 walks with state C.",
    "guides in Leith with more than 6 walks": "3 guides in Leith have more than 6 walks: Ada, Bo and Cleo.",
    "guides with more than 4 walks in 2024": "6 guides have more than 4 walks with walk date walked in 2024: Ada, Bo, "
    "Cleo, Dev, Eve and Finn.",
}


def test_who_lacks_rows_of_another_table_is_said_to_have_none() -> None:
    name, city, placed = Col("customers", "name"), Col("customers", "city"), Item(Col("orders", "placed"))
    then, ada = Filter(placed, "like", ("2024%",)), Filter(Item(name), "=", ("Ada",))
    ordered = Related("customers", ("orders",), (then,))

    def said(c: Among) -> str:
        return Speech(facts(shop())).clause(c, "customers")

    lacking, having = "that have no orders with date placed in 2024", "that have orders with date placed in 2024"
    assert said(Among(name, (then,), negated=True)) == said(Among(name, (ordered,), negated=True)) == lacking
    assert said(Among(name, (then,))) == said(Among(name, (replace(ordered, negated=True),), negated=True)) == having
    assert said(Among(city, (ada,), negated=True)) == "whose city has none with name Ada"
    assert said(Among(city, (ada,))) == "whose city is also that of some with name Ada"


def test_a_date_whose_label_ends_in_a_small_word_stands_in_quotes(tmp_path: Path) -> None:
    rows = "".join(f"{n},2024-01-{n:02},2024-02-{n:02}\n" for n in range(1, 9))
    (tmp_path / "stays.csv").write_text("stay,date in,date out\n" + rows, encoding="utf-8")
    with opened([tmp_path / "stays.csv"], tmp_path / "ws") as ws:
        said = ask(ws, "How many stays had a date in in 2024?").answer
        assert said == "There are 8 stays with “date in” in 2024."


def test_names_in_a_sentence_are_whole_and_one_with_a_comma_is_quoted(tmp_path: Path) -> None:
    """Of what stands in the order of its letters the names are said, and not the figures alone; of a list whose columns
    are of several tables what each row is."""
    (tmp_path / "guides.csv").write_text(
        "guide_id,guide,town\n" + "".join(f"{n},{name},{'Leith' if n < 4 else 'Dunbar'}\n" for n, name in NAMES),
        encoding="utf-8",
    )
    kinds = ("short", '"long, over a pass"', "hut")
    walks = [f"{100 + n},{n % 6 + 1},{kinds[n % 3 and n % 2 + 1]},2024-0{n % 8 + 1}-1{n % 9},{n}" for n in range(40)]
    (tmp_path / "walks.csv").write_text("\n".join(["walk_id,guide_id,kind,walked,fee", *walks]), encoding="utf-8")
    guide, town, fee = Col("guides", "guide"), Col("guides", "town"), Col("walks", "fee")
    by_name = Query(
        (Item(guide), Item(fee, "sum")), group=(guide,), order=(Order(Item(guide), False),), limit=3, tables=("walks",)
    )
    listing = Query((Item(guide), Item(Col("walks", "walked")), Item(fee)), (Filter(Item(town), "=", ("Leith",)),))
    with opened(sorted(tmp_path.glob("*.csv")), tmp_path / "workspace") as workspace:

        def edited(query: Query) -> str:
            *_, answer = workspace.questions.edited(Form(query))
            assert isinstance(answer, Answer)
            return answer.answer

        assert edited(by_name) == "The first 3 guides by guide: Ada (126), Bo (133) and Cleo (140)."
        assert edited(replace(by_name, limit=1)) == "The first guide by guide: Ada (126)."
        assert edited(listing) == "Here are the guides, dates walked and fees of the 21 walks with guide town Leith."
        assert ask(workspace, "How many walks per kind?").answer == (
            "Walks by kind: short has the most (14), then “long, over a pass” and hut (13 each); 3 kinds in all."
        )
