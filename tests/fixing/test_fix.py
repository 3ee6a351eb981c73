"""Fixes: found, verified, applied; and nothing else touched."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from esbmc_py import check
from esbmc_py.checking.options import CheckOptions
from esbmc_py.checking.results import CheckResult, Verdict
from esbmc_py.cli.main import main
from esbmc_py.fixing.sequential import same_results
from esbmc_py.fixing.verify import Verifier
from esbmc_py.frontend.load import load_program
from esbmc_py.goto.sharing import prepare

EXAMPLES = Path(__file__).parents[2] / "examples"
NOT_TESTED_AGAIN = """\
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int items;

static void *takes(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    if (items == 0)
        pthread_cond_wait(&filled, &lock);
    items--;
    assert(items >= 0);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, takes, 0);
    pthread_create(&other, 0, takes, 0);
    pthread_mutex_lock(&lock);
    items = 1;
    pthread_cond_broadcast(&filled);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    items++;
    pthread_cond_broadcast(&filled);
    pthread_mutex_unlock(&lock);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
"""
HALF_LOCKED = """\
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int low, high = 9;

static void *narrows(void *unused)
{
	pthread_mutex_lock(&guard);
	low = 4;
	high = 4; // both
	pthread_mutex_unlock(&guard);
	return unused;
}

static void *looks(void *unused)
{
	int width = high;
	width -= low;
	if (width < 0)
		return unused;
	assert(width == 9 || width == 0);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, narrows, 0);
	pthread_create(&b, 0, looks, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
"""
UNDER_TWO_LOCKS = """\
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int money = 10;

static void *spends(void *unused)
{
    pthread_mutex_lock(&lock);
    int enough = money >= 6;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    if (enough)
        money -= 6;
    assert(money >= 0);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, spends, 0);
    pthread_create(&b, 0, spends, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
"""
GATE = """\
#include <pthread.h>

struct gate {
    pthread_mutex_t lock;
    pthread_cond_t opened;
    int open;
};

static struct gate front = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static void *visit(void *argument)
{
    struct gate *gate = argument;
    pthread_mutex_lock(&gate->lock);
    int seen = gate->open;
    pthread_mutex_unlock(&gate->lock);
    if (!seen) {
        pthread_mutex_lock(&gate->lock);
        pthread_cond_wait(&gate->opened, &gate->lock);
        pthread_mutex_unlock(&gate->lock);
    }
    return 0;
}

static void *keep(void *argument)
{
    struct gate *gate = argument;
    pthread_mutex_lock(&gate->lock);
    gate->open = 1;
    pthread_cond_broadcast(&gate->opened);
    pthread_mutex_unlock(&gate->lock);
    return 0;
}

int main(void)
{
    pthread_t visitor, keeper;
    pthread_create(&visitor, 0, visit, &front);
    pthread_create(&keeper, 0, keep, &front);
    pthread_join(visitor, 0);
    pthread_join(keeper, 0);
    return 0;
}
"""
OPENS_WITHOUT_LOCK = """\
#include <pthread.h>
struct latch { pthread_mutex_t lock; pthread_cond_t changed; int open; };
static struct latch start = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static void latch_open(struct latch *l)
{
    l->open = 1;
    pthread_cond_signal(&l->changed);
}

static void *waits(void *unused)
{
    struct latch *l = &start;
    pthread_mutex_lock(&l->lock);
    while (!l->open)
        pthread_cond_wait(&l->changed, &l->lock);
    pthread_mutex_unlock(&l->lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, waits, 0);
    latch_open(&start);
    pthread_join(thread, 0);
    return 0;
}
"""
LEAKS_A_LOCK = """\
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used;

static int put(void)
{
    pthread_mutex_lock(&lock);
    if (used == 1)
        return -1;
    used++;
    pthread_mutex_unlock(&lock);
    return 0;
}

static void *fills(void *unused)
{
    put();
    put();
    put();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, fills, 0);
    pthread_join(thread, 0);
    return 0;
}
"""
ONE_BARRIER = """\
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t step;
static int now[2] = {1, 2}, next[2];

static void *turns(void *which)
{
    int i = *(int *)which;
    next[i] = now[1 - i];
    now[i] = next[i];
    pthread_barrier_wait(&step);
    return 0;
}

int main(void)
{
    pthread_t other;
    int first = 0, second = 1;
    pthread_barrier_init(&step, 0, 2);
    pthread_create(&other, 0, turns, &second);
    turns(&first);
    pthread_join(other, 0);
    assert(now[0] == 2 && now[1] == 1);
    return 0;
}
"""
RIGHT_IN_SOME_ORDERS = """\
#include <pthread.h>
#include <stdio.h>
#include <assert.h>
static int served;
static void *serves(void *unused) { served = 1; return unused; }
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, serves, 0);
    BEFORE
    assert(served);
    printf("%d\\n", served);
    pthread_join(thread, 0);
    return 0;
}
"""
NO_WAY = """\
#include <assert.h>
int main(void) { int x = 1; assert(x == 2); return 0; }
"""


def fixes(path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> list[dict[str, object]]:
    main(["fix", str(path), "--json", "--mode", "explicit", *options])
    found: list[dict[str, object]] = json.loads(capsys.readouterr().out)["fixes"]
    return found


def written(folder: Path, text: str, name: str = "prog.c") -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


def test_a_lost_update(capsys: pytest.CaptureFixture[str]) -> None:
    found = fixes(EXAMPLES / "lost_update.c", capsys, "--alternatives", "2")
    assert [(one["what"], one["no_race"]) for one in found] == [
        ("counter is atomic", True),
        ("critical sections of a new mutex smtcb_lock in count", True),
    ]


def test_locks_in_opposite_orders(capsys: pytest.CaptureFixture[str]) -> None:
    found = fixes(EXAMPLES / "deadlock.c", capsys, "--alternatives", "2")
    assert [one["what"] for one in found] == [
        "transfer takes its locks in the order of their addresses",
        "critical sections of a new mutex smtcb_lock in transfer",
    ]


def test_a_wait_that_is_not_in_a_loop(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = fixes(written(tmp_path, NOT_TESTED_AGAIN), capsys, "--alternatives", "1")
    assert "-    if (items == 0)\n+    while (items == 0)\n" in str(found[0]["diff"])


def test_a_mutex_that_is_there_comes_first_and_is_unlocked_on_all_ways(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = fixes(written(tmp_path, HALF_LOCKED), capsys, "--alternatives", "1")
    assert found[0]["what"] == "critical sections of the mutex guard in looks"
    assert "+\tpthread_mutex_lock(&guard);\n \tint width = high;\n \twidth -= low;\n" in str(found[0]["diff"])


def test_two_critical_sections_become_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = fixes(written(tmp_path, UNDER_TWO_LOCKS), capsys, "--alternatives", "1")
    changed = [line for line in str(found[0]["diff"]).splitlines() if line.startswith(("+ ", "- "))]
    assert changed == ["-    pthread_mutex_unlock(&lock);", "-    pthread_mutex_lock(&lock);"]


def test_a_mutex_in_a_structure_is_one_that_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = fixes(written(tmp_path, GATE), capsys, "--alternatives", "1", "--property", "deadlock")
    assert found[0]["what"] == "critical sections of the mutex gate->lock in visit"
    assert "-        pthread_mutex_lock(&gate->lock);\n" in str(found[0]["diff"])


def test_a_lost_wake_up_is_mended_under_the_lock(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = fixes(written(tmp_path, OPENS_WITHOUT_LOCK), capsys, "--alternatives", "1")
    assert found[0]["what"] == "critical sections of the mutex l->lock in latch_open"
    assert found[0]["no_race"]


MISSED = """\
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static int letters;

