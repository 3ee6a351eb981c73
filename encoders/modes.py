"""The encodings, by name. Each is loaded when it is first asked for: a check needs one of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from esbmc_py.goto.program import Program

    from .outcome import Outcome
    from .request import Options


def _lazy(program: Program, options: Options) -> Outcome:
    from .tree.lazy import check_lazy

    return check_lazy(program, options)


def _schedule(program: Program, options: Options) -> Outcome:
    from .tree.schedule import check_schedule

    return check_schedule(program, options)


def _uw(program: Program, options: Options) -> Outcome:
    from .tree.uw import check_uw

    return check_uw(program, options)


def _once(program: Program, options: Options) -> Outcome:
    from .once.check import check_lazyseq

    return check_lazyseq(program, options)


def _cseq(program: Program, options: Options) -> Outcome:
    from .cseq.check import check_cseq

    return check_cseq(program, options)


def _sequentialized(program: Program, options: Options) -> Outcome:
    return SCHEMAS[options.encoding.schema](program, options)


Check: TypeAlias = "Callable[[Program, Options], Outcome]"

SCHEMAS: dict[str, Check] = {"once": _once, "cseq": _cseq}
MODES: dict[str, Check] = {
    "lazy": _lazy,
    "schedule": _schedule,
    "uw": _uw,
    "lazyseq": _sequentialized,
}
