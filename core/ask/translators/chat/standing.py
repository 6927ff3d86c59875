"""How far a chat model is believed where it differs from the rules: as far as it has agreed where they were sure.

Two readers who share nothing but the linker: where the rules are right with probability c and the model with t, they
agree about c·t of the time. So t is about (times agreed) / (sum of the rules' confidences), here with a few questions
of an ordinary model counted before the first (Dawid & Skene 1979 for two observers, one of them calibrated).
"""

from __future__ import annotations

import threading
from typing import Protocol

ORDINARY, COUNTED = 0.98, 4.0
"""The trust in a model that nobody has seen yet, and as how many of the rules' sure readings it counts: a good model is
followed from the first question on, a bad one until it has differed a few times."""
TRUSTED = 0.8
"""A model trusted less is asked for several queries where it differs from the rules."""
TELLING = 0.6
"""From this confidence of the rules on, agreement says something of the model."""


class Believes(Protocol):
    """Decides between the rules and a model that differs."""

    def note(self, agreed: bool, confidence: float) -> None: ...

    def prefers_rules(self, confidence: float) -> bool: ...

    @property
    def trusted(self) -> bool:
        """Whether one query of the model's is enough."""
        ...


class Standing:
    """What is known of one model while the program runs. Threads may share it."""

    def __init__(self) -> None:
        self._agreed, self._expected = ORDINARY * COUNTED, COUNTED
        self._lock = threading.Lock()

    @property
    def trust(self) -> float:
        """How often the model is right, as far as can be told; 0..1."""
        with self._lock:
            return min(1.0, self._agreed / self._expected)

    def note(self, agreed: bool, confidence: float) -> None:
        """One question that both read, the rules with this confidence."""
        if confidence >= TELLING:
            with self._lock:
                self._agreed += agreed
                self._expected += confidence

    def prefers_rules(self, confidence: float) -> bool:
        """Whether the rules, so confident, are likelier right than the model."""
        return confidence > self.trust

    @property
    def trusted(self) -> bool:
        return self.trust >= TRUSTED

    def text(self) -> str:
        """For a workspace to keep."""
        with self._lock:
            return f"{self._agreed:.4f} {self._expected:.4f}"

    def read(self, text: str) -> None:
        """Go on from what `text` kept; what cannot be read is passed over."""
        try:
            agreed, expected = map(float, text.split())
        except ValueError:
            return
        if 0.0 <= agreed < 1e9 and COUNTED <= expected < 1e9:
            with self._lock:
                self._agreed, self._expected = agreed, expected


class Decided:
    """What was decided the first time, for an answer that is made again."""

    def __init__(self, rules: bool) -> None:
        self._rules = rules

    def note(self, agreed: bool, confidence: float) -> None:
        """Nothing is learned from a replay."""

    def prefers_rules(self, confidence: float) -> bool:
        return self._rules

    @property
    def trusted(self) -> bool:
        """Replayed votes are in the recording; without any there is none to ask."""
        return False
