"""The router: which pages there are, behind the guard of requests. Start with `streamlit run app.py`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.middleware import Middleware
from streamlit import cli_util, config
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.web.server import server_util

from core.processes.turns import asks
from core.storage.private_files import keep_private
from pages._ui import people
from pages._ui.faults import nothing_raw
from pages._ui.opening import ROUTED, settings
from pages._ui.request_guard import RequestGuard


def show_page() -> None:
    """What each run of the script does."""
    st.set_page_config(page_title="Joinery", page_icon="🪚", layout="wide", initial_sidebar_state=252)
    st.session_state[ROUTED] = True
    if context := get_script_run_ctx():
        asks(context.session_id)
    page = st.navigation(
        [
            st.Page("pages/chat.py", title="Chat", icon="💬", default=True, help="Ask your files a question."),
            st.Page("pages/data.py", title="Data", icon="🗂️", help="Load files and see what is in them."),
            st.Page("pages/find.py", title="Find data", icon="🌐", help="Search open-data portals and load from them."),
            st.Page("pages/graph.py", title="Graph", icon="🔗", help="See how the tables join, and correct it."),
            st.Page(
                "pages/verified.py", title="Verified", icon="👍", help="See and change the answers that you verified."
            ),
            st.Page("pages/evaluate.py", title="Evaluate", icon="🎯", help="Ask questions whose answers you know."),
            st.Page(
                "pages/settings.py", title="Settings", icon="⚙️", help="See what the program uses and whether it works."
            ),
        ]
    )
    with nothing_raw():
        people.sign_in(settings)
        page.run()


@asynccontextmanager
async def opened(_app: st.App) -> AsyncIterator[dict[str, object]]:
    """While the server runs; where a person sits before it, it opens in their browser."""
    if not config.get_option("server.headless"):
        address = server_util.get_url(config.get_option("browser.serverAddress"))
        asyncio.get_running_loop().call_later(0.5, cli_util.open_browser, address)
    yield {}


if (
    get_script_run_ctx(suppress_warning=True) is None
):  # the server imports this file once; then Streamlit runs it for each session
    keep_private()
    app = st.App(__file__, lifespan=opened, middleware=[Middleware(RequestGuard)])
else:
    show_page()
