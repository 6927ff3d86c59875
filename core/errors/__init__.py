"""Every fault the product can name.

    JoineryError                      code, message, hint
    ├── WorkspaceError
    │   ├── WorkspaceBusy             another process holds the workspace
    │   ├── WorkspaceDamaged          the folder is not a workspace, or of another version
    │   ├── BadWorkspaceName          it cannot be a folder's name, or is taken
    │   ├── WorkspaceUnwritable       the disk is full or protected
    │   ├── WorkspaceGone             its folder was deleted or moved while it was open
    │   ├── WorkspaceMissing          nothing has been loaded there yet
    │   └── NotAllowed                the person may not do this here
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
    │   ├── FileChanged               somebody wrote it while it was read
    │   ├── OurMistake                an exception that nobody foresaw met one file
    │   ├── BadType                   a column cannot be read as a person wants it
    │   ├── RowsLost                  what was read and what was written do not agree
    │   └── BadCase                   a line of a questions file cannot be used; carries `line`
    ├── QueryError                    a query was not run, or did not end
    │   ├── QueryRefused              a guard said no
    │   ├── BadSyntax
    │   ├── UnknownName               carries `name` and `close`
    │   ├── QueryTimeout
    │   ├── QuestionTooLong
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

from core.errors.base import Cancelled, JoineryError, SettingsError
from core.errors.by_hand import (
    BadAnswer,
    BadEdit,
    BadExport,
    BadFamily,
    BadJoin,
    BadReplacement,
    BadTableLabel,
    BadTerm,
)
from core.errors.files import (
    BadCase,
    BadEncoding,
    BadLayout,
    BadType,
    BrokenFile,
    EmptyFile,
    FileChanged,
    FileError,
    FileMissing,
    LockedFile,
    NotATable,
    OurMistake,
    PartGone,
    ReadingStopped,
    RowsLost,
    TooBig,
    TooLittleMemory,
    TooLong,
    TooWide,
)
from core.errors.models import ModelFailed, PromptTooLong, ReplayDiffers
from core.errors.portals import (
    AddressRefused,
    FetchStopped,
    PortalError,
    PortalRefused,
    PortalReply,
    PortalUnreachable,
    WrongContent,
)
from core.errors.queries import (
    BadSyntax,
    QueryError,
    QueryFailed,
    QueryRefused,
    QueryTimeout,
    QuestionTooLong,
    StoreError,
    StoreRefused,
    StoreUnreachable,
    UnknownName,
)
from core.errors.workspace import (
    BadWorkspaceName,
    NotAllowed,
    WorkspaceBusy,
    WorkspaceDamaged,
    WorkspaceError,
    WorkspaceGone,
    WorkspaceMissing,
    WorkspaceUnwritable,
)

__all__ = [
    "AddressRefused",
    "BadAnswer",
    "BadCase",
    "BadEdit",
    "BadEncoding",
    "BadExport",
    "BadFamily",
    "BadJoin",
    "BadLayout",
    "BadReplacement",
    "BadSyntax",
    "BadTableLabel",
    "BadTerm",
    "BadType",
    "BadWorkspaceName",
    "BrokenFile",
    "Cancelled",
    "EmptyFile",
    "FetchStopped",
    "FileChanged",
    "FileError",
    "FileMissing",
    "JoineryError",
    "LockedFile",
    "ModelFailed",
    "NotATable",
    "NotAllowed",
    "OurMistake",
    "PartGone",
    "PortalError",
    "PortalRefused",
    "PortalReply",
    "PortalUnreachable",
    "PromptTooLong",
    "QueryError",
    "QueryFailed",
    "QueryRefused",
    "QueryTimeout",
    "QuestionTooLong",
    "ReadingStopped",
    "ReplayDiffers",
    "RowsLost",
    "SettingsError",
    "StoreError",
    "StoreRefused",
    "StoreUnreachable",
    "TooBig",
    "TooLittleMemory",
    "TooLong",
    "TooWide",
    "UnknownName",
    "WorkspaceBusy",
    "WorkspaceDamaged",
    "WorkspaceError",
    "WorkspaceGone",
    "WorkspaceMissing",
    "WorkspaceUnwritable",
    "WrongContent",
]
