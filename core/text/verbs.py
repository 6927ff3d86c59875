"""What was done, of a verb: `fund` gives funded, `pay` paid."""

from __future__ import annotations

_IRREGULAR = {
    "buy": "bought", "build": "built", "catch": "caught", "drive": "driven", "find": "found", "get": "received",
    "give": "given", "grow": "grown", "hold": "held", "keep": "kept", "lay": "laid", "leave": "left", "lend": "lent",
    "lose": "lost", "make": "made", "meet": "met", "pay": "paid", "put": "put", "sell": "sold", "send": "sent",
    "shut": "shut", "spend": "spent", "take": "taken", "throw": "thrown", "win": "won", "withdraw": "withdrawn",
}  # fmt: skip


def past_forms(verb: str) -> tuple[str, ...]:
    """The participles that a folded verb may have, likeliest first."""
    if verb in _IRREGULAR:
        return (_IRREGULAR[verb],)
    if verb.endswith("e"):
        return (verb + "d",)
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return (verb[:-1] + "ied",)
    return verb + "ed", verb + verb[-1:] + "ed"
