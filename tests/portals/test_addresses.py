"""No address of a private network is ever connected to, however it is spelt and whatever sends there."""

from __future__ import annotations

import ipaddress
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpcore
import pytest

from core.errors import AddressRefused, PortalError, PortalUnreachable
from core.portals.addresses import Policy, is_public, spelt
from core.portals.web import Limits, Web
from tests.portals.loopback import Given, Loopback, loopback

HOSTILE: list[str] = json.loads((Path(__file__).parent / "hostile_urls.json").read_text(encoding="utf-8"))
INSIDE = {
    "rebind.example.org": ["127.0.0.1"],
    "one-of-two.example.org": ["93.184.215.14", "10.0.0.7"],
    "mapped.example.org": ["::ffff:10.0.0.1"],
    "nat64.example.org": ["64:ff9b::a00:1"],
    "sixtofour.example.org": ["2002:7f00:1::"],
    "linklocal.example.org": ["fe80::1%2"],
    "unspecified.example.org": ["0.0.0.0"],
}
QUICK = Limits(tries=1, seconds=3, silence=1)


class Connected(Exception):
    """A connection was asked for."""


def resolve(host: str, port: int) -> Sequence[str]:
    """As a system does that reads numbers in every spelling, within a network full of private names."""
    if host in INSIDE:
        return INSIDE[host]
    if host == "data.example.org":
        return ["93.184.215.14"]
    try:
        return [str(ipaddress.ip_address(host.rstrip(".")))]
    except ValueError:
        return ["127.0.0.1"]


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch, server: Loopback) -> list[str]:
    """What is connected to; only the test's own server is really reached."""
    made: list[str] = []
    real = httpcore.SyncBackend.connect_tcp

    def connect(self: Any, host: str, port: int, *given: Any, **named: Any) -> Any:
        made.append(f"{host}:{port}")
        if port != server.port:
            raise Connected
        return real(self, host, port, *given, **named)

    monkeypatch.setattr(httpcore.SyncBackend, "connect_tcp", connect)
    return made


def inside(made: Sequence[str], server: Loopback) -> list[str]:
    """Of the connections those to a private address that nobody named."""
    hosts = [m.rsplit(":", 1) for m in made if m != server.host]
    return [host for host, _ in hosts if not is_public(ipaddress.ip_address(host))]


def test_there_are_200_of_them() -> None:
    assert len(HOSTILE) == len(set(HOSTILE)) >= 200


def test_no_hostile_address_is_reached(server: Loopback, connections: list[str]) -> None:
    policy, refused = Policy.of([server.host], resolve), 0
    with Web(policy, limits=QUICK) as web:
        for url in HOSTILE:
            with pytest.raises((PortalError, Connected)) as caught:
                web.text(url)
            refused += isinstance(caught.value, PortalError)
    assert inside(connections, server) == []
    assert set(connections) == {"93.184.215.14:80"}  # where what looks like another host is only a fragment
    assert len(HOSTILE) - refused == len(connections) == 1


def test_no_redirect_leads_there(server: Loopback, connections: list[str]) -> None:
    policy = Policy.of([server.host], resolve)
    fit = [url for url in HOSTILE if "\r" not in url and "\n" not in url and url.isascii() and url.strip()]
    with Web(policy, limits=QUICK) as web:
        for n, url in enumerate(fit):
            server.pages[f"/{n}"] = Given(b"", 302, {"Location": url})
            with pytest.raises((PortalError, Connected)):
                web.text(f"{server.url}/{n}")
    assert len(fit) > 180
    assert inside(connections, server) == []


def test_of_another_server_on_this_machine_nothing_is_asked(server: Loopback) -> None:
    with loopback() as secret, Web(server.policy, limits=QUICK) as web:
        secret.pages["/"] = b"a,b\n1,2\n"
        server.pages["/go"] = Given(b"", 307, {"Location": secret.url})
        for url in (secret.url, f"{server.url}/go", f"http://localhost:{secret.port}/", f"http://0:{secret.port}/"):
            with pytest.raises(AddressRefused):
                web.text(url)
        assert secret.asked == []


def test_a_name_is_resolved_once_and_its_address_kept(server: Loopback) -> None:
    """A name that is public when it is checked and private a moment later is connected to as it was checked."""
    answers = iter([["93.184.215.14"], ["127.0.0.1"]])
    policy = Policy.of([], lambda host, port: next(answers))
    made: list[str] = []

    def connect(self: Any, host: str, *given: Any, **named: Any) -> Any:
        made.append(host)
        raise Connected

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(httpcore.SyncBackend, "connect_tcp", connect)
        with Web(policy, limits=QUICK) as web, pytest.raises(Connected):
            web.text("http://rebind.example.org/")
    assert made == ["93.184.215.14"]


def test_the_host_stays_in_the_request(server: Loopback) -> None:
    server.pages["/x"] = b"a\n1\n"
    policy = Policy.of([f"portal.test:{server.port}"], lambda host, port: ["127.0.0.1"])
    with Web(policy, limits=QUICK) as web:
        assert web.text(f"http://portal.test:{server.port}/x")[0] == b"a\n1\n"
    assert server.headers[0]["host"] == f"portal.test:{server.port}"
    assert server.headers[0]["user-agent"].startswith("Joinery/")


def test_being_offline_is_said_at_once() -> None:
    def nobody(host: str, port: int) -> Sequence[str]:
        raise OSError("Temporary failure in name resolution")

    began = time.monotonic()
    with Web(Policy.of([], nobody)) as web, pytest.raises(PortalUnreachable) as caught:
        web.text("https://data.example.org/")
    assert caught.value.message == (
        "“data.example.org” cannot be reached: it has no address, or this machine is offline."
    )
    assert time.monotonic() - began < 1


@pytest.mark.parametrize(
    ("address", "public"),
    [("93.184.215.14", True), ("2606:4700::1111", True), ("64:ff9b::5db8:d70e", True), ("::ffff:93.184.215.14", True)],
)
def test_public_addresses_are_let_through(address: str, public: bool) -> None:
    assert is_public(ipaddress.ip_address(address)) is public


@pytest.mark.parametrize(
    "url",
    [
        "https://data.example.org/a?b=c",
        "http://DATA.example.org:8080/",
        "https://münchen.example.org/x",
        "http://8.8.8.8/",
    ],
)
def test_ordinary_addresses_pass(url: str) -> None:
    assert Policy.of("").check_url(url).netloc


def test_what_the_operator_names_is_a_host_or_a_host_with_its_port() -> None:
    policy = Policy.of("intranet.test, 10.0.0.5:8080")
    assert [policy.allows(h, p) for h, p in (("Intranet.test.", 80), ("10.0.0.5", 8080), ("10.0.0.5", 80))] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (" https://data.example.org/my file.csv ", "https://data.example.org/my%20file.csv"),
        ("https://data.example.org/größe.csv?a=b c", "https://data.example.org/gr%C3%B6%C3%9Fe.csv?a=b%20c"),
        ("https://data.example.org/a%20b.csv", "https://data.example.org/a%20b.csv"),
        ("http://127.0.0.1 /x", "http://127.0.0.1 /x"),
    ],
)
def test_addresses_as_portals_write_them_are_spelt_out(written: str, meant: str) -> None:
    assert spelt(written) == meant
