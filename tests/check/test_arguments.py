"""Arguments and environment variables come from outside: arbitrary within bounds, or fixed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import esbmc_py
from esbmc_py.checking import OptionProblem, Verdict
from esbmc_py.checking.report.call_text import call_text, quoted
from esbmc_py.cli.main import main
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings
from esbmc_py.vm.invocation import Invocation

OPTIONS = """
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    const char *mode = getenv("MODE");
    if (getenv("HOME") != NULL || argc != 3 || strcmp(argv[1], "-v") != 0)
        return 1;
    argv[1][0] = '+';
    assert(atoi(argv[2]) != 7 || mode == NULL || mode[0] != 'x');
    return 0;
}
"""
GETOPT = """
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int number = 1, option;
    while ((option = getopt(argc, argv, "n:")) != -1)
        if (option == 'n') number = atoi(optarg); else return 2;
    return 100 / number;
}
"""
USAGE = """
#include <assert.h>
int main(int argc, char **argv)
{
    if (argc < 2) return 1;
    assert(argv[1][0] != '2');
    return 0;
}
"""
NO_ARGUMENTS = "int main(int argc, char **argv) {\n (void)argc; (void)argv; return 0; }\n"


def within(**settings: object) -> Semantics:
    return Semantics(surroundings=Surroundings(**settings))  # type: ignore[arg-type]


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "options.c"
    path.write_text(OPTIONS)
    return path


@pytest.mark.parametrize("mode", ["lazy", "lazyseq"])
def test_the_call_is_the_one_that_was_replayed(mode: str) -> None:
    """Although the program has written to what it got."""
    result = esbmc_py.check(OPTIONS, mode=mode, semantics=within(max_args=2, max_arg_length=2))
    assert result.verdict is Verdict.FAILED
    call = result.counterexamples[0].invocation
    assert call is not None
    environment = dict(call.environment)
    assert call.arguments[0] == b"-v" and b"7" in call.arguments[1]
    assert (environment[b"MODE"] or b"").startswith(b"x") and environment[b"HOME"] is None


def test_getopt_reads_arbitrary_options() -> None:
    result = esbmc_py.check(GETOPT, mode="lazyseq", semantics=within(max_args=1, max_arg_length=3))
    assert result.verdict is Verdict.FAILED
    call = result.counterexamples[0].invocation
    assert call is not None and call.arguments[0].startswith(b"-n")


def test_the_scope_says_how_many_arguments_and_how_long() -> None:
    result = esbmc_py.check(USAGE, semantics=within(max_args=1, max_arg_length=1))
    assert "  any arguments: up to 1, of up to 1 characters each" in result.scope.lines()
    safe = esbmc_py.check(USAGE.replace("!= '2'", "!= 500"), semantics=within(max_args=1, max_arg_length=1))
    assert safe.verdict is Verdict.SUCCESSFUL and not safe.complete


def test_a_program_that_does_not_look_at_its_arguments_has_none_in_the_scope() -> None:
    result = esbmc_py.check(NO_ARGUMENTS)
    assert result.complete and result.scope.lines() == ["all executions"]
    assert "__smtcb_any_count" not in result.program.functions


def test_fixed_arguments_are_those_and_no_others() -> None:
    assert esbmc_py.check(USAGE, semantics=within(arguments=("1",))).verdict is Verdict.SUCCESSFUL
    result = esbmc_py.check(USAGE, semantics=within(arguments=("2", "b c")))
    assert result.verdict is Verdict.FAILED
    assert "  the program is called as ./prog 2 'b c'" in result.scope.lines()


def test_mode_explicit_tries_some_texts_and_says_so() -> None:
    found = esbmc_py.check(USAGE, mode="explicit")
    assert found.verdict is Verdict.FAILED and found.counterexamples[0].invocation == Invocation((b"2",))
    open_ = esbmc_py.check(USAGE.replace("'2'", "'q'"), mode="explicit")
    assert open_.verdict is Verdict.UNKNOWN
    assert any("only these texts were tried as arguments" in line for line in open_.scope.lines())


def test_a_fixed_variable_is_set_and_others_are_arbitrary() -> None:
    text = "#include <assert.h>\n#include <stdlib.h>\nint main(void) { assert(getenv(\"A\")[0] == 'x'); return 0; }\n"
    assert esbmc_py.check(text, semantics=within(environment=(("A", "x"),))).verdict is Verdict.SUCCESSFUL
    assert esbmc_py.check(text, semantics=within(environment=(("B", "x"),))).verdict is Verdict.FAILED


def test_contents_of_an_object_of_unknown_size_that_is_zero_take_no_input() -> None:
    """They did in the symbolic modes, and the replay took the next input for another."""
    text = """
    #include <assert.h>
    #include <stdlib.h>
    int __VERIFIER_nondet_int(void);
    int main(void)
    {
        unsigned char size = __VERIFIER_nondet_int();
        if (size < 1 || size > 4) return 0;
        char *bytes = calloc(size, 1);
        int number = __VERIFIER_nondet_int();
        assert(bytes[0] != 0 || number != 77);
        free(bytes);
        return 0;
    }
    """
    assert esbmc_py.check(text).verdict is Verdict.FAILED


@pytest.mark.parametrize(("name", "bound"), [("max_args", 0), ("max_args", 10**9), ("max_arg_length", 0)])
def test_a_bound_that_means_nothing_is_an_error(name: str, bound: int) -> None:
    with pytest.raises(OptionProblem, match="from 1 to 255"):
        esbmc_py.check(USAGE, semantics=within(**{name: bound}))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--args", "a 'b"], "--args a 'b: no closing quotation"),
        (["--max-args", "0"], "--max-args is 0, and must be from 1 to 255"),
        (["--max-arg-length", "1000000000"], "--max-arg-length is 1000000000, and must be from 1 to 255"),
        (["--env", "HOME"], "--env HOME: that is not NAME=VALUE"),
        (["--env", "=x"], "--env =x: that is not NAME=VALUE"),
        (["--args", "a", "--max-args", "2"], "--args and --max-args do not go together"),
    ],
)
def test_bad_options_are_told(
    program: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    assert main(["check", str(program), *options]) == 2
    assert message in capsys.readouterr().err


def test_run_calls_the_program_as_a_shell_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "echo.c"
    path.write_text(
        "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n"
        'for (int i = 1; i < argc; i++) printf("[%s]", argv[i]);\n'
        'printf("%d %s\\n", argc, getenv("A") ? "set" : "unset");\nreturn 0; }\n'
    )
    assert main(["run", "-q", str(path)]) == 0
    assert main(["run", "-q", str(path), "--env", "A=b", "--", "a b", "-c", "--", ""]) == 0
    assert capsys.readouterr().out == "1 unset\n[a b][-c][--][]5 set\n"


def test_a_saved_schedule_is_called_again(program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schedule, page = tmp_path / "bug.json", tmp_path / "answer.html"
    limits = ["--max-args", "2", "--max-arg-length", "2"]
    saving = ["--save-schedule", str(schedule), "--html", str(page), "--json"]
    assert main(["check", str(program), *limits, *saving]) == 1
    document = json.loads(capsys.readouterr().out)
    call = document["findings"][0]["call"]
    assert call.startswith("env -u HOME MODE=") and " ./prog -v " in call
    assert json.dumps({"call": call}, separators=(",", ":"))[1:-1] in page.read_text()
    assert main(["run", "--schedule", str(schedule), str(program)]) == 1
    assert "assertion violated" in capsys.readouterr().err
    assert main(["run", "--schedule", str(schedule), str(program), "--", "x"]) == 2
    schedule.write_text('{"threads": [], "surroundings": {"max_args": "x"}}')
    assert main(["run", "--schedule", str(schedule), str(program)]) == 2


def test_exploring_tells_what_was_not_tried(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--explore", str(program)]) == 3
    assert "only these texts were tried as arguments and environment variables" in capsys.readouterr().out
    program.write_text(USAGE)
    assert main(["run", "--explore", str(program), "--args", "-v 7"]) == 0
    assert "within bounds: all executions\n  the program is called as ./prog -v 7" in capsys.readouterr().out
    assert main(["run", "--explore", str(program), "--max-args", "1", "--max-arg-length", "1"]) == 1
    assert "call: ./prog 2" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "word"),
    [(b"-v", "-v"), (b"", "''"), (b"a b", "'a b'"), (b"it's", "'it'\"'\"'s'"), (b"\n\xff'\\", "$'\\n\\377\\'\\\\'")],
)
def test_words_are_quoted_for_a_shell(text: bytes, word: str) -> None:
    assert quoted(text) == word


def test_the_call_line_says_what_is_set_and_what_is_not() -> None:
    call = Invocation((b"-v", b"7"), ((b"HOME", b"x y"), (b"MODE", None)))
    assert call_text(call) == "env -u MODE HOME='x y' ./prog -v 7"
    assert call_text(Invocation((), ((b"HOME", b"x"),))) == "HOME=x ./prog"
