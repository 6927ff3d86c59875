"""What is known of the columns of a view, in the roles that a question speaks of."""

from __future__ import annotations

import pytest

from core.ask.state import SchemaView
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.model import Column, ColumnType, Profile, Table
from tests.ask.schemas import join


def facts(**columns: ColumnType) -> Facts:
    """A table `things` of columns with these labels."""
    years = Profile(9, 0, 9, minimum=2019, maximum=2024)
    made = tuple(
        Column("things", label, label, kind, n, years if kind == "integer" else Profile(9, 0, 9))
        for n, (label, kind) in enumerate(columns.items())
    )
    return Facts(SchemaView((Table("things", "things", "things.csv", 9, made),), ()))


@pytest.mark.parametrize(
    ("quantity", "label"),
    [("price", "Precio"), ("length", "Länge_m"), ("age", "Baujahr"), ("age", "Ouverture"), ("length", "Durata")],
)
def test_a_quantity_is_found_by_a_label_in_another_language(quantity: str, label: str) -> None:
    known = facts(Nombre="text", Posti="integer", **{label: "integer"})  # type: ignore[arg-type]
    assert known.of_quantity(quantity, ["things"]) == Col("things", label)


def test_an_english_label_goes_before() -> None:
    assert facts(Precio="real", cost="real").of_quantity("price", ["things"]) == Col("things", "cost")
    assert facts(Posti="integer", Nota="text").of_quantity("price", ["things"]) is None


def test_a_year_is_one_in_any_language() -> None:
    assert facts(Posti="integer", Anno="integer").when(["things"]) == Col("things", "Anno")
    assert facts(Posti="integer").when(["things"]) is None


def test_numbers_under_the_noun_of_another_table_name_its_rows() -> None:
    numbers = Profile(40, 0, 30, minimum=70011, maximum=72734)
    labels = {"our order": numbers, "pieces": Profile(40, 0, 30, minimum=1, maximum=40)}
    made = tuple(Column("returns", x, x, "integer", n, p) for n, (x, p) in enumerate(labels.items()))
    returns = Table("returns", "returns", "returns.csv", 40, made)
    known = Facts(SchemaView((returns, Table("orders", "orders", "orders.csv", 90, ())), ()))
    assert known.identifying(Col("returns", "our order"))
    assert not known.identifying(Col("returns", "pieces"))


@pytest.mark.parametrize(
    ("label", "profile", "known"),
    [
        ("ISBN", Profile(50, 30, 20, minimum=9780000000002, maximum=9799999999990), True),
        ("timestamp", Profile(50, 0, 50, minimum=10030000040, maximum=10030065940), True),
        ("gdp", Profile(50, 0, 50, minimum=10030000040, maximum=90030065940), False),
        ("telephone", Profile(12, 0, 12, minimum=290, maximum=998), False),
        ("timestamp", Profile(50, 0, 50, minimum=30000040, maximum=10030065940), False),
        ("timestamp", Profile(500, 0, 50, minimum=10030000040, maximum=10030065940), False),
        ("Turnover £", Profile(50, 0, 50, minimum=10030000040, maximum=10030065940), False),
        ("Home phone", Profile(50, 0, 40, minimum=2070001, maximum=2079999), True),
        ("Tel 2", Profile(50, 0, 40, minimum=2070001, maximum=2079999), True),
        ("Phone calls", Profile(50, 0, 9, minimum=0, maximum=9), False),
        ("ZIP", Profile(50, 0, 40, minimum=10001, maximum=98199), True),
        ("zip ties", Profile(50, 0, 9, minimum=0, maximum=40), False),
        ("stop_easting_osgr", Profile(50, 2, 40, minimum=400036, maximum=469984), True),
    ],
)
def test_what_things_are_known_by_is_no_measure(label: str, profile: Profile, known: bool) -> None:
    things = Table(
        "things", "things", "things.csv", profile.rows, (Column("things", label, label, "integer", 1, profile),)
    )
    assert Facts(SchemaView((things,), ())).measure(Col("things", label)) != known


def test_how_many_is_no_number_that_names() -> None:
    assert not facts(**{"No of items": "integer"}).identifying(Col("things", "No of items"))
    assert facts(**{"Item no": "integer"}).identifying(Col("things", "Item no"))


def test_a_row_of_a_list_of_codes_is_called_by_what_the_code_means() -> None:
    few = Profile(9, 0, 2)
    labels = ("FIELD_NAME", "CODE", "DESCRIPTION")
    made = tuple(
        Column("lookup", label, label, "text", n, few if n == 0 else Profile(9, 0, 9)) for n, label in enumerate(labels)
    )
    known = Facts(SchemaView((Table("lookup", "lookup", "lookup.csv", 9, made),), ()))
    assert known.display("lookup") == (Col("lookup", "DESCRIPTION"),)


def test_words_beside_numbers_that_others_refer_to_are_names_whatever_their_header_says() -> None:
    skill, numbers = Column("skills", "id", "id", "integer", 0, Profile(9, 0, 9)), Profile(9, 0, 4)
    tied = Column("skills", "identifier", "identifier", "text", 1, Profile(9, 0, 9, common=(("knot-tying", 1),)))
    coded = Column("skills", "identifier", "identifier", "text", 1, Profile(9, 0, 9, common=(("KT-4", 1),)))
    held = Column("pupils", "skill_id", "skill_id", "integer", 0, numbers)
    for words, known in ((tied, True), (coded, False)):
        tables = (
            Table("skills", "skills", "s.csv", 9, (skill, words)),
            Table("pupils", "pupils", "p.csv", 9, (held,)),
        )
        told = Facts(SchemaView(tables, (join("pupils.skill_id", "skills.id"),)))
        assert told.named("skills") is known
        assert (told.refers(Col("pupils", "skill_id")) is not None) is known


def test_a_name_by_which_another_table_refers_is_a_name() -> None:
    area = (
        Column("areas", "code", "code", "text", 0, Profile(9, 0, 9)),
        Column("areas", "area_name", "area_name", "text", 1, Profile(9, 0, 9, common=(("East & West Fen", 1),))),
    )
    counts = (
        Column("counts", "area", "area", "text", 0, Profile(9, 0, 4)),
        Column("counts", "place", "place", "text", 1, Profile(9, 0, 4)),
    )
    tables = (Table("areas", "areas", "a.csv", 9, area), Table("counts", "counts", "c.csv", 9, counts))
    told = Facts(SchemaView(tables, (join("counts.area", "areas.code"), join("counts.place", "areas.area_name"))))
    assert told.refers(Col("counts", "area")) is not None
