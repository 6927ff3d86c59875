"""From a question to ranked data sets: words taken and widened, why each was found, a look at the first rows."""

from __future__ import annotations

from datetime import date

import pytest

from core.errors import WrongContent
from core.index.embed import NgramEmbedder
from core.portals.base import Hit, Resource
from core.portals.compounds import akin
from core.portals.find import find
from core.portals.keywords import SEARCHES, keywords, times, widened
from core.portals.kinds import portal_at
from core.portals.languages import language_of, said_in, translations
from core.portals.preview import preview
from core.portals.ranking import Ranked, ranked
from core.portals.together import shared, together
from core.portals.web import Limits, Web
from tests.portals import fake_portals as fakes
from tests.portals.loopback import Given, Loopback

QUICK = Limits(most_bytes=20_000_000, seconds=10, silence=8, tries=1)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How many bicycles were counted per street in 2023?", ("bicycles", "counted", "street")),
        ("Which district has the highest average rainfall?", ("district", "rainfall")),
        ("Show me the number of street trees by kind", ("street", "trees", "kind")),
        ("bicycle counts", ("bicycle", "counts")),
        ("list", ("list",)),
        ('Where is "air quality" worst each year?', ("air quality",)),
        ("What is the total data per year?", ("data", "year")),
        ("Wie viele Fahrräder gibt es im Bezirk?", ("Fahrräder", "Bezirk")),
        ("Combien de vélos par rue ?", ("vélos", "rue")),
        ("", ()),
    ],
)
def test_the_words_of_a_question_are_those_that_tell(question: str, words: tuple[str, ...]) -> None:
    assert keywords(question) == words


def test_years_are_read_apart() -> None:
    assert times("from 2019 to 2023, of 12345") == ("2019", "2023")


def test_words_are_widened_from_all_to_one() -> None:
    tried = list(widened(("bicycles", "counted", "street")))
    assert tried[0] == ("bicycles", "counted", "street")
    assert ("bicycle", "counted", "street") in tried
    assert len(tried) == len(set(tried)) <= SEARCHES


def test_a_question_finds_its_data_set_first_and_says_why(server: Loopback) -> None:
    with Web(server.policy, limits=QUICK) as web:
        portal = portal_at(web, fakes.ckan(server))
        found = find(portal, "How many bicycles were there per day in 2023?", NgramEmbedder())
    assert (found.words, found.kind, found.version) == (("bicycles",), "ckan", "2.10.4")
    first = found.hits[0]
    assert (first.hit.title, first.best and first.best.columns) == (
        "Bicycle counts",
        ("counter_id", "day", "bicycles"),
    )
    assert first.why.startswith("“bicycles” in the title")
    assert [h.hit.id for h in found.hits[:2]] == ["p1", "p2"]


def test_words_that_find_nothing_together_are_searched_apart(server: Loopback) -> None:
    with Web(server.policy, limits=QUICK) as web:
        found = find(portal_at(web, fakes.ckan(server)), "bicycle trees elephants", NgramEmbedder())
    assert found.searches[0].total == 0
    assert {h.hit.id for h in found.hits} == {"p1", "p2", "p3"}
    assert len(found.searches) <= SEARCHES


def test_nothing_found_is_an_empty_finding(server: Loopback) -> None:
    with Web(server.policy, limits=QUICK) as web:
        found = find(portal_at(web, fakes.ckan(server)), "elephants", NgramEmbedder())
    assert (found.hits, {s.total for s in found.searches}) == ((), {0})


def made(id: str, title: str, form: str = "CSV", day: str = "2024-01-01", size: int | None = None) -> Hit:
    return Hit(id, title, "", modified=day, resources=(Resource(f"http://x/{id}", title, form, size, day),))


def test_of_equals_the_fresher_the_lighter_and_the_loadable_come_first() -> None:
    hits = (
        made("pdf", "Street trees", "PDF"),
        made("old", "Street trees", day="2009-01-01"),
        made("big", "Street trees", size=900_000_000),
        made("new", "Street trees"),
        made("other", "Water quality of lakes"),
    )
    order = ranked(hits, "street trees", ("street", "trees"), (), NgramEmbedder(), date(2024, 2, 1))
    assert [r.hit.id for r in order] == ["new", "big", "old", "pdf", "other"]
    assert order[3].best is None
    assert order[3].why.endswith("no file that can be loaded")


def test_the_file_of_the_year_that_is_asked_for_is_taken() -> None:
    files = tuple(Resource(f"http://x/{y}", f"Counts {y}", "CSV") for y in (2021, 2022, 2023))
    hit = Hit("h", "Counts", "", resources=files)
    best = ranked((hit,), "counts in 2022", ("counts",), ("2022",), NgramEmbedder())[0].best
    assert best == files[1]


def test_the_first_rows_are_seen_before_anything_is_stored(server: Loopback) -> None:
    server.pages["/a.csv"] = fakes.COUNTS
    server.pages["/big.csv"] = Given(b"a;b\n" + b"1;2\n" * 200_000)
    with Web(server.policy, limits=QUICK) as web:
        seen = preview(f"{server.url}/a.csv", web)
        assert (seen.columns, seen.rows[0], len(seen.rows)) == (
            ("counter_id", "day", "bicycles"),
            ("C1", "2023-05-01", "120"),
            3,
        )
        assert preview(f"{server.url}/big.csv", web).rows == (("1", "2"),) * 10


