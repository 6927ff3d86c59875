"""Columns of secrets and personal identifiers are known by their label, their values, or both; others are not."""

from __future__ import annotations

import pytest

from core.model import Profile
from core.profiles.private import (
    ACCOUNT,
    CARD,
    KEY,
    MAIL,
    NATIONAL,
    PASSWORD,
    PHONE,
    kind_of,
    looks_private,
    pieces,
)


def profile(*values: str) -> Profile:
    return Profile(len(values), 0, len(set(values)), common=tuple((v, 1) for v in values))


CARDS = ("4539 1488 0343 6467", "6011000990139424", "5105-1051-0510-5100")
HASHES = ("5f4dcc3b5aa765d61d8327deb882cf99", "e10adc3949ba59abbe56e057f20f883e")


@pytest.mark.parametrize(
    ("label", "type_", "values", "kind"),
    [
        ("contact", "text", ("ann@example.org", "bo.b+x@mail.example.com"), MAIL),
        ("email", "text", ("ann@example", "bob@localhost"), MAIL),
        ("user_password", "text", ("hunter2",), PASSWORD),
        ("PasswordHash", "text", ("xyz",), PASSWORD),
        ("c4", "text", ("$2b$12$KIXQ8s8jKx0zR2uS3v4w5u", "$2b$12$aaaaaaaaaaaaaaaaaaaaaa"), PASSWORD),
        ("digest", "text", HASHES, KEY),
        ("apiKey", "text", ("abc",), KEY),
        ("token", "text", ("a8Fk29dkLq0Zp1Xv", "b8Fk29dkLq0Zp1Xw"), KEY),
        ("x", "text", ("sk-abcdefghijklmnop1234", "sk-abcdefghijklmnop1235"), KEY),
        ("SSN", "integer", ("78051120", "219099999"), NATIONAL),
        ("nr", "text", ("078-05-1120", "219-09-9999"), NATIONAL),
        ("National Insurance Number", "text", ("AB123456C",), NATIONAL),
        ("payment", "text", CARDS, CARD),
        ("payment", "integer", ("4539148803436467", "6011000990139424", "5105105105105100"), CARD),
        ("account", "text", ("DE89 3704 0044 0532 0130 00", "GB82 WEST 1234 5698 7654 32", "NO9386011117947"), ACCOUNT),
        ("mobile", "text", ("+47 22 33 44 55", "(555) 123-4567"), PHONE),
    ],
)
def test_secrets_and_identifiers_are_known(label: str, type_: str, values: tuple[str, ...], kind: str) -> None:
    assert kind_of(label, type_, profile(*values)) == kind


@pytest.mark.parametrize(
    ("label", "type_", "values"),
    [
        ("key", "text", ("K1", "K2")),
        ("token_type", "text", ("noun", "verb")),
        ("name", "text", ("Ann", "Bob")),
        ("password_expired", "text", ("yes", "no")),
        ("phone_model", "text", ("Nokia 3310", "Pixel")),
        ("order_id", "integer", ("1001", "1002", "1003")),
        ("isbn", "integer", ("9780306406157", "9783161484100", "9781861972712")),
        ("population", "integer", ("4539148803436467",)),
        ("email_sent", "boolean", ("true", "false")),
        ("secretary", "text", ("Moe", "Lie")),
        ("company", "text", ("Salt & Co", "x@y")),
        ("tokens", "integer", ("12", "300")),
    ],
)
def test_other_columns_are_not(label: str, type_: str, values: tuple[str, ...]) -> None:
    assert kind_of(label, type_, profile(*values)) == ""


def test_pieces_of_a_text() -> None:
    text = "Write to ann@example.org, not to 12-34; the key is sk-abcdefghijklmnop1234."
    assert list(pieces(text)) == ["ann@example.org", "sk-abcdefghijklmnop1234"]
    assert looks_private(text)
    assert not looks_private("a @ b, 5 @ 3.20")
