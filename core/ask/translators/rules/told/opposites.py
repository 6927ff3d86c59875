"""`outdoor kennels`, of kennels with a column `Indoor`, `absent from the concert` beside `Present`, `members under 60`
beside `Over 60`: the answer no, said by the opposite of what the column asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.stop_words import DENYING
from core.ask.tokens import Token, lemmas, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.linking.named import cell_places, tables_named
from core.ask.translators.rules.query import Col, Definition, Filter, Item

_PAIRS = (
    ("indoor", "outdoor"), ("indoors", "outdoors"), ("inside", "outside"), ("internal", "external"),
    ("present", "absent"), ("present", "missing"), ("present", "missed"), ("attended", "missed"),
    ("attended", "absent"), ("paid", "owing"), ("passed", "failed"), ("pass", "fail"),
    ("active", "inactive"), ("active", "dormant"), ("permanent", "temporary"), ("local", "foreign"),
    ("domestic", "foreign"), ("urban", "rural"), ("public", "private"), ("open", "shut"),
    ("occupied", "vacant"), ("occupied", "empty"), ("working", "broken"), ("married", "single"),
    ("safe", "unsafe"), ("over", "under"), ("above", "below"), ("before", "after"),
    ("covered", "outdoor"), ("covered", "uncovered"),
)  # fmt: skip
_OPPOSITES: Mapping[str, frozenset[str]] = {
    word: frozenset(stem(b if word == a else a) for a, b in _PAIRS if word in (a, b))
    for pair in _PAIRS
    for word in pair
}
_ASKING = frozenset(map(stem, "is was are has had yes no y n ok flag yn".split()))
"""What a header says beside what it asks."""
_BOUNDING = frozenset("over under above below before after".split())
_ALWAYS = frozenset("never always every ever".split())
_BEHIND = frozenset("from at for".split())
_BEING = frozenset("is are was were be been who that which".split())


def opposites(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> dict[int, tuple[int, Definition]]:
    """Where just one column of yes and no asks for the opposite of what is said: start → (end, its other answer)."""
    held = cell_places(mentions)
    spoken = {
        i for m in mentions for k in m.links if k.kind != "value" and k.score >= 0.95 for i in range(m.start, m.end)
    }
    named = tables_named(mentions) | {k.table for m in mentions for k in m.links[:1] if k.kind == "table"}
    for i, token in enumerate(tokens):
        meant = _OPPOSITES.get(token.lower)
        if meant is None or i in held or i in spoken:
            continue
        found = list(_asking(tokens, i, meant, named, facts))
        if len(found) != 1:
            continue
        (end, column), start = found[0], i
        if column.table not in named and _ALWAYS & {t.lower for t in tokens}:
            continue  # “never absent”: of all their rows something is said
        truths = facts.flag(column)
        before = list(takewhile(_leads, (t.lower for t in reversed(tokens[:i]))))
        denied = sum(w in DENYING or w.endswith(("n't", "n’t")) for w in before) % 2 == 1
        start -= len(before)
        end += end < len(tokens) and tokens[end].lower in _BEHIND
        if truths is not None:
            condition = Filter(Item(column), "=", (truths[not denied],))
            return {start: (end, Definition(lemmas(tokens, start, end), None, (condition,)))}
    return {}


def _leads(word: str) -> bool:
    """Before it, what belongs to it: `who were not`."""
    return word in _BEING or word in DENYING or word.endswith(("n't", "n’t"))


def _asking(
    tokens: Sequence[Token], i: int, meant: frozenset[str], named: frozenset[str], facts: Facts
) -> Iterator[tuple[int, Col]]:
    """The columns of yes and no that ask for it, with the end of what the header says besides: the 60 of `Over 60`."""
    leads = Counter(
        child for child, _ in {(j.child_table, j.parent_table) for j in facts.schema.joins if j.parent_table in named}
    )
    between = {child for child, n in leads.items() if n > 1}  # who was where: of singers and concerts
    for table in sorted(named | between):
        for c in facts.tables[table].columns if table in facts.tables else ():
            column = Col(table, c.name)
            said = [s for s in stems(c.plain_label) if s not in _ASKING]
            if facts.flag(column) is None or not said or said[0] not in meant:
                continue
            if len(said) == 1 and tokens[i].lower in _BOUNDING:
                continue  # “under 3 hours” beside `Over`
            end = i + len(said)
            if [t.stem for t in tokens[i + 1 : end]] == said[1:]:
                yield end, column
