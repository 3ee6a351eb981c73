"""`--dump-smt2`: what the solver was asked, in a file that another solver reads and answers in the same way."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import z3

from esbmc_py.checking import Verdict, check
from tests.conftest import ROOT, Finished

MODES = ["lazy", "schedule", "uw", "lazyseq"]

PROGRAM = """\
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
unsigned x;
double half;
void *other(void *unused)
{
    int n = __VERIFIER_nondet_int();
    if (n > 3)
        x = n;
    half = n > 3 ? 1.5 : 0.25;
    return unused;
}
int main(void)
{
    pthread_t thread;
    int n = __VERIFIER_nondet_int();
    pthread_create(&thread, NULL, other, NULL);
    if (n > 7)
        x = n;
    pthread_join(thread, NULL);
    assert(x != FORBIDDEN);
    assert(half < 51);
    return 0;
}
"""


def answers_of_another(path: Path) -> list[str]:
    """Z3 as a reader of files, in a context of its own."""
    context = z3.Context()
    answers: str = z3.Z3_eval_smtlib2_string(context.ref(), path.read_text())
    return answers.split()


def answers_written(path: Path) -> list[str]:
    return re.findall(r"\(set-info :status (\w+)\)", path.read_text())


@pytest.mark.parametrize("solver", ["z3", "bitwuzla"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("forbidden", "verdict"), [(12, Verdict.FAILED), (3, Verdict.SUCCESSFUL)])
def test_another_solver_answers_every_question_alike(
    mode: str, solver: str, forbidden: int, verdict: Verdict, tmp_path: Path
) -> None:
    path = tmp_path / "formulas.smt2"
    defines = (f"FORBIDDEN={forbidden}",)
    result = check(PROGRAM, mode=mode, solver=solver, unwind=1, defines=defines, dump_smt2=path)
    assert result.verdict is verdict
    written = answers_written(path)
    assert written
    assert len(written) == path.read_text().count("(check-sat)")
    assert answers_of_another(path) == written
    assert ("unsat" in written) or verdict is Verdict.FAILED


def test_a_program_without_open_questions_leaves_none_to_the_solver(
    smtcb: Callable[..., Finished], tmp_path: Path
) -> None:
    path = tmp_path / "formulas.smt2"
    finished = smtcb("check", "--mode", "lazy", ROOT / "examples" / "lost_update.c", "--dump-smt2", path)
    assert finished.status == 1
    assert path.read_text().endswith("; no question was left for a solver\n")


def test_a_file_that_cannot_be_written_is_bad_usage(smtcb: Callable[..., Finished], tmp_path: Path) -> None:
    finished = smtcb(
        "check", "--mode", "lazy", ROOT / "examples" / "lost_update.c", "--dump-smt2", tmp_path / "no" / "folder.smt2"
    )
    assert finished.status == 2
    assert "cannot write the formulas" in finished.errors
