"""Witnesses: what is written says what happened, and validation confirms what is true and rejects what is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
import yaml

from esbmc_py import check
from esbmc_py.checking import CheckOptions
from esbmc_py.checking.api import check_program
from esbmc_py.checking.results import Verdict
from esbmc_py.exchange.automaton import Resolver
from esbmc_py.exchange.dead_ends import DeadEnds
from esbmc_py.exchange.from_yaml import automaton_of_segments
from esbmc_py.exchange.guided import GuidedLimits, GuidedSearch
from esbmc_py.exchange.monitor import Monitor, Runs
from esbmc_py.exchange.problems import WitnessProblem
from esbmc_py.exchange.product import products
from esbmc_py.exchange.reading import read_witness
from esbmc_py.exchange.source_map import SourceMap, file_map
from esbmc_py.exchange.validate import Judgement, Settings, Validation, validate
from esbmc_py.exchange.witness import Constraint, Metadata, Position, Segment, ViolationWitness, Waypoint, WitnessTask
from esbmc_py.exchange.write import WitnessRequest, violation_witness, witness_text
from esbmc_py.exchange.yaml_writer import violation_yaml
from esbmc_py.experiments.tasks import load_suite, select
from esbmc_py.frontend.load import load_program
from esbmc_py.frontend.source_file import SourceFile
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.lookout import Awaited
from tests.agreement.witnesses import changes, found, is_right, rows, sources_of

from .witness_shape import correctness_shape, segments_problem, violation_shape

ROOT = Path(__file__).parents[2]
LOST_UPDATE = ROOT / "examples" / "lost_update.c"

INPUT = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    int m = __VERIFIER_nondet_int();
    if (n == 4711 && m == 42)
        reach_error();
    return 0;
}
"""
DEADLOCK = """#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *one(void *p) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, one, 0);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_join(t, 0);
    return 0;
}
"""
SAFE = """#include <assert.h>
int main(void) {
    int x = 0;
    for (int i = 0; i < 5; i++)
        x += 2;
    assert(x == 10);
    return 0;
}
"""


SEVERAL_IN_A_LINE = """#include <assert.h>
#include <pthread.h>
int filled, computed;
void fill(void) {
    if (!filled) {
        computed++;
        filled = 1;
    }
}
void *client(void *unused) { fill(); return unused; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, client, 0);
    pthread_create(&b, 0, client, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(computed == 1);
    return 0;
}
"""


def judged(program: Path, witness: Path, **settings: object) -> Validation:
    return validate([SourceFile(program)], witness, Settings(CheckOptions(jobs=1), **settings))  # type: ignore[arg-type]


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., tuple[Path, Path]]:
    """A program and a witness of what a check of it says."""

    def write(source: str | Path, suffix: str = ".yml", version: str = "2.2", **settings: object) -> tuple[Path, Path]:
        program = source if isinstance(source, Path) else tmp_path / "program.c"
        if isinstance(source, str):
            program.write_text(source)
        result = check(program, **settings)  # type: ignore[arg-type]
        path = tmp_path / f"witness{suffix}"
        path.write_text(witness_text(result, WitnessRequest((program,), version), suffix))
        return program, path

    return write


def read(path: Path) -> ViolationWitness:
    witness = read_witness(path)
    assert isinstance(witness, ViolationWitness)
    return witness


@pytest.mark.parametrize(("suffix", "version"), [(".yml", "2.2"), (".yml", "2.1"), (".yml", "2.0"), (".graphml", "1")])
def test_a_lost_update_goes_round(written: Callable[..., tuple[Path, Path]], suffix: str, version: str) -> None:
    validation = judged(*written(LOST_UPDATE, suffix, version, mode="lazy"))
    assert validation.judgement is Judgement.CONFIRMED
    assert validation.found is not None


