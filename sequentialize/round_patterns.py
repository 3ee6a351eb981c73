"""Restrictions of round-robin schedules, in the manner of Lazy-CSeq (ASE 2015, §III.B).

`1,2:+:2,1` is three rounds: threads 1 and 2; all threads; 2, then 1. Threads are numbered as in the bounded program:
main is 0.
"""

from __future__ import annotations


class PatternProblem(ValueError):
    """A schedule that cannot be read; says why."""


def parse_pattern(text: str) -> tuple[tuple[int, ...] | None, ...]:
    """Who may move in each round, in which order; None for all threads in the order of their numbers."""
    return tuple(_round(part.strip()) for part in text.split(":"))


def _round(text: str) -> tuple[int, ...] | None:
    if text == "+":
        return None
    names = [name.strip() for name in text.split(",")]
    if not all(name.isdecimal() for name in names):
        raise PatternProblem(f"'{text}' is no round: '+', or thread numbers with commas between")
    numbers = tuple(int(name) for name in names)
    if len(set(numbers)) < len(numbers):
        raise PatternProblem(f"a thread has one turn in a round, not several: '{text}'")
    return numbers


def parse_rounds(text: str, threads: int) -> list[list[int]]:
    """The same for so many threads, all of which are known."""
    rounds = [list(range(threads)) if one is None else list(one) for one in parse_pattern(text)]
    for number in (number for one in rounds for number in one):
        if number >= threads:
            raise PatternProblem(f"there is no thread {number}: they are numbered from 0 to {threads - 1}")
    return rounds
