"""`smtcb replay`: a counterexample, forced on the real binary."""

from __future__ import annotations

import argparse
import contextlib
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .colors import paint
from .exit_codes import ExitCode
from .options import (
    FIRST_INPUT,
    add_command,
    add_input_options,
    add_output_options,
    count,
    load_prepared,
    seconds,
    semantics,
    source_files,
)
from .problems import UserError

_SECONDS_FOR_ANOTHER = 8.0

if TYPE_CHECKING:
    from esbmc_py.goto.program import Program
    from esbmc_py.native.build import NativeSource
    from esbmc_py.native.replay import Prepared
    from esbmc_py.native.verdict import NativeVerdict
    from esbmc_py.vm.findings import DataRace, Deadlock, Violation
    from esbmc_py.vm.schedule import Schedule
    from esbmc_py.vm.trace import TraceEvent

EXAMPLES = """\
  smtcb replay prog.c                           checks, and replays what is found on the real binary
  smtcb check prog.c --save-schedule bug.json; smtcb replay prog.c --schedule bug.json
  smtcb replay prog.c -O2 --times 200           another build, and again and again
  smtcb replay prog.c --gdb                     stops in gdb at the violation
  smtcb replay prog.c --tsan                    ThreadSanitizer's own word on a race
  smtcb replay prog.c --keep bug/               the instrumented build, for somebody who has no smtcb
  smtcb replay prog.c --emit-test bug_test.c    a test that fails while the bug is there
"""


def add_to(commands: Any) -> None:
    parser = add_command(
        commands,
        "replay",
        execute,
        summary="force a counterexample on the real binary",
        description="Compiles the program as it is (gcc or clang, instrumented by -fsanitize=thread), links it with a\n"
        "runtime that decides which thread runs and what the program gets from outside, and forces a counterexample\n"
        "on it. The process must end in the same violation; the output says so, or where it went another way.",
        examples=EXAMPLES,
    )
    add_input_options(parser)
    group = parser.add_argument_group("replay")
    group.add_argument(
        "--schedule", type=Path, metavar="FILE", help="of check --save-schedule or --json (default: checks first)"
    )
    group.add_argument(
        "-O", dest="level", default="0", metavar="LEVEL", help="as the compiler has it: -O0 (default), -O2"
    )
    group.add_argument("--cc", default="", metavar="COMPILER", help="default: gcc, or clang")
    group.add_argument("--times", type=count, default=1, metavar="N", help="run it so often (default: 1)")
    group.add_argument("--gdb", action="store_true", help="stop in gdb at the violation")
    group.add_argument("--tsan", action="store_true", help="let ThreadSanitizer look at the same execution")
    group.add_argument("--keep", type=Path, metavar="DIR", help="leave the instrumented build and a script there")
    group.add_argument(
        "--emit-test", type=Path, metavar="FILE.c", help="write a test that fails while the bug is there"
    )
    looking = parser.add_argument_group("looking for a counterexample, without --schedule")
    looking.add_argument("--property", metavar="LIST", help="what to look for, as smtcb check has it")
    looking.add_argument("--mode", default="auto", metavar="MODE", help="as smtcb check has it (default: auto)")
    looking.add_argument("--unwind", type=count, metavar="N", help="loops run N times at most")
    looking.add_argument("--contexts", type=count, metavar="C", help="at most C context switches")
    looking.add_argument("--timeout", type=seconds, metavar="S", help="look for so many seconds at most")
    add_output_options(parser)
    parser.show_first_what_is_its_own(*FIRST_INPUT)


def execute(options: argparse.Namespace) -> int:
    from esbmc_py.native.problems import ReplayProblem

    try:
        return _replay(options)
    except ReplayProblem as problem:
        raise UserError(str(problem)) from None


def _replay(options: argparse.Namespace) -> int:
    from esbmc_py.native.build import find_compiler
    from esbmc_py.native.verdict import cannot_show
    from esbmc_py.vm.findings import DataRace

    find_compiler(options.cc)
    _refuse_to_overwrite(options)
    sources = native_sources(options)
    if options.schedule is not None:
        program, schedule, what = _from_file(options)
    else:
        found = _checked(options)
        if isinstance(found, int):
            return found
        program, schedule, what = found
    title = _title(program, schedule, what)
    if options.tsan and not isinstance(what, DataRace):
        raise UserError(f"{title}: ThreadSanitizer looks for races; --property race asks for one")
    reason = "" if options.tsan else cannot_show(what)
    if reason:
        raise UserError(f"{title}: {reason}")
    with _folder(options) as folder:
        return _force(options, program, schedule, what, title, sources, folder)


