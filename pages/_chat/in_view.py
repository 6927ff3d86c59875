"""A new answer is read from its beginning, and so is the page that nothing was asked on yet: Streamlit scrolls a chat
to its end, where a long answer has its buttons."""

from __future__ import annotations

import zlib

import streamlit as st

_COUNT = "arrived-times"
_SCRIPT = """<script>
(() => {
    const turn = document.querySelector('[data-turn]')?.dataset.turn;
    const all = document.querySelector('[data-testid="stAppScrollToBottomContainer"]');
    if (!all || window.joineryTurn === turn) return;  // this answer was shown already
    window.joineryTurn = turn;
    const stay = () => all.dispatchEvent(new WheelEvent('wheel'));  // ends Streamlit's own way to the end
    let height = 0, grown = 0;
    const see = () => {
        if (all.scrollHeight !== height) [height, grown] = [all.scrollHeight, Date.now()];
        const [question, answer] = [...document.querySelectorAll('[data-testid="stChatMessage"]')].slice(-2);
        if (turn === 'begun' && all.scrollTop > 0 && Date.now() - grown < 1000) {  // it followed what came
            stay();
            all.scrollTop = 0;
        } else if (turn !== 'begun' && answer) {
            const above = question.getBoundingClientRect().top < 0;
            const below = answer.getBoundingClientRect().top > innerHeight - 200;  // behind what one types into
            if (!above && !below) return;
            stay();
            question.style.scrollMarginTop = '4rem';
            question.scrollIntoView({block: 'start'});
        }
    };
    const until = Date.now() + (turn === 'begun' ? 120000 : 15000);
    let theirs = false;
    for (const done of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
        addEventListener(done, () => { theirs = true; }, {once: true, passive: true});
    const over = () => theirs || Date.now() > until || window.joineryTurn !== turn || !all.isConnected;
    const scrolled = () => {  // each step of Streamlit's own way, before it is painted
        if (over()) all.removeEventListener('scroll', scrolled);
        else see();
    };
    all.addEventListener('scroll', scrolled);
    const look = () => {
        if (over()) return;
        see();
        setTimeout(look, 150);
    };
    look();
})();
</script>"""
"""Fixed text: nothing of a file or a question is in it. It looks again while rows, chart and suggestions are laid out,
until the person scrolls, clicks or types."""


LOADED = "loaded-now"
"""The key of what is said of files that were just dropped."""
_LOADED_SCRIPT = f"""<script>
(() => {{
    const news = document.querySelector('[data-news]')?.dataset.news;
    const all = document.querySelector('[data-testid="stAppScrollToBottomContainer"]');
    if (!all || !news || window.joineryNews === news) return;
    window.joineryNews = news;
    const until = Date.now() + 3000;
    const look = () => {{
        const said = document.querySelector('.st-key-{LOADED}');
        if (Date.now() > until || window.joineryNews !== news) return;
        if (said && said.getBoundingClientRect().bottom > innerHeight - 150) {{  // behind what one types into
            said.style.scrollMarginBottom = '10rem';
            said.scrollIntoView({{block: said.offsetHeight > innerHeight - 250 ? 'start' : 'end'}});
        }}
        setTimeout(look, 300);
    }};
    look();
}})();
</script>"""


def loaded(what: object) -> None:
    """Scroll to what is said of dropped files, once for each `what` of it, where it is below what the window shows."""
    news = zlib.crc32(repr(what).encode())
    st.html(f"<i data-news={news} hidden></i>{_LOADED_SCRIPT}", unsafe_allow_javascript=True)


def arrived() -> None:
    """An answer has come: the next run of the page shows it from its beginning."""
    st.session_state[_COUNT] = st.session_state.get(_COUNT, 0) + 1


def show(begun: bool = False) -> None:
    """Scroll to the last question, once, where it or its answer begins outside what the window shows; `begun`: nothing
    was asked yet, and the page stays at its head.

    Every run puts it on the page: one that is broken off by the next may not have come to be drawn.
    """
    turn = "begun" if begun else st.session_state.get(_COUNT)
    if turn:
        st.html(f"<i data-turn={turn} hidden></i>{_SCRIPT}", unsafe_allow_javascript=True)
