"""What tables and columns are called in a sentence: their labels as plain words, in the singular or the plural.

A label that is no readable words (`strts`, `c7`) is given as it stands, in back ticks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from string import digits

from core.ask.label_stems import plainly_described, shared_prefix
from core.ask.table_words import said_of
from core.model import NUMERIC, TEMPORAL, Column, Table
from core.text.abbreviations import everyday
from core.text.run_together import apart
from core.text.table_names import LONGEST, plain_words, short_names
from core.text.units import BRACKETS, SIGNS, UNITS, ratio
from core.text.words import singular, variants, words

_UNIT = re.compile(r"[(\[]\s*([^\W\d_]{1,4}|[%$€£¥₹°]{1,2}[A-Z]?)\s*[)\]]\s*$")
_NO_PLURAL = frozenset("data info information staff equipment media people stock feedback history master".split())
_NO_ONE = frozenset("data info information equipment media".split())
"""Of these there is not one, but some."""
_MANY = {
    **{"person": "people", "child": "children", "man": "men", "woman": "women", "movie": "movies", "life": "lives"},
    **{"diagnosis": "diagnoses", "analysis": "analyses", "criterion": "criteria", "shelf": "shelves", "id": "ids"},
    **{w: w + "es" for w in ("status", "address", "class", "process", "bus", "campus", "virus", "bonus", "process")},
}
_SPANS = frozenset("duration time length wait waiting delay late runtime running run".split())
"""Behind these `min` is what they are counted in, and no minimum: `dur_min`."""
_TELLS_WHICH = ("ly", "ing")
"""How words end that say which hours, and nothing without them: `weekly hours`, `opening hours`."""
_MADE = frozenset("found made raised issued recorded reported received sent taken logged noted".split())
"""What was done to all that a table holds, behind a plural: `defects_found`, `invoices issued`."""
_CURRENCIES = frozenset(("usd", "eur", "gbp"))
HOLDERS = frozenset("list listing sheet timetable book register report rota diary ledger catalogue".split())
"""What a table is, and no row of it: a row of a `price_list` is no price list."""
_LISTS = frozenset("list listing catalogue".split())
"""Those of which each row is a thing that is listed."""
_PRICED = frozenset("price prices rate rates fee fees tariff".split())
"""What is listed of the things, before such a word."""
_NO_THING = frozenset("name title label caption description details notes note address email category type".split())
"""Headers over what something is called, or told of it, and not what it is."""
_SHORT_NAME = 5
"""Letters of what things are called, on average; codes have fewer."""
_DONE = frozenset(
    "bought sold made sent born built held paid taken given left met won lost written begun found shut read".split()
)
_STATES = frozenset(
    "active inactive open overdue available unavailable late absent present due pending complete incomplete missing "
    "new old current extra spare ready empty full valid invalid away online offline outstanding free".split()
)
"""How things are, behind their plural: `members_active`."""
_EACH = frozenset("hourly daily weekly monthly quarterly yearly annual".split())
"""How often a row is written, behind what it is of."""
_JOINTS = frozenset("and or not never un".split())
_FEW_DONE = frozenset("need speed seed feed breed weed bed red shed".split())

_AS_THEY_ARE = frozenset(
    "surname forename birthdate birthday colour centre organisation organization trans mon nat comm auth pub pic temp "
    "no std tot ids loc spec".split()
)
"""Words that stand in the list of shortened words and read well, or may mean something else."""
_NO_NOUN = frozenset("how what where when who why about via".split())
_SMALL = frozenset("id of to in by at on up is or no am pm us uk eu it as ok tv pc kg km cm mm mb gb hr ip ph".split())
_TO_WHAT = frozenset("by to from at on in of for with".split())
"""Words that end the name of a role, and no noun: `checked in by`."""
_TAILS = ("number", "price", "cost", "amount", "quantity", "balance", "status", "priority", "address", "count", "code")
"""Nouns that close a label written as one word, and hardly any other word."""
_ENDS = ("date", "name", "type", "time", "mode", "key", "id")
"""Such as close other words too: only behind a word that the labels know."""
_MARK = 3
"""Letters of a mark before labels, at most."""
_UNHEARD = re.compile(r"(?!sm|gn|gm|mn|wn|wl|nn|mm)[bcdfgjkpqtvxzsnmw][rlnm]s?$")
"""Endings that nobody says: `ownr`, `anml`; but prism, sign, column, town, crawl."""
_SILENT = ("hour", "honest", "honour", "honor", "heir")
_YOU = ("unit", "union", "unique", "unive", "unif", "use", "usa", "usu", "eu", "one", "uti")
"""How words begin that are said with a “you” or a “one”."""
_HARD = re.compile(r"(?:[^e]e|[^o]o|nar)ch$")
"""Before a plural `s` that is no `es`: `techs`, `mechs`, `epochs`, `monarchs`; but `speeches`, `coaches`."""
_CLUSTER = re.compile(r"[bcdfghjklmnpqrstvwxz]{5}")


class Names:
    """The words for the tables and columns of a workspace."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self.tables = {t.name: t for t in tables}
        self._known = {w for t in tables for label in (t.label, *(c.label for c in t.columns)) for w in words(label)}
        self._prefixes: dict[str, tuple[str, ...]] = {}
        opening = shared_prefix([words(t.label) for t in tables])[:1]
        self._mark = opening[0] if opening and len(opening[0]) <= _MARK else ""
        """A short mark that opens most tables' labels: `sb` of `sbCustomer`."""
        self._alike = Counter(plain_words(t.label, said_of(t)) for t in tables)
        """How many tables' labels say the same but for years and words like `log`: then these tell them apart."""
        self._short = short_names({t.label: said_of(t) for t in tables})

    def one(self, table: str) -> str:
        """One row of a table: “trip”."""
        return self._noun(table, "record", plural=False)

    def many(self, table: str, n: int | None = None) -> str:
        """Its rows: “trips”; of one (`n` = 1) “trip”."""
        return self.one(table) if n == 1 else self._noun(table, "records", plural=True)

    def column(self, table: str, name: str) -> str:
        """A column: “order date” for `o_orderdate`, without a unit in brackets."""
        found = self._column(table, name)
        if found is None:
            return f"`{name}`"
        said = self._said(found)
        return " ".join(said) if readable(said, found.plain_label) else f"`{found.plain_label}`"

    def counts(self, table: str, name: str) -> bool:
        """Its label is a plural, so that its numbers count something: `pages`, `years of service`."""
        found = self._column(table, name)
        if found is None or found.type not in NUMERIC or not self.plain(table, name):
            return False
        said = self._said(found)
        said = said[2:] if said[:2] == ("number", "of") and len(said) > 2 else said
        last = said[said.index("of") - 1] if "of" in said[1:] else said[-1]
        return last.isalpha() and last not in _NO_PLURAL | UNITS and singular(last) != last

    def of(self, table: str, name: str) -> str:
        """A column behind its table's word: “bike model”, but “member group” where the label begins so itself."""
        noun, what = self.one(table), self.column(table, name)
        if what.startswith("`") or "`" in noun:
            return f"{what} of `{self.label(table)}`"
        return what if set(noun.split()) & set(what.split()) else f"{noun} {what}"

    def plain(self, table: str, name: str = "") -> bool:
        """Whether a table's or column's label is readable words."""
        if not name:
            return bool(self._nouns(table))
        found = self._column(table, name)
        return found is not None and readable(self._said(found), found.plain_label)

    def called(self, table: str) -> str:
        """Its rows as people call them, `stays` for `stays 22-24`; where they have no such word, or share it with those
        of another table, its label."""
        said = self.many(table)
        alone = self.plain(table) and not any(t != table and self.many(t) == said for t in self.tables if self.plain(t))
        return said if alone else self.label(table)

    def label(self, table: str) -> str:
        found = self.tables.get(table)
        return found.label if found else table

    def unit(self, table: str, name: str) -> str:
        """What a number of the column is counted in: its unit, or what its label says in brackets."""
        found = self._column(table, name)
        if found is None or found.type not in NUMERIC:
            return ""
        if by := ratio(found.plain_label):
            return found.unit or by
        unit = _UNIT.search(found.plain_label)
        said = self._whole(words(BRACKETS.sub("", found.plain_label)))
        counted = len(said) > 1 and said[-1] in UNITS and said[-2] != "per" and not said[-2].isdigit()
        closing = said[-1] if counted else ""
        closing = closing.upper() if closing in _CURRENCIES else {"percent": "%"}.get(closing, closing)
        label = found.plain_label.strip()
        sign = "%" if label[:1] == "%" else label[-1:] if label[-1:] in SIGNS else ""
        return found.unit or (unit[1] if unit else "") or closing or sign

    def _noun(self, table: str, rows: str, *, plural: bool) -> str:
        said = self._nouns(table)
        if not said:
            return f"{rows} in `{self.label(table)}`"
        at = said.index("by") - 1 if "by" in said[1:] else head_of(said)
        noun = many(singular(said[at])) if plural else singular(said[at])
        return " ".join([*said[:at], noun, *said[at + 1 :]])

    def _nouns(self, table: str) -> tuple[str, ...]:
        """The words of a table's label, where they can be said of its rows: no numbers, and not many words."""
        found = self.tables.get(table)
        if found is not None and found.row:
            return tuple(found.row.split(" "))
        label = self.label(table)
        said = words(_one_side(label))
        plain = plain_words(label, said_of(found) if found else ())
        if plain != said and self._alike[plain] == 1:
            said, label = plain, label.rpartition("/")[2]
        if short := self._short.get(self.label(table)):
            said, label = short, " ".join(short)
        said = self._whole(said[1:] if len(said) > 1 and said[0] == self._mark else said)
        done = said[-1] in _MADE or (said[-1].endswith("ed") and said[-1] not in _FEW_DONE) if said else False
        if len(said) > 1 and done and singular(said[-2]) != said[-2] and not self._alike[tuple(said[:-1])]:
            said = said[:-1]
        if said and (said[-1] in _TO_WHAT or (said[-1] in HOLDERS and not self._alike[tuple(said[:-1])])):
            said = self._things_listed(table, said)
        if (
            len(said) > 1 and said[-1] in _EACH
        ):  # `weather_daily`: daily weather records, `sales_monthly`: monthly sales
            said = (said[-1], *said[:-1], *(("record",) if singular(said[-2]) == said[-2] else ()))
        marked = label != label.upper() and re.search(r"(?<![A-Za-z])[A-Z]{4,}(?![a-z])", label)
        apart = len(said) > LONGEST or any(not w.isalpha() for w in said) or marked
        return () if apart or not readable(said, label) else said

    def _things_listed(self, table: str, said: tuple[str, ...]) -> tuple[str, ...]:
        """Of a list, or of prices, what it lists: of a `packages price list` packages, of a `price list` with a column
        `Treatment` for what each row is called treatments."""
        found = self.tables.get(table)
        if found is None or said[-1] not in _LISTS:
            return ()
        rest = said[:-1]
        rest = rest[:-1] if rest and rest[-1] in _PRICED else rest
        if rest and rest != said[:-1] and singular(rest[-1]) != rest[-1] and not self._alike[rest]:
            return rest
        called = [
            c for c in found.columns if c.type == "text" and c.profile.unique and c.profile.mean_length >= _SHORT_NAME
        ]
        head = self._whole(words(called[0].plain_label)) if len(called) == 1 else ()
        thing = len(head) == 1 and not set(head) & _NO_THING and singular(head[0]) == head[0]
        alike = thing and (self._alike[head] or self._alike[(many(head[0]),)])
        return head if thing and not rest and not alike else ()

    def _column(self, table: str, name: str) -> Column | None:
        found = self.tables.get(table)
        return found.column(name) if found else None

    def _said(self, column: Column) -> tuple[str, ...]:
        readably = readable(self._whole(words(column.plain_label)), column.plain_label)
        if not readably and (spoken := words(plainly_described(column))):  # “number of” is said beside it
            return spoken[2:] if spoken[:2] == ("number", "of") and len(spoken) > 2 else spoken
        bare = BRACKETS.sub("", _one_side(column.plain_label))
        said = words(bare) or words(column.plain_label) or (("amount",) if column.plain_label.strip() in SIGNS else ())
        prefix = self._prefix(column.table)
        if prefix and said[: len(prefix)] == prefix and len(said) > len(prefix):
            said = said[len(prefix) :]
        said = self._whole(said)
        if column.type in NUMERIC:
            said = _how_many(said)
        if (
            column.type in NUMERIC
            and len(said) > 1
            and said[-1] in UNITS
            and not said[-2].endswith((*_TELLS_WHICH, *digits))
        ):
            return said[:-1]
        if column.type in TEMPORAL or (column.type == "integer" and _years(column)):
            return _when(said, "year" if column.type == "integer" else "time" if column.type == "time" else "date")
        return said

    def _prefix(self, table: str) -> tuple[str, ...]:
        """A short mark that opens most labels of a table: `l_quantity`, `l_shipdate`."""
        if table not in self._prefixes:
            found = shared_prefix([words(c.label) for c in self.tables[table].columns])
            self._prefixes[table] = found[:1] if found and len(found[0]) <= _MARK else ()
        return self._prefixes[table]

    def _whole(self, said: Sequence[str]) -> tuple[str, ...]:
        """Abbreviations spelt out, and words written as one taken apart."""
        joined = "".join(said)
        short = everyday()
        if joined in short and len(said) > 1:
            return short[joined]
        out: list[str] = []
        for word in said:
            if word == "min" and out and out[-1] in _SPANS:
                out.append("minutes")
                continue
            out.extend(short[word] if word in short and word not in _AS_THEY_ARE else self._apart(word))
        if len(out) > 1 and out[-1] == "no":
            out[-1] = "number"
        return tuple(out)

    def _apart(self, word: str) -> tuple[str, ...]:
        for tail in (*_TAILS, *_ENDS):
            head = word[: -len(tail)]
            if not word.endswith(tail) or len(head) < 3:
                continue
            known = head in self._known or (
                len(head) > 3 and any(w != word and w.startswith(head) for w in self._known)
            )
            if known or (tail in _TAILS and len(head) > 3 and _spoken(head)):
                return (head, tail)
        return apart(word) or (word,)


