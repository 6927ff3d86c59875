"""The command line: `python -m core …`. One JSON object on stdout (`eval`: one a line), all else on stderr.

A failure is `{"error": {"code", "message", "hint"}}` and exit status 1. Help is text, on stdout.
"""

from __future__ import annotations

import contextlib
import io
import logging
import sys
import traceback
import warnings
from collections.abc import Sequence
from typing import TextIO

from core.cli.arguments import parser
from core.cli.as_json import write
from core.errors import Cancelled, JoineryError
from core.storage.private_files import keep_private


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    keep_private()
    out = utf8(sys.stdout)
    utf8(sys.stderr)
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    logging.basicConfig(level=logging.INFO if debug else logging.CRITICAL, stream=sys.stderr)
    if not debug:
        warnings.simplefilter("ignore")
    try:
        options = parser(str(__doc__)).parse_args(given)
        with contextlib.redirect_stdout(sys.stderr):
            status: int = options.run(options, out)
        return status
    except JoineryError as fault:
        error = fault.as_dict()
    except KeyboardInterrupt:
        error = Cancelled().as_dict()
    except BrokenPipeError:
        return 1
    except Exception as fault:  # noqa: BLE001 - whatever happens, the caller gets JSON
        if debug:
            traceback.print_exc()
        message = f"Something went wrong that should not: {type(fault).__name__}: {fault}"
        error = {"code": "internal", "message": message, "hint": "Run it again with --debug and report it."}
    write(out, {"error": error})
    return 1


def utf8(stream: TextIO) -> TextIO:
    """The stream in UTF-8 whatever the console's own code; what UTF-8 cannot say is escaped as JSON does it."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    return stream


if __name__ == "__main__":
    sys.exit(main())
