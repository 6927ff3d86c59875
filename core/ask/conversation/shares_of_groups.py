"""“Share of members per plan”, “what percentage of the sales comes from each region?”: each group's part of the whole.

The count or total of the groups is read as if that alone had been asked; its figures are then parts of all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.ask.conversation.portion import parted
from core.ask.conversation.selling import SellingRules
from core.ask.state import Clarify, Mention, NotUnderstood, Question, Reading, Run, SchemaView
from core.ask.translators.rules.chart.constructs.flags import WAY_VERBS
from core.ask.translators.rules.plan import Plan
from core.ask.translators.rules.realisation.phrase import Phrase
from core.model import UNSURE

_SHARE = (
    r"\W*(?:(?:show|give)(?: me)?\s+)?(?:what(?:'s| is| are)?\s+)?(?:the\s+)?"
    r"(?:shares?|proportions?|percentages?|percent|%)"
)
_EACH = r"(?:per|by|for each|for every|in each|of each|from each)"
_PER = re.compile(rf"{_SHARE}\s+of\s+(?:the\s+|all\s+)?(?P<of>\S.*?)\s+{_EACH}\s+(?P<group>\S.*?)\W*", re.IGNORECASE)
_DONE = r"(?:has|have|is|are|was|were|does|do|comes?|came|goes|go|belongs?|made|makes?|falls?)"
_PLACE = r"(?:(?:made|taken|recorded|held|placed|sold|spent|sent)\s+)?(?:in|from|at|by|to|on|for|with|under|through|up)"
"""What may stand before "each"; any other word says which part is meant: `were passed each year`."""
_BEHIND = r"(?:\s+(?:has|have|had|hold|holds|make up|makes up|account for|accounts for|bring in|brings in))?"
_VERB = re.compile(
    rf"{_SHARE}\s+of\s+(?:the\s+|all\s+)?(?P<of>\S.*?)\s+{_DONE}\s+(?:{_PLACE}\s+)?each\s+(?P<group>\S.*?){_BEHIND}\W*",
    re.IGNORECASE,
)
_PERCENT = 100.0
_UNUSED = 0.1
"""What each word that is not used takes off a reading."""


class GroupShareRules(SellingRules):
    """`SellingRules` that read also the shares of all groups."""

    def read(
        self, question: Question, mentions: Sequence[Mention], schema: SchemaView, run: Run
    ) -> Reading | Clarify | NotUnderstood:
        told = None if question.overrides or question.reading else asked(question.text)
        shares = self._shares(told, question, schema, run) if told else None
        return shares or super().read(question, mentions, schema, run)

    def _shares(self, told: tuple[str, str], question: Question, schema: SchemaView, run: Run) -> Reading | None:
        """The surest reading of the groups' counts or totals, as parts of the whole; None where none is sure."""
        found: list[Reading] = []
        for text in _plainly(*told):
            run.check()
            plain = replace(question, text=text, earlier=())
            reading = super().read(plain, run.link(text), schema, run)
            if isinstance(reading, Reading) and isinstance(reading.plan, Plan) and reading.plan.query.group:
                found.append(reading)
        best = max(found, key=lambda r: r.confidence - _UNUSED * len(r.ignored), default=None)
        if best is None or not isinstance(best.plan, Plan) or best.confidence < UNSURE:
            return None
        query = parted(best.plan.query, _PERCENT)
        kinds = any(
            i.distinct and i.column and not best.plan.facts.identifying(i.column) for i in best.plan.query.select
        )
        if query is None or query.where or kinds:  # "insured parcels per depot": of each depot's parcels
            return None  # and of the few kinds that there are, every depot may have all
        plan = replace(best.plan, query=query)
        return replace(best, plan=plan, enriched=Phrase(plan.facts).query(query), chips=(), runners_up=())


def asked(text: str) -> tuple[str, str] | None:
    """Of what the shares are, and for what each: ("members", "plan"); None for other questions, and for what is done
    by some way ("who pay by card").
    """
    met = _VERB.fullmatch(text) or _PER.fullmatch(text)
    if met is None:
        return None
    last, lowered = met["of"].split()[-1].lower(), text.lower()
    by_way = last in WAY_VERBS and f" {last} by " in lowered and " each " not in lowered
    return None if by_way else (met["of"], met["group"])


def _plainly(of: str, group: str) -> Iterator[str]:
    yield f"How many {of} are there per {group}?"
    yield f"total {of} per {group}"
