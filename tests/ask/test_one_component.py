"""Of many tables, those that hang together and that most words speak of."""

from __future__ import annotations

from core.ask.one_component import one_component
from core.ask.state import SchemaView
from tests.ask.test_filtering import column, join, mention, table, tables

VIEW = SchemaView(tables("singer", "concert", "artist", "album"), (join("concert", "singer"), join("album", "artist")))
MANY = 60


def test_the_component_that_most_words_speak_of_goes_on() -> None:
    said = (
        mention(0, table("singer"), column("artist", 0.9)),
        mention(1, table("concert")),
        mention(2, column("album", 0.6)),
    )
    view, left = one_component(VIEW, said, MANY)
    assert [t.name for t in view.tables] == ["singer", "concert"]
    assert [j.child_table for j in view.joins] == ["concert"]
    assert [[x.table for x in m.links] for m in left] == [["singer"], ["concert"]]


def test_few_tables_all_go_on() -> None:
    said = (mention(0, table("singer")), mention(1, column("album")))
    assert one_component(VIEW, said, 24) == (VIEW, said)


def test_a_table_that_is_named_keeps_its_component() -> None:
    said = (mention(0, table("singer")), mention(1, table("concert")), mention(2, table("album")))
    assert one_component(VIEW, said, MANY) == (VIEW, said)


def test_components_that_as_much_speaks_for_all_go_on() -> None:
    said = (mention(0, column("singer"), column("artist")),)
    assert one_component(VIEW, said, MANY) == (VIEW, said)
    assert one_component(VIEW, (), MANY) == (VIEW, ())
