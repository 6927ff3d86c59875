"""Of many tables a few that belong together, and the reading that is best among several such parts."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Literal

import pytest

from core.ask.cautions import cautions
from core.ask.link import Linker
from core.ask.scope_choice import best_scope
from core.ask.scopes import Scoped, Scopes, scopes_of
from core.ask.span_selection import cover
from core.ask.state import Link, Mention, NotUnderstood, Reading, SchemaView
from core.ask.tokens import tokenise
from core.ask.vocabulary import Vocabulary
from core.index.value_search import ValueHit
from core.model import Column, Join, Override, Table
from core.model.tables import Profile
from tests.ask.test_filtering import join


class Values:
    """“Oslo” is a city of the shop's customers."""

    def find(self, words: Sequence[str]) -> list[ValueHit]:
        at = next((n for n, w in enumerate(words) if w == "Oslo"), None)
        return [] if at is None else [ValueHit(at, at + 1, "Customers_2", "city", "Oslo", 1.0, "exact", 3)]

    def lookup(self, text: str) -> list[ValueHit]:
        return []


def table(name: str, folder: str, *columns: str, label: str = "") -> Table:
    made = tuple(Column(name, c, c, "text", n, Profile(5, 0, 5)) for n, c in enumerate(columns))
    return Table(name, label or name, f"/files/{folder}/{name}.csv", 5, made)


MUSIC = (table("singer", "music", "singer id", "age"), table("concert", "music", "concert id", "singer id", "year"))
SHOP = (
    table("Customers_2", "shop", "customer id", "city", label="shop/Customers"),
    table("Orders", "shop", "order id", "customer id", "amount"),
)
CLUB = (table("Customers", "club", "customer id", "age", label="club/Customers"), table("Fees", "club", "customer id"))
TABLES = (*MUSIC, *SHOP, *CLUB)
JOINS = (join("concert", "singer"), join("Orders", "Customers_2"), join("Fees", "Customers"))


@pytest.fixture
def scopes() -> Scopes:
    return Scopes(scopes_of(TABLES, JOINS), Values(), None)


def asked(scopes: Scopes, question: str, **more: Sequence[object]) -> list[str]:
    tokens = tokenise(question)
    spans = Linker(Vocabulary(TABLES), Values()).spans(tokens)
    return [s.scope.name for s in scopes.likeliest(tokens, spans, **more)]  # type: ignore[arg-type]


def test_folders_are_scopes_and_their_tables_bear_plain_labels(scopes: Scopes) -> None:
    told = [(s.name, [t.label for t in s.tables], [j.child_table for j in s.joins]) for s in scopes.scopes]
    assert told == [
        ("music", ["singer", "concert"], ["concert"]),
        ("shop", ["Customers", "Orders"], ["Orders"]),
        ("club", ["Customers", "Fees"], ["Fees"]),
    ]


def test_where_joins_lead_from_folder_to_folder_tables_that_hang_together_are_scopes() -> None:
    years = tuple(table(f"{kind}{n}", str(n), "id") for n in (1, 2) for kind in ("a", "b"))
    across: tuple[Join, ...] = (join("a1", "a2"), join("b1", "b2"))
    assert [sorted(t.name for t in s.tables) for s in scopes_of(years, across)] == [["a1", "a2"], ["b1", "b2"]]


def test_a_small_workspace_has_none() -> None:
    assert Scopes.of(TABLES, JOINS, Values(), None).scopes == ()


def test_a_question_goes_to_the_scopes_that_can_say_it(scopes: Scopes) -> None:
    assert asked(scopes, "How many singers are there?") == ["music"]
    assert asked(scopes, "Total amount of customers in Oslo") == ["shop"]
    assert asked(scopes, "customers by age") == ["club", "music", "shop"]
    assert asked(scopes, "nothing of the kind") == []


def test_what_was_spoken_of_before_or_is_pinned_decides(scopes: Scopes) -> None:
    assert asked(scopes, "How many customers?", spoken_of=("Orders",))[0] == "shop"
    assert asked(scopes, "How many customers?", overrides=(Override("customers", "Customers"),)) == ["club"]


def reading(
    said: str, sure: float, kind: Literal["data", "schema"] = "data", ignored: tuple[str, ...] = ("word",)
) -> Reading:
    return Reading(kind, said, ("t",), ignored=ignored, confidence=sure)


def chosen(
    *found: Reading | NotUnderstood,
    scores: Sequence[float] = (3, 3, 0),
    wanted: str = "",
    links: Sequence[Link | None] = (None, None, None),
) -> str:
    """What is read of three scopes, the last being all tables; `links` is what a word means in each."""
    said = [() if k is None else (Mention(0, 1, "word", (k,)),) for k in links]
    scoped = [
        Scoped(scopes_of((t,), ())[0], m, SchemaView((t,), ()), s)
        for t, m, s in zip(TABLES, said, scores, strict=False)
    ]
    by_score = {id(s): f for s, f in zip(scoped, found, strict=True)}
    _, best, _ = best_scope(scoped, lambda s: by_score[id(s)], lambda r: r.confidence, wanted)
    return best.enriched if isinstance(best, Reading) else "none"


