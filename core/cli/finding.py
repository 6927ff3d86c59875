"""The command `find`: a portal searched, a file looked at or loaded, a table compared with what its address gives."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TextIO

from core.cli.as_json import report_json, write
from core.cli.interrupt import stop_on_signal
from core.config import Settings
from core.errors import JoineryError

if TYPE_CHECKING:
    from core.portals.ranking import Ranked
    from core.workspace.portals import Choice, Finding, Newer

Progress = Callable[[str, float], None]


class BadChoice(JoineryError):
    """No hit or file has that number, or something is missing."""

    code = "usage"


def find(options: argparse.Namespace, out: TextIO, settings: Settings, tell: Progress) -> int:
    """One JSON object on `out`; nothing is contacted for `--portals`."""
    from core.portals.kinds import known_portals
    from core.workspace import open_workspace

    if options.portals:
        known = [{"name": p.name, "address": p.address, "kind": p.kind} for p in known_portals()]
        write(out, {"portals": known})
        return 0
    if not options.newer and not (options.portal and options.question.strip()):
        raise BadChoice("A question and --portal are needed.", "See python -m core find --portals for portals.")
    writes = bool(options.load or options.newer)
    with stop_on_signal() as stop, open_workspace(settings, read_only=False if writes else None) as ws:
        if options.newer:
            newer = ws.portals.newer(options.newer, progress=tell, stop=stop)
            found = _newer(newer)
            if options.replace and newer.newer:
                found["replaced"] = report_json(ws.portals.replace(newer, progress=tell, stop=stop))
            else:
                ws.portals.leave(newer)
            write(out, found)
            return 0
        finding = ws.portals.search(options.question, options.portal, limit=options.limit, progress=tell, stop=stop)
        found = _finding(finding)
        if options.preview:
            seen = ws.portals.preview(_choice(finding, options.preview), stop=stop)
            found["preview"] = {"columns": seen.columns, "rows": seen.rows, "said": seen.said}
            if seen.parts:
                found["preview"]["tables"] = [{"name": n, "columns": p.columns, "rows": p.rows} for n, p in seen.parts]
        if options.load:
            report = ws.portals.load([_choice(finding, n) for n in options.load], progress=tell, stop=stop)
            found["loaded"] = report_json(report)
        write(out, found)
        return 1 if options.load and not found["loaded"]["tables"] else 0


def _finding(found: Finding) -> dict[str, Any]:
    return {
        "question": found.question,
        "words": found.words,
        "said_there": {s.word: s.forms for s in found.there},
        "portal": {"address": found.portal, "kind": found.kind, "version": found.version},
        "searches": [{"words": s.words, "total": s.total} for s in found.searches],
        "hits": [_hit(n, r) for n, r in enumerate(found.hits, start=1)],
        "said": found.said,
    }


def _hit(number: int, found: Ranked) -> dict[str, Any]:
    hit = found.hit
    return {
        "n": number,
        "title": hit.title,
        "publisher": hit.publisher,
        "licence": hit.licence,
        "modified": hit.modified,
        "page": hit.address,
        "score": found.score,
        "why": found.why,
        "best": next((m for m, r in enumerate(hit.resources, start=1) if r == found.best), None),
        "resources": [
            {
                "m": m,
                "name": r.name,
                "format": r.format,
                "size": r.size,
                "modified": r.modified,
                "columns": r.columns,
                "rows": r.rows,
                "address": r.address,
            }
            for m, r in enumerate(hit.resources, start=1)
        ],
    }


def _choice(found: Finding, number: str) -> Choice:
    """What `N` or `N.M` means. Raises BadChoice."""
    from core.workspace.portals import Choice

    n, _, m = number.partition(".")
    try:
        chosen = found.hits[int(n) - 1] if int(n) > 0 else None
        resource = chosen.hit.resources[int(m) - 1] if chosen and m else chosen.best if chosen else None
    except (ValueError, IndexError):
        chosen = resource = None
    if chosen is None or resource is None:
        raise BadChoice(f"There is no file {number} that can be loaded.", "Search without --load to see the numbers.")
    return Choice(chosen.hit, resource, found.portal, found.kind)


def _newer(newer: Newer) -> dict[str, Any]:
    return {
        "table": newer.table,
        "address": newer.address,
        "newer": newer.newer,
        "said": newer.said,
        "rows": {"now": newer.rows[0], "then": newer.rows[1]} if newer.newer else None,
        "columns": {"new": newer.added, "gone": newer.removed},
        "joins_lost": newer.joins,
    }
