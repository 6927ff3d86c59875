"""What is folded away: drawn with the page, or only once it is opened, where there may be many on one page."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit.elements.lib.mutable_popover_container import PopoverContainer


def popover(label: str, lazily: bool, **how: Any) -> PopoverContainer:
    """A popover; drawn `lazily`, its `open` is False until somebody opens it, and what is in it need not be drawn."""
    return st.popover(label, on_change="rerun" if lazily else "ignore", **how)
