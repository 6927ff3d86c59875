"""What an untrusted SQL text must be before an engine sees it: one statement that only reads."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import ParseError, TokenError
from sqlglot.parser import Parser
from sqlglot.tokenizer_core import Token, TokenType

from core.errors import BadSyntax, QueryRefused

LONGEST = 100_000
"""Characters a query may have."""

_REREAD = 10, 2_000
"""How much of a text the parser may read again when a guess of its was wrong: so many times the tokens, and so many
tokens. What people write is read again by less than a third; nested `DATE(` doubles it with each bracket."""

ONE_QUERY = "Ask with one SELECT; nothing here can change the data."

_STARTS = frozenset({TokenType.SELECT, TokenType.WITH, TokenType.L_PAREN, TokenType.VALUES})
_FORBIDDEN: tuple[type[exp.Expr], ...] = (
    exp.DML,
    exp.DDL,
    exp.Alter,
    exp.Analyze,
    exp.Attach,
    exp.Command,
    exp.Commit,
    exp.Copy,
    exp.Detach,
    exp.Drop,
    exp.Into,
    exp.Kill,
    exp.Lock,
    exp.Merge,
    exp.Pragma,
    exp.Rollback,
    exp.Set,
    exp.Transaction,
    exp.TruncateTable,
    exp.Use,
)


def parse(sql: str, dialect: str) -> exp.Query:
    """The one reading query in `sql`.

    Raises BadSyntax, saying where, or QueryRefused when it is not one query, changes something or is too long.
    """
    if len(sql) > LONGEST:
        raise QueryRefused(f"The query has {len(sql):,} characters; at most {LONGEST:,} are run.", "Make it shorter.")
    if "\0" in sql or (not sql.isascii() and any("\ud800" <= c <= "\udfff" for c in sql)):
        raise BadSyntax("The query holds a character that is not text.", "Type it again instead of pasting it.")
    spoken = Dialect.get_or_raise(dialect)
    try:
        tokens = spoken.tokenize(sql)
        if not tokens:
            raise BadSyntax("The query is empty.", ONE_QUERY)
        if tokens[0].token_type not in _STARTS:
            if tokens[0].token_type in (TokenType.VAR, TokenType.IDENTIFIER, TokenType.STRING, TokenType.NUMBER):
                raise BadSyntax(f"A query cannot begin with “{tokens[0].text}”.", ONE_QUERY)
            raise QueryRefused(f"{tokens[0].text.upper()} is not a question to the data.", ONE_QUERY)
        parser = spoken.parser()
        _bound(parser, tokens)
        found = [s for s in parser.parse(tokens, sql) if s is not None and not isinstance(s, exp.Semicolon)]
    except ParseError as error:
        raise BadSyntax(_place(error), "Look for a missing comma, bracket or quote there.") from error
    except TokenError as error:
        raise BadSyntax(f"The query cannot be read: {error}.", "Look for a quote that is not closed.") from error
    except RecursionError as error:
        raise QueryRefused("The query is nested too deeply.", "Make it simpler.") from error
    if len(found) != 1:
        raise QueryRefused(f"There are {len(found)} statements; only one is run.", ONE_QUERY)
    query = found[0]
    if not isinstance(query, exp.Query):
        raise QueryRefused("This is not a query.", ONE_QUERY)
    if bad := query.find(*_FORBIDDEN):
        raise QueryRefused(f"The query holds {bad.key.upper()}, which is not reading.", ONE_QUERY)
    return query


def _bound(parser: Parser, tokens: Sequence[Token]) -> None:
    """Let the parser go back only so far, all in all: its work is then linear in the length of the text."""
    left, back = _REREAD[0] * len(tokens) + _REREAD[1], parser._retreat

    def retreat(index: int) -> None:
        nonlocal left
        left -= max(0, parser._index - index)
        if left < 0:
            raise QueryRefused("The query is nested in too many ways to be read.", "Make it simpler.")
        back(index)

    parser._retreat = retreat  # type: ignore[method-assign]


def _place(error: ParseError) -> str:
    if not error.errors:
        return f"The query cannot be read: {error}"
    first = error.errors[0]
    description = str(first.get("description") or "it is not SQL").rstrip(". ")
    near = str(first.get("highlight") or "").strip()
    where = f"line {first.get('line')}, column {first.get('col')}" + (f", near “{near}”" if near else "")
    return f"The query cannot be read at {where}: {description}."
