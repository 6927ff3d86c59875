"""Uploads of a name that is loaded already: the same file, a newer edition, another file."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from core.errors import WorkspaceUnwritable
from core.workspace.uploads import (
    UPLOADS,
    WAITING,
    Uploaded,
    exchanged,
    left_out,
    lying_aside,
    placed_beside,
    take_uploads,
)

MEMBERS = b"id,name,joined\n" + b"".join(b"%d,Ann,2020-01-01\n" % n for n in range(20))


def sent(content: bytes, name: str = "members.csv") -> io.BytesIO:
    file = io.BytesIO(content)
    file.name = name
    return file


def taken(folder: Path, *contents: bytes) -> Uploaded:
    """What becomes of uploads where the first file of their name is loaded."""
    first = take_uploads(folder, [sent(MEMBERS)], ())
    assert first.paths == (folder / UPLOADS / "members.csv",)
    return take_uploads(folder, [sent(c) for c in contents], first.paths)


def test_the_very_file_is_not_loaded_again(tmp_path: Path) -> None:
    found = taken(tmp_path, MEMBERS)
    assert (found.paths, found.same, found.replaced, found.waiting) == ((), ("members.csv",), (), ())
    assert not list((tmp_path / WAITING).iterdir())


def test_what_is_loaded_beside_is_not_loaded_once_more(tmp_path: Path) -> None:
    other = b"sensor,reading\n1,2\n"
    (waiting,) = taken(tmp_path, other).waiting
    beside = placed_beside(waiting, "members other")
    found = take_uploads(tmp_path, [sent(other)], [tmp_path / UPLOADS / "members.csv", beside])
    assert (found.paths, found.same, found.waiting) == ((), ("members other.csv",), ())


def test_a_file_that_waits_no_more_takes_nothing_away(tmp_path: Path) -> None:
    (waiting,) = taken(tmp_path, b"sensor,reading\n1,2\n").waiting
    left_out(waiting)
    with pytest.raises(WorkspaceUnwritable, match="no longer waits"):
        exchanged(tmp_path, waiting)
    assert waiting.place.read_bytes() == MEMBERS


def test_a_newer_edition_takes_the_place_and_the_old_one_can_come_back(tmp_path: Path) -> None:
    edition = MEMBERS.replace(b"id,name", b'"ID","Name"') + b"21,Bea,2021-01-01\n"
    found = taken(tmp_path, edition)
    place = tmp_path / UPLOADS / "members.csv"
    assert found.paths == (place,)
    assert place.read_bytes() == edition
    (before,) = found.replaced
    left_out(exchanged(tmp_path, before))
    assert place.read_bytes() == MEMBERS
    assert not list((tmp_path / WAITING).iterdir())


def test_what_lies_aside_is_known_from_the_disk(tmp_path: Path) -> None:
    first = take_uploads(tmp_path, [sent(MEMBERS)], ()).paths
    edition = MEMBERS + b"21,Bea,2021-01-01\n"
    found = take_uploads(tmp_path, [sent(edition), sent(b"sensor,reading\n1,2\n")], first, lambda _: 20)
    assert sorted(lying_aside(tmp_path), key=lambda a: a.unlike) == [*found.replaced, *found.waiting]
    assert found.replaced[0].rows == 20
    for note in (tmp_path / WAITING).glob("*/.about.json"):
        note.write_text('{"name": 5}', encoding="utf-8")
    assert lying_aside(tmp_path) == ()


@pytest.mark.parametrize("other", [b"id,name\n" + MEMBERS[15:], MEMBERS[:60], b"PK\x03\x04\0" + MEMBERS])
def test_another_file_waits_and_nothing_is_touched(tmp_path: Path, other: bytes) -> None:
    found = taken(tmp_path, other)
    assert found.paths == ()
    assert [a.name for a in found.waiting] == ["members.csv"]
    assert (tmp_path / UPLOADS / "members.csv").read_bytes() == MEMBERS
    beside = placed_beside(found.waiting[0], "members other")
    assert beside == tmp_path / UPLOADS / "members other.csv"
    assert beside.read_bytes() == other


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (
            b"sensor,reading\n1,2\n" * 20,
            "its first line is “sensor,reading”, where that of the other is “id,name,joined”",
        ),
        (MEMBERS[:60], "it begins alike but is far shorter (60 bytes, not"),
        (b"PK\x03\x04\0" + MEMBERS, "it is no plain text"),
    ],
)
def test_what_waits_is_told_apart_from_an_edition(tmp_path: Path, other: bytes, why: str) -> None:
    assert taken(tmp_path, other).waiting[0].unlike.startswith(why)


def test_two_files_of_one_name_sent_at_once_are_both_there(tmp_path: Path) -> None:
    found = take_uploads(tmp_path, [sent(MEMBERS), sent(b"a,b\n1,2\n")], ())
    assert found.paths == (tmp_path / UPLOADS / "members.csv",)
    assert found.paths[0].read_bytes() == MEMBERS
    assert found.waiting[0].path.read_bytes() == b"a,b\n1,2\n"


def test_what_waited_for_days_is_forgotten(tmp_path: Path) -> None:
    waiting = taken(tmp_path, b"x\n").waiting[0].path
    os.utime(waiting.parent, (0, 0))
    take_uploads(tmp_path, [], ())
    assert not waiting.exists()
