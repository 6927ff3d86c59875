"""Archives, Word files and workbooks whose inside a test writes by hand."""

from __future__ import annotations

import io
import zipfile

WORDS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
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
