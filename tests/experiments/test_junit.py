"""JUnit XML of a campaign: what a build server shows."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from esbmc_py.experiments.answers import TaskStatus
from esbmc_py.experiments.junit import junit_text
from esbmc_py.experiments.records import Results, RunRecord


def run(task: str, status: TaskStatus, reason: str = "") -> RunRecord:
    return RunRecord(
        task, "family", "p.c", "reach", True, {}, "lazy", [], "f", "1", "", status, "failed", False, "within <bounds>",
        {}, "", reason, 1.0, 1.5, 10.0, 0,
    )  # fmt: skip


def test_wrong_verdicts_fail_crashes_are_errors_and_no_answer_is_skipped() -> None:
    session = {"session": "1", "options": {"configurations": ["lazy"]}}
    runs = (
        run("a", TaskStatus.FOUND),
        run("b", TaskStatus.WRONG),
        run("c", TaskStatus.ERROR, 'a "quoted" & odd\x00 reason'),
        run("d", TaskStatus.TIMEOUT),
    )
    root = ElementTree.fromstring(junit_text(Results((session,), runs)).encode())
    [suite] = root
    assert {key: suite.get(key) for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "4", "failures": "1", "errors": "1", "skipped": "1",
    }  # fmt: skip
    inside = {case.get("name"): [one.tag for one in case] for case in suite}
    assert inside == {"a": ["system-out"], "b": ["failure"], "c": ["error"], "d": ["skipped"]}
