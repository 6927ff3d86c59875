"""Every download of the answers, pressed, saved and opened: each file holds the rows that the page shows."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import open_workspace
from pages._result.download import named
from tests.browser.running import RunningApp, ask, download, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

KINDS = ("CSV", "Excel", "Zip", "Parquet", "SQL", "Python script", "Notebook")
FILES = {
    "objects.csv": "inv_no,title,technique,room,insured\n"
    + "".join(f"K{n:02},Study {n},{'OIL' if n % 3 else 'PRN'},R{n % 4 + 1},{n * 150.5 + 0.25}\n" for n in range(1, 31)),
    "rooms.csv": "room,room_name\nR1,East\nR2,West\nR3,Blue\nR4,Depot\n",
    "dictionary.csv": "column,value,label\ntechnique,OIL,Oil painting\ntechnique,PRN,Print (paper)\n",
    "visitors_2023.csv": "day,kind,visitors\n2023-01-02,adult,40\n2023-02-03,child,12\n2023-03-04,adult,7\n",
    "visitors_2024.csv": "day,kind,visitors\n2024-01-02,adult,50\n2024-02-03,child,22\n2024-03-04,adult,9\n",
}
ANSWERS = {
    "Which two rooms have the most objects?": [["room_name", "count"], ["West", "8"], ["Blue", "8"]],
    "How many objects are there per technique?": [
        ["technique", "count"],
        ["Oil painting", "20"],
        ["Print (paper)", "10"],
    ],
    "Total visitors per kind": [["kind", "total visitors"], ["adult", "106"], ["child", "34"]],
    "List the title and insured of objects in the East room": [
        ["title", "insured"],
        *([f"Study {n}", str(n * 150.5 + 0.25)] for n in range(4, 31, 4)),
    ],
}


@pytest.fixture(scope="module")
def museum(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("museum")
    (base / "files").mkdir()
    for name, text in FILES.items():
        (base / "files" / name).write_text(text, encoding="utf-8")
    with open_workspace(Settings(workspace=base / "workspace"), embedder=NgramEmbedder()) as ws:
        ws.tables.load([base / "files"])
    return base / "workspace"


def test_every_download_holds_the_rows_of_its_answer(
    page: Page, run_app: Callable[..., RunningApp], museum: Path, tmp_path: Path
) -> None:
    page.goto(run_app(museum).url)
    settled(page)
    for n, (question, rows) in enumerate(ANSWERS.items()):
        answer = ask(page, question)
        menu = answer.get_by_test_id("stPopoverButton").filter(has_text="Download").last
        saved = {}
        for kind in KINDS:
            button = page.get_by_role("button", name=re.compile(f"^{kind}:"))
            if not button.is_visible():
                menu.click()
            with download(page) as kept:
                button.click()
            saved[kind] = Path(kept.value.path()).read_bytes()
            assert Path(kept.value.suggested_filename).stem == named(question)
        page.keyboard.press("Escape")
        folder = tmp_path / f"saved{n}"
        folder.mkdir()
        assert {k: sorted(opened(k, data, folder)) for k, data in saved.items()} == dict.fromkeys(KINDS, sorted(rows))


def opened(kind: str, data: bytes, folder: Path) -> list[list[str]]:
    """The rows of a file with their header, as texts; the query, the script and the notebook are run."""
    if kind == "CSV":
        return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))
    if kind == "Excel":
        from openpyxl import load_workbook

        return [[str(c) for c in r] for r in load_workbook(io.BytesIO(data))["Rows"].iter_rows(values_only=True)]
    if kind == "Zip":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return opened("CSV", archive.read("rows.csv"), folder)
    if kind == "Parquet":
        import pyarrow.parquet as pq

        table = pq.read_table(io.BytesIO(data))
        return [table.column_names, *([str(v) for v in r.values()] for r in table.to_pylist())]
    if kind == "SQL":
        (folder / "answer.sql").write_bytes(data)
        store = next(folder.parent.glob("app*/workspace/data.sqlite"))
        code = (
            "import csv, pathlib, sqlite3, sys\n"
            f"found = sqlite3.connect({str(store)!r}).execute(pathlib.Path('answer.sql').read_text('utf-8'))\n"
            "csv.writer(open(sys.argv[1], 'w', newline='')).writerows([[d[0] for d in found.description], *found])\n"
        )
    elif kind == "Notebook":
        cells = [c["source"] for c in json.loads(data)["cells"] if c["cell_type"] == "code"]
        code = "\n\n".join("".join(c) for c in cells) + "\nrows.to_csv(sys.argv[1], index=False)\n"
    else:
        code = data.decode()
    (folder / "run.py").write_text(code, encoding="utf-8")
    command = [sys.executable, "-I", "run.py", "rows.csv"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return list(csv.reader(io.StringIO((folder / "rows.csv").read_text(encoding="utf-8"))))
