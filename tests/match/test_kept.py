"""A search for joins kept on disk is the very same when it is read back, or it is not read at all."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from core.match import Kept, SearchCache, discover
from core.model import Join, Table
from tests.match.test_search_cache import pile


def searched(path: Path, tables: list[Table]) -> SearchCache:
    cache = SearchCache(kept=Kept(path))
    cache.search(tables, lambda what, share: None)
    return cache


def test_what_is_read_back_is_what_was_found(tmp_path: Path) -> None:
    tables = pile(random.Random(5), 20)
    path = tmp_path / "pairs.npz"
    searched(path, tables)
    nothing = SearchCache().search(tables, lambda what, share: None)
    read = Kept(path).read(list(reversed(tables)))
    assert read is not None
    assert read[1] == nothing[1]
    assert read[2] == nothing[2]
    assert read[0].columns == nothing[0].columns
    known: list[Join] = [replace(j, state="rejected", reviewed=True) for j in discover(tables)[:2]]
    again = SearchCache(kept=Kept(path))
    assert discover(tables, known=known, cache=again) == discover(tables, known=known)


def test_a_search_that_was_read_goes_on_with_more_tables(tmp_path: Path) -> None:
    tables, more = pile(random.Random(6), 12), pile(random.Random(7), 14)[12:]
    path = tmp_path / "pairs.npz"
    searched(path, tables)
    cache = searched(path, tables)
    assert discover([*tables, *more], cache=cache) == discover([*tables, *more])
    assert Kept(path).read([*tables, *more]) is not None
    assert Kept(path).read(tables) is None


def test_one_of_other_columns_or_a_broken_one_is_passed_over(tmp_path: Path) -> None:
    tables = pile(random.Random(8), 6)
    path = tmp_path / "pairs.npz"
    assert Kept(path).read(tables) is None
    searched(path, tables)
    assert Kept(path).read(tables[1:]) is None
    first = tables[0].columns[0]
    sketch = (first.profile.sketch[0] ^ 1, *first.profile.sketch[1:])
    other = replace(first, profile=replace(first.profile, sketch=sketch))
    changed = [replace(tables[0], columns=(other, *tables[0].columns[1:])), *tables[1:]]
    assert Kept(path).read(changed) is None
    described = [replace(t, description="About it.") for t in tables]
    assert Kept(path).read(described) is not None
    path.write_bytes(path.read_bytes()[:200])
    assert Kept(path).read(tables) is None
    path.write_text("no archive")
    assert Kept(path).read(tables) is None


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    tables = pile(random.Random(9), 5)
    cache = SearchCache(kept=Kept(tmp_path / "gone" / "pairs.npz"))
    assert discover(tables, cache=cache) == discover(tables)
