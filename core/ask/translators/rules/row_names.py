"""What people call the rows of a table by: names, titles, what codes mean, first and last names."""

from __future__ import annotations

from itertools import chain

from core.ask.label_stems import shared_prefix, stems
from core.ask.tokens import stem
from core.ask.translators.rules.columns import KEYS, display_score, form_of_address, in_turn, part_of_name
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col
from core.ask.translators.rules.remembered import remembered
from core.ask.translators.rules.schema_facts import SchemaFacts
from core.documents.code_lists import lists_in
from core.model import NUMERIC, Join
from core.text.words import words

_LISTED = 3
"""Columns of a list of codes, at most."""
_NAMED = 5.0
"""What a column scores at least whose label says that it names the rows."""
_LONGER = 1.2
"""How much longer a meaning is than its code, on average, at least."""
_SHORT = 5
"""Letters of a code, at most."""
_MOST_ROWS = 50
"""Rows of one thing on average, at most: what has more is numbered anew for each of its owners."""


_NAME = frozenset(map(stem, ("name", "title")))
_SEX = frozenset(map(stem, ("sex", "gender")))
_BORN = frozenset((*_SEX, *map(stem, "age band group born birth date dob of".split())))
_COUNTS = frozenset(map(stem, "count number population total value people persons observations".split()))
"""What headers call numbers of people of one sex and age: a row is no person then."""


def _letters(value: str) -> bool:
    """A code of a few capitals."""
    return value.isalpha() and value.isupper() and len(value) <= _SHORT


