"""`smtcb fix`: changes of the source after which a check finds nothing any more."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .colors import paint
from .exit_codes import ExitCode
from .options import FIRST_INPUT, add_command, add_input_options, add_output_options, count, seconds, semantics
from .problems import UserError

if TYPE_CHECKING:
    from esbmc_py.checking import CheckOptions
    from esbmc_py.fixing.search import Fixing, Verified

EXAMPLES = """\
  smtcb fix prog.c                              up to three changes, the smallest first, each checked
  smtcb fix prog.c --apply                      makes the first one; prog.c.orig is the file as it was
  smtcb fix prog.c > fix.diff; patch -p1 < fix.diff
"""
BACKUP = ".orig"


def add_to(commands: Any) -> None:
    parser = add_command(
        commands,
        "fix",
        execute,
        summary="look for a change that makes a program right",
        description="Checks a program; where something is wrong, looks for the cheapest changes that forbid all\n"
        "counterexamples so far (critical sections, another lock order, atomic variables, waits in loops, ...), and\n"
        "checks the changed program again. Only changes after which nothing is found are shown, with the scope of\n"
        "that answer.",
        examples=EXAMPLES,
    )
    add_input_options(parser)
    group = parser.add_argument_group("fixing")
    group.add_argument(
        "--alternatives", type=count, default=3, metavar="N", help="so many changes at most (default: 3)"
    )
    group.add_argument("--apply", action="store_true", help=f"make the first one; the old file becomes FILE{BACKUP}")
    group.add_argument("--property", metavar="LIST", help="what to look for, as smtcb check has it")
    group.add_argument("--mode", default="auto", metavar="MODE", help="as smtcb check has it (default: auto)")
    group.add_argument("--unwind", type=count, metavar="N", help="loops run N times at most")
    group.add_argument("--contexts", type=count, metavar="C", help="at most C context switches")
    group.add_argument(
        "--timeout", type=seconds, default=20.0, metavar="S", help="so many seconds for each check (default: 20)"
    )
    add_output_options(parser)
    parser.show_first_what_is_its_own(*FIRST_INPUT)


def execute(options: argparse.Namespace) -> int:
    from esbmc_py.checking import OptionProblem
    from esbmc_py.fixing.search import Fixer

    path = _only_file(options)
    backup = path.with_name(path.name + BACKUP)
    if options.apply and os.path.lexists(backup):
        raise UserError(f"{backup}: is there already, and nothing is overwritten")
    tell = (lambda line: print(line, file=sys.stderr)) if options.verbose else (lambda _: None)
    try:
        fixing = Fixer(path, _settings(options), each=options.timeout, tell=tell).run(max(1, options.alternatives))
    except (OptionProblem, ValueError) as problem:
        raise UserError(str(problem)) from None
    except OSError as problem:
        raise UserError(f"{path}: cannot be read: {problem.strerror}") from None
    if options.json:
        print(json.dumps(_document(fixing, path), indent=1))
    else:
        _print(fixing, path)
    if fixing.fixes and options.apply and not fixing.proven:
        raise UserError(f"{path}: is as it was: what is not proven is not applied; --timeout gives a check more time")
    if fixing.fixes and options.apply:
        _apply(fixing, path, backup)
    return _status(fixing)


def _only_file(options: argparse.Namespace) -> Path:
    files = [Path(str(one)) for one in options.files]
    if len(files) != 1 or str(files[0]) == "-":
        raise UserError("smtcb fix changes one file: name that one")
    if not files[0].is_file():
        raise UserError(f"{files[0]}: there is no such file")
    return files[0]


def _settings(options: argparse.Namespace) -> CheckOptions:
    from esbmc_py.checking import CheckOptions
    from esbmc_py.checking.options import DEFAULT_GROUPS, parse_groups

    return CheckOptions(
        mode=options.mode,
        unwind=options.unwind,
        contexts=options.contexts,
        groups=DEFAULT_GROUPS if options.property is None else parse_groups(options.property),
        timeout=options.timeout,
        arch=options.arch,
        include_dirs=tuple(options.include_dirs),
        defines=tuple(options.defines),
        semantics=semantics(options),
    )


def _print(fixing: Fixing, path: Path) -> None:
    from esbmc_py.checking.report.traces import named
    from esbmc_py.checking.results import Verdict
    from esbmc_py.traces.names import HeapNames

    before = fixing.before
    if before.verdict is not Verdict.FAILED:
        print(f"nothing to fix: {str(before.verdict).upper()}")
        print("\n".join(f"  {line}" for line in before.scope.lines()))
        return
    found = before.counterexamples[0]
    print(f"wrong: {named(found.what, str(found.what), HeapNames(found.events, before.program))}")
    if not fixing.fixes:
        print(f"no fix among the changes that smtcb knows: {fixing.tried} programs were checked")
    if fixing.fixes and not fixing.proven:
        print(f"no change is proven to be a fix. With these, nothing was found in {fixing.each:g} seconds:")
    for number, one in enumerate(fixing.fixes, 1):
        print()
        print(paint(f"{number}. {one.fix.what}", "bold"))
        print("\n".join(f"   {line}" for line in _proof(one)))
        print(_diff(fixing, one, path), end="")


def _proof(one: Verified) -> list[str]:
    """What is known about the program after the change."""
    if not one.proven:
        return ["NOT PROVEN: " + "; ".join(x.strip() for x in one.answer.scope.lines()), *one.remarks]
    lines = [
        f"checked again: {str(one.answer.verdict).upper()}; {'; '.join(x.strip() for x in one.answer.scope.lines())}"
    ]
    lines.append(
        "no data race"
        if one.races is not None
        else "there are data races, or nobody knows: smtcb check --property race"
    )
    lines += one.remarks
    if one.woken is not None:
        lines.append("it goes wrong where a wait wakes up though nobody has signalled: smtcb check --spurious-wakeups")
    if one.lost:
        lines.append(f"no execution comes to {_lines(one.lost)} any more: is that what you want?")
    return lines


def _lines(numbers: tuple[int, ...]) -> str:
    return ("line " if len(numbers) == 1 else "lines ") + ", ".join(map(str, numbers))


def _document(fixing: Fixing, path: Path) -> dict[str, Any]:
    return {
        "verdict": str(fixing.before.verdict),
        "tried": fixing.tried,
        "fixes": [
            {
                "what": one.fix.what,
                "cost": one.fix.cost,
                "scope": one.answer.scope.lines(),
                "proven": one.proven,
                "no_race": one.races is not None,
                "lines_lost": list(one.lost),
                "wakes_up_wrongly": one.woken is not None,
                "remarks": list(one.remarks),
                "diff": _diff(fixing, one, path),
            }
            for one in fixing.fixes
        ],
    }


def _diff(fixing: Fixing, one: Verified, path: Path) -> str:
    from esbmc_py.fixing.edits import diff

    file = fixing.file
    return diff(file.as_written(file.text), file.as_written(one.text), path.name)


def _apply(fixing: Fixing, path: Path, backup: Path) -> None:
    from esbmc_py.fixing.files import NotWritten, replace_file

    file = fixing.file
    try:
        replace_file(path, backup, file.to_bytes(file.text), file.to_bytes(fixing.fixes[0].text))
    except NotWritten as problem:
        raise UserError(str(problem)) from None
    print(f"\n{path} is changed; {backup} is the file as it was", file=sys.stderr)


def _status(fixing: Fixing) -> int:
    from esbmc_py.checking.results import Verdict

    if fixing.before.verdict is Verdict.SUCCESSFUL or fixing.proven:
        return ExitCode.SUCCESSFUL
    if fixing.fixes:
        return ExitCode.UNKNOWN
    return ExitCode.FAILED if fixing.before.verdict is Verdict.FAILED else ExitCode.UNKNOWN
