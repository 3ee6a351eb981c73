"""What a step that is not enabled waits for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from esbmc_py.goto.deferred import dataclass

from .terms import FALSE, TRUE, Term, any_of, bool_symbol, bv, eq, extract, implies, or_
from .values import Value, as_term

SET_BITS = 64


@dataclass(frozen=True, slots=True)
class WaitFor:
    """Where `guard` holds, the step waits; if threads are named, each of them has to move before it can."""

    guard: Term
    reason: str
    holder: Value = 0  # a thread's `__smtcb_self`, or null
    holders: Value = 0  # bit n: thread n

    @property
    def names_holders(self) -> bool:
        return not (
            self.holder.__class__ is int and self.holder == 0 and self.holders.__class__ is int and self.holders == 0
        )


def is_among(wait: WaitFor, thread: int, self_value: Value, pointer_bits: int) -> Term:
    """The condition under which the wait is for a thread whose `__smtcb_self` is `self_value`."""
    return or_(_is_holder(wait.holder, self_value, pointer_bits), _has_member(wait.holders, thread))


def stuck_set(threads: Sequence[int], waits: Callable[[int, Mapping[int, Term]], Term]) -> list[Term]:
    """Together these say: some threads wait, each for what another of them holds. The solver chooses which ones.

    `waits` tells when a thread waits for one of the chosen, given when each of them is chosen.
    """
    stuck = {thread: bool_symbol(f"stuck!{thread}") for thread in threads}
    someone = any_of(list(stuck.values()))
    return [someone, *(implies(stuck[thread], waits(thread, stuck)) for thread in threads)]


def _is_holder(holder: Value, self_value: Value, bits: int) -> Term:
    if isinstance(holder, int) and isinstance(self_value, int):
        return TRUE if holder == self_value != 0 else FALSE
    return eq(as_term(holder, bits), as_term(self_value, bits))


def _has_member(holders: Value, thread: int) -> Term:
    if thread >= SET_BITS:
        return FALSE
    if isinstance(holders, int):
        return TRUE if holders >> thread & 1 else FALSE
    return eq(extract(holders, thread, thread), bv(1, 1))
