"""Tokens: what is one word, what is a number, a date, quoted; and what each compares by."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from core.ask.tokens import stem, tokenise


def texts(question: str) -> list[str]:
    return [t.text for t in tokenise(question)]


def kinds(question: str) -> list[tuple[str, str]]:
    return [(t.text, t.kind) for t in tokenise(question)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ('the book "Cold Harbour" here', ("Cold Harbour", "quoted")),
        ("the book 'Cold Harbour' here", ("Cold Harbour", "quoted")),
        ("the book “Cold Harbour” here", ("Cold Harbour", "quoted")),
        ("the book ‘Cold Harbour’ here", ("Cold Harbour", "quoted")),
        ("the book `Cold Harbour` here", ("Cold Harbour", "quoted")),
        ("the book 'The Baker's Daughter' here", ("The Baker's Daughter", "quoted")),
        ('the book "The Baker\'s Daughter" here', ("The Baker's Daughter", "quoted")),
    ],
)
def test_quotes_of_every_make_hold_one_text(question: str, expected: tuple[str, str]) -> None:
    assert kinds(question) == [("the", "word"), ("book", "word"), expected, ("here", "word")]


def test_a_possessive_is_split_off_and_is_no_quote() -> None:
    assert texts("Ada's loans and Bo’s fines") == ["Ada", "loans", "and", "Bo", "fines"]
    assert kinds("the members' town") == [("the", "word"), ("members", "word"), ("'", "punct"), ("town", "word")]
    assert texts("O'Brien") == ["O'Brien"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("aren't", ["are", "not"]),
        ("don’t", ["do", "not"]),
        ("Didn't", ["Did", "not"]),
        ("can't", ["can", "not"]),
        ("won't", ["will", "not"]),
    ],
)
def test_a_swallowed_not_comes_out(said: str, expected: list[str]) -> None:
    assert texts(said) == expected


def test_hyphens_and_underscores_part_words() -> None:
    assert texts("post-op unit_price B/C") == ["post", "op", "unit", "price", "B", "C"]
    assert texts("well - then") == ["well", "-", "then"]


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("7", 7.0),
        ("2.5", 2.5),
        ("1,250.50", 1250.5),
        ("1,000,000", 1_000_000.0),
        ("$1,000", 1000.0),
        ("£8.40", 8.4),
        ("50%", 50.0),
        ("three", 3.0),
        ("Twenty", 20.0),
        ("dozen", 12.0),
        ("thousand", 1000.0),
    ],
)
def test_numbers_are_read(said: str, number: float) -> None:
    (token,) = tokenise(said)
    assert (token.text, token.number) == (said, number)


def test_quoted_numbers_stay_quoted() -> None:
    (token,) = tokenise('"42"')
    assert (token.kind, token.text, token.number) == ("quoted", "42", 42.0)


def test_a_code_is_a_word_and_no_number() -> None:
    assert [(t.text, t.kind, t.number) for t in tokenise("B41 3rd 10km")] == [
        ("B41", "word", None),
        ("3rd", "word", None),
        ("10km", "word", None),
    ]


def test_dates_are_one_token() -> None:
    assert kinds("2023-01-05") == [("2023-01-05", "date")]
    assert kinds("2023-01-05 14:30, or 2023-1-5T09:15:00") == [
        ("2023-01-05 14:30", "date"),
        (",", "punct"),
        ("or", "word"),
        ("2023-1-5T09:15:00", "date"),
    ]


def test_times_of_the_day_are_one_token() -> None:
    assert kinds("6 pm, 9.30 AM, 12am or 7:05") == [
        ("18:00", "clock"), (",", "punct"), ("09:30", "clock"), (",", "punct"), ("00:00", "clock"), ("or", "word"),
        ("07:05", "clock"),
    ]  # fmt: skip
    assert "clock" not in [kind for _, kind in kinds("5 amps, 3:2, 25:00")]


def test_signs_that_belong_to_a_word_stay_with_it() -> None:
    assert texts("C++ and C# at AT&T") == ["C++", "and", "C#", "at", "AT&T"]


def test_words_compare_without_case_accents_and_endings() -> None:
    (token,) = tokenise("Écoles")
    assert (token.text, token.lower, token.lemma, token.stem) == ("Écoles", "ecoles", "ecole", "ecol")
    assert stem("categories") == stem("category")
    assert stem("people") == stem("person")
    assert stem("published") == stem("publishes") == stem("publish")


def test_a_capital_counts_only_inside_a_sentence() -> None:
    assert [t.capital for t in tokenise("Who is Ada? Bo knows")] == [False, False, True, False, False, False]


@pytest.mark.parametrize("said", ["", "   ", "\n\t"])
def test_nothing_said_gives_no_tokens(said: str) -> None:
    assert tokenise(said) == ()


def test_many_threads_stem_the_same_words_alike() -> None:
    made = [f"{a}{b}ing{c}" for a in ("run", "stat", "depart") for b in ("n", "ion", "ur") for c in ("s", "ly", "ness")]
    alone = [stem.__wrapped__(word) for word in made]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(20):
            assert list(pool.map(stem.__wrapped__, made)) == alone