def test_a_line_of_a_graph_may_be_each_of_its_statements(written: Callable[..., tuple[Path, Path]]) -> None:
    """Also the `return` behind a call, to which its thread comes back after other lines."""
    program, path = written(SEVERAL_IN_A_LINE, ".graphml", mode="lazy")
    assert path.read_text().count('<data key="startline">10</data>') == 2  # where the threads return
    assert judged(program, path).judgement is Judgement.CONFIRMED


def test_positions_are_those_of_the_format(written: Callable[..., tuple[Path, Path]]) -> None:
    _, path = written(LOST_UPDATE, mode="lazy")
    waypoints = [one for segment in read(path).segments for one in segment.waypoints]
    lines = LOST_UPDATE.read_text().splitlines()
    creating = [one for one in waypoints if one.kind == "function_enter"]
    assert len(creating) == 2
    for one in creating:  # at the right parenthesis of the call
        assert one.position.column is not None
        assert lines[one.position.line - 1][one.position.column - 1 :] == ");"
    for one in waypoints:
        if one.kind in ("assumption", "target"):  # at the first character of the statement
            line = lines[one.position.line - 1]
            assert one.position.column == len(line) - len(line.lstrip()) + 1
    assert {one.thread for one in waypoints} == {0, 1, 2}
    assert waypoints[-1].kind == "target"


def test_a_document_has_what_the_format_requires(written: Callable[..., tuple[Path, Path]]) -> None:
    program, path = written(INPUT)
    [entry] = yaml.safe_load(path.read_text())
    assert entry["entry_type"] == "violation_sequence"
    assert set(entry["metadata"]) == {"format_version", "uuid", "creation_time", "producer", "task"}
    task = entry["metadata"]["task"]
    assert task["input_files"] == [str(program)]
    assert len(task["input_file_hashes"][str(program)]) == 64
    assert task["specification"] == "CHECK( init(main()), LTL(G ! call(reach_error())) )"
    assert (task["data_model"], task["language"]) == ("LP64", "C")
    returned = [one["segment"][0]["waypoint"] for one in entry["content"][:-1]]
    assert [one["constraint"]["value"] for one in returned] == ["\\result == 4711", "\\result == 42"]
    assert {one["constraint"]["format"] for one in returned} == {"ext_c_expression"}


@pytest.mark.parametrize("version", ["2.0", "2.1", "2.2"])
@pytest.mark.parametrize(
    ("source", "groups"),
    [(LOST_UPDATE, ("reach",)), (LOST_UPDATE, ("race",)), (INPUT, ("reach",)), (DEADLOCK, ("deadlock",))],
    ids=["lost update", "race", "inputs", "deadlock"],
)
def test_a_witness_of_violation_has_the_shape_of_its_version(
    written: Callable[..., tuple[Path, Path]], source: Path | str, groups: tuple[str, ...], version: str
) -> None:
    _, path = written(source, version=version, groups=groups, mode="lazy")
    document = yaml.safe_load(path.read_text())
    jsonschema.validate(document, violation_shape(version))
    assert segments_problem(document) is None


@pytest.mark.parametrize("source", [SAFE, LOST_UPDATE.with_name("lost_update_fixed.c")], ids=["a loop", "no loop"])
def test_a_witness_of_correctness_has_the_shape_of_its_version(
    written: Callable[..., tuple[Path, Path]], source: Path | str
) -> None:
    program, path = written(source, mode="explicit")
    jsonschema.validate(yaml.safe_load(path.read_text()), correctness_shape("2.2"))
    assert judged(program, path).judgement is Judgement.CONFIRMED


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("metadata", "uuid"), "17"),
        (("metadata", "task", "data_model"), "64bit"),
        (("metadata", "task", "input_file_hashes"), {}),
        (("content",), []),
        (("content", -1, "segment", 0, "waypoint", "constraint"), {"value": "1"}),
        (("content", 0, "segment", 0, "waypoint", "location", "line"), 0),
        (("content", 0, "segment", 0, "waypoint", "thread_id"), 0),
    ],
    ids=str,
)
def test_the_shape_is_strict(
    written: Callable[..., tuple[Path, Path]], place: tuple[str | int, ...], value: object
) -> None:
    _, path = written(LOST_UPDATE, version="2.1", mode="lazy")
    document = yaml.safe_load(path.read_text())
    part = document[0]
    for name in place[:-1]:
        part = part[name]
    part[place[-1]] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, violation_shape("2.1"))


