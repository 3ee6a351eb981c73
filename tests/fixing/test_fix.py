"""Fixes: found, verified, applied; and nothing else touched."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from esbmc_py import check
from esbmc_py.checking.results import Verdict
from esbmc_py.cli.main import main

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


def fixes(path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, object]:
    main(["fix", str(path), "--json", "--mode", "explicit", *options])
    answer: dict[str, object] = json.loads(capsys.readouterr().out)
    return answer


def test_a_lost_update(capsys: pytest.CaptureFixture[str]) -> None:
    answer = fixes(EXAMPLES / "lost_update.c", capsys)
    found = answer["fixes"]
    assert isinstance(found, list)
    assert [(one["what"], one["no_race"]) for one in found] == [
        ("counter is atomic", True),
        ("counter only with smtcb_lock held", True),
    ]


def test_locks_in_opposite_orders(capsys: pytest.CaptureFixture[str]) -> None:
    found = fixes(EXAMPLES / "deadlock.c", capsys)["fixes"]
    assert isinstance(found, list)
    assert "smtcb_lock" in found[0]["what"]


def test_a_wait_that_is_not_in_a_loop(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "queue.c"
    path.write_text(NOT_TESTED_AGAIN)
    found = fixes(path, capsys, "--alternatives", "1")["fixes"]
    assert isinstance(found, list)
    assert "-    if (items == 0)\n+    while (items == 0)\n" in found[0]["diff"]


def test_what_is_applied_is_right_and_the_old_file_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "lost_update.c"
    shutil.copy(EXAMPLES / "lost_update.c", path)
    assert main(["fix", str(path), "--apply", "--mode", "explicit", "--alternatives", "1"]) == 0
    assert check(path, mode="lazy").verdict is Verdict.SUCCESSFUL
    backup = tmp_path / "lost_update.c.orig"
    assert backup.read_text() == (EXAMPLES / "lost_update.c").read_text()
    capsys.readouterr()
    assert main(["fix", str(path), "--apply"]) == 2
    assert "nothing is overwritten" in capsys.readouterr().err


def test_nothing_to_fix(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fix", str(EXAMPLES / "lost_update_fixed.c"), "--mode", "explicit"]) == 0
    assert capsys.readouterr().out.startswith("nothing to fix: SUCCESSFUL")


def test_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fix", str(tmp_path / "nowhere.c")]) == 2
    assert main(["fix", str(EXAMPLES / "deadlock.c"), str(EXAMPLES / "lost_update.c")]) == 2
    assert "one file" in capsys.readouterr().err
