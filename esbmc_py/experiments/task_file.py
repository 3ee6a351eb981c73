"""YAML with places: every value knows the line it stands in, so that a mistake in a task file can be shown."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

import yaml

from .problems import ExperimentProblem


class Value:
    """A node of a YAML file. What is asked of it and not there is a problem with file, line and column."""

    def __init__(self, node: yaml.Node, file: Path, name: str) -> None:
        self._node = node
        self._file = file
        self._name = name

    def problem(self, message: str) -> NoReturn:
        mark = self._node.start_mark
        raise ExperimentProblem(message, self._file, mark.line + 1, mark.column + 1)

    # -- mappings -------------------------------------------------------------------------------------------------

    def _pairs(self) -> Iterator[tuple[str, Value, yaml.Node]]:
        if not isinstance(self._node, yaml.MappingNode):
            self.problem(f"{self._name} should be 'key: value' lines")
        for key, value in self._node.value:
            yield str(key.value), Value(value, self._file, f"'{key.value}'"), key

    def members(self) -> dict[str, Value]:
        """A mapping that holds each key once."""
        found: dict[str, Value] = {}
        for key, value, node in self._pairs():
            if key in found:
                Value(node, self._file, key).problem(f"'{key}' is given twice")
            found[key] = value
        return found

    def only(self, *known: str) -> dict[str, Value]:
        """A mapping with no other keys than these."""
        members = self.members()
        for key, _, node in self._pairs():
            if key not in known:
                near = get_close_matches(key, known, 1)
                hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(known)}"
                Value(node, self._file, key).problem(f"unknown key '{key}': {hint}")
        return members

    def member(self, name: str) -> Value:
        value = self.members().get(name)
        if value is None:
            self.problem(f"{self._name} has no '{name}'")
        return value

    # -- the rest -------------------------------------------------------------------------------------------------

    def plain(self) -> Any:
        """As Python's data."""
        try:
            return yaml.SafeLoader("").construct_document(self._node)
        except (yaml.YAMLError, ValueError) as error:
            self.problem(f"{self._name}: {error}")

    def items(self) -> list[Value]:
        if not isinstance(self._node, yaml.SequenceNode):
            self.problem(f"{self._name} should be a list")
        return [Value(node, self._file, f"an entry of {self._name}") for node in self._node.value]

    def texts(self) -> list[str]:
        """One text, or a list of them."""
        if isinstance(self._node, yaml.SequenceNode):
            return [item.text() for item in self.items()]
        return [self.text()]

    def text(self) -> str:
        """A scalar as it is written: 0x1 stays 0x1."""
        if not isinstance(self._node, yaml.ScalarNode):
            self.problem(f"{self._name} should be one value")
        return str(self._node.value)

    def number(self) -> int:
        value = self.plain()
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            self.problem(f"{self._name} should be a number of 0 or more")
        return value

    def truth(self) -> bool:
        value = self.plain()
        if not isinstance(value, bool):
            self.problem(f"{self._name} should be true or false")
        return value


def read_yaml(file: Path) -> Value:
    """The document in `file`. Raises ExperimentProblem."""
    try:
        node = yaml.compose(file.read_text(encoding="utf-8"), Loader=yaml.SafeLoader)
    except OSError as problem:
        raise ExperimentProblem(f"cannot read it: {problem.strerror}", file) from None
    except UnicodeDecodeError:
        raise ExperimentProblem("not a text file", file) from None
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark or problem.context_mark
        what = f"not YAML: {problem.problem or problem.context}"
        if mark is None:
            raise ExperimentProblem(what, file) from None
        raise ExperimentProblem(what, file, mark.line + 1, mark.column + 1) from None
    except yaml.YAMLError as problem:
        raise ExperimentProblem(f"not YAML: {problem}", file) from None
    if node is None:
        raise ExperimentProblem("the file is empty", file, 1)
    return Value(node, file, "the file")
