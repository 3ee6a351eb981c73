"""BenchExec's tool-info module: `<benchmark tool="esbmc_py.experiments.benchexec_tool">`.

Nothing else of smtcb imports this file; BenchExec is not a dependency.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

import benchexec.result as result
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task
from benchexec.tools.template import BaseTool2

from esbmc_py.goto.properties import GROUPS, Property

# What SV-COMP calls a violation.
_SVCOMP = {
    Property.ASSERTION: result.RESULT_FALSE_REACH,
    Property.REACH: result.RESULT_FALSE_REACH,
    Property.NULL: result.RESULT_FALSE_DEREF,
    Property.BOUNDS: result.RESULT_FALSE_DEREF,
    Property.FREED: result.RESULT_FALSE_DEREF,
    Property.DEAD: result.RESULT_FALSE_DEREF,
    Property.READ_ONLY: result.RESULT_FALSE_DEREF,
    Property.DOUBLE_FREE: result.RESULT_FALSE_FREE,
    Property.INVALID_FREE: result.RESULT_FALSE_FREE,
    Property.LEAK: result.RESULT_FALSE_MEMCLEANUP,
    Property.LOST: result.RESULT_FALSE_MEMTRACK,
    Property.OVERFLOW: result.RESULT_FALSE_OVERFLOW,
    Property.RACE: result.RESULT_FALSE_DATARACE,
    Property.DEADLOCK: result.RESULT_FALSE_DEADLOCK,
}


class Tool(BaseTool2):
    """smtcb: an answer that holds within bounds only is not `true`, but unknown."""

    def executable(self, tool_locator: Any) -> Any:
        return tool_locator.find_executable("smtcb")

    def name(self) -> str:
        return "smtcb"

    def version(self, executable: str) -> Any:
        return self._version_from_tool(executable, line_prefix="smtcb ")

    def cmdline(self, executable: str, options: list[str], task: Any, rlimits: Any) -> list[str]:
        arguments = [executable, "check", *map(str, task.input_files_or_identifier)]
        arch = get_data_model_from_task(task, {ILP32: "32", LP64: "64"})
        if arch is not None and "--arch" not in options:
            arguments += ["--arch", arch]
        defines = task.options.get("defines", {}) if isinstance(task.options, dict) else {}
        arguments += [f"-D{name}={value}" if value != "" else f"-D{name}" for name, value in defines.items()]
        group = PurePath(task.property_file).stem if task.property_file is not None else "default"
        if group != "default":
            arguments += ["--property", group] if group in GROUPS else ["--prp", task.property_file]
        return arguments + options

    def determine_result(self, run: Any) -> Any:
        lines = [str(line).strip() for line in run.output]
        if "VERIFICATION SUCCESSFUL" in lines:
            return result.RESULT_TRUE_PROP
        if "VERIFICATION SUCCESSFUL (within bounds)" in lines:
            return result.RESULT_UNKNOWN
        if "VERIFICATION FAILED" in lines:
            return violation_in(lines)
        if "VERIFICATION UNKNOWN" in lines:
            return result.RESULT_UNKNOWN
        return result.RESULT_ERROR


def violation_in(lines: list[str]) -> Any:
    """`file.c:53:31: use-after-free: ...` or `deadlock: ...`: the first that says what was violated."""
    for line in lines:
        for prop, name in _SVCOMP.items():
            if f": {prop}: " in line or line.startswith(f"{prop}: "):
                return name
    return result.RESULT_FALSE_PROP
