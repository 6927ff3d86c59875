"""Words of a question that say nothing of the schema: small words, words that ask, words that shape the query."""

from __future__ import annotations

from collections.abc import Sequence

from core.ask.tokens import Token

FUNCTION = frozenset(
    "a an the of is are was were be been being am do does did have has had having that which what who whom whose where "
    "when why how and or not no nor in on at to for from by with as it its their them they there this those these i me "
    "we us you your our my he she his her him all any some each every both either than then if please only also such "
    "so can could would should will shall may might but more most less least very too just into out up down over under "
    "above below between after before since until during about per via across among within without never none same "
    "other another else did's 's ever yet still much many few several along together while anything "
    "anyone anybody".split()
)
"""Words that never make a link by themselves."""

DETERMINERS = frozenset("a an the their its our all any each every another same different".split())
"""Words that may stand before a noun whatever it is."""

VERBS = frozenset(
    "show list find give return display tell get provide retrieve select report count calculate compute determine "
    "identify name output present fetch see want know need".split()
)
"""Words that ask; a link only inside a longer label, or away from a sentence's start."""

MODIFIERS = frozenset(
    "different distinct unique total average mean maximum minimum highest lowest largest smallest number amount sum "
    "top bottom first last common ascending descending order sorted ordered greater smaller larger higher lower fewer "
    "longest shortest oldest youngest latest earliest best worst biggest fewest exactly record row entry entries "
    "records rows".split()
)
"""Words that usually shape the query; they link only as (part of) a label matched whole."""

COMPUTING = frozenset(
    "total average mean maximum minimum highest lowest largest smallest sum greatest biggest longest shortest number "
    "oldest youngest latest earliest best worst different distinct unique fewest".split()
)
"""Modifiers that never link alone, whatever a label says."""


def content_word(token: Token) -> bool:
    """Whether a word may make a link by itself."""
    return token.kind in ("word", "number") and token.lower not in FUNCTION


_LISTED = frozenset(("and", ",", "of"))


def opens(tokens: Sequence[Token], at: int) -> bool:
    """Where an order may begin: a sentence's first word, or behind "please"; “name and town of each” has none."""
    behind = tokens[at + 1].lower if at + 1 < len(tokens) else ""
    if tokens[at].lower == "name" and behind in _LISTED:
        return False
    return at == 0 or tokens[at - 1].text in (".", "?", "!", ";", ":") or tokens[at - 1].lower == "please"


DENYING = frozenset(("not", "never", "no", "non", "n't"))
PARTICIPLES = ("ed", "paid", "sent", "sold", "built", "given", "taken", "lent", "done")
"""How words for what was done to something end."""
