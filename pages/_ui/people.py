"""Who sits before the page: whom the sign-in names, or the person at the machine.

Sign-in is Streamlit's own (OpenID Connect): the part `[auth]` of `.streamlit/secrets.toml`. Without it the app knows
nobody by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import streamlit as st

from core.config import Settings
from core.errors import NotAllowed, SettingsError
from core.workspace.people import Person
from pages._ui.markup import literal
from pages._ui.request_guard import THIS_MACHINE

PACKAGES = ("authlib", "httpx")
"""What Streamlit's sign-in is built on, beside itself."""
_PASSED_ON = (
    *("forwarded", "via", "x-forwarded", "x-real-ip", "x-original-", "x-remote-", "x-client-ip", "x-cluster-client-ip"),
    *("true-client-ip", "cf-", "fly-", "fastly-", "x-envoy-", "x-arr-", "x-amz", "x-cloud-trace", "x-request-"),
)
"""How the headers of proxies begin: whoever comes through one sits elsewhere."""


def providers() -> dict[str, str]:
    """How to sign in: what to tell `st.login`, by the words for people; empty where nobody needs to."""
    if not st.secrets.load_if_toml_exists() or not isinstance(auth := st.secrets.get("auth"), Mapping):
        return {}
    named = {str(n): str(n) for n, part in auth.items() if isinstance(part, Mapping) and part.get("client_id")}
    return ({"": ""} if auth.get("client_id") else {}) | named


def sign_in(settings: Callable[[], Settings]) -> None:
    """Called before every page: who must sign in and has not gets a button, and the page ends here.

    Raises SettingsError where people are to sign in and cannot.
    """
    ways, listed = providers(), False
    if not ways:
        with suppress(SettingsError):  # the page says it, and opens nothing
            listed = settings().people_file != Path()
        if listed:
            raise SettingsError(
                "There is a list of who may do what, and no sign-in.",
                "Add the part [auth] to .streamlit/secrets.toml (docs/serving.md), or take people_file away.",
            )
        return
    if lacking := [name for name in PACKAGES if find_spec(name) is None]:
        raise SettingsError(
            f"Signing in needs the package {' and '.join(lacking)}.", "pip install -r requirements-serving.txt"
        )
    if st.user.is_logged_in:
        with st.sidebar, st.container(horizontal=True, vertical_alignment="center", key="signed-in"):
            st.text(person(settings()).name)
            st.button("Sign out", key="sign-out", type="tertiary", on_click=st.logout)
        return
    st.title("Joinery", anchor=False)
    st.markdown("Sign in to look at tables and ask.")
    for words, name in ways.items():
        st.button(
            f"Sign in with {literal(words)}" if words else "Sign in",
            key=f"sign-in-{name}",
            type="primary",
            icon="🔑",
            on_click=st.login,
            args=(name,) if name else (),
        )
    st.stop()


def person(wanted: Settings) -> Person:
    """Whom the page is drawn for. Raises NotAllowed for who would have to sign in, and has not or cannot."""
    if providers():
        if not st.user.is_logged_in:
            raise NotAllowed("do anything here before you have signed in")
        return Person.of_claims(st.user.to_dict())
    if wanted.people_file != Path():
        raise NotAllowed("do anything here, as nobody can sign in")
    here = at_machine(wanted.local_port)
    return Person("the person at the machine" if here else "somebody", at_machine=here)


def at_machine(local_port: bool = False) -> bool:
    """Whether the browser runs on the machine that Joinery runs on: it came by one of the machine's own names, from
    there, with a page of its own as every browser says, and through no proxy. With a `local_port` it need not come from
    there, as nobody else reaches the port."""
    headers = {name.lower(): value for name, value in st.context.headers.to_dict().items()}
    if any(name.startswith(_PASSED_ON) for name in headers):
        return False
    asked = (f"//{headers['host']}", headers.get("origin", "")) if "host" in headers else ()
    if not all((urlsplit(address).hostname or "").rstrip(".") in THIS_MACHINE for address in asked):
        return False
    return local_port or st.context.ip_address is None