static void *writer(void *unused)
{
    pthread_mutex_lock(&lock);
    letters++;
    pthread_cond_signal(&full);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t one;
    pthread_create(&one, 0, writer, 0);
    pthread_mutex_lock(&lock);
    if (letters == 0) {
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        pthread_cond_wait(&full, &lock);
    }
    assert(letters > 0);
    pthread_mutex_unlock(&lock);
    pthread_join(one, 0);
    return 0;
}
"""


def test_a_wait_that_may_wake_up_for_nothing_is_tested_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The proof takes it that nobody wakes up for nothing; POSIX allows it, and such a change comes last."""
    first, last = fixes(written(tmp_path, MISSED), capsys, "--alternatives", "2")
    assert "+    while (letters == 0) {\n" in str(first["diff"]) and not first["wakes_up_wrongly"]
    assert "while" not in str(last["diff"]) and last["wakes_up_wrongly"]


def test_a_lock_that_a_return_forgets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = fixes(written(tmp_path, LEAKS_A_LOCK), capsys, "--alternatives", "1")
    block = "+    if (used == 1) {\n+        pthread_mutex_unlock(&lock);\n         return -1;\n+    }\n"
    assert block in str(found[0]["diff"])


def test_a_barrier_that_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = fixes(written(tmp_path, ONE_BARRIER), capsys, "--alternatives", "1")
    assert "+    pthread_barrier_wait(&step);\n     now[i] = next[i];\n" in str(found[0]["diff"])


def test_an_order_in_which_the_old_program_goes_wrong_says_nothing_about_the_new_one(tmp_path: Path) -> None:
    old, new = (RIGHT_IN_SOME_ORDERS.replace("BEFORE", one) for one in ("", "while (!served);"))
    other = new.replace("%d", "served: %d")
    programs = [load_program([written(tmp_path, text, f"{n}.c")]) for n, text in enumerate((old, new, other))]
    old_program, right, prints_something_else = map(prepare, programs)
    assert same_results(old_program, right)
    assert not same_results(old_program, prints_something_else)


