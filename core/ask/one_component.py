"""Of many tables, one component at a time (Arfaoui, 7.2.5): a question is answered along joins, so its words are taken
for tables that hang together, those that most of its words speak of.
"""

from __future__ import annotations

from collections import defaultdict

from core.ask.filtering import SMALL_SCHEMA, weights_of, within
from core.ask.state import Mention, SchemaView

_MARGIN = 1.02
"""How much more must speak for a component than for the next, else both go on."""


def one_component(
    view: SchemaView, mentions: tuple[Mention, ...], tables: int
) -> tuple[SchemaView, tuple[Mention, ...]]:
    """The view and the mentions without components that fewer words speak of; as they are while the workspace has few
    `tables`, no component stands out, or a word names nothing but a table of another."""
    if tables <= SMALL_SCHEMA:
        return view, mentions
    home = _components(view)
    spoken: dict[int, float] = defaultdict(float)
    for mention in mentions:
        best: dict[int, float] = {}
        for table, weight in weights_of(mention).items():
            if table in home:
                best[home[table]] = max(best.get(home[table], 0.0), weight)
        for component, weight in best.items():
            spoken[component] += weight
    first, *rest = sorted(spoken, key=lambda c: -spoken[c]) or [-1]
    if not rest or spoken[first] < _MARGIN * spoken[rest[0]]:
        return view, mentions
    kept = {t for t, component in home.items() if component == first}
    for mention in mentions:
        if mention.links and all(x.kind == "table" and x.table not in kept for x in mention.links):
            return view, mentions
    inside = tuple(t for t in view.tables if t.name in kept)
    narrowed = SchemaView(inside, tuple(j for j in view.joins if j.child_table in kept))
    return narrowed, tuple(m for m in within(mentions, narrowed) if m.links)


def _components(view: SchemaView) -> dict[str, int]:
    """Each table's component: tables that joins lead between share a number."""
    home = {t.name: n for n, t in enumerate(view.tables)}
    changed = True
    while changed:
        changed = False
        for j in view.joins:
            least = min(home[j.child_table], home[j.parent_table])
            for name in (j.child_table, j.parent_table):
                changed = changed or home[name] != least
                home[name] = least
    return home
