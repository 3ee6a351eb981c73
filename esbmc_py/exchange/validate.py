"""`smtcb validate`: does a witness describe an execution of the program that violates the property?

First a search that the witness guides. If it neither finds such an execution nor comes to its end, the program is
checked as usual: if nothing is wrong with it in any execution, no witness of a violation can be right; and what is
found wrong with it may be what the witness describes.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path, PurePath
from random import Random
from typing import Any

from esbmc_py.checking.api import check, check_program, load_source, validated
from esbmc_py.checking.concrete import concrete_found
from esbmc_py.checking.modes import mode_of
from esbmc_py.checking.options import CheckOptions
from esbmc_py.checking.replay import replay
from esbmc_py.checking.results import CheckResult, Counterexample, Verdict
from esbmc_py.checking.surroundings import bounds_of_inputs, untried_inputs
from esbmc_py.frontend.source_file import SourceFile
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Load, Store
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import LIVENESS, Property
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.inputs import RunInputs
from esbmc_py.vm.run import Runner, Scheduled, machine_for

from .automaton import Automaton, Resolver
from .from_graphml import automaton_of_graph
from .from_yaml import automaton_of_segments
from .graphml_reader import WitnessGraph
from .guided import GuidedLimits, GuidedSearch, Searched
from .impossible import ASSERTED, why_impossible
from .invariants import InvariantCheck, check_invariants
from .monitor import Monitor
from .problems import WitnessProblem
from .product import products
from .reading import read_witness
from .source_map import SourceMap, file_map
from .specifications import groups_of, properties_of
from .witness import CorrectnessWitness, Invariant, Metadata, ViolationWitness

_TRUE = ("1", "true", "(1)")
# Violations that the search's machine does not notice: it looks at states and single steps of the program as it is.
_NOT_SEEN = LIVENESS | {Property.ATOMICITY, Property.SIGNAL_SAFETY}


class Judgement(StrEnum):
    CONFIRMED = "confirmed"
    REJECTED = "rejected"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Validation:
    judgement: Judgement
    reason: str
    correctness: bool  # it is a witness of correctness
    properties: tuple[Property, ...]
    metadata: Metadata
    waypoints: int = 0  # of the witness
    reached: int = 0  # of these, in the best execution
    states: int = 0
    notes: tuple[str, ...] = ()
    program: Program | None = None
    found: Counterexample | None = None  # the execution


@dataclass(frozen=True, slots=True)
class Settings:
    """`options` say how to load and check the program; its groups count only if `asked` says so."""

    options: CheckOptions
    asked: frozenset[Property] | None = None
    timeout: float = 60.0
    ignore_hash: bool = False


def validate(sources: Sequence[SourceFile], path: Path, settings: Settings) -> Validation:
    """Raises WitnessProblem, and what loading a program raises."""
    witness = read_witness(path)
    assert isinstance(witness, ViolationWitness | CorrectnessWitness | WitnessGraph)
    files = tuple(source.path for source in sources)
    notes = list(_require_same_program(witness.metadata, files, settings.ignore_hash))
    properties = _properties(witness.metadata, settings.asked)
    options = replace(
        settings.options,
        groups=groups_of(properties),
        arch=32 if witness.metadata.task.data_model == "ILP32" else settings.options.arch,
    )
    task = _Task(sources, files, properties, options, time.monotonic() + settings.timeout, notes, settings.timeout)
    if isinstance(witness, CorrectnessWitness):
        return task.correctness(witness.metadata, witness.invariants)
    if isinstance(witness, WitnessGraph) and witness.correctness:
        invariants = sum(data.get("invariant", "true").strip() not in _TRUE for data in witness.nodes.values())
        if invariants:
            notes.append(f"invariants of nodes of a graph are not judged: {invariants}")
        return task.correctness(witness.metadata, ())
    return task.violation(witness)


# --- whose witness is it?


def _require_same_program(metadata: Metadata, files: Sequence[Path], ignore: bool) -> list[str]:
    task = metadata.task
    hashes = [value.lower() for value in task.hashes if value]
    known = {digest for path in files for digest in _digests(path)}
    named = {PurePath(name).name for name in task.files}
    given = ", ".join(map(str, files))
    if hashes:
        if known.intersection(hashes):
            return []
        if ignore:
            return ["the witness was written for another file (its hash differs)"]
        raise WitnessProblem(
            f"the witness was written for another program, or another version of this one: it names "
            f"{', '.join(task.files) or 'a file'} with the hash {hashes[0][:16]}..., and {given} has another "
            "(--ignore-hash tries it all the same)"
        )
    if named and not named.intersection(path.name for path in files) and not ignore:
        raise WitnessProblem(
            f"the witness was written for another program: {', '.join(task.files)}, and not {given} "
            "(--ignore-hash tries it all the same)"
        )
    return []


def _digests(path: Path) -> tuple[str, str]:
    try:
        data = path.read_bytes()
    except OSError:
        return "", ""
    return hashlib.sha256(data).hexdigest(), hashlib.sha1(data, usedforsecurity=False).hexdigest()


def _properties(metadata: Metadata, asked: frozenset[Property] | None) -> frozenset[Property]:
    try:
        claimed = properties_of(metadata.task.specification)
    except ValueError as problem:
        if asked is None:
            raise WitnessProblem(f"the witness's specification is not understood: {problem}") from None
        return asked
    if asked is None:
        return claimed
    both = claimed & asked
    if not both:
        raise WitnessProblem(
            f"the witness is about another property: {metadata.task.specification.strip().splitlines()[0]}"
        )
    return both


# --- judging


@dataclass(frozen=True, slots=True)
class _Task:
    sources: Sequence[SourceFile]
    files: tuple[Path, ...]
    properties: frozenset[Property]
    options: CheckOptions
    deadline: float
    notes: list[str]
    timeout: float

    def violation(self, witness: ViolationWitness | WitnessGraph) -> Validation:
        program = self._load()
        map_ = SourceMap(program, file_map(self.files))
        automaton = _automaton(witness, Resolver(map_))
        waypoints = sum(map(len, automaton.edges)) + 1
        self.notes.extend(automaton.ignored)
        impossible = "" if isinstance(witness, WitnessGraph) else why_impossible(automaton, program, self.properties)
        if impossible:
            return self._judged(witness, Judgement.REJECTED, impossible, waypoints=waypoints)
        searched = self._searched(program, automaton, map_)
        counts: dict[str, Any] = {"waypoints": waypoints, "reached": searched.reached, "states": searched.states}
        if searched.untold:
            self.notes.append(f"could not be evaluated, and was taken to hold: {'; '.join(searched.untold[:3])}")
        if searched.found is not None:
            found = replay(program, concrete_found(searched.found), self.properties)
            if found is not None:
                reason = "an execution passes all its waypoints and ends in the violation"
                return self._judged(witness, Judgement.CONFIRMED, reason, program=program, found=found, **counts)
        if searched.complete and searched.found is None and self._sees_everything(program):
            reason = "no execution passes its waypoints and ends in the violation: all were looked at"
            how_far = _how_far(searched, waypoints)
            return self._judged(witness, Judgement.REJECTED, f"{reason} ({how_far})", **counts)
        return self._checked(witness, searched, counts)

    def _sees_everything(self, program: Program) -> bool:
        """Does the search look at all executions, and see all violations in them?"""
        options = validated(self.options, {"mode": "explicit"})
        meaning = options.semantics
        if bounds_of_inputs(program, meaning) or untried_inputs(program, meaning) or self.properties & _NOT_SEEN:
            return False
        return Property.RACE not in self.properties or not _has_weak_orders(program)

    def _searched(self, program: Program, automaton: Automaton, sources: SourceMap) -> Searched:
        """Where a waypoint is passed a moment earlier or later, an execution may fit after all."""
        limits = GuidedLimits(max(0.1, (self.deadline - time.monotonic()) * 0.4))
        searched = GuidedSearch(program, automaton, sources, self.properties, limits).run()
        if searched.found is None and searched.complete and not automaton.is_exact:
            limits = GuidedLimits(max(0.1, (self.deadline - time.monotonic()) * 0.4))
            return GuidedSearch(program, automaton, sources, self.properties, limits, generous=True).run()
        return searched

    def _checked(
        self, witness: ViolationWitness | WitnessGraph, searched: Searched, counts: dict[str, Any]
    ) -> Validation:
        result = self._check(share=0.25)
        if result.verdict is Verdict.SUCCESSFUL and result.complete:
            reason = "the property holds in all executions"
            return self._judged(witness, Judgement.REJECTED, reason, **counts)
        for found in result.counterexamples:
            if _describes(witness, result, found, self.files):
                reason = "an execution passes all its waypoints and ends in the violation"
                return self._judged(witness, Judgement.CONFIRMED, reason, program=result.program, found=found, **counts)
        if isinstance(witness, ViolationWitness) and self._contradicted(witness):
            reason = "no execution passes its waypoints and ends in the violation: a check of that has shown it"
            return self._judged(witness, Judgement.REJECTED, reason, **counts)
        best = _how_far(searched, counts["waypoints"])
        if result.counterexamples:
            reason = f"the property is violated, but not as the witness says, as far as was seen ({best})"
        else:
            reason = f"{searched.why or 'no such execution was found'}; {best}"
        return self._judged(witness, Judgement.UNKNOWN, reason, **counts)

    def _contradicted(self, witness: ViolationWitness) -> bool:
        """Is a violation as the witness says impossible in all executions?"""
        if not self.properties <= ASSERTED:
            return False
        program = load_source(tuple(self.sources), validated(self.options, {})).program
        sources = SourceMap(program, file_map(self.files))
        several = list(products(program, _automaton(witness, Resolver(sources)), sources, self.properties))
        for asked in several:
            last = asked is several[-1]
            left = (self.deadline - time.monotonic()) * (1.0 if last else 0.5)
            if left > 0.5:
                # Values that never are show in the states; the order of waypoints is for whoever knows more.
                mode = {} if last else {"mode": "explicit"}
                options = validated(replace(self.options, timeout=left), mode)
                result = check_program(mode_of(options).prepare(asked, options), options)
                if result.verdict is Verdict.SUCCESSFUL and result.complete:
                    return True
        return False

    def correctness(self, metadata: Metadata, invariants: Sequence[Invariant]) -> Validation:
        result = self._check(share=0.6)
        if result.counterexamples:
            found, reason = result.counterexamples[0], "the property is violated"
            return self._correct(metadata, Judgement.REJECTED, reason, program=result.program, found=found)
        told = [one for one in invariants if one.value.strip() not in _TRUE]
        judged = self._invariants(told) if told else InvariantCheck(None, True, "")
        if judged.broken is not None:
            return self._correct(metadata, Judgement.REJECTED, judged.broken)
        if result.verdict is not Verdict.SUCCESSFUL or not result.complete:
            return self._correct(metadata, Judgement.UNKNOWN, result.scope.lines()[0])
        if not judged.complete:
            reason = f"the property holds; whether its invariants do, is not known: {judged.why}"
            return self._correct(metadata, Judgement.UNKNOWN, reason)
        reason = "the property holds in all executions" + (", and so do its invariants" if told else "")
        return self._correct(metadata, Judgement.CONFIRMED, reason)

    def _invariants(self, invariants: Sequence[Invariant]) -> InvariantCheck:
        program = self._load()
        limits = GuidedLimits(max(0.1, self.deadline - time.monotonic()))
        return check_invariants(program, SourceMap(program, file_map(self.files)), invariants, limits)

    def _load(self) -> Program:
        options = validated(self.options, {"mode": "explicit"})
        if Property.LOST in self.properties:
            options = replace(options, semantics=replace(options.semantics, pointers_in_memory=True))
        loaded = load_source(tuple(self.sources), options)
        return prepare(loaded.program, heap_seen=Property.LEAK in self.properties)

    def _check(self, share: float = 1.0) -> CheckResult:
        left = max(1.0, (self.deadline - time.monotonic()) * share)
        return check(tuple(self.sources), replace(self.options, timeout=left))

    def _judged(
        self, witness: ViolationWitness | WitnessGraph, judgement: Judgement, reason: str, **more: Any
    ) -> Validation:
        properties = tuple(sorted(self.properties))
        return Validation(judgement, reason, False, properties, witness.metadata, notes=tuple(self.notes), **more)

    def _correct(self, metadata: Metadata, judgement: Judgement, reason: str, **more: Any) -> Validation:
        properties = tuple(sorted(self.properties))
        return Validation(judgement, reason, True, properties, metadata, notes=tuple(self.notes), **more)


def _how_far(searched: Searched, waypoints: int) -> str:
    passed = f"{searched.reached} of {waypoints - 1} waypoints were passed at best"
    return f"{passed}; the next is {searched.next}" if searched.next else passed


def _has_weak_orders(program: Program) -> bool:
    """Then accesses can race that are never next to each other."""
    relaxed = (
        isinstance(one, Load | Store) and not one.ordered
        for function in program.functions.values()
        for one in function.instructions
    )
    return program.fences or any(relaxed)


def _automaton(witness: ViolationWitness | WitnessGraph, resolver: Resolver) -> Automaton:
    if isinstance(witness, WitnessGraph):
        return automaton_of_graph(witness, resolver)
    return automaton_of_segments(witness, resolver)


def _describes(
    witness: ViolationWitness | WitnessGraph, result: CheckResult, found: Counterexample, files: Sequence[Path]
) -> bool:
    """Is an execution that was found in another way one of those that the witness describes?"""
    program, schedule = result.program, found.schedule
    sources = SourceMap(program, file_map(files))
    automaton = _automaton(witness, Resolver(sources))
    inputs = RunInputs(schedule.inputs, Random(0))
    machine = machine_for(schedule)(Executable(program), inputs.choose)
    monitor = Monitor(automaton, sources, machine)
    monitor.runs = monitor.first()
    observer: Any = monitor
    runner = Runner(machine, inputs, Scheduled(schedule.threads), None, observer, dict(schedule.pauses))
    runner.run(len(schedule.threads), None)
    return monitor.accepts(monitor.runs, found.what)
