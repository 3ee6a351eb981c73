"""Any solver that reads SMT-LIB 2 from its standard input and answers on its standard output.

The process starts with the first check, in the logic that the assertions need; should they come to need more, or should
the process have died, the next check starts another one and says everything again.
"""

from __future__ import annotations

from collections.abc import Sequence

from symex.terms import Printer, Term, Value
from symex.terms.notation import quote
from symex.terms.smtlib import logic, logic_of_widths

from .answers import SAT, UNSAT, Result, SolverError, Unknown
from .interface import NO_LIMITS, Backend, Limits, Statistics
from .processes import ProcessEnded, SolverProcess
from .sexpressions import SExpression, read_value

_PATIENCE = 60.0  # seconds for a value or a core, which are there once the check is done


class SmtLibSolver(Backend):
    def __init__(self, command: str, limits: Limits = NO_LIMITS) -> None:
        super().__init__(f"smtlib:{command}", limits)
        self._command = command
        self._milliseconds: int | None = None
        self.set_timeout(limits.milliseconds)
        self._process: SolverProcess | None = None
        self._starts = 0
        self._printer = Printer()
        self._logic = ""
        self._marks: list[tuple[int, int]] = []  # per level: what the printer knew, and how many proxies there were
        self._proxies: dict[Term, str] = {}
        self._proxy_trail: list[Term] = []

    def set_timeout(self, milliseconds: int | None) -> None:
        effort = self.limits.effort
        known = [limit for limit in (milliseconds, None if effort is None else effort // 10) if limit is not None]
        self._milliseconds = min(known, default=None)

    def interrupt(self) -> None:
        process = self._process
        if process is not None:
            process.interrupt()

    def close(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None

    # --- the process ------------------------------------------------------------------------------------------------

    def _start(self, assumptions: Sequence[Term]) -> None:
        """A new process that knows everything asserted so far, level by level."""
        self.close()
        self._logic = logic([*self._assertions, *assumptions])
        self._process = process = SolverProcess(self._command, self.limits.memory)
        self._starts += 1
        self._printer = Printer()
        self._marks, self._proxies, self._proxy_trail = [], {}, []
        for option in ("print-success false", "produce-models true", "produce-unsat-assumptions true"):
            process.write(f"(set-option :{option})")
        process.write(f"(set-logic {self._logic})")
        starts = [0, *self._levels, len(self._assertions)]
        for level in range(len(starts) - 1):
            if level:
                self._push()
            for term in self._assertions[starts[level] : starts[level + 1]]:
                self._assert(term)

    def _define(self, terms: Sequence[Term]) -> SolverProcess:
        process = self._running()
        for command in self._printer.commands(terms):
            process.write(command)
        return process

    def _running(self) -> SolverProcess:
        if self._process is None:
            raise SolverError("the solver's process has ended; check again")
        return self._process

    # --- the interface ----------------------------------------------------------------------------------------------

    def _assert(self, term: Term) -> None:
        if self._process is not None:
            self._define([term]).write(f"(assert {self._printer.text(term)})")

    def _push(self) -> None:
        if self._process is not None:
            self._marks.append((self._printer.mark(), len(self._proxy_trail)))
            self._process.write("(push 1)")

    def _pop(self, levels: int) -> None:
        if self._process is not None:
            known, proxies = self._marks[-levels]
            del self._marks[-levels:]
            self._printer.forget(known)
            for term in self._proxy_trail[proxies:]:
                del self._proxies[term]
            del self._proxy_trail[proxies:]
            self._process.write(f"(pop {levels})")

    def _check(self, assumptions: tuple[Term, ...]) -> Result:
        try:
            return self._ask(assumptions)
        except ProcessEnded as ended:
            self._process = None
            reason = str(ended)
            return Unknown(f"timed out after {self._milliseconds} ms" if reason == "timed out" else reason)

    def _ask(self, assumptions: tuple[Term, ...]) -> Result:
        if self._process is not None:
            self._define(assumptions)
        if self._process is None or logic_of_widths(self._printer.widths) != self._logic:
            self._start(assumptions)
        literals = " ".join(self._literal(term) for term in assumptions)
        question = f"(check-sat-assuming ({literals}))" if assumptions else "(check-sat)"
        seconds = None if self._milliseconds is None else self._milliseconds / 1000
        match self._running().ask(question, seconds):
            case "sat":
                return SAT
            case "unsat":
                return UNSAT
            case "unknown":
                return Unknown(f"{self._command} answered unknown")
            case "unsupported":
                return Unknown(f"{self._command} answered unsupported")
            case answer:
                self.close()  # it has said something unasked for: its next answers cannot be trusted to be in step
                return Unknown(f"{self._command} answered {_words(answer)}")

    def _literal(self, term: Term) -> str:
        """Assumptions are literals in SMT-LIB: anything else gets a constant that implies it."""
        process = self._define([term])
        atom = term.args[0] if term.op == "not" else term
        if atom.op == "symbol":
            return f"(not {quote(atom.payload)})" if term.op == "not" else quote(atom.payload)
        proxy = self._proxies.get(term)
        if proxy is None:
            proxy = self._proxies[term] = f"a!{term.id}"
            self._proxy_trail.append(term)
            process.write(f"(declare-fun {proxy} () Bool)")
            process.write(f"(assert (=> {proxy} {self._printer.text(term)}))")
        return proxy

    def _unsat_core(self) -> list[Term]:
        if not self._assumptions:
            return []
        answer = self._query("(get-unsat-assumptions)")
        if isinstance(answer, str) or (answer and answer[0] == "error"):
            return list(self._assumptions)  # it cannot tell: all of them are a core
        named = {_words(literal) for literal in answer}
        return [term for term in self._assumptions if self._literal(term) in named]

    def _symbol_value(self, symbol: Term) -> Value | None:
        if not self._printer.knows(symbol):
            return None
        match self._query(f"(get-value ({quote(symbol.payload)}))"):
            case [[_, value]]:
                return read_value(value)
            case answer:
                raise SolverError(f"{self._command} gives no value: {_words(answer)}")

    def _query(self, question: str) -> SExpression:
        try:
            return self._running().ask(question, _PATIENCE)
        except ProcessEnded as ended:
            self._process = None
            raise SolverError(str(ended)) from ended

    def _own_statistics(self) -> Statistics:
        return {"processes started": self._starts}


def _words(expression: SExpression) -> str:
    if isinstance(expression, str):
        return expression
    return f"({' '.join(_words(part) for part in expression)})"
