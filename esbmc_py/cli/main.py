"""The front door: parses the command line, runs a command, and turns whatever goes wrong into one clear message."""

from __future__ import annotations

import argparse
import atexit
import errno
import gc
import os
import shlex
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import NoReturn

from .colors import choose, paint, paint_error
from .exit_codes import ExitCode
from .parsers import CommandParser
from .problems import UserError
from .suggestions import with_suggestion

# Each is a module of this package, `check_command`, with `add_to(commands)`; it is loaded if it may be needed.
COMMANDS = (
    "check", "run", "play", "replay", "fix", "validate", "goto", "tree", "sequentialize", "compare", "bench", "swarm",
    "prove-check", "sarif", "lsp", "completion",
)  # fmt: skip

_CANNOT_WRITE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # a full disk, or the like

_NO_NAME = (errno.ENAMETOOLONG, errno.ELOOP)  # names that no file can have

_MOMENT = 0.02  # seconds

DESCRIPTION = "Checks C programs that use POSIX threads."

EPILOG = """\
exit status:
  0  successful: no violation in the scope that the answer names
  1  failed: a violation, shown with an execution that leads to it
  2  bad input or usage
  3  unknown: an unsupported construct, an interruption, a limit
  4  answers that contradict each other (compare), or the verdict that is known (bench)

smtcb COMMAND --help explains a command and gives examples.
"""


