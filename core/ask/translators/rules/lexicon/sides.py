"""Two sides of an office: those who are served, and those who serve; what each of them does, and is called."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.tokens import Token, stem

GUESTS = frozenset(
    "spent paid pays bought ordered owes owe gave given donated booked borrowed hired rented visited came lives live "
    "lived stays".split()
)
"""What those do whom others serve."""
DOING = frozenset(
    "did does handled carried taught fixed mended repaired drove translated worked took cleaned made".split()
)
"""What those do who serve others."""
TAKING = frozenset("took take takes taken sold sell sells served serve serves".split())
"""What those do who serve others, of what rows of sales and the like tell by whom they were made."""
SERVED = frozenset(
    "customer client patient guest tenant owner donor borrower pupil student household company rider "
    "passenger visitor subscriber".split()
)
STAFF = frozenset("staff employee volunteer mechanic driver instructor inspector officer worker teacher".split())
SPENDING_PEOPLE = GUESTS | frozenset("spend spends spender spenders giver givers buyer buyers payer payers".split())
_PASSIVE = frozenset(("was", "were", "got"))
_GIVEN = frozenset(("given", "paid", "sent", "lent"))
_PUT_TO = frozenset(map(stem, "assigned allocated appointed hired employed charged tasked".split()))
"""Done to those who do the work."""


def received(tokens: Sequence[Token]) -> bool:
    """`who has been awarded the most`: whoever got it, and not the officer who awarded it."""
    lowers = [t.lower for t in tokens]
    at = 2 if lowers[1:2] and lowers[1] in _PASSIVE else 3 if lowers[2:3] == ["been"] else 0
    verb = tokens[at] if lowers[:1] == ["who"] and 0 < at < len(lowers) else None
    return verb is not None and verb.stem not in _PUT_TO and (verb.lower.endswith("ed") or verb.lower in _GIVEN)
