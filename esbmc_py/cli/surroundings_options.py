"""Options about what the program runs in; every command that loads a program has them."""

from __future__ import annotations

import argparse
import shlex
from dataclasses import fields
from typing import TYPE_CHECKING

from .problems import UserError

if TYPE_CHECKING:
    from esbmc_py.frontend.surroundings import Surroundings

MOST_SIGNALS = 16
_OPTIONS = ("max-", "argument-", "memory-", "store-")  # how names of options begin of which a problem is told


def add_surroundings_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("surroundings")
    _add_inputs(group)
    _add_what_may_happen(group)
    _add_memory(group)


def _add_inputs(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--args", metavar="'A B C'", help="what main is called with (default: anything)")
    group.add_argument(
        "--max-args",
        type=int,
        metavar="N",
        help="if that is anything: at most N arguments (default: 3, or as many as it asks for)",
    )
    group.add_argument(
        "--max-arg-length",
        type=int,
        metavar="N",
        help="of at most N characters each; of values of environment variables, too (default: 6, or as many as the "
        "longest text has that the program compares them with)",
    )
    group.add_argument(
        "--env",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an environment variable (repeatable; default: any may be set, to anything)",
    )


def _add_what_may_happen(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--malloc-may-fail", action="store_true", help="every allocation may return a null pointer")
    group.add_argument("--create-may-fail", action="store_true", help="creating a thread may fail (EAGAIN)")
    group.add_argument(
        "--spurious-wakeups", action="store_true", help="waits for condition variables may end without a signal"
    )
    group.add_argument(
        "--spurious-failures",
        action="store_true",
        help="a weak compare and exchange may fail although the values are equal",
    )
    group.add_argument(
        "--clock-steps", action="store_true", help="the time of day may be set while the program runs, also back"
    )
    group.add_argument(
        "--external",
        action="append",
        default=[],
        type=_external,
        metavar="NAME=WHAT",
        help="what a function without a body may do ('*': all of them): havoc (write what its arguments lead to, call "
        "what it was handed, return anything; the default), returns or pure (return anything)",
    )
    group.add_argument(
        "--signals",
        type=_signals,
        metavar="N",
        help="at most N signals from outside interrupt the program's threads (default: 2; one execution by run: 0)",
    )


def _add_memory(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--memory-model",
        default="sc",
        choices=("sc", "tso", "pso", "rc11"),
        metavar="M",
        help="when stores reach memory: sc (at once; the default), tso (in order, later: x86), pso (later, those to "
        "different places in any order); rc11: what C11 says about memory orders (mode lazyseq)",
    )
    group.add_argument(
        "--store-buffer",
        type=int,
        metavar="N",
        help="under tso and pso: a store reaches memory before its thread makes N more (default: as many as the "
        "program needs if these are at most 5, else 3)",
    )


def refuse_graphs(options: argparse.Namespace) -> None:
    """For commands that know executions as sequences of steps only."""
    if options.memory_model == "rc11":
        raise UserError(f"{options.command} is not supported for rc11: smtcb check is")


def _external(text: str) -> tuple[str, str]:
    from esbmc_py.frontend.surroundings import ASSUMPTIONS

    name, _, what = text.partition("=")
    if not name or what not in ASSUMPTIONS:
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME={'|'.join(ASSUMPTIONS)}")
    return name, what


def _signals(text: str) -> int:
    if not (text.isdecimal() and int(text) <= MOST_SIGNALS):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 0 to {MOST_SIGNALS}")
    return int(text)


def surroundings(options: argparse.Namespace) -> Surroundings:
    """An option that is called as a field of `Surroundings` is that field."""
    from esbmc_py.frontend.surroundings import Surroundings

    read = {
        "arguments": _arguments(options),
        "environment": tuple(_variable(text) for text in options.env),
        "externals": tuple(options.external),
        "function": options.entry,
        "signals": Surroundings().signals if options.signals is None else options.signals,
    }
    same = {field.name: vars(options)[field.name] for field in fields(Surroundings) if field.name in vars(options)}
    found = Surroundings(**{**same, **read})
    problem = found.problem()
    if problem is not None:
        raise UserError(f"--{problem}" if problem.startswith(_OPTIONS) else problem)
    return found


def _arguments(options: argparse.Namespace) -> tuple[str, ...] | None:
    """Those of `--args`, or (`smtcb run prog.c -- a b`) those behind the two dashes."""
    if options.args is None:
        return None
    if options.max_args is not None:
        raise UserError("--args and --max-args do not go together: the arguments are fixed")
    try:
        return tuple(shlex.split(options.args))
    except ValueError as problem:
        raise UserError(f"--args {options.args}: {str(problem).lower()}: a quote or backslash is left open") from None


def _variable(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise UserError(f"--env {text}: that is not NAME=VALUE")
    return name, value
