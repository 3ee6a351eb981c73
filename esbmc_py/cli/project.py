"""A program out of a compilation database (`compile_commands.json`): its files, each with its own flags.

A database describes all that a build makes, often several programs. The program that is meant begins with one file (the
one with `main`, or with the function that is asked for) and takes in whatever it needs, file by file, as a linker
takes object files from an archive.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from esbmc_py.frontend.errors import SourceError
from esbmc_py.frontend.file_kinds import refuse_other_languages
from esbmc_py.frontend.outline import outline
from esbmc_py.frontend.preprocess import preprocess
from esbmc_py.frontend.pruning import mentioned_names
from esbmc_py.frontend.source_file import SourceFile

from .compiler_flags import CompilerFlags, read_flags, together
from .problems import UserError

_MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class CompiledFile:
    """A file as the database has it."""

    file: SourceFile
    flags: CompilerFlags


@dataclass(frozen=True, slots=True)
class Linked:
    """What a file brings, and what it needs from others."""

    entry: CompiledFile
    defines: frozenset[str]
    needs: frozenset[str]
    problem: SourceError | None = None


def project_files(options: argparse.Namespace) -> list[SourceFile]:
    entries = read_database(options.project, options)
    linked = [_look_into(entry, options.arch) for entry in entries]
    start = _start(linked, options)
    chosen = _needed(start, linked)
    flags = together(one.entry.flags for one in chosen)
    flags.require_known()
    _agree_on_target(chosen, options)
    if not options.quiet:
        names = ", ".join(str(one.entry.file) for one in chosen[:_MOST_NAMED])
        more = f" and {len(chosen) - _MOST_NAMED} more" if len(chosen) > _MOST_NAMED else ""
        files = "file" if len(entries) == 1 else "files"
        print(
            f"smtcb: note: {len(chosen)} of {len(entries)} {files} make up the program: {names}{more}", file=sys.stderr
        )
        for note in flags.notes():
            print(f"smtcb: note: {note}", file=sys.stderr)
    return [one.entry.file for one in chosen]


# -- reading ------------------------------------------------------------------------------------------------------


def read_database(path: Path, options: argparse.Namespace) -> list[CompiledFile]:
    """The C files of a database; the first of several entries for the same file."""
    if os.path.isdir(path):  # noqa: PTH112 - knows names that no file can have, too
        path = path / "compile_commands.json"
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise UserError(f"{path}: cannot read the compilation database: {problem.strerror}") from None
    except (ValueError, RecursionError):
        raise UserError(f"{path} is no compilation database: it is not JSON") from None
    if not isinstance(document, list):
        raise UserError(f"{path} is no compilation database: it has no list of commands")
    found: dict[str, CompiledFile] = {}
    for number, item in enumerate(document):
        try:
            entry = _entry(item, path, number, options)
        except (OSError, ValueError):  # too long, or signs that no name has
            raise UserError(f"{path}: entry {number + 1} has a name that no file can have") from None
        if entry is not None:
            found.setdefault(_identity(entry.file.path), entry)
    if not found:
        raise UserError(f"{path} has no C files")
    return list(found.values())


def _identity(path: Path | str) -> str:
    """The same for all names of a file."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        raise UserError(f"{str(path)!r:.80} is a name that no file can have") from None


def _entry(item: Any, database: Path, number: int, options: argparse.Namespace) -> CompiledFile | None:
    where = f"{database}: entry {number + 1}"
    if not isinstance(item, dict) or not isinstance(item.get("file"), str):
        raise UserError(f"{where} names no file")
    folder = Path(str(item.get("directory", "")))
    if not folder.is_absolute():
        folder = database.parent / folder
    flags = read_flags(_words(item, where)[1:])
    path = folder / item["file"]
    if path.suffix not in (".c", ".i") or (flags.language is not None and flags.language not in ("c", "cpp-output")):
        return None

    def place(name: str) -> str:
        return _shown(folder / name)

    own = CompilerFlags(macros=dict(flags.macros))
    own.macros |= {define.partition("=")[0]: define for define in options.defines}
    own.macros |= dict.fromkeys(options.undefines)
    directories = (*map(place, (*flags.include_dirs, *flags.system_dirs)), *options.include_dirs)
    headers = tuple(place(name) if (folder / name).exists() else name for name in flags.includes)
    file = SourceFile(
        Path(_shown(path)), directories, tuple(own.defines), tuple(own.undefines), (*headers, *options.includes)
    )
    return CompiledFile(file, flags)


def _words(item: dict[str, Any], where: str) -> Sequence[str]:
    arguments, command = item.get("arguments"), item.get("command")
    if isinstance(arguments, list) and all(isinstance(word, str) for word in arguments):
        return arguments
    if not isinstance(command, str):
        raise UserError(f"{where} has no command")
    try:
        return shlex.split(command)
    except ValueError as problem:
        raise UserError(f"{where}: its command cannot be read: {str(problem).lower()}") from None


