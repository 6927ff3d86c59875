"""The schema's labels as words: what each table and column answers to, found from any one of its words.

Words are compared by stem after abbreviations are spelt out. A column's *core* words leave out the prefix that most
columns of its table share (`s_name`, `sbCustName`) and its table's own words (`customer_first_name` in customers).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from core.ask.bare_codes import BareCodes
from core.ask.code_words import CodeWords
from core.ask.label_forms import Form, Wording
from core.ask.label_stems import (
    FILLER,
    KEY_STEMS,
    content_stems,
    numbered_years,
    shared_prefix,
    spell_out,
    spoken_labels,
    spoken_name,
    stems,
    thing_described,
    unlabelled_years,
    whole,
)
from core.ask.label_words import LabelWords
from core.ask.led_cells import cells_led
from core.ask.name_nouns import name_noun
from core.ask.state import Link
from core.ask.subjects import subject_words
from core.ask.table_words import (
    common_words,
    entity,
    labels_of_files,
    names_of,
    numbered,
    plainly,
    said_of,
    tell_of_others,
    told_apart,
)
from core.ask.tokens import stem
from core.model import NUMERIC, TEMPORAL, Column, Table
from core.text.abbreviations import WHOLE, shortens
from core.text.run_together import apart
from core.text.table_names import short_names
from core.text.units import SIGNS, time_counted, without_unit
from core.text.words import variants, words

_SEVERAL = 3
"""Values that must begin alike before that says nothing of one."""
_NOTE_DIGITS = 2
_LIST = 10
"""How many times as long a table is whose word (`Members register`) a list of codes (`Member codes`) does not take."""
_LONG = 4
"""Letters at least of a word that may be shortened."""

_JOINING = FILLER | {"per", "with", "from", "out"}
"""Words of labels that are no other words cut short."""

_SEX = (frozenset({"sex", "gender"}), frozenset({"f", "female", "w", "woman"}))
_SEX_M = (frozenset({"sex", "gender"}), frozenset({"m", "male", "man"}))
CODED = dict.fromkeys("female females women woman girl girls ladies".split(), _SEX) | dict.fromkeys(
    "male males men man boy boys gentlemen".split(), _SEX_M
)
_HALVES = frozenset(("am", "pm"))
CODED |= dict.fromkeys(("morning", "mornings"), (frozenset[str](), frozenset(("am",))))
CODED |= dict.fromkeys(("afternoon", "afternoons"), (frozenset[str](), frozenset(("pm",))))
"""Words for coded values: the stems of the column's label (none: of a column that holds both halves of the day), and
the codes it may hold."""


def _halved(column: Column) -> bool:
    """A column that tells mornings from afternoons."""
    return {v.casefold() for v, _ in column.profile.common} >= _HALVES


class Vocabulary:
    """Forms of every label, indexed by stem and by run-together spelling, with each stem's rarity."""

    def __init__(self, tables: Sequence[Table], aliases: Mapping[str, Sequence[str]] = MappingProxyType({})) -> None:
        """`aliases`: other words for tables, by their names."""
        self.tables = {t.name: t for t in tables}
        self.codes = CodeWords(tables)
        self.cells_led = cells_led(tables)
        self.dated = any(c.type in TEMPORAL or "year" in words(c.plain_label) for t in tables for c in t.columns)
        """Something has a day or a year."""
        self.dictionaries = tell_of_others(tables)
        self.table_stems: dict[str, frozenset[str]] = {}
        self.table_names: set[tuple[str, ...]] = set()
        self._called_so: dict[str, set[str]] = defaultdict(set)
        """By a stem the tables that are called so; by "" those that are called nothing."""
        self.by_stem: dict[str, list[Wording]] = defaultdict(list)
        self.by_flat: dict[str, list[Wording]] = defaultdict(list)
        self._wordings: dict[tuple[object, ...], Wording] = {}
        self._seen: Counter[str] = Counter()
        self._lexicon: set[str] = set()
        labelled = (*(t.label for t in tables), *(c.label for t in tables for c in t.columns))
        self.label_words = LabelWords(frozenset(w for label in labelled for w in words(label)) | subject_words(tables))
        self._shared: dict[tuple[str, str], int] = {}
        self._written: dict[str, set[str]] = defaultdict(set)
        common = common_words(tables)
        rows = [(t, [stem(w) for w in plainly(t)]) for t in tables]
        labels = [(t, frozenset((*map(stem, words(t.label)), *plain)), plain) for t, plain in rows]
        sheets = told_apart(tables)
        short = short_names({t.label: said_of(t) for t in tables})
        for table, _, plain in labels:
            rivals = [  # a `bridge works programme` holds no bridges
                label
                for t, label, said in labels
                if t is table or (t.rows * _LIST >= table.rows and said[-1:] and said[-1] in plain)
            ]
            few = (" ".join(short[table.label]),) if table.label in short else ()
            for label in dict.fromkeys((*names_of(table, rivals, sheets), *few, *aliases.get(table.name, ()))):
                own = stems(label)
                self.table_stems[table.name] = self.table_stems.get(table.name, frozenset()) | frozenset(own)
                self.table_names.add(own)
                self._lexicon.update(w for w in words(label) if len(w) > 2)
                for word in set(words(label)) - _JOINING:
                    self._written[word[0]].add(word)
                # where all of it stands in the others' too, its last word is what these tell of: `extract_charity_2023`
                undated = tuple(s for s in own if not s.isdigit())
                core = tuple(s for s in undated if s not in common) or undated[-1:] or own[-1:]
                self._add(Form(table.name, "", own, core, "".join(own)))
        for name, own_stems in self.table_stems.items():
            for word in own_stems or ("",):
                self._called_so[word].add(name)
        for table in tables:
            for c in table.columns:
                self._lexicon.update(w for w in words(c.plain_label) if 2 < len(w) < 12)
        self._shortened: dict[str, set[str]] = defaultdict(set)
        for table in tables:
            descriptions = Counter(c.description for c in table.columns if c.description)
            prefix = shared_prefix([self._segmented(c.plain_label) for c in table.columns])
            elsewhere = labels_of_files(table)
            apart_by = self._told_apart(table)
            for c in table.columns:
                # what is said of several columns names none
                alone = descriptions[c.description] == 1
                own_name = dict.fromkeys((*spoken_name(c), *thing_described(c))) if alone else ()
                called = (*variants(c.plain_label), *own_name, *(("year",) if unlabelled_years(c) else ()))
                called += elsewhere.get(c.name, ())
                if numbered_years(c, self._segmented(c.plain_label)):
                    called += ("year",)
                if not words(c.plain_label) and c.type in NUMERIC and c.plain_label.strip() in SIGNS:
                    called += ("amount",)  # `£`
                unitless = without_unit(c.plain_label, c.type in NUMERIC)
                called += tuple(filter(None, (unitless, unitless and time_counted(c.plain_label, unitless))))
                for label in (*called, *(said.replace("%", " percentage ") for said in called if "%" in said)):
                    said = words(label)
                    for before, word in pairwise(said):
                        if 2 <= len(word) <= 4 and word.isalpha():
                            self._shortened[before].add(word)
                    for word in set(said) - _JOINING:
                        self._written[word[0]].add(word)
                    split = tuple(whole(self._segmented(label)))
                    spelt = content_stems(split) or tuple(map(stem, split))
                    bare = split[len(prefix) :] if split[: len(prefix)] == prefix else split
                    bare = tuple(whole(bare))
                    core = content_stems(bare) or spelt
                    left = tuple(s for s in core if s not in self.table_stems[table.name] - apart_by)
                    if spelt:
                        flat = "".join(words(label))
                        self._add(Form(table.name, c.name, spelt, left or core, flat, "".join(bare)))
        self.bare = BareCodes(tables)
        self.by_entity: dict[str, list[str]] = defaultdict(list)
        for table in tables:
            for word in entity(table):
                self.by_entity[word].append(table.name)
        self.by_name: dict[tuple[str, ...], list[str]] = defaultdict(list)
        """The tables most of whose rows have a noun at the end of their names, by its stems and by the last of them."""
        for table in tables:
            noun = name_noun(table)
            for said in {noun, noun[-1:]} - {()}:
                if len(said) > 1 or said[0] not in self.by_stem:  # else headers lead to what it means
                    self.by_name[said].append(table.name)
        self._by_start: dict[str, list[str]] = defaultdict(list)
        for word in self.by_stem:
            if len(word) >= 4:
                self._by_start[word[:4]].append(word)
        self._count = max(1, sum(len(t.columns) + 1 for t in tables))

    def _told_apart(self, table: Table) -> frozenset[str]:
        """Words of a table's name by which its columns are told apart: `LA name`, `Region name` of an `LA region
        lookup`, whose rows are no regions."""
        own = self.table_stems[table.name]
        by_rest: dict[tuple[str, ...], set[tuple[str, ...]]] = defaultdict(set)
        for c in table.columns:
            said = content_stems(tuple(whole(self._segmented(c.plain_label))))
            rest = tuple(s for s in said if s not in own)
            if rest and len(rest) < len(said):
                by_rest[rest].add(tuple(s for s in said if s in own))
        return frozenset(s for said in by_rest.values() if len(said) > 1 for name in said for s in name)

    def rarity(self, word: str) -> float:
        """0..1: how much a stem says; near 0 for one that stands in most labels."""
        return 0.15 + 0.85 * math.log(1 + self._count / (1 + self._seen[word])) / math.log(1 + self._count)

    def coded(self, word: str) -> tuple[tuple[str, str, str], ...]:
        """Columns and codes that a word stands for: "female" for `F`, or for 2 that means so, in a column called sex;
        "morning" for `AM` beside `PM`: (table, column, value)."""
        if word not in CODED:
            return ()
        labels, codes = CODED[word]
        return tuple(
            (t.name, c.name, value)
            for t in self.tables.values()
            for c in t.columns
            if c.profile.distinct <= 8
            and (any(labels & {*stems(s)} for s in spoken_labels(c)) if labels else _halved(c))
            for value, _ in c.profile.common
            if value.casefold() in codes or dict(c.codes).get(value, "").casefold() in codes
        )

    def near(self, word: str) -> tuple[str, ...]:
        """Label stems that share their beginning with a stem and differ by an ending ("weigh" and "weight")."""
        if len(word) < 4 or word in self.by_stem:
            return ()
        return tuple(
            w
            for w in self._by_start.get(word[:4], ())
            if (w.startswith(word) or word.startswith(w)) and abs(len(w) - len(word)) <= 3
        )

    def shared_words(self, table: str, column: str) -> int:
        """How many words begin all values of a column and tell nothing: two for `Great Britain : coal`, the number of
        `02 Albacete`. Of more values than the profile keeps, the commonest are looked at."""
        if (table, column) not in self._shared:
            found = self.tables[table].column(column)
            said = [words(v) for v, _ in found.profile.common] if found else []
            n = 0
            while len(said) >= _SEVERAL and len({s[: n + 1] for s in said}) == 1 and all(len(s) > n for s in said):
                n += 1
            self._shared[table, column] = n + (len(said) >= _SEVERAL and numbered([s[n:] for s in said]))
        return self._shared[table, column]

    def noted(self, table: str, column: str, value: str) -> int:
        """1 where a value ends with a number that no other value has behind the same words: that of a footnote."""
        said, found = words(value), self.tables[table].column(column)
        if found is None or len(said) < 2 or not (said[-1].isdecimal() and len(said[-1]) <= _NOTE_DIGITS):
            return 0
        alike = [v for v, _ in found.profile.common if words(v)[:-1] == said[:-1] or words(v) == said[:-1]]
        return int(len(alike) <= 1)

    def shortened(self, before: str, word: str) -> str:
        """A word as labels cut it short behind the word before it: `op` for the last of "post-operative"."""
        return next((w for w in sorted(self._shortened.get(before, ())) if word != w and word.startswith(w)), word)

    def shorts(self, word: str, written: str = "") -> tuple[tuple[str, float], ...]:
        """The words of labels that a folded word, or the plural that is `written` (`Pgs`, pages), may be shortened to,
        with what each is worth; likeliest first."""
        if len(word) < _LONG:
            return ()
        found = [(w, max(shortens(w, word), shortens(w, written))) for w in self._written.get(word[0], ())]
        known = ((spell_out(w)[0], n) for w, n in found if n and len(spell_out(w)) == 1)
        return tuple(sorted(known, key=lambda f: (-f[1], -len(f[0]), f[0]))[:3])

    def called(self, word: str) -> float:
        """How well labels say a folded word in full: 1 when one says nothing else or it names a table, 0: none does."""
        spelt = self.by_stem.get(stem(word), ())
        if any(len(wording.core) == 1 or not wording.column for wording in spelt):
            return 1.0
        return WHOLE if spelt else 0.0

    def tells(self, form: Form, said: tuple[str, ...]) -> bool:
        """Whether a column alone says which of the things called `said` a row is of: `Provider Code` that repeats."""
        if form.full[:-1] != said or form.full[-1] not in KEY_STEMS or said in self.table_names:
            return False
        column = self.tables[form.table].column(form.column)
        return column is not None and not column.profile.unique

    def counts(self, link: Link) -> bool:
        """Whether it is a column of numbers, and not of texts or keys."""
        found = self.tables[link.table].column(link.column)
        return found is not None and _counts(found)

    def called_by(self, said: Sequence[str]) -> frozenset[str]:
        """The tables in whose names one of these stems stands, and those without a name."""
        return frozenset[str]().union(*(self._called_so.get(word, ()) for word in (*said, "")))

    def forms(self, word: str) -> Iterator[Form]:
        """What has a stem in its label."""
        return (form for wording in self.by_stem.get(word, ()) for form in wording.all())

    def _add(self, form: Form) -> None:
        for word in {*form.full, *form.core}:
            self._seen[word] += 1
        table = self.tables[form.table]
        column = table.column(form.column) if form.column else None
        counts = column is not None and _counts(column)
        said = words(column.label if column else table.label)
        key = (form.full, form.core, form.flat, form.bare, said, column is not None, counts)
        wording = self._wordings.get(key)
        if wording is None:
            wording = self._wordings[key] = Wording(*key)
            for word in {*form.full, *form.core}:
                self.by_stem[word].append(wording)
            for flat in {form.flat: None, "".join(form.core): None, form.bare: None}:
                if flat or flat == form.flat:
                    self.by_flat[flat].append(wording)
        wording.forms.setdefault(form.table, []).append(form)

    def _segmented(self, label: str) -> tuple[str, ...]:
        """A label's words, a run-together one (`driverid`) split where all its pieces are known words."""
        out: list[str] = []
        for word in words(label):
            out.extend(self._split(word) or apart(word) or (word,))
        return tuple(out)

    def _split(self, word: str) -> tuple[str, ...]:
        for tail in ("id", "name", "code", "number", "date", "type", "key", "time", "no"):
            head = word[: -len(tail)]
            if len(head) > 2 and word.endswith(tail):
                known = head in self._lexicon or any(
                    w.startswith(head) for w in self._lexicon if len(w) >= len(head) and w != word
                )
                if known:
                    return (head, tail)
        return ()


def _counts(column: Column) -> bool:
    return column.type in NUMERIC and not KEY_STEMS & set(stems(column.label))
