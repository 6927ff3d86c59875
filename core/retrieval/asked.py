"""What kind of thing a question asks that documents tell: why, what a word means, who made the data, how.

Rows never say why something was left out or what a code stands for; they do say who bought most. So a question counts
as one for documents only by such words as these, and never by its subject.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Asks = Literal["why", "meaning", "who", "how", "terms", "licence", "cite", "event", "other"]

_TERM = r"[`\"“‘']?(?P<term>[^?`\"”’']{1,60}?)[`\"”’']?"
_MEANING = (
    rf"\bwhat (?:does|do|did) (?:the |an? )?{_TERM} (?:mean|stand for|signify|denote|contain|refer to)\b",
    rf"\bwhat (?:is|are|was|were) (?:the )?(?:meaning|definition)s? of (?:the |an? )?{_TERM}(?: in\b|$|\?|,| and\b)",
    rf"\bwhat (?:is|are) meant by (?:the |an? )?{_TERM}(?: in\b|$|\?|,| and\b)",
    rf"\bhow (?:is|are|was|were) (?:the |an? )?{_TERM} defined\b",
    rf"\bdefine (?:the |an? )?{_TERM}(?:$|\?)",
    r"^what(?: is|['’]s) an? (?P<term>[\w-]+(?: [\w-]+){0,2})\s*\??$",
    rf"\bwhat (?:counts?|is counted|qualifies) as (?:the |an? )?{_TERM}(?:$|\?)",
    r"\bwhen (?:does|do|is|are) (?:the |an? )?(?P<term>[\w -]{2,40}?) (?:count|counted|considered|classed) as\b",
)
_WHY = r"\bwhy\b|\b(?:for what|what (?:is|was) the) reasons?\b|\bhow come\b"
_MADE = (
    r"(?:collect|compil|publish|measur|maintain|gather|record|commission|provid|deliver|prepar|produc|issu|creat|"
    r"audit|check|verif|survey|curat|updat)\w*"
)
_DONE = (
    r"(?:carried out|carries out|conduct(?:s|ed)|ran|runs|commissioned|funded|financed|paid for|organi[sz]e[sd]) "
    r"(?:the |this |these )?(?:\w+ ){0,2}(?:survey|census|study|fieldwork|interviews?|measurements?|monitoring|poll)s?"
)
_DATA = (
    r"(?:this|these|those|it|them|(?:the |this |these |those )?(?:(?!most\b|least\b|more\b|fewest\b)\w+ ){0,2}"
    r"(?:data(?:set)?s?|tables?|files?|figures?|statistics|survey|measurements?|readings?|levels?|records?|"
    r"numbers?|values?|results?))"
)
_WHO = (
    rf"\bwho (?:\w+ )?{_MADE} {_DATA}\b|\bwho (?:is|are|was|were) responsible for\b"
    rf"|\bby whom (?:is|are|was|were) {_DATA}\b|\bwhere (?:does|do|did) {_DATA} come from\b"
    rf"|\bwhom? (?:can|do|should) i\b|\bwho {_DONE}\b"
)
_HOW = (
    r"\bhow (?:is|are|was|were|should|do|does|did)(?: (?!many|much)[\w-]+){1,5} "
    r"(?:be )?(?:measured|determined|calculated|computed|collected|counted|derived|handled|treated|estimated|weighted|"
    r"coded|rounded|chosen|selected|sampled|cleaned|corrected|shared|recorded|classified)\b"
)
_LICENCE = r"\blicen[cs]e\b(?! (?:number|plate|no)s?\b)|\bterms of use\b"
_CITE = (
    r"\bhow (?:should|must|do|can|shall|may) (?:i|we|one|you) (?:\w+ )?(?:cite|credit|quote|attribute|acknowledge)\b"
)
_EVENT = r"^what (?:has )?(?:happen(?:s|ed)|occurred|went wrong)\b"
_TERMS = (
    r"\b(?:data )?sources?\b.{0,20}\bdata\b"
    r"|\bin (?:what|which) units?\b|\bwhat units?\b"
    rf"|\bhow (?:often|frequently) (?:is|are|was|were) {_DATA} (?:updated|published|released|revised|collected)\b"
    rf"|\b(?:can|may|could) {_DATA} be (?:compared|re-?used)\b|\b(?:is|are) {_DATA} (?:comparable|provisional|final)\b"
)


@dataclass(frozen=True, slots=True)
class Asked:
    """The kind, and of a question for a meaning the words whose meaning is asked."""

    kind: Asks
    term: str = ""

    @property
    def of_documents(self) -> bool:
        """Whether the question is one that documents rather than rows answer."""
        return self.kind != "other"


_ROWS = re.compile(
    r"^(?P<told>[^?;]*?)(?:[?;]|,)?\s+(?:and|but|then)?,?\s*"
    r"(?P<rest>(?:how many|how much|which|list|show|count|what (?:is|are) the (?:number|average|mean|total|sum|share|"
    r"highest|lowest|largest|smallest|maximum|minimum|most))\b.*)$",
    re.IGNORECASE,
)
_IT = re.compile(r"\b(?:it|this|that|them|these|those)\b", re.IGNORECASE)


def rows_part(question: str) -> str | None:
    """Of a question that asks documents and rows at once, the part for the rows: "what does type C mean, and how many
    trips have it" asks them "how many trips have type C". None: it is not of that form.
    """
    parts = _ROWS.match(" ".join(question.split()))
    if parts is None:
        return None
    first = asked(parts["told"].rstrip(" ,") + "?")
    if not first.of_documents:
        return None
    return _IT.sub(lambda _: first.term, parts["rest"], count=1) if first.term else parts["rest"]


def asked(question: str) -> Asked:
    """What kind of question it is, by its words alone."""
    text = " ".join(question.split())
    for pattern in _MEANING:
        if found := re.search(pattern, text, re.IGNORECASE):
            return Asked("meaning", found["term"].strip())
    kinds: tuple[tuple[Asks, str], ...] = (
        ("why", _WHY),
        ("who", _WHO),
        ("how", _HOW),
        ("licence", _LICENCE),
        ("cite", _CITE),
        ("event", _EVENT),
        ("terms", _TERMS),
    )
    for kind, pattern in kinds:
        if re.search(pattern, text, re.IGNORECASE):
            return Asked(kind)
    return Asked("other")
