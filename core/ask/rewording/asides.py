"""`I'm weeding the stock. Which items …?`, `For the committee: …`, `… She's on the phone asking.`: what a chatty asker
says around a question, which asks nothing and decides nothing.

A sentence goes only where it tells a story and nothing in it restricts: no number, no cell, no `only` or `except`, and
nothing behind it points back to it (`she`, `those`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from core.ask.state import Mention

Link = Callable[[str], Sequence[Mention]]
"""What the words of a text may mean."""

_ASKS = frozenset(
    "which what who whose whom when where why how list show give find count tell display get top is "
    "are was were do does "
    "did has have had can could would will please break sort rank order compare number total average name names any "
    "what's who's how's".split()
)
"""How sentences begin that ask."""
_STORY = re.compile(
    r"(?:hi|hello|hey|good (?:morning|afternoon)|thanks|thank you|many thanks|cheers|sorry|ta)\b"
    r"|(?:i|we|she|he|they|you|someone|somebody|everyone|it|that|this|there)(?:['’](?:m|s|ve|re|d|ll))? "
    r"|(?:my|our|the|a|an) (?:\w+ ){1,5}?(?:is|are|was|were|has|have|had|wants?|wanted|needs?|asked"
    r"|asks|keeps?|says?|said)\b"
    r"|(?:got|just had|just got|planning|writing|preparing|doing|working on|sorting|trying|thinking|looking|checking) ",
    re.IGNORECASE,
)
"""How sentences begin that tell what it is for."""
_ASKING_FOR = re.compile(
    r"^(?:i|we)(?:['’](?:d|m|re|ll))? (?:\w+ )?(?:want|need|like|love|prefer|mean"
    r"|meant)\b(?! to (?!know|see|find|count|get"
    r"|list|have|include|leave|show|compare))",
    re.IGNORECASE,
)
_DECIDES = re.compile(
    r"\d|['\"“‘](?=\w+ ?\w*['\"”’](?:\W|$))|\b(?:only|except|without|excluding|ignor\w+|includ\w+"
    r"|counts?|counting|leave|leaving|skip|not"
    r"|never|none|nothing|no|meaning|mean|means|those|ones|interested|just the|by|per|each|every|since|between"
    r"|january|february|march|april|may|june|july|august|september|october|november|december"
    r"|years?|months?|weeks?|quarters?|yesterday|today|tomorrow|codes?|names?|\w+n['’]t)\b",
    re.IGNORECASE,
)
"""What restricts, or says what to show."""
_BACK = re.compile(
    r"\b(?:she|he|her|his|him|they|them|their|it|its|this|that(?= (?:is|was|one|\w+\?))|those|these"
    r"|there then|such|same"
    r"|one of)\b",
    re.IGNORECASE,
)
_HIND = re.compile(r"\b(?:that|which|who|whose|of|for|from|with) (?:we|i|they|it)\b", re.IGNORECASE)
_FOR = re.compile(
    r"^(?:this is )?for (?:the|my|our|a|an|next|this|his|her) [a-z'’ -]{2,40}?(?:\s*[:–—]\s*|\s+-\s+|,\s+)(?=\w)",
    re.IGNORECASE,
)
_SPLIT = re.compile(r"(?<=[.!?])\s+(?=\S)")
_SHORT = frozenset(("st.", "mr.", "mrs.", "ms.", "dr.", "no.", "e.g.", "i.e.", "etc.", "vs.", "approx.", "rd.", "ave."))
_CELL = 0.75
"""From this score a cell is meant."""
_NAMED = 0.6
"""From this score a table or a column is."""


def plainly(text: str, link: Link) -> str:
    """The question without asides; as it stands where there are none that surely say nothing."""
    said = _without_purpose(text, link)
    sentences = list(_sentences(said))
    if len(sentences) < 2:
        return said
    asking = [i for i, s in enumerate(sentences) if _asks(s)]
    if not asking:
        return said
    kept = [s for i, s in enumerate(sentences) if not _idle(i, sentences, asking, link)]
    return " ".join(kept)


def _sentences(text: str) -> Iterator[str]:
    parts = _SPLIT.split(text.strip())
    held = ""
    for part, following in pairwise([*parts, ""]):
        held = f"{held} {part}".strip()
        if following and (held.split()[-1].lower() in _SHORT or not following[:1].isalpha()):
            continue
        yield held
        held = ""


def _asks(sentence: str) -> bool:
    first = sentence.split()[0].lower().strip(",;:") if sentence.split() else ""
    return sentence.endswith("?") or first in _ASKS


def _idle(i: int, sentences: Sequence[str], asking: Sequence[int], link: Link) -> bool:
    """The sentence tells a story that decides nothing."""
    sentence = sentences[i]
    if i in asking or not _STORY.match(sentence) or _ASKING_FOR.match(sentence) or _DECIDES.search(sentence):
        return False
    behind = " ".join(sentences[i + 1 :])
    if behind and _BACK.search(_HIND.sub("", behind)):
        return False
    return not any(k.kind == "value" and k.score >= _CELL for m in link(sentence) for k in m.links[:1])


def _without_purpose(text: str, link: Link) -> str:
    """`For the committee: how many …`: for whom it is, where the files know nothing of it."""
    met = _FOR.match(text)
    if met is None or not _asks(text[met.end() :]):
        return text
    known = any(k.score >= _NAMED for m in link(met[0]) for k in m.links[:1])
    return text if known or _DECIDES.search(met[0]) else text[met.end() :]
