"""Z3, through its C API (see `z3_terms` for why that is safe here). The default solver."""

from __future__ import annotations

import contextlib
from itertools import pairwise
from typing import Any

from z3 import z3core
from z3.z3consts import Z3_OP_AS_ARRAY, Z3_OP_CONST_ARRAY, Z3_OP_STORE
from z3.z3types import Z3Exception

from symex.terms import ArrayValue, Term, Value
from symex.terms.ieee import canonical
from symex.terms.sorts import BOOL, is_array, is_float

from .interface import NO_LIMITS, Backend, Limits, Statistics
from .results import SAT, UNSAT, Result, SolverError, Unknown
from .z3_terms import Z3Terms

_TRUE, _FALSE = 1, -1
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


class Z3Solver(Backend):
    def __init__(self, limits: Limits = NO_LIMITS) -> None:
        super().__init__("z3", limits)
        if limits.memory is not None:
            z3core.Z3_global_param_set("memory_max_size", str(limits.memory))  # holds for the whole process
        config = z3core.Z3_mk_config()
        self._context = z3core.Z3_mk_context(config)
        z3core.Z3_del_config(config)
        self._terms = Z3Terms(self._context)
        self._milliseconds = limits.milliseconds
        self._proxies: dict[Term, Any] = {}
        self._proxy_trail: list[Term] = []
        self._proxy_levels: list[int] = []
        self._proxy_count = 0
        self._model: Any = None
        self._general = False
        self._solver: Any = None
        self._open_solver()

    def set_timeout(self, milliseconds: int | None) -> None:
        self._milliseconds = milliseconds
        self._configure()

    def interrupt(self) -> None:
        z3core.Z3_interrupt(self._context)

    def close(self) -> None:
        if self._context is not None:
            self._close_model()
            z3core.Z3_solver_dec_ref(self._context, self._solver)
            z3core.Z3_del_context(self._context)
            self._context = None

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self.close()

    # --- the solver object ------------------------------------------------------------------------------------------

    def _open_solver(self) -> None:
        """A solver made for bit-vectors as long as these suffice; the general one from the first array or float on."""
        self._general = self._terms.beyond_bit_vectors
        if self._general:
            self._solver = z3core.Z3_mk_solver(self._context)
        else:
            logic = z3core.Z3_mk_string_symbol(self._context, "QF_BV")
            self._solver = z3core.Z3_mk_solver_for_logic(self._context, logic)
        z3core.Z3_solver_inc_ref(self._context, self._solver)
        self._configure()

    def _configure(self) -> None:
        context = self._context
        parameters = z3core.Z3_mk_params(context)
        z3core.Z3_params_inc_ref(context, parameters)
        forever = 2**32 - 1
        for name, number in (
            ("timeout", forever if self._milliseconds is None else self._milliseconds),
            ("random_seed", self.limits.seed),
        ):
            z3core.Z3_params_set_uint(context, parameters, z3core.Z3_mk_string_symbol(context, name), number)
        z3core.Z3_solver_set_params(context, self._solver, parameters)
        z3core.Z3_params_dec_ref(context, parameters)

    def _replace_solver(self) -> None:
        """What has been asserted so far goes into a general solver."""
        z3core.Z3_solver_dec_ref(self._context, self._solver)
        self._open_solver()
        self._forget_proxies(0)
        starts = [*self._levels, len(self._assertions)]
        for term in self._assertions[: starts[0]]:
            z3core.Z3_solver_assert(self._context, self._solver, self._terms.convert(term))
        for start, end in pairwise(starts):
            z3core.Z3_solver_push(self._context, self._solver)
            for term in self._assertions[start:end]:
                z3core.Z3_solver_assert(self._context, self._solver, self._terms.convert(term))

    # --- the interface ----------------------------------------------------------------------------------------------

    def _assert(self, term: Term) -> None:
        converted = self._terms.convert(term)
        if self._terms.beyond_bit_vectors and not self._general:
            self._replace_solver()  # `term` is among the assertions already
        else:
            z3core.Z3_solver_assert(self._context, self._solver, converted)

    def _check(self, assumptions: tuple[Term, ...]) -> Result:
        for term in assumptions:
            self._terms.convert(term)
        if self._terms.beyond_bit_vectors and not self._general:
            self._replace_solver()
        literals = [self._literal(term) for term in assumptions]
        array = (z3core.Ast * len(literals))(*literals)
        try:
            answer = z3core.Z3_solver_check_assumptions(self._context, self._solver, len(literals), array)
        except Z3Exception as error:
            return Unknown(f"z3: {error}")
        if answer == _TRUE:
            return SAT
        if answer == _FALSE:
            return UNSAT
        return Unknown(self._why_unknown())

    def _why_unknown(self) -> str:
        reason = str(z3core.Z3_solver_get_reason_unknown(self._context, self._solver))
        if reason == "interrupted from keyboard":
            raise KeyboardInterrupt  # Z3 has taken the signal; Python has not seen it
        if reason in ("timeout", "canceled") and self._milliseconds is not None:
            return f"timed out after {self._milliseconds} ms"
        return reason

    def _literal(self, term: Term) -> Any:
        """Assumptions are literals for Z3: anything else gets a constant that implies it."""
        atom = term.args[0] if term.op == "not" else term
        if atom.op == "symbol":
            return self._terms.convert(term)
        proxy = self._proxies.get(term)
        if proxy is None:
            self._proxy_count += 1
            proxy = self._terms.constant(f"assumed!{self._proxy_count}", BOOL)
            implication = z3core.Z3_mk_implies(self._context, proxy, self._terms.convert(term))
            z3core.Z3_solver_assert(self._context, self._solver, implication)
            self._proxies[term] = proxy
            self._proxy_trail.append(term)
        return proxy

    def _forget_proxies(self, count: int) -> None:
        for term in self._proxy_trail[count:]:
            del self._proxies[term]
        del self._proxy_trail[count:]
        self._proxy_levels = [min(level, count) for level in self._proxy_levels]

    def _unsat_core(self) -> list[Term]:
        vector = z3core.Z3_solver_get_unsat_core(self._context, self._solver)
        z3core.Z3_ast_vector_inc_ref(self._context, vector)
        size = z3core.Z3_ast_vector_size(self._context, vector)
        identities = {self._identity(z3core.Z3_ast_vector_get(self._context, vector, i)) for i in range(size)}
        z3core.Z3_ast_vector_dec_ref(self._context, vector)
        return [term for term in self._assumptions if self._identity(self._literal(term)) in identities]

    def _identity(self, ast: Any) -> int:
        return int(z3core.Z3_get_ast_id(self._context, ast))

    def _push(self) -> None:
        z3core.Z3_solver_push(self._context, self._solver)
        self._proxy_levels.append(len(self._proxy_trail))

    def _pop(self, levels: int) -> None:
        z3core.Z3_solver_pop(self._context, self._solver, levels)
        count = self._proxy_levels[-levels]
        del self._proxy_levels[-levels:]
        self._forget_proxies(count)

    def _changed(self) -> None:
        super()._changed()
        self._close_model()

    def _close_model(self) -> None:
        if self._model is not None:
            z3core.Z3_model_dec_ref(self._context, self._model)
            self._model = None

    # --- models -----------------------------------------------------------------------------------------------------

    def _symbol_value(self, symbol: Term) -> Value | None:
        converted = self._terms.known(symbol)
        if converted is None:
            return None
        if self._model is None:
            self._model = z3core.Z3_solver_get_model(self._context, self._solver)
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
        raw = z3core.Z3_solver_get_statistics(context, self._solver)
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
