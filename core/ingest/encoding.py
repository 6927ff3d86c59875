"""From a file of unknown encoding to UTF-8 text, or to the plain word that it is no text."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from core.errors import BadEncoding, EmptyFile, NotATable, TooLong
from core.model import Problem
from core.text.words import counted

LONGEST_LINE = 64 << 20
"""Bytes in a line; a table's lines are far shorter."""
_CHUNK = 1 << 20
_HEAD = 1 << 16
_NOTHING = codecs.BOM_UTF8 + codecs.BOM_UTF16_LE + b" \t\r\n\0"

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", "a zip archive or an Excel workbook"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook"),
    (b"PAR1", "a Parquet file"),
    (b"SQLite format 3", "an SQLite database"),
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"{\\rtf", "a Word text (RTF)"),
    (b"II*\0", "a picture"),
    (b"MM\0*", "a picture"),
    (b"RIFF", "a picture, a sound or a film"),
    (b"ID3", "a sound"),
    (b"OggS", "a sound or a film"),
    (b"\x7fELF", "a program"),
)
_BOMS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SCRIPTS = ("cp1251", "koi8_r", "cp866", "iso8859_7", "cp1255", "iso8859_6", "cp874", "cp1250")
_CENTRAL = re.compile(r"(?<=[^\W\d_])[¿¯¥£¹³¼¾±¶](?=[^\W\d_])|[£¥¯¦](?=[^\W\d_]{2})(?![^\W\d_]*[?!])")
"""Polish and Slovak letters, read as Western European: signs within words."""
_ISO = frozenset("±¶¦")
"""Such signs as are letters in ISO 8859-2 only, not in the Windows code of Central Europe."""
_DOS = re.compile(rb"(?<=[A-Za-z])[\x81\x82\x84\x94\xa0-\xa3]|[\x81\x82\x84\x94\xa0-\xa3](?=[A-Za-z])")
"""The commonest accented letters of DOS, beside others: a pound sign before an amount is none of them."""
_WESTERN = ("cp1252", "latin-1")
_UTF8 = re.compile("[\u00a0-\u00ff\u2013-\u2026€]")
"""What is UTF-8 in a Western text: as CP1252 it would be `Ã©`, `Â£`, `â€™`."""
_LATIN_SHARE = 0.4
"""In a script of Latin letters fewer letters than this share lie outside ASCII; in Greek or Cyrillic nearly all do."""
_LETTER, _SIGN = rb"[\x8a\x8c\x8e\x9a\x9c\x9e\x9f\xc0-\xff]", rb"[\x80\x84\x85\x91-\x97\xa0-\xbf]"
_AMONG_ASCII = re.compile(
    rb"(?<![\x80-\xff])(?:(?<=[A-Za-z])%b|%b(?=[A-Za-z])|(?<=[0-9 ])%b|%b(?=[0-9 ]))(?![\x80-\xff])"
    % (_LETTER, _LETTER, _SIGN, _SIGN)
)
"""What stands by itself, as a Western letter in a word of ASCII letters or as a sign with a number: `Zoë`, `50 €`."""
_AMONG_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class Text:
    """A file as UTF-8 without NUL. `path` is the file itself, or a copy in the scratch folder."""

    path: Path
    encoding: str
    problems: tuple[Problem, ...] = ()


