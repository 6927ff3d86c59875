"""The router: which pages there are. Start with `streamlit run app.py`."""

import streamlit as st

from pages._ui.faults import nothing_raw
from pages._ui.opening import ROUTED

st.set_page_config(page_title="Joinery", page_icon="🪚", layout="wide", initial_sidebar_state=252)
st.session_state[ROUTED] = True
page = st.navigation(
    [
        st.Page("pages/chat.py", title="Chat", icon="💬", default=True, help="Ask your files a question."),
        st.Page("pages/data.py", title="Data", icon="🗂️", help="Load files and see what is in them."),
        st.Page("pages/graph.py", title="Graph", icon="🔗", help="See how the tables join, and correct it."),
        st.Page("pages/verified.py", title="Verified", icon="👍", help="See and change the answers that you verified."),
        st.Page("pages/evaluate.py", title="Evaluate", icon="🎯", help="Ask questions whose answers you know."),
        st.Page(
            "pages/settings.py", title="Settings", icon="⚙️", help="See what the program uses and whether it works."
        ),
    ]
)
with nothing_raw():
    page.run()
