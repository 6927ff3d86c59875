"""Two sides of an office: those who are served, and those who serve; what each of them does, and is called."""

from __future__ import annotations

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
