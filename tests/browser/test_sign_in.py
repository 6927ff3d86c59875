"""Signing in with a provider of OpenID Connect that runs here, and what each person then may do."""

from __future__ import annotations

import json
import shutil
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from core.workspace.action_log import ActionLog
from tests.browser.running import RunningApp, expect, go, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
CLIENT, SECRET = "joinery", "a secret of forty letters, to sign with!"
PEOPLE = """
[workspaces.workspace]
ask = ["ben@example.org"]
change = ["anna@example.org"]
"""


class Provider(ThreadingHTTPServer):
    """It asks nothing: whoever comes is `email`."""

    email = "anna@example.org"
    daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://localhost:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Provider
    nonces: ClassVar[dict[str, str]] = {}
    key: ClassVar[Any] = None

    def do_GET(self) -> None:
        asked, query = urlsplit(self.path).path, parse_qs(urlsplit(self.path).query)
        if asked == "/.well-known/openid-configuration":
            url = self.server.url
            self._json(
                {
                    "issuer": url,
                    "authorization_endpoint": f"{url}/authorize",
                    "token_endpoint": f"{url}/token",
                    "jwks_uri": f"{url}/keys",
                    "id_token_signing_alg_values_supported": ["RS256"],
                }
            )
        elif asked == "/keys":
            self._json({"keys": [self.key.as_dict(private=False)]})
        elif asked == "/authorize":
            self.nonces["the-code"] = query["nonce"][0]
            back = f"{query['redirect_uri'][0]}?{urlencode({'code': 'the-code', 'state': query['state'][0]})}"
            self.send_response(302)
            self.send_header("Location", back)
            self.end_headers()
        else:
            self.send_error(404)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        now, jwt = int(time.time()), pytest.importorskip("joserfc.jwt")
        claims = {"iss": self.server.url, "aud": CLIENT, "sub": "1", "iat": now, "exp": now + 600}
        claims |= {"nonce": self.nonces["the-code"], "email": self.server.email, "email_verified": True}
        token = jwt.encode({"alg": "RS256", "kid": self.key.as_dict()["kid"]}, claims, self.key)
        self._json({"access_token": "x", "token_type": "Bearer", "expires_in": 600, "id_token": token})

    def _json(self, what: object) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(what).encode())

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def provider() -> Iterator[Provider]:
    pytest.importorskip("authlib")
    keys = pytest.importorskip("joserfc.jwk")
    Handler.key = keys.RSAKey.generate_key(2048, {"kid": "one"}, private=True)
    server = Provider(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def sign_in(page: Page, app: RunningApp) -> None:
    page.goto(app.url)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    settled(page)


def test_people_sign_in_and_do_what_they_may(
    page: Page, provider: Provider, tmp_path: Path, shop_workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = tmp_path / "workspace"
    shutil.copytree(shop_workspace, workspace)
    (tmp_path / "people.toml").write_text(PEOPLE, encoding="utf-8")
    app = RunningApp(workspace)
    secrets = tmp_path / "secrets.toml"
    secrets.write_text(
        f"""
        [auth]
        redirect_uri = "{app.url}/oauth2callback"
        cookie_secret = "another secret that is long enough to sign with"
        client_id = "{CLIENT}"
        client_secret = "{SECRET}"
        server_metadata_url = "{provider.url}/.well-known/openid-configuration"
        [joinery]
        people_file = "{(tmp_path / "people.toml").as_posix()}"
        """,
        encoding="utf-8",
    )
    monkeypatch.setenv("STREAMLIT_SECRETS_FILES", str(secrets))
    with app:
        page.goto(app.url)
        expect(page.get_by_text("Sign in to look at tables and ask.")).to_be_visible()
        expect(page.get_by_test_id("stChatInput")).to_have_count(0)
        provider.email = "ben@example.org"
        sign_in(page, app)
        expect(page.locator(".st-key-signed-in")).to_contain_text("ben@example.org")
        expect(page.get_by_text("You can look and ask.").first).to_be_visible()
        go(page, "Data")
        expect(page.get_by_text("Not yours to change")).to_be_visible()
        expect(page.get_by_role("tab", name="Files on this computer")).to_have_count(0)
        page.screenshot(path=str(tmp_path / "asker.png"), full_page=True)
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("button", name="Sign in")).to_be_visible()

        provider.email = "anna@example.org"
        sign_in(page, app)
        go(page, "Data")
        page.get_by_text("Remove", exact=True).first.click()
        page.get_by_role("button", name="Remove it").click()
        settled(page)
        (entry,) = ActionLog(workspace).entries()
        assert (entry.person, entry.action, entry.outcome) == ("anna@example.org", "delete", "done")
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("button", name="Sign in")).to_be_visible()

        provider.email = "eve@evil.net"
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_text("You may not look into any workspace.")).to_be_visible()