def test_where_there_is_no_fix_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fix", str(written(tmp_path, NO_WAY)), "--mode", "explicit"]) == 1
    assert "no fix among the changes that smtcb knows" in capsys.readouterr().out


def test_what_is_applied_is_right_and_the_old_file_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "lost_update.c"
    shutil.copy(EXAMPLES / "lost_update.c", path)
    assert main(["fix", str(path), "--apply", "--mode", "explicit", "--alternatives", "1"]) == 0
    assert check(path, mode="lazy").verdict is Verdict.SUCCESSFUL
    backup = tmp_path / "lost_update.c.orig"
    assert backup.read_text() == (EXAMPLES / "lost_update.c").read_text()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["lost_update.c", "lost_update.c.orig"]
    capsys.readouterr()
    assert main(["fix", str(path), "--apply"]) == 2
    assert "nothing is overwritten" in capsys.readouterr().err


def test_a_diff_of_a_file_from_windows_fits_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ends of lines, and letters that are no UTF-8, stay as they are."""
    old = b"/* z\xe4hlt */\n" + (EXAMPLES / "lost_update.c").read_bytes()
    old = old.replace(b"\n", b"\r\n")
    path = tmp_path / "prog.c"
    path.write_bytes(old)
    main(["fix", str(path), "--mode", "explicit", "--alternatives", "1", "--apply"])
    assert path.read_bytes() == old.replace(b"int counter;", b"_Atomic int counter;")
    capsys.readouterr()


@pytest.mark.skipif(shutil.which("patch") is None or shutil.which("gcc") is None, reason="needs patch and gcc")
def test_patch_takes_the_output_and_gcc_the_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, HALF_LOCKED)
    main(["fix", str(path), "--mode", "explicit", "--alternatives", "1"])
    output = capsys.readouterr().out
    subprocess.run(["patch", "-p1"], input=output, text=True, cwd=tmp_path, check=True, capture_output=True)
    subprocess.run(["gcc", "-Wall", "-Werror", "-fsyntax-only", "-pthread", str(path)], check=True)


def test_who_interrupts_a_check_ends_the_search(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    usual = Verifier.checked

    def interrupted(self: Verifier, text: str, *, patience: int = 1) -> CheckResult | None:
        asked.append(text)
        answer = usual(self, text)
        assert answer is not None
        return replace(answer, verdict=Verdict.UNKNOWN, scope=replace(answer.scope, unknown=("interrupted",)))

    monkeypatch.setattr(Verifier, "checked", interrupted)
    assert main(["fix", str(EXAMPLES / "lost_update.c"), "--mode", "explicit"]) == 1
    assert len(asked) == 1
    capsys.readouterr()


def test_what_is_not_proven_is_shown_as_such_and_not_applied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = Verifier.checked

    def undecided(self: Verifier, text: str, *, patience: int = 1) -> CheckResult | None:
        answer = usual(self, text)
        return answer if answer is None else replace(answer, verdict=Verdict.UNKNOWN)

    monkeypatch.setattr(Verifier, "checked", undecided)
    path = tmp_path / "lost_update.c"
    shutil.copy(EXAMPLES / "lost_update.c", path)
    assert main(["fix", str(path), "--mode", "explicit"]) == 3
    assert "NOT PROVEN" in capsys.readouterr().out
    assert main(["fix", str(path), "--mode", "explicit", "--apply"]) == 2
    assert "what is not proven is not applied" in capsys.readouterr().err
    assert [one.name for one in tmp_path.iterdir()] == ["lost_update.c"]


def test_nothing_to_fix(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fix", str(EXAMPLES / "lost_update_fixed.c"), "--mode", "explicit"]) == 0
    assert capsys.readouterr().out.startswith("nothing to fix: SUCCESSFUL")


def test_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fix", str(tmp_path / "nowhere.c")]) == 2
    assert main(["fix", str(EXAMPLES / "deadlock.c"), str(EXAMPLES / "lost_update.c")]) == 2
    assert "one file" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its name is so long that a backup has none."""
    text = (EXAMPLES / "lost_update.c").read_text()
    path = written(tmp_path, text, "x" * 250 + ".c")
    assert main(["fix", str(path), "--apply", "--mode", "explicit", "--alternatives", "1"]) == 2
    assert "it is as it was" in capsys.readouterr().err.replace(f"{path} is as it was", "it is as it was")
    assert path.read_text() == text
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


# -- what is no fix ------------------------------------------------------------------------------------------------

SPINS = """\
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
volatile int ready, value;
static void *gives(void *unused) { /*L*/ value = 1; ready = 1; /*U*/ return unused; }
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, gives, 0);
    /*L*/ while (!ready) ; /*U*/
    assert(value == 1);
    printf("%d\\n", value);
    pthread_join(a, 0);
    return 0;
}
"""


