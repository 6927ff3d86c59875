"""The graph page's button that has a chat model judge the joins in doubt."""

from __future__ import annotations

from core.config import Settings
from core.errors import ModelFailed
from core.workspace.translators import Translators
from tests.pages.conftest import texts
from tests.pages.fake import FakeWorkspace, shop
from tests.pages.test_graph_page import JOIN, tab


def with_model(ws: FakeWorkspace) -> None:
    shop(ws)
    ws.settings.translators = Translators(Settings(model="openai:m", send_values=False))


def test_it_asks_once_about_each_pair_on_a_press(ws: FakeWorkspace) -> None:
    with_model(ws)
    at = tab("To review")
    assert at.button(key="judge-joins").label == "Ask the model about 1 join"
    assert "It sees the names, types and no values of both columns" in texts(at)
    assert ws.opinions == {}
    at.button(key="judge-joins").click().run()
    assert not at.exception
    assert ws.opinions == {"customers.id = orders.customer_id": True}
    assert [s.value for s in at.success] == [
        "The chat model judged 1 of 1 join. Why a join is used, or not, says what it thinks."
    ]
    assert "judge-joins" not in [b.key for b in at.button]
    at.button(key=f"list-look-{JOIN}").click().run()
    assert "the chat model takes them for the same" in texts(at)


def test_it_is_offered_only_with_a_model_and_says_a_fault(ws: FakeWorkspace) -> None:
    shop(ws)
    assert "judge-joins" not in [b.key for b in tab("To review").button]
    with_model(ws)
    ws.fault = ModelFailed("The model does not answer.", "Test the connection.")
    at = tab("To review")
    at.button(key="judge-joins").click().run()
    assert (at.error[0].title, at.error[0].value) == ("The model does not answer.", "Test the connection.")
    assert ws.opinions == {}
