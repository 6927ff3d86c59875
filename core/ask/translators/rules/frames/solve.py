"""Which rows, what of them and which figure a frame speaks of: the one way that says most of its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from core.ask.label_stems import stems
from core.ask.state import Mention
from core.ask.state_words import states_said
from core.ask.stop_words import FUNCTION
from core.ask.tokens import Token, stem
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.frames.beside import column_beside
from core.ask.translators.rules.frames.frame import LIKELY, PIECES, Frame
from core.ask.translators.rules.frames.said import FIRM, SENSE, Said, everyday_stems
from core.ask.translators.rules.frames.senses import heard_of, sensed
from core.ask.translators.rules.frames.then import then
from core.ask.translators.rules.frames.ways import (
    Asked,
    Way,
    asked_of,
    countable,
    is_place,
    label_of,
    measures,
    money,
    number_of,
    pieces,
)
from core.ask.translators.rules.frames.whom import coded, generic, is_whom, side, somebody
from core.ask.translators.rules.lexicon.sides import received
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Col, Condition, Definition, Filter, Item

_STRAIGHT = 0.2
"""What each step away from the rows takes off."""
_OUTRIGHT = 0.95
"""From this score on a word is a header's own."""
_UNREAD = 0.5
"""What a word takes off that nothing stands for."""
_SPENDING = frozenset(map(stem, "spend spent pay paid cost earn earned takings spender giver money worth".split()))
_SELLING = frozenset(map(stem, "sell sold seller selling use used fitted buy bought thrown throw binned hand".split()))
_STATES = frozenset("still yet currently now outstanding anymore only just".split())
"""Words for how things stand, which are small words otherwise: some condition says them, or they are not read."""
_KIND_LABELS = frozenset(map(stem, "type kind category sort work class section".split()))