def head_of(said: Sequence[str]) -> int:
    """Where the noun of a table's words is: before what was done to it, or how it is: parts used, members active."""
    last = len(said) - 1
    if last < 1 or said[last - 1] in _JOINTS:
        return last
    several = singular(said[last - 1]) != said[last - 1]
    return last - 1 if _is_done(said[last]) or (several and said[last] in _STATES | _MADE) else last


def _one_side(label: str) -> str:
    """Of a label in two languages (`Port / Hafen`) the first."""
    sides = variants(label)
    return sides[1] if len(sides) > 1 else label


def _years(column: Column) -> bool:
    low, high = column.profile.minimum, column.profile.maximum
    return isinstance(low, int | float) and isinstance(high, int | float) and 1000 <= low <= high <= 2200


def _when(said: tuple[str, ...], what: str) -> tuple[str, ...]:
    """What was done when, as a noun: `returned on` is the date returned; without a label, the time itself."""
    if not said:
        return (what,)
    if not _is_done(said[0]) or len(said) > 2 or (len(said) == 2 and said[1] not in ("on", "at", "in")):
        return said
    return (what, said[0])


def _how_many(said: tuple[str, ...]) -> tuple[str, ...]:
    """`No binned`, `Nr boxes` as the number binned, the number of boxes."""
    if len(said) < 2 or said[0] not in ("no", "number"):
        return said
    if said[1] == "of" or _is_done(said[1]):
        return ("number", *said[1:])
    return ("number", "of", *said[1:]) if said[-1].isalpha() and singular(said[-1]) != said[-1] else said


