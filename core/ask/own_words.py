"""What a word means, told in the chat: “by pets I mean patients”. It asks nothing, and is kept on the data page."""

from __future__ import annotations

import re

_MOST = 200
"""Characters of such a sentence."""
_TOLD = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"(?:please\s+)?(?:remember|note|learn|define|keep in mind)\b(?:\s+that)?\s*[:,]?\s+(?P<said>\S.{0,60}?)\s+"
        r"(?:means?|stands?\s+for|refers?\s+to|is\s+the\s+same\s+as|are\s+the\s+same\s+as|is|are|=|as)\s+(?P<meant>\S.*)",
        r"(?:by|with|if\s+(?:i|we)\s+say|when\s+(?:i|we)\s+say|whenever\s+(?:i|we)\s+say)\s+(?P<said>\S.{0,60}?),?\s+"
        r"(?:i|we)\s+(?:always\s+)?mean\s+(?P<meant>\S.*)",
        r"[“\"'](?P<said>[^“”\"']{1,60})[”\"']\s+(?:means|stands\s+for|=)\s+(?P<meant>\S.*)",
        r"(?P<said>(?!(?:what|which|who|how|when|where|that|this|it|the)\b)[\w'-]+(?:\s+[\w'-]+)?)\s+"
        r"(?:means(?!\s+of\b)|stands\s+for)\s+(?P<meant>\S.*)",
    )
)
_QUOTES = "“”\"' "


def own_word(text: str) -> tuple[str, str] | None:
    """The word and its meaning, where a text tells one and asks nothing."""
    said = text.strip()
    if len(said) > _MOST or said.endswith("?"):
        return None
    met = next((m for form in _TOLD if (m := form.fullmatch(said.rstrip(".! "))) is not None), None)
    return (met["said"].strip(_QUOTES), met["meant"].strip(_QUOTES)) if met is not None else None


def kept_where(word: str, meaning: str) -> str:
    """Where a person keeps it."""
    return (
        f"That tells what a word means. To keep “{word}” with the meaning “{meaning}”, press “Remember” below it in "
        "the chat, or add it under “Your own words” on the data page: then every question knows it."
    )
