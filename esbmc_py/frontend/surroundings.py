"""What a program runs in: everything that its text does not say and that somebody outside decides.

An answer is about a program *and* its surroundings. What is not fixed here is arbitrary, within the bounds given
here; what the answer rests on is said in its scope (`esbmc_py.checking.surroundings`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.memory_models import MODELS, SC

MOST_ARGUMENTS = 3  # if no bound is given: more where the program asks for more
SHORTEST_BOUND = 6  # of the length of a text, if none is given: longer where the program compares with longer ones
LONGEST_BOUND = 16
LARGEST_BOUND = 255  # of either
LARGEST_BUFFER = 16

# What a function without a body may do: write what its arguments lead to and call what it was handed (havoc), or only
# return any value. Of a pure one, the user knows that it depends on its arguments only; it may still return anything.
PURE, RETURNS, HAVOC = "pure", "returns", "havoc"
ASSUMPTIONS = (PURE, RETURNS, HAVOC)


@dataclass(frozen=True, slots=True)
class Surroundings:
    arguments: tuple[str, ...] | None = None  # what main is called with, without the program's name; None: anything
    max_args: int | None = None  # if anything: so many at most
    max_arg_length: int | None = None  # characters of each, and of the value of an environment variable
    likely_texts: bool = False  # where no bound says otherwise, only some arguments and values are tried
    environment: tuple[tuple[str, str], ...] = ()  # variables with their values
    open_environment: bool = True  # other variables may be set, to anything
    malloc_may_fail: bool = False  # every allocation may return null
    create_may_fail: bool = False  # no thread can be created any more
    spurious_wakeups: bool = False  # waits for condition variables may end although nobody signalled
    spurious_failures: bool = False  # a weak compare and exchange may fail although the values are equal
    clock_steps: bool = False  # the clock that tells the time of day may be set, also back
    externals: tuple[tuple[str, str], ...] = ()  # functions without a body ("*": all) and which of `ASSUMPTIONS` holds
    function: str | None = None  # what is called instead of main, with any arguments
    arbitrary_globals: bool = False  # global variables hold anything when it is
    null_arguments: bool = False  # pointers that it gets may be null
    argument_elements: int = 1  # of the arrays that they lead to
    signals: int = 2  # how many signals come from outside, at most
    timers_go_on: bool = False  # timers that repeat do so without an end, and not as often as signals come from outside
    output_may_fail: bool = True  # who looks at the result of output may find that it has failed
    any_order: bool = True  # operands that disturb each other may be evaluated from the right, too
    memory_model: str = SC  # when stores reach memory, and in which order (see `goto.memory_models`)
    store_buffer: int | None = None  # under TSO and PSO: so many stores of a thread may wait; None: see `goto`

    def most_arguments(self, asked: Iterable[int]) -> int:
        """Of a program that seems to ask for so many, or so many."""
        return max([MOST_ARGUMENTS, *asked]) if self.max_args is None else self.max_args

    def longest_text(self, compared: Iterable[str]) -> int:
        """How long an arbitrary text may be in a program that compares it with these."""
        if self.max_arg_length is not None:
            return self.max_arg_length
        lengths = [len(text) for text in compared if len(text) <= LONGEST_BOUND]
        return max([SHORTEST_BOUND, *lengths])

    @property
    def tries_likely_texts(self) -> bool:
        return self.likely_texts and self.max_args is None and self.max_arg_length is None

    def problem(self) -> str | None:
        """What is wrong with it: for people."""
        for name, bound in (("max-args", self.max_args), ("max-arg-length", self.max_arg_length)):
            if bound is not None and not 1 <= bound <= LARGEST_BOUND:
                return f"{name} is {bound}, and must be from 1 to {LARGEST_BOUND}"
        if not 1 <= self.argument_elements <= LARGEST_BOUND:
            return f"argument-elements is {self.argument_elements}, and must be from 1 to {LARGEST_BOUND}"
        if self.memory_model not in MODELS:
            return f"memory-model {self.memory_model} is not known; there are {', '.join(MODELS)}"
        if self.store_buffer is not None and not 1 <= self.store_buffer <= LARGEST_BUFFER:
            return f"store-buffer is {self.store_buffer}, and must be from 1 to {LARGEST_BUFFER}"
        for text in (*(self.arguments or ()), *(part for pair in self.environment for part in pair)):
            if "\0" in text:
                return "an argument or an environment variable has a null character in it"
        for name, _ in self.environment:
            if not name or "=" in name:
                return f"'{name}' is no name of an environment variable"
        return None

    def model_settings(self) -> dict[str, int]:
        """Values of variables (of type int) in the library's models, by name: how the models get to know."""
        return {
            "__smtcb_open_environment": int(self.open_environment),
            "__smtcb_malloc_may_fail": int(self.malloc_may_fail),
            "__smtcb_create_may_fail": int(self.create_may_fail),
            "__smtcb_spurious_wakeups": int(self.spurious_wakeups),
            "__smtcb_clock_steps": int(self.clock_steps),
            "__smtcb_signals": self.signals,
            "__smtcb_timers_go_on": int(self.timers_go_on),
            "__smtcb_output_may_fail": int(self.output_may_fail),
        }

    def record(self) -> tuple[tuple[str, Any], ...]:
        """What is not as usual, for a schedule that is to be followed in the same surroundings."""
        usual = Surroundings()
        names = [field.name for field in fields(self)]
        return tuple((name, getattr(self, name)) for name in names if getattr(self, name) != getattr(usual, name))

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Surroundings:
        """Raises ValueError for what is no such record."""
        try:
            found = cls(**{name: _frozen(value) for name, value in record.items()})
        except TypeError:
            raise ValueError("these are no surroundings") from None
        types: dict[str, type] = dict.fromkeys(("arguments", "environment", "externals"), tuple)
        types |= dict.fromkeys(("max_args", "max_arg_length", "signals", "argument_elements", "store_buffer"), int)
        types["function"] = types["memory_model"] = str
        for name in record:
            if not isinstance(getattr(found, name), types.get(name, bool)):
                raise ValueError(f"'{name}' of the surroundings is of another kind")
        return found


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value
