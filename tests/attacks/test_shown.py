"""Texts of files, people and models that would be a picture, a link, a formula or a directive on a page stay texts."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from pages._ui.markup import JOINER, literal, marked

TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))
LIVE = re.compile(
    r"[<>\[\]()*_`$~|!&#=]|(?i:https?|ftp|mailto):(?!\u2060)|(?i:www)\.|:[a-z]|--|->|<-".replace("\u2060", JOINER)
)
"""What Markdown, as Streamlit reads it, would make something of."""


@pytest.mark.parametrize("text", TEXTS["shown"])
def test_no_text_is_more_than_itself(text: str) -> None:
    shown = literal(text)
    assert "\n" not in shown
    assert LIVE.findall(re.sub(r"\\[^a-zA-Z0-9\s]", "", shown)) == []
    assert re.sub(rf"\\([^a-zA-Z0-9\s])|{JOINER}", r"\1", shown) == " ".join(text.split()).replace(JOINER, "")
    if "`" not in text:
        assert marked(text) == shown
