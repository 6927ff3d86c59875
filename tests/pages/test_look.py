"""The theme: whatever Streamlit fades stays readable."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pages._result.chart import MOST_SLICES

THEME = tomllib.loads((Path(__file__).parents[2] / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
FADED = 0.6
"""So much of the text's colour have captions and placeholders."""


def parts(colour: str) -> tuple[float, float, float]:
    return tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))  # type: ignore[return-value]


def luminance(colour: tuple[float, float, float]) -> float:
    r, g, b = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(text: str, ground: str, share: float = 1.0) -> float:
    """WCAG 2: from 1 to 21. `share` of the text's colour, the rest is the ground showing through."""
    below = parts(ground)
    above = [a * share + b * (1 - share) for a, b in zip(parts(text), below, strict=True)]
    light, dark = sorted((luminance((above[0], above[1], above[2])), luminance(below)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_reckoned_as_the_standard_does() -> None:
    assert contrast("#000000", "#FFFFFF") == 21
    assert round(contrast("#777777", "#FFFFFF"), 2) == 4.48


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_faded_text_and_links_can_be_read(mode: str) -> None:
    theme = THEME[mode]
    grounds = [theme["backgroundColor"], theme["secondaryBackgroundColor"], theme["sidebar"]["backgroundColor"]]
    faded = {ground: contrast(theme["textColor"], ground, FADED) for ground in grounds}
    links = {ground: contrast(theme["linkColor"], ground) for ground in grounds}
    assert [pair for pair in [*faded.items(), *links.items()] if pair[1] < 4.5] == []


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_every_slice_of_a_pie_has_a_colour_of_its_own(mode: str) -> None:
    colours = THEME[mode]["chartCategoricalColors"]
    assert len(set(colours)) == len(colours) >= MOST_SLICES
    assert min(contrast(c, THEME[mode]["backgroundColor"]) for c in colours) >= 3
