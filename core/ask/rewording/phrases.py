"""The turns of phrase of rewordings.toml: what to leave out of a question, what is asked behind it, and how to say it
plainly."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Literal

from core.ask.rewording.birthdays import birthdays
from core.ask.rewording.clock_words import clocks_in_figures
from core.ask.translators.rules.query import Col
from core.text.number_words import SMALL_NUMBERS

Asks = Literal[
    "first",
    "figure",
    "when",
    "rate",
    "growth",
    "halves",
    "without",
    "only",
    "too",
    "missed",
    "sides",
    "done",
    "days",
    "known",
    "also",
    "pairs",
    "part",
]
_ENDS = " \t\n.?!;:,"
_MOST = 1_000
"""Characters of a question in which turns of phrase are looked for."""
_QUOTED, _KEPT = re.compile(r"“[^”]*”|\"[^\"]*\""), re.compile(r"“(\d+)”")
_DONE = re.compile(r" (?:\w+ed|done|made|given|taken|sent|held|written|sold|built|seen|won|paid|kept)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tail:
    """What is said behind a question, or within it: that its first `rows` are wanted, its figure or its day too, this
    for so many people, how it changed, or which rows are left out."""

    asks: Asks
    rows: int = 0
    years: tuple[int | str, int | str] = (0, 0)
    """With `growth`: from which year to which, or which twelve months (`2022/23`). With `rate`: of which year
    the people are."""
    falling: bool = False
    said: str = ""
    """With `growth`: in `percent`, `both` years beside it, only groups that `moved` that way, of the first ones the
    change `shown` too. With `figure` and `when`: the words that ask for it. With `without`: the state of the rows that
    are left out. With `missed`: the table of what nobody came to. With `sides`: "share", where that is the figure,
    "each", where it is given for others too."""
    clause: str = ""
    """With `without`, `only` and `too`: the rows that are left out, alone count, or count too, as they are said."""
    column: Col | None = None
    """With `sides`: the column whose `values` (all, where there are none) are set against each other. With `done`: the
    day of what happened to some rows. With `known`: the one in which rows must have a cell."""
    values: tuple[str, ...] = ()
    """With `days`: the days of the week that are told apart. With `part`: what the rows of it hold in the `column`."""
    columns: tuple[Col, ...] = ()
    """With `also`: what is asked of the row that is found. With `pairs`: where the `values` stand, two to a row."""


@dataclass(frozen=True, slots=True)
class Reworded:
    """A question said plainly, and what was said behind it."""

    text: str
    tails: tuple[Tail, ...] = ()
    strong: bool = False
    """It goes before what was said, if it can be read surely."""
    wants: str = ""
    """The aggregate that its reading must have."""
    deep: bool = False
    """Other ways to say it are tried, too."""


@dataclass(frozen=True, slots=True)
class Form:
    """Whole questions of one turn, and how they are said plainly."""

    said: re.Pattern[str]
    plainly: tuple[str, ...]
    strong: bool
    wants: str


@dataclass(frozen=True, slots=True)
class Phrases:
    """The file's patterns, in its order."""

    always: tuple[tuple[re.Pattern[str], str], ...]
    drops: tuple[re.Pattern[str], ...]
    tails: tuple[tuple[re.Pattern[str], Asks, re.Pattern[str]], ...]
    """What is said, what it asks for, and what the question before it is like."""
    forms: tuple[Form, ...]


@lru_cache(maxsize=1)
def phrases() -> Phrases:
    """Read once."""
    raw = tomllib.loads((Path(__file__).parent / "rewordings.toml").read_text(encoding="utf-8"))
    return Phrases(
        tuple((_pattern(a["said"]), a["plainly"]) for a in raw["always"]),
        tuple(_pattern(d["said"]) for d in raw["drop"]),
        tuple((_pattern(t["said"]), t["asks"], _pattern(t.get("behind", ""))) for t in raw["tail"]),
        tuple(
            Form(_pattern(f["said"]), tuple(f["plainly"]), bool(f.get("always")), f.get("wants", ""))
            for f in raw["form"]
        ),
    )


def plainer(text: str) -> str:
    """The question with what is always said in other words."""
    for pattern, plainly in phrases().always if len(text) <= _MOST else ():
        text = pattern.sub(plainly, text)
    return clocks_in_figures(birthdays(text))


def but_quoted(text: str, *ways: Callable[[str], str]) -> str:
    """The question said otherwise, one way after the other; what is quoted stays as it is."""
    quoted = _QUOTED.findall(text)
    numbers = count()
    text = _QUOTED.sub(lambda _: f"“{next(numbers)}”", text)
    for way in ways:
        text = way(text)
    return _KEPT.sub(lambda met: quoted[int(met[1])] if int(met[1]) < len(quoted) else met[0], text)


def rewordings(text: str) -> Iterator[Reworded]:
    """Other ways to say the question, the nearest to what was said first; nothing where no turn of phrase is met."""
    whole = " ".join(text.split()).rstrip(_ENDS)
    if len(whole) > _MOST:
        return
    seen = {whole}
    for plain, tails in _stripped(whole):
        for one in (Reworded(plain, (), bool(tails)), *_plainly(plain)):
            if one.text not in seen or (tails and one.text == plain):
                seen.add(one.text)
                yield replace(one, tails=tails)


def _stripped(text: str) -> Iterator[tuple[str, tuple[Tail, ...]]]:
    """The question without what is said behind it, then also without words that change nothing."""
    plain, tails = behind(text)
    yield plain, tails
    if (short := without(plain)) != plain:
        short, more = behind(short)
        yield short, (*tails, *more)


def behind(text: str) -> tuple[str, tuple[Tail, ...]]:
    """The question proper, and what is asked behind it."""
    for pattern, asks, behind_it in phrases().tails:
        met = pattern.search(text)
        if met is None or not met.start() or not behind_it.search(text[: met.start()]):
            continue
        rows = number_said(met.groupdict().get("n") or "")
        said = met[0].lower().lstrip(_ENDS) if asks != "first" else ""
        if asks != "first" or rows:
            return text[: met.start()].rstrip(_ENDS), (Tail(asks, rows, said=said),)
    return text, ()


def without(text: str) -> str:
    """The question without words that change nothing."""
    text = text.rstrip(_ENDS)
    for pattern in phrases().drops:
        text = " ".join(pattern.sub(" ", text).split()).rstrip(_ENDS)
    return text


def _plainly(text: str) -> Iterator[Reworded]:
    for form in phrases().forms:
        if met := form.said.fullmatch(text):
            said = _Words({k: v or "" for k, v in met.groupdict().items()})
            yield from (Reworded(p.format_map(said), (), form.strong, form.wants) for p in form.plainly)


class _Words(dict[str, str]):
    """What a pattern's groups hold, and three pieces made of them: `in_when`, `what_of`, and `bare`, what is meant
    without what was done with it ("reports written")."""

    def __init__(self, said: Mapping[str, str]) -> None:
        when, what = said.get("when", ""), said.get("what", "")
        bare = _DONE.sub("", said.get("of", ""))
        super().__init__(said, in_when=f" in {when}" if when else "", what_of=f"{what} of " if what else "", bare=bare)


def number_said(said: str) -> int:
    """A whole number in digits or in words; 0 for anything else."""
    return int(said) if said.isdigit() else SMALL_NUMBERS.get(said.lower(), 0)


def _pattern(said: str) -> re.Pattern[str]:
    return re.compile(said, re.IGNORECASE)
