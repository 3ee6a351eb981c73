"""What is static in one file is nobody else's, also if the library, or another file, has something of that name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pthread_models
from esbmc_py import check
from esbmc_py.checking.results import Verdict
from esbmc_py.frontend import load_program

STATIC = re.compile(r"^static (?!const )[\w ]*?[ *](\w+)(?:\(|\[| =|;)", re.MULTILINE)
MAIN = """
int main(void)
{
    pthread_t thread;
    struct addrinfo *list;
    char text[16];
    pthread_create(&thread, 0, routine, 0);
    pthread_mutex_lock(&lock);
    pthread_cond_broadcast(&condition);
    pthread_cond_signal(&condition);
    pthread_cond_wait(&condition, &lock);
    pthread_mutex_unlock(&lock);
    pthread_rwlock_rdlock(&both);
    pthread_rwlock_unlock(&both);
    sem_init(&semaphore, 0, 1);
    sem_wait(&semaphore);
    snprintf(text, sizeof text, "%5d", 7);
    strtol(text, 0, 10);
    if (getaddrinfo("a", "b", 0, &list) == 0)
        freeaddrinfo(list);
    socket(1, 2, 3);
    fopen(getenv("HOME"), "r");
    atexit(0);
    return getopt(1, (char *[]){text, 0}, "a");
}
"""
HEAD = """
#include <netdb.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t lock;
static pthread_cond_t condition;
static pthread_rwlock_t both;
static sem_t semaphore;
static void *routine(void *unused) { return unused; }
"""


def names_of_the_library() -> list[str]:
    texts = [path.read_text(encoding="utf-8") for path in pthread_models.library_files()]
    names = {name for text in texts for name in STATIC.findall(text)} - {"list"}
    return sorted(name for name in names if not name.startswith("__smtcb_"))  # which no program may declare


@pytest.mark.parametrize("what", ("static int {};", "int {};", "static int {}(char *a) {{ return *a; }}"))
def test_no_name_of_the_program_takes_the_place_of_one_in_a_model(what: str, tmp_path: Path) -> None:
    path = tmp_path / "names.c"
    path.write_text(HEAD + "\n".join(what.format(name) for name in names_of_the_library()) + MAIN)
    assert load_program([path]).outside == {}


def test_a_static_function_of_another_file_is_not_called(tmp_path: Path) -> None:
    (tmp_path / "one.c").write_text(
        "static int access(int *p) { return *p; }\nint one(void) { int v = 4; return access(&v); }"
    )
    (tmp_path / "two.c").write_text(
        """
        #include <assert.h>
        #include <unistd.h>
        int one(void);
        int main(void) { assert(one() == 4); int told = access("file", R_OK); assert(told == 0 || told == -1); }
        """
    )
    for order in (("one.c", "two.c"), ("two.c", "one.c")):
        assert check([tmp_path / name for name in order], mode="lazy").verdict is Verdict.SUCCESSFUL


def test_a_static_variable_of_another_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "one.c").write_text("static int value = 5; int one(void) { return value; }")
    (tmp_path / "two.c").write_text(
        "#include <assert.h>\nextern int value; int one(void); int main(void) { assert(value == 1 && one() == 5); }"
    )
    (tmp_path / "three.c").write_text("int value = 1;")
    for order in (("one.c", "two.c", "three.c"), ("three.c", "two.c", "one.c"), ("two.c", "one.c", "three.c")):
        assert check([tmp_path / name for name in order], mode="lazy").verdict is Verdict.SUCCESSFUL
