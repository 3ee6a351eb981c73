"""Other tools, described in a few lines of TOML: how to call them, and how to read what they say.

    name = "cbmc"
    command = ["cbmc", "{files}", "{defines}", "{properties}", ["--unwind", "{unwind}"]]
    version = ["cbmc", "--version"]
    [defaults]
    unwind = 4
    [properties]
    reach = []
    [[verdict]]
    match = "VERIFICATION FAILED"
    verdict = "failed"

A word that is just `{files}`, `{defines}` or `{properties}` becomes as many words as there are. `{unwind}`,
`{contexts}`, `{rounds}`, `{timeout}`, `{memory}` and `{arch}` stand for numbers; a list inside the command is left out
as a whole when its number is not known. Of the `verdict` rules (regular expressions on the output), the first that
matches counts; `bounded` is a success that leaves something out.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .answers import Answer
from .problems import ExperimentProblem
from .processes import Ended, ProcessLimits
from .tasks import Task, TaskBounds

DESCRIBED = Path(__file__).parent / "tools"
_VERDICTS = ("successful", "failed", "bounded", "unknown")
_KEYS = {"name", "command", "version", "defaults", "properties", "verdict"}
_NUMBER = re.compile(r"\{(unwind|contexts|rounds|timeout|memory|arch)\}")
_LISTS = ("{files}", "{defines}", "{properties}")

Word = str | list[str]


@dataclass(frozen=True, slots=True)
class AnswerPattern:
    pattern: re.Pattern[str]
    verdict: str


@dataclass(frozen=True, slots=True)
class OtherTool:
    """A configuration that is not smtcb."""

    name: str
    words: tuple[Word, ...]
    version_command: tuple[str, ...]
    defaults: Mapping[str, int]
    properties: Mapping[str, tuple[str, ...]]  # group → words; a group that is not named is not supported
    rules: tuple[AnswerPattern, ...]
    limits: ProcessLimits

    @property
    def installed(self) -> bool:
        first = self.words[0]
        return isinstance(first, str) and shutil.which(first) is not None

    def version(self) -> str:
        """The first line that the tool prints about it."""
        try:
            done = subprocess.run(self.version_command, capture_output=True, text=True, timeout=20)
        except (OSError, subprocess.SubprocessError):
            return "unknown"
        return next(iter((done.stdout or done.stderr).strip().splitlines()), "unknown")

    def command(self, task: Task, bounds: TaskBounds) -> list[str] | None:
        if not set(task.groups) <= self.properties.keys():
            return None
        numbers: dict[str, float | None] = {**asdict(bounds), "arch": task.arch, **asdict(self.limits)}
        for name, value in self.defaults.items():
            if numbers.get(name) is None:
                numbers[name] = value
        lists = {
            "{files}": [str(file) for file in task.files],
            "{defines}": [f"-D{name}={value}" if value else f"-D{name}" for name, value in task.defines],
            "{properties}": [word for group in task.groups for word in self.properties[group]],
        }
        command: list[str] = []
        for word in self.words:
            if isinstance(word, str):
                command += lists.get(word) or ([] if word in _LISTS else [_filled(word, numbers) or word])
            else:
                filled = [_filled(part, numbers) for part in word]
                command += [part for part in filled if part is not None] if None not in filled else []
        return command

    def read(self, ended: Ended) -> Answer:
        text = ended.output + ended.errors
        for rule in self.rules:
            if rule.pattern.search(text):
                if rule.verdict == "bounded":
                    return Answer("successful", complete=False, searched=False)
                return Answer(rule.verdict, complete=rule.verdict == "successful", searched=False)
        last = [line for line in text.splitlines() if line.strip()][-1:]
        return Answer("none", reason=last[0][:300] if last else f"exit status {ended.status}")


def _filled(word: str, numbers: Mapping[str, float | None]) -> str | None:
    """None: a number in it is not known."""
    names = _NUMBER.findall(word)
    if any(numbers.get(name) is None for name in names):
        return None
    return _NUMBER.sub(lambda match: f"{numbers[match[1]]:g}", word)


def described_tools() -> list[str]:
    return sorted(path.stem for path in DESCRIBED.glob("*.toml"))


def load_tool(name: str, limits: ProcessLimits) -> OtherTool:
    """One that comes described, by name; or a TOML file. Raises ExperimentProblem."""
    path = DESCRIBED / f"{name}.toml" if name in described_tools() else Path(name)
    if path.suffix != ".toml":
        raise ExperimentProblem(
            f"no tool '{name}' is described; there are {', '.join(described_tools())} and TOML files"
        )
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise ExperimentProblem(f"cannot read it: {problem.strerror}", path) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise ExperimentProblem(f"not TOML: {problem}", path) from None
    return _tool(path, document, limits)


def _tool(path: Path, document: dict[str, Any], limits: ProcessLimits) -> OtherTool:
    for key in document:
        if key not in _KEYS:
            raise ExperimentProblem(f"unknown key '{key}'; there are {', '.join(sorted(_KEYS))}", path)
    words = document.get("command")
    if not isinstance(words, list) or not words or not all(isinstance(word, str) or _is_words(word) for word in words):
        raise ExperimentProblem("'command' should be a list of words", path)
    version = document.get("version", [])
    properties = document.get("properties", {})
    if not _is_words(version) or not isinstance(properties, dict) or not all(map(_is_words, properties.values())):
        raise ExperimentProblem("'version' and each of 'properties' should be lists of words", path)
    defaults = document.get("defaults", {})
    if not isinstance(defaults, dict) or not all(type(value) is int for value in defaults.values()):
        raise ExperimentProblem("'defaults' should be numbers", path)
    return OtherTool(
        str(document.get("name", path.stem)),
        tuple(words),
        tuple(version),
        defaults,
        {group: tuple(extra) for group, extra in properties.items()},
        tuple(_rule(path, entry) for entry in document.get("verdict", [])),
        limits,
    )


def _rule(path: Path, entry: Any) -> AnswerPattern:
    known = isinstance(entry, dict) and entry.keys() == {"match", "verdict"} and isinstance(entry["match"], str)
    if not known or entry["verdict"] not in _VERDICTS:
        raise ExperimentProblem(f"a [[verdict]] has a text 'match' and a 'verdict' of {', '.join(_VERDICTS)}", path)
    try:
        return AnswerPattern(re.compile(entry["match"], re.MULTILINE), entry["verdict"])
    except re.error as problem:
        raise ExperimentProblem(f"'{entry['match']}' is not a regular expression: {problem}", path) from None


def _is_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def installed(tools: Sequence[OtherTool]) -> tuple[list[OtherTool], list[str]]:
    """Those that can be run, and a note for each that cannot."""
    there = [tool for tool in tools if tool.installed]
    return there, [
        f"{tool.name} is skipped: there is no command '{tool.words[0]}'" for tool in tools if tool not in there
    ]


def tool_versions(configurations: Iterable[object]) -> dict[str, str]:
    tools = {tool.name: tool for tool in configurations if isinstance(tool, OtherTool)}
    return {name: tool.version() for name, tool in tools.items()}
