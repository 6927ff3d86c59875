"""Files that break the rules of their form: each is read or is one problem, and those beside it load."""

from __future__ import annotations

import gzip
import io
import os
import struct
import time
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from core.config import Settings
from core.index.embed import NgramEmbedder
from core.workspace import open_workspace
from tests.attacks.packed import book, cell, word, zipped

ROWS = b"code,figure\na,1\nb,2\n"


def parquet(query: str, folder: Path) -> bytes:
    path = folder / "made"
    duckdb.sql(query).write_parquet(str(path))
    data = path.read_bytes()
    path.unlink()
    return data


def twice() -> bytes:
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w") as packed:
        warnings.simplefilter("ignore")
        packed.writestr("a.csv", ROWS)
        packed.writestr("a.csv", ROWS.replace(b"1", b"7"))
    return out.getvalue()


def link() -> bytes:
    """A member that is a symbolic link to a file of the machine."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        info = zipfile.ZipInfo("a.csv")
        info.create_system, info.external_attr = 3, 0o120777 << 16
        packed.writestr(info, "/etc/passwd")
    return out.getvalue()


def flagged(at: int, data: bytes) -> bytes:
    """A zip whose table of contents is changed: bytes from the begin of its first entry on."""
    whole = bytearray(zipped({"a.csv": ROWS}))
    place = whole.index(b"PK\x01\x02") + at
    whole[place : place + len(data)] = data
    return bytes(whole)


def long_end() -> bytes:
    """A zip whose end says that there are 2^40 members, beyond the end."""
    whole = zipped({"a.csv": ROWS})
    at = whole.rindex(b"PK\x05\x06")
    end = struct.pack("<4sQHHIIQQQQ", b"PK\x06\x06", 44, 45, 45, 0, 0, 1 << 40, 1 << 40, 1 << 50, 1 << 60)
    return whole[:at] + end + struct.pack("<4sIQI", b"PK\x06\x07", 0, at, 1) + b"PK\x05\x06" + bytes(4) + b"\xff" * 14


def overlapping() -> bytes:
    """Two names for the same bytes."""
    whole = zipped({"a.csv": ROWS, "b.csv": ROWS})
    second = whole.index(b"PK\x01\x02", whole.index(b"PK\x01\x02") + 4)
    return whole[: second + 42] + struct.pack("<I", 0) + whole[second + 46 :]


FILES: dict[str, Callable[[Path], bytes]] = {
    "two members of one name.zip": lambda _: twice(),
    "a link out.zip": lambda _: link(),
    "a password.zip": lambda _: flagged(8, b"\x01\x00"),
    "a way of packing that is none.zip": lambda _: flagged(10, b"\x63\x00"),
    "a size that lies.zip": lambda _: flagged(24, struct.pack("<I", 0xFFFFFF00)),
    "a place beyond the end.zip": lambda _: flagged(42, struct.pack("<I", 0x7FFFFFFF)),
    "a sum that is wrong.zip": lambda _: flagged(16, b"\0\0\0\0"),
    "one place for two.zip": lambda _: overlapping(),
    "only an end.zip": lambda _: b"PK\x05\x06" + bytes(18),
    "an archive of itself.csv.gz": lambda _: gzip.compress(gzip.compress(gzip.compress(ROWS))),
    "cut off.csv.gz": lambda _: gzip.compress(ROWS * 1000)[:-20],
    "rubbish behind.csv.gz": lambda _: gzip.compress(ROWS) + b"\x00rubbish",
    "no rows.parquet": lambda at: parquet("SELECT 1 AS a WHERE false", at),
    "names that are nothing.parquet": lambda at: parquet('SELECT 1 AS " ", 2 AS "\x01", 3 AS "a""b;--"', at),
    "its end alone.parquet": lambda at: parquet("SELECT 1 AS a", at)[-60:],
    "its middle changed.parquet": lambda at: parquet("SELECT i AS a FROM range(999) t(i)", at).replace(
        b"\x15", b"\xff"
    ),
    "numbers beyond numbers.jsonl": lambda _: (
        b'{"a":1e400,"b":-1e400}\n{"a":NaN,"b":Infinity}\n{"a":1' + b"0" * 5000 + b"}\n"
    ),
    "one key many times.jsonl": lambda _: b"{" + b'"a":1,' * 5000 + b'"a":2}\n{"a":3}\n',
    "half of a letter.jsonl": lambda _: b'{"a":"\\ud800"}\n{"a":"x"}\n',
    "names of classes.jsonl": lambda _: b'{"__proto__":1,"__class__":{"__init__":2},"constructor":3}\n' * 3,
    "no objects.jsonl": lambda _: b"[1,2]\n3\nnull\n",
    "a row beyond rows.xlsx": lambda _: book(cell("a") + '<row r="99999999"><c r="A99999999"><v>1</v></c></row>'),
    "a cell that is nowhere.xlsx": lambda _: book('<row r="1"><c r="??"><v>1</v></c><c r="A1:B2"><v>2</v></c></row>'),
    "a shared text that is not there.xlsx": lambda _: book('<row r="1"><c r="A1" t="s"><v>999999</v></c></row>'),
    "a number that is none.xlsx": lambda _: book('<row r="1"><c r="A1"><v>1e999</v></c><c r="B1"><v>x</v></c></row>'),
    "a date beyond time.xlsx": lambda _: book('<row r="1"><c r="A1" t="d"><v>99999-99-99</v></c></row>'),
    "nothing inside.docx": lambda _: word(""),
    "a table of one cell in itself.docx": lambda _: word("<w:tbl><w:tr><w:tc>" * 50 + "</w:tc></w:tr></w:tbl>" * 50),
    "zeros.csv": lambda _: b"a,b\n1\0,2\n\0\0,3\n",
    "two marks of order.csv": lambda _: b"\xef\xbb\xbf\xef\xbb\xbfa,b\n1,2\n",
    "half of two bytes.csv": lambda _: "a,b\n1,2\n".encode("utf-16") + b"\x31",
    "letters from right to left.csv": lambda _: "a\u202e,b\n\u202e1,2\n3,4\n".encode(),
    "a name without end.csv": lambda _: b'"' + b"n" * 100_000 + b'",b\n1,2\n',
    "all that it unpacks to.xlsx": lambda _: book(
        cell("&i;"),
        "<!DOCTYPE x [<!ENTITY a 'zzzzzzzzzz'>"
        + "".join(f"<!ENTITY {chr(98 + n)} '{f'&{chr(97 + n)};' * 20}'>" for n in range(8))
        + "]>",
    ),
    "a file of the machine.xlsx": lambda _: book(cell("&a;"), "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>"),
    "rows in rows.xlsx": lambda _: book("<row>" * 50_000 + "</row>" * 50_000),
    "rows from the last to the first.xlsx": lambda _: book(
        "".join(f'<row r="{n}"><c r="A{n}"><v>{n}</v></c></row>' for n in range(2_000, 0, -1))
    ),
    "a size of eight bytes that lies.zip": lambda _: flagged(20, b"\xff" * 8),
    "a long end that lies.zip": lambda _: long_end(),
    "archives in archives.zip": lambda _: zipped({"a.zip": zipped({"b.zip": zipped({"c.csv": ROWS})})}),
    "names that lead out.zip": lambda _: zipped(
        {"../../out.csv": ROWS, "/out.csv": ROWS, "C:\\out.csv": ROWS, "con.csv": ROWS, "-rf.csv": ROWS}
    ),
    "many archives in a row.csv.gz": lambda _: gzip.compress(ROWS) * 500,
    "a sum that is none.csv.gz": lambda _: gzip.compress(ROWS)[:-8] + bytes(8),
    "two bytes a letter, unmarked.csv": lambda _: (ROWS.decode() * 50).encode("utf-16-be"),
    "four bytes a letter, unmarked.csv": lambda _: (ROWS.decode() * 50).encode("utf-32-le"),
    "seven bits a letter.csv": lambda _: "code,figure\n\u20ac,1\n<script>,2\n".encode("utf-7"),
    "brackets.csv": lambda _: b"[" * 200_000,
    "columns without end.csv": lambda _: b"a\n" + b"," * 100_000 + b"\n" + b"1\n" * 10,
    "quotes without end.csv": lambda _: b"a,b\n" + b'"x,' * 50_000,
    "lines without letters.csv": lambda _: b"x\n" + b"\n" * 400_000,
    "an end that is too long.parquet": lambda at: parquet("SELECT 1 AS a", at)[:-8] + b"\xff\xff\xff\x7fPAR1",
    "a sheet of another office.ods": lambda _: zipped({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}),
    "a sheet in bytes.xlsb": lambda _: zipped({"xl/workbook.bin": b"\x83\x01\x00"}),
    "keys without end.jsonl": lambda _: b"{" + b",".join(b'"k%d":1' % n for n in range(20_000)) + b"}\n",
    "objects in objects.jsonl": lambda _: b'{"a":' * 20_000 + b"1" + b"}" * 20_000 + b"\n",
    "a formula.csv": lambda _: b"=cmd|' /C calc'!A0,b\n@SUM(A1),2\n+1,3\n",
}


@pytest.mark.slow
def test_what_breaks_the_rules_is_a_problem_and_the_rest_loads(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name, made in FILES.items():
        (folder / name).write_bytes(made(tmp_path))
    (folder / "plain.csv").write_bytes(ROWS)
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "a pipe.csv")
        (folder / "a device.csv").symlink_to("/dev/zero")
        (folder / "itself.csv").symlink_to(folder / "itself.csv")
    begun = time.monotonic()
    settings = Settings(workspace=tmp_path / "ws", cache=tmp_path / "cache")
    with open_workspace(settings, embedder=NgramEmbedder()) as ws:
        report = ws.tables.load([folder])
        assert time.monotonic() - begun < 120.0  # some 70 files, each in a process at most
        assert "plain" in {t.label for t in report.tables}
        assert all(p.message and p.hint for p in report.problems)
        assert "reading_stopped" not in {p.code for p in report.problems}  # no process broke or was ended
        known = "\n".join(t.source for t in ws.tables.all()) + "\n".join(p.file for p in report.problems)
        untold = [n for n in FILES if n not in known and n not in {d for d, _ in ws.documents.names()}]
        assert untold == []
        shown = [str(r) for t in report.tables for r in ws.tables.preview(t.name, 20).rows]
        assert not any("root:" in row for row in shown)
        assert ws.questions.sql('SELECT sum(figure) FROM "plain"').rows == ((3,),)
    assert {p.name for p in tmp_path.iterdir()} <= {"in", "ws", "cache"}
