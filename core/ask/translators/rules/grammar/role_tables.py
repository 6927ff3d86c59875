"""Which role words mean, where a table refers to another by several columns: start and end station, author, approver.

Each role that is spoken of becomes a table of its own for the reader ("start station"), joined by its column alone; so
two roles of one table are told apart in everything that can be asked of tables. With one role spoken of, the other
joins of the two tables are out of view.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.ask.label_stems import stems
from core.ask.state import Link, Mention, Role, SchemaView
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.grammar.role_words import APART, KEYS, NEVER, SAME, WEAK, RoleWords
from core.ask.translators.rules.query import AnyOf, Col, Condition, Definition, Filter, Item, Operator
from core.model import Join, Table
from core.text.words import words

_THEY = frozenset(("they", "it"))
_CLAUSE = frozenset(("that", "which", "where"))


@dataclass(frozen=True, slots=True)
class RolesRead:
    """A question's words with their roles. `schema` is what the reader sees, `base` what there is."""

    base: SchemaView
    schema: SchemaView
    mentions: tuple[Mention, ...]
    roles: tuple[Role, ...]
    defined_at: dict[int, tuple[int, Definition]] = field(default_factory=dict)


def read_roles(tokens: Sequence[Token], mentions: Sequence[Mention], schema: SchemaView) -> RolesRead | None:
    """The roles that the question speaks of; None where it speaks of none. Of tables that have as many the one that is
    spoken of itself."""
    spoken = {m.links[0].table for m in mentions if m.links}
    groups = [_Group(tokens, mentions, schema, joins) for joins in _several(schema)]
    said = [g for g in groups if g.cues]
    best = max(said, key=lambda g: (len(set(g.cues.values())), g.child in spoken), default=None)
    return best.read() if best is not None else None


def keep_roles(
    tokens: Sequence[Token], mentions: Sequence[Mention], schema: SchemaView, roles: Sequence[Role]
) -> RolesRead | None:
    """A follow-up's words in the roles of the question before, and in those it speaks of itself; None where there are
    no such joins any more."""
    pair = roles[0].table, roles[0].of
    joins = next((js for js in _several(schema) if (js[0].child_table, js[0].parent_table) == pair), None)
    return _Group(tokens, mentions, schema, joins).keep(roles) if joins else None


def without_roles(
    placed: Mapping[int, tuple[int, Definition]], mentions: Sequence[Mention], facts: Facts
) -> dict[int, tuple[int, Definition]]:
    """The words with a meaning given but those that say a role: `the billing street` is no sum of bills."""
    roles = [m for m in mentions for k in m.links[:1] if k.how == "role" or facts.source(k.table) != k.table]
    return {at: (end, d) for at, (end, d) in placed.items() if all(at < m.start or m.end < end for m in roles)}


def _several(schema: SchemaView) -> list[list[Join]]:
    """Joins of the same two tables by several columns of one of them."""
    pairs: dict[tuple[str, str], list[Join]] = defaultdict(list)
    for j in schema.joins:
        if not j.is_self and len(j.child) == 1 and j.evidence.cardinality != "n:m":
            pairs[j.child_table, j.parent_table].append(j)
    return [
        found for found in pairs.values() if len({j.child for j in found}) > 1 and len({j.parent for j in found}) == 1
    ]


