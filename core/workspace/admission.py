"""A workspace as one person may use it: each thing they do is allowed or refused here, and what changes is noted.

What may be done is one list, `ALLOWED`; what is not in it is refused, whoever asks. A handle that was given out holds
its person, also in a job's thread, and asks anew at each call what they may do now.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, cast

from core.errors import JoineryError, NotAllowed
from core.workspace.action_log import ActionLog
from core.workspace.people import Person, Role, Rules, allowed
from core.workspace.uploads import OWN_FOLDERS

if TYPE_CHECKING:
    from core.workspace import Workspace

_PASSWORD = re.compile(r"(://[^/:@\s]*):\S*(?=@)|(?<=[?&])\w*(?:password|passwd|token)=[^&#\s,]*", re.IGNORECASE)
"""Within an address. It goes to no file."""
Rule = tuple[Role, str]
"""The least role, and the word for the log; "" for what is not noted."""


def _looking(names: str) -> dict[str, Rule]:
    return dict.fromkeys(names.split(), (Role.LOOK, ""))


def _asking(names: str) -> dict[str, Rule]:
    return dict.fromkeys(names.split(), (Role.ASK, ""))


def _noted(role: Role, **words: str) -> dict[str, Rule]:
    return {name: (role, word) for name, word in words.items()}


ALLOWED: dict[str, dict[str, Rule]] = {
    "tables": {
        **_looking("all get preview file_as_found layout_override"),
        **_noted(Role.CHANGE, load="load", remove="delete", fetched="note origin", replace="replace", rename="rename"),
        **_noted(Role.CHANGE, set_type="set type", set_layout="set borders", keep_private="set privacy"),
        **_noted(Role.CHANGE, call_rows="name rows", count_by="set date", label_value="label value"),
        **_noted(Role.CHANGE, unite="unite", part="part", unite_columns="unite columns", part_column="part column"),
        **_noted(Role.CHANGE, remove_member="delete", replace_member="replace", describe="describe"),
        **_noted(Role.CHANGE, describe_with_model="describe", ask_codes="", check="check", rebuild="rebuild"),
    },
    "database": {
        **_looking("database name schema"),
        **_noted(Role.OPERATE, attach="attach", again="attach", detach="detach", offered="", load_into="load into"),
    },
    "copies": {**_looking("all"), **_noted(Role.OPERATE, bring="bring in", again="bring in anew")},
    "joins": {
        **_looking("all by in_doubt preferred prepare_reviews uses_hinted"),
        **_noted(
            Role.CHANGE,
            review="review",
            add="add join",
            prefer="prefer path",
            prefer_through="prefer path",
            forget_preference="forget path",
        ),
        **_noted(Role.CHANGE, ask_model="review by model", score_by="choose scorer"),
    },
    "clusters": {**_looking("names"), **_noted(Role.CHANGE, rename="name group")},
    "interview": {
        **_looking("questions answered"),
        **_noted(Role.CHANGE, answer="answer", mean="answer", call="answer", skip="skip", undo="undo"),
    },
    "portals": {
        **_looking("fetched"),
        **_noted(Role.CHANGE, policy="", search="", preview="", newer="", leave=""),
        **_noted(Role.CHANGE, load="fetch", replace="fetch newer"),
    },
    "questions": {
        **_looking("suggested suggestions facts said_anew values warm_up"),
        **_asking("ask ask_again edited unedited replay sql cypher own_sql"),
        **_noted(Role.CHANGE, keep_term="define"),
    },
    "glossary": {**_looking("terms with_terms"), **_noted(Role.CHANGE, keep="define", drop="delete term")},
    "documents": {
        **_looking("names entries codes described search passages"),
        **_noted(Role.CHANGE, put="load", drop="delete document"),
    },
    "chats": {
        **_looking("chats find entries lasts path"),
        **_asking("new add replace rename"),
        **_noted(Role.CHANGE, delete="delete chat"),
    },
    "verified": {
        **_looking("all find export"),
        **_noted(Role.CHANGE, save="verify", edit="change verified", delete="delete verified", take_in="load verified"),
    },
    "settings": {
        **_looking("given chosen brought in_use translators password_source health recall_standing"),
        **_noted(Role.CHANGE, keep_standing=""),
        **_noted(Role.OPERATE, choose_model="choose model", choose_stores="choose stores", try_store=""),
        **_noted(Role.OPERATE, accept_brought="accept servers", forget_brought="refuse servers"),
    },
}
"""By subject of the workspace and by method or value."""
_PATHS = {("tables", "load"): 0, ("tables", "replace"): 1, ("tables", "replace_member"): 2}
"""Which argument names files of the machine."""
_WHOLE = frozenset({"in_place", "outdated", "built_anew", "size", "folder"})


class Admission:
    """Stands in for a `Workspace`, for one person."""

    def __init__(self, whole: Workspace, person: Person, rules: Rules, log: ActionLog | None) -> None:
        self._whole = whole
        self._person = person
        self._rules = rules
        self._log = log
        self._name = whole.folder.expanduser().resolve().name
        """By which the rules know the workspace; found once, as pages ask for the role hundreds of times."""

    @property
    def role(self) -> Role:
        """What they may do now. Raises SettingsError."""
        return self._rules.role(self._person, self._name)

    @property
    def read_only(self) -> bool:
        """For this person nothing can be changed here."""
        return self._whole.read_only or self.role < Role.CHANGE

    @property
    def operating(self) -> bool:
        """They may name servers and files of the machine."""
        return self.role >= Role.OPERATE

    def acting(self, person: Person) -> Workspace:
        """The same for another. The log goes on where there is one."""
        return self._whole.acting(person)

    def close(self) -> None:
        self._whole.close()

    def __enter__(self) -> Admission:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __getattr__(self, name: str) -> Any:
        if name in ALLOWED:
            return _Subject(self, name, getattr(self._whole, name))
        if name in _WHOLE:
            allowed(self.role, Role.LOOK, "look into this workspace")
            return getattr(self._whole, name)
        if name == "stores" and self._person.at_machine:
            return self._whole.stores
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotAllowed(f"use “{name}” of the workspace")

    def checked(self, subject: str, name: str) -> Rule:
        """Raises NotAllowed, SettingsError."""
        least, word = ALLOWED[subject].get(name, (None, ""))
        if least is None:
            raise NotAllowed(f"use “{name}” of the {subject}")
        allowed(self.role, least, _SAID[least])
        return least, word

    def call(self, subject: str, name: str, method: Callable[..., Any], args: Any, more: Any) -> Any:
        """What the method gives, where it is allowed; noted where it changes something."""
        _, word = self.checked(subject, name)
        if (place := _PATHS.get((subject, name))) is not None and not self._person.at_machine:
            given = args[place]
            _own_files(self._whole.folder, (given,) if isinstance(given, str | Path) else given)
        if not word or self._log is None:
            return method(*args, **more)
        about = subject_of(args, more)
        self._log.ready()
        outcome = "ended"
        try:
            found = method(*args, **more)
            outcome = "done"
            return found
        except JoineryError as fault:
            outcome = fault.code
            raise
        finally:
            self._log.add(self._person.name, word, about, outcome)


_SAID = {
    Role.LOOK: "look into this workspace",
    Role.ASK: "ask questions here",
    Role.CHANGE: "change anything here",
    Role.OPERATE: "name servers or files of the machine",
}


class _Subject:
    """One subject of the workspace."""

    def __init__(self, admission: Admission, name: str, real: Any) -> None:
        self._admission = admission
        self._name = name
        self._real = real

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        self._admission.checked(self._name, name)
        found = getattr(self._real, name)
        if not callable(found) or isinstance(found, type):
            return found
        return lambda *args, **more: self._admission.call(self._name, name, found, args, more)


def _own_files(folder: Path, paths: Iterable[str | Path]) -> None:
    """Raises NotAllowed for what lies elsewhere than where the app keeps what people gave it."""
    whole = folder.expanduser().resolve()
    for path in paths:
        real = Path(path).expanduser().resolve()
        if not isinstance(path, Path) or not any(real.is_relative_to(whole / name) for name in OWN_FOLDERS):
            raise NotAllowed("load files of the machine that runs Joinery", at_machine=True)


def subject_of(args: Iterable[Any], more: dict[str, Any]) -> str:
    """What an action is about, in words: names and texts among what it was given."""

    def said(value: object) -> Iterable[str]:
        if isinstance(value, Path):
            yield value.name
        elif isinstance(value, str):
            yield value
        elif isinstance(value, int | float):
            yield str(value)
        elif isinstance(value, list | tuple | set | frozenset):
            for one in value:
                yield from said(one)
        elif isinstance(title := getattr(value, "question", None) or getattr(value, "label", None), str):
            yield title

    named = (v for k, v in more.items() if k not in ("progress", "stop"))
    return _PASSWORD.sub(r"\1", ", ".join(text for value in (*args, *named) for text in said(value) if text))


def admitted(whole: Workspace, person: Person, rules: Rules, log: ActionLog | None) -> Workspace:
    """The workspace for this person; itself, where they may do everything and nothing is noted."""
    if person.at_machine and log is None:
        return whole
    return cast("Workspace", Admission(whole, person, rules, log))
