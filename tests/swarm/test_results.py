"""The results file: nothing is lost, nothing is doubled, and nothing is believed that is not one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from encoders.cutting import cut
from encoders.instances import ThreadLine
from encoders.outcome import Found, InputValue, Outcome, Place, Statistics
from esbmc_py.checking.instances import Decided
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.swarm.outcome_json import as_json, outcome_from
from esbmc_py.swarm.problems import SwarmProblem
from esbmc_py.swarm.results_file import ResultsFile
from esbmc_py.swarm.versions import differences, differing, own_versions
from symex.accesses import Side

HERE = SourceLocation("a.c", 3, 4)
SIDE = Side(1, "x", True, False, HERE)
FOUND = Found(
    Property.RACE,
    "a race",
    HERE,
    1,
    (0, 1, 1),
    {0: (InputValue(3, 32),), 1: ()},
    sides=(SIDE, SIDE),
    through_loops=True,
)
OUTCOME = Outcome("lazyseq", (FOUND,), True, (Place("loop", HERE),), (), (), ("f",), Statistics(solver_time=1.5))
FIRST, SECOND = cut((ThreadLine(3),), 2, 2)


def test_an_outcome_survives_json() -> None:
    assert outcome_from(json.loads(json.dumps(as_json(OUTCOME)))) == OUTCOME


@pytest.mark.parametrize(
    "wrong", [{}, {"mode": 3}, [], None, {**as_json(OUTCOME), "found": [{"property": "nonsense"}]}]
)
def test_other_json_is_no_outcome(wrong: object) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        outcome_from(wrong)


def test_what_was_written_is_known(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    file = ResultsFile(path)
    file.append("job", FIRST, Decided(0, OUTCOME, 1.25, "worker 1"), program="a.c")
    assert file.known("job", FIRST) == OUTCOME
    file.close()
    again = ResultsFile(path)
    assert again.known("job", FIRST) == OUTCOME
    assert again.known("job", SECOND) is None
    assert again.known("other", FIRST) is None
    again.close()


def test_half_a_line_is_no_line(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    file = ResultsFile(path)
    for instance in (FIRST, SECOND):
        file.append("job", instance, Decided(0, OUTCOME, 1.0))
    file.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-40])
    again = ResultsFile(path)
    assert again.known("job", FIRST) is not None
    assert again.known("job", SECOND) is None
    again.append("job", SECOND, Decided(1, replace(OUTCOME, found=()), 1.0))
    again.close()
    assert [json.loads(line)["instance"] for line in path.read_text().splitlines()] == [
        json.loads(line)["instance"] for line in whole.splitlines()
    ]


def test_one_at_a_time(tmp_path: Path) -> None:
    first = ResultsFile(tmp_path / "r.jsonl")
    with pytest.raises(SwarmProblem, match="another smtcb swarm"):
        ResultsFile(tmp_path / "r.jsonl")
    first.close()


def test_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text('{"kind": "session"}\n')
    with pytest.raises(SwarmProblem, match=r"r.jsonl:1: not a line of a results file"):
        ResultsFile(path)
    assert path.read_text() == '{"kind": "session"}\n'


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(SwarmProblem, match="cannot write the results"):
        ResultsFile(tmp_path / "nowhere" / "r.jsonl")


def test_versions_are_compared() -> None:
    ours = own_versions()
    assert differences(ours, ours) == ""
    other = tuple((name, "0" if name == "bitwuzla" else version) for name, version in ours)
    assert differing(ours, {"tcp://a": ours, "tcp://b": other}) == [
        f"worker tcp://b: bitwuzla 0 there, {dict(ours)['bitwuzla']} here"
    ]