def test_a_race_ends_in_two_targets_that_are_not_ordered(written: Callable[..., tuple[Path, Path]]) -> None:
    program, path = written(LOST_UPDATE, groups=("race",))
    final = read(path).segments[-1]
    assert [one.kind for one in final.waypoints] == ["target", "target"]
    assert len({one.thread for one in final.waypoints}) == 2
    assert judged(program, path).judgement is Judgement.CONFIRMED


@pytest.mark.parametrize("suffix", [".yml", ".graphml"])
def test_a_deadlock_goes_round(written: Callable[..., tuple[Path, Path]], suffix: str) -> None:
    assert judged(*written(DEADLOCK, suffix)).judgement is Judgement.CONFIRMED


@pytest.mark.parametrize("suffix", [".yml", ".graphml"])
def test_inputs_are_told(written: Callable[..., tuple[Path, Path]], suffix: str) -> None:
    assert judged(*written(INPUT, suffix)).judgement is Judgement.CONFIRMED


def test_a_witness_that_tells_the_target_alone_is_filled_in(written: Callable[..., tuple[Path, Path]]) -> None:
    program, path = written(LOST_UPDATE, mode="lazy")
    witness = read(path)
    path.write_text(violation_yaml(replace(witness, segments=witness.segments[-1:])))
    assert judged(program, path).judgement is Judgement.CONFIRMED


def test_what_cannot_be_is_rejected(written: Callable[..., tuple[Path, Path]]) -> None:
    program, path = written(LOST_UPDATE, mode="lazy")
    judgements = {}
    for name, changed in changes(read(path)):
        path.write_text(violation_yaml(changed))
        judgements[name] = judged(program, path).judgement
    assert judgements.keys() >= {"changed value", "changed thread", "changed target"}
    assert Judgement.UNKNOWN not in judgements.values()
    assert judgements["changed value"] is Judgement.REJECTED
    assert judgements["changed target"] is Judgement.REJECTED


# A value that never is, a target where nothing is asserted, and main at the assertion before anybody has counted. In
# GraphML the last edge need not be the violation itself, so there the target is a line to which main never comes.
WRONG_YAML = (
    ("counter == 0", "counter == 7", "(counter == 7)"),
    ("line: 21\n", "line: 20\n", ".c:20:5"),
    ("line: 19\n", "line: 21\n", ""),  # without threads, it may be the next waypoint that cannot be passed any more
)
WRONG_GRAPHML = (
    (">10</data>", '>10</data><data key="assumption">counter == 7;</data>', ".c:10 (counter == 7;)"),
    (">21</data>", ">10</data>", ".c:10 by thread 0"),
    (">19</data>", ">21</data>", ".c:21 by thread 0"),
)


@pytest.mark.parametrize(("suffix", "version"), [(".yml", "2.2"), (".yml", "2.1"), (".yml", "2.0"), (".graphml", "1")])
def test_what_is_changed_is_refused_with_the_waypoint_that_cannot_be_passed(
    written: Callable[..., tuple[Path, Path]], suffix: str, version: str
) -> None:
    program, path = written(LOST_UPDATE, suffix, version, mode="lazy")
    text = path.read_text()
    for right, wrong, told in WRONG_GRAPHML if suffix == ".graphml" else WRONG_YAML:
        assert right in text
        path.write_text(text.replace(right, wrong, 1))
        validation = judged(program, path)
        assert validation.judgement is Judgement.REJECTED
        assert f"{validation.reached} of {validation.waypoints - 1} waypoints" in validation.reason
        assert told in validation.reason.partition("the next is")[2]


