"""Restrictions of round-robin schedules, in the manner of Lazy-CSeq (ASE 2015, §III.B).

`1,2:+:2,1` is three rounds: threads 1 and 2; all threads; 2, then 1. Threads are numbered as in the bounded program:
main is 0.
"""

from __future__ import annotations


class ScheduleProblem(ValueError):
    """A schedule that cannot be read; says why."""


def parse_rounds(text: str, threads: int) -> list[list[int]]:
    """Who runs in each round, in which order."""
    return [_round(part.strip(), threads) for part in text.split(":")]


def _round(text: str, threads: int) -> list[int]:
    if text == "+":
        return list(range(threads))
    chosen: list[int] = []
    for part in text.split(","):
        if not part.strip().isdecimal():
            raise ScheduleProblem(f"'{text}' is no round: write + for all threads, or their numbers: 1,2")
        number = int(part)
        if number >= threads:
            raise ScheduleProblem(f"there is no thread {number}: they are numbered from 0 to {threads - 1}")
        if number in chosen:
            raise ScheduleProblem(f"thread {number} runs twice in the round '{text}'")
        chosen.append(number)
    return chosen
