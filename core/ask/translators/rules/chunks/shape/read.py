"""The question's shape: what is counted, summed, ranked, grouped and ordered by, each claiming its chunks."""

from __future__ import annotations

from dataclasses import replace

from core.ask.translators.rules.chunks.shape.figures import Figures
from core.ask.translators.rules.chunks.shape.grouping import Grouping
from core.ask.translators.rules.chunks.shape.ordering import Ordering
from core.ask.translators.rules.chunks.shape.sentence import Superlative, Wanted
from core.ask.translators.rules.chunks.shape.superlatives import Ranking
from core.ask.translators.rules.lexicon.words import lexicon
from core.ask.translators.rules.query import Item

_AFTER_VERBS = frozenset("by in at on to for from with during before after".split())
_BEFORE_NOUNS = frozenset("the a much total average of".split())
"""Words before which a word in -ing is a noun: "the spending of"."""
_TAILS = frozenset("address addresses name names number numbers code codes value values type types".split())
_LISTING = ("and", ",", "which", "what", "along with", "as well as", "with", "their", "the", "its", "&")


class Shape(Ordering, Ranking, Figures, Grouping):
    """Reads the whole shape; the order of the parts matters, as each claims what it used."""

    def read(self) -> None:
        self._everything()
        self._stated_order()
        self._order()
        self._ranked()
        self._counts()
        self._aggregates()
        self._families()
        self._stated_figure()
        self._first_time()
        self._groups()
        self._plain()
        self._asked_quantity()
        self._how_much()
        self.wanted.sort(key=lambda w: w.at)

    def _everything(self) -> None:
        for c in self.chunks:
            if c.has("everything"):
                c.claimed, self.everything = "everything", True

    def _stated_order(self) -> None:
        """Words that were told to mean an order ("best means the highest rating")."""
        for i, c in enumerate(self.chunks):
            if c.means and c.means.order and self.best is None:
                size, number = self._size(i)
                c.claimed = "superlative"
                if number is not None:
                    self.chunks[number].claimed = "superlative"
                self.best = Superlative(i, c.means.order.item, c.means.order.descending, size)

    def _stated_figure(self) -> None:
        """Words that were told to mean a figure, where nothing else has used them."""
        for i, c in enumerate(self.chunks):
            if c.means and c.means.item and not c.claimed:
                c.claimed = "wanted"
                if not any(w.item == c.means.item for w in self.wanted):
                    self.wanted.append(Wanted(i, c.means.item))

    def _plain(self) -> None:
        """Columns named and not used otherwise are what is asked for, restrictions aside."""
        restricted = False
        for i, c in enumerate(self.chunks):
            if c.kind == "stop" and c.text in ".?;!":
                restricted = False
            if i and c.text.lower() in ("whose", "that", "which", "who", "where", "having", "with", "when"):
                restricted = True
            if c.claimed:
                continue
            if c.has("distinct"):
                self.distinct = True
            if c.kind == "table" and not restricted and c.link and self._listed_table(i):
                c.claimed = "wanted"
                self.wanted.append(Wanted(i, Item(), entity=c.link.table))
                continue
            if c.kind != "column":
                continue
            opening = self.chunks[i - 1].text.lower() if i else ""
            if self._participle(i) or self._tail(i):
                c.claimed = "context"
                continue
            if c.link and c.link.score < 0.6 and opening not in ("and", ","):
                continue
            again = any(w.item.column == self._column(i) for w in self.wanted)
            if self._whole_of(i) or again:
                c.claimed = "" if again and self._listed_again(i) else "context"
                continue
            figures = [w for w in self.wanted if w.item.aggregate and w.at < i]
            if (
                figures
                and opening not in _LISTING
                and not any(c.kind == "stop" for c in self.chunks[figures[-1].at : i])
            ):
                continue
            if restricted and opening in ("which", "what"):
                restricted = False
            if restricted and opening not in ("with", "and", ",", "their", "its", "along with", "as well as", "the"):
                continue
            c.claimed = "wanted"
            self.wanted.append(Wanted(i, Item(self._column(i))))

    def _listed_table(self, i: int) -> bool:
        """`the names of conductors and the orchestras they led`: a table in a list of what is shown."""
        before = [c.text.lower() for c in self.chunks[max(0, i - 2) : i]]
        shown = [w for w in self.wanted if w.at < i and w.item.column and not w.item.aggregate]
        if i + 1 < len(self.chunks) and self.chunks[i + 1].has("count"):
            return False
        return bool(shown) and len(before) == 2 and before[0] in ("and", ",") and before[1] in ("the", "their", "its")

    def _participle(self, i: int) -> bool:
        """`supplied by`, `born in`: a verb that resembles a label shows nothing."""
        c = self.chunks[i]
        score = c.link.score if c.link else 1.0
        weak = score < 0.95 and len(c.text.split()) == 1
        best = self.best.item.column if self.best and i < self.best.at else None
        noun = c.text.lower().endswith("ing") and i > 0 and self.chunks[i - 1].text.lower() in _BEFORE_NOUNS
        if (
            weak
            and score < 0.8
            and not noun
            and (c.text.lower().endswith(("ed", "ing")) or (best and best == self._column(i)))
        ):
            return True
        follows = self.chunks[i + 1].text.lower() if i + 1 < len(self.chunks) else ""
        return weak and c.text.lower().endswith(("ed", "en", "rn")) and follows in _AFTER_VERBS

    def _tail(self, i: int) -> bool:
        """`email address`: a second column without a joint only ends the first one's name."""
        c, last = self.chunks[i], self.chunks[i - 1] if i else None
        return last is not None and last.kind == "column" and bool(last.claimed) and c.text.lower() in _TAILS

    def _listed_again(self, i: int) -> bool:
        """`the names of climbers and the names of mountains`: two things, so one column cannot be both."""
        back = [c for c in self.chunks[:i] if not c.has("all")]
        return bool(back) and back[-1].has("and")

    def _first_time(self) -> None:
        """`When did the first station open?`: the earliest date."""
        asked = next((c for c in self.chunks if c.has("ask") and c.quantity == "date" and not c.claimed), None)
        end = next((d for d in self.chunks if d.has("top", "bottom") and not d.claimed), None)
        when = self.facts.when(self.tables) if asked and end and not self.wanted else None
        if asked is None or end is None or when is None:
            return
        for i, c in enumerate(self.chunks):
            if c in (asked, end) or self._column(i) == when:
                c.claimed = c.claimed or "wanted"
        self.wanted.append(Wanted(self.chunks.index(asked), Item(when, "min" if end.has("top") else "max")))

    def _asked_quantity(self) -> None:
        """`When did …`, `How old is …`: the quantity's column, when nothing else is asked for."""
        if self.wanted:
            return
        for i, c in enumerate(self.chunks):
            if c.has("ask") and not c.claimed and (found := self.facts.of_quantity(c.quantity, self.tables)):
                c.claimed = "wanted"
                average = next((d for d in self.chunks[i:] if d.starts("agg:") == "avg" and not d.claimed), None)
                if average is not None and self.facts.numeric(found):
                    average.claimed = "wanted"
                self.wanted.append(Wanted(i, Item(found, "avg" if average and average.claimed == "wanted" else "")))
                return

    def _how_much(self) -> None:
        """`How much has Ada paid?`: an amount that rows hold is added up, a price is not."""
        cue = next((c for c in self.chunks[:2] if c.text.lower() == "how much"), None)
        if cue is None or len(self.wanted) != 1 or self.best is not None:
            return
        column = self.wanted[0].item.column
        if column is None or self.wanted[0].item != Item(column) or not self.facts.measure(column):
            return
        key = self.facts.key(column.table)
        single = key is not None and any(c.link and c.link.column == key.name for c in self.chunks if c.kind == "value")
        if not single and not self.facts.speaks(column, lexicon().averaged):
            cue.claimed = "wanted"
            self.wanted[0] = replace(self.wanted[0], item=Item(column, "sum"))

    def _whole_of(self, i: int) -> bool:
        """A column said only to place what was asked ("the capacity of the stadiums")."""
        j = i - 1
        while j >= 0 and self.chunks[j].has("all", "distinct"):
            j -= 1
        if j < 0 or self.chunks[j].text.lower() not in ("of", "for", "in", "from", "by", "at", "on", "to"):
            return False
        asked = [w for w in self.wanted if w.at < j]
        if any(w.item.aggregate for w in asked):
            return True
        return bool(asked) and not any(c.kind == "stop" for c in self.chunks[asked[-1].at : j])
