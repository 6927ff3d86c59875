"""A chat model that gave nothing to work with."""

from __future__ import annotations

from core.errors.base import JoineryError


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
