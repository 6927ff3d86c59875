"""Of a figure that is taken apart by several columns the chart shows the first column's groups alone."""

from __future__ import annotations

from pages._result.first_part import first_part
from pages._ui.frames import frame

HEADS = ("group", "change", "2023", "2024")


def test_the_groups_of_the_first_column_under_its_heading() -> None:
    rows = [("channel: web", 60, 40, 100), ("channel: shop", 6, 60, 66), ("channels used: 2", 50, 10, 60)]
    drawn, said = first_part(frame(HEADS, rows))
    assert first_part(frame(("part", *HEADS[1:]), rows))[0].equals(drawn)  # of an older chat
    assert drawn.columns.tolist() == ["channel", "change", "2023", "2024"]
    assert drawn.to_numpy().tolist() == [["web", 60, 40, 100], ["shop", 6, 60, 66]]
    assert said == "The chart shows the groups by channel."


def test_all_else_is_drawn_as_it_is() -> None:
    for heads, rows in (
        (HEADS, [("channel: web", 60, 40, 100), ("channel: shop", 6, 60, 66)]),
        (("title", "change"), [("Part: one", 1), ("Other: two", 2)]),
        (HEADS, []),
    ):
        table = frame(heads, rows)
        assert first_part(table)[0] is table
