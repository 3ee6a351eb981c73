"""`smtcb completion`: scripts that let shells complete the command line, made from the parsers themselves."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from esbmc_py.goto.deferred import dataclass

from .exit_codes import ExitCode
from .options import add_command

SHELLS = ("bash", "zsh", "fish")
_FILES = frozenset(("FILE", "DIR", "DB", "SUITE"))

EXAMPLES = """\
  smtcb completion bash > ~/.local/share/bash-completion/completions/smtcb
  smtcb completion zsh > ~/.zfunc/_smtcb          (~/.zfunc in fpath, before compinit)
  smtcb completion fish > ~/.config/fish/completions/smtcb.fish
  source <(smtcb completion bash)                 for this shell only
"""


def add_to(commands: Any) -> None:
    parser = add_command(
        commands,
        "completion",
        execute,
        summary="completion of command lines for bash, zsh, fish",
        description="Prints a script for a shell that completes commands, options and their values.",
        examples=EXAMPLES,
    )
    parser.add_argument("shell", choices=SHELLS, help="which shell")


@dataclass(frozen=True, slots=True)
class CompletedOption:
    names: tuple[str, ...]
    help: str
    takes_value: bool
    values: tuple[str, ...]  # those that there are, if that can be said
    is_file: bool


@dataclass(frozen=True, slots=True)
class Command:
    name: str
    help: str
    options: tuple[CompletedOption, ...]
    words: tuple[str, ...]  # that it takes besides; files, if none


def execute(options: argparse.Namespace) -> int:
    write = {"bash": bash_lines, "zsh": zsh_lines, "fish": fish_lines}[options.shell]
    print("\n".join(write(list(commands()))))
    return ExitCode.SUCCESSFUL


# -- what there is ------------------------------------------------------------------------------------------------


def commands() -> Iterator[Command]:
    from .main import build_parser, command_parsers

    parser = build_parser()
    values = _values()
    summaries = {
        str(one.dest): one.help or ""
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for one in action._choices_actions
    }
    for name, one in command_parsers(parser).items():
        options = tuple(
            _option(action, values)
            for action in one._actions
            if action.option_strings and action.help != argparse.SUPPRESS
        )
        words = [str(word) for action in one._actions if not action.option_strings for word in action.choices or ()]
        yield Command(name, summaries[name], options, tuple(words))


def _option(action: argparse.Action, values: dict[str, tuple[str, ...]]) -> CompletedOption:
    known = tuple(map(str, action.choices or ())) or next(
        (values[name] for name in action.option_strings if name in values), ()
    )
    metavar = action.metavar[-1] if isinstance(action.metavar, tuple) else action.metavar or ""
    takes_value = action.nargs != 0
    help_text = " ".join((action.help or "").replace("%%", "%").split())
    return CompletedOption(
        tuple(action.option_strings), help_text, takes_value, known, takes_value and metavar in _FILES
    )


def _values() -> dict[str, tuple[str, ...]]:
    """Of options whose values are checked later than by the parser."""
    from esbmc_py.checking.modes import mode_names
    from esbmc_py.checking.options import SCHEMAS, SOLVERS
    from esbmc_py.goto.properties import GROUPS

    modes = mode_names()
    groups = (*GROUPS, "all")
    return {
        "--mode": modes,
        "--modes": modes,
        "--property": groups,
        "--schema": SCHEMAS,
        "--solver": SOLVERS,
        "--solvers": SOLVERS,
        "--backend": ("generic", "cbmc", "esbmc", "klee"),
        "--show": ("inline", "unwind", "threads", "number"),
    }


# -- bash ---------------------------------------------------------------------------------------------------------


def bash_lines(found: list[Command]) -> Iterator[str]:
    names = " ".join(command.name for command in found)
    yield "# bash completion for smtcb; made by: smtcb completion bash"
    yield "_smtcb() {"
    yield '    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} options="" words=""'
    yield "    COMPREPLY=()"
    yield '    if [ "$COMP_CWORD" -eq 1 ]; then'
    yield f'        COMPREPLY=($(compgen -W "{names} --help --version" -- "$cur"))'
    yield "        return"
    yield "    fi"
    yield '    case "${COMP_WORDS[1]} $prev" in'
    for command in found:
        yield from _bash_values(command)
    yield "    esac"
    yield '    case "${COMP_WORDS[1]}" in'
    for command in found:
        every = " ".join(name for option in command.options for name in option.names)
        yield f'        {command.name}) options="{every}"; words="{" ".join(command.words)}" ;;'
    yield "    esac"
    yield '    if [[ "$cur" == -* ]]; then'
    yield '        COMPREPLY=($(compgen -W "$options" -- "$cur"))'
    yield '    elif [ -n "$words" ]; then'
    yield '        COMPREPLY=($(compgen -W "$words" -- "$cur"))'
    yield "    else"
    yield "        compopt -o filenames 2>/dev/null"
    yield '        COMPREPLY=($(compgen -f -- "$cur"))'
    yield "    fi"
    yield "}"
    yield "complete -F _smtcb smtcb"


def _bash_values(command: Command) -> Iterator[str]:
    for option in command.options:
        if not option.takes_value:
            continue
        pattern = "|".join(f'"{command.name} {name}"' for name in option.names)
        if option.values:
            yield f"        {pattern})"
            yield "            local first=${cur%,*}, last=${cur##*,}"  # lists have commas between
            yield '            [[ "$cur" == *,* ]] || first=""'
            yield f'            COMPREPLY=($(compgen -P "$first" -W "{" ".join(option.values)}" -- "$last"))'
            yield "            return ;;"
        elif option.is_file:
            yield f'        {pattern}) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")); return ;;'
        else:
            yield f"        {pattern}) return ;;"


# -- zsh ----------------------------------------------------------------------------------------------------------


def zsh_lines(found: list[Command]) -> Iterator[str]:
    yield "#compdef smtcb"
    yield "# zsh completion for smtcb; made by: smtcb completion zsh"
    yield "_smtcb() {"
    yield "    local -a commands"
    yield "    commands=("
    for command in found:
        yield f"        {_quoted(f'{command.name}:{command.help}')}"
    yield "    )"
    yield "    if (( CURRENT == 2 )); then"
    yield "        _describe command commands"
    yield "        return"
    yield "    fi"
    yield "    local command=$words[2]"
    yield "    shift words"
    yield "    (( CURRENT-- ))"
    yield "    case $command in"
    for command in found:
        yield f"        {command.name})"
        yield "            _arguments \\"
        for option in command.options:
            yield from (f"                {_quoted(_zsh_option(name, option))} \\" for name in option.names)
        rest = f"({' '.join(command.words)})" if command.words else "_files"
        yield f"                {_quoted(f'*:file:{rest}')} ;;"
    yield "    esac"
    yield "}"
    yield 'if [ "$funcstack[1]" = "_smtcb" ]; then _smtcb "$@"; else compdef _smtcb smtcb; fi'


def _zsh_option(name: str, option: CompletedOption) -> str:
    text = option.help.replace("\\", "").replace("[", "(").replace("]", ")").replace(":", ";")
    if not option.takes_value:
        return f"*{name}[{text}]"
    if option.values:
        values = " ".join(value.replace(":", "\\:") for value in option.values)
        way = f"_values -s , value {values}" if name in ("--property", "--modes", "--solvers") else f"({values})"
        return f"*{name}[{text}]:value:{way}"
    return f"*{name}[{text}]:value:{'_files' if option.is_file else ' '}"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


# -- fish ---------------------------------------------------------------------------------------------------------


def fish_lines(found: list[Command]) -> Iterator[str]:
    yield "# fish completion for smtcb; made by: smtcb completion fish"
    yield "complete -c smtcb -f -n __fish_use_subcommand -l help -d 'show help'"
    yield "complete -c smtcb -f -n __fish_use_subcommand -l version -d 'print the version'"
    for command in found:
        yield f"complete -c smtcb -f -n __fish_use_subcommand -a {command.name} -d {_fish_quoted(command.help)}"
        seen = f"complete -c smtcb -n '__fish_seen_subcommand_from {command.name}'"
        if command.words:
            yield f"{seen} -f -a {_fish_quoted(' '.join(command.words))}"
        for option in command.options:
            yield f"{seen} {_fish_option(option)} -d {_fish_quoted(option.help)}"


def _fish_option(option: CompletedOption) -> str:
    words = []
    for name in option.names:
        kind = "-l" if name.startswith("--") else "-s" if len(name) == 2 else "-o"
        words.append(f"{kind} {name.lstrip('-')}")
    if option.takes_value:
        words.append("-r" if option.is_file else "-x")
    if option.values:
        words.append(f"-a {_fish_quoted(' '.join(option.values))}")
    return " ".join(words)


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
