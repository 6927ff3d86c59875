"""The chart: neighbouring edges combine, short spans first; of each span and category the cheapest few are kept."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.ask.state import Link
from core.ask.translators.rules.chart.edge import Edge, Rule
from core.ask.translators.rules.chart.lattice import Lattice
from core.ask.translators.rules.facts import Facts

KEPT = 6
"""Edges of one category over one span."""
GAP = 3.0
"""The most that words between two edges may cost: a few words that are not known, or two that are linked."""
REACH = 6
"""Tokens between two edges at most."""
APART = 0.12
"""What it costs to speak of one table more: words that stand together mostly speak of the same one."""
_NEAR = 0.01

Chart = dict[tuple[int, int], dict[str, list[Edge]]]


def parse(lattice: Lattice, rules: Sequence[Rule], facts: Facts) -> tuple[Edge, ...]:
    """Every edge of the filled chart, in the order of their spans."""
    single = _by_left(r for r in rules if not r.right)
    double = _by_pair(r for r in rules if r.right)
    chart: Chart = defaultdict(lambda: defaultdict(list))
    for edge in lattice.edges:
        _put(chart, edge, single, facts)
    size = len(lattice.tokens)
    for width in range(2, size + 1):
        for start in range(size - width + 1):
            end = start + width
            for edge in list(_joined(chart, lattice, double, start, end, facts)):
                _put(chart, edge, single, facts)
    return tuple(e for span in sorted(chart) for kept in chart[span].values() for e in kept)


def _joined(
    chart: Chart, lattice: Lattice, rules: Mapping[tuple[str, str], Sequence[Rule]], start: int, end: int, facts: Facts
) -> Iterator[Edge]:
    """The edges that two neighbours make which together span `start` to `end`."""
    for middle in range(start + 1, end):
        lefts = chart.get((start, middle))
        if not lefts:
            continue
        for begin in range(middle, min(end, middle + REACH)):
            rights = chart.get((begin, end))
            if not rights:
                continue
            gap = lattice.gap(middle, begin)
            words = [t.lower for t in lattice.tokens[middle:begin]]
            if gap > 2 * GAP:
                break
            for left_category, left_edges in lefts.items():
                for right_category, right_edges in rights.items():
                    for rule in rules.get((left_category, right_category), ()):
                        said = frozenset(middle + i for i, w in enumerate(words) if w in rule.between)
                        costs = gap - sum(lattice.passing[i] for i in said)
                        if costs > GAP or (rule.near and costs > _NEAR) or (rule.between and not said):
                            continue
                        yield from _made(rule, left_edges, right_edges, costs, said, facts)


def _made(
    rule: Rule, lefts: Sequence[Edge], rights: Sequence[Edge], gap: float, said: frozenset[int], facts: Facts
) -> Iterator[Edge]:
    for left in lefts:
        for right in rights:
            meaning = rule.build(left.meaning, right.meaning, facts)
            if meaning is not None:
                links = (*left.links, *right.links)
                own, others = _tables(left.links), _tables(right.links)
                apart = len(own | others) - max(len(own), len(others))
                cost = round(left.cost + right.cost + gap + rule.cost + APART * apart, 4)
                made = left.rules | right.rules | {rule.name}
                used = left.used | right.used | said
                yield Edge(rule.makes, left.start, right.end, meaning, used, cost, links, made)


def _tables(links: Sequence[tuple[int, Link]]) -> set[str]:
    return {link.table for _, link in links}


def _put(chart: Chart, edge: Edge, single: Mapping[str, Sequence[Rule]], facts: Facts) -> None:
    """Keep an edge if it is among the cheapest, and what it turns into."""
    kept = chart[(edge.start, edge.end)][edge.category]
    same = next((e for e in kept if e.meaning == edge.meaning), None)
    if same is not None:
        if same.cost <= edge.cost:
            return
        kept.remove(same)
    _place(kept, edge)
    del kept[KEPT if edge.links else 2 * KEPT :]
    if edge not in kept:
        return
    for rule in single.get(edge.category, ()):
        meaning = rule.build(edge.meaning, None, facts)
        if meaning is not None:
            rules = edge.rules | {rule.name}
            _put(
                chart,
                Edge(rule.makes, edge.start, edge.end, meaning, edge.used, edge.cost + rule.cost, edge.links, rules),
                single,
                facts,
            )


def _place(kept: list[Edge], edge: Edge) -> None:
    """Put an edge among others, by their costs; those that cost the same stand by how their meanings are written."""
    first = bisect_left(kept, edge.cost, key=lambda e: e.cost)
    behind = bisect_right(kept, edge.cost, first, key=lambda e: e.cost)
    if first < behind:
        first = bisect_right(kept, repr(edge.meaning), first, behind, key=lambda e: repr(e.meaning))
    kept.insert(first, edge)


def _by_left(rules: Iterable[Rule]) -> Mapping[str, Sequence[Rule]]:
    found: dict[str, list[Rule]] = defaultdict(list)
    for r in rules:
        found[r.left].append(r)
    return found


def _by_pair(rules: Iterable[Rule]) -> Mapping[tuple[str, str], Sequence[Rule]]:
    found: dict[tuple[str, str], list[Rule]] = defaultdict(list)
    for r in rules:
        found[r.left, r.right].append(r)
    return found