def _is_done(word: str) -> bool:
    """A participle: returned, sold; but no seed."""
    return word in _DONE or (word.endswith("ed") and word not in _FEW_DONE)


def readable(said: Sequence[str], label: str) -> bool:
    """Whether words can be read aloud: each has a vowel, is a number, or stands in capitals (`GDP per head`)."""
    letters = [w for w in said if any(ch.isalpha() for ch in w)]
    fewest = 1 if len(letters) > 2 else 2  # `Post-Op Q Score`
    capitals = {w.casefold() for w in re.findall(r"(?<![A-Za-z])[A-Z]{1,5}(?![A-Za-z])", label) if len(w) >= fewest}
    return bool(letters) and all(w in capitals or w in _SMALL or _spoken(w) for w in letters)


def _spoken(word: str) -> bool:
    """Letters outside ASCII are taken as they are: other languages have other vowels."""
    if not word.isascii():
        return True
    heard = re.search("[aeiouy]", word) and not _CLUSTER.search(word) and not _UNHEARD.search(word)
    return len(word) > 2 and word[0].isalpha() and bool(heard)


def many(noun: str) -> str:
    """The plural of a singular noun; of one that has none, the noun."""
    if noun in _MANY:
        return _MANY[noun]
    if noun in _NO_PLURAL or not noun.isalpha():
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    hard = _HARD.search(noun)
    plural = noun + ("es" if noun.endswith(("x", "ch", "sh", "z", "ss")) and not hard else "s")
    return plural if singular(plural) == noun else noun


