"""Everyday words for what headers say otherwise: how people `hear of us` is a source, what `goes wrong` a fault."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from core.ask.tokens import stem

_SENSES = (
    (
        "hear heard find found across learn learnt discover reach know about",
        "source heard referral referred ref via found enquiry channel",
    ),
    (
        "wrong trouble broken break broke complain complained suffer matter",
        "fault problem prob complaint issue breach defect symptom",
    ),
    ("why reason because cause", "reason cause why purpose"),
    ("spend spent", "head heading category expense purpose what for"),
    ("thrown throw threw away bin binned waste wasted chuck chucked", "waste binned bin wastage discarded"),
    ("unlock unlocks unlocked", "opened open"),
    ("hurt injure injured bump scrape", "accident injury"),
    ("reported", "breach fault offence complaint"),
    ("break broken damaged", "item damage"),
    (
        "money spend spent pay paid cost costs earn earned spender spenders giver givers",
        "amount amt total cost price paid fee bill charge net gross value money out",
    ),
    ("pieces piece number units", "qty quantity units packs no"),
)
"""What people say, and what headers say for it."""
_GROUPS = tuple((frozenset(map(stem, said.split())), frozenset(map(stem, held.split()))) for said, held in _SENSES)


def sensed(word: str, label: Collection[str]) -> bool:
    """Whether a word that people say stands for one of the stems of a header."""
    return any(word in said and not held.isdisjoint(label) for said, held in _GROUPS)


def heard_of(said: Iterable[str]) -> bool:
    """People are asked how they heard of us."""
    return not _GROUPS[0][0].isdisjoint(said)


_UNITS = tuple(
    frozenset(map(stem, said.split()))
    for said in (
        "hour hourly hr hrs",
        "day daily",
        "night nightly nt",
        "week weekly wk",
        "month monthly pcm",
        "head person",
    )
)


def units(word: str) -> frozenset[str]:
    """The stems that headers say a unit by: of an hour `hourly` and `hr`."""
    return next((unit for unit in _UNITS if word in unit), frozenset((word,)))
