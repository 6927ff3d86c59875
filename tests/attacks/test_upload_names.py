"""Names of uploads that would lead out of their folder, hide, or be something else than a file."""

from __future__ import annotations

import io
import threading
from pathlib import Path

import pytest

from core.workspace.uploads import UPLOADS, keep_uploads, safe_name

NAMES = [
    "../../out.csv",
    "..\\..\\out.csv",
    "/etc/passwd",
    "C:\\Windows\\x.csv",
    "\\\\server\\share\\x.csv",
    "a/../../x.csv",
    "..",
    ".",
    "",
    " ",
    "...",
    "/",
    "\\",
    "a/",
    ".bashrc",
    ". .csv",
    "a.csv.",
    "a.csv ",
    "-rf.csv",
    "~.csv",
    "$(x).csv",
    "a\x00b.csv",
    "a\nb.csv",
    "a\rb.csv",
    "a\x1bb.csv",
    "a\x7fb.csv",
    "a\u202egpj.csv",
    "a\u2028b.csv",
    "\ufeffa.csv",
    "x" * 300 + ".csv",
    "\u00e4" * 200 + ".csv.gz",
    "\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600",
    "e\u0301.csv",
    "\xe9.csv",
    "\ud800.csv",
    "*[a].csv",
    "CON",
    "con.csv",
    "nul.csv",
    "AUX.tar.gz",
    "com1.csv",
    "lpt9",
    "CONIN$",
    "com\xb9.csv",
    "nul .csv",
    "a.csv:stream",
]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_an_upload_lies_in_its_folder_under_a_name_of_its_own(tmp_path: Path, name: str) -> None:
    (path,) = keep_uploads(tmp_path, [_named(name, b"a\n1\n")])
    assert path.parent == tmp_path / UPLOADS
    assert path.read_bytes() == b"a\n1\n"
    assert [p.name for p in (tmp_path / UPLOADS).iterdir()] == [path.name]
    assert len(path.name.encode()) <= 240
    assert not path.name.startswith(".")


@pytest.mark.parametrize("name", ["CON", "con.csv", "nul.csv", "AUX.tar.gz", "com1.csv", "lpt9", "CONIN$", "nul .csv"])
def test_no_upload_is_a_device_of_windows(name: str) -> None:
    assert safe_name(name, windows=True) == f"_{name}"
    assert safe_name(f"x{name}", windows=True) == f"x{name}"


def test_two_uploads_of_one_name_at_once_are_not_mixed(tmp_path: Path) -> None:
    sent = [bytes([letter]) * 3_000_000 for letter in b"abcd"]
    threads = [threading.Thread(target=keep_uploads, args=(tmp_path, [_named("a.csv", data)])) for data in sent]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (tmp_path / UPLOADS / "a.csv").read_bytes() in sent


def _named(name: str, data: bytes) -> io.BytesIO:
    made = io.BytesIO(data)
    made.name = name
    return made