class Solving(Said):
    """Goes through all ways to read one frame."""

    def __init__(
        self,
        frame: Frame,
        tokens: Sequence[Token],
        mentions: Sequence[Mention],
        placed: Mapping[int, tuple[int, Definition]],
        facts: Facts,
    ) -> None:
        super().__init__(tokens, mentions, placed, facts)
        self.frame = frame
        asking = FUNCTION | lexicon().asking
        self.words = [
            i for i, t in enumerate(tokens) if t.kind == "word" and i not in frame.shaping and t.lower not in asking
        ]

    def ways(self) -> list[Way]:
        """All ways, the likeliest first."""
        found = [w for rows in self.facts.tables if countable(rows, self.facts) for w in self._of(rows)]
        return sorted(found, key=lambda w: -w.score)

    def _of(self, rows: str) -> Iterator[Way]:
        for asked in asked_of(rows, self.facts):
            fits = self._fits(asked, rows)
            if fits <= 0:
                continue
            for measure, worth in self._measures(rows, asked):
                way = self._way(rows, asked, measure)
                if way is not None:
                    yield replace(way, score=way.score + fits + worth - _STRAIGHT * asked.steps)

    def _fits(self, asked: Asked, rows: str) -> float:
        """How well something is what is asked for; 0 where it is not."""
        frame, facts = self.frame, self.facts
        if asked.table == "" and facts.flag(asked.column) is not None:
            return 0.0
        if frame.asks == "who" and not asked.table and coded(asked, facts):
            return 0.0
        if frame.kinds:
            outright = any(k.kind == "table" and k.score >= 0.95 for i in frame.asked for k in self.links.get(i, ()))
            kind = bool(label_of(asked.column, facts) & _KIND_LABELS) and not asked.steps
            of = max((self.linked(i, (rows, asked.table)) for i in frame.asked), default=0.0)
            named = max((self.names(i, asked) for i in frame.asked), default=0.0)
            named = min(named, 0.3) if outright and not asked.table else named
            return max(named, 0.6 if kind and of >= LIKELY else 0.0)
        if frame.asked:
            anybody = all(generic(self.tokens[i]) for i in frame.asked)
            whom = anybody or all(somebody(self.tokens[i], self.links.get(i, ())) for i in frame.asked)
            named = (
                self.names(max(frame.asked), asked)
                if self._compound()
                else min(self.names(i, asked) for i in frame.asked)
            )
            if asked.table not in ("", rows) and any(
                self.linked(i, (rows,)) > self.linked(i, (asked.table,)) for i in frame.asked
            ):
                return 0.0  # “which application”, of applications: no type of them
            if named >= LIKELY and not (whom and named < FIRM and not is_whom(asked, facts)):
                return named
            return 0.4 + side(asked, self.said, facts) if whom and is_whom(asked, facts) else 0.0
        if frame.asks == "who" and not asked.table and received(self.tokens):
            return 0.0
        if frame.asks == "who":
            return 0.4 + side(asked, self.said, facts) if is_whom(asked, facts) else 0.0
        if frame.asks == "where" and not heard_of(t.stem for t in self.tokens):
            return 0.4 if is_place(asked, facts) else self._sensed(asked)
        return self._sensed(asked) or (0.1 if frame.asks == "what" and not is_whom(asked, facts) else 0.0)

    def _compound(self) -> bool:
        return len(self.frame.asked) > 1 and self.tokens[max(self.frame.asked)].stem in lexicon().people

    def _sensed(self, asked: Asked) -> float:
        label = (
            frozenset(stems(self.facts.tables[asked.table].label))
            if asked.table
            else label_of(asked.column, self.facts)
        )
        return SENSE if any(sensed(self.tokens[i].stem, label) for i in range(len(self.tokens))) else 0.0

    def _measures(self, rows: str, asked: Asked) -> Iterator[tuple[Item, float]]:
        """What it may be reckoned by, and how well the words say so."""
        facts, said = self.facts, {t.stem for t in self.tokens}
        own = [c for c in measures(rows, facts) if c != asked.column]
        selling = pieces(rows, facts) if said & _SELLING else None
        if self.frame.counted and all(self.tokens[i].lower in PIECES for i in self.frame.counted):
            if (column := pieces(rows, facts)) is not None:
                yield Item(column, "sum"), 0.5
            return
        if self.frame.counted:
            for column in own:
                worth = min(self.says(i, column) for i in self.frame.counted)
                if worth >= LIKELY:
                    yield Item(column, "sum"), worth
            of_rows = min(self._of_rows(i, rows, asked) for i in self.frame.counted)
            number = Item(selling, "sum") if selling is not None else number_of(rows, facts)
            if of_rows > 0 and number is not None:
                yield number, of_rows
            return
        if self.frame.sized and not ((said & _SPENDING or self._of_money()) and money(rows, facts) is not None):
            return
        if (said & _SPENDING or self.frame.sized) and (column := money(rows, facts)) is not None:
            yield Item(column, "sum"), 0.5
        elif selling is not None:
            yield Item(selling, "sum"), 0.5
        elif (number := number_of(rows, facts)) is not None:
            yield number, 0.0

    def _of_money(self) -> bool:
        """Somebody is asked for from whom money comes, or to whom it goes."""
        return bool(self.frame.asked) and all(somebody(self.tokens[i], self.links.get(i, ())) for i in self.frame.asked)

    def _of_rows(self, i: int, rows: str, asked: Asked) -> float:
        """How well a word says the rows that are counted: their table, a cell of theirs, or what is work anyway."""
        links = self.links.get(i, ())
        found = [k.score for k in links if k.kind == "table" and k.table == rows]
        found += [k.score for k in links if k.kind == "value" and self.near(k.table, rows)]
        refers = [Col(k.table, k.column) for k in links if k.kind == "column" and k.table == rows]
        found += [0.6 for c in refers if c == self.facts.key(rows)]
        found += [0.5 for c in refers if not self.facts.measure(c) and c != asked.column and not self.facts.refers(c)]
        found += [0.1] if not links else []
        if generic(self.tokens[i]) or (not links and self.tokens[i].stem in everyday_stems()):
            found.append(0.2)
        return max(found, default=0.0)

    def _way(self, rows: str, asked: Asked, measure: Item) -> Way | None:
        """What the words are there for; None where one of them surely says something else."""
        where: list[Condition] = []
        used: set[int] = set()
        score = 0.0
        for start, (end, told) in self.placed.items():
            if (told.item is not None and told.item != measure) or told.order is not None:
                return None
            if not told.conditions:
                used |= set(range(start, end))
                score += 0.6 if told.item is not None else 0.0
                continue
            tables = {c.item.column.table for c in told.conditions if isinstance(c, Filter) and c.item.column}
            if not tables or not all(self.near(t, rows) for t in tables):
                return None
            where += told.conditions
            used |= set(range(start, end))
            score += 0.6
        if any(t.lower in _STATES and i not in used for i, t in enumerate(self.tokens)):
            return None
        if self.frame.time is not None:
            if (day := then(self.tokens[self.frame.time], rows, self.facts)) is None:
                return None
            where.append(day)
        unread: list[str] = []
        beside: list[Col] = []
        unnamed = False
        done: set[int] = set()
        for i in self.words:
            head = self.heads.get(i, i)
            if i in used or head in done:
                continue
            done.add(head)
            worth, condition = self._worth(i, rows, asked, measure)
            if condition is not None:
                where.append(condition)
            elif (column := self._beside(i, asked, measure)) is not None:
                beside.append(column)
                worth = max(worth, LIKELY)
            score += worth
            if self._done_by_another(i, rows, asked, measure):
                return None
            if worth <= 0 and self._matters(i):
                unread.append(self.tokens[i].text)
                unnamed |= i in self.frame.asked
        if unnamed:
            return None
        columns = [c.item.column for c in dict.fromkeys(where) if isinstance(c, Filter)]
        if len(set(columns)) < len(columns):
            return None
        score -= _UNREAD * len(unread)
        return Way(rows, asked, measure, tuple(dict.fromkeys(where)), score, tuple(unread), tuple(beside))

    def _beside(self, i: int, asked: Asked, measure: Item) -> Col | None:
        """A column of what is asked for, said behind all that says which comes first."""
        if i in self.frame.asked or any(c > i for c in self.frame.shaping if self.tokens[c].number is None):
            return None
        column = column_beside(i, asked.table, self.tokens, self.words, self.links)
        return column if column not in (measure.column, *asked.shown) else None

    def _done_by_another(self, i: int, rows: str, asked: Asked, measure: Item) -> bool:
        """`who directed …`, where a column of directors stands beside the one that is shown."""
        done = [k for k in self.links.get(i, ()) if k.how == "stem" and k.kind == "column" and k.table == rows]
        ours = (asked.column, measure.column)
        return bool(done) and i not in self.frame.counted and all(Col(k.table, k.column) not in ours for k in done)

    def _marked(self, i: int, rows: str, asked: Asked) -> Condition | None:
        """`local artist`: a column of yes and no, or of marks, that the word before what is asked for names."""
        if i not in self.frame.asked or i == max(self.frame.asked):
            return None
        for k in self.links.get(i, ()):
            column = Col(k.table, k.column)
            if k.kind != "column" or k.score < _OUTRIGHT or column == asked.column or not self.near(k.table, rows):
                continue
            if (flag := self.facts.flag(column)) is not None:
                return Filter(Item(column), "=", (flag[0],))
            held = self.facts.column(column)
            if held is not None and held.profile.distinct == 1 and held.profile.nulls:
                return Filter(Item(column), "is not null")
        return None

    def _worth(self, i: int, rows: str, asked: Asked, measure: Item) -> tuple[float, Condition | None]:
        if (marked := self._marked(i, rows, asked)) is not None:
            return _OUTRIGHT, marked
        links = self.links.get(i, ())
        found = [self.names(i, asked)] if i in self.frame.asked or not self.frame.asked else [0.0]
        if measure.column is not None:
            found.append(self.says(i, measure.column))
        found += [k.score for k in links if k.kind == "table" and k.table == rows]
        found += [0.6 * k.score for k in links if k.kind == "column" and k.table == rows]
        label = label_of(asked.column, self.facts)
        if sensed(self.tokens[i].stem, label | frozenset(stems(self.facts.tables[rows].label))):
            found.append(SENSE)
        best = max(found, default=0.0)
        cells = [k for k in links if k.kind == "value" and k.how != "synonym" and self.near(k.table, rows)]
        cell = max(cells, key=lambda k: (k.score, k.table == rows), default=None)
        if cell is not None and cell.score > best and cell.score >= FIRM:
            held = Filter(Item(Col(cell.table, cell.column)), "=", (cell.value,))
            return cell.score, held
        return best, None

    def _deed(self, i: int) -> bool:
        """`has placed the most orders`: the verb of what is counted, which nothing else stands for."""
        behind = [t.lower for t in self.tokens[i + 1 : i + 4]]
        behind = behind[1:] if behind[:1] in (["up"], ["out"], ["in"], ["off"]) else behind
        known = any(k.score >= LIKELY for k in self.links.get(i, ())) or self.tokens[i].stem in states_said()
        return bool(self.frame.counted) and not known and behind[:2] in (["the", "most"], ["the", "fewest"])

    def _matters(self, i: int) -> bool:
        """A word that something of the folder may stand for, or that nobody knows."""
        token = self.tokens[i]
        if i in self.begun:
            return True
        if generic(token) or self._deed(i):
            return False
        plain = token.stem in everyday_stems() and not (i in self.frame.asked and self.frame.kinds)
        if any(k.score >= FIRM and not (plain and k.how == "short") for k in self.links.get(i, ())):
            return True
        return not plain and not somebody(self.tokens[i], self.links.get(i, ()))
