"""What users see of memory models: options, scope, counterexamples, and that the modes agree with the judge."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py import check
from esbmc_py.checking import Verdict
from esbmc_py.checking.options import OptionProblem
from esbmc_py.checking.results import CheckResult
from esbmc_py.cli.main import main
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings
from esbmc_py.traces.lines import trace_lines
from tests.agreement.weak_agree import ask, judged, questions

LITMUS = Path(__file__).parents[1] / "litmus"
SEEDS = range(5)
QUICK = ("lazy", "lazyseq", "explicit")  # the others take long where many stores wait; litmus programs are theirs
MODES = ("lazy", "schedule", "uw", "lazyseq", "explicit")


def checked(name: str, model: str, **settings: object) -> CheckResult:
    surroundings = Surroundings(memory_model=model, store_buffer=settings.pop("store_buffer", None))  # type: ignore[arg-type]
    return check(LITMUS / f"{name}.c", semantics=Semantics(surroundings=surroundings), **settings)


@pytest.mark.parametrize("mode", MODES)
def test_a_counterexample_tells_when_stores_reach_memory(mode: str) -> None:
    result = checked("MP", "pso", mode=mode)
    assert result.verdict is Verdict.FAILED
    (found,) = result.counterexamples
    notes = [note for line in trace_lines(result.program, found.events) for note in line.notes]
    assert notes.index("x = 1 (buffered)") < notes.index("y = 1 (buffered)") < notes.index("y = 1 reaches memory")
    assert notes.index("y = 1 reaches memory") < notes.index("reads y = 1") < notes.index("reads x = 0")


def test_a_load_tells_that_it_found_a_store_in_the_buffer() -> None:
    result = checked("n6", "tso", mode="explicit")
    notes = [note for line in trace_lines(result.program, result.counterexamples[0].events) for note in line.notes]
    assert "reads x = 1 (buffered)" in notes


def test_a_saved_schedule_is_followed_under_its_memory_model(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program, schedule = str(LITMUS / "SB.c"), str(tmp_path / "bug.json")
    command = ["run", "--explore", "--memory-model", "tso", "--save-schedule", schedule, program]
    assert main(command) == 1
    capsys.readouterr()
    assert main(["run", "--schedule", schedule, "--trace", program]) == 1
    assert "x = 1 (buffered)" in capsys.readouterr().out


def test_the_scope_names_the_model() -> None:
    def meaning(name: str, model: str) -> str:
        return "\n".join(checked(name, model, mode="explicit").scope.meaning)

    assert "all memory orders are taken as seq_cst" in meaning("SB_fences", "sc")
    assert "memory model tso" in meaning("MP", "tso")
    assert "memory model pso" in meaning("MP_release_acquire", "pso")
    assert meaning("SB_seq_cst", "pso") == ""  # no store ever waits
    assert meaning("MP_plain", "sc") == ""


def test_a_bound_on_buffers_that_may_be_hit_is_told() -> None:
    bounded = checked("MP", "tso", mode="explicit", store_buffer=1)
    assert not bounded.scope.complete
    assert bounded.scope.assuming == ("a store reaches memory before its thread makes one more store (--store-buffer)",)
    assert checked("MP", "tso", mode="explicit").scope.complete


@pytest.mark.parametrize("group", ["race", "atomicity", "memtrack"])
def test_what_is_not_supported_is_refused(group: str) -> None:
    with pytest.raises(OptionProblem, match=f"property {group} is not supported under memory model tso"):
        checked("SB", "tso", groups=(group,))


def test_races_are_not_explored_with_buffers() -> None:
    assert main(["run", "--explore", "--races", "--memory-model", "tso", str(LITMUS / "SB.c")]) == 2


@pytest.mark.parametrize("seed", SEEDS)
def test_the_modes_agree_with_the_judge_on_generated_programs(seed: int, tmp_path: Path) -> None:
    for number, (text, model, fails) in enumerate(questions(seed, tmp_path)):
        mode = QUICK[(seed + number) % len(QUICK)]
        assert judged(ask(mode, text, model, timeout=None), fails, mode) in ("found", "nothing")