def build_parser(words: Sequence[str] = ()) -> CommandParser:
    """For a command line that begins with these words: if that is a command, no other is needed."""
    parser = CommandParser(
        prog="smtcb",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")
    for command in words[:1] if words and words[0] in COMMANDS else COMMANDS:
        import_module(f".{command.replace('-', '_')}_command", __package__).add_to(commands)
    return parser


def main(arguments: Sequence[str] | None = None, *, supervised: bool = False) -> int:
    """Executes a command line (without the program's name) and returns the exit status.

    `supervised`: limits on time and memory are kept by a process of their own. It is only for a process that does
    nothing else.
    """
    words = with_program_arguments(sys.argv[1:] if arguments is None else arguments)
    parser = build_parser(words)
    require_command(parser, words)
    try:
        options = parse(parser, words)
    except UserError as problem:
        return _report(problem)
    choose(getattr(options, "color", "auto"))
    if options.command is None and not options.version:
        parser.print_help(sys.stderr)
        return ExitCode.BAD_INPUT
    if supervised and any(getattr(options, name, None) for name in ("timeout", "max_seconds", "memory")):
        from .supervisor import supervise

        return _reported(lambda: supervise(options, lambda: _execute(options)))
    return _execute(options)


def _execute(options: argparse.Namespace) -> int:
    return _reported(_print_version if options.version else lambda: options.execute(options))


def _reported(work: Callable[[], int]) -> int:
    """The exit status; whatever goes wrong becomes a message."""
    try:
        status = work()
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return _interrupted()
    except BrokenPipeError:
        _forget_output()  # the reader has gone (`smtcb goto x.c | head`): nobody wants to hear about it
        return ExitCode.UNKNOWN
    except Exception as error:
        return _report(error)


def command_parsers(parser: argparse.ArgumentParser) -> dict[str, CommandParser]:
    choices = next(one.choices for one in parser._actions if isinstance(one, argparse._SubParsersAction))
    return dict(choices or {})


def require_command(parser: CommandParser, words: Sequence[str]) -> None:
    """The first word is a command, or an option such as --version."""
    known = command_parsers(parser)
    word = next(iter(words), "-")
    if word.startswith("-") or word in known:
        return
    if word.endswith((".c", ".i")):
        parser.error(f"say what to do with {word}, such as: smtcb check {word}")
    parser.error(f"there is no command '{word}'; there are {', '.join(known)}")


def parse(parser: CommandParser, words: list[str]) -> argparse.Namespace:
    """With gcc's flags taken out of commands that load a program, and files anywhere between the options."""
    command = command_parsers(parser).get(words[0]) if words else None
    notes: list[str] = []
    if command is not None and "--project" in command.option_names():
        from .compiler_flags import read_flags

        flags = read_flags(words[1:], command.option_names())
        flags.require_known()
        if flags.language is not None and "++" in flags.language:
            raise UserError("smtcb checks C, not C++")
        words = [words[0], *flags.as_options(), *flags.words]
        notes = flags.notes()
    options, more = parser.parse_known_args(words)
    if more:
        files = [word for word in more if not word.startswith("-")]
        if not hasattr(options, "files") or len(files) < len(more):
            (command or parser).refuse_unknown(more)
        options.files += map(Path, files)
    if not getattr(options, "quiet", False):
        for note in notes:
            print(f"smtcb: {paint('note:', 'blue', sys.stderr)} {note}", file=sys.stderr)
    return options


def with_program_arguments(words: Sequence[str]) -> list[str]:
    """`smtcb run prog.c -- a b` is `smtcb run prog.c --args 'a b'`; and what follows --args is no option of ours."""
    words = list(words)
    if words[:1] == ["run"] and "--" in words:
        place = words.index("--")
        return [*words[:place], f"--args={shlex.join(words[place + 1 :])}"]
    if "--args" in words[:-1]:
        place = words.index("--args")
        return [*words[:place], f"--args={words[place + 1]}", *words[place + 2 :]]
    return words


def _print_version() -> int:
    print(f"smtcb {_version()}")
    return ExitCode.SUCCESSFUL


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("smtcb")
    except PackageNotFoundError:
        return "0+checkout"


def _report(error: Exception) -> int:
    from esbmc_py.frontend import LoadProblem

    if isinstance(error, LoadProblem):
        print(paint_error(error.render()), file=sys.stderr)
        return ExitCode.BAD_INPUT
    if isinstance(error, UserError):
        print(f"smtcb: {with_suggestion(str(error))}", file=sys.stderr)
        return ExitCode.BAD_INPUT
    if os.environ.get("SMTCB_DEBUG"):
        raise error
    if isinstance(error, OSError) and error.errno in _NO_NAME:
        print(f"smtcb: {error.filename!s:.60}: {(error.strerror or '').lower()}", file=sys.stderr)
        return ExitCode.BAD_INPUT
    if isinstance(error, OSError) and error.errno in _CANNOT_WRITE:
        _forget_output()
        print(f"smtcb: cannot write the answer: {error.strerror}", file=sys.stderr)
        return ExitCode.UNKNOWN
    if isinstance(error, MemoryError):
        print("smtcb: out of memory", file=sys.stderr)
        return ExitCode.UNKNOWN
    what = str(error).splitlines()[0][:200] if str(error) else "no message"
    print(f"smtcb: internal error: {type(error).__name__}: {what}", file=sys.stderr)
    print("This is a defect of smtcb. SMTCB_DEBUG=1 in the environment shows the traceback.", file=sys.stderr)
    return ExitCode.UNKNOWN


def _interrupted() -> int:
    print("smtcb: interrupted before there was anything to tell", file=sys.stderr)
    return ExitCode.UNKNOWN


def _forget_output() -> None:
    """Nor is there anything to say about flushing at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _terminated(_number: int, _frame: FrameType | None) -> NoReturn:
    """Ends like Ctrl-C: with what is known."""
    raise KeyboardInterrupt


def _come_again(what: sys.UnraisableHookArgs) -> None:
    """An interruption may come where Python cannot raise anything (while an object is being removed): it would be lost,
    and Python would tell of it at length. So it comes again a moment later."""
    if not isinstance(what.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(what)
        return
    from threading import Timer

    with suppress(RuntimeError):  # all is about to end anyway
        Timer(_MOMENT, os.kill, (os.getpid(), signal.SIGTERM)).start()


def _open_standard_streams() -> None:
    """Closed ones lead nowhere. The next pipe would get the number otherwise, and others write to the number."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # which gets the lowest number that is free
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115


def entry_point() -> NoReturn:
    _open_standard_streams()
    signal.signal(signal.SIGTERM, _terminated)
    sys.unraisablehook = _come_again
    if hasattr(signal, "SIGCHLD"):
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # if it is ignored, nobody can wait for processes
    # Start-up makes tens of thousands of objects that stay: looking for garbage among them takes time and finds none.
    gc.set_threshold(200_000)
    try:
        status = main(supervised=True)
    except KeyboardInterrupt:  # while the command was being loaded
        status = _interrupted()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
    sys.stderr.flush()
    atexit._run_exitfuncs()
    os._exit(status)  # the operating system takes memory back faster than Python does, object by object
