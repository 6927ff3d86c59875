"""What a document says of signs in a figure's place."""

from __future__ import annotations

from dataclasses import replace

from core.documents.match import Found
from core.documents.signs import with_signs
from core.model import Mark, Table
from tests.graph.graphs import table

MARKS = (Mark("NA", "not known", 4), Mark("<0,2", "below or above a limit", 2))


def marked(name: str) -> Table:
    found = table(name, ["no!", "chlorine"])
    column = replace(found.columns[1], type="real")
    return replace(found, columns=(found.columns[0], replace(column, profile=replace(column.profile, marks=MARKS))))


def meanings(of: Table) -> list[str]:
    return [m.meaning for m in of.columns[1].profile.marks]


def test_a_document_says_what_signs_mean_in_the_tables_that_it_names() -> None:
    text = "pools.csv: taken each week. <0,2 = below what the kit shows, NA = bottle broken; na = nothing"
    pools, wells = with_signs((marked("pools"), marked("wells")), [Found("notes.txt", "", text)])
    assert meanings(pools) == ["bottle broken", "below what the kit shows"]
    assert meanings(wells) == [m.meaning for m in MARKS]


def test_a_document_that_names_no_table_speaks_of_all() -> None:
    (wells,) = with_signs((marked("wells"),), [Found("notes.txt", "", "Signs: “NA” = not asked for.")])
    assert meanings(wells) == ["not asked for", "below or above a limit"]
    assert with_signs((wells,), [Found("notes.txt", "", "DNA = genes")]) == (wells,)


def test_what_may_be_said_of_anything_must_say_that_there_is_none() -> None:
    (wells,) = with_signs(
        (marked("wells"),), [Found("notes.txt", "", "Abbreviations: NA = North Area, SA = South Area")]
    )
    assert meanings(wells) == [m.meaning for m in MARKS]
