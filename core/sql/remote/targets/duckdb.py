"""A DuckDB file, by duckdb-engine: opened for reading only, without reach outside it."""

from __future__ import annotations

from sqlglot import exp

from core.sql.remote.kinds import WHOLE
from core.sql.remote.targets.base import Target

THREADS = 2
"""Of one query."""


def _duckdb(node: exp.Expr) -> exp.Expr:
    if isinstance(node, exp.Collate):  # texts are in the order of their code points anyway
        return node.args["this"]  # type: ignore[no-any-return]
    if isinstance(node, exp.RegexpExtract):  # "" where nothing is found
        return exp.Nullif(this=node, expression=exp.Literal.string(""))
    if isinstance(node, exp.Div) and node.meta.get(WHOLE):
        right = exp.func("NULLIF", node.expression, exp.Literal.number(0))
        return exp.IntDiv(this=node.this, expression=right)
    if isinstance(node, exp.Cast) and node.to.is_type("DECIMAL") and not node.to.expressions:
        return exp.Cast(this=node.this, to=exp.DataType.build("DOUBLE"))  # its own has three places
    return node


DUCKDB = Target(
    name="DuckDB",
    dialect="duckdb",
    driver="duckdb",
    modules=("sqlalchemy", "duckdb_engine"),
    requirements="requirements-duckdb.txt",
    example="duckdb:////folder/sales.duckdb",
    rewrite=_duckdb,
    session=("SET TimeZone = 'UTC'", "SET lock_configuration = true"),
    connecting={
        "read_only": True,
        "config": {
            "enable_external_access": "false",
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            "allow_community_extensions": "false",
            "allow_persistent_secrets": "false",
            "memory_limit": "1GB",
            "threads": str(THREADS),
            "temp_directory": "",  # it would lie beside the file
        },
    },
    cancel=lambda connection: connection.interrupt(),
    hidden=frozenset({"information_schema", "pg_catalog"}),
    is_file=True,
    ends_itself=False,
    pooled=False,
    by_catalogue=True,
)
