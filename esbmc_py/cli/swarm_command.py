"""`smtcb swarm`: the schedules within bounds, cut into instances for many processes or machines."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .check_command import add_answer_options, add_property_options, groups_of
from .cluster_options import add_cluster_address, add_tls_files, security_of
from .listed_options import add_named_options, listed_settings
from .options import FIRST_INPUT, add_command, add_input_options, add_output_options, count, semantics, source_files
from .problems import UserError
from .progress import ProgressLine

if TYPE_CHECKING:
    from esbmc_py.checking import CheckOptions
    from esbmc_py.swarm.mode import SwarmOptions

EXAMPLES = """\
  smtcb swarm prog.c --unwind 3 --rounds 4 --instances 64             on all processors of this machine
  smtcb swarm prog.c --unwind 3 --rounds 4 --instances 64 --local     the same without Dask
  smtcb swarm prog.c --rounds 4 --instances 1000 --cluster tcp://head:8786 --results prog.jsonl
  smtcb swarm prog.c --rounds 6 --instances 1000000 --sample 200      200 of them, at random: for bugs

The same command with the same --results goes on where it was.
"""

FIRST = (
    "--unwind", "--rounds", "--contexts", "--instances", "--sample", "--local", "--jobs", "--cluster", "--results",
    "--property", "--timeout", "--json", "--quiet", "--html", "--save-schedule",
)  # fmt: skip
DEFAULT_INSTANCES = 32


def add_to(commands: Any) -> None:
    parser = add_command(
        commands,
        "swarm",
        execute,
        summary="cut a hard problem into instances for many processes or machines",
        description="Cuts the schedules within bounds into instances, which the workers of a Dask cluster decide by\n"
        "lazy sequentialization. The first violation, replayed here, ends all. When all are done without one, there\n"
        "is none within the bounds. What is missing is named.",
        examples=EXAMPLES,
    )
    add_input_options(parser)
    group = parser.add_argument_group("search")
    add_named_options(group, ("unwind", "unwind_at", "threads", "positions", "solver", "seed"))
    bounds = group.add_mutually_exclusive_group()
    add_named_options(bounds, ("rounds", "contexts"))
    group.add_argument(
        "--instances",
        type=count,
        default=DEFAULT_INSTANCES,
        metavar="N",
        help=f"cut into so many (default: {DEFAULT_INSTANCES})",
    )
    group.add_argument("--sample", type=count, metavar="M", help="decide M of them, at random (--seed)")
    group.add_argument("--without", type=_names, default=(), metavar="LIST", help="levers of lazyseq to switch off")
    _add_places(parser)
    add_property_options(parser)
    limits = parser.add_argument_group("limits")
    add_named_options(limits, ("timeout", "memory"))
    output = add_output_options(parser)
    add_answer_options(output)
    output.add_argument(
        "--results", type=Path, metavar="FILE", help="write answers there as they come; what it holds is not done again"
    )
    parser.show_first(*FIRST_INPUT, *FIRST)


def _names(text: str) -> tuple[str, ...]:
    from .options import names

    return names(text)


def _add_places(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("where")
    where = group.add_mutually_exclusive_group()
    add_cluster_address(where)
    where.add_argument("--local", action="store_true", help="processes of this machine, without Dask")
    group.add_argument(
        "--jobs", type=count, metavar="N", help="of this machine: so many processes (default: one for each processor)"
    )
    group.add_argument(
        "--dashboard", metavar="HOST:PORT", help="let Dask's dashboard of a cluster of this machine listen there"
    )
    add_tls_files(group)
    group.add_argument(
        "--patience",
        type=count,
        default=60,
        metavar="S",
        help="seconds to wait for a scheduler that has gone (default: 60)",
    )


def execute(options: argparse.Namespace) -> int:
    from esbmc_py.checking import OptionProblem
    from esbmc_py.swarm.api import check_by_swarm
    from esbmc_py.swarm.problems import SwarmProblem

    from .check_report import report

    options.coverage = None
    with ProgressLine(wanted=not (options.quiet or options.json)) as progress:
        try:
            result = check_by_swarm(
                source_files(options), _check_options(options), _swarm_options(options), options.results, progress.show
            )
        except (OptionProblem, SwarmProblem) as problem:
            raise UserError(str(problem)) from None
    return report(result, options)


def _check_options(options: argparse.Namespace) -> CheckOptions:
    from esbmc_py.checking import CheckOptions

    settings = {name: value for name, value in listed_settings(options).items() if name != "jobs"}
    return CheckOptions(
        **settings,
        mode="lazyseq",
        groups=groups_of(options),
        without=options.without,
        arch=options.arch,
        semantics=semantics(options),
    )


def _swarm_options(options: argparse.Namespace) -> SwarmOptions:
    from esbmc_py.checking.team import processors
    from esbmc_py.swarm.mode import SwarmOptions
    from esbmc_py.swarm.on_dask import Workplace

    for name in ("instances", "sample", "jobs"):
        if getattr(options, name) == 0:
            raise UserError(f"--{name} is 0, and must be 1 at least")
    if options.sample is not None and options.contexts is not None:
        raise UserError("--sample is for instances in rounds: give --rounds")
    if options.cluster is not None and options.jobs is not None:
        raise UserError("--jobs is for this machine: a cluster has the workers that it has")
    if options.cluster is not None and options.dashboard is not None:
        raise UserError("--dashboard is for a cluster of this machine")
    jobs = options.jobs or processors()
    security = security_of(options)
    place = Workplace(options.cluster, jobs, security, options.dashboard, float(options.patience))
    return SwarmOptions(options.instances, options.sample, jobs if options.local else None, place)
