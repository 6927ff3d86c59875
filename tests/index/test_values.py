"""The value index: which cells a question's words name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from core.errors import StoreUnreachable, WorkspaceDamaged
from core.index.values import ValueHit, ValueIndex
from core.model import Column, ColumnType, Profile, Table

Cells = dict[str, dict[str, int]]


def table(name: str, cells: Cells, kind: ColumnType = "text") -> Table:
    columns = tuple(
        Column(name, c, c, kind, i, Profile(sum(v.values()), 0, len(v))) for i, (c, v) in enumerate(cells.items())
    )
    return Table(name, name, f"{name}.csv", 10, columns)


def reader(cells: Cells) -> Callable[[Column], Iterable[tuple[str, int]]]:
    return lambda column: cells[column.name].items()


CLINICS: Cells = {
    "city": {"Paris": 4, "Lyon": 2, "Saint-Étienne": 1, "New York": 3},
    "country": {"Canada": 5, "South Africa": 2, "United Kingdom": 1, "France": 6},
    "procedure": {"Knee Replacement": 7, "Hip replacement": 2, "Appendectomy": 1},
    "grade": {"A+": 1, "A-": 2, "IN": 3, "no": 4},
    "drug": {"Aspirin 100mg tablets": 3, "Aspirin": 9, "Oral Paracetamol Syrup for Small Children": 1},
}
TOWNS: Cells = {"name": {"PARIS": 1, "Bonn": 1}}


@pytest.fixture
def index(tmp_path: Path) -> Iterator[ValueIndex]:
    index = ValueIndex(tmp_path / "values.sqlite")
    index.put(table("clinics", CLINICS), reader(CLINICS))
    index.put(table("towns", TOWNS), reader(TOWNS))
    yield index
    index.close()


def brief(hits: Iterable[ValueHit]) -> list[tuple[int, int, str, str, str]]:
    return [(h.start, h.end, h.column_id, h.value, h.kind) for h in hits]


def found(index: ValueIndex, question: str) -> list[tuple[int, int, str, str, str]]:
    return brief(index.find(question.split()))


def test_same_letters_and_other_case_come_from_every_column_that_holds_them(index: ValueIndex) -> None:
    assert index.find(["clinics", "in", "Paris", "?"]) == [
        ValueHit(2, 3, "clinics", "city", "Paris", 1.0, "exact", 4),
        ValueHit(2, 3, "towns", "name", "PARIS", 0.98, "case", 1),
    ]


@pytest.mark.parametrize(
    ("question", "hits"),
    [
        ("how many in saint etienne", [(3, 5, "clinics.city", "Saint-Étienne", "case")]),
        ("NEW YORK", [(0, 2, "clinics.city", "New York", "case")]),
        ("newyork clinics", [(0, 1, "clinics.city", "New York", "case")]),
        ("Lyon's clinics", [(0, 1, "clinics.city", "Lyon", "plural")]),
        ("appendectomies", [(0, 1, "clinics.procedure", "Appendectomy", "plural")]),
    ],
)
def test_case_accents_marks_and_number_do_not_matter(
    index: ValueIndex, question: str, hits: list[tuple[int, int, str, str, str]]
) -> None:
    assert found(index, question) == hits


def test_a_value_of_several_words_in_the_plural(index: ValueIndex) -> None:
    assert found(index, "average of knee replacements done")[0] == (
        2,
        4,
        "clinics.procedure",
        "Knee Replacement",
        "plural",
    )


def test_misspellings_are_mended_alone_and_inside_a_run(index: ValueIndex) -> None:
    assert found(index, "in Cnaada")[0] == (1, 2, "clinics.country", "Canada", "typo")
    assert found(index, "knee replacment")[0] == (0, 2, "clinics.procedure", "Knee Replacement", "typo")
    assert found(index, "in Pris") == [(1, 2, "clinics.city", "Paris", "typo"), (1, 2, "towns.name", "PARIS", "typo")]


def test_common_words_and_short_words_are_never_misspellings(tmp_path: Path) -> None:
    cells: Cells = {"word": {"Lisp": 1, "Names": 1, "Shown": 1, "Bone": 1, "Prince": 1, "Pending": 1}}
    index = ValueIndex(tmp_path / "v.sqlite")
    index.put(table("words", cells), reader(cells))
    assert index.find("list the number of shows by bond price ending spending".split()) == []
    index.close()


@pytest.mark.parametrize(
    ("question", "start", "end", "value"),
    [
        ("Canadian clinics", 0, 1, "Canada"),
        ("French clinics", 0, 1, "France"),
        ("british clinics", 0, 1, "United Kingdom"),
    ],
)
def test_a_nationality_names_its_country(index: ValueIndex, question: str, start: int, end: int, value: str) -> None:
    (hit,) = index.find(question.split())
    assert (hit.start, hit.end, hit.value, hit.kind) == (start, end, value, "part")
    assert hit.score < 0.6


def test_a_word_of_a_longer_value_is_a_part_after_the_whole_value(index: ValueIndex) -> None:
    hits = index.find(["aspirin"])
    assert brief(hits) == [
        (0, 1, "clinics.drug", "Aspirin", "case"),
        (0, 1, "clinics.drug", "Aspirin 100mg tablets", "part"),
    ]
    assert hits[1].score == round(0.7 / 3, 4)


def test_a_run_inside_a_longer_value_counts_its_words(index: ValueIndex) -> None:
    (hit,) = index.find("price of oral paracetamol syrup".split())
    assert (hit.start, hit.end, hit.score) == (2, 5, 0.35)


def test_parts_are_bounded_for_each_run(tmp_path: Path) -> None:
    cells: Cells = {"name": {f"Clinic {chr(97 + i)}{chr(97 + j)}x": 1 for i in range(10) for j in range(10)}}
    index = ValueIndex(tmp_path / "v.sqlite")
    index.put(table("clinics", cells), reader(cells))
    assert len(index.find(["clinic"], per_span=7)) == 7
    assert brief(index.find(["clinic", "jjx"]))[0] == (0, 2, "clinics.name", "Clinic jjx", "case")
    index.close()


def test_two_neighbours_single_out_a_long_value_among_many_that_hold_each(tmp_path: Path) -> None:
    cells: Cells = {"name": {f"bank {chr(97 + i)}{chr(97 + j)}": 1 for i in range(15) for j in range(10)}}
    cells["name"] |= {f"lending {chr(97 + i)}{chr(97 + j)}": 1 for i in range(15) for j in range(10)}
    cells["name"]["The first northern bank lending house of old"] = 1
    index = ValueIndex(tmp_path / "v.sqlite")
    index.put(table("firms", cells), reader(cells))
    hits = [h for h in index.find(["bank", "lending"]) if h.end - h.start == 2]
    assert [(h.value, h.score) for h in hits] == [("The first northern bank lending house of old", 0.175)]
    index.close()


def test_a_function_word_alone_needs_the_same_letters(index: ValueIndex) -> None:
    assert found(index, "patients in there") == []
    assert found(index, "state IN") == [(1, 2, "clinics.grade", "IN", "exact")]
    assert found(index, "with no pain") == [(1, 2, "clinics.grade", "no", "exact")]


def test_marks_tell_values_apart_when_the_column_holds_the_very_one(index: ValueIndex) -> None:
    assert found(index, "A+") == [(0, 1, "clinics.grade", "A+", "exact")]
    assert index.holds("clinics.grade", "a-") == "A-"


def test_decimals_do_not_run_together(tmp_path: Path) -> None:
    cells: Cells = {"version": {"1.5": 1, "15": 1, "+": 1}}
    index = ValueIndex(tmp_path / "v.sqlite")
    index.put(table("t", cells), reader(cells))
    assert found(index, "version 1.5") == [(1, 2, "t.version", "1.5", "exact")]
    assert index.holds("t.version", "+") == "+"
    index.close()


def test_other_scripts(tmp_path: Path) -> None:
    cells: Cells = {"город": {"Москва": 3, "Нижний Новгород": 1}}
    index = ValueIndex(tmp_path / "v.sqlite")
    index.put(table("t", cells), reader(cells))
    assert found(index, "сколько в нижний новгород")[0] == (2, 4, "t.город", "Нижний Новгород", "case")
    assert index.holds("t.город", "МОСКВА") == "Москва"
    index.close()


def test_holds_is_of_one_column_and_not_of_the_plural(index: ValueIndex) -> None:
    assert index.holds("clinics.city", "saint etienne") == "Saint-Étienne"
    assert index.holds("towns.name", "paris") == "PARIS"
    assert index.holds("towns.name", "Lyon") is None
    assert index.holds("clinics.procedure", "knee replacements") is None


def test_lookup_prefers_the_whole_then_mends_then_compares_letters(index: ValueIndex) -> None:
    assert brief(index.lookup("knee replacement")) == [(0, 2, "clinics.procedure", "Knee Replacement", "case")]
    assert brief(index.lookup("Knee Replacment")) == [(0, 2, "clinics.procedure", "Knee Replacement", "typo")]
    assert brief(index.lookup("100mg tablets")) == [(0, 2, "clinics.drug", "Aspirin 100mg tablets", "part")]
    assert brief(index.lookup("kneereplacemnt", {"clinics.procedure"})) == [
        (0, 1, "clinics.procedure", "Knee Replacement", "typo")
    ]
    assert index.lookup("paris", {"clinics.country"}) == []
    assert brief(index.lookup("paris", {"towns.name"})) == [(0, 1, "towns.name", "PARIS", "case")]


def test_only_text_and_booleans_of_bounded_length_and_number_are_kept(tmp_path: Path) -> None:
    index = ValueIndex(tmp_path / "v.sqlite", per_column=2)
    prose: Cells = {"note": {"short": 5, "x" * 101: 4, "cut off": 3}}
    index.put(table("notes", prose), reader(prose))
    assert index.count() == 1
    numbers: Cells = {"n": {"7": 1}}
    index.put(table("numbers", numbers, "integer"), reader(numbers))
    assert index.count() == 1
    flags: Cells = {"ok": {"true": 1}}
    index.put(table("flags", flags, "boolean"), reader(flags))
    assert index.count() == 2
    index.close()


def test_putting_again_replaces_and_removing_forgets_the_words_too(index: ValueIndex) -> None:
    changed: Cells = {"name": {"Bergen": 1}}
    index.put(table("towns", changed), reader(changed))
    assert [h.column_id for h in index.find(["Paris"])] == ["clinics.city"]
    assert index.tables() == {"clinics", "towns"}
    index.remove(["clinics", "absent"])
    assert index.tables() == {"towns"}
    assert index.count() == 1
    assert index.find(["aspirin", "Canda", "Paris"]) == []
    assert brief(index.find(["Bregen"])) == [(0, 1, "towns.name", "Bergen", "typo")]


def test_a_failing_reader_leaves_the_table_as_it_was(index: ValueIndex) -> None:
    def broken(column: Column) -> Iterator[tuple[str, int]]:
        yield "Oslo", 1
        raise OSError("disk")

    with pytest.raises(OSError, match="disk"):
        index.put(table("towns", TOWNS), broken)
    assert index.holds("towns.name", "paris") == "PARIS"
    assert index.holds("towns.name", "oslo") is None


def test_a_reader_beside_the_writer_sees_what_was_put(index: ValueIndex) -> None:
    beside = ValueIndex(index.path, read_only=True)
    assert beside.count() == index.count()
    more: Cells = {"name": {"Oslo": 1}}
    index.put(table("more", more), reader(more))
    assert beside.holds("more.name", "oslo") == "Oslo"
    beside.close()


def test_missing_and_damaged_files_are_named(tmp_path: Path) -> None:
    path = tmp_path / "values.sqlite"
    with pytest.raises(StoreUnreachable):
        ValueIndex(path, read_only=True)
    path.write_bytes(b"this is no database at all " * 50)
    with pytest.raises(WorkspaceDamaged):
        ValueIndex(path)
    ValueIndex.discard(path)
    index = ValueIndex(path)
    assert index.count() == 0
    index.close()
