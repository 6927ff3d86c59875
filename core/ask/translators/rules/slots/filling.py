"""Goes over a question once and puts what it says into its places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.ask.link_synonyms import MONEY
from core.ask.tokens import stem
from core.ask.translators.rules.chart.calendar import dated
from core.ask.translators.rules.chart.schema import KINDS, OFTEN
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.lexicon.chunk import Chunk
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Aggregate, Col, Definition, Filter, Item
from core.ask.translators.rules.shares import VERBS, place_of, scale
from core.ask.translators.rules.slots.bounds import CLOSE, Bounds
from core.ask.translators.rules.slots.calendar import LEAVING, named
from core.ask.translators.rules.slots.marks import mark, turned
from core.ask.translators.rules.slots.places import Cell, Noun, Place, Places, Said, Then
from core.ask.translators.rules.time_units import UNITS

_ASKING = frozenset("which what who whose whom".split())
_LISTING = frozenset("list show name give find display return".split())
_COMPARING = frozenset("compare comparing compared versus vs against".split())
_WAITING = frozenset("wait waits waited waiting turnaround".split())
_TAKING = frozenset("take takes took taken last lasts lasted".split())
_WHETHER = frozenset("is are was were do does did has have had can".split())
_LEFT_OUT = frozenset("aside excluded omitted skipped ignored discounted".split())
_TAKEN = frozenset("take took taken raise raised bill billed charge charged invoice invoiced collect collected".split())
_LEFT = frozenset("left taken filtered".split())
_NOTHING = frozenset("nothing nobody noone".split())
_HAVING = frozenset("have has had with having include includes included".split())
_ONLY = ("only", "just")
"""`only count those that …` restricts what is asked for."""
_BY = ("by", "per")
_SHOWING: tuple[Place, ...] = ("group", "ranked", "figure")
"""Places of nouns that are no condition, whatever they hold."""
_REACH = 5
"""Tokens between a word that governs and the noun it governs."""
_KIND_OF = frozenset("kind type sort category categorie class reason".split())
_KIND_STEMS = frozenset(map(stem, ("kind", "type", "sort", "category", "class", "reason")))


class _Filling(Bounds):
    """Goes over the chunks once; `governs` is the last word that still waits for its noun."""

    def __init__(self, chunks: Sequence[Chunk], facts: Facts) -> None:
        super().__init__(chunks, facts)
        self.governs: Place | None = None
        self.function: Aggregate = ""
        self.since = 0
        self.grouping: Chunk | None = None
        """A part of dates that rows are told apart by, which others may be listed with."""
        self.named = False
        """A noun was said in this sentence."""
        self.asked_what = False
        """`what did we bill`, `compare what we took`: what governs no noun."""
        self.last = ""
        """The words before."""
        self.clause = 0
        """How many cells were said before this clause."""

    def fill(self) -> Places:
        for at, c in enumerate(self.chunks):
            if self.found.share is not None and self.found.verb < 0 and self.found.of("shared"):
                self.found.verb = c.start if c.text.lower().split()[0] in VERBS else -1
            if c.link is not None and c.link.table not in self.facts.tables:
                continue  # of a table that is out of view
            if (held := mark(self.chunks, at, self.facts, denied=self.denying > 0)) and self.governs not in _SHOWING:
                self.found.told.append(replace(c, kind="defined", means=held))
            elif c.kind in ("table", "column"):
                self._noun(at, c)
            elif c.kind == "value":
                self._cell(at, c)
            elif c.kind == "defined":
                self.found.told.append(turned(c) if self.denying > 0 else c)
                if c.means and c.means.order and self.found.rank is None:
                    self.found.rank, self.found.descending = c, c.means.order.descending
            elif c.kind in ("date", "number"):
                self._number(at, c)
            elif (written := self._written(c)) is not None:
                self.found.told.append(written)
            elif c.kind == "cue":
                self._cue(at, c)
            elif c.kind == "word" and (days := self._days(at)) is not None:
                self.found.days.append(days)
            elif c.kind == "word":
                self._word(c)
            elif c.kind == "stop":
                self.governs, self.denying, self.said, self.named = None, 0, None, False
                self.clause = len(self.found.cells)
            if c.has("and") and c.text == ",":
                self.clause = len(self.found.cells)
            self.denying -= c.kind in ("word", "table", "column") and self.denying > 0
            self.last = c.text.lower()
            self.found.rated |= self.last in ("rate", "rates")
            self.asked_what |= self.last.startswith("what")
            self.since += c.end - c.start
            if self.since > _REACH:
                self.governs = None
        return self.found

    def _govern(self, place: Place, function: Aggregate = "") -> None:
        self.governs, self.function, self.since = place, function, 0

    def _noun(self, at: int, c: Chunk) -> None:
        of_denied = at > 0 and self.chunks[at - 1].kind == "value" and self.denying > 0
        if of_denied:  # "leaving out cancelled orders": the cancelled ones, and not orders
            self.denying = 0
        place = self.governs or ("absent" if self.denying and c.kind == "table" else None)
        last = self.found.nouns[-1] if self.found.nouns else None
        if place is None and last is not None and self._listed(at, last.chunk):
            place, self.function = last.place, last.function
        if place is None and self.last in _HAVING and self._how_many(c):
            place = "some"  # "bookings with children"
        if c.kind == "column" and place in (None, "asked") and c.text.lower() in MONEY:
            place, self.function = "figure", "sum"  # "what did we spend"
        if place is None and self.grouping is not None and self._listed(at, self.grouping):
            place = "group"  # "by year and painter"
        if place == "group" and self.found.of("asked") and self.found.rank and self.found.rank.has("top", "bottom"):
            place = "ranked" if self._amount(c) or c.kind == "table" else place  # "top 5 shops by what they spent"
        if place == "group" and c.kind == "table" and self._kinds_of(at):
            self.found.nouns.append(Noun(c, "beside"))
            return  # "for each follow-up action": the column behind its table's name
        noun = Noun(c, place or "beside", self.function if place else "", self._kind(at))
        self.found.nouns.append(noun)
        self.named = True
        if self.said is not None and self.said.numbers and self.said.of is None and place is None:
            self.said.of = noun
        if place == "counted" and c.kind == "table" and self._means_column(at):
            return  # "how many order lines": the next noun is what is counted
        self.governs, self.function = None, ""

    def _written(self, c: Chunk) -> Chunk | None:
        """`city 'Oslo'`, `the city is not known`: what the cells of the column right before hold."""
        noun = self.found.nouns[-1] if self.found.nouns else None
        empty = c.has("null")
        if noun is None or noun.column is None or not (empty or c.kind == "text") or c.start - noun.chunk.end > CLOSE:
            return None
        found = self.facts.column(noun.column)
        if found is None or (c.kind == "text" and found.type != "text"):
            return None
        held = Filter(Item(noun.column), "is null") if empty else Filter(Item(noun.column), "=", (c.text,))
        told = replace(c, kind="defined", link=noun.chunk.link, means=Definition((c.text,), conditions=(held,)))
        return turned(told) if self.denying > 0 else told

    def _how_many(self, c: Chunk) -> bool:
        """A column of whole numbers, of which some rows have none."""
        column = Col(c.link.table, c.link.column) if c.link and c.kind == "column" else None
        found = self.facts.column(column) if column else None
        whole = found is not None and found.type == "integer" and found.profile.minimum == 0
        return whole and column is not None and self.facts.measure(column)

    def _kind(self, at: int) -> Col | None:
        """`each kind of complaint`: the column of a table's kinds, if there is one."""
        link = self.chunks[at].link
        before = [c.text.lower() for c in self.chunks[max(0, at - 2) : at]]
        if link is None or link.kind != "table" or len(before) < 2 or before[1] != "of":
            return None
        if before[0].removesuffix("s") not in _KIND_OF:
            return None
        table = self.facts.tables[link.table]
        few = [c for c in table.columns if c.type == "text" and 1 < c.profile.distinct <= KINDS]
        called = [c for c in few if self.facts.speaks(Col(table.name, c.name), _KIND_STEMS)]
        found = called or [c for c in few if c.codes]
        return Col(table.name, found[0].name) if len(found) == 1 else None

    def _cell(self, at: int, c: Chunk) -> None:
        """A value; "how many cats" asks for the rows that hold it, "how many steel bridges" for what stands behind."""
        self.found.cells.append(Cell(c, self.denying > 0 or self._denied_before(at), place_of(self.chunks, at)))
        if self.governs in ("asked", "counted", "shared") and not self._modifies(at):
            self.found.nouns.append(Noun(c, self.governs))
            self.governs = None

    def _denied_before(self, at: int) -> bool:
        """`not from Leith or Dunbar`: what is denied of one cell holds for those listed with it."""
        last = self.found.cells[-1] if self.found.cells else None
        one, other = (last.chunk.link if last else None), self.chunks[at].link
        if last is None or not last.denied or one is None or other is None or one.column != other.column:
            return False
        between = [c for c in self.chunks[:at] if c.start >= last.chunk.end]
        return bool(between) and all(c.has("and", "or", "all", "rel") and not c.has("but") for c in between)

    def _modifies(self, at: int) -> bool:
        """Behind the value, and others listed with it, comes a noun."""
        following = next((c for c in self.chunks[at + 1 :] if not (c.kind == "value" or c.has("and", "or"))), None)
        return following is not None and following.kind in ("table", "column")

    def _kinds_of(self, at: int) -> bool:
        """A table's name right before a column of a few kinds of its rows."""
        link = self.chunks[at + 1].link if self._means_column(at) else None
        found = self.facts.column(Col(link.table, link.column)) if link else None
        return (
            found is not None
            and found.type == "text"
            and 1 < found.profile.distinct <= KINDS
            and (not found.profile.unique)
        )

    def _means_column(self, at: int) -> bool:
        """A noun that stands right before another of its table only says whose it is."""
        following = self.chunks[at + 1] if at + 1 < len(self.chunks) else None
        own = self.chunks[at].link
        return bool(following and following.kind == "column" and following.link and own) and (
            following.link.table == own.table  # type: ignore[union-attr]
        )

    def _listed(self, at: int, before: Chunk) -> bool:
        """`name and city`: only "and" stands between two nouns."""
        between = [c for c in self.chunks[:at] if c.start >= before.end]
        return bool(between) and all(c.has("and") or c.text in ("and", ",", "their", "the") for c in between)

    def _days(self, at: int) -> Then | None:
        """Days of the week or a month that are named; not `which weekday`, `per weekday`."""
        parted = self.chunks[at].text in lexicon().date_parts and self.governs in ("asked", "group", "ranked")
        return None if parted else named(self.chunks, at, self.denying > 0)

    def _part(self, c: Chunk, part: str) -> None:
        """A part of dates that rows are told apart by; with the year said too, the month of it."""
        listed = [k for k in (self.grouping, self.found.nouns[-1].chunk if self.found.of("group") else None) if k]
        joined = any(self._listed(self.chunks.index(c), k) for k in listed)
        if self.governs in ("asked", "group", "ranked") or joined:
            if not (self.found.part and self.found.part[1] == "month" and part == "year"):
                self.found.part = (c, part)
            self.grouping = c if self.governs == "group" or joined else None
            self.governs = None

    def _cue(self, at: int, c: Chunk) -> None:
        found = self.found
        if c.text.lower() in _ASKING and not self.named:
            self._asking(c)
        elif c.has("and"):
            found.ands = (*found.ands, c.start)
        elif c.has("count") and self.last not in _ONLY:
            found.counting = found.counting or c
            if c.text.lower() in OFTEN:
                found.happened = True
            else:
                self._govern("counted")
        elif c.has("part"):
            self._part(c, lexicon().date_parts.get(c.text.lower(), ""))
        elif c.has("distinct") and self.governs == "counted":
            found.distinct = True
        elif c.has("share"):
            found.share, found.scale = c, scale(self.chunks)
            self._govern("shared")
        elif function := c.starts("agg:"):
            averaged = self.governs == "figure" and self.function  # "the average total"
            self._govern("figure", averaged or function)  # type: ignore[arg-type]
            found.function = found.function or self.function
        elif self._first(at):
            found.order = c
        elif way := c.starts("sup:") or c.starts("common:"):
            if found.rank is None:
                found.rank, found.descending, found.quantity = c, way == "max", c.quantity
                found.often = bool(c.starts("common:"))
            if not c.quantity:
                self._govern("asked" if c.starts("common:") or self._leads(at) else "ranked")
        elif c.has("or") and found.cells:
            found.either = True
        elif c.has("top", "bottom") and found.order is None:
            if found.rank is None:
                found.rank, found.descending = c, c.has("top")
        elif operator := c.starts("cmp:") or c.starts("time:"):
            self._compare(c, operator, bool(c.starts("time:")))
        elif c.has("between"):
            self.said = Said(c, "between", False)
            found.bounds.append(self.said)
        elif operator := c.starts("after:"):
            self._behind(at, c, operator)
        elif c.has("group"):
            self.denying = 0  # "is not A for each city" denies no city
            self._govern("group")
        elif c.has("none", "not"):
            self.denying, self.governs = 3, "absent" if c.has("none") else self.governs
            self.since = 0
        elif c.has("ask") and c.quantity == "length":
            found.lasting = c
        elif c.has("ask") and c.quantity in ("price", "money"):
            self._govern("figure", "sum")
            found.function, found.figured = found.function or "sum", c
        elif c.has("ask") and c.quantity == "date":
            found.when = c
        elif c.text.lower() in _BY:
            self._by(at)

    def _asking(self, c: Chunk) -> None:
        """`which`, `who`: before any noun of its sentence; behind one it only begins a clause."""
        self.found.who = self.found.who or c.text.lower() in ("who", "whom")
        self.found.plain = False
        self._govern("asked")

    def _leads(self, at: int) -> bool:
        """`top five drivers`: what is asked for, by what is still to be said; `top 3 prices` says it."""
        behind = [k for k in self.chunks[at + 1 : at + 3] if k.number is None]
        noun = behind[0] if behind and self.chunks[at].has("top", "bottom") else None
        return noun is not None and (noun.kind == "table" or (noun.kind == "column" and not self._amount(noun)))

    def _amount(self, c: Chunk) -> bool:
        """A column of amounts or of times."""
        column = Col(c.link.table, c.link.column) if c.link and c.kind == "column" else None
        return column is not None and (self.facts.measure(column) or dated(column, self.facts))

    def _first(self, at: int) -> bool:
        """`biggest first`: how the rows are sorted, and not which are meant."""
        following = self.chunks[at + 1] if at + 1 < len(self.chunks) else None
        sorts = self.chunks[at].starts("sup:") or self.chunks[at].has("asc", "desc")
        return bool(sorts) and following is not None and following.text == "first"

    def _left_out(self) -> None:
        """`cancelled jobs left out`: of a clause the cells before it."""
        for cell in self.found.cells[self.clause :]:
            cell.denied = True

    def _by(self, at: int) -> None:
        """`by city`: what rows are told apart by; not `by authors from Japan`, which says whose they are."""
        following = self.chunks[at + 1 : at + 4]
        whose = bool(following) and following[0].kind == "table" and following[-1].kind == "value"
        if not whose:
            self._govern("group")

    def _word(self, c: Chunk) -> None:
        if "rows" in c.tags and self.governs == "ranked":
            self.found.rows = c
            return
        if unit := UNITS.get(c.text):
            self.found.unit = unit
            if self.said is not None and self.said.numbers and self.said.numbers[-1].end == c.start:
                self.said.unit = unit
            if self.governs in ("counted", "figure"):
                self.found.lasting, self.found.counting, self.governs = c, None, None
                return
        if c.text in _WAITING or (c.text in _TAKING and self.found.function == "avg"):
            self.found.lasting = self.found.lasting or c
        elif c.text in _COMPARING:
            self.found.compared = True
        elif c.text in MONEY or (c.text in _TAKEN and (self.found.figured or self.asked_what)):
            self.found.function = self.found.function or "sum"
        elif c.text.lower() in _ASKING and not self.named:
            self._asking(c)
        elif c.text in _NOTHING:
            self.denying = 3
            self._govern("absent")
        elif c.text in LEAVING:
            self.denying = 4
        elif c.text in _LEFT_OUT or (c.text == "out" and self.last in _LEFT):
            self._left_out()
        elif part := lexicon().date_parts.get(c.text.removesuffix("s") if c.text.endswith("s") else c.text):
            self._part(c, part)
        elif c.text in lexicon().asking and c.text in _LISTING:
            self.found.plain = False


def places(chunks: Sequence[Chunk], facts: Facts) -> Places:
    """What fills the places of a question that is cut into these chunks."""
    found = _Filling(chunks, facts).fill()
    found.plain = found.plain and not _whether(chunks)
    return found


def _whether(chunks: Sequence[Chunk]) -> bool:
    """`are there`, `does Ann have`: what there is is listed, and answers it."""
    return bool(chunks) and not _WHETHER.isdisjoint(chunks[0].text.lower().split()[:1])
