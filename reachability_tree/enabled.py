"""When a thread is blocked, whatever values its step might ask for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from symex.state import State, Step
from symex.terms import FALSE, TRUE, Term, and_, bv, substitute, symbols
from symex.terms.sorts import is_array

_ENUMERATED_BITS = 8
_SAMPLES = (0, 1)


def blocked_for_all_inputs(state: State, number: int, step: Step) -> Term:
    """The condition, on what was there before the step, under which the step is not enabled.

    A step may take inputs, or be the first to read undefined memory, before it comes to a Block. It is enabled if it is
    so for some of these values; so blocked means blocked for every value of what is new. A few bits are enumerated; of
    wider ones, two values are tried. That is enough where undefined memory holds a lock or a flag; where it is not,
    the condition is too weak, and a deadlock that follows from it does not stand up to its replay.
    """
    blocked = step.blocked
    if blocked is TRUE or blocked is FALSE:
        return blocked
    return for_all_values(blocked, list(_fresh(state, number, blocked)))


def for_all_values(blocked: Term, fresh: list[Term]) -> Term:
    """The condition for every value of these symbols, or for so many that it makes little difference."""
    if not fresh:
        return blocked
    exact = sum(symbol.width for symbol in fresh) <= _ENUMERATED_BITS
    result = TRUE if exact else blocked
    for values in product(*(range(1 << symbol.width) if exact else _SAMPLES for symbol in fresh)):
        chosen = {symbol: bv(value, symbol.width) for symbol, value in zip(fresh, values, strict=True)}
        result = and_(result, substitute(blocked, chosen))
        if result is FALSE:
            break
    return result


def _fresh(state: State, number: int, blocked: Term) -> Iterator[Term]:
    """The symbols that the step has introduced."""
    settled: set[Term] | None = None
    taken = state.threads[number].inputs
    for symbol in symbols(blocked):
        if is_array(symbol.width):
            continue
        if is_input_since(symbol, number, taken):
            yield symbol
        elif symbol.payload.startswith("mem!"):
            settled = _cell_values(state) if settled is None else settled
            if symbol not in settled:
                yield symbol


def is_input_since(symbol: Term, thread: int, taken: int) -> bool:
    """Is it an input of the thread, taken when it had so many already?"""
    kind, _, rest = symbol.payload.partition("!")
    owner, _, place = rest.partition("!")
    return kind == "in" and int(owner) == thread and int(place.partition(":")[0]) >= taken


def _cell_values(state: State) -> set[Term]:
    """Undefined memory that was read has its symbol in a cell."""
    values: set[Term] = set()
    for target in state.memory.values():
        if target.image is None:
            values.update(value for _, value in target.cells.values() if isinstance(value, Term))
    return values
