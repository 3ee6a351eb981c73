"""BenchExec's tool-info module for the validator: `<benchmark tool="esbmc_py.experiments.benchexec_validator">`.

The witness is an option, as in SV-COMP: `<option name="--witness">.../${taskdef_name}/witness.yml</option>`. In the
words of SV-COMP, a validator that confirms a witness gives the verdict that the witness claims, and one that rejects it
gives the other.
"""

from __future__ import annotations

from typing import Any

import benchexec.result as result
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task
from benchexec.tools.template import BaseTool2

from .benchexec_tool import violation_in


class Tool(BaseTool2):
    """smtcb validate."""

    def executable(self, tool_locator: Any) -> Any:
        return tool_locator.find_executable("smtcb")

    def name(self) -> str:
        return "smtcb-validate"

    def version(self, executable: str) -> Any:
        return self._version_from_tool(executable, line_prefix="smtcb ")

    def cmdline(self, executable: str, options: list[str], task: Any, rlimits: Any) -> list[str]:
        arguments = [executable, "validate", *map(str, task.input_files_or_identifier)]
        arch = get_data_model_from_task(task, {ILP32: "32", LP64: "64"})
        if arch is not None and "--arch" not in options:
            arguments += ["--arch", arch]
        if task.property_file is not None:
            arguments += ["--prp", task.property_file]
        if rlimits.cputime and "--timeout" not in options:
            arguments += ["--timeout", str(rlimits.cputime)]
        return arguments + options

    def determine_result(self, run: Any) -> Any:
        lines = [str(line).strip() for line in run.output]
        if "WITNESS UNKNOWN" in lines:
            return result.RESULT_UNKNOWN
        confirmed, rejected = "WITNESS CONFIRMED" in lines, "WITNESS REJECTED" in lines
        if not (confirmed or rejected):
            return result.RESULT_ERROR
        of_correctness = any(line.startswith("witness: of correctness") for line in lines)
        if confirmed is of_correctness:
            return result.RESULT_TRUE_PROP
        return violation_in(lines)
