"""Faults as people see them: what happened, and what to do next."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from core.catalogue.transaction import disk_fault
from core.errors import JoineryError
from pages._ui.markup import literal

MISTAKE = "The program made a mistake."


def show_fault(error: JoineryError) -> None:
    """A fault as people see it: what happened, and what to do next."""
    st.error(literal(error.hint) or "Try again.", title=literal(error.message), icon="⚠️")


def show_mistake() -> None:
    """A fault that the program has no name for: the person gets the next step; the log has the rest."""
    st.error("Reload the page. If it comes again, the program's log says more.", title=MISTAKE, icon="⚠️")


@contextmanager
def nothing_raw() -> Iterator[None]:
    """Around a whole page, and around each part that Streamlit runs by itself: no program error is ever shown raw."""
    try:
        yield
    except JoineryError as error:
        show_fault(error)
    except Exception as error:  # here the program ends and the person begins
        if fault := disk_fault(error):
            show_fault(fault)
            return
        logging.getLogger("joinery").exception("A page failed")
        show_mistake()


@contextmanager
def faults_shown() -> Iterator[None]:
    """Show a fault in place of what the block would have shown; the page goes on."""
    try:
        yield
    except JoineryError as error:
        show_fault(error)
