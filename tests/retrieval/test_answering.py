"""Which questions documents answer, with which sentences, and when a model's sentence is held by what it cites."""

from __future__ import annotations

import pytest

from core.documents.match import Found
from core.index.embed import NgramEmbedder
from core.retrieval.answering import answering, defines
from core.retrieval.asked import Asked, asked, rows_part
from core.retrieval.base import Query
from core.retrieval.citing import held
from core.retrieval.kept import graph_of
from core.retrieval.strategies.known import CHOSEN, strategies


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Why were short trips excluded?", Asked("why")),
        ("What does code B mean?", Asked("meaning", "code B")),
        ("what does the “W2” stand for", Asked("meaning", "W2")),
        ("What is the meaning of wait_band in the survey?", Asked("meaning", "wait_band")),
        ("How is the waiting time defined?", Asked("meaning", "waiting time")),
        ("Who collects this?", Asked("who")),
        ("By whom was the data published?", Asked("who")),
        ("How are the flows measured?", Asked("how")),
        ("Under what licence is it?", Asked("licence")),
        ("How should I cite the source?", Asked("cite")),
        ("What happened on 6 August 2022?", Asked("event")),
        ("How do I name each customer?", Asked("other")),
        ("What counts as a call?", Asked("meaning", "call")),
        ("What is a feeder?", Asked("meaning", "feeder")),
        ("What is a good price for each city?", Asked("other")),
        ("When does a shop count as vacant?", Asked("meaning", "shop")),
        ("Who carried out the travel survey?", Asked("who")),
        ("How often are the tables updated?", Asked("terms")),
        ("How often is each bike hired?", Asked("other")),
        ("Who ran the most miles?", Asked("other")),
        ("Who published most books?", Asked("other")),
        ("Who bought the most expensive bike?", Asked("other")),
        ("How many trips were recorded?", Asked("other")),
        ("What is the mean fare?", Asked("other")),
        ("Which source has the most rows?", Asked("other")),
        ("How much does each customer pay?", Asked("other")),
        ("Show the trucks by their license number.", Asked("other")),
    ],
)
def test_what_is_asked(question: str, kind: Asked) -> None:
    assert asked(question) == kind


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("What does customer type C mean, and how many trips have it?", "how many trips have customer type C?"),
        ("Why were trips left out, and how many are there per month?", "how many are there per month?"),
        ("Why were trips left out?", None),
        ("How many trips are there and which is the longest?", None),
    ],
)
def test_the_part_for_the_rows(question: str, rest: str | None) -> None:
    assert rows_part(question) == rest


NOTES = [
    Found(
        "n.md", "Cleaning", "Trips under a minute were excluded because the bike was faulty. Long trips stay.", line=3
    ),
    Found("n.md", "Codes", "code | meaning", ("code", "meaning"), 6),
    Found("n.md", "Codes", "A | annual pass", ("A", "annual pass"), 8),
    Found("n.md", "Codes", "B | bank transfer", ("B", "bank transfer"), 9),
    Found("n.md", "Origin", "The trips are collected by the city of Bern.", line=12),
]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Why were short trips excluded?", "n.md, Cleaning, line 3"),
        ("What does code B mean?", "n.md, Codes, line 9"),
        ("Who collects the trips?", "n.md, Origin, line 12"),
        ("What does code Q mean?", None),
        ("Why is the moon yellow?", None),
    ],
)
def test_the_sentence_that_answers_comes_first_or_none_does(question: str, answer: str | None) -> None:
    graph = graph_of({"n.md": NOTES}, NgramEmbedder())
    query = Query(question, NgramEmbedder().embed([question])[0])
    found = answering(query, graph, strategies()[CHOSEN])
    assert (found.sentences[0].source if found.sentences else None) == answer


def answer_to(question: str, *said: str) -> list[str]:
    graph = graph_of({"m.md": [Found("m.md", f"Item {n}", t, line=n) for n, t in enumerate(said, 1)]}, NgramEmbedder())
    found = answering(Query(question, NgramEmbedder().embed([question])[0]), graph, strategies()[CHOSEN])
    return [s.text for s in found.sentences]