def _force(
    options: argparse.Namespace,
    program: Program,
    schedule: Schedule,
    what: Violation | Deadlock | DataRace,
    title: str,
    sources: list[NativeSource],
    folder: Path,
) -> int:
    from esbmc_py.native.replay import prepare

    level = f"-O{options.level}"
    prepared = prepare(
        program, schedule, what, sources, folder, optimisation=level, compiler=options.cc, tsan=options.tsan
    )
    other = None if options.schedule is not None or options.tsan else _another(prepared, program)
    prepared = other or prepared
    if options.keep is not None:
        from esbmc_py.native.replay_folder import complete

        complete(folder, prepared, sources, title)
    if options.emit_test is not None:
        _write_test(options.emit_test, prepared, sources, title, tuple(program.outside))
    if options.gdb:
        from esbmc_py.native.debugger import open_in_gdb

        open_in_gdb(prepared.built.program, prepared.plan_file)
        return ExitCode.FAILED
    verdicts = [prepared.run() for _ in range(max(1, options.times))]
    agreeing = [verdict for verdict in verdicts if verdict.agrees]
    others = [verdict for verdict in verdicts if not verdict.agrees]
    if options.json:
        _print_json(options, prepared, verdicts)
    else:
        _print(options, program, prepared, title, agreeing, others)
        if other is not None:
            print("(the counterexample that was found first goes another way on this binary: this is another one)")
    return ExitCode.UNKNOWN if others else ExitCode.FAILED


def _another(prepared: Prepared, program: Program) -> Prepared | None:
    """Another counterexample, if the binary goes another way with this one."""
    from esbmc_py.checking.random_runs import executions_that_end_in
    from esbmc_py.native.replay import another_that_shows_it

    if prepared.run().agrees:
        return None
    return another_that_shows_it(
        prepared, program, executions_that_end_in(program, prepared.what, _SECONDS_FOR_ANOTHER)
    )


# --- what to replay


def native_sources(options: argparse.Namespace) -> list[NativeSource]:
    """The files as the compiler gets them."""
    from esbmc_py.frontend.source_file import STANDARD_INPUT
    from esbmc_py.native.build import NativeSource

    found = []
    for source in source_files(options):
        if str(source.path) == STANDARD_INPUT:
            raise UserError("what comes from the standard input cannot be compiled: give a file")
        flags = [f"-D{define}" for define in source.defines] + [f"-U{name}" for name in source.undefines]
        flags = [_standard_flag(flag) for flag in flags]
        flags += [f"-I{Path(folder).resolve()}" for folder in source.include_dirs]
        for header in source.includes:
            there = Path(header).exists()  # else it is one of the compiler's, such as assert.h
            flags += ["-include", str(Path(header).resolve()) if there else header]
        found.append(NativeSource(source.path, (*flags, *(("-fwrapv",) if options.wraps else ()))))
    if options.entry is not None:
        raise UserError("a single function (--function) has no binary: a whole program can be replayed")
    return found


def _standard_flag(flag: str) -> str:
    """`-std=` is kept as the macro that tells of it."""
    if flag == "-U__STDC_VERSION__":
        return "-std=gnu89"
    versions = {"199409": "gnu89", "199901": "gnu99", "201112": "gnu11", "201710": "gnu17", "202311": "gnu2x"}
    name, _, value = flag.partition("=")
    version = versions.get(value.removesuffix("L"))
    return f"-std={version}" if name == "-D__STDC_VERSION__" and version is not None else flag


def _from_file(options: argparse.Namespace) -> tuple[Program, Schedule, Violation | Deadlock | DataRace]:
    """The schedule must be one of this program, and lead to something."""
    from esbmc_py.goto.fingerprint import fingerprint
    from esbmc_py.native.planning import fits, what_happens

    from .schedule_file import read_schedule, with_surroundings

    schedule = read_schedule(options.schedule)
    meaning = with_surroundings(semantics(options), schedule, options.schedule)
    program = load_prepared(
        options, compiled_reads=schedule.compiled_reads, heap_seen=schedule.heap_points, meaning=meaning
    )
    if schedule.sources is not None and schedule.sources != fingerprint(program):
        raise UserError(
            f"{options.schedule}: the schedule was made for another program, or for another version of this one: "
            "check again, and save the schedule of what is found"
        )
    misfit = fits(program, schedule)
    if misfit:
        raise UserError(f"{options.schedule}: the schedule does not fit the program: {misfit}")
    what = what_happens(program, schedule)
    if what is None:
        raise UserError(f"{options.schedule}: nothing is violated at the end of this schedule: nothing to replay")
    return program, schedule, what


