"""Z3, through its C API (see `z3_terms` for why that is safe here). The default solver."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from z3 import z3core
from z3.z3consts import Z3_OP_AS_ARRAY, Z3_OP_CONST_ARRAY, Z3_OP_STORE
from z3.z3types import Z3Exception

from symex.terms import ArrayValue, Term, Value
from symex.terms.ieee import canonical
from symex.terms.sorts import BOOL, is_array, is_float

from .answers import SAT, TOO_MUCH_WORK, UNSAT, Result, SolverError, Unknown
from .interface import NO_LIMITS, Backend, Limits, Statistics
from .z3_terms import Z3Terms

_TRUE, _FALSE = 1, -1
_BUDGET = 2_000_000  # about a second
_PER_EFFORT = 500  # of these units, per unit of `Limits.effort`
_GAVE_UP = (Unknown("canceled"), Unknown("max. resource limit exceeded"))  # what Z3 says when its budget is used up
_NO_MEMORY = "out of memory"  # in what Z3 says
_STATISTICS = {
    "memory": "megabytes",
    "max memory": "most megabytes",
    "conflicts": "conflicts",
    "decisions": "decisions",
    "propagations": "propagations",
    "mk bool var": "variables",
    "mk clause": "clauses",
    "sat conflicts": "conflicts",
    "sat decisions": "decisions",
    "sat mk var": "variables",
    "sat mk clause nary": "clauses",
    "rlimit count": "work units",
}


def _limit_memory(megabytes: int | None) -> None:
    """Holds for the whole process: Z3 has no other limit of memory."""
    z3core.Z3_global_param_set("memory_max_size", str(megabytes or 0))


def _told_by_its_code(context: Any, code: int) -> None:
    """Of an error. Without a handler, Z3 ends the process, with the exit status of a program that has a bug."""


class Z3Solver(Backend):
    """Uses the solver inside Z3 that suits how it is used.

    Z3's bit-vector solver is by far the faster one on hard formulas, and also under assumptions. Its general solver is
    needed for arrays and floats, and does two to three times as many of the small checks of a depth-first walk, where
    levels are pushed and popped. So pushing brings the general solver in, with a budget: what exceeds it goes to a
    bit-vector solver after all. The budget is of work, not of time, so that the same checks give the same models.
    """

    def __init__(self, limits: Limits = NO_LIMITS) -> None:
        super().__init__("z3", limits)
        _limit_memory(None)  # until there is a context, which could say that the limit has been reached
        config = z3core.Z3_mk_config()
        self._context = z3core.Z3_mk_context(config)
        self._handler = z3core.Z3_set_error_handler(self._context, _told_by_its_code)
        z3core.Z3_del_config(config)
        self._terms = Z3Terms(self._context)
        self._milliseconds = limits.milliseconds
        self._proxies: dict[Term, Any] = {}
        self._proxy_trail: list[Term] = []
        self._proxy_levels: list[int] = []
        self._proxy_count = 0
        self._model: Any = None
        self._general = False
        self._solver: Any = self._new_solver(general=False)
        self._second: Any = None  # the solver that gave the last answer, where the first one had given up
        _limit_memory(limits.memory)

    def set_timeout(self, milliseconds: int | None) -> None:
        self._milliseconds = milliseconds
        if self._context is not None:
            self._configure(self._solver, self._budget())

    def interrupt(self) -> None:
        if self._context is not None:
            z3core.Z3_interrupt(self._context)

    def close(self) -> None:
        """Nothing is left afterwards but answers of Unknown."""
        if self._context is not None:
            self._drop_answer()
            z3core.Z3_solver_dec_ref(self._context, self._solver)
            z3core.Z3_del_context(self._context)
            self._context = None

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self.close()

    # --- the solvers ------------------------------------------------------------------------------------------------

    def _new_solver(self, general: bool, spent: float = 0.0) -> Any:
        """`spent` seconds of the time limit are gone."""
        if general:
            solver = z3core.Z3_mk_solver(self._context)
        else:
            logic = z3core.Z3_mk_string_symbol(self._context, "QF_BV")
            solver = z3core.Z3_mk_solver_for_logic(self._context, logic)
        z3core.Z3_solver_inc_ref(self._context, solver)
        self._configure(solver, self._budget() if general else self._effort(), spent)
        return solver

    def _budget(self) -> int:
        """Of work, in Z3's units; 0 is none. There is no second solver to go to from arrays and floats."""
        effort = self._effort()
        if self._general and not self._terms.beyond_bit_vectors:
            return min(_BUDGET, effort or _BUDGET)
        return effort

    def _effort(self) -> int:
        return 0 if self.limits.effort is None else self.limits.effort * _PER_EFFORT

    def _configure(self, solver: Any, budget: int, spent: float = 0.0) -> None:
        context = self._context
        parameters = z3core.Z3_mk_params(context)
        z3core.Z3_params_inc_ref(context, parameters)
        forever = 2**32 - 1
        timeout = forever if self._milliseconds is None else max(1, self._milliseconds - int(1000 * spent))
        for name, number in (
            ("timeout", timeout),
            ("rlimit", budget),
            ("random_seed", self.limits.seed),
        ):
            z3core.Z3_params_set_uint(context, parameters, z3core.Z3_mk_string_symbol(context, name), number)
        z3core.Z3_solver_set_params(context, solver, parameters)
        z3core.Z3_params_dec_ref(context, parameters)

    def _generalize(self) -> None:
        """What has been asserted so far goes into the general solver, level by level."""
        z3core.Z3_solver_dec_ref(self._context, self._solver)
        self._general = True
        self._solver = self._new_solver(general=True)
        self._forget_proxies(0)
        starts = [0, *self._levels, len(self._assertions)]
        for level, (start, end) in enumerate(pairwise(starts)):
            if level:
                z3core.Z3_solver_push(self._context, self._solver)
            self._assert_all(self._solver, self._assertions[start:end])

    def _assert_all(self, solver: Any, terms: Sequence[Term]) -> None:
        for term in terms:
            z3core.Z3_solver_assert(self._context, solver, self._terms.convert(term))

    def _lift_budget(self) -> None:
        """The first array or float: from now on there is the general solver only."""
        if self._general:
            self._configure(self._solver, self._effort())
        else:
            self._generalize()

    # --- the interface ----------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _enough_memory(self) -> Iterator[None]:
        """If it is not: Z3 would fail at each allocation from now on, so it is let go, and the limit with it."""
        try:
            yield
        except (Z3Exception, SolverError) as error:
            if _NO_MEMORY not in str(error):
                raise
            self._give_up()

    def _give_up(self) -> None:
        _limit_memory(None)
        self.close()

    def _assert(self, term: Term) -> None:
        if self._context is not None:
            with self._enough_memory():
                self._assert_in_z3(term)

    def _assert_in_z3(self, term: Term) -> None:
        before = self._terms.beyond_bit_vectors
        converted = self._terms.convert(term)
        if self._terms.beyond_bit_vectors and not before:
            was_general = self._general
            self._lift_budget()
            if not was_general:
                return  # `term` is among the assertions, which have all been asserted anew
        z3core.Z3_solver_assert(self._context, self._solver, converted)

    def _check(self, assumptions: tuple[Term, ...]) -> Result:
        if self._context is not None:
            with self._enough_memory():
                result = self._check_with_z3(assumptions)
                if not isinstance(result, Unknown) or _NO_MEMORY not in result.reason:
                    return result
                self._give_up()
        return Unknown(self._out_of_memory())

    def _out_of_memory(self) -> str:
        return _NO_MEMORY if self.limits.memory is None else f"{_NO_MEMORY} ({self.limits.memory} MB)"

    def _check_with_z3(self, assumptions: tuple[Term, ...]) -> Result:
        before = self._terms.beyond_bit_vectors
        for term in assumptions:
            self._terms.convert(term)
        if self._terms.beyond_bit_vectors and not before:
            self._lift_budget()
        literals = [self._literal(term) for term in assumptions]
        start = time.monotonic()
        result = self._ask(self._solver, literals)
        if result in _GAVE_UP and self._general and not self._terms.beyond_bit_vectors:
            self._second = self._new_solver(general=False, spent=time.monotonic() - start)
            self._assert_all(self._second, self._assertions)
            for proxy, term in zip(literals, assumptions, strict=True):
                self._imply(self._second, proxy, term)
            result = self._ask(self._second, literals)
        return TOO_MUCH_WORK if result in _GAVE_UP and self._effort() else result

    def _ask(self, solver: Any, literals: list[Any]) -> Result:
        array = (z3core.Ast * len(literals))(*literals)
        try:
            answer = z3core.Z3_solver_check_assumptions(self._context, solver, len(literals), array)
        except Z3Exception as error:
            return Unknown(f"z3: {error}")
        if answer == _TRUE:
            return SAT
        return UNSAT if answer == _FALSE else Unknown(self._why_unknown(solver))

    def _why_unknown(self, solver: Any) -> str:
        reason = str(z3core.Z3_solver_get_reason_unknown(self._context, solver))
        if reason == "interrupted from keyboard":
            raise KeyboardInterrupt  # Z3 has taken the signal; Python has not seen it
        return f"timed out after {self._milliseconds} ms" if reason == "timeout" else reason

    def _literal(self, term: Term) -> Any:
        """Assumptions are literals for Z3: anything else gets a constant that implies it."""
        atom = term.args[0] if term.op == "not" else term
        if atom.op == "symbol":
            return self._terms.convert(term)
        proxy = self._proxies.get(term)
        if proxy is None:
            self._proxy_count += 1
            proxy = self._terms.constant(f"assumed!{self._proxy_count}", BOOL)
            self._imply(self._solver, proxy, term)
            self._proxies[term] = proxy
            self._proxy_trail.append(term)
        return proxy

    def _imply(self, solver: Any, proxy: Any, term: Term) -> None:
        implication = z3core.Z3_mk_implies(self._context, proxy, self._terms.convert(term))
        z3core.Z3_solver_assert(self._context, solver, implication)

    def _forget_proxies(self, count: int) -> None:
        for term in self._proxy_trail[count:]:
            del self._proxies[term]
        del self._proxy_trail[count:]
        self._proxy_levels = [min(level, count) for level in self._proxy_levels]

    def _unsat_core(self) -> list[Term]:
        vector = z3core.Z3_solver_get_unsat_core(self._context, self._answering())
        z3core.Z3_ast_vector_inc_ref(self._context, vector)
        size = z3core.Z3_ast_vector_size(self._context, vector)
        identities = {self._identity(z3core.Z3_ast_vector_get(self._context, vector, i)) for i in range(size)}
        z3core.Z3_ast_vector_dec_ref(self._context, vector)
        return [term for term in self._assumptions if self._identity(self._literal(term)) in identities]

    def _identity(self, ast: Any) -> int:
        return int(z3core.Z3_get_ast_id(self._context, ast))

    def _push(self) -> None:
        if self._context is None:
            return
        self._proxy_levels.append(len(self._proxy_trail))
        with self._enough_memory():
            if self._general:
                z3core.Z3_solver_push(self._context, self._solver)
            else:
                self._generalize()  # the new level is among the levels already

    def _pop(self, levels: int) -> None:
        if self._context is None:
            return
        z3core.Z3_solver_pop(self._context, self._solver, levels)
        count = self._proxy_levels[-levels]
        del self._proxy_levels[-levels:]
        self._forget_proxies(count)

    def _changed(self) -> None:
        super()._changed()
        self._drop_answer()

    def _answering(self) -> Any:
        return self._solver if self._second is None else self._second

    def _drop_answer(self) -> None:
        if self._model is not None:
            z3core.Z3_model_dec_ref(self._context, self._model)
            self._model = None
        if self._second is not None:
            z3core.Z3_solver_dec_ref(self._context, self._second)
            self._second = None

    # --- models -----------------------------------------------------------------------------------------------------

    def _symbol_value(self, symbol: Term) -> Value | None:
        converted = self._terms.known(symbol)
        if converted is None:
            return None
        if self._model is None:
            self._model = z3core.Z3_solver_get_model(self._context, self._answering())
            z3core.Z3_model_inc_ref(self._context, self._model)
        if is_float(symbol.width):
            return self._float_value(converted, -symbol.width)
        value = self._in_model(converted)
        if symbol.width == BOOL:
            return bool(z3core.Z3_get_bool_value(self._context, value) == _TRUE)
        return self._array_value(value) if is_array(symbol.width) else self._number(value)

    def _in_model(self, ast: Any) -> Any:
        result = (z3core.Ast * 1)()
        if not z3core.Z3_model_eval(self._context, self._model, ast, True, result):
            raise SolverError("z3 has no value for a symbol")
        return result[0]

    def _number(self, numeral: Any) -> int:
        return int(z3core.Z3_get_numeral_string(self._context, numeral))

    def _float_value(self, converted: Any, width: int) -> int:
        """A float in a model is a NaN or has bits."""
        is_nan = self._in_model(z3core.Z3_mk_fpa_is_nan(self._context, converted))
        if z3core.Z3_get_bool_value(self._context, is_nan) == _TRUE:
            return canonical(-1 & (1 << width) - 1, width)
        return self._number(self._in_model(z3core.Z3_mk_fpa_to_ieee_bv(self._context, converted)))

    def _array_value(self, value: Any) -> ArrayValue:
        context = self._context
        stores = []
        while True:
            application = z3core.Z3_to_app(context, value)
            kind = z3core.Z3_get_decl_kind(context, z3core.Z3_get_app_decl(context, application))
            args = [
                z3core.Z3_get_app_arg(context, application, i)
                for i in range(z3core.Z3_get_app_num_args(context, application))
            ]
            if kind != Z3_OP_STORE:
                break
            stores.append((self._number(args[1]), self._number(args[2])))
            value = args[0]
        result = self._base_array(kind, args, value)
        for index, element in reversed(stores):
            result = result.set(index, element)
        return result

    def _base_array(self, kind: int, args: list[Any], value: Any) -> ArrayValue:
        if kind == Z3_OP_CONST_ARRAY:
            return ArrayValue(self._number(args[0]))
        if kind != Z3_OP_AS_ARRAY:
            raise SolverError("z3's model has an array of a form that smtcb does not read")
        context = self._context
        function = z3core.Z3_get_as_array_func_decl(context, value)
        table = z3core.Z3_model_get_func_interp(context, self._model, function)
        result = ArrayValue(self._number(z3core.Z3_func_interp_get_else(context, table)))
        for i in range(z3core.Z3_func_interp_get_num_entries(context, table)):
            entry = z3core.Z3_func_interp_get_entry(context, table, i)
            index = self._number(z3core.Z3_func_entry_get_arg(context, entry, 0))
            result = result.set(index, self._number(z3core.Z3_func_entry_get_value(context, entry)))
        return result

    # --- statistics -------------------------------------------------------------------------------------------------

    def _own_statistics(self) -> Statistics:
        context = self._context
        if context is None:
            return {}
        raw = z3core.Z3_solver_get_statistics(context, self._answering())
        z3core.Z3_stats_inc_ref(context, raw)
        found: Statistics = {}
        for i in range(z3core.Z3_stats_size(context, raw)):
            key = str(z3core.Z3_stats_get_key(context, raw, i))
            if key in _STATISTICS:
                whole = z3core.Z3_stats_is_uint(context, raw, i)
                read = z3core.Z3_stats_get_uint_value if whole else z3core.Z3_stats_get_double_value
                found[_STATISTICS[key]] = read(context, raw, i)
        z3core.Z3_stats_dec_ref(context, raw)
        return found
