"""Endless executions in the concrete machine: once more round the cycle, and what it does is what must not be."""

from __future__ import annotations

from dataclasses import replace

from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.lasso import FollowedLasso, follow
from esbmc_py.vm.schedule import Schedule
from explicit_state.liveness.formula import Proposition
from explicit_state.liveness.lassos import holds
from explicit_state.liveness.search import EndlessRun

from .results import Counterexample


def replay_endless(program: Program, schedule: Schedule, wanted: EndlessRun) -> Counterexample | None:
    """It must come round to the same state, and be what must not be by the meaning of the words alone."""
    functions = {name: proposition for proposition, name in wanted.functions}
    followed = follow(program, schedule, wanted.begin, tuple(functions))
    if followed is None or (wanted.fair and not followed.is_fair) or not _is_as_wanted(followed, wanted, functions):
        return None
    return Counterexample(_with_place(wanted, followed, schedule), schedule, followed.events)


def _with_place(wanted: EndlessRun, followed: FollowedLasso, schedule: Schedule) -> EndlessRun:
    """Where the cycle begins; or where a thread is that waits for ever."""
    own = [event for event in followed.events if not event.in_model]
    if wanted.property is Property.STARVATION:
        thread = min(followed.left_out)
        before = [event for event in own if event.thread == thread]
        message = f"thread {thread} could move again and again, and never does"
        location = before[-1].location if before else wanted.location
        return replace(wanted, message=message, location=location, thread=thread)
    first = min(wanted.begin, len(schedule.threads) - 1)
    at = next((event for event in own if event.step >= first), own[-1] if own else None)
    return wanted if at is None else replace(wanted, location=at.location, thread=at.thread)


def _is_as_wanted(followed: FollowedLasso, wanted: EndlessRun, functions: dict[str, Proposition]) -> bool:
    match wanted.property:
        case Property.LTL:
            assert wanted.formula is not None
            states = [frozenset(functions[name] for name in said) for said in followed.says]
            return not holds(wanted.formula, states, min(wanted.begin, len(states) - 1))
        case Property.STARVATION:
            return bool(followed.left_out and followed.moved)
        case Property.LIVELOCK:
            marked = any(event.function == "smtcb_progress" for event in followed.events if event.step >= wanted.begin)
            same = len({one.contents for one in followed.around}) == 1
            return bool(followed.moved) and not marked and (same or not wanted.spinning)
        case _:
            return bool(followed.moved)