def _shown(path: Path) -> str:
    """As short as it can be said from here."""
    whole = os.path.normpath(path.absolute())
    here = f"{Path.cwd()}/"
    return whole.removeprefix(here)


# -- linking ------------------------------------------------------------------------------------------------------


def _look_into(entry: CompiledFile, arch: int) -> Linked:
    try:
        refuse_other_languages(str(entry.file.path))
        text = preprocess(entry.file, arch=entry.flags.arch or arch).text
    except SourceError as problem:
        return Linked(entry, frozenset(), frozenset(), problem)
    found = outline(text)
    defines: set[str] = set()
    declares: set[str] = set()
    for chunk in found.chunks:
        names = chunk.names if chunk.function is None else {chunk.function}
        if chunk.function is None and not chunk.root:
            declares |= names
        elif "static" not in found.tokens.values[chunk.start : chunk.groups[0][0] if chunk.groups else chunk.end]:
            defines |= names
    needs = (mentioned_names(text) & declares) - defines  # a local variable is no need, whatever its name is
    return Linked(entry, frozenset(defines), frozenset(needs))


def _start(linked: list[Linked], options: argparse.Namespace) -> list[Linked]:
    named = _named(linked, options)
    if options.entry is not None:
        having = [one for one in linked if options.entry in one.defines]
        chosen = [one for one in having if one in named] or having
        if len(chosen) > 1:
            raise UserError(_choice(f"several files define {options.entry}", chosen, options))
        if not chosen:
            raise UserError(f"no file of {options.project} defines {options.entry}{_unread(linked)}")
        return [*chosen, *(one for one in named if one not in chosen)]
    with_main = [one for one in linked if "main" in one.defines]
    chosen = [one for one in named if one in with_main] or ([] if named and not with_main else with_main)
    if len(chosen) > 1:
        raise UserError(_choice("there are several main functions", chosen, options))
    if not chosen:
        raise UserError(
            f"no file of {options.project} has a main function{_unread(linked)}; --function NAME does without"
        )
    return [*chosen, *(one for one in named if one not in chosen)]


def _named(linked: list[Linked], options: argparse.Namespace) -> list[Linked]:
    by_place = {os.path.realpath(one.entry.file.path): one for one in linked}
    found = []
    for path in options.files:
        one = by_place.get(os.path.realpath(path))
        if one is None:
            raise UserError(f"{path} is not in {options.project}")
        found.append(one)
    return found


def _choice(what: str, having: Sequence[Linked], options: argparse.Namespace) -> str:
    names = ", ".join(str(one.entry.file) for one in having[:_MOST_NAMED])
    more = f" and {len(having) - _MOST_NAMED} more" if len(having) > _MOST_NAMED else ""
    return (
        f"{what} in {options.project} ({names}{more}): say which one is meant, "
        f"as in: smtcb {options.command} --project {options.project} {having[0].entry.file}"
    )


def _unread(linked: list[Linked]) -> str:
    problems = [one.problem for one in linked if one.problem is not None]
    return f" ({len(problems)} cannot be preprocessed; the first: {problems[0]})" if problems else ""


def _needed(start: list[Linked], linked: Iterable[Linked]) -> list[Linked]:
    """The first files, and those that define what these need; the nearest one of several, if there is one."""
    providers: dict[str, list[Linked]] = {}
    for one in linked:
        for name in one.defines:
            providers.setdefault(name, []).append(one)
    chosen = list(start)
    pending = list(start)
    while pending:
        one = pending.pop(0)
        if one.problem is not None:
            raise UserError(f"{one.entry.file} cannot be preprocessed: {one.problem}")
        for name in sorted(one.needs & providers.keys()):
            having = providers[name]
            if name == "main" or any(other in chosen for other in having):
                continue
            beside = [other for other in having if other.entry.file.path.parent == one.entry.file.path.parent] or having
            if len(beside) > 1:
                files = ", ".join(str(other.entry.file) for other in beside)
                raise UserError(f"{one.entry.file} needs {name}, which {files} define: name the one that is meant, too")
            chosen.append(beside[0])
            pending.append(beside[0])
    return chosen


def _agree_on_target(chosen: Sequence[Linked], options: argparse.Namespace) -> None:
    asked = {one.entry.flags.arch for one in chosen if one.entry.flags.arch is not None}
    if len(asked) > 1:
        raise UserError("some files are compiled with -m32 and others with -m64: these do not make one program")
    if asked:
        options.arch = asked.pop()
    options.wraps = options.wraps or any(one.entry.flags.wraps for one in chosen)
