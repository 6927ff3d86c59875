"""An open-data portal, or a file on the net, that does not serve."""

from __future__ import annotations

from core.errors.base import JoineryError


class PortalError(JoineryError):
    """An open-data portal, or a file on the net, that does not serve. `address` is a URL."""

    code = "portal"

    def __init__(self, address: str, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.address = address


class AddressRefused(PortalError):
    """The address is none of the public web: nothing was sent there."""

    code = "address_refused"

    def __init__(self, address: str, why: str, hint: str = "Use the public address of the portal or file.") -> None:
        super().__init__(address, f"This address is not contacted: {why}.", hint)


class PortalUnreachable(PortalError):
    """The host has no address or does not answer: often this machine is offline."""

    code = "portal_unreachable"

    def __init__(self, address: str, host: str, why: str) -> None:
        hint = "See whether this machine is online and the address is spelt right; then try again."
        super().__init__(address, f"“{host}” cannot be reached: {why}.", hint)


class PortalRefused(PortalError):
    """The server answered with a status that is no success; `status` is HTTP's number."""

    code = "portal_refused"

    def __init__(self, address: str, status: int, message: str, hint: str = "") -> None:
        super().__init__(address, message, hint)
        self.status = status


class PortalReply(PortalError):
    """A portal's answer is not as its interface is documented, or is an error with status 200."""

    code = "portal_reply"


class FetchStopped(PortalError):
    """What came was too much, too slow, led in a circle or broke off. `code` says which."""

    def __init__(self, address: str, code: str, message: str, hint: str = "") -> None:
        super().__init__(address, message, hint)
        self.code = code


class WrongContent(PortalError):
    """Something else came than a table. `code` says what: web_page, login_page, pdf, error_reply, empty_reply…"""

    def __init__(self, address: str, code: str, message: str, hint: str = "") -> None:
        super().__init__(address, message, hint)
        self.code = code
