"""Small files that would be huge, deep or elsewhere once unpacked: each ends in time, and the file beside it loads."""

from __future__ import annotations

import io
import resource
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import open_workspace

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
WORDS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
LIE = b"\x15\xff\xff\xff\x7f"
FAR = "A1048576"
SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in members.items():
            packed.writestr(name, data)
    return out.getvalue()


def word(body: str, head: str = "") -> bytes:
    """A Word file of this body."""
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    types = f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="{kind}"/></Types>'  # noqa: E501
    rels = f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" Type="{REL}/officeDocument" Target="word/document.xml"/></Relationships>'  # noqa: E501
    document = f'{head}<w:document xmlns:w="{WORDS}"><w:body>{body}</w:body></w:document>'
    members = {"[Content_Types].xml": types, "_rels/.rels": rels, "word/document.xml": document}
    return zipped({name: f'<?xml version="1.0"?>{text}'.encode() for name, text in members.items()})


def book(sheet: str, head: str = "", after: str = "") -> bytes:
    """A workbook of one sheet with these rows."""
    import openpyxl

    out = io.BytesIO()
    openpyxl.Workbook().save(out)
    with zipfile.ZipFile(out) as packed:
        members = {n: packed.read(n) for n in packed.namelist()}
    text = f'<?xml version="1.0"?>{head}<worksheet xmlns="{SHEETS}"><sheetData>{sheet}</sheetData>{after}</worksheet>'
    return zipped({**members, "xl/worksheets/sheet1.xml": text.encode()})


def cell(text: str, at: str = "A1") -> str:
    return f'<row r="{at[1:]}"><c r="{at}" t="inlineStr"><is><t>{text}</t></is></c></row>'


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
