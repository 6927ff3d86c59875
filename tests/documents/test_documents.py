"""Data dictionaries and notes: read whole, matched to columns, found again, cited."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from core.documents.confined import ConfinedDocuments
from core.documents.match import Found, entries
from core.documents.read import LONGEST, read_document
from core.documents.store import Documents
from core.documents.use import cited
from core.errors import BrokenFile, EmptyFile, FileMissing, NotATable, ReadingStopped
from core.index.embed import NgramEmbedder
from core.ingest.detect import LONGEST_CELL
from core.model import Answer, Column, Profile, Table
from core.processes.pool import GRACE
from tests.attacks.packed import word
from tests.graph.graphs import table

NOTES = """# Orders
Every line is one thing ordered.

| column | meaning | unit |
|--------|:-------:|------|
| net_amount | What was paid after discounts | CHF |
| due | Day the goods had to arrive | |

- `status`: A is active, C is closed
- Shops close on Sunday.

## Customers
**segment** – the kind of business, chosen by the sales staff
"""


@pytest.fixture
def tables() -> tuple[Table, ...]:
    return (
        table("orders", ["id!", "net_amount", "due", "status"]),
        table("customers", ["id!", "segment", "status"]),
    )


def passages(folder: Path, name: str, text: str) -> tuple[Found, ...]:
    (folder / name).write_text(text, encoding="utf-8")
    return tuple(Found(name, p.place, p.text, p.cells) for p in read_document(folder / name))


def test_markdown_is_read_by_heading_row_item_and_paragraph(tmp_path: Path) -> None:
    found = passages(tmp_path, "notes.md", NOTES)
    assert [(p.place, p.text) for p in found] == [
        ("Orders", "Every line is one thing ordered."),
        ("Orders", "column | meaning | unit"),
        ("Orders", "net_amount | What was paid after discounts | CHF"),
        ("Orders", "due | Day the goods had to arrive"),
        ("Orders", "`status`: A is active, C is closed"),
        ("Orders", "Shops close on Sunday."),
        ("Customers", "**segment** – the kind of business, chosen by the sales staff"),
    ]


def test_passages_describe_the_columns_they_name(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    said = {e.about: e.text for e in entries(passages(tmp_path, "notes.md", NOTES), tables)}
    assert said == {
        "orders.net_amount": "What was paid after discounts",
        "orders.due": "Day the goods had to arrive",
        "orders.status": "A is active, C is closed",
        "customers.segment": "the kind of business, chosen by the sales staff",
    }


def test_a_dictionary_as_a_table_names_its_tables(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    rows = ("table,field,description", "customers,Status,new or old customer", "orders,status,how far it is")
    text = "\n".join((*rows, "orders,net amount,paid sum"))
    said = [(e.about, e.text, e.passage.place) for e in entries(passages(tmp_path, "dd.csv", text), tables)]
    assert said == [
        ("customers.status", "new or old customer", "row 2"),
        ("orders.status", "how far it is", "row 3"),
        ("orders.net_amount", "paid sum", "row 4"),
    ]


def test_what_a_column_is_stands_before_its_codes(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    rows = ("Field,Description,Values", "status,Stage,A=Active; C=Closed by hand", "due,Day,", "net amount,Paid sum,")
    said = {e.about: e.text for e in entries(passages(tmp_path, "dd.csv", "\n".join(rows)), tables)}
    assert said["orders.status"] == "Stage; A=Active; C=Closed by hand"


def test_the_file_that_a_dictionary_names_says_nothing_of_a_column(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    rows = ("file,field,description", "customers.csv,status,New", "orders.csv,status,How far", "orders.csv,due,Day")
    said = {e.about: e.text for e in entries(passages(tmp_path, "dd.csv", "\n".join(rows)), tables)}
    assert said == {"customers.status": "New", "orders.status": "How far", "orders.due": "Day"}


def test_a_list_of_values_is_no_dictionary(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    text = "kind,name\n" + "".join(f"status,thing {i}\n" for i in range(20))
    assert entries(passages(tmp_path, "values.csv", text), tables) == ()


def test_long_paragraphs_are_cut_between_sentences(tmp_path: Path) -> None:
    text = " ".join(f"This is sentence number {i}." for i in range(200))
    found = passages(tmp_path, "long.txt", text)
    assert " ".join(p.text for p in found) == text
    assert all(len(p.text) <= LONGEST and p.text.endswith(".") for p in found)


def test_word_documents_with_headings_and_tables(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    import docx

    made = docx.Document()
    made.add_heading("Customers", 1)
    made.add_paragraph("Who buys.")
    grid = made.add_table(rows=2, cols=2)
    for row, cells in zip(grid.rows, (("status", "new or old"), ("segment", "kind of business")), strict=True):
        for cell, text in zip(row.cells, cells, strict=True):
            cell.text = text
    made.save(str(tmp_path / "d.docx"))
    found = tuple(Found("d.docx", p.place, p.text, p.cells) for p in read_document(tmp_path / "d.docx"))
    assert next((p.place, p.text) for p in found) == ("Customers", "Who buys.")
    assert {e.about: e.text for e in entries(found, tables)} == {
        "customers.status": "new or old",
        "customers.segment": "kind of business",
    }


def test_pdf_pages_are_named(tmp_path: Path) -> None:
    (tmp_path / "d.pdf").write_bytes(pdf("segment: the kind of business."))
    assert [(p.place, p.text) for p in read_document(tmp_path / "d.pdf")] == [
        ("page 1", "segment: the kind of business.")
    ]


@pytest.mark.parametrize("name", ["d.pdf", "d.md", "d.txt", "d.csv", "d.html"])
def test_documents_are_read_in_a_process_that_can_be_ended(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    path.write_bytes(pdf("segment: the kind of business.") if name == "d.pdf" else NOTES.encode())
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.4 broken")
    expected = read_document(path)
    monkeypatch.setattr("core.documents.read.KINDS", {})  # of this process
    with ConfinedDocuments() as documents:
        assert documents.read(path) == expected
        with pytest.raises(BrokenFile):
            documents.read(tmp_path / "bad.pdf")
        monkeypatch.setattr("core.documents.confined.seconds_for", lambda path: -GRACE)
        with pytest.raises(ReadingStopped):
            documents.read(path)


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        ("a.md", b"", EmptyFile),
        ("a.txt", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), NotATable),
        ("a.pdf", b"%PDF-1.4 broken", BrokenFile),
        ("a.docx", b"PK\x03\x04 broken", BrokenFile),
        ("b.docx", b"no zip", BrokenFile),
        ("c.docx", word("<w:p></w:r>"), BrokenFile),
        ("a.csv", b"code,meaning\nA," + b"x" * (LONGEST_CELL + 1) + b"\n", BrokenFile),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str, content: bytes, fault: type[Exception]) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(fault):
        read_document(tmp_path / name)
    with pytest.raises(FileMissing):
        read_document(tmp_path / f"none-{name}")


def test_documents_are_kept_searched_replaced_and_dropped(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    (tmp_path / "notes.md").write_text(NOTES, encoding="utf-8")
    kept = Documents(tmp_path / "documents.sqlite", NgramEmbedder)
    assert (kept.names(), kept.search("anything"), kept.entries(tables)) == ((), (), ())
    told: list[float] = []
    kept.put("notes.md", read_document(tmp_path / "notes.md"), told.append)
    assert told == [1.0]
    assert kept.names() == (("notes.md", 7),)
    (best, _), *_ = kept.search('When do the shops "close"? )(*')
    assert best == Found("notes.md", "Orders", "Shops close on Sunday.", line=10)
    again = Documents(tmp_path / "documents.sqlite", NgramEmbedder)
    assert len(again.entries(tables)) == 4
    kept.put("notes.md", read_document(tmp_path / "notes.md")[:1])
    assert kept.names() == (("notes.md", 1),)
    assert kept.entries(tables) == ()
    kept.drop("notes.md")
    assert kept.names() == ()


def test_columns_are_described_and_answers_cite(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    (tmp_path / "notes.md").write_text(NOTES, encoding="utf-8")
    kept = Documents(tmp_path / "documents.sqlite", NgramEmbedder)
    kept.put("notes.md", read_document(tmp_path / "notes.md"))
    orders, _ = kept.described(tables)
    assert [c.description for c in orders.columns] == [
        "",
        "What was paid after discounts",
        "Day the goods had to arrive",
        "A is active, C is closed",
    ]
    sql = (
        'SELECT c."segment", SUM(o."net_amount") FROM "orders" AS o JOIN "customers" AS c ON o."status" = c."status" '
        'WHERE "due" > 1 GROUP BY c."segment"'
    )
    answer = cited(Answer("q", "a", sql=sql), kept, tables)
    assert [(c.source, c.text) for c in answer.citations] == [
        ("notes.md, Customers", "**segment** – the kind of business, chosen by the sales staff"),
        ("notes.md, Orders", "net_amount | What was paid after discounts | CHF"),
        ("notes.md, Orders", "due | Day the goods had to arrive"),
    ]
    unanswered = Answer("q", "a")
    assert cited(unanswered, kept, tables) is unanswered


def test_the_codes_that_stand_in_the_rows_are_cited(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    """All of them, and none that only the list of codes in the SQL names."""
    lines = "\n".join(
        f"orders,status,{v},{m}" for v, m in zip("ACPW", ("active", "closed", "paid", "waiting"), strict=True)
    )
    (tmp_path / "key.csv").write_text(f"table,column,code,meaning\n{lines}\n", encoding="utf-8")
    kept = Documents(tmp_path / "documents.sqlite", NgramEmbedder)
    kept.put("key.csv", read_document(tmp_path / "key.csv"))
    held = Profile(4, 0, 4, common=tuple((v, 1) for v in "ACPW"))
    status = Column("orders", "status", "status", "text", 0, profile=held)
    orders = replace(tables[0], columns=(status,))
    sql = (
        "SELECT CASE \"status\" WHEN 'A' THEN 'active' WHEN 'C' THEN 'closed' WHEN 'P' THEN 'paid' WHEN 'W' THEN "
        '\'waiting\' ELSE "status" END AS "status", COUNT(*) FROM "orders" GROUP BY "status"'
    )
    grouped = Answer("q", "a", sql=sql, columns=("status", "count"), rows=(("paid", 3), ("waiting", 2), ("active", 1)))
    places = lambda a: [c.source for c in cited(a, kept, (orders,)).citations]  # noqa: E731
    assert places(grouped) == ["key.csv, row 2", "key.csv, row 4", "key.csv, row 5"]
    every = (("active", 1), ("closed", 1), ("paid", 1), ("waiting", 1))
    assert places(replace(grouped, rows=every)) == [f"key.csv, row {n}" for n in (2, 3, 4, 5)]
    asked = 'SELECT COUNT(*) FROM "orders" WHERE "status" = \'P\''
    assert places(Answer("q", "a", sql=asked, columns=("count",), rows=((3,),))) == ["key.csv, row 4"]
    plain = 'SELECT "status" FROM "orders"'
    assert places(Answer("q", "a", sql=plain, columns=("status",), rows=(("W",),))) == ["key.csv, row 5"]


def pdf(text: str) -> bytes:
    """A page with one line of text."""
    stream = f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
    ]
    out, places = b"%PDF-1.4\n", []
    for n, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (n, body)
    table_at = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % p for p in places)
    return out + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table_at)


def test_a_passage_knows_its_lines(tmp_path: Path) -> None:
    found = kept(tmp_path, "n.md", "# Head\n\nOne is here.\nTwo  goes\non. Three.\n\n| a | b |\n|---|---|\n| 1 | x |\n")
    first, head, row = found
    assert (first.text, first.line) == ("One is here. Two goes on. Three.", 3)
    assert [first.line_at(first.text.index(w)) for w in ("One", "Two", "on.", "Three")] == [3, 4, 5, 5]
    assert (head.line, row.line) == (7, 9)


def test_a_part_of_a_long_paragraph_knows_its_lines(tmp_path: Path) -> None:
    for p in kept(tmp_path, "n.md", "\n".join(f"This is sentence number {i}." for i in range(1, 201))):
        for i in (int(w.strip(".")) for w in p.text.split() if w.strip(".").isdigit()):
            assert p.line_at(p.text.index(f"number {i}.")) == i


def test_documents_of_an_older_version_are_read_and_added_to(tmp_path: Path) -> None:
    kept(tmp_path, "old.md", "It is old.")
    with closing(sqlite3.connect(tmp_path / "documents.sqlite")) as db, db:
        db.execute("ALTER TABLE passages DROP COLUMN lines")
    documents = Documents(tmp_path / "documents.sqlite", NgramEmbedder)
    assert [(p.text, p.line) for p in documents.passages("old.md")] == [("It is old.", 0)]
    kept(tmp_path, "new.md", "\nIt is new.")
    assert [(p.text, p.line) for p in documents.passages("new.md")] == [("It is new.", 2)]


def kept(folder: Path, name: str, text: str) -> tuple[Found, ...]:
    """The passages of a document, as the store gives them back."""
    (folder / name).write_text(text, encoding="utf-8")
    documents = Documents(folder / "documents.sqlite", NgramEmbedder)
    documents.put(name, read_document(folder / name))
    return documents.passages(name)


def test_a_web_page_is_read_without_its_menus_and_scripts(tmp_path: Path) -> None:
    page = """<!DOCTYPE html><html><head><title>Answers</title><style>p { margin: 0 }</style></head>
