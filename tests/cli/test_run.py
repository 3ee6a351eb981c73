"""`smtcb run`: one execution, and all of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT, Finished

Smtcb = Callable[..., Finished]
Source = Callable[..., Path]

LOST_UPDATE = ROOT / "examples" / "lost_update.c"
FIXED = ROOT / "examples" / "lost_update_fixed.c"
DEADLOCK = ROOT / "examples" / "deadlock.c"

INPUT = """\
#include <assert.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    printf("n = %d\\n", n);
    assert(n != 7);
    return 3;
}
"""


def test_a_run_prints_what_the_program_prints(smtcb: Smtcb, source: Source) -> None:
    finished = smtcb("run", "--inputs", "5", source(INPUT))
    assert finished.status == 0
    assert finished.output == "n = 5\n"
    assert "exit status 3" in finished.errors


def test_printing_never_fails_in_a_run(smtcb: Smtcb, source: Source) -> None:
    """In a check it may, where somebody looks at the result."""
    path = source(
        '#include <stdio.h>\nint main(void) { return printf("1\\n") < 0 || puts("2") < 0 || putchar(\'3\') < 0; }\n'
    )
    assert "exit status" not in smtcb("run", "--seed", "3", path).errors


def test_a_violation_in_a_run_is_told_on_stderr(smtcb: Smtcb, source: Source) -> None:
    finished = smtcb("run", "--inputs", "7", source(INPUT))
    assert finished.status == 1
    assert finished.output == "n = 7\n"
    assert "assertion violated" in finished.errors
    assert "prog.c:8" in finished.errors


def test_a_run_as_json(smtcb: Smtcb, source: Source) -> None:
    document = json.loads(smtcb("run", "--json", "--trace", "--inputs", "7", source(INPUT)).output)
    assert document["status"] == "violation"
    assert document["violation"]["property"] == "assertion"
    assert document["output"] == "n = 7\n"
    assert document["schedule"]["inputs"] == [7]
    assert document["trace"][-1]["location"]["line"] == 8


def test_the_same_seed_gives_the_same_run(smtcb: Smtcb) -> None:
    runs = [smtcb("run", "--json", "--seed", "11", LOST_UPDATE).output for _ in range(2)]
    assert runs[0] == runs[1]


def test_some_seed_finds_the_lost_update(smtcb: Smtcb) -> None:
    assert {smtcb("run", "--seed", seed, LOST_UPDATE).status for seed in range(60)} == {0, 1}


def test_a_trace_shows_threads_lines_and_values(smtcb: Smtcb) -> None:
    output = smtcb("run", "--trace", LOST_UPDATE).output
    assert "lost_update.c:10  counter++;" in output
    assert "--- switch to thread 1 (count)" in output
    assert "counter = " in output


def test_exploring_finds_the_lost_update_and_shows_how(smtcb: Smtcb) -> None:
    finished = smtcb("run", "--explore", LOST_UPDATE)
    assert finished.status == 1
    lines = finished.output.splitlines()
    assert lines[0] == "VERIFICATION FAILED"
    assert lines[1] == "scope: all executions"
    assert lines[-1].startswith("  => assertion violated in thread 0")
    assert sum("--- switch to thread" in line for line in lines) == 4
    assert any("reads counter = 0" in line for line in lines)


def test_exploring_the_repaired_program_covers_all_executions(smtcb: Smtcb) -> None:
    finished = smtcb("run", "--explore", FIXED)
    assert finished.status == 0
    assert finished.output.startswith("VERIFICATION SUCCESSFUL\nscope: all executions\n")


def test_a_bound_that_cuts_is_part_of_the_answer(smtcb: Smtcb) -> None:
    finished = smtcb("run", "--explore", "--contexts", "1", LOST_UPDATE)
    assert finished.status == 0
    assert "scope: within bounds: at most 1 context switch; there are executions beyond" in finished.output


def test_a_bound_that_does_not_cut_is_no_restriction(smtcb: Smtcb) -> None:
    finished = smtcb("run", "--explore", "--contexts", "100", FIXED)
    assert "scope: all executions" in finished.output


def test_a_limit_on_states_makes_the_answer_unknown(smtcb: Smtcb) -> None:
    finished = smtcb("run", "--explore", "--max-states", "5", FIXED)
    assert finished.status == 3
    assert finished.output.startswith("VERIFICATION UNKNOWN")


def test_a_deadlock_names_who_waits_where_and_for_what(smtcb: Smtcb) -> None:
    finished = smtcb("run", "--explore", DEADLOCK)
    assert finished.status == 1
    assert "=> deadlock:" in finished.output
    assert "thread 1 waits at " in finished.output
    assert "deadlock.c:15" in finished.output
    assert "mutex" in finished.output


def test_races_are_reported_when_asked_for(smtcb: Smtcb, source: Source) -> None:
    path = source(
        "#include <pthread.h>\nint x;\nvoid *f(void *p) { x = 1; return p; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; pthread_join(t, 0); return 0; }\n"
    )
    assert smtcb("run", "--explore", path).status == 0
    finished = smtcb("run", "--explore", "--races", path)
    assert finished.status == 1
    assert "data-race" in finished.output
    assert "thread 1 writes x" in finished.output


def test_a_race_in_a_library_function_names_what_the_program_gave_it(smtcb: Smtcb, source: Source) -> None:
    path = source(
        "#include <pthread.h>\n#include <string.h>\nchar text[4], other[4];\n"
        "void *f(void *a) { memcpy(text, other, 4); return a; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); text[1] = 2; return 0; }\n"
    )
    finished = smtcb("run", "--explore", "--races", path)
    assert finished.status == 1
    assert "thread 1 writes text[1] at" in finished.output


def test_leaks_are_reported_when_asked_for(smtcb: Smtcb, source: Source) -> None:
    path = source("#include <stdlib.h>\nint main(void) { return malloc(3) == 0; }\n")
    for way in ((), ("--explore",)):
        assert smtcb("run", *way, path).status == 0
        finished = smtcb("run", "--leaks", *way, path)
        assert finished.status == 1
        assert "3 bytes allocated here are never freed" in finished.output + finished.errors


MAKES_MANY = """#include <stdlib.h>
static int *make(int n)
{
    return n > 40 ? malloc(8) : malloc(4);
}
int main(void)
{
    for (int i = 0; i < 50; i++) {
        int *one = make(i);
        if (i != 45)
            free(one);
    }
    return 0;
}
"""


@pytest.mark.parametrize("way", [(), ("--explore",)])
def test_a_leak_has_its_place_in_code_that_runs_often(way: tuple[str, ...], smtcb: Smtcb, source: Source) -> None:
    """Such code is compiled, and does not say where it is at every instruction."""
    finished = smtcb("run", "--leaks", *way, source(MAKES_MANY))
    said = finished.output + finished.errors
    assert ":4:21: " in said
    assert "8 bytes allocated here are never freed" in said


def test_lost_memory_is_reported_when_asked_for(smtcb: Smtcb, source: Source, tmp_path: Path) -> None:
    lines = "#include <stdlib.h>\nvoid *kept;\nint main(void) {{ kept = malloc(3); {} return 0; }}\n"
    found, lost = source(lines.format(""), "found.c"), source(lines.format("kept = 0;"), "lost.c")
    for way in ((), ("--explore",)):
        assert smtcb("run", "--lost", *way, found).status == 0
        finished = smtcb("run", "--lost", *way, lost)
        assert finished.status == 1
        assert "3 bytes allocated here are lost" in finished.output + finished.errors
    schedule = tmp_path / "lost.json"
    assert smtcb("check", "--property", "memtrack", "--save-schedule", schedule, lost).status == 1
    assert smtcb("run", "--lost", "--schedule", schedule, lost).status == 1


def test_times_and_random_numbers_seldom_end_an_execution(smtcb: Smtcb, source: Source) -> None:
    path = source(
        "#include <assert.h>\n#include <stdlib.h>\n#include <time.h>\n"
        "int main(void) { struct timespec now; assert(time(0) >= 0 && clock() >= 0 && rand() >= 0);\n"
        "  clock_gettime(CLOCK_REALTIME, &now); assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000); return 0; }\n"
    )
    statuses = [smtcb("run", "--seed", str(seed), path).status for seed in range(5)]
    assert statuses.count(0) >= 3 and set(statuses) <= {0, 3}
    assert smtcb("check", path).status == 0


def test_exploring_as_json(smtcb: Smtcb) -> None:
    document = json.loads(smtcb("run", "--explore", "--json", LOST_UPDATE).output)
    assert document["verdict"] == "failed"
    assert document["scope"]["complete"] is True
    finding = document["findings"][0]
    assert finding["property"] == "assertion"
    assert finding["confirmed"] is True
    assert finding["trace"][-1]["source"] == "assert(counter == 2);"


def test_an_unsupported_construct_that_can_be_reached_makes_the_answer_unknown(smtcb: Smtcb, source: Source) -> None:
    path = source('int main(void)\n{\n    __asm__("mov %eax, %ebx");\n    return 0;\n}\n')
    finished = smtcb("run", "--explore", path)
    assert finished.status == 3
    assert f"{path}:3:" in finished.output
    assert "unsupported: inline assembly" in finished.output


def test_an_unsupported_construct_that_cannot_be_reached_does_no_harm(smtcb: Smtcb, source: Source) -> None:
    path = source('int x;\nint main(void)\n{\n    if (x)\n        __asm__("mov %eax, %ebx");\n    return 0;\n}\n')
    assert smtcb("run", "--explore", path).status == 0


def test_a_saved_schedule_can_be_replayed(smtcb: Smtcb, tmp_path: Path) -> None:
    schedule = tmp_path / "bug.json"
    smtcb("run", "--explore", "--save-schedule", schedule, LOST_UPDATE)
    finished = smtcb("run", "--schedule", schedule, LOST_UPDATE)
    assert finished.status == 1
    assert "assertion violated in thread 0" in finished.errors


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("#include <unistd.h>\nint main(void) { if (write(1, \"a\", 1) != 1) assert(0); }", []),
        ("int n;\nint next(void) { return ++n; }\nint minus(int a, int b) { return a - b; }\n"
         "int main(void) { assert(minus(next(), next()) == -1); }", []),
        ("#include <signal.h>\nint a; void handler(int s) { assert(++a < 3); }\n"
         "int main(void) { signal(SIGUSR1, handler); return 0; }", ["--signals", "3"]),
    ],
)  # fmt: skip
def test_a_saved_schedule_is_followed_in_the_surroundings_of_the_check(
    smtcb: Smtcb, source: Source, tmp_path: Path, text: str, options: list[str]
) -> None:
    """Output that fails, operands from the right, signals from outside: single executions have none of these."""
    path, schedule = source(f"#include <assert.h>\n{text}\n"), tmp_path / "bug.json"
    assert smtcb("check", path, "--mode", "lazy", "--save-schedule", schedule, *options).status == 1
    assert smtcb("run", "--schedule", schedule, path).status == 1
    assert smtcb("run", path).status == 0


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"threads": "x"}', '{"threads": [-1]}', '{"inputs": [{}]}', "\x00\xff"]
)
def test_a_schedule_that_is_none_is_bad_input(smtcb: Smtcb, tmp_path: Path, text: str) -> None:
    path = tmp_path / "schedule.json"
    path.write_bytes(text.encode("latin-1"))
    finished = smtcb("run", "--schedule", path, LOST_UPDATE)
    assert finished.status == 2
    assert "schedule.json" in finished.errors


def test_a_schedule_of_another_program_does_not_fit(smtcb: Smtcb, tmp_path: Path) -> None:
    path = tmp_path / "schedule.json"
    path.write_text('{"threads": [0, 5]}')
    finished = smtcb("run", "--schedule", path, LOST_UPDATE)
    assert finished.status == 2
    assert "does not fit" in finished.errors


@pytest.mark.parametrize(
    "arguments",
    [
        ("--contexts", "2"),
        ("--races",),
        ("--explore", "--seed", "3"),
        ("--explore", "--trace"),
        ("--explore", "--contexts", "2", "--rounds", "2"),
        ("--inputs", "1,x"),
        ("--schedule", "nowhere.json"),
    ],
    ids=" ".join,
)
def test_options_that_do_not_go_together_are_refused(smtcb: Smtcb, arguments: tuple[str, ...]) -> None:
    finished = smtcb("run", *arguments, LOST_UPDATE)
    assert finished.status == 2
    assert finished.errors


def test_quiet_exploration_prints_verdict_scope_and_findings_only(smtcb: Smtcb) -> None:
    lines = smtcb("run", "--explore", "--quiet", LOST_UPDATE).output.splitlines()
    assert len(lines) == 4
    assert "assertion: counter == 2" in lines[3]


TICKS = """\
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>
static volatile int ticks;
static void tick() { ticks++; }
static void never(int number) { printf("signal %d\\n", number); }
int main(void)
{
    struct itimerval often = {{0, 1000}, {0, 1000}};
    signal(SIGALRM, tick);
    signal(SIGINT, never);
    setitimer(ITIMER_REAL, &often, 0);
    puts("begins");
    while (ticks < 5)
        pause();
    puts("ends");
    return 0;
}
"""


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_run_with_signals_is_one_that_the_program_could_have(smtcb: Smtcb, source: Source, seed: int) -> None:
    finished = smtcb("run", "--seed", str(seed), source(TICKS))
    assert finished.status == 0
    assert finished.output == "begins\nends\n"


def test_signals_from_outside_come_to_a_run_that_asks_for_them(smtcb: Smtcb, source: Source) -> None:
    printed = [smtcb("run", "--signals", "3", "--seed", str(seed), source(TICKS)).output for seed in range(4)]
    assert any("signal 2\n" in text for text in printed)


def test_a_run_goes_back_where_an_assumption_does_not_hold(smtcb: Smtcb, source: Source) -> None:
    text = """\
#include <pthread.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 8; i++) {
        pthread_mutex_lock(&lock);
        int n = __VERIFIER_nondet_int();
        printf("%d\\n", i);
        __VERIFIER_assume(n >= 0 && n <= 8);
        sum += n;
        pthread_mutex_unlock(&lock);
    }
    return sum > 64;
}
"""
    finished = smtcb("run", source(text))
    assert finished.status == 0
    assert finished.output == "".join(f"{i}\n" for i in range(8))


def test_a_run_ends_where_no_choice_will_do(smtcb: Smtcb, source: Source) -> None:
    text = "void __VERIFIER_assume(int condition);\nint main(void) { __VERIFIER_assume(0); return 0; }\n"
    finished = smtcb("run", source(text))
    assert finished.status == 3
    assert "an assumption does not hold" in finished.errors
