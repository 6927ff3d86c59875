"""Whether a choice that lies in a workspace was made on this machine: by a seal (HMAC-SHA-256) with a key that lies in
the user's own folder, never in a workspace. A workspace that comes from elsewhere has none that fits.
"""

from __future__ import annotations

import hmac
import os
import secrets
from pathlib import Path

KEY_FILE = "seal.key"
_BYTES = 32


def seal(kind: str, text: str, folder: Path) -> str:
    """The seal of a text of a kind, as hexadecimal digits; "" where the user's `folder` cannot be written."""
    key = _key(folder, make=True)
    return _seal(kind, text, key) if key else ""


def fits(kind: str, text: str, given: str, folder: Path) -> bool:
    """Whether `given` is the seal that this machine puts on the text."""
    key = _key(folder, make=False)
    return bool(key) and hmac.compare_digest(_seal(kind, text, key), given)


def _seal(kind: str, text: str, key: bytes) -> str:
    return hmac.new(key, f"{kind}\0{text}".encode(), "sha256").hexdigest()


def _key(folder: Path, *, make: bool) -> bytes:
    """The machine's key, made when it is wanted and not there; b"" if there is none."""
    path = folder.expanduser() / KEY_FILE
    try:
        if make and not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            partial = path.with_name(f"{KEY_FILE}.{os.getpid()}")
            with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(secrets.token_bytes(_BYTES))
            if path.exists():  # another process was first
                partial.unlink()
            else:
                partial.replace(path)
        key = path.read_bytes()
    except OSError:
        return b""
    return key if len(key) == _BYTES else b""
