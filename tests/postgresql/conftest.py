"""A schema of its own for each test, and the engine that asks it."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest

from core.sql.remote.address import address


@pytest.fixture
def uri(request: pytest.FixtureRequest) -> str:
    return str(request.config.getoption("--postgresql"))


@pytest.fixture
def schema(uri: str) -> Iterator[str]:
    """An empty schema, dropped afterwards."""
    name = f"Test {uuid4().hex[:8]}"
    run(uri, f'CREATE SCHEMA "{name}"')
    yield name
    run(uri, f'DROP SCHEMA "{name}" CASCADE')


def run(uri: str, *statements: str) -> None:
    """Past the product, as another program would."""
    from sqlalchemy import create_engine

    place, password = address(uri)
    engine = create_engine(place.url(password))
    with engine.begin() as connection:
        for statement in statements:
            connection.execution_options(no_parameters=True).exec_driver_sql(statement)
    engine.dispose()
