"""A file that cannot be loaded."""

from __future__ import annotations

from collections.abc import Sequence

from core.errors.base import JoineryError


class FileError(JoineryError):
    """One file that cannot be loaded."""

    code = "file"

    def __init__(self, path: object, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.path = str(path)


class FileMissing(FileError):
    code = "file_missing"

    def __init__(self, path: object) -> None:
        super().__init__(path, f"There is no file or folder at {path}.", "Check the path and its spelling.")


class EmptyFile(FileError):
    code = "file_empty"

    def __init__(self, path: object) -> None:
        super().__init__(path, "The file holds no rows and no header.", "Export it again, or leave it out.")


class NotATable(FileError):
    code = "not_a_table"

    def __init__(self, path: object, found: str, hint: str = "Save it as CSV (UTF-8) and load that.") -> None:
        if found.startswith("a picture"):
            hint = "A picture holds no rows. Load the file that it was made of, or leave it out."
        super().__init__(path, f"The file is not a table of text: it looks like {found}.", hint)


class PartGone(FileError):
    """A file holds several tables, and none is called as was asked."""

    code = "part_gone"

    def __init__(self, path: object, titles: Sequence[str] = ()) -> None:
        self.titles = tuple(titles)
        there = ", ".join(f"“{t}”" for t in self.titles[:5]) + (", …" if len(self.titles) > 5 else "")
        message = f"The file holds these tables: {there}." if titles else "This table is no longer in the file."
        super().__init__(path, message, "Load the file to have all of its tables.")


class BadLayout(JoineryError):
    """A person's borders of a table cannot be."""

    code = "bad_layout"


class TooWide(FileError):
    code = "too_wide"

    def __init__(self, path: object, columns: int, most: int, at_least: bool = False) -> None:
        super().__init__(
            path,
            f"The file has {'more than ' if at_least else ''}{columns:,} columns; at most {most:,} fit in one table.",
            "Split it into files of fewer columns that share a key, or turn columns into rows.",
        )


class BadEncoding(FileError):
    code = "bad_encoding"


class BrokenFile(FileError):
    code = "broken_file"

    def __init__(self, path: object, what: str, why: str = "") -> None:
        reason = f" ({why.strip(' .')})" if why.strip(" .") else ""
        super().__init__(path, f"The {what} is damaged or cut off{reason}.", "Fetch or export it again.")


class LockedFile(FileError):
    code = "locked_file"

    def __init__(self, path: object, what: str) -> None:
        super().__init__(path, f"The {what} is protected by a password.", "Take the password off and load it again.")


class TooBig(FileError):
    code = "too_big"

    def __init__(self, path: object, why: str) -> None:
        super().__init__(path, f"The file was not unpacked: {why}.", "Unpack it yourself and load what you trust.")


class TooLong(FileError):
    code = "too_long"

    def __init__(self, path: object, what: str, most: int) -> None:
        super().__init__(
            path,
            f"A {what} of the file is longer than {most >> 20} MB.",
            "Look for a quote that is never closed, or export the file again with a line for each row.",
        )


class TooLittleMemory(FileError):
    code = "too_little_memory"

    def __init__(self, path: object) -> None:
        super().__init__(
            path,
            "The file needs more memory than loading may use.",
            "Raise the setting ingest_memory_mb, or split the file.",
        )


class ReadingStopped(FileError):
    """The process that read the file took more than it may, or broke; it was ended."""

    code = "reading_stopped"

    def __init__(self, path: object, took: str) -> None:
        super().__init__(
            path,
            f"Reading the file was stopped: it took {took}.",
            "The file may be damaged or made to do harm. Save it as CSV (UTF-8) and load that.",
        )


class FileChanged(FileError):
    """Somebody wrote the file while it was read: what was seen first and last is not of one piece."""

    code = "file_changed"

    def __init__(self, path: object) -> None:
        super().__init__(
            path,
            "The file changed while it was read, so nothing of it was taken.",
            "Load it again once it is no longer written, or load a copy.",
        )


class OurMistake(FileError):
    """An exception that nobody foresaw; `what` says which and where, and nothing of what the file holds."""

    code = "our_mistake"

    def __init__(self, path: object, what: str) -> None:
        super().__init__(
            path,
            f"Joinery made a mistake while it loaded the file ({what}). The fault is ours; the file may be in order.",
            "Save it in another form (CSV in UTF-8 is plainest) and load that. Report the mistake with these words.",
        )


class RowsLost(FileError):
    code = "rows_lost"

    def __init__(self, path: object, expected: int, got: int) -> None:
        super().__init__(
            path,
            f"The file holds {expected:,} rows but only {got:,} could be read, so nothing was loaded.",
            "Look for a broken quote or uneven rows, mend the file and load it again.",
        )


class BadType(FileError):
    """A column cannot be read as a person wants it: no cell fits, or day and month cannot be told apart."""

    code = "bad_type"

    def __init__(self, path: object, label: str, wanted: str) -> None:
        unclear = wanted == "dates"
        super().__init__(
            path,
            f"“{label}” cannot be read as {wanted}: no cell fits{', or day and month cannot be told apart' * unclear}.",
            f"{'Say whether the day or the month comes first, or choose' if unclear else 'Choose'} another type. "
            "The column stays as it was.",
        )


class BadCase(FileError):
    """A line of a file of questions that cannot be used; `example` is one that could."""

    code = "bad_case"

    def __init__(self, path: object, line: int, what: str, example: str = "") -> None:
        hint = f"Write it like this: {example}" if example else "Mend that line and try again."
        super().__init__(path, f"Line {line} of the questions cannot be used: {what}.", hint)
        self.line = line
