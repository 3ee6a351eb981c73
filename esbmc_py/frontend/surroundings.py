"""What a program runs in: everything that its text does not say and that somebody outside decides.

An answer is about a program *and* its surroundings. What is not fixed here is arbitrary, within the bounds given
here; what the answer rests on is said in its scope (`esbmc_py.checking.surroundings`).
"""

from __future__ import annotations

from dataclasses import dataclass

# What a function without a body may do: write what its arguments lead to and call what it was handed (havoc), or only
# return any value. Of a pure one, the user knows that it depends on its arguments only; it may still return anything.
PURE, RETURNS, HAVOC = "pure", "returns", "havoc"
ASSUMPTIONS = (PURE, RETURNS, HAVOC)


@dataclass(frozen=True, slots=True)
class Surroundings:
    spurious_wakeups: bool = False  # waits for condition variables may end although nobody signalled
    clock_steps: bool = False  # the clock that tells the time of day may be set, also back
    externals: tuple[tuple[str, str], ...] = ()  # functions without a body ("*": all) and which of `ASSUMPTIONS` holds

    def model_settings(self) -> dict[str, int]:
        """Values of variables (of type int) in the library's models, by name: how the models get to know."""
        return {
            "__smtcb_spurious_wakeups": int(self.spurious_wakeups),
            "__smtcb_clock_steps": int(self.clock_steps),
        }