def hand_made(program: Path, *waypoints: Waypoint) -> str:
    """With the metadata of a witness of the program."""
    result = check(program, mode="lazy")
    witness = violation_witness(result.program, result.counterexamples[0], WitnessRequest((program,)))
    return violation_yaml(replace(witness, segments=tuple(Segment((one,)) for one in waypoints)))


def test_a_constraint_must_hold_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "w.yml"
    name = str(LOST_UPDATE)
    target = Waypoint("target", Position(name, 21, 5))
    for value, wanted in (("counter == 1", Judgement.CONFIRMED), ("counter == 3", Judgement.REJECTED)):
        before = Waypoint("assumption", Position(name, 21, 5), constraint=Constraint(value))
        path.write_text(hand_made(LOST_UPDATE, before, target))
        assert judged(LOST_UPDATE, path).judgement is wanted


def test_what_is_to_be_avoided_is_avoided(tmp_path: Path) -> None:
    """Without counting in thread 2, there is nothing to be lost; and counting cannot be avoided."""
    path = tmp_path / "w.yml"
    name = str(LOST_UPDATE)
    path.write_text(hand_made(LOST_UPDATE, Waypoint("target", Position(name, 21, 5))))
    witness = read(path)
    avoid = Waypoint("assumption", Position(name, 10, 5), "avoid", Constraint("1"))
    final = Segment((avoid, *witness.segments[-1].waypoints))
    path.write_text(violation_yaml(replace(witness, segments=(final,))))
    assert judged(LOST_UPDATE, path).judgement is Judgement.REJECTED


