"""From what fills the places of a question to the queries it may mean, likeliest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from core.ask.state import Link
from core.ask.translators.rules.chart.meanings import Shown
from core.ask.translators.rules.chart.people import doer
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk, Claim
from core.ask.translators.rules.query import Query
from core.ask.translators.rules.slots.firsts import Firsts
from core.ask.translators.rules.slots.places import Noun, Places

_JOINED = 3
"""Tokens between two columns that are listed: `, and their`."""
MOST = 7
"""Queries of one filling."""


@dataclass(slots=True)
class Made:
    """A query, and which chunks have which part in it."""

    query: Query
    used: dict[int, Claim] = field(default_factory=dict)
    """Where a chunk begins → what it was used for."""


def queries(said: Places, facts: Facts) -> list[Made]:
    """The queries that a filling may mean."""
    composing = _Composing(said, facts)
    made: dict[Query, Made] = {}
    for query in composing.all():
        if query is not None and query not in made:
            made[query] = Made(query, dict(composing.used))
        if len(made) == MOST:
            break
    return list(made.values())


class _Composing(Firsts):
    """The queries, and in `used` what every chunk is there for."""

    def __init__(self, said: Places, facts: Facts) -> None:
        super().__init__(said, facts)
        self.used: dict[int, Claim] = {}
        if said.who and not said.of("asked") and (who := self._who()) is not None:
            said.nouns.append(who)

    def all(self) -> Iterator[Query | None]:
        said = self.said
        self._note()
        if said.share is not None:
            yield from self._shares()
            return
        target = self._target()
        if said.lasting is not None and said.rank is None:
            yield from self._durations()
        if self.meant and said.rank is None:
            yield from self._meant()
        if said.rank is not None:
            yield from self._ranks()
        figures = said.of("figure")
        if figures and said.rank is None:
            yield from self._figures(figures)
        elif said.function and said.rank is None and said.counting is None:
            yield from self._amounts(said.function, self._group())
        if said.rank is not None and not (said.counting and not self._asked()):
            return
        loose = not figures and not self._asked()
        if said.counting is not None or (loose and (said.of("group") or said.part or said.plain)):
            yield from self._counts()
        if said.counting is None and not figures and target is not None:
            yield from self._lists(target)

    def _who(self) -> Noun | None:
        """Whom `who` asks for, where no noun says it: the people of a table that is spoken of, or who did it."""
        tables = self._spoken_tables()
        for table in tables:
            if self.facts.persons(table):
                return self._noun(Link("table", table, "", "", 0.5, "who"))
            if (column := doer(table, self.facts)) is not None:
                return self._noun(Link("column", table, column.name, "", 0.5, "who"))
        for table in tables:
            for owner in self.facts.owners(table):
                if self.facts.persons(owner):
                    return self._noun(Link("table", owner, "", "", 0.5, "who"))
        return None

    def _noun(self, link: Link) -> Noun:
        return Noun(Chunk(link.kind, -1, -1, "who", link), "asked")

    def _asked(self) -> Noun | None:
        found = self.said.of("asked")
        return found[0] if found else None

    def _target(self) -> Noun | None:
        said = self.said
        found = (*said.of("counted"), *said.of("asked"), *said.of("shared"), *said.of("beside"), *said.of("figure"))
        return found[0] if found else (said.nouns[0] if said.nouns else None)

    def _lists(self, target: Noun) -> Iterator[Query | None]:
        asked = self.said.of("asked") or self._listed_with(target)
        columns = tuple(n.column for n in asked if n.column)
        table = asked[0].rows(self.facts)
        things = self._things(table)
        if things is None or not (things.where or things.having):
            return
        names = columns or self.facts.display(table)
        found = self.facts.column(columns[0]) if columns else None
        if found is not None and not found.profile.unique:
            yield self._whole(Shown(columns, things, distinct=not things.having))
        else:
            yield self._whole(Shown(names, things))

    def _listed_with(self, target: Noun) -> list[Noun]:
        """`titles and prices of all that is gone`: the columns that are said right behind the first one, with "and"."""
        found = [target]
        for noun in self.said.nouns if target.column is not None else ():
            last = found[-1].chunk
            joined = any(last.end <= at < noun.chunk.start for at in self.said.ands)
            if noun.column is not None and joined and 0 < noun.chunk.start - last.end <= _JOINED:
                found.append(noun)
        return found

    def _note(self) -> None:
        said, used = self.said, self.used
        parts: dict[str, Claim] = {
            "counted": "wanted", "asked": "wanted", "group": "group", "ranked": "superlative", "figure": "wanted",
            "absent": "filter", "some": "filter", "shared": "wanted", "beside": "context",
        }  # fmt: skip
        for noun in said.nouns:
            used[noun.chunk.start] = parts[noun.place]
        chunks: list[Chunk | None] = [*(c.chunk for c in said.cells), *said.times]
        chunks += [d.chunk for d in said.days]
        for bound in said.bounds:
            chunks += [bound.chunk, *bound.numbers]
        for chunk in chunks:
            if chunk is not None:
                used[chunk.start] = "filter"
        for chunk in said.told:
            used[chunk.start] = "wanted" if chunk.means and chunk.means.item else "filter"
        parted = said.part[0] if said.part else None
        for chunk in (said.counting, said.share, said.rank, said.rows, said.limit, said.order, said.lasting, parted):
            if chunk is not None:
                used[chunk.start] = "superlative" if chunk is said.rank else "wanted"
