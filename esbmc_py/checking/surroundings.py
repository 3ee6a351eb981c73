"""What an answer rests on besides the program: a line for each part of its surroundings that the program can meet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from esbmc_py.frontend.linker import READ_CLOCKS
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import ASSUMPTIONS, HAVOC, PURE, RETURNS
from esbmc_py.goto.program import Program

_WAITS = {"pthread_cond_wait", "cnd_wait"}
_MOST_NAMES = 5
_EFFECTS = {
    HAVOC: "may write what their arguments lead to, call back twice at most and return anything (see --external)",
    RETURNS: "return anything and do nothing else",
    PURE: "return anything and do nothing else",
}
NO_SPURIOUS_WAKEUPS = "condition variables wake up when signalled only (--spurious-wakeups looks at others, too)"


def surroundings(program: Program, semantics: Semantics) -> list[str]:
    """For people: one sentence each."""
    told = [sentence for tell in _PARTS if (sentence := tell(program, semantics)) is not None]
    return told + outside(program)


def _wakeups(program: Program, semantics: Semantics) -> str | None:
    if not _WAITS & program.functions.keys():
        return None
    spurious = semantics.surroundings.spurious_wakeups
    return "condition variables may wake up spuriously" if spurious else NO_SPURIOUS_WAKEUPS


def _clocks(program: Program, semantics: Semantics) -> str | None:
    """Only whoever looks at the time of day could tell."""
    if not any(name in program.functions and program.functions[name].is_model for name in READ_CLOCKS):
        return None
    if semantics.surroundings.clock_steps:
        return "the time of day may be set to any time; other clocks do not go back"
    return "clocks show any time, and do not go back (--clock-steps: the time of day may)"


def outside(program: Program, kinds: Sequence[str] = ASSUMPTIONS) -> list[str]:
    """Functions without a body, by what they were taken to do; a few of their names."""
    sentences = []
    for what, effects in _EFFECTS.items():
        if what not in kinds:
            continue
        names = [name for name, assumed in program.outside.items() if assumed == what]
        if names:
            shown = ", ".join(f"'{name}'" for name in names[:_MOST_NAMES])
            more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
            sentences.append(f"functions without a body ({shown}{more}) {effects}")
    return sentences


def _models(program: Program, semantics: Semantics) -> str | None:
    if semantics.models is None:
        return None
    return f"library functions are those in {semantics.models} where it defines them"


_PARTS: Sequence[Callable[[Program, Semantics], str | None]] = (_wakeups, _clocks, _models)
