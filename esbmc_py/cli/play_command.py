"""`smtcb play`: be the scheduler. A page on which people pick who moves."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .exit_codes import ExitCode
from .options import FIRST_INPUT, add_command, add_input_options, count, load_prepared
from .problems import UserError
from .text_files import write_text

if TYPE_CHECKING:
    from esbmc_py.goto.program import Program
    from esbmc_py.play.graph import StateGraph

MOST_STATES = 50_000

EXAMPLES = """\
  smtcb play prog.c                          writes prog.play.html: open it in a browser
  smtcb play prog.c -o page.html             writes it there
  smtcb play prog.c --memory-model tso       with store buffers: prog.tso.play.html
  smtcb play prog.c --serve                  a large program: smtcb runs beside the page
"""


def add_to(commands: Any) -> None:
    parser = add_command(
        commands,
        "play",
        execute,
        summary="be the scheduler: a page on which you pick which thread moves",
        description="Explores all states of a program and writes them as one page that needs nothing but itself. On\n"
        "it you pick which thread moves next, with which input, until the program breaks, or you see why it does not.",
        examples=EXAMPLES,
    )
    add_input_options(parser)
    group = parser.add_argument_group("play")
    group.add_argument("-o", "--output", type=Path, metavar="FILE", help="the page (default: prog.play.html)")
    group.add_argument(
        "--max-states",
        type=count,
        default=MOST_STATES,
        metavar="N",
        help=f"refuse a program with more states (default: {MOST_STATES})",
    )
    group.add_argument(
        "--serve", action="store_true", help="explore nothing ahead: serve the page to a browser on this machine"
    )
    group.add_argument("--port", type=count, default=0, metavar="P", help="with --serve (default: any that is free)")
    group.add_argument(
        "--idle", type=count, default=600, metavar="S", help="with --serve: end after S idle seconds (default: 600)"
    )
    output = parser.add_argument_group("output")
    output.add_argument("-q", "--quiet", action="store_true", help="print nothing but problems")
    parser.show_first_what_is_its_own(*FIRST_INPUT)


def execute(options: argparse.Namespace) -> int:
    from esbmc_py.play.graph import StateGraph

    if options.port > 65_535:
        raise UserError(f"--port {options.port}: there is no such port")
    if options.serve and options.output is not None:
        raise UserError("--serve writes no page: -o does not go together with it")
    graph = StateGraph(load_program(options))
    return _serve(graph, options) if options.serve else _write(graph, options)


def load_program(options: argparse.Namespace) -> Program:
    from dataclasses import replace

    from .options import semantics

    meaning = semantics(options)
    given = replace(meaning.surroundings, likely_texts=True)
    return load_prepared(options, meaning=replace(meaning, surroundings=given))


def _write(graph: StateGraph, options: argparse.Namespace) -> int:
    from esbmc_py.play.graph import TooManyStates
    from esbmc_py.play.page import page

    from .progress import ProgressLine

    target = options.output or _beside(options)
    try:
        with ProgressLine(wanted=not options.quiet) as progress:
            graph.explore(options.max_states, progress)
    except TooManyStates:
        raise UserError(
            f"the program has more than {options.max_states} states, too many for a page: "
            "play it with --serve, raise --max-states, or make it smaller"
        ) from None
    write_text(target, page(graph, model=options.memory_model, notes=_bounds(graph, options)), "page")
    if not options.quiet:
        print(f"{target}: {_summary(graph)}")
    return ExitCode.SUCCESSFUL


def _bounds(graph: StateGraph, options: argparse.Namespace) -> tuple[str, ...]:
    """What is not everything about the inputs from outside."""
    from esbmc_py.checking.surroundings import bounds_of_inputs, untried_inputs

    from .options import semantics

    meaning = semantics(options)
    return (*untried_inputs(graph.program, meaning), *bounds_of_inputs(graph.program, meaning))


def _beside(options: argparse.Namespace) -> Path:
    """Pages of the same program under two memory models stand side by side."""
    from esbmc_py.goto.memory_models import SC

    first = next(iter(options.files), None)
    model = "" if options.memory_model == SC else f"{options.memory_model}."
    named = "" if first is None or str(first) == "-" else f"{first.stem}."
    return Path(f"{named}{model}play.html")


def _summary(graph: StateGraph) -> str:
    from esbmc_py.vm.findings import Violation

    violations = {move.to for node in graph.nodes for move in node.moves if isinstance(move.to, Violation)}
    deadlocks = sum(node.deadlock is not None for node in graph.nodes)
    moves = sum(len(node.moves) for node in graph.nodes)
    parts = [f"{len(graph.nodes)} states, {moves} moves"]
    parts += [f"{len(violations)} violation{'s' * (len(violations) != 1)}"] if violations else []
    parts += [f"{deadlocks} deadlocked state{'s' * (deadlocks != 1)}"] if deadlocks else []
    return ", ".join(parts if violations or deadlocks else [*parts, "nothing goes wrong"])


def _serve(graph: StateGraph, options: argparse.Namespace) -> int:
    from esbmc_py.play.server import serve

    def announce(address: str) -> None:
        print(f"open {address}\n(it ends with the page, or with Ctrl-C)", flush=True)

    try:
        serve(graph, model=options.memory_model, port=options.port, idle=options.idle, announce=announce)
    except OSError as problem:
        raise UserError(f"cannot serve on port {options.port}: {problem.strerror}") from None
    return ExitCode.SUCCESSFUL
