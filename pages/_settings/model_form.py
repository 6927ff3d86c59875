"""The settings page's part on the chat model: which one, within what bounds, and whether it answers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import streamlit as st

from core.config import Settings, without_user
from core.config.saved import ModelChoice
from core.config.secrets import keep_in_ring
from core.errors import JoineryError
from core.workspace.translators import RULES, Translators
from pages._settings import local_models
from pages._ui import faults, markup, opening

if TYPE_CHECKING:
    from core.workspace import Workspace

NONE, OTHER = "No model: the rules alone", "Another provider that LangChain knows"
PROVIDERS = {
    "openai": "OpenAI, or a server that speaks its protocol",
    "ollama": "Ollama, on this or another machine",
    "anthropic": "Anthropic",
}
KEY_HELP = """[joinery]
model_key = "your key"
"""


@st.fragment
@faults.nothing_raw()
def section(ws: Workspace) -> None:
    """Choose, test, use, keep, forget. A fragment: what is changed here tests no other part again."""
    if done := st.session_state.pop("model-told", ""):
        st.success(done, icon="✅")
    now = ws.settings.translators.settings
    st.markdown(f"Questions are read by: {markup.literal(ws.settings.translators.using)}")
    source = opening.origin("model") or opening.origin("base_url")
    if source:
        st.info(
            f"Set by {markup.literal(source)}. To choose here, take it away there and start Joinery again.", icon="🔒"
        )
    local_models.section(ws, bool(source))
    choice = _form(now, bool(source))
    with st.container(horizontal=True):
        test = st.button("Test", icon="🔌", key="model-test")
        shut = bool(source)
        keep = st.button("Use it", icon="💾", key="model-keep", type="primary", disabled=shut or ws.read_only)
        use = st.button("Use until Joinery closes", icon="▶️", key="model-use", disabled=shut)
        forget = st.button("Forget this choice", icon="↩️", key="model-forget", disabled=bool(source) or ws.read_only)
    if choice is None and (test or use or keep):
        st.info("Write the name of a model first.", icon="✏️")
    with faults.faults_shown():
        if choice is not None and (test or use or keep):
            words = _tested(Translators(choice.over(ws.settings.given)))
            if test:
                st.success(words, icon="✅")
            else:
                ws.settings.choose_model(choice, keep=keep)
                _done("Kept in the workspace." if keep else "Used until Joinery closes.")
        if forget:
            ws.settings.choose_model(None)
            _done("Questions are read as the settings say.")
    _key(ws, choice)


def _done(words: str, *, form: bool = True) -> None:
    """Say it once the page has run anew; with `form` that begins with the new choice."""
    st.session_state["model-told"] = words
    gone = [k for k in st.session_state if form and str(k).startswith("choose-")]
    for name in [*gone, "model-secret"]:
        st.session_state.pop(name, None)
    st.rerun()


def _form(now: Settings, fixed: bool) -> ModelChoice | None:
    """What is filled in; None while a model is wanted and none is named."""
    provider, _, name = now.model.partition(":") if ":" in now.model else ("openai", "", now.model)
    named = bool(now.model or now.base_url) and now.model != RULES
    at = (NONE if not named else provider if provider in PROVIDERS else OTHER) or NONE
    kind = st.selectbox(
        "Who reads the questions",
        [NONE, *PROVIDERS, OTHER],
        index=[NONE, *PROVIDERS, OTHER].index(at),
        format_func=lambda k: PROVIDERS.get(k, k),
        key="choose-provider",
        disabled=fixed,
    )
    hide = st.toggle(
        "Send no cell values",
        value=not now.send_values,
        key="choose-hide",
        disabled=fixed,
        help="The model then sees names, types, counts and descriptions, and none of your files' values.",
    )
    if kind == NONE:
        return ModelChoice(model=RULES, send_values=not hide)
    left, right = st.columns(2)
    label = "Provider and model" if kind == OTHER else "Model"
    start = "" if not named else now.model if kind == OTHER else name
    example = "mistralai:mistral-small-latest" if kind == OTHER else "its name there"
    model = left.text_input(label, value=start, placeholder=example, key="choose-model", disabled=fixed).strip()
    url = right.text_input(
        "Address",
        value=without_user(now.base_url),
        placeholder="empty: the provider's own",
        key="choose-url",
        disabled=fixed,
    ).strip()
    prose = left.text_input(
        "Model for the closing sentence",
        value=now.prose_model,
        placeholder="empty: a template words it, without a call",
        key="choose-prose",
        disabled=fixed,
    ).strip()
    st.caption("One question may use at most:")
    a, b, c = st.columns(3)
    calls = a.number_input(
        "Calls", min_value=2, max_value=50, value=now.model_calls, key="choose-calls", disabled=fixed
    )
    tokens = b.number_input(
        "Tokens", min_value=1_000, value=now.model_tokens, step=10_000, key="choose-tokens", disabled=fixed
    )
    seconds = c.number_input(
        "Seconds", min_value=5, value=int(now.model_seconds), step=10, key="choose-seconds", disabled=fixed
    )
    d, e, _ = st.columns(3)
    window = d.number_input(
        "Tokens at once",
        min_value=0,
        value=now.model_window,
        step=1_024,
        key="choose-window",
        disabled=fixed,
        help="What the model takes in and gives in one call. 0: as a server on this machine tells, else 16,384.",
    )
    votes = e.number_input(
        "Queries that vote",
        min_value=1,
        max_value=9,
        value=now.model_votes,
        key="choose-votes",
        disabled=fixed,
        help="Where the rules and the model differ and it has differed often, it writes so many queries side by side; "
        "the answer is what most of them find. 1: no votes.",
    )
    if not model:
        st.caption("Name the model.")
        return None
    whole = model if kind == OTHER else f"{kind}:{model}"
    return ModelChoice(whole, prose, url, not hide, int(calls), int(tokens), float(seconds), int(window), int(votes))


def _tested(translators: Translators) -> str:
    """Ask the model for one word; what to tell people. Raises SettingsError, ModelFailed."""
    began = time.monotonic()
    with st.spinner("Asking the model for one word…", show_time=True):
        words = translators.try_out()
    return f"{markup.literal(words)} It took {time.monotonic() - began:.1f} s."


def _key(ws: Workspace, choice: ModelChoice | None) -> None:
    """Where the key is, or how to give one."""
    if choice is None or choice.model == RULES:
        return
    try:
        source = Translators(choice.over(ws.settings.given)).key_source()
    except JoineryError as error:
        faults.show_fault(error)
        return
    st.markdown(f"Key: from {markup.literal(source)}." if source else "Key: none was found; some servers need none.")
    with st.popover("Give a key", icon="🔑"):
        server = Translators(choice.over(ws.settings.given)).key_server
        with st.form("model-key", border=False):
            typed = st.text_input(f"Key for {server}", type="password", key="model-secret", autocomplete="off")
            put = st.form_submit_button("Put it into this machine's keyring", key="model-ring")
        if put and typed:
            with faults.faults_shown():
                keep_in_ring(server, typed)
                _done("The key is in this machine's keyring.", form=False)
        st.caption(
            "A key is never kept in the workspace. Joinery looks for it in `.streamlit/secrets.toml`, in the variable "
            "`JOINERY_MODEL_KEY`, in the file that `model_key_file` names (`/run/secrets/joinery_model_key`), and in "
            "this machine's keyring, if the package `keyring` is installed."
        )
        st.code(KEY_HELP, language="toml")
