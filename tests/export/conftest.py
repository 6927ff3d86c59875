"""Answers over a small workspace of real files, ready to be exported."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.config import Settings
from core.export import Export, gather
from core.index.embed import NgramEmbedder
from core.model import Answer, Caution, PathEdge
from core.workspace import Workspace, open_workspace

EDGE = PathEdge("visits.site=sites.code", "visits", ("site",), "sites", ("code",), "probable", 0.8, "n:1")
PER_SITE = (
    'SELECT s."name", COUNT(*) AS "visits", AVG(v."score") AS "score", MIN(v."day") AS "first"\n'
    'FROM "visits" AS v\nJOIN "sites" AS s ON v."site" = s."code"\nGROUP BY s."name" ORDER BY s."name"'
)
Make = Callable[..., Export]


@pytest.fixture(scope="session")
def ws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """Two files: one in Latin-1 with semicolons and a line above the table, one with a column that is converted."""
    base = tmp_path_factory.mktemp("export")
    (base / "files").mkdir()
    sites = ["Sites of the survey", "code;name;opened", "A1;Müller;2001-05-06", "B2;=SUM(A1);2010-01-02", "C3;Öst;"]
    (base / "files" / "sites.csv").write_bytes("\r\n".join(sites).encode("cp1252") + b"\r\n")
    days = ("2024-01-05", "2024-02-06", "2024-03-07")
    lines = ["visit,site,score,day,fee"]
    lines += [
        f'{n:03},{"ABC"[n % 3]}{n % 3 + 1},{n / 2 if n % 7 else "n/a"},{days[n % 3]},"{n},250"' for n in range(1, 41)
    ]
    (base / "files" / "visits.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    with open_workspace(Settings(workspace=base / "ws", row_limit=2), embedder=NgramEmbedder()) as opened:
        report = opened.tables.load([base / "files"])
        assert [(t.name, t.rows) for t in report.tables] == [("sites", 3), ("visits", 40)]
        yield opened


@pytest.fixture(scope="session")
def make(ws: Workspace) -> Make:
    """An export of a query, as if it had been asked and cut after two rows."""

    def making(
        sql: str = PER_SITE, question: str = "Visits per site?", tables: tuple[str, ...] = ("visits", "sites")
    ) -> Export:
        rows = ws.questions.sql(sql, limit=2)
        answer = Answer(
            question=question,
            answer="Three sites.",
            enriched="count of `visits` by `sites`.`name`",
            tables=tables,
            path=(EDGE,) if len(tables) > 1 else (),
            sql=sql,
            columns=rows.columns,
            rows=rows.rows,
            truncated=rows.truncated,
            confidence=0.8,
            warnings=(Caution("unconfirmed_join", "The join is probable."),),
            translator="rules",
        )
        return gather(answer, ws.questions, ws.tables.all(), ws.folder, datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))

    return making


def files(ws: Workspace) -> Path:
    return Path(ws.tables.all()[0].source).parent
