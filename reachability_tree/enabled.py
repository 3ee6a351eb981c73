"""When a thread is blocked, whatever values its step might ask for."""

from __future__ import annotations

from itertools import product

from symex.state import State, Step
from symex.terms import FALSE, TRUE, Term, and_, bv, substitute, symbols

_MOST_BITS = 8


def blocked_for_all_inputs(state: State, number: int, step: Step) -> Term:
    """The condition, on what was there before the step, under which the step is not enabled.

    A step may take inputs before it comes to a Block. It is enabled if it is so for some of them; so blocked means
    blocked for every value of the inputs that are new.
    """
    blocked = step.blocked
    if blocked is TRUE or blocked is FALSE:
        return blocked
    taken = state.threads[number].inputs
    fresh = [symbol for symbol in symbols(blocked) if _is_input(symbol.payload, number, taken)]
    if not fresh or sum(symbol.width for symbol in fresh) > _MOST_BITS:
        return blocked
    result = TRUE
    for values in product(*(range(1 << symbol.width) for symbol in fresh)):
        chosen = {symbol: bv(value, symbol.width) for symbol, value in zip(fresh, values, strict=True)}
        result = and_(result, substitute(blocked, chosen))
    return result


def _is_input(name: str, thread: int, first: int) -> bool:
    """Whether a symbol is an input of `thread` from number `first` on."""
    kind, _, rest = name.partition("!")
    if kind != "in":
        return False
    owner, _, place = rest.partition("!")
    return int(owner) == thread and int(place.partition(":")[0]) >= first
