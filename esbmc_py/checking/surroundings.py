"""What an answer rests on besides the program: a line for each part of its surroundings that the program can meet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from esbmc_py.frontend.semantics import Semantics
from esbmc_py.goto.program import Program
from esbmc_py.goto.signals import meets_signals

_WAITS = {"pthread_cond_wait", "cnd_wait"}
NO_SPURIOUS_WAKEUPS = "condition variables wake up when signalled only (--spurious-wakeups looks at others, too)"


def surroundings(program: Program, semantics: Semantics) -> list[str]:
    """For people: one sentence each."""
    return [sentence for tell in _PARTS if (sentence := tell(program, semantics)) is not None]


def _wakeups(program: Program, semantics: Semantics) -> str | None:
    if not _WAITS & program.functions.keys():
        return None
    spurious = semantics.surroundings.spurious_wakeups
    return "condition variables may wake up spuriously" if spurious else NO_SPURIOUS_WAKEUPS


def _signals(program: Program, semantics: Semantics) -> str | None:
    if not meets_signals(program):
        return None
    match semantics.surroundings.signals:
        case 0:
            return "no signal arrives from outside (--signals 1 looks at programs that get one)"
        case 1:
            return "at most one signal arrives from outside (--signals), none that a timer or a fault sends"
        case count:
            return f"at most {count} signals arrive from outside (--signals), none that a timer or a fault sends"


def _models(program: Program, semantics: Semantics) -> str | None:
    if semantics.models is None:
        return None
    return f"library functions are those in {semantics.models} where it defines them"


_PARTS: Sequence[Callable[[Program, Semantics], str | None]] = (_wakeups, _signals, _models)
