"""Questions back about what belongs together: tables that nothing leads to, several ways between two of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from core.ask.interview.asked import MOST_OPTIONS, STAKES, Asked, Option
from core.ask.label_stems import stems
from core.ask.names import Names
from core.ask.translators.rules.facts import Facts
from core.model import NUMERIC, Column, Join, Table
from core.text.key_words import KEY_WORDS, RARE_KEY_WORDS
from core.text.words import words

_KEYS = frozenset((*KEY_WORDS, *RARE_KEY_WORDS))
_FEWEST = 3
"""Values that a column holds before it can be a key."""


def of_alone(tables: Mapping[str, Table], usable: Sequence[Join], weight: Mapping[str, float]) -> Iterator[Asked]:
    """Tables that no join leads to, with the pairs of columns that could: a key, and values that lie within it."""
    ends: defaultdict[str, int] = defaultdict(int)
    for j in usable:
        if not j.is_self:
            ends[j.child_table] += 1
            ends[j.parent_table] += 1
    for table in tables.values() if len(tables) > 1 else ():
        if ends[table.name]:
            continue
        found: list[tuple[float, Column, Column]] = []
        for other in tables.values():
            if other.name != table.name:
                near = 0.1 * min(ends[other.name], 5)
                found += [
                    (_fit(a, b, other) + near, a, b) for a in table.columns for b in _keys(other) if _within(a, b)
                ]
                found += [
                    (_fit(b, a, table) + near, b, a) for a in _keys(table) for b in other.columns if _within(b, a)
                ]
        found.sort(key=lambda f: (-f[0], f[1].id, f[2].id))
        best = list({frozenset((c.id, k.id)): (s, c, k) for s, c, k in reversed(found)}.values())[::-1][:MOST_OPTIONS]
        if best:
            options = [
                Option(f"{_said(tables, child)} = {_said(tables, key)}", (("link", "", child.id, key.id),))
                for _, child, key in best
            ]
            yield Asked(
                f"alone:{table.name}", "alone", f"What joins `{table.label}` to the other tables?",
                "Nothing leads there now, so no question goes through it and another table.",
                (*options, Option("None of these")), STAKES["alone"] * weight[table.name],
            )  # fmt: skip


def _keys(table: Table) -> Iterator[Column]:
    for c in table.columns:
        if c.profile.unique and not c.profile.nulls and c.profile.distinct >= _FEWEST and _keyish(c):
            yield c


def _keyish(column: Column) -> bool:
    return column.type in ("integer", "text")


def _within(child: Column, key: Column) -> bool:
    """Whether all that is known of a column's values lies within the key's. Two called `id` number their own."""
    a, b = child.profile, key.profile
    own = [words(c.label)[-1:] == words(c.label) and c.label.casefold() in _KEYS for c in (child, key)]
    if all(own) or not _keyish(child) or child.codes or a.distinct < _FEWEST or a.distinct > b.distinct:
        return False
    if (child.type in NUMERIC) != (key.type in NUMERIC):
        return False
    ends = (a.minimum, a.maximum, b.minimum, b.maximum)
    if child.type in NUMERIC:
        low, high, least, most = (e if isinstance(e, int | float) else None for e in ends)
        return None not in ends and least <= low and high <= most  # type: ignore[operator]
    told = {v.casefold() for v, _ in b.common}
    return len(told) == b.distinct and all(v.casefold() in told for v, _ in a.common)


def _fit(child: Column, key: Column, owner: Table) -> float:
    """How likely a column holds another table's key: by its share of the keys, and by what the labels say."""
    mine, theirs = words(child.label), words(key.label)
    marked = sum(bool(said) and (said[-1] in _KEYS or said[-1].endswith("id")) for said in (mine, theirs))
    shared = set(stems(child.label)) & {*stems(owner.label), *stems(key.label)} - _KEYS
    return child.profile.distinct / key.profile.distinct + 0.4 * marked + 0.8 * bool(shared)


def _said(tables: Mapping[str, Table], column: Column) -> str:
    return f"{tables[column.table].label}.{column.label}"


def implied(join: Join, usable: Sequence[Join]) -> bool:
    """Both its columns hold another one's values by joins that are used and confirmed: questions go over that one."""
    up: defaultdict[tuple[str, tuple[str, ...]], set[tuple[str, tuple[str, ...]]]] = defaultdict(set)
    for j in usable:
        if j.id != join.id and j.state == "confirmed" and j.evidence.parent_unique:
            up[j.child_table, j.child].add((j.parent_table, j.parent))
    ends = ((join.child_table, join.child), (join.parent_table, join.parent))
    return bool(up[ends[0]] & up[ends[1]])


def of_ways(
    tables: Mapping[str, Table], usable: Sequence[Join], facts: Facts, names: Names, weight: Mapping[str, float]
) -> Iterator[Asked]:
    """Two tables whose rows have names, and several that each say which of the one belong to which of the other."""
    up: defaultdict[str, dict[str, Join]] = defaultdict(dict)
    for j in sorted(usable, key=lambda j: (j.state != "confirmed", -j.score, j.id)):
        if not j.is_self and j.evidence.parent_unique and {j.child_table, j.parent_table} <= tables.keys():
            up[j.child_table].setdefault(j.parent_table, j)
    between: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for middle, parents in up.items():
        for pair in combinations(sorted(parents), 2):
            between[pair].append(middle)
    for (a, b), middles in between.items():
        met = b in up[a] or a in up[b] or any(up[m][e].preferred for m in middles for e in (a, b))
        if len(middles) < 2 or met or not (facts.named(a) and facts.named(b)):
            continue
        ordered = sorted(middles, key=lambda m: (-tables[m].rows, m))[:MOST_OPTIONS]
        options = tuple(
            Option(tables[m].label, (("way", f"{a}|{b}", f"{up[m][a].id}|{up[m][b].id}", ""),)) for m in ordered
        )
        yield Asked(
            f"way:{a}|{b}", "way", f"Which table says which {names.many(a)} belong to which {names.many(b)}?",
            "Several do, and questions about both go through one of them.",
            options, STAKES["way"] * (weight[a] + weight[b]) / 2,
        )  # fmt: skip