def _checked(options: argparse.Namespace) -> tuple[Program, Schedule, Violation | Deadlock | DataRace] | int:
    """The first counterexample; or the exit status, if there is none."""
    from esbmc_py.checking import CheckOptions, OptionProblem, check
    from esbmc_py.checking.options import DEFAULT_GROUPS, parse_groups

    from .check_report import EXIT_CODES

    try:
        usual = ("race",) if options.tsan else DEFAULT_GROUPS
        groups = usual if options.property is None else parse_groups(options.property)
        settings = CheckOptions(
            mode=options.mode,
            unwind=options.unwind,
            contexts=options.contexts,
            groups=groups,
            timeout=options.timeout,
            arch=options.arch,
            semantics=semantics(options),
        )
        result = check(source_files(options), settings)
    except (OptionProblem, ValueError) as problem:
        raise UserError(str(problem)) from None
    if result.counterexamples:
        first = result.counterexamples[0]
        return result.program, first.schedule, first.what
    if options.json:
        print(json.dumps({"verdict": str(result.verdict), "replayed": False}, indent=1))
    else:
        print(f"nothing to replay: {str(result.verdict).upper()}")
        print("\n".join(f"  {line}" for line in result.scope.lines()))
    return EXIT_CODES[result.verdict]


# --- what is left behind


def _refuse_to_overwrite(options: argparse.Namespace) -> None:
    """Before anything is looked for: that may take long."""
    target = options.emit_test
    if target is not None and target.exists():
        raise UserError(f"{target}: is there already, and nothing is overwritten")
    if target is not None and target.suffix != ".c":
        raise UserError(f"{target}: the test is a C file: give it a name that ends in .c")
    if options.keep is not None:
        from esbmc_py.native.replay_folder import new_folder

        new_folder(options.keep)


@contextlib.contextmanager
def _folder(options: argparse.Namespace) -> Iterator[Path]:
    """Where the program is built: a folder that stays, or one that does not."""
    if options.keep is not None:
        yield options.keep.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="smtcb-replay-") as folder:
        yield Path(folder)


def _write_test(
    target: Path, prepared: Prepared, sources: list[NativeSource], title: str, outside: tuple[str, ...]
) -> None:
    from esbmc_py.native.replay_folder import test_text

    text = test_text(target.stem, prepared, sources, title, outside)
    try:
        with target.open("x") as file:
            file.write(text)
    except OSError as problem:
        raise UserError(f"{target}: cannot write the test: {problem.strerror}") from None


# --- what is told


def _title(program: Program, schedule: Schedule, what: Violation | Deadlock | DataRace) -> str:
    """With names of the source."""
    from esbmc_py.checking.report.traces import named, summary
    from esbmc_py.traces.names import HeapNames
    from esbmc_py.vm.run import run

    events: list[TraceEvent] = []
    if "heap object" in summary(what):
        run(program, schedule=schedule, trace=events.append, max_steps=len(schedule.threads))
    return named(what, summary(what), HeapNames(events, program))


def _why_another_way(program: Program) -> str:
    from esbmc_py.native.not_forced import not_forced

    outside = not_forced(program)
    if outside:
        return f"{outside[0]} calls {outside[1]}: what comes from there is not forced"
    return "a compiler may leave out or merge accesses; undefined behaviour; or a defect of smtcb"


def _print(
    options: argparse.Namespace,
    program: Program,
    prepared: Prepared,
    title: str,
    agreeing: list[NativeVerdict],
    others: list[NativeVerdict],
) -> None:
    print(paint(title, "bold"))
    operations, turns = len(prepared.plan.operations), prepared.plan.turns
    how = " with ThreadSanitizer" * options.tsan
    print(
        f"compiled by {prepared.built.compiler} -O{options.level}{how}; {operations} operations in {turns} turns forced"
    )
    runs = len(agreeing) + len(others)
    if agreeing:
        print(f"the real binary ends in the same violation, {len(agreeing)} of {runs} times:")
        print("\n".join(f"  {line}" for line in agreeing[0].says))
    if others:
        print(f"the real binary ends in another way, {len(others)} of {runs} times:")
        print("\n".join(f"  {line}" for line in others[0].says))
        print(f"  ({_why_another_way(program)})")
    if options.keep is not None:
        print(f"{options.keep} holds the instrumented build; sh {options.keep}/replay.sh runs it")
    if options.emit_test is not None:
        print(f"{options.emit_test} is a regression test; its first lines say how to build it")


def _print_json(options: argparse.Namespace, prepared: Prepared, verdicts: list[NativeVerdict]) -> None:
    from esbmc_py.checking.report.traces import what_to_json

    document = {
        **what_to_json(prepared.what),
        "replayed": all(verdict.agrees for verdict in verdicts),
        "times": len(verdicts),
        "agreeing": sum(verdict.agrees for verdict in verdicts),
        "compiler": prepared.built.compiler,
        "optimisation": f"-O{options.level}",
        "operations": len(prepared.plan.operations),
        "turns": prepared.plan.turns,
        "says": next((verdict.says for verdict in verdicts if not verdict.agrees), verdicts[0].says),
    }
    print(json.dumps(document, indent=1))
