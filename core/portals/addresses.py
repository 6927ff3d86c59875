"""Which addresses may be contacted: http and https on public hosts, each name resolved once and its addresses checked.

What is connected to is the checked IP address itself (`core.portals.web`), so a name that resolves otherwise a moment
later (DNS rebinding) changes nothing. IPv6 addresses that carry an IPv4 address are judged by that one as well.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import unicodedata
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from core.errors import AddressRefused, PortalUnreachable

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], Sequence[str]]
"""The IP addresses of a host's name, as text. Raises OSError."""

LONGEST = 4_096
"""Signs of a URL."""
_PORTS = frozenset({80, 443})
"""Of the ports below 1,024 only these: others belong to other protocols."""
_NUMERIC = re.compile(r"(0x[0-9a-f]*|\d+)(\.(0x[0-9a-f]*|\d+))*\.?", re.I)
_QUAD = re.compile(r"(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}")
_HOST = re.compile(r"(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))*", re.I)
_REST = re.compile(r"(https?://[^/?#]*)(.*)", re.I | re.S)
_UNFIT = re.compile(r"[\x00-\x20\x7f\\<>\"^`{|}]")
_REFUSED = tuple(
    map(
        ipaddress.ip_network,
        "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 "
        "192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 "
        "168.63.129.16/32 ::/128 ::1/128 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 3fff::/20 5f00::/16 fc00::/7 "
        "fe80::/10 fec0::/10 ff00::/8".split(),
    )
)
"""Not the public internet (IANA's special-purpose registries), and the metadata service of a cloud on a public one."""
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_COMPATIBLE = ipaddress.ip_network("::/96")
_TRANSLATED = ipaddress.ip_network("::ffff:0:0:0/96")


def spelt(address: str) -> str:
    """An address as portals write it, with what may not stand behind the host (blanks, letters of other scripts)
    percent-encoded. The host is left as it is: it is checked, not mended."""
    parts = _REST.fullmatch(address.strip())
    return parts[1] + quote(parts[2], safe="%/:=&?~#+!$,;'@()*[]-._") if parts else address.strip()


def spelt_out(address: str, portal: str) -> str:
    """The same, with the portal's own host or a scheme before what portals write without: `/files/a.csv`,
    `www.example.org/a.csv`. Other schemes are left: they are refused when it comes to fetching."""
    given = address.strip()
    first = given.split("/", 1)[0]
    if not given or ":" in first:
        return spelt(given)
    if given.startswith("/"):
        return spelt(urljoin(portal, given))
    named = "." in first and "/" in given and _HOST.fullmatch(first)
    return spelt(f"https://{given}" if named else urljoin(f"{portal}/", given))


