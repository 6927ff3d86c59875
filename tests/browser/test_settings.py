"""The settings page in a browser: a model is fetched by an Ollama on this machine, with a bar and Stop, and listed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.running import RunningApp, expect, settled
from tests.fake_ollama import FakeOllama

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.fixture
def ollama() -> Iterator[FakeOllama]:
    """Where Ollama listens by default, the only place where it is looked for."""
    try:
        server = FakeOllama(11434)
    except OSError:
        pytest.skip("something listens where Ollama does")
    with server as running:
        yield running


def test_a_model_is_fetched_stopped_and_fetched_again(
    ollama: FakeOllama, run_app: Callable[..., RunningApp], page: Page
) -> None:
    running = run_app()
    page.goto(f"{running.url}/settings")
    settled(page)
    card = page.locator(".st-key-change-translator-True")
    card.get_by_text("Change").click()
    card.get_by_text("Look for models on this machine").click()
    listed = card.get_by_text("1.0 GB")
    expect(listed).to_have_count(1)
    card.get_by_text("Fetch it").click()
    expect(card.get_by_test_id("stProgress")).to_contain_text("pulling abc")
    card.get_by_role("button", name="Stop").click()
    expect(card.get_by_test_id("stProgress")).to_have_count(0)
    expect(card.get_by_text("Fetch it")).to_be_visible()
    ollama.go_on.set()
    card.get_by_text("Fetch it").click()
    expect(listed).to_have_count(2)
    assert ollama.models == ["have:1b", ollama.asked[0]]
    expect(card.get_by_role("alert")).to_have_count(0)
