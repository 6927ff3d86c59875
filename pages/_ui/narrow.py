"""In a narrow window the sidebar lies over the page: it goes away once something in it was chosen."""

from __future__ import annotations

import streamlit as st

_SCRIPT = """<script>
(() => {
    const narrow = () => innerWidth <= 768;  // where Streamlit lays the sidebar over the page
    const bar = () => document.querySelector('[data-testid="stSidebar"][data-collapsed="false"]');
    const close = () => {
        const button = narrow() && bar()?.querySelector('[data-testid="stSidebarCollapseButton"] button');
        if (!button) return;
        button.click();
        for (const key of Object.keys(localStorage))  // a wide window has it beside the page again
            if (key.startsWith('stSidebarCollapsed-')) localStorage.removeItem(key);
    };
    const leads = '[data-testid="stSidebarNavLink"], [data-testid="stPageLink"] a, [class*="st-key-new-chat"] button, '
        + '[class*="st-key-chat-"] button, [class*="st-key-own-files"] button';
    document.addEventListener('click', event => {
        const chosen = event.target.closest?.(leads);
        if (chosen && bar()?.contains(chosen)) setTimeout(close, 100);
    });
    document.addEventListener('click', event => {  // a list's entries lie outside the sidebar
        const opened = '[class*="st-key-to-place-"] [aria-expanded="true"]';
        if (event.target.closest?.('[role="option"]') && bar()?.querySelector(opened)) setTimeout(close, 100);
    }, true);
    let before = narrow();
    addEventListener('resize', () => {
        if (narrow() && !before) setTimeout(close, 100);
        before = narrow();
    });
    close();
})();
</script>"""
"""Fixed text; it runs once for each page that is loaded. Streamlit closes the sidebar so on phones only, and opens it
over a narrow page where it was open before."""


def watch() -> None:
    """Let the sidebar make room. It takes none itself."""
    st.html(_SCRIPT, unsafe_allow_javascript=True)
