"""How documents become sentences and chunks."""

from __future__ import annotations

import pytest

from core.documents.match import Found
from core.retrieval.chunks import LONGEST_TABLE, Chunking, chunked
from core.retrieval.sentences import sentences


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two!  Three? four", ["One.", "Two!", "Three? four"]),
        ("E.g. Basel, cf. Bern. It costs 1.5 francs.", ["E.g. Basel, cf. Bern.", "It costs 1.5 francs."]),
        ("He said “No.” Then he left.", ["He said “No.”", "Then he left."]),
        ("Dr. J. Miller counts approx. 5 cars. Ärzte too.", ["Dr. J. Miller counts approx. 5 cars.", "Ärzte too."]),
        ("", []),
    ],
)
def test_sentences(text: str, parts: list[str]) -> None:
    found = list(sentences(text))
    assert [s for _, s in found] == parts
    assert all(text[at:].startswith(s) for at, s in found)


def prose(count: int, place: str = "Notes") -> list[Found]:
    return [Found("n.md", place, " ".join(f"Sentence {i}." for i in range(count)), line=3)]


def test_windows_of_three_slide_by_one_and_stay_under_their_heading() -> None:
    cut = chunked("n.md", [*prose(4), *prose(2, "Else")])
    assert [(c.start, c.stop) for c in cut.chunks] == [(0, 3), (1, 4), (4, 6)]
    assert cut.chunks[2].text == "Else\nSentence 0.\nSentence 1."
    assert cut.sentences[0].source == "n.md, Notes, line 3"


def test_chunks_of_a_size_repeat_whole_sentences() -> None:
    cut = chunked("n.md", prose(6), Chunking(size=36, overlap=12))
    assert [(c.start, c.stop) for c in cut.chunks] == [(0, 3), (2, 5), (4, 6)]


def test_a_table_in_a_document_stays_whole() -> None:
    rows = [Found("n.md", "Codes", f"{i} | meaning {i}", (str(i), f"meaning {i}"), i + 1) for i in range(40)]
    cut = chunked("n.md", [*prose(1, "Codes"), *rows, *prose(1, "Codes")])
    assert [(c.start, c.stop) for c in cut.chunks] == [(0, 1), (1, 41), (41, 42)]
    assert cut.sentences[1].row
    assert not cut.sentences[41].row


def test_a_table_too_long_is_cut_between_rows_under_its_first() -> None:
    rows = [Found("d.csv", f"row {i}", f"c{i} | {'long ' * 20}".strip(), (f"c{i}",)) for i in range(1, 60)]
    cut = chunked("d.csv", rows)
    assert len(cut.chunks) == 3
    assert [c.start for c in cut.chunks[1:]] == [c.stop for c in cut.chunks[:-1]]
    assert all(c.text.startswith("c1 | long") and len(c.text) <= LONGEST_TABLE + 100 for c in cut.chunks)