def many_of(what: str, n: int | None = None) -> str:
    """A phrase with its noun in the plural: “bike models”, “ports of landing”; of one (`n` = 1) as it is."""
    if n == 1 or (what.endswith("`") and " of `" not in what):
        return what
    if what.split(" ")[0] in _NO_NOUN:
        return f"different “{what}”"  # a column `How received`, or `About`
    what, of, rest = what.partition(" of ")
    *before, last = what.split(" ")
    if last in _SMALL and last != "id":  # `directed by`
        return what + of + rest
    if before and head_of(what.split(" ")) < len(before):  # `substance tested`, `year made`
        before, of = before[:-1], f" {last}{of}"
        last = what.split(" ")[-2]
    return " ".join([*before, many(singular(last))]) + of + rest


def with_article(noun: str) -> str:
    """“an amount”, “a price”, “an hourly rate”; “days” and “equipment” as they are; “a member of staff”."""
    last = noun.rpartition(" ")[2]
    if last.casefold() in _NO_ONE:
        return noun
    if last.casefold() == "staff":
        return f"a member of {noun}"
    if last.isalpha() and singular(last) != last:
        return noun
    opening = noun.casefold()
    vowel = opening.startswith(_SILENT) or (opening[:1] in tuple("aeiou") and not opening.startswith(_YOU))
    return f"{'an' if vowel else 'a'} {noun}"


def listed(parts: Sequence[str], most: int = 10, joint: str = "and") -> str:
    """“a, b and c”; of more than `most` the rest as a number."""
    if len(parts) > most:
        return f"{', '.join(parts[:most])} {joint} {len(parts) - most:,} more"
    return f" {joint} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
