"""Questions back about what words mean: what a row is called, and which amount is meant by revenue."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from core.ask.interview.asked import MOST_OPTIONS, STAKES, Asked, Option
from core.ask.names import HOLDERS, Names, head_of, with_article
from core.ask.translators.rules.facts import Facts
from core.ask.translators.rules.query import Col
from core.ingest.name_parts import MONTHS
from core.model import Table
from core.text.key_words import KEY_WORDS
from core.text.table_names import UNCOUNTED
from core.text.words import singular, words

_AMOUNTS = frozenset("price amount total revenue sales turnover takings fee fare charge paid payment income".split())
_PAID = _AMOUNTS - {"total"}
_SAID = frozenset("revenue turnover takings".split())
_COUNTED = frozenset("quantity qty units pieces".split())
_EACH = frozenset("price fee fare charge".split())
_MEANT = ("revenue", "turnover", "sales amount")
"""What people call the amount that is asked about."""
_FEW_SAID = frozenset("data table list log info file record records master".split())
_TIMES = frozenset("spring summer autumn fall winter term season year month quarter week".split()) | frozenset(MONTHS)
"""Words of a sheet's name that say when, and never what a row is."""
_DONE = frozenset("received made recorded reported issued served logged taken".split())
_PARTS = re.compile(r"\b(?:by|per|in|for|of|from|at|on)\b|[;,:(|–·]| - ", re.IGNORECASE)
_LETTERS = 3


def of_row(table: Table, names: Names, siblings: Sequence[Table], weight: float) -> Iterator[Asked]:
    """What a row is called, where the table's name says none or several words: its key, title, last or first noun."""
    if table.row:
        return
    guesses: list[str] = []
    plain = names.plain(table.name)
    if plain:
        guesses = _shorter(table, names, siblings)
    else:
        for column in table.columns[:3]:
            said = words(column.label)
            keyed = len(said) > 1 and said[-1] in KEY_WORDS and all(w.isalpha() for w in said[:-1])
            if keyed and column.profile.unique:
                guesses.append(" ".join(said[:-1]))
        if table.layout is not None and table.layout.title:
            guesses += _of_title(table.layout.title)
        guesses += _shorter(table, names, siblings)
    guesses = list(dict.fromkeys(guesses))[:MOST_OPTIONS]
    if len(guesses) > plain:
        yield Asked(
            f"row:{table.name}", "row", f"What is one row of `{table.label}`?",
            "Questions may then say the word, and answers do.",
            (*(Option(with_article(g), (("row", table.name, g, ""),)) for g in guesses), Option("None of these")),
            STAKES["row"] * weight * (0.7 if plain else 1.0),
        )  # fmt: skip


def _of_title(title: str) -> Iterator[str]:
    """The things that a title begins with: “Applications received, autumn round” holds applications."""
    head = next((part for part in _PARTS.split(title) if part.strip()), "")
    said = [w for w in words(head) if w.isalpha() and w not in _DONE]
    if said and len(said[-1]) > _LETTERS and singular(said[-1]) != said[-1]:
        yield singular(said[-1])


def _shorter(table: Table, names: Names, siblings: Sequence[Table]) -> list[str]:
    """Shorter and longer names for a row: `timed locations of things` holds locations, `model_list` beside `car_names`
    and `car_makers` holds car models. None that another table goes by."""
    taken = {names.one(t.name) for t in siblings if t.name != table.name}
    said = [w for w in words(table.label) if w.isalpha()]
    head = said[: said.index("of")] if "of" in said[1:] else said
    told = [w for w in head if w not in _FEW_SAID | _TIMES | HOLDERS] or head
    noun = singular(told[head_of(told)]) if told else ""
    whole = names.one(table.name) if names.plain(table.name) else ""
    first = Counter(singular(words(t.label)[0]) for t in siblings if len(words(t.label)) > 1)
    opening = next((w for w, n in first.most_common(1) if n > 2), "")
    wider = f"{opening} {noun}" if opening and noun and opening != noun and opening not in told else ""
    found = [whole, noun if (len(told) > 1 or len(head) < len(said)) and noun not in UNCOUNTED else "", wider]
    return [w for w in dict.fromkeys(found) if w and w not in taken]


def of_amounts(tables: Mapping[str, Table], facts: Facts, weight: Mapping[str, float]) -> Iterator[Asked]:
    """Which amount counts, where several tables hold one and none is called revenue. A quantity times the price beside
    it is what “revenue” means without a word."""
    found: list[tuple[float, str, str]] = []
    for t in tables.values():
        counted = next(
            (c for c in t.columns if _COUNTED & set(words(c.label)) and facts.measure(Col(t.name, c.name))), None
        )
        for c in t.columns:
            said = set(words(c.label))
            if not said & _AMOUNTS or not facts.measure(Col(t.name, c.name)):
                continue
            if said & _SAID:
                return
            times = f"{counted.label} × " if counted is not None and said & _EACH else ""
            found.append((weight[t.name], f"{t.label}.{times}{c.label}", "" if times else f"sum({t.name}.{c.name})"))
    if len({text.split(".")[0] for _, text, _ in found}) < 2 or not any(_PAID & set(words(m)) for _, m, _ in found):
        return
    found.sort(key=lambda f: (-f[0], f[1]))
    options = tuple(
        Option(text, tuple(("word", "", w, meaning) for w in _MEANT if meaning))
        for _, text, meaning in found[:MOST_OPTIONS]
    )
    yield Asked(
        "amount:revenue", "amount", "Which amount is meant where a question says “revenue”?",
        "Several columns hold one.", (*options, Option("None of these")), STAKES["amount"] * found[0][0],
    )  # fmt: skip
