"""A verdict leaves a join its own score, so that of two confirmed joins between two tables the likelier still leads."""

from __future__ import annotations

from dataclasses import replace

from core.match.decide import reviewed
from tests.ask.schemas import join


def test_a_confirmed_join_keeps_its_score_when_joins_are_looked_for_again() -> None:
    of = join("employees.department_id", "departments.department_id", score=0.99, state="probable")
    led = join("departments.manager_id", "employees.employee_id", score=0.85, state="probable")
    known = [replace(j, state="confirmed", reviewed=True) for j in (of, led)]
    again = reviewed([replace(of, score=1.0), replace(led, score=1.0)], known)
    assert [(j.id, j.state, j.score) for j in again] == [(of.id, "confirmed", 0.99), (led.id, "confirmed", 0.85)]
