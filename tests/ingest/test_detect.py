"""What a file is, how it is encoded and cut, and where its table begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import EmptyFile, NotATable
from core.ingest.detect import Dialect, detect
from core.ingest.encoding import open_text
from core.ingest.names import name_columns

CITIES = "id,city\n1,Köln\n2,São Paulo\n3,Århus\n"


def look(folder: Path, content: str | bytes, name: str = "file.csv") -> tuple[Dialect, str]:
    """The dialect of a file of this content, and its text as UTF-8."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    scratch = folder / "scratch"
    scratch.mkdir(exist_ok=True)
    text = open_text(path, scratch)
    return detect(path, text.path), text.path.read_bytes().decode()


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (CITIES.encode(), "utf-8"),
        (CITIES.encode("utf-16"), "utf-16"),
        (CITIES.encode("utf-16-le"), "utf-16-le"),
        (CITIES.encode("utf-16-be"), "utf-16-be"),
        (CITIES.encode("cp1252"), "cp1252"),
        (CITIES.encode().replace(b"K", b"\0K"), "utf-8"),
    ],
)
def test_any_encoding_becomes_utf8(tmp_path: Path, content: bytes, encoding: str) -> None:
    path = tmp_path / "file.csv"
    path.write_bytes(content)
    text = open_text(path, tmp_path)
    assert (text.path.read_bytes().decode(), text.encoding) == (CITIES, encoding)


def test_a_mark_before_the_header_is_no_part_of_the_label(tmp_path: Path) -> None:
    assert look(tmp_path, CITIES.encode("utf-8-sig"))[0].top.labels == ("id", "city")


def test_greek_and_cyrillic_are_told_from_western_letters(tmp_path: Path) -> None:
    greek = "id,name\n1,Λεωνίδας\n2,Αλέξανδρος\n3,Ευστόργιος Παπαδόπουλος\n"
    assert look(tmp_path, greek.encode("iso8859-7"))[1] == greek
    russian = "id,name\n1,Москва и область\n2,Санкт-Петербург\n3,Нижний Новгород на Волге\n"
    assert look(tmp_path, russian.encode("cp1251"))[1] == russian


@pytest.mark.parametrize("encoding", ["cp1250", "iso8859-2"])
def test_polish_is_told_from_western_letters(tmp_path: Path, encoding: str) -> None:
    polish = "id,city\n1,Łódź\n2,Kraków\n3,Świdnica\n4,Żagań\n5,Białystok\n6,Wąchock\n"
    assert look(tmp_path, polish.encode(encoding))[1] == polish


@pytest.mark.parametrize(
    "text",
    [
        "id,cost\n1,£5 and more für Heizöl\n2,about 5 m³/h à l’eau courante\n3,½ of the été dernier\n",
        "id,charge,fee\n1,£21.00,£ 3\n2,£54.00,£ 4\n3,£6.00,£ 5\n4,£17.50,£ 6\n",
        "question\n¿Qué pasa contigo este año?\n¡Sí señor, muchas gracias por todo!\n¡Olé, que bueno!\n",
    ],
)
def test_signs_that_stand_by_themselves_are_western(tmp_path: Path, text: str) -> None:
    assert look(tmp_path, text.encode("cp1252"))[1] == text


@pytest.mark.parametrize("row", ["Zoë;{},50 €", "né;{}", "Zoë;£{}.50", "Zoë;{}°"])
def test_one_letter_in_short_words_and_one_sign_are_western(tmp_path: Path, row: str) -> None:
    text = "naam;prijs\n" + "".join(row.format(i) + "\n" for i in range(1, 20))
    assert look(tmp_path, text.encode("cp1252"))[1] == text


