"""Small files that would be huge, deep or elsewhere once unpacked: each ends in time, and the file beside it loads."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import open_workspace
from tests.attacks.packed import book, cell, word, zipped

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the system's own limits, measured as Linux does"),
]
SECONDS = 45.0
GROWN = 700_000
"""kB that the app's own process may grow by."""
ELSEWHERE = ("../../up.csv", "/abs.csv", "C:\\win.csv", "x/../../../up2.csv")
LAUGHS = (
    '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    + "]>"
)
OUTSIDE = '<!DOCTYPE a [<!ENTITY i SYSTEM "file:///etc/passwd">]>'
LIE = b"\x15\xff\xff\xff\x7f"
FAR = "A1048576"


def nested_zip() -> bytes:
    data = b"a,b\n" + b"1,2\n" * 2_000_000
    for _ in range(5):
        data = zipped({f"{n}.zip": data for n in range(4)})
    return data


BOMBS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "entities in Word": ("a.docx", lambda: word("<w:p><w:r><w:t>&i;</w:t></w:r></w:p>", LAUGHS)),
    "a file of the machine in Word": ("a.docx", lambda: word("<w:p><w:r><w:t>&i;</w:t></w:r></w:p>", OUTSIDE)),
    "depth in Word": ("a.docx", lambda: word("<w:tbl><w:tr><w:tc>" * 20_000 + "</w:tc></w:tr></w:tbl>" * 20_000)),
    "a long text in Word": ("a.docx", lambda: word(f"<w:p><w:r><w:t>{'word ' * 30_000_000}</w:t></w:r></w:p>")),
    "entities in a sheet": ("a.xlsx", lambda: book(cell("&i;"), LAUGHS)),
    "a file of the machine in a sheet": ("a.xlsx", lambda: book(cell("&i;"), OUTSIDE)),
    "a cell at the end of the sheet": (
        "a.xlsx",
        lambda: book(cell("a") + cell("b", FAR).replace(f'"{FAR}"', f'"XFD{FAR[1:]}"')),
    ),
    "merges of everything": (
        "a.xlsx",
        lambda: book(cell("a"), after='<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>'),
    ),
    "a hundred thousand merges": (
        "a.xlsx",
        lambda: book(
            cell("a"),
            after="<mergeCells>"
            + "".join(f'<mergeCell ref="A{n}:Z{n}"/>' for n in range(1, 100_000))
            + "</mergeCells>",
        ),
    ),
    "zips in zips": ("a.zip", nested_zip),
    "members elsewhere": (
        "a.zip",
        lambda: zipped(
            dict.fromkeys(("../../up.csv", "/abs.csv", "C:\\win.csv", "x/../../../up2.csv"), b"a,b\n1,2\n3,4\n")
        ),
    ),
    "many members": ("a.zip", lambda: zipped({f"{n}.txt": b"" for n in range(60_000)})),
    "a member of zeros": ("a.zip", lambda: zipped({"a.csv": bytes(1 << 30)})),
    "depth in JSON": ("a.jsonl", lambda: b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"\n"),
    "keys in JSON": ("a.jsonl", lambda: b"".join(b'{"k%d":1}\n' % n for n in range(60_000))),
    "a long key in JSON": ("a.jsonl", lambda: b'{"' + b"k" * 8_000_000 + b'":1}\n{"a":2}\n'),
    "a header of a megabyte": ("a.csv", lambda: b"a" * 1_000_000 + b",b\n1,2\n3,4\n"),
    "columns beyond measure": ("a.csv", lambda: b",".join(b"c%d" % n for n in range(200_000)) + b"\n1,2\n"),
    "a quote without end": ("a.csv", lambda: b'a,b\n"' + (b"x" * 50 + b",y\n") * 320_000),
    "quotes that open on each line": ("a.csv", lambda: b"a,b,c\n" + b'a",b,"c\n' * 60_000),
    "quotes upon quotes": ("a.csv", lambda: b"a,b\n" + b'"' * 3_000_001 + b",1\n"),
    "a line without end": ("a.csv", lambda: b"a,b\n" + b"x" * 90_000_000),
    "blank lines": ("a.csv", lambda: b"a,b\n1,2\n" + b"\n" * 30_000_000),
    "a table of contents that lies": (
        "a.parquet",
        lambda: b"PAR1" + b"\x15\xff\xff\xff\x7f" * 1000 + b"\xff\xff\xff\x7fPAR1",
    ),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_one_problem(name: str, tmp_path: Path) -> None:
    file, made = BOMBS[name]
    folder = tmp_path / "in" / "files"
    folder.mkdir(parents=True)
    (folder / file).write_bytes(made())
    (folder / "plain.csv").write_text("code,figure\na,1\nb,2\n", encoding="utf-8")
    outside = set((tmp_path / "in").iterdir())
    settings = Settings(workspace=tmp_path / "ws", cache=tmp_path / "cache")
    before, begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.monotonic()
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        report = ws.tables.load([folder])
        assert time.monotonic() - begun < SECONDS
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < before + GROWN
        assert "plain" in {t.label for t in report.tables}
        assert all(p.message for p in report.problems)
        assert not any("root:" in str(r) for t in report.tables for r in ws.tables.preview(t.name, 5).rows)
        assert not any("root:" in p.text for n, _ in ws.documents.names() for p in ws.documents.passages(n))
    assert (outside, list((tmp_path / "ws").glob("load-*"))) == (set((tmp_path / "in").iterdir()), [])
    assert {p.name for p in tmp_path.iterdir()} <= {"in", "ws", "cache"}
