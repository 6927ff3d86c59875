"""Names for groups of tables: kept in the workspace, and staying with the group while it is much the same."""

from __future__ import annotations

from pathlib import Path

from core.catalogue.cluster_names import ClusterNames
from core.catalogue.store import Catalogue
from core.graph.clusters import named
from core.model import Cluster


def group(*tables: str) -> Cluster:
    return Cluster(tables[0], tables[0], tables)


def test_a_name_goes_to_the_group_that_is_most_like_the_one_it_was_given_to(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path / "state.sqlite")
    ClusterNames(catalogue).keep(group("orders", "customers", "payments"), "  Sales \n")
    ClusterNames(catalogue).keep(group("staff", "shifts"), "People")
    catalogue.close()
    names = ClusterNames(Catalogue(tmp_path / "state.sqlite")).all()
    now = (
        group("customers", "orders", "payments", "refunds"),
        group("staff", "rooms", "keys", "desks"),
        group("shifts"),
    )
    assert [c.label for c in named(now, names)] == ["Sales", "staff", "People"]
    assert [c.id for c in named(now, names)] == ["customers", "staff", "shifts"]


def test_a_new_name_takes_the_old_ones_place_and_none_takes_it_away(tmp_path: Path) -> None:
    names = ClusterNames(Catalogue(tmp_path / "state.sqlite"))
    names.keep(group("a", "b", "c"), "First")
    names.keep(group("a", "b", "c", "d"), "Second")
    assert names.all() == (("Second", frozenset("abcd")),)
    names.keep(group("a", "b", "c"), " ")
    assert names.all() == ()