<body><nav><a href="/">Home</a></nav><h1>Answers</h1>
<h2>How often is it <em>updated</em>?</h2>
<p>On the first Monday,
with the sailings of the month before.</p>
<ul><li>Free &amp; open<li>No warranty</ul>
<table><tr><th>code</th><th>meaning</th></tr><tr><td>HI</td><td>any <b>hired</b> ship</td></tr></table>
<script>var hidden = "<p>no</p>";</script><footer>imprint</footer>Last words</body></html>"""
    (tmp_path / "faq.html").write_text(page, encoding="utf-8")
    with ConfinedDocuments() as documents:
        found = documents.read(tmp_path / "faq.html")
    place = "How often is it updated?"
    assert [(p.place, p.text, p.cells, p.line) for p in found] == [
        (place, "On the first Monday, with the sailings of the month before.", (), 4),
        (place, "Free & open", (), 6),
        (place, "No warranty", (), 6),
        (place, "code | meaning", ("code", "meaning"), 7),
        (place, "HI | any hired ship", ("HI", "any hired ship"), 7),
        (place, "Last words", (), 8),
    ]


def test_what_is_told_of_at_two_places_is_not_one_thing(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    rows = ("field,description", "id,Number of the customer", "status,New", "id,Number of the order", "due,The day")
    said = {e.about: e.text for e in entries(passages(tmp_path, "dd.csv", "\n".join(rows)), tables)}
    assert {text for about, text in said.items() if about.endswith(".id")} <= {
        "Number of the customer",
        "Number of the order",
    }
    assert any(about.endswith(".id") for about in said)


def test_a_line_that_begins_with_a_file_is_a_passage_of_its_own(tmp_path: Path, tables: tuple[Table, ...]) -> None:
    text = "About the folder\n\norders.csv: a row for each thing ordered, Q = quote\ncustomers.csv - who buys\n"
    found = passages(tmp_path, "notes.txt", text)
    assert [p.text for p in found[-2:]] == text.splitlines()[2:]
    assert {e.about: e.text for e in entries(found, tables)} == {
        "orders": "a row for each thing ordered, Q = quote",
        "customers": "who buys",
    }
