"""The address of a database, and the password that a person gives beside it."""

from __future__ import annotations

import pytest

from core.sql.remote.address import with_password


@pytest.mark.parametrize(
    ("text", "password", "whole"),
    [
        ("postgresql://me@host:5432/sales", "a/b@c:d", "postgresql://me:a%2Fb%40c%3Ad@host:5432/sales"),
        ("postgresql://me:old@host/sales", "new", "postgresql://me:new@host/sales"),
        ("postgresql://host/sales", "x", "postgresql://:x@host/sales"),
        ("postgresql://me:old@host/sales", "", "postgresql://me:old@host/sales"),
        ("no address", "x", "no address"),
    ],
)
def test_the_password_stands_in_the_address(text: str, password: str, whole: str) -> None:
    assert with_password(text, password) == whole
