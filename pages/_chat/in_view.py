"""A new answer is read from its beginning: Streamlit scrolls a chat to its end, where a long answer has its buttons."""

from __future__ import annotations

import streamlit as st

_COUNT = "arrived-times"
_SCRIPT = """<script>
(() => {
    const turn = document.querySelector('[data-turn]')?.dataset.turn;
    if (window.joineryTurn === turn) return;  // this answer was shown already
    window.joineryTurn = turn;
    const see = () => {
        const messages = [...document.querySelectorAll('[data-testid="stChatMessage"]')];
        const [question, answer] = messages.slice(-2);
        if (!answer) return;
        const above = question.getBoundingClientRect().top < 0;
        const below = answer.getBoundingClientRect().top > innerHeight - 200;  // behind what one types into
        if (above || below) {
            const all = question.closest('[data-testid="stAppScrollToBottomContainer"]');
            all?.dispatchEvent(new WheelEvent('wheel'));  // ends Streamlit's own way to the end, which goes on else
            question.style.scrollMarginTop = '4rem';
            question.scrollIntoView({block: 'start'});
        }
    };
    const until = Date.now() + 15000;
    let theirs = false;
    for (const done of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
        addEventListener(done, () => { theirs = true; }, {once: true, passive: true});
    const look = () => {
        if (theirs || Date.now() > until) return;
        see();
        setTimeout(look, 150);
    };
    look();
})();
</script>"""
"""Fixed text: nothing of a file or a question is in it. It looks again while rows, chart and suggestions are laid out,
until the person scrolls, clicks or types."""


def arrived() -> None:
    """An answer has come: the next run of the page shows it from its beginning."""
    st.session_state[_COUNT] = st.session_state.get(_COUNT, 0) + 1


def show() -> None:
    """Scroll to the last question, once, where it or its answer begins outside what the window shows.

    Every run puts it on the page: one that is broken off by the next may not have come to be drawn.
    """
    if turn := st.session_state.get(_COUNT):
        st.html(f"<i data-turn={turn} hidden></i>{_SCRIPT}", unsafe_allow_javascript=True)
