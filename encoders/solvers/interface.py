"""The narrow interface behind which solvers live, and what they have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypeAlias

from esbmc_py.goto.deferred import dataclass
from symex.terms import FALSE, TRUE, Term, Value, evaluate, generation, implies, script, zero

from .answers import UNSAT, Result, Sat, SolverError, Unsat

Statistics: TypeAlias = dict[str, int | float | str]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a check may use. None: as much as it takes. `memory` is in megabytes and counts where the solver can.

    `effort` is of work, not of time, so that the same checks give the same answers, however busy the machine is. Ten
    thousand take about a second. A solver that does not count its work gets that time instead.
    """

    milliseconds: int | None = None
    memory: int | None = None
    effort: int | None = None
    seed: int = 0


NO_LIMITS = Limits()


class Solver(Protocol):
    """A set of assertions that grows, and shrinks by `pop`; `check` decides them under assumptions."""

    @property
    def name(self) -> str: ...

    def assert_(self, term: Term) -> None: ...

    def assert_when(self, literal: Term, terms: Sequence[Term]) -> None:
        """They hold where the literal does, a symbol of their own. They stay: there must be nothing to pop."""
        ...

    def check(self, assumptions: Sequence[Term] = ()) -> Result: ...

    def value(self, term: Term) -> Value:
        """The value of any term in the model found by the last check, which was Sat."""
        ...

    def unsat_core(self) -> list[Term]:
        """Assumptions of the last check, which was Unsat, that contradict the assertions by themselves."""
        ...

    def push(self) -> None: ...

    def pop(self, levels: int = 1) -> None: ...

    def set_timeout(self, milliseconds: int | None) -> None:
        """For the checks that follow."""
        ...

    def set_effort(self, effort: int | None) -> None:
        """For the checks that follow: see `Limits`."""
        ...

    def interrupt(self) -> None:
        """Ends the check that is running in another thread: it is Unknown. Does nothing if none is running."""
        ...

    def statistics(self) -> Statistics: ...

    def dump_smt2(self, assumptions: Sequence[Term] = ()) -> Iterator[str]:
        """The lines of an SMT-LIB 2 file that asks what `check` would."""
        ...

    def close(self) -> None: ...


class Backend(ABC):
    """Keeps the assertions, trivial cases and the model's values; a solver adds what is its own.

    A model is read symbol by symbol, and terms are then evaluated by ourselves: whatever a solver leaves open
    (conversions out of range, the bits of a NaN) has then one meaning everywhere.
    """

    def __init__(self, name: str, limits: Limits) -> None:
        self.name = name
        self.limits = limits
        self._generation = generation()
        self._assertions: list[Term] = []
        self._levels: list[int] = []
        self._result: Result | None = None
        self._assumptions: tuple[Term, ...] = ()
        self._values: dict[int, Value] = {}
        self._checks = 0

    # --- for every solver alike -------------------------------------------------------------------------------------

    def assert_(self, term: Term) -> None:
        self._changed()
        if term is not TRUE:
            self._assertions.append(term)
            self._assert(term)

    def assert_when(self, literal: Term, terms: Sequence[Term]) -> None:
        if self._levels:
            raise SolverError("what holds under a literal cannot be popped")
        self._changed()
        self._assert_when(literal, terms)

    def check(self, assumptions: Sequence[Term] = ()) -> Result:
        self._changed()
        self._checks += 1
        self._assumptions = tuple(dict.fromkeys(term for term in assumptions if term is not TRUE))
        if FALSE in self._assumptions or FALSE in self._assertions:
            self._result = UNSAT
        else:
            self._result = self._check(self._assumptions)
        return self._result

    def value(self, term: Term) -> Value:
        if not isinstance(self._result, Sat):
            raise SolverError("there is no model: the last check was not sat")
        return evaluate(term, _Model(self), self._values)

    def unsat_core(self) -> list[Term]:
        if not isinstance(self._result, Unsat):
            raise SolverError("there is no unsat core: the last check was not unsat")
        if FALSE in self._assertions:
            return []
        if FALSE in self._assumptions:
            return [FALSE]
        return self._unsat_core()

    def push(self) -> None:
        self._changed()
        self._levels.append(len(self._assertions))
        self._push()

    def pop(self, levels: int = 1) -> None:
        if levels > len(self._levels):
            raise SolverError(f"pop of {levels} levels, {len(self._levels)} are there")
        if levels > 0:
            self._changed()
            del self._assertions[self._levels[-levels] :]
            del self._levels[-levels:]
            self._pop(levels)

    def set_effort(self, effort: int | None) -> None:
        self.limits = replace(self.limits, effort=effort)

    def dump_smt2(self, assumptions: Sequence[Term] = ()) -> Iterator[str]:
        return script(self._assertions, assumptions=assumptions)

    def statistics(self) -> Statistics:
        return {"solver": self.name, "checks": self._checks, **self._own_statistics()}

    def _changed(self) -> None:
        """The model and the core belong to the last check only."""
        if self._generation != generation():
            raise SolverError("the terms have been reset since this solver was made")
        self._result = None
        self._values.clear()

    # --- each solver's own ------------------------------------------------------------------------------------------

    @abstractmethod
    def _assert(self, term: Term) -> None: ...

    def _assert_when(self, literal: Term, terms: Sequence[Term]) -> None:
        for term in terms:
            self.assert_(implies(literal, term))  # noqa: UP005 (this is no unittest)

    @abstractmethod
    def _check(self, assumptions: tuple[Term, ...]) -> Result: ...

    @abstractmethod
    def _symbol_value(self, symbol: Term) -> Value | None:
        """The model's value; None for a symbol that the solver has never seen."""

    @abstractmethod
    def _unsat_core(self) -> list[Term]: ...

    @abstractmethod
    def _push(self) -> None: ...

    @abstractmethod
    def _pop(self, levels: int) -> None: ...

    @abstractmethod
    def _own_statistics(self) -> Statistics: ...


class _Model(Mapping[Term, Value]):
    """The model as an assignment, read from the solver on demand."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def __getitem__(self, symbol: Term) -> Value:
        value = self._backend._symbol_value(symbol)
        return zero(symbol) if value is None else value

    def __iter__(self) -> Iterator[Term]:
        raise TypeError("a model is read symbol by symbol")

    def __len__(self) -> int:
        raise TypeError("a model is read symbol by symbol")
