"""Verbs that say no more than the query does without them: `the boats that we keep`, `which tutor has taught the most
courses`.

A verb of what is done with whatever a table holds says that its rows are there. Any other one between two nouns says
what their join says, if their tables are joined in one way alone and nothing of the folder speaks of the verb; unless
it tells how something ended (`won`, `missed`). Where rows may have come to nothing, a verb may mean those that did not;
where they have several days, which of these is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.ask.deciding import DONE, PLAIN_VERBS, PLAINLY
from core.ask.label_stems import stems
from core.ask.state import JoinTree, Link, Mention
from core.ask.stop_words import FUNCTION
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Query
from core.ask.translators.rules.query_parts import columns_in
from core.ask.translators.rules.told.happened import called_off
from core.model import TEMPORAL

_HAVE = frozenset("have has had having".split())
_BE = frozenset("is are was were be been being".split())
_DO = frozenset("do does did".split())
_AGENTS = frozenset("we they you i".split())
_WHO = frozenset("who that which".split())
_BETWEEN = frozenset("never ever not also once already all both".split())
_DENIED = frozenset("never not without no".split())
_GET = frozenset("get gets got getting".split())
_AMOUNTS = frozenset("most fewest least".split())
_IRREGULAR = frozenset("run made done got sung won built spent begun drunk flown grown known".split())
_FILED = frozenset(
    "record log list register recorded reported listed registered logged entered filed submitted signed lodged".split()
)
"""Verbs that say that something is there, whoever did it."""
_NOTED = _FILED | frozenset(
    "have hold own keep know want stock look deal handle owned kept held placed ordered booked set opened raised based "
    "located handled".split()
)
"""Verbs that are true of whatever was written down, even of what was called off later."""
OUTCOMES = frozenset(
    map(
        stem,
        "win won lose lost draw drawn lead led finish complete completed pass passed fail failed miss missed "
        "cancel cancelled refuse refused reject rejected return returned damage damaged break broke broken "
        "withdraw withdrew withdrawn drop dropped leave left quit stop stopped skip skipped start started begin "
        "began begun end ended score scored survive survived die died kill killed injure injured pay paid owe "
        "owed earn earned cost spend spent charge charged claim claimed approve approved accept accepted beat "
        "beaten attend attended turn turned arrive arrived depart departed delay delayed close closed solve "
        "solved resolve resolved renew renewed expire expired reach reached need needed change changed settle "
        "settled".split(),
    )
)
"""Stems of verbs that tell how something went, which some rows may say and others not."""


@dataclass(frozen=True)
class Verbs:
    """The verbs of a question, as a query that leaves them unread may leave them."""

    tokens: Sequence[Token]
    mentions: Sequence[Mention]
    links: Sequence[Link | None]
    query: Query
    tree: JoinTree
    facts: Facts

    def idle(self, i: int) -> bool:
        """The verb at this token says no more than the query does."""
        t = self.tokens[i]
        if t.kind != "word" or t.capital or t.lower in FUNCTION or self._speaks(i):
            return False
        if t.lower in _GET and self._ranks(i + 1):  # “gets the most notices” has the most
            return True
        place = self._place(i)
        if not place or self._timed():
            return False
        plain = t.lower in PLAIN_VERBS or t.lemma in PLAIN_VERBS or t.lower in PLAINLY
        noted = t.lower in _NOTED or t.lemma in _NOTED
        if not noted and self._may_fail():
            return False
        if place == "done":  # `sites closed`: which of them are meant
            return t.lower in _FILED
        several = place != "was" and len(self._used()) > 1
        if several and t.lower not in _FILED and not self._joined():
            return False
        return noted or plain or (several and t.stem not in OUTCOMES)

    def _place(self, i: int) -> str:
        """Where a verb stands: `have` and what was done, `did` and who, `who` or things and `most`, or behind them; ""
        for none."""
        t = self.tokens[i]
        done = t.lower.endswith(DONE) or t.lower in _IRREGULAR
        at = i - 1
        while at >= 0 and self.tokens[at].lower in _BETWEEN:
            at -= 1
        before = self.tokens[at].lower if at >= 0 else ""
        thing = self._thing(i + 1)
        if before in _HAVE and done and not thing:
            return "has"
        if before in _BE and done:
            denied = {u.lower for u in self.tokens[max(0, at - 1) : i]} & _DENIED
            return "" if denied else "was"
        if before in _AGENTS:
            return "we"
        if before in _WHO and at > 0 and not thing:
            return "who"
        if self._ranks(i + 1) and (before == "who" or self._thing(at)):
            return "most"
        if self._thing(at) and any(u.lower in _DO | _HAVE for u in self.tokens[:at]) and at == i - 1:
            asked = next((u.lower for u in reversed(self.tokens[:at]) if u.lower in _DO | _HAVE), "")
            return "did" if asked in _DO or done else ""
        return "done" if self._thing(at) and at == i - 1 and done else ""

    def _thing(self, i: int) -> bool:
        """A noun that means a table stands there."""
        return any(
            m.start <= i < m.end and k is not None and k.kind == "table"
            for m, k in zip(self.mentions, self.links, strict=True)
        )

    def _ranks(self, i: int) -> bool:
        """`the most courses` follows."""
        i += i < len(self.tokens) and self.tokens[i].lower == "the"
        return i + 1 < len(self.tokens) and self.tokens[i].lower in _AMOUNTS and self._thing(i + 1)

    def _speaks(self, i: int) -> bool:
        """Something of the folder has the verb's word: a label, a cell, or a label that was cut short."""
        said = self.tokens[i].stem
        if any(m.start <= i < m.end and any(k.how != "meaning" for k in m.links) for m in self.mentions):
            return True
        tables = self.facts.schema.tables
        return any(said in stems(name) for t in tables for name in (t.label, *(c.label for c in t.columns)))

    def _used(self) -> list[str]:
        return [t for t in dict.fromkeys(map(self.facts.source, self.tree.tables)) if t in self.facts.tables]

    def _timed(self) -> bool:
        """Rows are told by a day, of which a table has another."""
        days = {(c.table, c.name) for c in columns_in(self.query) if (h := self.facts.column(c)) and h.type in TEMPORAL}
        own = {t: sum(c.type in TEMPORAL for c in self.facts.tables[t].columns) for t in self._used()}
        return any(own.get(self.facts.source(t), 0) > 1 for t, _ in days)

    def _may_fail(self) -> bool:
        """Some rows came to nothing, and the query does not say which."""
        compared = {(self.facts.source(c.table), c.name) for c in columns_in(self.query)}
        return any(
            called_off(c) and (t, c.name) not in compared for t in self._used() for c in self.facts.tables[t].columns
        )

    def _joined(self) -> bool:
        """Each table is joined in one way alone with the next, and none between them stands for things of its own, to
        which others refer; whoever is asked for by `who` is somebody."""
        used = self._used()
        shown = {i.column.table for i in self.query.select if i.column and not i.aggregate}
        somebody = all(self.facts.persons(self.facts.source(t)) for t in shown)
        if self.tokens[0].lower == "who" and not somebody:
            return False
        spoken = {k.table for k in self.links if k is not None and k.kind == "table"} | shown
        parents = {j.parent_table for j in self.facts.schema.joins if not j.is_self and j.state != "rejected"}
        if any(t in parents for t in used if t not in spoken):
            return False
        for e in self.tree.edges:
            ends = {self.facts.source(e.left_table), self.facts.source(e.right_table)}
            ways = [
                j for j in self.facts.schema.joins if {j.parent_table, j.child_table} == ends and j.state != "rejected"
            ]
            if len({j.child for j in ways}) != 1:
                return False
        return True
