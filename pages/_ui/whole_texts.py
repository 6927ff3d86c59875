"""What a list or a chosen value has no room for is there whole where the pointer rests on it."""

from __future__ import annotations

import streamlit as st

_SCRIPT = """<script>
(() => {
    const lists = '[data-testid="stSelectbox"], [data-testid="stMultiSelect"], [role="option"]';
    document.addEventListener('mouseover', event => {
        const at = event.target;
        const said = at.matches?.('input[role="combobox"]') ? at.value : at.closest?.(lists) && at.textContent;
        if (typeof said !== 'string' || at.children.length > 3) return;
        if (said && at.scrollWidth > at.clientWidth + 1) at.title = said;
        else if (at.title === said || at.matches('input[role="combobox"]')) at.removeAttribute('title');
    });
})();
</script>"""
"""Fixed text; it runs once for each page that is loaded. Streamlit cuts long texts and tells nobody the rest."""


def watch() -> None:
    """Let cut texts be read. It takes no room."""
    st.html(_SCRIPT, unsafe_allow_javascript=True)