class _Group(RoleWords):
    """What the words for roles come to."""

    def read(self) -> RolesRead | None:
        """The schema and the mentions in their roles."""
        if (parsed := self._compared()) is not None:
            return parsed
        values, given = self._values(), self._assigned()
        spoken_of = list(dict.fromkeys([*self.cues.values(), *given.values()]))
        if (parsed := self._either(values)) is not None:
            return parsed
        return self._one(spoken_of[0]) if len(spoken_of) == 1 else self._both(spoken_of, given)

    def _roles(self, numbers: Sequence[int]) -> tuple[Role, ...]:
        taken = {t.name.lower() for t in self.schema.tables}
        roles = []
        for n in numbers:
            said = [w for w in words(self._label(self.joins[n])) if stem(w) not in KEYS]
            name = " ".join(said) or self.joins[n].child[0]
            while name.lower() in taken:
                name = f"{name} {self.things.label}" if self.things.label.lower() not in name.lower() else f"{name} row"
            taken.add(name.lower())
            roles.append(Role(self.child, self.joins[n].child[0], self.parent, name))
        return tuple(roles)

    def _one(self, number: int) -> RolesRead:
        """One role: the other joins are out of view, and the column means the things."""
        role = replace(self._roles([number])[0], name="")
        ids = {j.id for n, j in enumerate(self.joins) if n != number}
        view = SchemaView(self.schema.tables, tuple(j for j in self.schema.joins if j.id not in ids))
        named = [m for m in self.mentions if any(k.kind == "table" and k.table == self.parent for k in m.links[:1])]
        others = {j.child[0] for n, j in enumerate(self.joins) if n != number}
        mentions = []
        for m in self._extended():
            here = tuple(k for k in m.links if (k.table, k.kind) != (self.child, "column") or k.column not in others)
            m = replace(m, links=here or m.links)  # “port” alone is no `to_port` where they leave
            follows = self.at.get(m.end)
            if self._role_of(m) == number and follows is not None and self._of_rows(follows):
                continue  # "home matches": the rows take in what is said of them
            if self._role_of(m) == number and self._things_said(m):
                negated = any(t.lower in NEVER for t in self.tokens[: m.start])
                apart = [n for n in named if n.end <= m.start or n.start >= m.end]
                table = self.child if negated and apart else self.parent
                kept = tuple(k for k in m.links if k.table not in (self.child, self.parent))
                m = replace(m, links=(Link("table", table, "", "", 0.97, "role"), *kept))
            mentions.append(m)
        if 0 not in self.at and not named and self._asked_openly():
            mentions.append(Mention(0, 1, self.tokens[0].text, (Link("table", self.parent, "", "", 0.9, "role"),)))
        return RolesRead(view, view, self._left_out(mentions), (role,))

    def keep(self, roles: Sequence[Role]) -> RolesRead | None:
        """The same in the `roles` of the question before: a value without a word for its role has the last of them."""
        before = [n for r in roles for n, j in enumerate(self.joins) if j.child[0] == r.column]
        if not before:
            return None
        given = {**{m.start: before[-1] for m in self._values()}, **self._assigned()}
        return self._both(list(dict.fromkeys([*before, *self.cues.values()])), given)

    def _things_said(self, m: Mention) -> bool:
        """The mention names the things that a column refers to, not the key that it holds."""
        said = {t.stem for t in self.tokens[m.start : m.end]}
        number = self._role_of(m)
        label = set(stems(self._label(self.joins[number]))) if number is not None else set()
        things = set(stems(self.things.label))
        return not said & KEYS and bool((said | label) & things or label & KEYS or self._coded())

    def _coded(self) -> bool:
        """The things are told by numbers or codes, and have names besides: a `consignor` is a firm, not its code."""
        key = self.schema.column(self.parent, self.joins[0].parent[0])
        named = any(c.type == "text" and c.name != self.joins[0].parent[0] for c in self.things.columns)
        return named and key is not None and bool(set(stems(key.label)) & KEYS)

    def _both(self, numbers: Sequence[int], given: dict[int, int]) -> RolesRead | None:
        """Several roles: a table for each."""
        roles = self._roles(numbers)
        name = dict(zip(numbers, (r.name for r in roles), strict=True))
        mentions: list[Mention] = []
        for m in self._extended():
            number = self._role_of(m)
            cues = [self.cues[i] for i in range(m.start, m.end) if i in self.cues]
            if number in name and cues and not {t.stem for t in self.tokens[m.start : m.end]} & KEYS:
                kept = tuple(k for k in m.links if k.table not in (self.child, self.parent))
                shown = "" if self._column_beside(m) else self._called()
                link = Link("column" if shown else "table", name[number], shown, "", 0.97, "role")
                m = replace(m, links=(link, *kept))
            elif self._of_things(m):
                near = given.get(m.start, self._near(m) if not cues else cues[-1])
                m = replace(m, links=self._turned(m.links, near, name))
                last = mentions[-1] if mentions else m
                role, own = last.links[:1], m.links[:1]
                whole = last.end == m.start and role and own and role[0].how == "role"
                if whole and own[0].kind == "column" and own[0].table == role[0].table:  # "home team name"
                    mentions.pop()
                    m = replace(m, start=last.start, text=f"{last.text} {m.text}")
            mentions.append(m)
        return RolesRead(self.schema, self._view(roles), self._left_out(mentions), roles)

    def _column_beside(self, m: Mention) -> bool:
        """A column of the things stands beside the mention: "the name of the start station", "home team name"."""
        said = {t.lower for t in self.tokens[max(0, m.start - 3) : m.start]}
        if said & {"each", "per", "every"}:
            return True
        beside = [n for n in self.mentions if m.start - 3 <= n.end - 1 < m.start or n.start == m.end]
        return any(k.kind == "column" and k.table == self.parent for n in beside for k in n.links)

    def _called(self) -> str:
        """The one column that the things are called by; "" where it takes two."""
        shown = Facts(self.schema).display(self.parent)
        return shown[0].name if len(shown) == 1 else ""

    def _view(self, roles: Sequence[Role]) -> SchemaView:
        """The schema with a table for each role in place of the joins."""
        tables = [*self.schema.tables, *(as_role(self.things, r) for r in roles)]
        by_column = {r.column: r.name for r in roles}
        ids = {j.id for j in self.joins}
        joins = [j for j in self.schema.joins if j.id not in ids]
        joins += [replace(j, parent_table=by_column[j.child[0]]) for j in self.joins if j.child[0] in by_column]
        return SchemaView(tuple(tables), tuple(joins))

    def _turned(self, links: Sequence[Link], near: int | None, name: dict[int, str]) -> tuple[Link, ...]:
        """Links to the things as links to a role's table; without a role near, to each in turn."""
        out = []
        for k in links:
            if k.table != self.parent:
                out.append(k)
            elif near in name:
                out.append(replace(k, table=name[near]))
            elif k.kind != "value":
                out += [replace(k, table=n) for n in name.values()]
        return tuple(out)

    def _extended(self) -> list[Mention]:
        """The mentions; one of the things takes in the word for its role that stands right before it."""
        out: list[Mention] = []
        for m in self.mentions:
            i = m.start - 1
            plain = i >= 0 and i not in self.at and i in self.cues and self.tokens[i].lower not in WEAK
            things = any(k.kind == "table" and k.table == self.parent for k in m.links[:2])
            if (plain and things) or (i >= 0 and i not in self.at and self._whole_label(i, m)):
                column = self.joins[self.cues[i]].child[0]
                link = Link("column", self.child, column, "", 0.97, "role")
                text = f"{self.tokens[i].text} {m.text}"
                m = replace(m, start=i, text=text, links=(link, *m.links))
            before = self.at.get(i)
            if self._of_rows(m) and i in self.cues and (before is None or self._role_of(before) is not None):
                start = before.start if before is not None else i
                m = replace(m, start=start, text=" ".join(t.text for t in self.tokens[start : m.end]))
                out = [o for o in out if o.start < start] if before is not None and before.end == i + 1 else out
            out.append(m)
        return out

    def _left_out(self, mentions: Sequence[Mention]) -> tuple[Mention, ...]:
        """With the other words that speak of a role, so that none is said to have been ignored."""
        taken = {i for m in mentions for i in range(m.start, m.end)}
        said = [
            Mention(i, i + 1, self.tokens[i].text, (), pinned=True)
            for i in self.cues
            if i not in taken and self.tokens[i].lower not in WEAK
        ]
        return tuple(sorted([*mentions, *said], key=lambda m: m.start))

    # two roles in one condition

    def _compared(self) -> RolesRead | None:
        """`started and ended at the same station`, `shipped to a city other than the billing city`."""
        whence = self._whence()
        marks = [i for i, t in enumerate(self.tokens) if t.lower in SAME | APART or i in whence]
        numbers = list(dict.fromkeys(self.cues.values()))
        if not marks or self._values():
            return None
        own = any(self.tokens[i].lower == "own" for i in marks)
        if len(numbers) != 2:
            return None
        roles = self._roles(numbers)
        equal = any(self.tokens[i].lower in SAME or i in whence for i in marks) and not any(
            t.lower in ("not", "never") for t in self.tokens
        )
        at = [*marks, *self.cues]
        ends = max(at) + 1
        about = [m for m in self.mentions if self._of_things(m) and min(at) - 1 <= m.start <= ends + 1]
        column = self._measured(about) if not own else ""
        ends = max([ends, *(m.end for m in about)])
        start = self._from(min(at))
        operator: Operator = "=" if equal else "!="
        condition: Condition
        if column:
            one, two = (Col(r.name, column) for r in roles)
            condition = Filter(Item(one), operator, (two,))
            view = self._view(roles)
        else:
            one, two = (Col(self.child, r.column) for r in roles)
            condition = Filter(Item(one), operator, (two,))
            view, roles = self.schema, ()
        said = tuple(t.lemma for t in self.tokens[start:ends])
        kept = tuple(m for m in self.mentions if m.end <= start or m.start >= ends)
        return RolesRead(self.schema, view, kept, roles, {start: (ends, Definition(said, None, (condition,)))})

    def _whence(self) -> frozenset[int]:
        """`returned to the port they departed from`: where the things of one role are told by another."""
        found = (i for i, t in enumerate(self.tokens) if t.lower in _THEY and i + 1 in self.cues and i > 0)
        return frozenset(i for i in found if (m := self.at.get(self._noun(i))) is not None and self._of_things(m))

    def _noun(self, at: int) -> int:
        """The token before one, but for a word that begins a clause."""
        return at - 2 if self.tokens[at - 1].lower in _CLAUSE else at - 1

    def _measured(self, about: Sequence[Mention]) -> str:
        """The column of the things that is compared; "" where the things themselves are."""
        key = self.joins[0].parent[0]
        for m in about:
            for k in m.links:
                if k.kind == "table" and k.table == self.parent and k.score > 0.9:
                    break
                if k.kind == "column" and k.table == self.parent and k.column != key and k.score >= 0.6:
                    return k.column
        return ""

    def _from(self, first: int) -> int:
        """Where the words of a condition begin: behind the table whose rows it is about."""
        ends = [m.end for m in self.mentions if any(k.table == self.child and k.kind == "table" for k in m.links[:1])]
        return max([first, *(e for e in ends if e <= max(self.cues) and e > first)])

    def _either(self, values: Sequence[Mention]) -> RolesRead | None:
        """`started or ended at Park`: one of two roles."""
        numbers = list(dict.fromkeys(self.cues.values()))
        names = {k.value for m in values for k in m.links if k.kind == "value" and k.table == self.parent}
        if len(numbers) != 2 or not values or len(values) > 2 or len(names) > 1:
            return None
        spots = [max(i for i, n in self.cues.items() if n == number) for number in numbers]
        if not any(t.lower == "or" for t in self.tokens[min(spots) : max(spots)]):
            return None
        roles = self._roles(numbers)
        link = next(k for k in values[0].links if k.kind == "value" and k.table == self.parent)
        parts = tuple(Filter(Item(Col(r.name, link.column)), "=", (link.value,)) for r in roles)
        start = self._from(min([*spots, *(m.start for m in values)]))
        ends = max([*(s + 1 for s in spots), *(m.end for m in values)])
        inside = [m for m in self.mentions if start <= m.start < ends and m not in values]
        if any(k.table == self.child and k.kind == "table" for m in inside for k in m.links[:1]):
            return None
        after = [m for m in self.mentions if m.start == ends and self._of_things(m)]
        ends = max([ends, *(m.end for m in after)])
        said = tuple(t.lemma for t in self.tokens[start:ends])
        kept = tuple(m for m in self.mentions if m.end <= start or m.start >= ends)
        definitions_at = {start: (ends, Definition(said, None, (AnyOf(parts),)))}
        return RolesRead(self.schema, self._view(roles), kept, roles, definitions_at)


def as_role(things: Table, role: Role) -> Table:
    """The things in a role, as a table."""
    columns = tuple(replace(c, table=role.name) for c in things.columns)
    return replace(things, name=role.name, label=role.name, columns=columns)