def open_text(path: Path, scratch: Path) -> Text:
    """Find the encoding and see to it that the text is at hand as UTF-8.

    Raises EmptyFile, NotATable for what is no text, TooLong, BadEncoding.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if not head.strip(_NOTHING) and not any(c.strip(_NOTHING) for c in _chunks(path, skip=len(head))):
        raise EmptyFile(path)
    for magic, found in _MAGIC:
        if head.startswith(magic):
            raise NotATable(path, found)
    if path.stat().st_size > LONGEST_LINE:
        _refuse_long_lines(path)
    encoding = next((name for bom, name in _BOMS if head.startswith(bom)), "") or _wide(head)
    if not encoding and _is_binary(head):
        raise NotATable(path, "a binary file")
    if not encoding or encoding == "utf-8-sig":
        valid, nul, nearly, some = _try_utf8(path)
        if valid and not nul:
            return Text(path, "utf-8")
        encoding, sure = ("utf-8", True) if valid or nearly else _guess(path, _sample(path))
        if some and encoding in _WESTERN:
            encoding = "utf-8"
        copy, damaged = _copy(path, scratch, encoding)
        problems = [Problem(str(path), "nul_bytes", "NUL bytes in the file were left out.")] if nul else []
        if not sure:
            problems.append(
                Problem(
                    str(path),
                    "encoding_guessed",
                    f"The file is not UTF-8, and too little in it tells its encoding: it was read as {encoding}.",
                    "Look at letters outside English, or export the file again as UTF-8.",
                )
            )
        if damaged:
            problems.append(
                Problem(
                    str(path),
                    "mixed_encoding",
                    counted(damaged, "byte is", "bytes are")
                    + " not UTF-8 like the rest, and read as Western European.",
                    "Look at accented letters, or export the file again as UTF-8.",
                )
            )
        return Text(copy, encoding, tuple(problems))
    copy, _ = _copy(path, scratch, encoding)
    return Text(copy, encoding)


def _chunks(path: Path, skip: int = 0) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(skip)
        while chunk := file.read(_CHUNK):
            yield chunk


def _refuse_long_lines(path: Path) -> None:
    """Raises TooLong for a line that would fill the memory many times over once it is cut into cells."""
    length = 0
    for chunk in _chunks(path):
        end = max(chunk.rfind(b"\n"), chunk.rfind(b"\r"))
        length = length + len(chunk) if end < 0 else len(chunk) - end - 1
        if length > LONGEST_LINE:
            raise TooLong(path, "line", LONGEST_LINE)


def _wide(head: bytes) -> str:
    """UTF-16 without a mark: nearly every second byte of Western text is NUL, on one side."""
    half = len(head) // 2
    if half < 4:
        return ""
    even, odd = head[0 : half * 2 : 2].count(0) / half, head[1 : half * 2 : 2].count(0) / half
    if odd > 0.4 and even < 0.05:
        return "utf-16-le"
    return "utf-16-be" if even > 0.4 and odd < 0.05 else ""


def _is_binary(head: bytes) -> bool:
    """More than one byte in fifty is a control character that no text holds."""
    controls = sum(head.count(c) for c in (*range(9), *range(14, 27), 28, 29, 30, 127))
    return controls > max(2, len(head) // 50)


def _try_utf8(path: Path) -> tuple[bool, bool, bool, bool]:
    """Is all of it UTF-8; is there a NUL; if it is not all, is it so nearly (most accented letters are), and is there
    some of it (Western letters or signs, which hardly ever come of other bytes by chance)?"""
    decoder = codecs.getincrementaldecoder("utf-8")()
    nul = False
    try:
        for chunk in _chunks(path):
            nul = nul or b"\0" in chunk
            if not chunk.isascii() or decoder.getstate()[0]:
                decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        good = bad = 0
        some = False
        for chunk in _chunks(path):
            nul = nul or b"\0" in chunk
            if not chunk.isascii():
                text = chunk.decode("utf-8", "surrogateescape")
                wrong = sum(text.count(chr(c)) for c in range(0xDC80, 0xDD00))
                bad += wrong
                good += sum(not c.isascii() for c in text) - wrong
                some = some or bool(_UTF8.search(text))
        return False, nul, good > 4 * bad, some
    return True, nul, False, False


def _sample(path: Path) -> bytes:
    """Up to 64 KB of the lines that hold bytes outside ASCII."""
    kept: list[bytes] = []
    size = 0
    with path.open("rb") as file:
        while size < _HEAD and (line := file.readline(_HEAD)):
            if not line.isascii():
                kept.append(line)
                size += len(line)
    return b"".join(kept)


def _guess(path: Path, sample: bytes) -> tuple[str, bool]:
    """A one-byte (or East Asian) encoding, and whether much speaks for it. Western European unless the bytes speak
    against it."""
    western = sample.decode("cp1252", "replace")
    signs_alone = not any(c.isalpha() or c == "\N{REPLACEMENT CHARACTER}" for c in western if not c.isascii())
    if signs_alone and not _DOS.search(sample) and _long_runs(sample) < 0.5:  # £5, 20°, ½
        return "cp1252", True
    letters = sum(chr(b).isalpha() for b in sample if b < 128)
    high = sum(b >= 128 for b in sample)
    among = len(_AMONG_ASCII.findall(sample)) >= _AMONG_SHARE * high
    if (high < 8 or among or high < _LATIN_SHARE * (letters + high)) and _long_runs(sample) < 0.5:
        if high and 2 * len(_DOS.findall(sample)) > high:
            odd = sum(sample.count(b) for b in range(0xC0, 0x100))
            if odd * 10 < high:
                return "cp850", True
        signs = _CENTRAL.findall(western)
        if len(signs) > 1 and len(signs) * 20 > high:
            central = "iso8859_2" if _ISO & set(signs) else "cp1250"
            if _decodes(sample, central):
                return central, True
        undefined = sum(sample.count(b) for b in (0x81, 0x8D, 0x8F, 0x90, 0x9D))
        return "latin-1" if undefined else "cp1252", True
    from charset_normalizer import from_bytes

    best = from_bytes(sample).best()
    if best is None or best.coherence == 0:
        # Too little text to tell a language by: does it look like words in some one-byte script?
        likely = max(_SCRIPTS, key=lambda encoding: _wordlike(sample, encoding))
        if _wordlike(sample, likely) > 0.9:
            return likely, False
    if best is None:
        raise BadEncoding(path, "The file's encoding cannot be told.", "Save it as CSV (UTF-8) and load that.")
    return best.encoding, best.coherence > 0


def _decodes(sample: bytes, encoding: str) -> bool:
    try:
        sample.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _wordlike(sample: bytes, encoding: str) -> float:
    """The share of characters outside ASCII that are letters of one script, none a capital after a small letter."""
    try:
        text = sample.decode(encoding)
    except UnicodeDecodeError:
        return 0.0
    far = [(a, b) for a, b in pairwise(" " + text) if not b.isascii()]
    scripts = Counter(unicodedata.name(b, "").split(" ")[0] for _, b in far if b.isalpha())
    good = sum(b.isalpha() and not (a.islower() and b.isupper()) for a, b in far)
    lower = sum(b.islower() or not b.isupper() for _, b in far)
    one = max(scripts.values(), default=0) / max(1, scripts.total())
    return one * (good + lower) / (2 * max(1, len(far)))


def _long_runs(sample: bytes) -> float:
    """The share of the high bytes that stand beside at least two others."""
    runs = [len(m) for m in re.findall(rb"[\x80-\xff]+", sample)]
    return sum(n for n in runs if n >= 3) / max(1, sum(runs))


def _copy(path: Path, scratch: Path, encoding: str) -> tuple[Path, int]:
    """Write a UTF-8 copy without NUL; return it with the number of bytes that did not fit the encoding."""
    copy = scratch / "text.csv"
    damaged = 0
    errors = "surrogateescape" if encoding == "utf-8" else "replace"
    western = {0xDC00 + b: bytes([b]).decode("cp1252", "replace") for b in range(0x80, 0x100)}
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    with copy.open("w", encoding="utf-8", newline="") as out:
        for chunk in _ended(path):
            text = decoder.decode(chunk) if chunk is not None else decoder.decode(b"", final=True)
            plain = text.replace("\0", "").removeprefix("\ufeff")
            if errors == "surrogateescape":
                mended = plain.translate(western)
                damaged += sum(a != b for a, b in zip(plain, mended, strict=True)) if mended != plain else 0
                plain = mended
            out.write(plain)
    return copy, damaged


def _ended(path: Path) -> Iterator[bytes | None]:
    yield from _chunks(path)
    yield None
