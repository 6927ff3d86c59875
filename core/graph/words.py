"""The words of the Cypher that is read here: keywords and functions, and what looks like a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rapidfuzz import fuzz, process, utils

MOST_HOPS = 9
DEEPEST = 40
"""Brackets within brackets that are read."""
LONGEST_RANGE = 1_000_000
"""The largest whole number that a list of numbers may begin or end with."""

FUNCTIONS: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys(("sum", "avg", "min", "max", "collect", "count"), (1, 1)),
    **dict.fromkeys(("type", "labels", "length", "nodes", "relationships"), (1, 1)),
    **dict.fromkeys(("size", "head", "last", "tail", "isempty"), (1, 1)),
    **dict.fromkeys(("tolower", "toupper", "lower", "upper", "trim", "ltrim", "rtrim"), (1, 1)),
    **dict.fromkeys(("tostring", "tointeger", "tofloat"), (1, 1)),
    **dict.fromkeys(("abs", "ceil", "floor", "sqrt", "sign", "log10"), (1, 1)),
    **dict.fromkeys(("left", "right", "split"), (2, 2)),
    "round": (1, 2),
    "range": (2, 3),
    "substring": (2, 3),
    "replace": (3, 3),
    "coalesce": (1, 20),
}
"""Functions that may be called, in lower case, with the fewest and most arguments."""

TESTS = frozenset({"any", "all", "none", "single"})

CLAUSES = frozenset("MATCH OPTIONAL WHERE WITH UNWIND RETURN ORDER SKIP LIMIT UNION".split())
REFUSED = frozenset(
    "CREATE MERGE SET DELETE DETACH NODETACH REMOVE DROP ALTER RENAME CALL LOAD COPY EXPORT IMPORT INSTALL UNINSTALL "
    "ATTACH USE FOREACH EXPLAIN PROFILE START STOP TERMINATE SHOW GRANT DENY REVOKE BEGIN COMMIT ROLLBACK "
    "CHECKPOINT ANALYZE COMMENT INSERT FINISH LET FILTER FOR CYPHER PROJECT UPDATE TRUNCATE YIELD".split()
)
OPERATORS = frozenset({"OR", "XOR", "AND", "IN", "CONTAINS"})
RESERVED = (
    CLAUSES
    | REFUSED
    | OPERATORS
    | frozenset("NOT NULL TRUE FALSE IS STARTS ENDS CASE WHEN THEN ELSE END AS BY DISTINCT EXISTS COLLECT".split())
) - {"COLLECT", "START", "STOP", "COMMENT", "PROJECT", "FILTER", "SHOW", "FOR", "LET", "END", "FINISH"}
SYMBOL_OPERATORS = frozenset({"=", "<>", "<", ">", "<=", ">=", "=~", "+", "-", "*", "/", "%", "^"})


def close_names(name: str, known: Iterable[str]) -> list[str]:
    """At most three of `known` that look like `name`, nearest first."""
    found = process.extract(
        name.replace("_", " "),
        sorted(known),
        scorer=fuzz.ratio,
        processor=lambda s: utils.default_process(s.replace("_", " ")),
        limit=3,
        score_cutoff=55,
    )
    return [str(match[0]) for match in found]
