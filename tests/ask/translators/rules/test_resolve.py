"""Which link a mention means: its neighbours decide, and a weak mention is left alone."""

from __future__ import annotations

import pytest

from core.ask.state import Link, Mention, SchemaView
from core.ask.tokens import tokenise
from core.ask.translators.rules.linking.resolve import Chosen, distances, resolve
from core.ask.translators.rules.own_keys import own_keys
from tests.ask.schemas import column, facts, join, shop, table, value

SCHOOL = SchemaView(
    (
        table("students", "id:integer!", "name", "type"),
        table("teachers", "id:integer!", "name"),
        table("pets", "id:integer!", "owner:integer", "name", "type"),
        table("rooms", "id:integer!", "name"),
    ),
    (join("pets.owner", "students.id"),),
)
NAMES = tuple(column(f"{t}.name", 0.97) for t in ("pets", "rooms", "students", "teachers"))


def chosen(question: str, said: dict[str, tuple[Link, ...]], view: SchemaView = SCHOOL) -> list[str]:
    """What the best choice takes each mention for; "" when it is left alone. A mention is found by its words."""
    return [k.id if k else "" for k in every(question, said, view)[0].links]


def every(question: str, said: dict[str, tuple[Link, ...]], view: SchemaView = SCHOOL) -> tuple[Chosen, ...]:
    tokens = tokenise(question)
    lower = [t.lower for t in tokens]
    mentions = []
    for words, links in said.items():
        parts = words.split()
        start = next(i for i in range(len(lower)) if lower[i : i + len(parts)] == parts)
        mentions.append(Mention(start, start + len(parts), words, links))
    return resolve(tokens, mentions, view)


def test_a_column_goes_with_the_table_it_is_of() -> None:
    for name in ("pets", "rooms", "students", "teachers"):
        said = {"name": NAMES, name: (column(name),)}
        assert chosen(f"the name of all {name}", said) == [f"{name}.name", name]


def test_a_column_goes_with_the_table_behind_a_value() -> None:
    said = {"id": (column("teachers.id"), column("students.id", 0.8)), "girl": (value("students.type", "girl"),)}
    assert chosen("id of the girl students", {**said, "students": (column("students"),)})[0] == "students.id"


def test_part_of_a_table_is_not_said_right_before_a_column_of_another() -> None:
    said = {"body": (column("rooms", 0.7, "part"),), "type": (column("students.type"),)}
    assert chosen("the body type", said) == ["", "students.type"]


def test_a_column_goes_with_the_table_before_it() -> None:
    said = {"students": (column("students"),), "name": NAMES}
    assert chosen("students with their name", said) == ["students", "students.name"]


def test_a_column_goes_with_the_columns_beside_it() -> None:
    said = {"owner": (column("pets.owner"),), "name": NAMES}
    assert chosen("owner and name", said) == ["pets.owner", "pets.name"]


def test_a_value_goes_with_the_column_it_stands_by() -> None:
    both = (value("rooms.name", "dog"), value("pets.type", "dog"))
    said = {"type": (column("pets.type", 0.97), column("students.type", 0.97)), "dog": both}
    assert chosen("where the type is dog", said) == ["pets.type", "pets.type=dog"]


def test_a_near_table_is_likelier_than_a_far_one() -> None:
    said = {"students": (column("students"),), "age": (column("rooms.name", 0.8), column("pets.type", 0.8))}
    assert chosen("students by age", said) == ["students", "pets.type"]


def test_a_weak_mention_is_left_alone_unless_its_neighbours_speak_for_it() -> None:
    weak = (column("rooms.name", 0.4, "meaning"),)
    assert chosen("students of fame", {"students": (column("students"),), "fame": weak}) == ["students", ""]
    own = (column("students.name", 0.4, "part"),)
    assert chosen("students fame", {"students": (column("students"),), "fame": own}) == ["students", "students.name"]


def test_links_to_tables_out_of_view_are_never_chosen() -> None:
    said = {"things": (column("things"), column("rooms", 0.7))}
    assert chosen("all things", said) == ["rooms"]
    assert every("all things", {"things": (column("things"),)}) == ()


def test_choices_come_best_first_without_repeats() -> None:
    found = every("the name of it", {"name": NAMES})
    assert [c.links for c in found] == [(k,) for k in NAMES]
    assert [c.score for c in found] == sorted((c.score for c in found), reverse=True)


def test_distances_are_counted_in_joins() -> None:
    far = distances(shop())
    assert far["customers"] == {"customers": 0, "orders": 1, "items": 2, "products": 3}
    assert far["notes"] == {"notes": 0}


def test_ids_behind_a_table_are_those_of_its_rows() -> None:
    pets, ids = Mention(0, 1, "pet", (column("pets"),)), (column("students.id"), column("pets.owner"))
    for text, first in (("ids", "pets.id"), ("names", "students.id")):
        said = own_keys(tokenise(f"pet {text}"), (pets, Mention(1, 2, text, ids)), facts(SCHOOL))
        assert [f"{k.table}.{k.column}" for k in said[1].links[:1]] == [first]


@pytest.mark.parametrize(("score", "first"), [(0.43, "pets.id"), (0.9, "students.name")])
def test_ids_that_hardly_mean_a_column_are_those_of_what_they_are_said_to_be_of(score: float, first: str) -> None:
    ids = Mention(0, 1, "id", (column("students.name", score),))
    said = own_keys(tokenise("id and type of the pets"), (ids, Mention(5, 6, "pets", (column("pets"),))), facts(SCHOOL))
    assert f"{said[0].links[0].table}.{said[0].links[0].column}" == first
