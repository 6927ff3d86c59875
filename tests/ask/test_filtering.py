"""Which tables a question goes on with."""

from __future__ import annotations

from dataclasses import replace

from core.ask.filtering import MOST, relevant, schema_view, spoken_of_components, within
from core.ask.state import Link, Mention
from core.model import Evidence, Join, JoinState, Table

EVIDENCE = Evidence(1.0, 1.0, 1.0, False, True, "n:1", 5)


def tables(*names: str) -> tuple[Table, ...]:
    return tuple(Table(n, n, f"{n}.csv", 1, ()) for n in names)


def join(child: str, parent: str, score: float = 0.9, state: JoinState = "confirmed") -> Join:
    return Join(f"{child}.p={parent}.id", child, ("p",), parent, ("id",), score, state, EVIDENCE)


def mention(at: int, *links: Link) -> Mention:
    return Mention(at, at + 1, "word", links)


def table(name: str, score: float = 1.0) -> Link:
    return Link("table", name, score=score)


def column(name: str, score: float = 1.0) -> Link:
    return Link("column", name, "c", score=score)


MANY = tables(*(f"t{n:02}" for n in range(60)))
EVERYWHERE = mention(5, *(column(f"t{n:02}") for n in range(20, 40)))
"""A word like "name", that is a column of many tables."""


def test_tables_spoken_of_come_weightiest_first() -> None:
    said = (
        mention(0, column("customers")),
        mention(2, column("products", 0.9), column("notes", 0.5)),
        mention(4, Link("value", "customers", "city", "Oslo", 1.0)),
    )
    assert relevant(said, {}) == ("customers", "products", "notes")
    assert relevant(said, {}, most=1) == ("customers",)
    assert relevant((), {}) == ()


def test_a_word_that_means_many_tables_says_little_of_each() -> None:
    assert relevant((EVERYWHERE, mention(0, column("t50", 0.7))), {})[0] == "t50"


def test_tables_that_hang_together_with_one_spoken_of_come_before_strangers() -> None:
    beside = {"t50": {"t51": 0.9}, "t51": {"t50": 0.9}}
    assert relevant((EVERYWHERE, mention(0, table("t50"))), beside)[:2] == ("t50", "t51")


def test_a_small_schema_is_seen_whole() -> None:
    few = MANY[:24]
    usable, rejected = join("t00", "t01"), join("t01", "t02", state="rejected")
    view = schema_view(few, (usable, rejected), ())
    assert (view.tables, view.joins) == (few, (usable,))


def test_of_many_tables_those_spoken_of_and_those_between_are_seen() -> None:
    chain = [join(f"t{n:02}", f"t{n + 1:02}") for n in range(0, 3)]
    cut = join("t00", "t03", state="rejected")
    said = (mention(0, table("t00")), mention(1, table("t03")))
    view = schema_view(MANY, (*chain, cut), said)
    assert [t.name for t in view.tables] == ["t00", "t01", "t02", "t03"]
    assert [j.id for j in view.joins] == [j.id for j in chain]


def test_no_more_than_so_many_tables_are_seen() -> None:
    every = mention(0, *(table(t.name) for t in MANY))
    view = schema_view(MANY, (), (every, replace(EVERYWHERE, start=3)))
    assert len(view.tables) == MOST


def test_words_mean_only_tables_that_are_seen() -> None:
    view = schema_view(tables("orders", "items"), (), ())
    unknown = mention(3)
    said = (mention(0, table("orders"), table("depots")), mention(1, table("depots")), unknown)
    assert within(said, view) == (mention(0, table("orders")), unknown)


def test_components_that_no_word_speaks_of_are_left_out() -> None:
    view = schema_view(tables("a", "b", "c", "d"), (join("a", "b"), join("c", "d")), ())
    left = spoken_of_components(view, (mention(0, column("b", 0.3)),))
    assert ([t.name for t in left.tables], [j.child_table for j in left.joins]) == (["a", "b"], ["a"])
    assert [t.name for t in spoken_of_components(view, (mention(0, column("b")),), ("d",)).tables] == [*"abcd"]
    assert spoken_of_components(view, ()) == view
