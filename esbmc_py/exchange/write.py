"""`smtcb check --witness`: the answer as a witness, in the format that the file's name asks for."""

from __future__ import annotations

import hashlib
import os
import uuid
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from esbmc_py.checking.results import CheckResult, Counterexample, Verdict
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.flow import jumps_back
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.findings import DataRace, Deadlock, Violation

from .graphml_writer import LineTexts, correctness_graphml, violation_graphml
from .source_map import SourceMap, file_map
from .specifications import specification, specification_of_groups
from .violation import violation_segments
from .witness import CorrectnessWitness, Invariant, Metadata, Position, Segment, ViolationWitness, WitnessTask
from .yaml_writer import correctness_yaml, violation_yaml

GRAPHML = ".graphml"
SUFFIXES = (GRAPHML, ".yml", ".yaml")


@dataclass(frozen=True, slots=True)
class WitnessRequest:
    """The files of the program as they were given; `specification` is the text of a property file, if there is one."""

    files: tuple[Path, ...]
    version: str = "2.2"
    arch: int = 64
    specification: str = ""


def why_no_witness(result: CheckResult) -> str:
    """Empty if there is one to write."""
    if result.counterexamples:
        what = result.counterexamples[0].what
        if isinstance(what, Violation) and what.repeats is not None:
            return "an execution without an end has no witness in these formats"
        return ""
    if result.verdict is Verdict.SUCCESSFUL and not result.scope.complete:
        return "the answer holds within bounds only, and a witness of correctness is about all executions"
    return "" if result.verdict is Verdict.SUCCESSFUL else "nothing is settled"


def witness_text(result: CheckResult, request: WitnessRequest, suffix: str) -> str:
    """`why_no_witness` is empty."""
    if result.counterexamples:
        return _violation(result.program, result.counterexamples[0], request, suffix)
    formula = request.specification or specification_of_groups(result.scope.groups)
    witness = CorrectnessWitness(_metadata(request, formula, ""), _invariants(result, request))
    return correctness_graphml(witness) if suffix == GRAPHML else correctness_yaml(witness)


def violation_witness(program: Program, found: Counterexample, request: WitnessRequest) -> ViolationWitness:
    sources = SourceMap(program, file_map(request.files))
    segments = violation_segments(program, sources, found)
    formula = request.specification or specification([violated(found)])
    return ViolationWitness(_metadata(request, formula, _identity(segments)), segments)


def _violation(program: Program, found: Counterexample, request: WitnessRequest, suffix: str) -> str:
    witness = violation_witness(program, found, request)
    if suffix != GRAPHML:
        return violation_yaml(witness)
    return violation_graphml(witness, LineTexts({str(path): _read(path) for path in request.files}))


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def violated(found: Counterexample) -> Property:
    match found.what:
        case Violation(property=violated):
            return violated
        case Deadlock():
            return Property.DEADLOCK
        case DataRace():
            return Property.RACE


def _identity(segments: Sequence[Segment]) -> str:
    return repr(segments)


def _metadata(request: WitnessRequest, formula: str, identity: str) -> Metadata:
    hashes = tuple(hashlib.sha256(path.read_bytes()).hexdigest() for path in request.files)
    task = WitnessTask(
        tuple(map(str, request.files)), hashes, formula.strip(), "ILP32" if request.arch == 32 else "LP64"
    )
    # The same witness has the same name: answers do not change from run to run.
    name = uuid.uuid5(uuid.NAMESPACE_OID, f"{request.version} {task} {identity}")
    return Metadata(request.version, str(name), _now(), "smtcb", own_version(), task)


def _now() -> str:
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(epoch), UTC) if epoch.isdigit() else datetime.now(UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def own_version() -> str:
    try:
        return version("smtcb")
    except PackageNotFoundError:
        return "0+checkout"


# --- correctness


def _invariants(result: CheckResult, request: WitnessRequest) -> tuple[Invariant, ...]:
    """Of each loop what a proof says of it. Other modes find no invariants: they say what is true of all states."""
    sources = SourceMap(result.program, file_map(request.files))
    claims: dict[str, list[str]] = {}
    for one in result.loop_claims:
        claims.setdefault(one.place, []).append(f"({one.clause})")
    loops: dict[Position, set[str]] = {}
    for at, begins in _loops(sources):
        loops.setdefault(at, set()).add(begins)
    told = {at: claims.get(min(begins), []) if len(begins) == 1 else [] for at, begins in loops.items()}
    found = [Invariant("loop_invariant", at, " && ".join(parts) or "1") for at, parts in told.items()]
    return tuple(found or (Invariant("location_invariant", at, "1") for at in _beginning(sources)))


def _beginning(sources: SourceMap) -> Iterator[Position]:
    """The first statement: the format wants one invariant at least, also of programs without loops."""
    for function in sorted(sources.user_functions(), key=lambda one: one.name != "main"):
        text = sources.of(function.name)
        for instruction in function.instructions:
            head = text.statement_at(instruction.location)
            if head is not None:
                place = sources.files.physical(text.location(head.begin))
                yield Position(place.file, place.line, place.column or None, function.name)
                return


def _loops(sources: SourceMap) -> Iterator[tuple[Position, str]]:
    """Where they stand, and where their rounds begin: as the claims of a proof have it."""
    for function in sources.user_functions():
        text = sources.of(function.name)
        for _, jump in jumps_back(function.instructions):
            head = text.statement_at(jump.location)
            if head is not None and head.keyword in ("for", "while", "do"):
                place = sources.files.physical(text.location(head.begin))
                begins = "" if head.keyword == "do" else f"{function.name}:{jump.target}"
                yield Position(place.file, place.line, place.column or None, function.name), begins