def test_the_surest_reading_is_taken_and_a_word_more_counts() -> None:
    none = NotUnderstood("no")
    assert chosen(reading("a", 0.6), reading("b", 0.7), none) == "b"
    assert chosen(reading("a", 0.6), reading("b", 0.7), none, scores=(3, 2, 0)) == "a"
    assert chosen(none, reading("b", 0.1), none) == "b"
    assert chosen(none, none, none) == "none"


def test_a_word_that_another_reading_does_not_leave_over_counts() -> None:
    none = NotUnderstood("no")
    known = reading("b", 0.5, ignored=("listed",))
    assert chosen(reading("a", 0.6, ignored=("users", "listed")), known, none) == "b"
    assert chosen(reading("a", 0.6, ignored=("of", "(", "listed")), known, none) == "a"  # of no meaning
    assert chosen(reading("a", 0.8, ignored=("users", "listed")), known, none) == "a"


def test_of_readings_alike_the_one_of_a_named_table_and_of_values_as_they_are_written_is_taken() -> None:
    none, a, b = NotUnderstood("no"), reading("a", 0.7), reading("b", 0.7)
    column, named = Link("column", "t", "user", "", 0.76, "part"), Link("table", "t", "", "", 0.71, "part")
    assert chosen(a, b, none, links=(column, named, None)) == "b"
    other = Link("value", "t", "kind", "tea", 0.95, "case")
    same = Link("value", "t", "kind", "Tea", 0.97, "exact")
    assert chosen(a, b, none, links=(other, same, None)) == "b"
    assert chosen(a, b, none, links=(same, other, None)) == "a"


@pytest.mark.parametrize(
    ("sure", "scores", "alike"),
    [((0.8, 0.8), (3, 3, 0), 1), ((0.8, 0.7), (3, 3, 0), 0), ((0.8, 0.8), (3, 2, 0), 0), ((0.4, 0.4), (3, 3, 0), 0)],
)
def test_another_scope_that_fits_as_well_is_named(
    sure: tuple[float, float], scores: tuple[float, ...], alike: int
) -> None:
    scoped = [Scoped(scopes_of((t,), ())[0], (), SchemaView((t,), ()), s) for t, s in zip(TABLES, scores, strict=False)]
    found = dict(zip(map(id, scoped), (reading("a", sure[0]), reading("b", sure[1]), NotUnderstood("no")), strict=True))
    _, _, others = best_scope(scoped, lambda s: found[id(s)], lambda r: r.confidence)
    assert others == (scoped[1].scope.name,) * alike


def test_an_answer_says_which_of_two_that_fit_alike_it_is_from() -> None:
    state: Any = {"paths": ((),), "reading": reading("a", 0.9), "fits_alike": ("shop", "club")}
    services: Any = SimpleNamespace(joins=(), tables=())
    found: Any = None
    first = next(iter(cautions(state, services, found)))
    assert first.code == "fits_alike"
    assert "from the tables of “shop”. The question fits those of “club” as well" in first.message


def test_all_tables_are_read_where_no_scope_is_sure_enough() -> None:
    assert chosen(reading("a", 0.4), reading("b", 0.3), reading("all", 0.6, ignored=())) == "all"
    assert chosen(reading("a", 0.4), reading("b", 0.3), reading("all", 0.9)) == "a"
    assert chosen(reading("a", 0.4), reading("b", 0.3), reading("all", 0.5, ignored=())) == "a"
    assert chosen(reading("a", 0.6), reading("b", 0.5), reading("all", 0.9, ignored=())) == "a"


def test_a_question_about_the_schema_is_one_about_all_tables() -> None:
    assert chosen(reading("a", 0.9, "schema"), reading("b", 0.9), reading("all", 0.9)) == "all"


def test_a_reading_that_a_person_chose_is_taken() -> None:
    assert chosen(reading("a", 0.7), reading("b", 0.6), reading("all", 0.1), wanted="b") == "b"
    assert chosen(reading("a", 0.7), reading("b", 0.6), reading("all", 0.1), wanted="all") == "all"


def test_of_equals_those_are_kept_that_would_be_without_a_folder_before_their_table() -> None:
    """Twelve are kept: `shop/Customers.id` goes before `Orders.id`, as `Customers.id` would."""
    tokens = tokenise("the id")
    names = [f"Table{n:02}" for n in range(12)] + ["shop/Customers", "Orders"]
    spans = {(1, 2): {f"{n}.id": Link("column", n, "id", score=0.8, how="part") for n in names}}
    [mention] = cover(tokens, spans)
    assert [k.table for k in mention.links[:3]] == ["shop/Customers", "Orders", "Table00"]
    assert len(mention.links) == 12
