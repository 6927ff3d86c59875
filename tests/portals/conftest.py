"""The server that the tests' portals are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.portals.loopback import Loopback, loopback


@pytest.fixture
def server() -> Iterator[Loopback]:
    with loopback() as running:
        yield running
