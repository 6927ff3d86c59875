"""Columns that look like secrets or personal identifiers: by their label, by their values, best by both.

Their values stay on this machine unless a person says otherwise. Named by the kind of what they hold, for people.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from core.model import Join, Profile, Table
from core.text.words import words

PASSWORD, KEY, MAIL = "passwords", "keys or hashes", "e-mail addresses"
NATIONAL, CARD, ACCOUNT, PHONE = "national numbers", "card numbers", "account numbers", "phone numbers"
MARKED = "marked by a person"
SHARE = 0.8
"""Share of the commonest values that must match the pattern, 0..1."""
LEAST = 3
"""Values that must look like it where only their digits speak for it."""
_NAMED: tuple[tuple[str, str], ...] = (
    (PASSWORD, r"password|passwd|pwd|passphrase|pass word|pass hash|passcode|pin code|security answer"),
    (KEY, r"secret|api key|apikey|private key|access key|access token|auth token|refresh token|session token|bearer"
     r"|credentials?|csrf token|otp secret|salt"),
    (NATIONAL, r"ssn|social security|national insurance|national id|national number|national identity|nino|nhs number"
     r"|nhs no|passport|tax file number|tax id number|personal number|personnummer|bsn|cpf|curp|aadhaar|sin number"
     r"|identity card|driving licence|drivers? license|id card"),
    (CARD, r"credit card|card number|card no|cardnumber|creditcard|cvv|cvc|pan number"),
    (ACCOUNT, r"iban|bank account|account iban"),
)  # fmt: skip
"""Label words that say it without a look at the values."""
_HINTED: tuple[tuple[str, str], ...] = (
    (MAIL, r"e ?mail|mail"),
    (PHONE, r"phone|telephone|mobile|cell|fax|tel"),
    (KEY, r"token|key|hash|digest|signature|checksum|md5|sha ?\d*"),
)
"""Label words that say it where the values may be such."""
_PATTERNS: tuple[tuple[str, str], ...] = (
    (MAIL, r"[\w.+'-]+@[\w-]+(?:\.[\w-]+)+"),
    (PASSWORD, r"\$(?:2[abxy]?|argon2\w*|[156]|pbkdf2[\w-]*|scrypt)\$[\w./+=,$-]{8,}|pbkdf2_\w+\$\S{12,}"),
    (KEY, r"(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{40}|[0-9a-fA-F]{56}|[0-9a-fA-F]{64}|[0-9a-fA-F]{96}|[0-9a-fA-F]{128})"),
    (KEY, r"eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|(?:sk|pk|rk|ghp|gho|ghs|xox[abps]|glpat|AKIA|AIza|hf|npm)[_-]?[\w-]{16,}"),
    (KEY, r"-----BEGIN [A-Z ]+-----.*"),
    (NATIONAL, r"(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}|[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]"),
)
"""What a whole cell may be."""
_PHONE = re.compile(r"\+?[\d(][\d ()./-]{6,18}\d(?: ?(?:x|ext\.?) ?\d+)?")
_WHOLE = tuple((kind, re.compile(rf"(?:{pattern})\Z", re.DOTALL)) for kind, pattern in _PATTERNS)
_ANYWHERE = re.compile("|".join(rf"(?<![\w@.+-])(?:{pattern})(?![\w@])" for _, pattern in _PATTERNS[:5]))
_IBAN = re.compile(r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\Z")


def kind_of(label: str, type_: str, profile: Profile) -> str:
    """What of secrets or personal identifiers a column holds; "" for nothing of the kind."""
    if type_ not in ("text", "integer") or not profile.filled:
        return ""
    said = " ".join(words(label))
    texts = [v.strip() for v, _ in profile.common if v.strip()]
    for kind, pattern in _NAMED:
        if re.search(rf"\b(?:{pattern})\b", said) and not _flags(texts):
            return kind
    for kind, looks in _LOOKS:
        if texts and _share(texts, looks) >= SHARE and (kind not in (CARD, ACCOUNT) or len(texts) >= LEAST):
            return kind
    for kind, pattern in _HINTED:
        if re.search(rf"\b(?:{pattern})\b", said) and _share(texts, _MAY_BE[kind]) >= SHARE:
            return kind
    return ""


def pieces(text: str) -> Iterator[str]:
    """What of a text looks like a secret or a personal identifier by itself."""
    for found in _ANYWHERE.finditer(text):
        yield found.group()


def looks_private(cell: str) -> bool:
    """Whether some of a cell does."""
    return _ANYWHERE.search(cell) is not None


def along_joins(tables: Sequence[Table], joins: Iterable[Join]) -> tuple[Table, ...]:
    """The tables with those columns private too that a join says hold the values of a private one; not what a person
    has opened."""
    kinds = {c.id: c.private for t in tables for c in t.columns if c.private}
    if not kinds:
        return tuple(tables)
    opened = {c.id for t in tables for c in t.columns if c.opened}
    pairs = [
        (f"{j.child_table}.{a}", f"{j.parent_table}.{b}")
        for j in joins
        if j.state != "rejected"
        for a, b in zip(j.child, j.parent, strict=True)
    ]
    grew = True
    while grew:
        grew = False
        for a, b in (p for left, right in pairs for p in ((left, right), (right, left))):
            if a in kinds and b not in kinds and b not in opened:
                kinds[b], grew = kinds[a], True
    return tuple(
        t
        if all(c.private == kinds.get(c.id, "") for c in t.columns)
        else replace(t, columns=tuple(replace(c, private=kinds.get(c.id, "")) for c in t.columns))
        for t in tables
    )


def _share(texts: Sequence[str], looks: Callable[[str], bool]) -> float:
    return sum(map(looks, texts)) / len(texts) if texts else 0.0


def _flags(texts: Sequence[str]) -> bool:
    """Yes and no ("password expired"), or one digit: no secret, whatever the label says."""
    return bool(texts) and all(len(t) <= 1 or t.casefold() in ("yes", "no", "true", "false") for t in texts)


def _card(text: str) -> bool:
    """A number of 13 to 19 digits with a right check digit (Luhn, ISO/IEC 7812)."""
    digits = re.sub(r"[ -]", "", text)
    if not (digits.isascii() and digits.isdigit() and 13 <= len(digits) <= 19) or len(set(digits)) < 3:
        return False
    doubled = [int(d) * (2 if n % 2 else 1) for n, d in enumerate(reversed(digits))]
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


def _iban(text: str) -> bool:
    """An IBAN with right check digits (ISO 13616: 1 modulo 97)."""
    bare = text.replace(" ", "")
    if not _IBAN.match(text) or not 15 <= len(bare) <= 34:
        return False
    return int("".join(str(int(c, 36)) for c in bare[4:] + bare[:4])) % 97 == 1


def _phone(text: str) -> bool:
    return bool(_PHONE.fullmatch(text)) and 7 <= sum(c.isdigit() for c in text) <= 15


def _random(text: str) -> bool:
    """Long, without blanks, letters and digits mixed: what nobody types by heart."""
    return len(text) >= 16 and " " not in text and any(c.isdigit() for c in text) and any(c.isalpha() for c in text)


_LOOKS: tuple[tuple[str, Callable[[str], bool]], ...] = (
    *((kind, lambda text, p=pattern: p.match(text) is not None) for kind, pattern in _WHOLE),
    (CARD, _card),
    (ACCOUNT, _iban),
)
_MAY_BE: dict[str, Callable[[str], bool]] = {MAIL: lambda text: "@" in text, PHONE: _phone, KEY: _random}
