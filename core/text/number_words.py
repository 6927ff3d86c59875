"""English words for whole numbers below a hundred."""

from __future__ import annotations

SMALL_NUMBERS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split()
    )
}
TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
ORDINALS = {
    word: number
    for number, word in enumerate("second third fourth fifth sixth seventh eighth ninth tenth".split(), start=2)
}
"""Words for places behind the first."""
ORDINALS |= {f"{n}{'nd' if n == 2 else 'rd' if n == 3 else 'th'}": n for n in ORDINALS.values()}


def ordinal(number: int) -> str:
    """`second`, of 2; `12th`."""
    return next((word for word, n in ORDINALS.items() if n == number), f"{number}th")