@dataclass(frozen=True, slots=True)
class Policy:
    """`allowed` hosts, `name` or `name:port`, may lie in a private network: the operator named them, nobody else can.
    `resolve` finds a name's addresses."""

    allowed: frozenset[str] = frozenset()
    resolve: Resolve = lambda host, port: system_resolve(host, port)

    @classmethod
    def of(cls, hosts: str | Collection[str], resolve: Resolve | None = None) -> Policy:
        """From the operator's setting: hosts parted by commas or blanks."""
        named = re.split(r"[\s,]+", hosts) if isinstance(hosts, str) else hosts
        allowed = frozenset(n.strip().rstrip(".").lower() for n in named if n.strip())
        return cls(allowed, resolve) if resolve else cls(allowed)

    def allows(self, host: str, port: int) -> bool:
        """Whether the operator named it."""
        name = host.strip("[]").rstrip(".").lower()
        return name in self.allowed or f"{name}:{port}" in self.allowed

    def check_url(self, url: str) -> SplitResult:
        """The URL in its parts. Raises AddressRefused for what is no plain http(s) URL of a host; asks nobody."""
        if len(url) > LONGEST or _UNFIT.search(url):
            raise AddressRefused(url[:200], "it is too long or holds signs that no address has")
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port
        except ValueError as fault:
            raise AddressRefused(url, "it cannot be read", "Check its spelling.") from fault
        if parts.scheme.lower() not in ("http", "https"):
            raise AddressRefused(url, "only http and https are fetched")
        if "@" in parts.netloc:
            raise AddressRefused(url, "it holds a user or password", "Take them out; open data needs none.")
        if not host:
            raise AddressRefused(url, "it names no host", "Write it like https://data.example.org.")
        port = port if port is not None else (443 if parts.scheme.lower() == "https" else 80)
        check_host(url, host)
        if self.allows(host, port):
            return parts
        if port < 1024 and port not in _PORTS:
            raise AddressRefused(url, f"port {port} is not one of the web")
        if literal := _literal(host):
            self._check(url, literal)
        return parts

    def addresses(self, host: str, port: int) -> tuple[str, ...]:
        """The IP addresses to connect to, found once and all of them checked.

        Raises AddressRefused where one of them is not public, PortalUnreachable where there is none.
        """
        url = f"//{host}:{port}"
        check_host(url, host)
        try:
            found = tuple(dict.fromkeys(self.resolve(host.strip("[]"), port)))
        except (OSError, UnicodeError) as fault:
            why = "it has no address, or this machine is offline"
            raise PortalUnreachable(url, host, why) from fault
        if not found:
            raise PortalUnreachable(url, host, "it has no address")
        if not self.allows(host, port):
            for address in found:
                self._check(url, ipaddress.ip_address(address.split("%")[0]))
        return found

    def _check(self, url: str, address: IpAddress) -> None:
        if not is_public(address):
            hint = (
                "Use a public address. A portal of your own network is named in the setting portal_hosts, on the "
                "machine that runs Joinery."
            )
            raise AddressRefused(url, "it lies in a private or reserved network", hint)


def check_host(url: str, host: str) -> None:
    """Raises AddressRefused for a host that is spelt so that readers differ on what it is."""
    if ":" in host:
        if "%" in host or _literal(host) is None:
            raise AddressRefused(url, "its host is no plain IPv6 address")
        return
    if not host.isascii():
        folded = unicodedata.normalize("NFKC", host)
        if folded.isascii() or any(unicodedata.category(c) in ("Cf", "Cc", "Zs") for c in host):
            raise AddressRefused(url, "its host is spelt with look-alike signs")
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError as fault:
            raise AddressRefused(url, "its host cannot be spelt as a name") from fault
    last = host.rstrip(".").rsplit(".", 1)[-1]
    if _NUMERIC.fullmatch(host) and not _QUAD.fullmatch(host):
        raise AddressRefused(url, "its host is a number in an unusual spelling")
    if not _QUAD.fullmatch(host) and (last.isdigit() or last.lower().startswith("0x")):
        raise AddressRefused(url, "its host is a number in an unusual spelling")
    if not _HOST.fullmatch(host.removesuffix(".")):
        raise AddressRefused(url, "its host is no name")


def is_public(address: IpAddress) -> bool:
    """Whether an address is one of the public internet, with every IPv4 address that it carries."""
    if any(address in network for network in _REFUSED if network.version == address.version):
        return False
    if isinstance(address, ipaddress.IPv6Address):
        return all(is_public(inner) for inner in _inside(address)) and not address.is_multicast
    return address.is_global and not (address.is_multicast or address.is_reserved)


def _inside(address: ipaddress.IPv6Address) -> list[ipaddress.IPv4Address]:
    """The IPv4 addresses that an IPv6 address stands for: mapped, 6to4, NAT64, Teredo, ISATAP, compatible."""
    low = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    found = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in _NAT64 or address in _COMPATIBLE or address in _TRANSLATED:
        found.append(low)
    if (int(address) >> 32) & 0xFFFFFFFF in (0x00005EFE, 0x02005EFE):
        found.append(low)
    return [a for a in found if a is not None]


def _literal(host: str) -> IpAddress | None:
    try:
        return ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return None


def system_resolve(host: str, port: int) -> Sequence[str]:
    """The addresses that the system knows of a name. Raises OSError."""
    found = socket.getaddrinfo(host.rstrip("."), port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]
