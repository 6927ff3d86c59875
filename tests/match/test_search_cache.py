"""What a search leaves for the next one changes its pace, never what is found."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from core.match import SearchCache, discover
from core.match.pool import Candidate
from core.match.scorers import OwnScorer, Scored
from core.model import Join, Table, Value
from tests.match.tables import table


class Counting(OwnScorer):
    """Notes which pairs are scored."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def score(self, candidate: Candidate) -> Scored:
        self.asked.append(candidate.key)
        return super().score(candidate)


def pile(draw: random.Random, count: int = 14) -> list[Table]:
    """Tables that point at each other, in parts that share nothing and in parts that share labels."""
    found = []
    for n in range(count):
        rows = draw.randint(5, 40)
        columns: dict[str, list[Value]] = {f"t{n}_id" if n % 2 else "id": list(range(1, rows + 1))}
        columns["code"] = [f"{n}-{k}" for k in range(rows)]
        for other in draw.sample(range(count), 2):
            columns[f"t{other}_id" if draw.random() < 0.7 else f"c{other}"] = [draw.randint(1, 9) for _ in range(rows)]
        columns["status"] = [draw.choice("abcd") for _ in range(rows)]
        found.append(table(f"t{n}", columns))
    return found


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 6))])
def test_a_search_with_what_is_kept_equals_one_from_nothing(seed: int) -> None:
    draw = random.Random(seed)
    there, waiting = pile(draw), pile(random.Random(seed + 100))
    cache, known = SearchCache(), list[Join]()
    for _ in range(12):
        step = draw.choice(("add", "remove", "replace", "judge", "judge", "describe"))
        if step == "add" and waiting:
            new = waiting.pop()
            there = [*(t for t in there if t.name != new.name), new]
        elif step == "remove" and len(there) > 3:
            there.remove(draw.choice(there))
        elif step == "replace":
            there[draw.randrange(len(there))] = draw.choice(pile(draw))
            there = list({t.name: t for t in there}.values())
        elif step == "describe":
            n = draw.randrange(len(there))
            there[n] = replace(there[n], description=str(draw.random()))
        elif found := [j for j in discover(there, known=known) if len(j.child) == 1]:
            judged = draw.choice(found)
            known = [j for j in known if j.pairs != judged.pairs]
            if draw.random() < 0.7:
                state = draw.choice(("confirmed", "rejected"))
                known.append(replace(judged, state=state, reviewed=True))  # type: ignore[arg-type]
        draw.shuffle(there)
        assert discover(there, known=known, cache=cache) == discover(there, known=known)


def test_a_verdict_scores_no_pair_again_but_those_it_tells_of() -> None:
    tables = pile(random.Random(3))
    counting = Counting()
    cache = SearchCache(counting)
    first = discover(tables, cache=cache)
    told = len(first)
    counting.asked.clear()
    judged = next(j for j in first if j.state != "rejected")
    discover(tables, known=[replace(judged, state="rejected", reviewed=True)], cache=cache)
    assert len(counting.asked) <= told + 3


def test_one_more_table_scores_only_pairs_with_it() -> None:
    tables = pile(random.Random(4))
    counting = Counting()
    cache = SearchCache(counting)
    cache.search(tables, lambda what, share: None)
    counting.asked.clear()
    new = table("new_things", {"new_thing_id": [1, 2, 3], "novel": ["q", "w", "e"]})
    cache.search([*tables, new], lambda what, share: None)
    assert all("new_things" in child + parent for child, parent in counting.asked)