def test_an_encoding_that_little_speaks_for_is_told(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_bytes(b"id,name\n" + "".join(f"{i},né\n{i},Él\n" for i in range(9)).encode("cp850"))
    assert [p.code for p in open_text(path, tmp_path).problems] == ["encoding_guessed"]
    path.write_bytes("id,name\n1,Москва и область\n2,Нижний Новгород на Волге\n".encode("cp1251"))
    assert open_text(path, tmp_path).problems == ()


def test_letters_of_dos_are_told_by_the_letters_beside_them(tmp_path: Path) -> None:
    text = "id,city\n1,Málaga\n2,Köln\n3,Évreux\n4,Cádiz\n5,Nîmes\n6,León\n7,Jaén\n8,Santarém\n"
    assert look(tmp_path, text.encode("cp850"))[1] == text


def test_a_few_stray_bytes_do_not_spoil_a_utf8_file(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_bytes(("id,city\n" + "1,Köln\n" * 20).encode() + b"2,Malm\xf6\n")
    text = open_text(path, tmp_path)
    assert text.path.read_bytes().decode().endswith("1,Köln\n2,Malmö\n")
    assert [p.code for p in text.problems] == ["mixed_encoding"]


def test_utf8_among_western_letters_is_read_and_told(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_bytes(b"id,name\n1,caf\xc3\xa9\n2,caf\xe9\n3,\xff\xfe\n")
    text = open_text(path, tmp_path)
    assert text.path.read_text(encoding="utf-8") == "id,name\n1,café\n2,café\n3,ÿþ\n"
    assert [p.message.split(" are ")[0] for p in text.problems] == ["3 bytes"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", "^"])
def test_the_delimiter_is_found(tmp_path: Path, delimiter: str) -> None:
    dialect, _ = look(tmp_path, CITIES.replace(",", delimiter))
    assert (dialect.format.delimiter, dialect.top.labels) == (delimiter, ("id", "city"))


@pytest.mark.parametrize(
    ("content", "delimiter", "labels"),
    [
        ("id;price\n1;2,50\n2;3,75\n", ";", ("id", "price")),
        ("id\tnote\n1\ta, b, c\n2\td, e, f\n", "\t", ("id", "note")),
        ("id,tags\n" + "1,a;b;c\n" * 200, ",", ("id", "tags")),
        ("full name\nAnn B Clark\nBob D Evans\n", ",", ("full name",)),
        ("sep=;\r\nid;city\r\n1;Ulm\r\n", ";", ("id", "city")),
        ('id,text\n1,"a; b\nc; d"\n2,e\n', ",", ("id", "text")),
    ],
)
def test_what_stands_inside_cells_does_not_mislead(
    tmp_path: Path, content: str, delimiter: str, labels: tuple[str, ...]
) -> None:
    dialect, _ = look(tmp_path, content)
    assert (dialect.format.delimiter, dialect.top.labels, dialect.top.has_header) == (delimiter, labels, True)


@pytest.mark.parametrize(
    ("content", "labels"),
    [
        ("country,2019,2020,2021\nDE,1,2,3\nFR,4,5,6\n", ("country", "2019", "2020", "2021")),
        ("station,1,2,3,4\nUlm,5,9,7,1\nBonn,2,2,8,6\n", ("station", "1", "2", "3", "4")),
        ("state,2020-01-31,2020-02-29\nUlm,5,9\nBonn,2,2\n", ("state", "2020-01-31", "2020-02-29")),
        ("name,town\nAnn,Ulm\nBob,Bonn\n", ("name", "town")),
        (
            "table,column,type\n"
            + "".join(f"{t},{c},text\n" for t in ("car", "man") for c in ("a_b", "cd", "column") * 2),
            ("table", "column", "type"),
        ),
        ("a,a,,b\n1,2,3,4\n5,6,7,8\n", ("a", "a", "", "b")),
        ("a,b,c\n", ("a", "b", "c")),
        ('"x" "y"\n', ('x "y"',)),
        ('"","speed","dist"\n"1",4,2\n"2",4,10\n', ("", "speed", "dist")),
        ('"speed","dist"\n"a",4,2\n"b",4,10\n', ("", "speed", "dist")),
        (
            ",,2023,2023\nregion,code,sales,units\nN,a,1,2\nS,b,3,4\nE,c,5,6\n",
            ("region", "code", "2023 sales", "2023 units"),
        ),
    ],
)
def test_a_header_is_kept_as_it_is_written(tmp_path: Path, content: str, labels: tuple[str, ...]) -> None:
    dialect, _ = look(tmp_path, content)
    assert (dialect.top.labels, dialect.top.has_header) == (labels, True)


@pytest.mark.parametrize(
    "content",
    [
        "1,Ulm,2024-01-02\n2,Bonn,2024-01-03\n3,Kiel,2024-02-04\n",
        "5,2.5,7\n6,3.5,8\n",
        "A,2019,2020\nB,2020,2021\n",
        "N/A,1,x\n3,2,y\n4,5,z\n",
        "17\n18\n19\n",
    ],
)
def test_rows_without_a_header_are_all_data(tmp_path: Path, content: str) -> None:
    top = look(tmp_path, content)[0].top
    columns = content.split("\n")[0].count(",") + 1
    assert (top.first, top.labels) == (0, tuple(f"column{i}" for i in range(1, columns + 1)))


@pytest.mark.parametrize(
    ("content", "first", "above"),
    [
        ("\n\n\nid,city\n1,Ulm\n", 4, ()),
        ("Our report\nof 2024\n\nid,city,people\n1,Ulm,9\n2,Bonn,8\n", 4, ("Our report", "of 2024")),
        ("Our report,,\n,,\nid,city,people\n1,Ulm,9\n2,Bonn,8\n", 3, ("Our report", "")),
        ('"a title\nof two lines"\nid,city,people\n1,Ulm,9\n2,Bonn,8\n', 3, ("a title\nof two lines",)),
    ],
)
def test_what_stands_above_the_table_is_left_out_and_told(
    tmp_path: Path, content: str, first: int, above: tuple[str, ...]
) -> None:
    top = look(tmp_path, content)[0].top
    assert (top.first, top.labels[:2], top.above) == (first, ("id", "city"), above)


def test_remarks_are_known_by_the_first_line(tmp_path: Path) -> None:
    top = look(tmp_path, "# made by hand\nid,city\n1,Ulm\n# more to come\n2,Bonn\n")[0].top
    assert (top.comments, top.labels) == (True, ("id", "city"))
    top = look(tmp_path, "#id,city\n1,Ulm\n2,Bonn\n")[0].top
    assert (top.comments, top.labels) == (False, ("#id", "city"))


def test_a_table_drawn_with_bars_is_read_without_them(tmp_path: Path) -> None:
    dialect, _ = look(tmp_path, "| id | city |\n|----|:-----|\n| 1 | Ulm |\n| 2 | Bonn |\n", "file.txt")
    assert (dialect.framed, dialect.top.labels) == (True, ("id", "city"))


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04" + bytes(40),
        b"%PDF-1.7 and more",
        b"\x1f\x8b" + bytes(40),
        bytes(range(256)) * 8,
        b"<!DOCTYPE html><html><body>404</body></html>",
        b'<?xml version="1.0"?><a/>',
        b'[\n {"a": 1},\n {"a": 2}\n]\n',
        b'{"a": 1}\n{"a": 2}\n',
    ],
)
def test_what_is_no_table_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(NotATable):
        look(tmp_path, content)


def test_running_text_is_no_table(tmp_path: Path) -> None:
    text = "These are the notes that came with the data of last year.\nThey say, in short, what each column means.\n"
    with pytest.raises(NotATable, match="running text"):
        look(tmp_path, text, "README.txt")


def test_a_list_of_codes_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(NotATable, match="running text"):
        look(tmp_path, "Kinds of call (kind)\nFI = fire\nWA = water\nME: medical help\n", "codes.txt")
    blocks = (
        "Our codes (rev 3)\n\nstat\n  A   on the road\n  R   retired\n\nfuel: D = diesel; P = petrol\n\nF - failed\n"
    )
    with pytest.raises(NotATable, match="running text"):
        look(tmp_path, blocks, "codes.txt")
    look(tmp_path, "Ada\nBen\nCara = Clara\nDora\n", "names.txt")
    look(tmp_path, "code  town\nL     Leeds\nY     York\n", "fixed.txt")


@pytest.mark.parametrize(
    "line",
    ["- {}: {}, of late", "- {}: {}", "* {} = {}", "- {} {} is what is meant here", "{}\t{}, of late", "{}\t{}"],
)
def test_lists_below_headings_are_no_table(line: str, tmp_path: Path) -> None:
    blocks = (
        ("stat", {"A": "on the road", "R": "retired"}),
        ("Fuel used", {"D": "diesel", "P": "petrol", "E": "none"}),
    )
    text = "".join(f"{head}\n" + "".join(line.format(*i) + "\n" for i in of.items()) + "\n" for head, of in blocks)
    with pytest.raises(NotATable, match="running text"):
        look(tmp_path, f"Our buses\n\n{text}", "codes.txt")


def test_items_of_a_list_are_no_rows_however_even_their_commas(tmp_path: Path) -> None:
    items = {"A": "on the road", "R": "retired", "D": "sold", "P": "parked", "E": "empty", "F": "for hire"}
    text = "stat\n" + "".join(f"- {code}: {said}, of late\n" for code, said in items.items())
    with pytest.raises(NotATable, match="running text"):
        look(tmp_path, text, "codes.txt")


@pytest.mark.parametrize(
    "text",
    [
        "North\ncode\tname\nA\tAlder\nB\tBirch\n\nSouth\ncode\tname\nC\tCedar\nD\tDate palm\n",
        "Trees of the park\n\ncode\tname\nA\tAlder\nB\tBirch\n",
        "- 5,Alder\n- 7,Birch\n- 9,Cedar\n",
    ],
)
def test_tables_with_tabs_or_dashes_are_tables(text: str, tmp_path: Path) -> None:
    look(tmp_path, text, "trees.txt")


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf", b"\n\n\r\n\n", b"\xff\xfe"])
def test_nothing_is_refused_as_empty(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(EmptyFile):
        look(tmp_path, content)


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        (("id", "order"), ("id", "order")),
        (("a", "", " "), ("a", "column2", "column3")),
        (("amount", "Amount", "amount"), ("amount", "Amount_2", "amount_3")),
        (("a", "a", "a_2"), ("a", "a_3", "a_2")),
        (("", "column1"), ("column1_2", "column1")),
    ],
)
def test_columns_have_names_that_differ(labels: tuple[str, ...], names: tuple[str, ...]) -> None:
    assert name_columns(labels) == names
