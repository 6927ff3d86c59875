"""The root of all faults, and those that belong to no part."""

from __future__ import annotations


class JoineryError(Exception):
    """The root. `code` is stable and machine-readable; `message` and `hint` are for people."""

    code = "error"

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def as_dict(self) -> dict[str, str]:
        return {"code": self.code, "message": self.message, "hint": self.hint}


class SettingsError(JoineryError):
    code = "settings"


class Cancelled(JoineryError):
    code = "cancelled"

    def __init__(self) -> None:
        super().__init__("Stopped.", "Ask again when you like.")