def test_a_look_at_what_is_no_table_says_what_it_is(server: Loopback) -> None:
    server.pages["/a.csv"] = b"<!DOCTYPE html><html><title>Moved</title></html>"
    with Web(server.policy, limits=QUICK) as web, pytest.raises(WrongContent) as caught:
        preview(f"{server.url}/a.csv", web)
    assert caught.value.message == "A web page came, “Moved”, and no table."


@pytest.mark.parametrize(
    ("words", "language", "there"),
    [
        (("bicycles", "accidents"), "de", ("Fahrrad", "Unfälle")),
        (("air", "quality", "lyon"), "fr", ("qualité de l'air", "lyon")),
        (("Schulen", "Bezirk"), "en", ("school", "district")),
        (("Fahrräder",), "de", ("Fahrräder",)),
        (("vélos",), "nl", ("fiets",)),
        (("bicycles",), "xx", ("bicycles",)),
    ],
)
def test_words_are_said_in_the_portals_language(words: tuple[str, ...], language: str, there: tuple[str, ...]) -> None:
    assert tuple(s.forms[0] for s in said_in(words, language)) == there


def test_a_portals_language_is_told_by_itself_or_by_its_host() -> None:
    assert [language_of("https://x.org", "de_AT"), language_of("https://dati.x.it"), language_of("https://x.org")] == [
        "de",
        "it",
        "",
    ]


def test_every_translation_has_all_languages() -> None:
    assert [n for n, row in enumerate(translations().rows) if not all(row.values())] == []


def test_an_english_question_finds_german_data_sets_and_says_by_which_words(server: Loopback) -> None:
    titles = ("Verkehrsunfälle nach Bezirk", "Haushaltsplan der Stadt", "Unfälle mit Fahrrad")
    packages = [
        {**fakes.PACKAGES[1], "id": f"d{n}", "name": f"d{n}", "title": title, "notes": "", "resources": [
            {"id": f"f{n}", "name": "", "format": "CSV", "url": f"/files/{n}.csv"}]}
        for n, title in enumerate(titles)
    ]  # fmt: skip
    with Web(server.policy, limits=QUICK) as web:
        portal = portal_at(web, fakes.ckan(server, packages))
        found = find(portal, "How many bicycle accidents were there?", NgramEmbedder(), language="de")
    assert found.searches[0].words == ("Fahrrad", "Unfälle")
    assert [h.hit.id for h in found.hits] == ["d2", "d0"]
    assert found.hits[0].why.startswith("“bicycle” (Fahrrad), “accidents” (Unfälle) in the title")
    assert found.hits[1].why.startswith("“accidents” (Unfälle) in the title")


def test_files_that_share_a_key_are_proposed_together() -> None:
    def hit(id: str, *columns: str, form: str = "CSV") -> Ranked:
        resource = Resource(f"http://x/{id}", id, form, columns=columns)
        return Ranked(Hit(id, id, "", resources=(resource,)), 1.0, "", resource if form == "CSV" else None)

    hits = (
        hit("none", form="PDF"),
        hit("counts", "id", "Counter_ID", "day"),
        hit("same", "id", "Counter_ID", "day"),
        hit("trees", "id", "height", "day"),
        hit("places", "counter_id", "street"),
    )
    assert together(hits) == (1, 4)
    assert shared(hits[1], hits[4]) == ("counter_id",)
    assert together(hits[:1]) == ()


@pytest.mark.parametrize(
    ("word", "known", "akin_to"),
    [
        ("Kindertagesstätten", ("Kindertageseinrichtungen", "Kinder", "Kinderbetreuung", "Kirchen"), 0),
        ("Schulstandorte", ("Standort", "Schuldner", "Wald"), 0),
        ("Baumkataster", ("Kataster", "Straßenbaum"), 0),
        ("Elefantenrunde", ("Kinder", "Bäume"), None),
    ],
)
def test_the_portals_own_words_that_are_akin_to_a_compound(
    word: str, known: tuple[str, ...], akin_to: int | None
) -> None:
    found = akin(word, known, "")
    assert found[:1] == (() if akin_to is None else (known[akin_to],))


def test_a_compound_that_no_data_set_has_is_found_by_the_portals_own_words(server: Loopback) -> None:
    titles = ("Kindertageseinrichtungen nach Stadtteil", "Haushalt nach Stadtteil")
    packages = [
        {**fakes.PACKAGES[1], "id": f"d{n}", "name": f"d{n}", "title": title, "notes": "", "resources": [
            {"id": f"f{n}", "name": "", "format": "CSV", "url": f"/files/{n}.csv"}]}
        for n, title in enumerate(titles)
    ]  # fmt: skip
    with Web(server.policy, limits=QUICK) as web:
        portal = portal_at(web, fakes.ckan(server, packages))
        server.json("/api/3/action/tag_list", {"success": True, "result": ["kindertageseinrichtungen", "haushalt"]})
        found = find(portal, "Wie viele Kindertagesstätten gibt es je Stadtteil?", NgramEmbedder(), language="de")
    assert found.hits[0].hit.id == "d0"
    assert found.hits[0].why.startswith("“Kindertagesstätten” (Kindertageseinrichtungen), “Stadtteil” in the title")
    assert sum("tag_list" in a for a in server.asked) == 1


def test_words_that_are_found_ask_for_no_others(server: Loopback) -> None:
    with Web(server.policy, limits=QUICK) as web:
        find(portal_at(web, fakes.ckan(server)), "environment of street trees", NgramEmbedder())
    assert not any("tag_list" in a for a in server.asked)
