"""What a person asked for that cannot be done."""

from __future__ import annotations

from core.errors.base import JoineryError


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
