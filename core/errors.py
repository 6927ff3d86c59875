"""Every fault the product can name.

    JoineryError                      code, message, hint
    ├── WorkspaceError
    │   ├── WorkspaceBusy             another process holds the workspace
    │   ├── WorkspaceDamaged          the folder is not a workspace, or of another version
    │   ├── BadWorkspaceName          it cannot be a folder's name, or is taken
    │   ├── WorkspaceUnwritable       the disk is full or protected
    │   ├── WorkspaceGone             its folder was deleted or moved while it was open
    │   └── WorkspaceMissing          nothing has been loaded there yet
    ├── FileError                     one file cannot be loaded; carries `path`
    │   ├── FileMissing
    │   ├── EmptyFile
    │   ├── NotATable                 binary, HTML, JSON… under a table's name
    │   ├── TooWide                   more columns than the engine holds
    │   ├── BadEncoding
    │   ├── BrokenFile                an archive, workbook or Parquet file that is cut off or damaged
    │   ├── LockedFile                it asks for a password
    │   ├── TooBig                    unpacked it would not fit, or it is made to swell
    │   ├── TooLong                   a line or cell beyond all measure
    │   ├── TooLittleMemory
    │   ├── ReadingStopped            the process that read it took more than it may
    │   ├── BadType                   a column cannot be read as a person wants it
    │   ├── RowsLost                  what was read and what was written do not agree
    │   └── BadCase                   a line of a questions file cannot be used; carries `line`
    ├── QueryError                    a query was not run, or did not end
    │   ├── QueryRefused              a guard said no
    │   ├── BadSyntax
    │   ├── UnknownName               carries `name` and `close`
    │   ├── QueryTimeout
    │   └── QueryFailed               the engine said no; carries its words
    ├── StoreError                    a store beside the rows (graph, vectors) does not serve
    │   ├── StoreUnreachable
    │   └── StoreRefused              wrong password, other workspace, read-only
    ├── BadExport                     an answer cannot be saved as asked
    ├── BadJoin                       columns that cannot be joined as a person asked
    ├── BadReplacement                a file that cannot take the place of a table's own
    ├── BadTableLabel                 a table cannot be called so
    ├── BadTerm                       an entry of the glossary that says nothing, or too much
    ├── ModelFailed                   the chat model gave nothing to work with
    ├── ReplayDiffers                 a stored answer cannot be made again: something else would be asked
    ├── PortalError                   an open-data portal or a file on the net does not serve; carries `address`
    │   ├── AddressRefused            no public address of the web: nothing was sent there
    │   ├── PortalUnreachable         offline, or no such host
    │   ├── PortalRefused             the server said no; carries `status`
    │   ├── PortalReply               its answer is not as documented
    │   ├── FetchStopped              too big, too slow, cut off, redirected in a circle
    │   └── WrongContent              a web page, a PDF, an error in the place of a table
    ├── SettingsError                 a setting has an impossible value
    └── Cancelled                     a person pressed Stop

Each message is what the person sees; each hint is what to do next.
"""

from __future__ import annotations

from collections.abc import Sequence


class JoineryError(Exception):
    """The root. `code` is stable and machine-readable; `message` and `hint` are for people."""

    code = "error"

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def as_dict(self) -> dict[str, str]:
        return {"code": self.code, "message": self.message, "hint": self.hint}


class WorkspaceError(JoineryError):
    code = "workspace"


class WorkspaceBusy(WorkspaceError):
    """Another process has the workspace open for writing."""

    code = "workspace_busy"

    def __init__(self, folder: str) -> None:
        super().__init__(
            f"Another Joinery has the workspace {folder} open.",
            "Close the other app or command, or name another workspace with --workspace.",
        )


class WorkspaceDamaged(WorkspaceError):
    code = "workspace_damaged"


class BadWorkspaceName(WorkspaceError):
    """It cannot be a folder's name, or is taken."""

    code = "bad_workspace_name"


class WorkspaceUnwritable(WorkspaceError):
    """The folder, or a file in it, cannot be made, copied or deleted."""

    code = "workspace_unwritable"

    def __init__(self, folder: object, why: object) -> None:
        place = f"The folder {folder}" if folder else "The workspace"
        super().__init__(f"{place} cannot be written: {why}.", "See whether the disk is full or protected.")


class WorkspaceGone(WorkspaceError):
    """The folder was deleted or moved while the workspace was open."""

    code = "workspace_gone"

    def __init__(self, folder: object) -> None:
        super().__init__(
            f"The workspace folder {folder} is no longer there.",
            "Put it back where it was, then open it again. Without it, an empty workspace is begun there.",
        )