def test_a_sentence_that_refers_to_the_one_before_is_read_with_it() -> None:
    weights = "Weights correct for unequal response. They were computed by raking to the margins of age and sex."
    other = "The rooms were painted in May. Nobody was in them then."
    told = answer_to("How were the weights calculated?", other, weights)
    assert "They were computed by raking to the margins of age and sex." in told


def test_a_sentence_that_refers_to_the_one_before_brings_it_along() -> None:
    said = "The weight is estimated from the mean. Such records carry the flag E."
    assert answer_to("What does the flag E mean?", said, "Boxes have no flag.")[:2] == [
        "Such records carry the flag E.",
        "The weight is estimated from the mean.",
    ]


def test_what_only_says_again_what_is_asked_is_followed_by_its_reason() -> None:
    said = "The table of noise complaints is withdrawn. Its categories were changed by the call centre."
    assert answer_to("Why was the noise table withdrawn?", said) == [
        "The table of noise complaints is withdrawn.",
        "Its categories were changed by the call centre.",
    ]
    apart = answer_to("Why was the noise table withdrawn?", said.split(". ")[0] + ".", "Its roof was mended.")
    assert apart == ["The table of noise complaints is withdrawn."]


def test_the_heading_that_is_the_question_tells_what_the_sentence_below_answers() -> None:
    page = [
        Found(
            "q.html", "How often is the file updated?", "On the first Monday of the month. Holidays delay it.", line=2
        ),
        Found("q.html", "What does the column tide mean?", "Height of the water above datum, in metres.", line=4),
        Found("q.html", "Who decides the timetable?", "The councils agree on it each October.", line=6),
        Found("q.html", "Who rows?", "Nobody rows at the quay.", line=8),
    ]
    graph = graph_of({"q.html": page}, NgramEmbedder())

    def lines(question: str) -> list[int]:
        found = answering(Query(question, NgramEmbedder().embed([question])[0]), graph, strategies()[CHOSEN])
        return [s.line for s in found.sentences]

    assert lines("How often is the file updated?")[:1] == [2]
    assert lines("What does tide mean?") == [4]
    assert lines("Who sets the timetable?") == [6]
    assert lines("Who sets the wages?") == []


def test_of_sentences_that_fit_alike_the_one_with_the_reason_stands_first() -> None:
    assert answer_to(
        "Why is the wind missing?", "The wind is missing for May. The wind is missing because it broke."
    ) == [
        "The wind is missing because it broke.",
        "The wind is missing for May.",
    ]


def test_forms_of_definitions() -> None:
    assert defines("At a calibration the hour has a **K**, and no value.", "K") == 1
    assert defines("B = bank transfer", "code B") == 1
    assert defines("The flag P means provisional.", "flag P") == 1
    assert defines("Provisional values become good.", "flag P") == 0
    assert defines("a = first", "A") == 0


@pytest.mark.parametrize(
    ("text", "cited", "yes"),
    [
        ("Trips under 90 seconds were left out.", ["Hires under 90 seconds were left out."], True),
        ("Trips under 60 seconds were left out.", ["Hires under 90 seconds were left out."], False),
        ("The mayor decides on the fares.", ["Hires under 90 seconds were left out."], False),
        ("Inlets stand 15 metres above the ground.", ["Inlets stand 1.5 metres above the ground."], False),
        ("Inlets stand 1,5 metres above the ground.", ["Inlets stand 1.5 metres above the ground."], True),
        ("The fee is 1500 crowns.", ["The fee is 1,500 crowns."], True),
        ("Members are not paid.", ["Members are paid on the fifteenth."], False),
        ("Members are paid.", [], False),
    ],
)
def test_a_sentence_is_held_by_what_it_cites(text: str, cited: list[str], yes: bool) -> None:
    assert held(text, cited, "Which trips?") is yes
