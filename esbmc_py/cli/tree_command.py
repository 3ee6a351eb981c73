"""`smtcb tree`: the reachability tree, to look at."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .exit_codes import ExitCode
from .options import FIRST_INPUT, add_command, add_input_options, count, load_prepared
from .problems import UserError
from .surroundings_options import refuse_graphs
from .text_files import write_text

if TYPE_CHECKING:
    from esbmc_py.goto.program import Program
    from reachability_tree.plain_tree import DrawnTree

MOST_NODES = 500

EXAMPLES = """\
  smtcb tree prog.c --html tree.html                 a page: zoom, open and close, click a node
  smtcb tree prog.c --svg tree.svg                   draw it
  smtcb tree prog.c --contexts 2 --svg tree.svg      with at most two context switches
  smtcb tree prog.c --no-reduction --json tree.json  the plain tree of the paper, for tools
"""


def add_to(commands: Any) -> None:
    parser = add_command(
        commands,
        "tree",
        execute,
        summary="draw the reachability tree",
        description="Writes the reachability tree: a node per switch point, with the thread that moved, the number of\n"
        "context switches so far, where each thread stands and under which condition; leaves with how they end.",
        examples=EXAMPLES,
    )
    add_input_options(parser)
    group = parser.add_argument_group("tree")
    bounds = group.add_mutually_exclusive_group()
    bounds.add_argument("--contexts", type=count, metavar="C", help="at most C context switches")
    bounds.add_argument("--preemptions", type=count, metavar="P", help="at most P preemptions")
    group.add_argument("--unwind", type=count, metavar="N", help="unwind loops N times (default: as far as needed)")
    group.add_argument("--no-reduction", action="store_true", help="draw the plain tree: states seen before, too")
    group.add_argument(
        "--max-nodes",
        type=count,
        default=MOST_NODES,
        metavar="N",
        help=f"draw the first N nodes only (default: {MOST_NODES})",
    )
    output = parser.add_argument_group("output")
    output.add_argument("--html", type=Path, metavar="FILE", help="write a page to look around in")
    output.add_argument("--dot", type=Path, metavar="FILE", help="write text for graphviz")
    output.add_argument("--svg", type=Path, metavar="FILE", help="write a drawing")
    output.add_argument("--json", type=Path, metavar="FILE", help="write JSON")
    output.add_argument("-q", "--quiet", action="store_true", help="print nothing but problems")
    parser.show_first_what_is_its_own(*FIRST_INPUT)


def execute(options: argparse.Namespace) -> int:
    refuse_graphs(options)
    targets = [path for path in (options.html, options.dot, options.svg, options.json) if path is not None]
    if not targets:
        raise UserError("tree: say where to: --html FILE, --svg FILE, --dot FILE or --json FILE")
    program = load_prepared(options)
    tree = _drawn(options, program)
    if options.html is not None:
        from esbmc_py.pages.tree import page

        bounds = [
            f"{value} {name}" for name in ("contexts", "preemptions") if (value := getattr(options, name)) is not None
        ]
        write_text(
            options.html, page(tree, program, bounds=", ".join(bounds), reduced=not options.no_reduction), "page"
        )
    if options.dot is not None:
        from reachability_tree.drawing import to_dot

        write_text(options.dot, to_dot(tree), "tree")
    if options.svg is not None:
        from reachability_tree.drawing import drawing

        drawn = drawing(tree)
        write_text(options.svg, drawn.svg, "tree")
        if not drawn.fits_a_page and not options.quiet:
            print(
                f"{options.svg}: too large to read on one page ({drawn.width:.0f} by {drawn.height:.0f} points): "
                "cut it with --contexts or --max-nodes, or look at it with --html"
            )
    if options.json is not None:
        import json

        write_text(options.json, json.dumps(tree.to_json(), indent=1) + "\n", "tree")
    if not options.quiet:
        leaves = sum(bool(node.verdict) for node in tree.nodes)
        shown = ", ".join(map(str, targets))
        print(f"{shown}: {len(tree.nodes)} nodes, {leaves} leaves" + (f" ({tree.note})" if tree.note else ""))
    return ExitCode.SUCCESSFUL


def _drawn(options: argparse.Namespace, program: Program) -> DrawnTree:
    from encoders.attempt_bounds import Bounds
    from encoders.request import Encoding, Options
    from encoders.tree.collector import make_tree
    from encoders.tree.paths import Clock, PathSolver, is_unsat
    from reachability_tree.plain_tree import CutSteps, draw
    from reachability_tree.reductions import Reductions

    reductions = Reductions.none() if options.no_reduction else Reductions()
    bounds = Bounds(options.unwind, options.contexts, options.preemptions)
    wanted = Options(bounds, encoding=Encoding(reductions=reductions))
    cut, paths = CutSteps(), PathSolver(wanted, Clock(None))
    try:
        return draw(
            make_tree(program, wanted, paths.feasible, cut.note),
            program,
            max(1, options.max_nodes),
            cut_steps=cut,
            possible=lambda path, guard: not is_unsat(paths.decide(path, guard)),
        )
    finally:
        paths.close()
