"""What the figures of a published table are of, as its title says it: “the population of each region”.

A table of figures often calls them `value`, or nothing, being spread out by years. What they are stands in the title
above the table, or in a column that says the same in every row (`Statistic`: “Population”).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from core.ask.state import Link
from core.ask.stop_words import FUNCTION, MODIFIERS, VERBS
from core.ask.tokens import Token, stem
from core.ingest.crosstab import YEARS, long_form
from core.model import NUMERIC, Column, Table
from core.text.words import words

HOW = "title"
"""How such a link was found."""
_SCORE = 0.8
_GENERIC = frozenset(
    "value values figure figures data obs observed observation measured measurement reading result "
    "wert werte valeur valeurs valor valores valore valori".split()
)
"""What a column is called that holds figures of whatever the table is about."""
_PARTS = re.compile(r"\bby\b|\bper\b|\bpar\b|\bnach\b|\bpor\b|[;,:(|–]| - ", re.IGNORECASE)
"""Where a title goes on to say how its figures are parted, or of which places and times they are."""
_PLAIN = frozenset(
    "table tabelle tableau tabla figure annual yearly monthly quarterly year years month quarter data statistics "
    "statistic series estimate estimated estimates source release value".split()
)
"""Words of titles that are no subject."""
_SHORTEST = 3
_FEWEST_INITIALS, _MOST_INITIALS = 3, 5


class Subjects:
    """The links by which the words of titles lead to the figures below them."""

    def __init__(self, tables: Sequence[Table]) -> None:
        known = {t.name: t for t in tables}
        self._figures: dict[str, list[tuple[str, str]]] = defaultdict(list)
        """By the stem of a word, the tables with their one column of figures."""
        self._initials: dict[str, list[tuple[str, str]]] = defaultdict(list)
        """The same by the first letters of a few words."""
        self.constants: set[tuple[str, str]] = set()
        """Columns of these tables that say the same in every row."""
        for table in tables:
            wide = known.get(table.derived_from, table) if table.derived_from else table
            if (figure := figure_of(table, wide)) is None:
                continue
            self.constants |= {(table.name, c.name) for c in table.columns if constant(c)}
            own = {stem(w) for c in table.columns for w in words(c.label)}
            texts = list(_texts(wide, table))
            for word in {stem(w): None for text in texts for w in words(text) if _tells(w)}:
                if word not in own:
                    self._figures[word].append((table.name, figure.name))
            for initials in {s: None for text in texts for s in _initials(text)}:
                self._initials[initials].append((table.name, figure.name))

    def links(self, tokens: Sequence[Token]) -> Iterator[tuple[int, int, Link]]:
        """Words that titles say, in small letters: names with capitals are those of places."""
        for i, token in enumerate(tokens):
            if token.kind == "word" and not (token.capital and i) and _tells(token.lower):
                for table, column in self._figures.get(token.stem, ()):
                    yield i, i + 1, Link("column", table, column, "", _SCORE, HOW)
            if token.kind == "word" and token.text.isupper():
                for table, column in self._initials.get(token.text, ()):
                    yield i, i + 1, Link("column", table, column, "", _SCORE, HOW)


def subject_words(tables: Sequence[Table]) -> frozenset[str]:
    """The folded words of titles that say what figures are."""
    known = {t.name: t for t in tables}
    some = [(known.get(t.derived_from, t) if t.derived_from else t, t) for t in tables]
    texts = (text for wide, t in some if figure_of(t, wide) for text in _texts(wide, t))
    return frozenset(w for text in texts for w in words(text) if _tells(w))


def figure_of(table: Table, wide: Table) -> Column | None:
    """The one column of figures that has no name of its own; None where there is none, or a table of things."""
    if table.derived_from:
        form = long_form(wide)
        return table.columns[-1] if form is not None and form.one_figure else None
    figures = [c for c in table.columns if c.type in NUMERIC and not _years(c)]
    return figures[0] if len(figures) == 1 and nameless(figures[0].label) else None


def nameless(label: str) -> bool:
    """Whether a label says no more than that figures stand there: `value`, `obs_value`."""
    said = set(words(label))
    return bool(said) and said <= _GENERIC


def _years(column: Column) -> bool:
    low, high = column.profile.minimum, column.profile.maximum
    return isinstance(low, int) and isinstance(high, int) and YEARS[0] <= low and high <= YEARS[1]


def _texts(wide: Table, table: Table) -> Iterator[str]:
    """A title's part that says what the figures are, and what a column says in every row."""
    title = (wide.layout.title if wide.layout else "") or wide.description
    for text in (title, *(v for c in table.columns for v in constant(c))):
        parts = [p for p in _PARTS.split(text) if any(_tells(w) for w in words(p))]
        yield from parts[:1]


def _initials(text: str) -> Iterator[str]:
    """`CPI` of “Consumer price index”."""
    said = [w for w in words(text) if w not in FUNCTION]
    for start in range(len(said)):
        for end in range(start + _FEWEST_INITIALS, min(len(said), start + _MOST_INITIALS) + 1):
            yield "".join(w[0] for w in said[start:end]).upper()


def constant(column: Column) -> list[str]:
    """What a column of words says in every row; empty where rows differ."""
    return [v for v, _ in column.profile.common] if column.type == "text" and column.profile.distinct == 1 else []


def _tells(word: str) -> bool:
    plain = word in FUNCTION or word in MODIFIERS or word in VERBS or word in _PLAIN
    return len(word) >= _SHORTEST and word.isalpha() and not plain
