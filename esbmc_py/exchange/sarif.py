"""SARIF 2.1.0: findings for code scanning, with one thread flow for each thread."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from esbmc_py.checking.report.answer import scope_text
from esbmc_py.checking.report.traces import Trace, summary
from esbmc_py.checking.results import CheckResult, Verdict
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.traces.trace_line import TraceLine
from esbmc_py.vm.findings import DataRace, Deadlock, Violation

from .rules import rule_of
from .write import own_version

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
FINGERPRINT = "smtcbFinding/v1"


def sarif_text(result: CheckResult, traces: Sequence[Trace]) -> str:
    return json.dumps(sarif_document(result, traces), indent=1) + "\n"


def sarif_document(result: CheckResult, traces: Sequence[Trace]) -> dict[str, Any]:
    results = [_result(result, trace) for trace in traces]
    notes = [{"level": "note", "message": {"text": f"{result.verdict.upper()}: {scope_text(result)}"}}]
    if result.verdict is Verdict.UNKNOWN:
        notes[0]["level"] = "warning"
    notes += [{"level": "warning", "message": {"text": note}} for note in result.notes]
    return document(results, notes, sorted(_user_files(result)))


def document(results: list[dict[str, Any]], notes: list[dict[str, Any]], files: Iterable[str]) -> dict[str, Any]:
    """With the rules that the results name."""
    rules = list(dict.fromkeys(one["ruleId"] for one in results))
    for one in results:
        one["ruleIndex"] = rules.index(one["ruleId"])
    driver = {
        "name": "smtcb",
        "version": own_version(),
        "rules": [_rule(Property(name)) for name in rules],
    }
    run = {
        "tool": {"driver": driver},
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": notes}],
        "artifacts": [{"location": location, "sourceLanguage": "c"} for location in map(_artifact, files)],
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _user_files(result: CheckResult) -> set[str]:
    functions = result.program.functions.values()
    return {one.location.file for one in functions if not one.is_model and one.location.line > 0}


def _rule(violated: Property) -> dict[str, Any]:
    """A name that only repeats the id is none."""
    rule = rule_of(violated)
    name = "".join(word[:1].upper() + word[1:] for word in rule.title.split())
    return {
        "id": str(violated),
        **({} if name.lower() == str(violated) else {"name": name}),
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.meaning},
        "help": {
            "text": f"{rule.meaning}\n\n{rule.advice}",
            "markdown": f"**{rule.title}.** {rule.meaning}\n\n{rule.advice}",
        },
        "defaultConfiguration": {"level": "error"},
        "properties": {"tags": ["concurrency"], "precision": "very-high", "problem.severity": "error"},
    }


# --- one finding


def _result(result: CheckResult, trace: Trace) -> dict[str, Any]:
    what = trace.finding.what
    places = _places(trace)
    lines = [result.program.source_line(place) for place, _ in places]
    return {
        "ruleId": str(trace.finding.property),
        "level": "error",
        "kind": "fail",
        "message": {"text": trace.named(summary(what))},
        "locations": [_location(*places[0])],
        "relatedLocations": [{"id": number, **_location(*place)} for number, place in enumerate(places[1:], 1)],
        "codeFlows": [_code_flow(trace)],
        "partialFingerprints": {FINGERPRINT: _fingerprint(trace, places, lines)},
    }


def _places(trace: Trace) -> list[tuple[SourceLocation, str]]:
    """Where it goes wrong, with what happens there; the most telling first."""
    match trace.finding.what:
        case Violation(location=location, message=message):
            return [(location, trace.named(message))]
        case DataRace(first=first, second=second):
            return [(one.location, trace.named(str(one))) for one in (first, second)]
        case Deadlock(blocked=blocked):
            return [(one.location, trace.named(str(one))) for one in blocked]


def _fingerprint(trace: Trace, places: Sequence[tuple[SourceLocation, str]], lines: Sequence[str]) -> str:
    """The same while the lines that are to blame read the same, wherever in the file they stand."""
    parts = [str(trace.finding.property)]
    for (place, _), line in zip(places, lines, strict=True):
        parts += [PurePath(place.file).name, " ".join(line.split())]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def _code_flow(trace: Trace) -> dict[str, Any]:
    threads: dict[int, list[dict[str, Any]]] = {}
    for order, line in enumerate(trace.lines, 1):
        threads.setdefault(line.thread, []).append(_flow_location(line, order, trace))
    flows = [
        {"id": f"thread {number}", "message": {"text": _thread_text(number, trace)}, "locations": locations}
        for number, locations in sorted(threads.items())
    ]
    return {"message": {"text": "executionOrder is the order across threads"}, "threadFlows": flows}


def _thread_text(number: int, trace: Trace) -> str:
    name = trace.names.get(number)
    return f"thread {number}" + (f" ({name})" if name else "")


def _flow_location(line: TraceLine, order: int, trace: Trace) -> dict[str, Any]:
    said = trace.named("; ".join(line.notes)) or line.source
    return {
        "location": _location(line.location, said or "a step"),
        "executionOrder": order,
        "nestingLevel": max(0, line.depth - 1),
        "importance": "essential" if line.matters else "unimportant",
    }


def _location(place: SourceLocation, text: str) -> dict[str, Any]:
    region = {"startLine": max(1, place.line)}
    if place.column:
        region["startColumn"] = place.column
    physical = {"artifactLocation": _artifact(place.file), "region": region}
    return {"physicalLocation": physical, "message": {"text": text}}


def _artifact(file: str) -> dict[str, str]:
    """From where the check was made, if it is below; code scanning makes these names relative to the repository."""
    path = Path(file).absolute()
    try:
        return {"uri": quote(path.relative_to(Path.cwd()).as_posix()), "uriBaseId": "%SRCROOT%"}
    except ValueError:
        return {"uri": path.as_uri()}
