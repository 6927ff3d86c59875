"""A workspace that cannot be opened, written or named."""

from __future__ import annotations

from core.errors.base import JoineryError


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


class NotAllowed(WorkspaceError):
    """The person may not do this; `at_machine` where only the one at the machine may."""

    code = "not_allowed"

    def __init__(self, what: str, *, at_machine: bool = False) -> None:
        hint = "Only the person at the machine that runs Joinery may." if at_machine else "Ask who runs this Joinery."
        super().__init__(f"You may not {what}.", hint)