class RowNames(SchemaFacts):
    """What the rules need to know of the names of rows."""

    @remembered
    def thing(self, table: str) -> Col | None:
        """The column that numbers the things after which the table is called, where each has several rows; else None.

        `Landing number` in `landings`, of which every landing has a row for each kind of fish.
        """
        found = self.tables.get(table)
        if found is None or self.key(table) is not None:
            return None
        own = [s for s in stems(found.label) if not s.isdigit()]
        for c in found.columns:
            said = stems(c.label)
            numbered = len(said) > 1 and said[1] in KEYS and said[:1] == tuple(own[-1:]) and not c.profile.nulls
            if numbered and c.profile.distinct * _MOST_ROWS > found.rows:
                return Col(table, c.name)
        return None

    @remembered
    def display(self, table: str) -> tuple[Col, ...]:
        """What people call a row of the table by: its name, title, first and last name; else its key."""
        columns = self.tables[table].columns
        if (lists := lists_in(self.tables[table])) is not None:  # of a code what it means, and not the list it is in
            return (Col(table, columns[lists[2]].name),)
        if (meant := self._meant_by_codes(table)) is not None:
            return (meant,)
        own = frozenset(stems(self.tables[table].label))
        person = self.person(table)
        ranked = sorted(columns, key=lambda c: (-display_score(c, own), c.position))
        if (
            ranked
            and display_score(ranked[0], own) >= (7.5 if person else 7)
            and not (person and form_of_address(ranked[0]))
        ):
            return (Col(table, ranked[0].name),)
        if person:
            return person
        if ranked and display_score(ranked[0], own) < _NAMED and (number := self._called_itself(table)) is not None:
            return (number,)
        if ranked and display_score(ranked[0], own) > 0:
            return (Col(table, ranked[0].name),)
        key = self.key(table)
        layout = self.tables[table].layout
        own_rows = [c for c in columns if layout is None or c.name != layout.group] or list(columns)
        return (key,) if key else (Col(table, own_rows[0].name),) if own_rows else ()

    @remembered
    def _meant_by_codes(self, table: str) -> Col | None:
        """Of a list of two columns what says the meaning of the other's codes: `NHill`: `North Hill`, `C`: `Comedy`."""
        columns = self.tables[table].columns
        keys = [c for c in columns if Col(table, c.name) == self.key(table)]
        others = [c for c in columns if c not in keys]
        if len(keys) != 1 or len(others) != 1 or not all(c.type == "text" and c.profile.unique for c in columns):
            return None
        held = [[v for v, _ in c.profile.common] for c in (*keys, *others)]
        worded = any(" " in v for v in held[1]) or (
            all(v.isupper() for v in held[0]) and not any(v.isupper() for v in held[1])
        )
        coded = worded and not any(" " in v for v in held[0])
        longer = sum(map(len, held[1])) * len(held[0]) > _LONGER * sum(map(len, held[0])) * len(held[1])
        return Col(table, others[0].name) if coded and longer else None

    @remembered
    def meaning_of(self, code: Col) -> Col | None:
        """What the capitals of a list of codes mean, where a third column may say of which group they are."""
        columns = [c for c in self.tables[code.table].columns if c.name != code.name]
        held, others = self.column(code), [c for c in columns if c.profile.unique and not c.profile.nulls]
        capitals = held is not None and all(map(_letters, (v for v, _ in held.profile.common)))
        texts = all(c.type == "text" for c in columns) and len(columns) < _LISTED
        if not capitals or not texts or len(others) != 1 or self.key(code.table) != code:
            return None
        worded = any(any(map(str.islower, v)) for v, _ in others[0].profile.common)
        return Col(code.table, others[0].name) if worded else None

    @remembered
    def _called_itself(self, table: str) -> Col | None:
        """The column that is called what the rows are, and numbers them: series 1 to 10, of a table of series. In a
        short list a number is a code, and the text beside it what it means."""
        own, columns = set(stems(self.tables[table].label)), self.tables[table].columns
        found = [c for c in columns if c.profile.unique and not c.profile.nulls and len(columns) > _LISTED]
        found = [c for c in found if c.type == "integer" and set(stems(c.label)) == own and in_turn(c)]
        return Col(table, found[0].name) if len(found) == 1 else None

    @remembered
    def refers(self, col: Col) -> Join | None:
        """The join by which a column refers to rows that people call by a name, if it does."""
        ours = [
            j
            for j in self.schema.joins
            if j.child_table == col.table and j.child == (col.name,) and j.evidence.parent_unique
        ]
        named = [
            j
            for j in ours
            if self.named(j.parent_table) and Col(j.parent_table, j.parent[0]) not in self.display(j.parent_table)
        ]
        return max(named, key=lambda j: (j.state == "confirmed", j.score, j.id), default=None)

    @remembered
    def person(self, table: str) -> tuple[Col, Col] | None:
        """The columns that hold first and last names."""
        columns = [c for c in self.tables[table].columns if c.type == "text"]
        said = {part: c for c in reversed(columns) if (part := part_of_name(c.label))}
        first, last = said.get("first") or said.get("initials"), said.get("last")
        return (Col(table, first.name), Col(table, last.name)) if first and last else None

    @remembered
    def stems_apart(self, table: str) -> tuple[str, ...]:
        """The stems of its label behind what all labels begin with: `road-casualty-data-vehicle` tells of vehicles."""
        own = stems(self.tables[table].label)
        return own[len(shared_prefix([stems(t.label) for t in self.tables.values()])) :] or own

    @remembered
    def persons(self, table: str) -> bool:
        """Its rows are people, as far as its label tells, headers for first and last or full names, or headers for the
        sex and the age of what its rows are (`sex_of_casualty` of casualties, and not `sex_of_driver` of vehicles)."""
        found = self.tables[table]
        full = any(c.type == "text" and {"full", "name"} == set(words(c.label)) for c in found.columns)
        own = set(self.stems_apart(table))
        said = {*chain.from_iterable(left for c in found.columns if not (left := set(stems(c.label))) - own - _BORN)}
        told = {*chain.from_iterable(stems(c.label) for c in found.columns if c.type in NUMERIC)}
        others = (c for c in found.columns if set(stems(c.label)) & (lexicon().people - own) and not c.profile.unique)
        of_others = any(KEYS & set(stems(c.label)) for c in others)  # whoever came, each as often as they did
        aged = bool(said & _SEX) and bool(said & _BORN - _SEX) and not told & _COUNTS and not of_others
        return full or aged or bool(own & lexicon().people) or bool(self.person(table))

    @remembered
    def named(self, table: str) -> bool:
        """The table has something people call its rows by, beyond a key that others refer to."""
        found = self.tables.get(table)
        shown = self.display(table) if found else ()
        return any(not self.numeric(c) and (not self.identifying(c) or self._word_of_its_own(c)) for c in shown)

    def _word_of_its_own(self, col: Col) -> bool:
        """`identifier`, of `wheel-brace` and `hand-drill` beside their numbers: words without a figure, by which no
        other table refers to the rows, or a name by which some do."""
        held, key = self.column(col), self.key(col.table)
        if held is None or key is None or key == col:
            return False
        cells = [v for v, _ in held.profile.common]
        told = bool(cells) and all(any(map(str.islower, v)) and not any(map(str.isdigit, v)) for v in cells)
        parents = {(j.parent_table, c) for j in self.schema.joins for c in j.parent}
        return told and (bool(_NAME & set(stems(held.label))) or (col.table, col.name) not in parents)
