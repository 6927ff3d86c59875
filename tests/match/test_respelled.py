"""Joins in use whose keys are written in several ways are compared in one spelling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from core.match.respelled import respelled
from core.model import Evidence, Join
from core.sql.rewrites import Rewrite

DASHED: Rewrite = (("plain", "-"),)


def join(containment: float = 0.6, *, unique: bool = True) -> Join:
    evidence = Evidence(containment, 1.0, 0.9, False, unique, "n:1", 3)
    return Join("lets.home=homes.no", "lets", ("home",), "homes", ("no",), 0.9, "probable", evidence, why="60 % found")


def met(child: Sequence[str], parent: Sequence[str], of: Join) -> Join:
    (made,) = respelled([of], {"lets.home": child, "homes.no": parent})
    return made


@pytest.mark.parametrize(
    ("child", "parent", "rewrite"),
    [
        (["p-012", "p012", "p-014", "p014"], ["p-012", "p-013", "p-014"], DASHED),
        (["tr4", "tr04", "tr17", "tr-5"], ["tr04", "tr05", "tr17"], (*DASHED, ("padding", ""))),
        (
            ["rs012", "12", "rs 7", "rs007"],
            ["rs012", "rs007", "rs003"],
            (("plain", " "), ("prefix", "rs"), ("zeros", "")),
        ),
        (["a4", "b4", "a04", "b04"], ["a04", "b04", "a12"], (("padding", ""),)),
    ],
)
def test_the_spelling_that_finds_most(child: list[str], parent: list[str], rewrite: Rewrite) -> None:
    made = met(child, parent, join())
    assert made.rewrite == (rewrite, rewrite)
    assert (made.evidence.containment, made.evidence.as_written) == (1.0, None)
    assert made.why.startswith("60 % found; after leaving out ")


def test_what_finds_nothing_more_or_mixes_up_keys_stays() -> None:
    child, parent = ["p-012", "p012", "p014"], ["p-012", "p012", "p014"]
    assert met(child, parent, join()) == join()
    assert met(["p12", "p13", "p99", "p98"], ["p12", "p13", "p14"], join()) == join()
    assert met(["p-012", "p012", "p-14"], ["p012", "p14"], replace(join(), reviewed=True)).rewrite == ((), ())
    assert met(["p1", "p-2", "p-3"], ["p1", "p-1", "p2", "p3"], join()).rewrite == ((), ())
    assert any(met(["p1", "p-2", "p-3"], ["p1", "p-1", "p2", "p3"], join(unique=False)).rewrite)
