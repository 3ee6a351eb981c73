"""What a program runs in: everything that its text does not say and that somebody outside decides.

An answer is about a program *and* its surroundings. What is not fixed here is arbitrary, within the bounds given
here; what the answer rests on is said in its scope (`esbmc_py.checking.surroundings`).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Surroundings:
    spurious_wakeups: bool = False  # waits for condition variables may end although nobody signalled
    signals: int = 1  # how many signals come from outside, at most

    def model_settings(self) -> dict[str, int]:
        """Values of variables (of type int) in the library's models, by name: how the models get to know."""
        return {"__smtcb_spurious_wakeups": int(self.spurious_wakeups), "__smtcb_signals": self.signals}