def test_branches_go_the_way_that_is_told(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(INPUT)
    path = tmp_path / "w.yml"
    target = Waypoint("target", Position(str(program), 7, 9))
    for value, wanted in (("true", True), ("false", False)):
        branch = Waypoint("branching", Position(str(program), 6, 5), constraint=Constraint(value, None))
        first = Waypoint(
            "function_return",
            Position(str(program), 4, 35),
            constraint=Constraint("\\result == 4711", "ext_c_expression"),
        )
        second = replace(first, position=Position(str(program), 5, 35), constraint=Constraint("\\result == 42", None))
        path.write_text(hand_made(program, first, second, branch, target))
        assert (judged(program, path, timeout=5.0).judgement is Judgement.CONFIRMED) is wanted


ROUNDS = """extern void reach_error(void);
int main(void) {
    int n = 0;
    for (int i = 0; i < 3; i++)
        n += i;
    switch (n) {
    case 3:
        reach_error();
        break;
    default:
        return 1;
    }
    return 0;
}
"""


@pytest.mark.parametrize(
    ("line", "value", "wanted"),
    [
        (4, "true", Judgement.CONFIRMED),
        (4, "false", Judgement.REJECTED),  # it is false in the end; but that is not the first time
        (6, "3", Judgement.CONFIRMED),
        (6, "default", Judgement.REJECTED),
        (6, "2", Judgement.REJECTED),
    ],
)
def test_a_waypoint_must_be_passed_where_it_is_evaluated_first(
    tmp_path: Path, line: int, value: str, wanted: Judgement
) -> None:
    program = tmp_path / "program.c"
    program.write_text(ROUNDS)
    path = tmp_path / "w.yml"
    branch = Waypoint("branching", Position(str(program), line, 5), constraint=Constraint(value, None))
    path.write_text(hand_made(program, branch, Waypoint("target", Position(str(program), 8, 9))))
    assert judged(program, path).judgement is wanted


CHOICE = """extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_bool() ? 1 : (__VERIFIER_nondet_bool() ? 2 : 3);
    if (n == 2)
        reach_error();
    return 0;
}
"""


@pytest.mark.parametrize(
    ("column", "value", "wanted"),
    [
        (38, "false", Judgement.CONFIRMED),
        (38, "true", Judgement.REJECTED),
        (None, "true", Judgement.REJECTED),  # the first one in the line is meant
        (70, "true", Judgement.CONFIRMED),
        (70, "false", Judgement.REJECTED),
    ],
)
def test_conditional_expressions_go_the_way_that_is_told(
    tmp_path: Path, column: int | None, value: str, wanted: Judgement
) -> None:
    program = tmp_path / "program.c"
    program.write_text(CHOICE)
    path = tmp_path / "w.yml"
    branch = Waypoint("branching", Position(str(program), 4, column), constraint=Constraint(value, None))
    path.write_text(hand_made(program, branch, Waypoint("target", Position(str(program), 6, 9))))
    assert judged(program, path).judgement is wanted


def test_an_input_that_the_witness_tells_is_the_only_one(tmp_path: Path) -> None:
    """So that all executions are looked at, although there are many integers."""
    program = tmp_path / "program.c"
    program.write_text(INPUT)
    path = tmp_path / "w.yml"
    inputs = [
        Waypoint("function_return", Position(str(program), line, 35), constraint=Constraint(f"\\result == {value}"))
        for line, value in ((4, 4711), (5, 43))
    ]
    path.write_text(hand_made(program, *inputs, Waypoint("target", Position(str(program), 7, 9))))
    assert judged(program, path).judgement is Judgement.REJECTED


def test_lines_of_preprocessed_files_are_those_of_the_file(tmp_path: Path) -> None:
    program = tmp_path / "program.i"
    program.write_text('# 1 "other.c"\n# 100 "other.c"\n' + INPUT)
    result = check(program)
    witness = violation_witness(result.program, result.counterexamples[0], WitnessRequest((program,)))
    assert [one.waypoints[0].position.line for one in witness.segments] == [6, 7, 9]
    assert {one.waypoints[0].position.file for one in witness.segments} == {str(program)}
    path = tmp_path / "w.yml"
    path.write_text(violation_yaml(witness))
    assert judged(program, path).judgement is Judgement.CONFIRMED


# --- correctness


@pytest.mark.parametrize("suffix", [".yml", ".graphml"])
def test_a_safe_program_has_a_witness_of_correctness(written: Callable[..., tuple[Path, Path]], suffix: str) -> None:
    validation = judged(*written(SAFE, suffix))
    assert validation.correctness
    assert validation.judgement is Judgement.CONFIRMED


@pytest.mark.parametrize(
    ("invariant", "wanted"),
    [("x == 2 * i", Judgement.CONFIRMED), ("x <= 8", Judgement.REJECTED), ("y == 1", Judgement.UNKNOWN)],
)
def test_invariants_are_checked(written: Callable[..., tuple[Path, Path]], invariant: str, wanted: Judgement) -> None:
    program, path = written(SAFE)
    text = path.read_text()
    assert "value: '1'" in text
    path.write_text(text.replace("value: '1'", f"value: {invariant}"))
    assert judged(program, path).judgement is wanted


def test_invariants_of_a_graph_are_not_judged_and_that_is_said(written: Callable[..., tuple[Path, Path]]) -> None:
    program, path = written(SAFE, ".graphml")
    node = '<data key="entry">true</data>'
    text = path.read_text()
    assert judged(program, path).notes == () and node in text
    path.write_text(text.replace(node, f'{node}<data key="invariant">x == 77</data>'))
    validation = judged(program, path)
    assert validation.judgement is Judgement.CONFIRMED and "not judged: 1" in validation.notes[-1]


def test_a_program_with_a_bug_has_no_witness_of_correctness(written: Callable[..., tuple[Path, Path]]) -> None:
    program, path = written(SAFE)
    program.write_text(SAFE.replace("x == 10", "x == 9"))
    validation = judged(program, path, ignore_hash=True)
    assert validation.judgement is Judgement.REJECTED
    assert validation.found is not None


# --- others


def test_a_sample_of_the_suite_goes_round() -> None:
    tasks = select(load_suite([ROOT / "benchmarks" / "suite"]), ["mutex/peterson*", "cav14/fib-3-bad*"])
    buggy = [task for task in tasks if task.expected is False]
    assert buggy
    for task in buggy[:2]:
        for row in rows(task, 60.0, [("2.2", ".yml"), ("1.0", ".graphml")], changed=False):
            assert row.judgement is not Judgement.UNKNOWN and is_right(row), row


def test_a_witness_of_another_program_is_told(written: Callable[..., tuple[Path, Path]], tmp_path: Path) -> None:
    _, path = written(LOST_UPDATE, mode="lazy")
    other = tmp_path / "other.c"
    other.write_text(INPUT)
    with pytest.raises(WitnessProblem, match="another program"):
        judged(other, path)


def test_a_witness_about_another_property_is_told(written: Callable[..., tuple[Path, Path]]) -> None:
    from esbmc_py.goto.properties import GROUPS

    program, path = written(LOST_UPDATE, mode="lazy")
    with pytest.raises(WitnessProblem, match="another property"):
        judged(program, path, asked=GROUPS["race"])


@pytest.mark.parametrize(
    "program",
    [
        # What the search does not see must not be rejected: a longer argument than it tries.
        "#include <assert.h>\n#include <string.h>\n"
        "int main(int argc, char **argv) { if (argc == 2) assert(strlen(argv[1]) != 4); return 0; }\n",
        # A read of undefined memory has any value.
        "#include <assert.h>\nint main(void) { int x; assert(x != 123456); return 0; }\n",
    ],
)
def test_what_the_search_does_not_see_is_not_rejected(written: Callable[..., tuple[Path, Path]], program: str) -> None:
    assert judged(*written(program, mode="lazy"), timeout=20.0).judgement is not Judgement.REJECTED


def test_lost_memory_goes_round(written: Callable[..., tuple[Path, Path]]) -> None:
    source = "#include <stdlib.h>\nint main(void) {\n    int *p = malloc(4);\n    p = 0;\n    return p != 0;\n}\n"
    assert judged(*written(source, groups=("memtrack",))).judgement is Judgement.CONFIRMED
    assert judged(*written(source, groups=("leak",))).judgement is Judgement.CONFIRMED


SHADOWED = """#include <assert.h>
int x = 1;
int main(void) {
    for (int x = 20; x < 21; x++) ;
    for (int x = 30; x < 31; x++) {
        int y = x;
        { int x = 4; y += x; }
        y++;
    }
    assert(x == 2);
    return 0;
}
"""


@pytest.mark.parametrize(("line", "value"), [(6, 30), (8, 30), (10, 1)])
def test_a_name_means_the_innermost_variable(tmp_path: Path, line: int, value: int) -> None:
    program = tmp_path / "program.c"
    program.write_text(SHADOWED)
    path = tmp_path / "w.yml"
    target = Waypoint("target", Position(str(program), 10, 5))
    for number in (1, 4, 20, 30):
        before = Waypoint("assumption", Position(str(program), line), constraint=Constraint(f"x == {number}"))
        path.write_text(hand_made(program, before, target))
        wanted = Judgement.CONFIRMED if number == value else Judgement.REJECTED
        assert judged(program, path).judgement is wanted, (line, number)


def test_loops_in_one_line_are_told_apart(written: Callable[..., tuple[Path, Path]]) -> None:
    loop = "for (int i = 0; i < 3; i++)"
    source = f"int main(void) {{\n  int x = 0; {loop} x++; {loop} x--;\n  return x;\n}}\n"
    program, path = written(source)
    text = path.read_text()
    assert text.count("value: '1'") == 2
    first, second = text.replace("value: '1'", "value: x == i", 1), text.replace("value: '1'", "value: x == i")
    path.write_text(first.replace("value: '1'", "value: x == 3 - i"))
    assert judged(program, path).judgement is Judgement.CONFIRMED
    path.write_text(second)
    assert judged(program, path).judgement is Judgement.REJECTED


def test_a_search_gives_up_where_a_thread_has_gone_past_its_waypoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The target of a deadlock is a line too early: nobody who holds the first lock comes there again.

    Its waypoints tell that without a search; but a search notices it, too.
    """
    task = next(
        one for one in load_suite([ROOT / "benchmarks" / "suite"]) if one.name == "deadlock/philosophers-3-bad.deadlock"
    )
    path = tmp_path / "changed.yml"
    path.write_text(witness_text(found(task, 30), WitnessRequest(task.files, "2.2", task.arch), ".yml"))
    witness = read_witness(path)
    assert isinstance(witness, ViolationWitness)
    path.write_text(violation_yaml(dict(changes(witness))["changed target"]))

    def judged() -> Validation:
        return validate(sources_of(task), path, Settings(CheckOptions(arch=task.arch, jobs=1)))

    without_search = judged()
    assert without_search.judgement is Judgement.REJECTED and not without_search.states
    assert "thread 1 cannot get there after assumption" in without_search.reason
    monkeypatch.setattr("esbmc_py.exchange.validate.why_impossible", lambda *_: "")
    after = judged()
    monkeypatch.setattr(DeadEnds, "without", lambda _self, runs, _threads: runs)
    before = judged()
    assert after.judgement == before.judgement == Judgement.REJECTED
    assert after.states < 0.7 * before.states


class _SeesEverything(Monitor):
    def awaited(self, runs: Runs, number: int) -> Awaited | None:
        return None


@pytest.mark.parametrize("name", ["lost_update", "deadlock"])
def test_steps_of_which_a_witness_does_not_speak_need_not_be_watched(
    written: Callable[..., tuple[Path, Path]], name: str
) -> None:
    """Compiled steps and watched ones lead to the same states, the same waypoints and the same end."""
    source = ROOT / "examples" / f"{name}.c"
    _, path = written(source, mode="lazy")
    program = prepare(load_program([source]))
    sources = SourceMap(program, file_map((source,)))
    properties = frozenset({Property.DEADLOCK if name == "deadlock" else Property.ASSERTION})
    for _, witness in changes(read(path)):
        automaton = automaton_of_segments(witness, Resolver(sources))
        searched = [
            GuidedSearch(program, automaton, sources, properties, GuidedLimits(60), monitor).run()
            for monitor in (Monitor, _SeesEverything)
        ]
        assert searched[0].complete and searched[0].states > 10
        assert searched[0] == searched[1]


COUNTED = """#include <assert.h>
#include <pthread.h>
int x, inputs;
extern int __VERIFIER_nondet_int(void);
void *count(void *p) {
    x++;
    return p;
}
int main(void) {
    pthread_t t;
    inputs = __VERIFIER_nondet_int();
    pthread_create(&t, 0, count, 0);
    x++;
    pthread_join(t, 0);
    assert(x == 2 || inputs < 10);
    return 0;
}
"""


def impossible(source: Path, *waypoints: Waypoint) -> list[bool]:
    """Whether a check says so of each program that can be violated only as the witness says."""
    program = load_program([source])
    sources = SourceMap(program, file_map((source,)))
    target = Waypoint("target", Position(str(source), 15, 5))
    metadata = Metadata("2.2", "", "", "", "", WitnessTask((str(source),), (), "CHECK( init(main()), LTL(G assert) )"))
    witness = ViolationWitness(metadata, tuple(Segment((one,)) for one in (*waypoints, target)))
    automaton = automaton_of_segments(witness, Resolver(sources))
    asked = products(program, automaton, sources, frozenset({Property.ASSERTION}))
    results = [check_program(prepare(one), mode="lazyseq", groups=("reach",), timeout=30) for one in asked]
    return [result.verdict is Verdict.SUCCESSFUL and result.complete for result in results]


@pytest.mark.parametrize(
    ("waypoints", "wanted"),
    [
        ([(6, "1", None), (13, "x == 0", None)], [False, False]),
        ([(6, "x == 2", None)], [True]),  # it never is, there
        ([(7, "1", None), (13, "x == 0", None)], [False, True]),  # it is, but not after the thread has counted
        ([(11, "\\result == 9", 36)], [True]),
        ([(11, "\\result == 4711 && 1", 36), (6, "x <= 1 && !(inputs < 0)", None)], [False]),
    ],
)
def test_a_check_tells_what_no_search_comes_to(
    tmp_path: Path, waypoints: list[tuple[int, str, int | None]], wanted: list[bool]
) -> None:
    """With all values of inputs; first with nothing but the values that are told, if there are other waypoints."""
    source = tmp_path / "counted.c"
    source.write_text(COUNTED)
    told = [
        Waypoint(
            "function_return" if column else "assumption",
            Position(str(source), line, column or 5),
            constraint=Constraint(value),
        )
        for line, value, column in waypoints
    ]
    assert impossible(source, *told) == wanted


CALLED_TWICE = """#include <assert.h>
#include <pthread.h>
int x;
static void count(void) {
    x++;
}
void *twice(void *p) {
    count();
    count();
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, twice, 0);
    pthread_join(t, 0);
    assert(x == 0);
    return 0;
}
"""


@pytest.mark.parametrize(("times", "wanted"), [(2, Judgement.CONFIRMED), (3, Judgement.REJECTED)])
def test_what_is_called_twice_is_not_passed_three_times(tmp_path: Path, times: int, wanted: Judgement) -> None:
    source, path = tmp_path / "twice.c", tmp_path / "w.yml"
    source.write_text(CALLED_TWICE)
    created = Waypoint("function_enter", Position(str(source), 14, 36), thread=0)
    counted = Waypoint("assumption", Position(str(source), 5, 5), constraint=Constraint("1"), thread=1)
    target = Waypoint("target", Position(str(source), 16, 5), thread=0)
    path.write_text(hand_made(source, created, *[counted] * times, target))
    judgement = judged(source, path)
    assert judgement.judgement is wanted
    assert judgement.states > 0 if times == 2 else "cannot get there after the waypoints before" in judgement.reason


STARTED_IN_A_LOOP = """#include <assert.h>
#include <pthread.h>
int x;
void *work(void *p) { x = 1; return p; }
int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
    assert(x == 0);
    return 0;
}
"""


def test_a_call_can_be_the_first_thing_in_its_statement(tmp_path: Path) -> None:
    """Then both waypoints, the statement's and the call's, are passed in one moment, one after the other."""
    source, path = tmp_path / "loop.c", tmp_path / "w.yml"
    source.write_text(STARTED_IN_A_LOOP)
    statement = Waypoint("assumption", Position(str(source), 8, 9), constraint=Constraint("1"), thread=0)
    call = Waypoint("function_enter", Position(str(source), 8, 47), thread=0)
    target = Waypoint("target", Position(str(source), 9, 5), thread=0)
    path.write_text(hand_made(source, statement, call, statement, call, target))
    assert judged(source, path).judgement is Judgement.CONFIRMED
    path.write_text(hand_made(source, statement, statement, statement, call, target))
    assert judged(source, path).judgement is Judgement.REJECTED


def test_some_tools_have_more_steps_in_a_line(written: Callable[..., tuple[Path, Path]]) -> None:
    program, path = written(LOST_UPDATE, ".graphml", mode="lazy")
    edge = '<edge source="N3" target="N4"><data key="startline">10</data><data key="threadId">1</data></edge>'
    nodes = [f'<node id="M{number}"/>' for number in range(3)]
    several = zip(["N3", "M0", "M1", "M2"], ["M0", "M1", "M2", "N4"], strict=True)
    edges = [edge.replace("N3", one).replace("N4", other) for one, other in several]
    assert edge in path.read_text()
    path.write_text(path.read_text().replace(edge, "\n".join(nodes + edges)))
    assert judged(program, path).judgement is Judgement.CONFIRMED