def objection(tmp_path: Path, text: str) -> str:
    path = written(tmp_path, SPINS)
    verifier = Verifier(path, SPINS, CheckOptions(mode="explicit", include_dirs=(tmp_path,)), each=20)
    answer = verifier.checked(text)
    assert answer is not None and answer.verdict is Verdict.SUCCESSFUL
    return verifier.objection(text, answer)


def test_who_spins_with_a_lock_held_may_go_on_for_ever(tmp_path: Path) -> None:
    locked = SPINS.replace("/*L*/", "pthread_mutex_lock(&lock);").replace("/*U*/", "pthread_mutex_unlock(&lock);")
    assert objection(tmp_path, locked) == "it may go on for ever"
    assert objection(tmp_path, SPINS) == ""


def test_what_prints_something_else_is_no_fix(tmp_path: Path) -> None:
    changed = SPINS.replace("%d", "%x.")
    assert objection(tmp_path, changed) == "it does something else where threads do not interrupt each other"


def test_what_never_comes_to_the_assertion_is_no_fix(tmp_path: Path) -> None:
    changed = SPINS.replace("    assert(value", "    if (ready) return 0;\n    assert(value")
    assert objection(tmp_path, changed) == "assertions are not reached any more"


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_what_gcc_warns_about_is_no_fix(tmp_path: Path) -> None:
    verifier = Verifier(written(tmp_path, SPINS), SPINS, CheckOptions(), each=20)
    assert verifier.compiles(SPINS)
    assert not verifier.compiles(SPINS.replace("pthread_t a;", "pthread_t a; int unused;"))
    assert not verifier.compiles(SPINS.replace("pthread_t a;", ""))


TAKEN_BACK_TOO_LATE = """\
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t requested = 1, wanted = 1;
static int loaded;

static void on_hangup(int number)
{
    wanted += number;
    requested = 1;
}

int main(void)
{
    signal(SIGHUP, on_hangup);
    if (requested) {
        loaded = wanted;
        requested = 0;
    }
    signal(SIGHUP, SIG_IGN);
    assert(requested || loaded == wanted);
    return 0;
}
"""


def test_a_flag_is_taken_back_before_what_it_asks_for_is_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "daemon.c"
    program.write_text(TAKEN_BACK_TOO_LATE)
    assert main(["fix", str(program), "--signals", "1"]) == 0
    told = capsys.readouterr().out
    assert "main sets requested before line 17" in told
    assert "checked again: SUCCESSFUL" in told


HANDLER_LOCKS = """\
#include <pthread.h>
#include <signal.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
volatile sig_atomic_t stop;

void on_usr1(int number)
{
    (void)number;
    pthread_mutex_lock(&lock);
    stop = 1;
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    signal(SIGUSR1, on_usr1);
    pthread_mutex_lock(&lock);
    raise(SIGUSR1);
    pthread_mutex_unlock(&lock);
    return 0;
}
"""


def test_a_handler_does_not_wait_for_what_it_interrupts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = fixes(written(tmp_path, HANDLER_LOCKS), capsys, "--alternatives", "1", "--signals", "0")
    assert "on_usr1 takes no lock" in str(found[0])


BEFORE_IT_HAS_BEGUN = """\
#include <assert.h>
#include <pthread.h>

int total;

static void *work(void *unused)
{
    total = 5;
    return unused;
}

int main(void)
{
    pthread_t one;
    pthread_create(&one, 0, work, 0);
    assert(total == 5);
    pthread_join(one, 0);
    return 0;
}
"""

LOCKED_AT_ITS_END = """\
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int failed;

static void *work(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&guard);
        if (!failed)
            pthread_exit(0);
        pthread_mutex_unlock(&guard);
        sleep(1);
    }
    return unused;
}

int main(void)
{
    pthread_t one;
    pthread_create(&one, 0, work, 0);
    pthread_cancel(one);
    pthread_join(one, 0);
    pthread_mutex_lock(&guard);
    return 0;
}
"""


def test_results_are_waited_for_also_where_the_thread_has_not_begun(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = fixes(written(tmp_path, BEFORE_IT_HAS_BEGUN), capsys, "--alternatives", "1")
    assert found[0]["what"] == "main waits for its threads earlier"


def test_a_lock_is_given_back_where_the_thread_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And a thread is never joined before it is cancelled: it may go on for ever."""
    path = written(tmp_path, LOCKED_AT_ITS_END)
    assert [one["what"] for one in fixes(path, capsys)] == ["work unlocks guard before the thread ends in line 12"]
    path = written(tmp_path, LOCKED_AT_ITS_END.replace("pthread_exit(0)", "sleep(1)"))
    assert fixes(path, capsys) == []
