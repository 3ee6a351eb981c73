"""Bitwuzla, through its Python package. The fastest on most of our formulas.

A check begins in this process, incrementally; one that takes long begins anew in a child, which has nothing else to do
and is several times as fast. Bitwuzla asks now and then whether to stop. How often it does so depends on the formula
alone: that is the measure of its work.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any

import bitwuzla
from bitwuzla import Kind, Option

from symex.terms import ArrayValue, Term, Value, implies, not_, script
from symex.terms.ieee import canonical
from symex.terms.sorts import BOOL, is_array, is_float

from .answers import SAT, TOO_MUCH_WORK, UNSAT, Result, Unknown
from .bitwuzla_terms import Converter
from .children import HAS_CHILDREN, ChildEnded, in_child
from .interface import NO_LIMITS, Backend, Limits, Statistics
from .interrupts import DeferredInterrupt

_PATIENCE = 3_000  # how often a check may ask, in this process, whether to stop: about 0.3 s
_LARGE = 20_000  # terms: what Bitwuzla does with so many before it asks for the first time may take seconds
_STATISTICS = {
    "solver::bv::bitblast::cnf::num_vars": "variables",
    "solver::bv::bitblast::cnf::num_clauses": "clauses",
    "solver::bv::bitblast::cnf::num_literals": "literals",
    "solver::bv::bitblast::aig::num_ands": "and gates",
}


def _asking(solver: BitwuzlaSolver) -> Callable[[], bool]:
    """Whether to stop. Bitwuzla keeps the callback: if it kept the solver with it, neither would ever be freed."""
    known = weakref.ref(solver)

    def should_stop() -> bool:
        asked = known()
        return asked is not None and asked.should_stop()

    return should_stop


class BitwuzlaSolver(Backend):
    def __init__(self, limits: Limits = NO_LIMITS, *, preprocessing: bool = False) -> None:
        """`preprocessing`: terms are simplified before they become clauses. Ours are simple when they are made: that
        took most of the time of many checks, and made none easier.
        """
        super().__init__("bitwuzla", limits)
        self._preprocessing = preprocessing
        self._manager = bitwuzla.TermManager()
        self._solver = bitwuzla.Bitwuzla(self._manager, self._options())
        self._solver.configure_terminator(_asking(self))
        self._converter = Converter(self._manager)
        self._groups: dict[Term, tuple[Term, ...]] = {}  # what holds where the literal does
        self._waiting: dict[Term, tuple[Term, ...]] = {}  # of these, what the solver in this process has not got
        self._taken = 0  # terms that it had at its latest check
        self._asserted_definitions: list[int] = [0]  # per level: how many of the converter's definitions are asserted
        self._interrupted = False
        self._deadline: float | None = None
        self._asked = 0  # how often the check under way has asked whether to stop
        self._patience: int | None = None  # how often it may
        self._signal = DeferredInterrupt()
        self._milliseconds = limits.milliseconds
        self._model: dict[int, Value] | None = None  # by symbol, where a child found it
        self._core: frozenset[int] | None = None  # by assumption

    def _options(self, *, core: bool = True) -> Any:
        options = bitwuzla.Options()
        options.set(Option.PRODUCE_MODELS, True)
        options.set(Option.PRODUCE_UNSAT_ASSUMPTIONS, core)
        options.set(Option.PREPROCESS, self._preprocessing)
        if self.limits.seed:
            options.set(Option.SEED, self.limits.seed)
        if self.limits.memory is not None:
            options.set(Option.MEMORY_LIMIT, self.limits.memory)
        return options

    def set_timeout(self, milliseconds: int | None) -> None:
        self._milliseconds = milliseconds

    def interrupt(self) -> None:
        self._interrupted = True

    def close(self) -> None:
        self._interrupted = True

    def _must_stop(self) -> bool:
        if self._interrupted or self._signal.noted:
            return True
        return self._deadline is not None and time.monotonic() > self._deadline

    def should_stop(self) -> bool:
        self._asked += 1
        return self._must_stop() or self._is_too_much()

    def _is_too_much(self) -> bool:
        return self._patience is not None and self._asked > self._patience

    def _assert_when(self, literal: Term, terms: Sequence[Term]) -> None:
        self._groups[literal] = self._waiting[literal] = tuple(terms)

    def _take(self, literals: Sequence[Term]) -> None:
        """Into this process, below all levels: what only children are asked about never comes here."""
        taken = {literal: self._waiting.pop(literal) for literal in literals if literal in self._waiting}
        if not taken:
            return
        levels = self._levels
        if levels:
            self._pop(len(levels))
        make, convert = self._manager.mk_term, self._converter.convert
        for literal, terms in taken.items():
            without = make(Kind.NOT, [convert(literal)])
            for term in terms:
                self._solver.assert_formula(make(Kind.OR, [without, convert(term)]))
        self._assert_definitions()
        for start, end in pairwise((*levels, len(self._assertions))):
            self._push()
            for term in self._assertions[start:end]:
                self._assert(term)

    def _assert(self, term: Term) -> None:
        converted = self._converter.convert(term)
        self._assert_definitions()
        self._solver.assert_formula(converted)

    def _assert_definitions(self) -> None:
        for definition in self._converter.definitions[self._asserted_definitions[-1] :]:
            self._solver.assert_formula(definition)
        self._asserted_definitions[-1] = len(self._converter.definitions)

    def _check(self, assumptions: tuple[Term, ...]) -> Result:
        groups = [term for term in assumptions if term in self._groups]
        for term in chain(assumptions, *(self._groups[literal] for literal in groups)):
            self._converter.convert(term)
        self._assert_definitions()
        self._interrupted = False
        self._model = self._core = None
        self._deadline = None if self._milliseconds is None else time.monotonic() + self._milliseconds / 1000
        effort = self.limits.effort
        self._asked, self._patience = 0, effort
        if HAS_CHILDREN and self._converter.size - self._taken > _LARGE:
            return self._check_in_child(assumptions)
        if HAS_CHILDREN and (effort is None or effort > _PATIENCE):
            self._patience = _PATIENCE
        self._take(groups)
        self._taken = self._converter.size
        self._signal = DeferredInterrupt()
        try:
            with self._signal:
                answer = self._solver.check_sat(*map(self._converter.convert, assumptions))
        except (bitwuzla.BitwuzlaException, MemoryError) as error:
            return Unknown(f"bitwuzla: {error}")
        if answer == bitwuzla.Result.UNKNOWN and not self._must_stop() and self._is_too_much():
            if self._patience == effort:
                return TOO_MUCH_WORK
            return self._check_in_child(assumptions)
        if answer == bitwuzla.Result.SAT:
            return SAT
        if answer == bitwuzla.Result.UNSAT:
            return UNSAT
        return Unknown(self._why_unknown())

    def _check_in_child(self, assumptions: tuple[Term, ...]) -> Result:
        """By another Bitwuzla, with everything that holds asserted anew, on one level."""
        groups = [term for term in assumptions if term in self._groups]
        holding = chain(self._assertions, *(self._groups[literal] for literal in groups))
        others = [term for term in assumptions if term not in self._groups and not_(term) not in self._groups]

        def work() -> tuple[str, dict[int, Value] | None, frozenset[int] | None]:
            self._solver = bitwuzla.Bitwuzla(self._manager, self._options(core=bool(others)))
            if self.limits.effort is not None:
                self._asked, self._patience = 0, self.limits.effort
                self._solver.configure_terminator(_asking(self))
            for formula in (*self._converter.definitions, *map(self._converter.convert, holding)):
                self._solver.assert_formula(formula)
            try:
                answer = self._solver.check_sat(*map(self._converter.convert, others))
            except (bitwuzla.BitwuzlaException, MemoryError) as error:
                return f"bitwuzla: {error}", None, None
            if answer == bitwuzla.Result.SAT:
                known = self._converter.symbols
                return "sat", {symbol.id: self._value_now(symbol) for symbol in known}, None
            if answer == bitwuzla.Result.UNSAT:
                return "unsat", None, frozenset(term.id for term in (*groups, *self._core_now(others)))
            return (TOO_MUCH_WORK.reason if self._is_too_much() else self._why_unknown()), None, None

        self._signal = DeferredInterrupt()
        try:
            with self._signal:
                answer, self._model, self._core = in_child(work, self._deadline, self._must_stop)
        except ChildEnded as ended:
            overdue = self._deadline is not None and time.monotonic() > self._deadline
            return Unknown(self._why_unknown() if overdue or self._interrupted else str(ended))
        return SAT if answer == "sat" else UNSAT if answer == "unsat" else Unknown(answer)

    def _why_unknown(self) -> str:
        if self._interrupted:
            return "interrupted"
        if self._deadline is not None and time.monotonic() > self._deadline:
            return f"timed out after {self._milliseconds} ms"
        return "bitwuzla gave up" if self.limits.memory is None else f"gave up within {self.limits.memory} MB"

    def _unsat_core(self) -> list[Term]:
        if self._core is not None:
            return [term for term in self._assumptions if term.id in self._core]
        return self._core_now(self._assumptions)

    def _core_now(self, assumptions: Sequence[Term]) -> list[Term]:
        return [term for term in assumptions if self._solver.is_unsat_assumption(self._converter.convert(term))]

    def _push(self) -> None:
        self._solver.push(1)
        self._asserted_definitions.append(self._asserted_definitions[-1])

    def _pop(self, levels: int) -> None:
        self._solver.pop(levels)
        del self._asserted_definitions[-levels:]

    def _symbol_value(self, symbol: Term) -> Value | None:
        if self._converter.known(symbol) is None:
            return None
        return self._value_now(symbol) if self._model is None else self._model[symbol.id]

    def _value_now(self, symbol: Term) -> Value:
        value = self._solver.get_value(self._converter.known(symbol))
        if symbol.width == BOOL:
            return bool(value.value())
        if is_array(symbol.width):
            return _array_value(value)
        if is_float(symbol.width):
            return canonical(int("".join(value.value(2)), 2), -symbol.width)  # sign, exponent and significand
        return int(value.value(2), 2)

    def dump_smt2(self, assumptions: Sequence[Term] = ()) -> Iterator[str]:
        grouped = [implies(literal, term) for literal, terms in self._groups.items() for term in terms]
        return script([*grouped, *self._assertions], assumptions=assumptions)

    def _own_statistics(self) -> Statistics:
        raw = self._solver.statistics()
        return {name: int(raw[key]) for key, name in _STATISTICS.items() if key in raw}


def _array_value(value: Any) -> ArrayValue:
    stores = []
    while value.kind() == Kind.ARRAY_STORE:
        value, index, element = value.children()
        stores.append((int(index.value(2), 2), int(element.value(2), 2)))
    result = ArrayValue(int(value.children()[0].value(2), 2))
    for index, element in reversed(stores):
        result = result.set(index, element)
    return result