class WorkspaceMissing(WorkspaceError):
    """There is nothing to read in the folder yet."""

    code = "workspace_missing"

    def __init__(self, folder: object) -> None:
        super().__init__(
            f"Nothing has been loaded into the workspace {folder} yet.",
            "Load files first, or name another workspace.",
        )


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

    def __init__(self, path: object, columns: int, most: int) -> None:
        super().__init__(
            path,
            f"The file has {columns:,} columns; at most {most:,} fit in one table.",
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


class QueryError(JoineryError):
    code = "query"


class QueryRefused(QueryError):
    """A guard refused the query before it ran."""

    code = "query_refused"


class BadSyntax(QueryError):
    code = "bad_syntax"


class UnknownName(QueryError):
    """A table, column, label, relationship or property that does not exist."""

    code = "unknown_name"

    def __init__(self, name: str, close: Sequence[str] = (), kind: str = "name") -> None:
        hint = f"Did you mean {', '.join(close)}?" if close else "See what tables and columns there are."
        super().__init__(f"There is no {kind} “{name}”.", hint)
        self.name = name
        self.close = tuple(close)


class QueryTimeout(QueryError):
    code = "query_timeout"

    def __init__(self, seconds: float) -> None:
        super().__init__(
            f"The query was stopped after {seconds:g} seconds.",
            "Ask for less at a time, or raise the time limit in the settings.",
        )


class QueryFailed(QueryError):
    code = "query_failed"


class StoreError(JoineryError):
    code = "store"


class StoreUnreachable(StoreError):
    code = "store_unreachable"


class StoreRefused(StoreError):
    code = "store_refused"


class BadAnswer(JoineryError):
    """An answer to a question back that is none of those offered."""

    code = "bad_answer"


class BadTerm(JoineryError):
    """An entry of the glossary says nothing, or too much."""

    code = "bad_term"


class BadJoin(JoineryError):
    """Two columns, or lists of columns, that make no join."""

    code = "bad_join"


class BadEdit(JoineryError):
    """A change of a reading that its tables or columns do not allow."""

    code = "bad_edit"


class BadTableLabel(JoineryError):
    """A table's new label is empty, too long, or another's."""

    code = "bad_table_label"


class BadReplacement(JoineryError):
    """Another table has that file already, or it does not say which of its tables is meant."""

    code = "bad_replacement"


class BadFamily(JoineryError):
    """What is asked of a family of files cannot be done."""

    code = "bad_family"


class BadExport(JoineryError):
    """An answer cannot be saved under that name, or holds nothing to save."""

    code = "bad_export"


class ModelFailed(JoineryError):
    """The chat model is down, busy, too slow, or replies what cannot be used. Never holds a key or a reply."""

    code = "model_failed"


class PromptTooLong(ModelFailed):
    """More was sent than the model takes in at once. `window` is what its server says that it takes, in tokens; 0 where
    it does not say."""

    code = "prompt_too_long"

    def __init__(self, message: str, hint: str = "", window: int = 0) -> None:
        super().__init__(message, hint)
        self.window = window


class ReplayDiffers(JoineryError):
    """At the step `purpose` the model would be asked something else than it was when the answer was made."""

    code = "replay_differs"

    def __init__(self, purpose: str) -> None:
        super().__init__(
            f"At “{purpose}” something else would be asked of the chat model than for the stored answer.",
            "The files, their joins or the program have changed since. Ask the question again.",
        )
        self.purpose = purpose


class PortalError(JoineryError):
    """An open-data portal, or a file on the net, that does not serve. `address` is a URL."""

    code = "portal"

    def __init__(self, address: str, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.address = address


class AddressRefused(PortalError):
    """The address is none of the public web: nothing was sent there."""

    code = "address_refused"

    def __init__(self, address: str, why: str, hint: str = "Use the public address of the portal or file.") -> None:
        super().__init__(address, f"This address is not contacted: {why}.", hint)


class PortalUnreachable(PortalError):
    """The host has no address or does not answer: often this machine is offline."""

    code = "portal_unreachable"

    def __init__(self, address: str, host: str, why: str) -> None:
        hint = "See whether this machine is online and the address is spelt right; then try again."
        super().__init__(address, f"“{host}” cannot be reached: {why}.", hint)


class PortalRefused(PortalError):
    """The server answered with a status that is no success; `status` is HTTP's number."""

    code = "portal_refused"

    def __init__(self, address: str, status: int, message: str, hint: str = "") -> None:
        super().__init__(address, message, hint)
        self.status = status


class PortalReply(PortalError):
    """A portal's answer is not as its interface is documented, or is an error with status 200."""

    code = "portal_reply"


class FetchStopped(PortalError):
    """What came was too much, too slow, led in a circle or broke off. `code` says which."""

    def __init__(self, address: str, code: str, message: str, hint: str = "") -> None:
        super().__init__(address, message, hint)
        self.code = code


class WrongContent(PortalError):
    """Something else came than a table. `code` says what: web_page, login_page, pdf, error_reply, empty_reply…"""

    def __init__(self, address: str, code: str, message: str, hint: str = "") -> None:
        super().__init__(address, message, hint)
        self.code = code


class SettingsError(JoineryError):
    code = "settings"


class Cancelled(JoineryError):
    code = "cancelled"

    def __init__(self) -> None:
        super().__init__("Stopped.", "Ask again when you like.")
