"""Inputs at random: what programs forget is likely to come up."""

from __future__ import annotations

import pytest

import esbmc_py
from esbmc_py.checking import Verdict
from esbmc_py.vm.run import run
from tests.agreement.agree import load_text

READ_WHOLE = """
#include <unistd.h>
int main(void)
{
    char text[200];
    ssize_t size = read(0, text, sizeof text - SPARE);
    if (size >= 0)
        text[size] = 0;
    return 0;
}
"""
LONG_LINE = """
#include <stdio.h>
#include <string.h>
int main(void) { char line[80], word[SIZE]; if (fgets(line, sizeof line, stdin)) strcpy(word, line); return 0; }
"""
SERVER = """
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static void *serve(void *given)
{
    char request[64];
    ssize_t size = recv((int)(long)given, request, sizeof request - SPARE, 0);
    if (size > 0)
        request[size] = 0;
    return NULL;
}
int main(void)
{
    int listening = socket(AF_INET, SOCK_STREAM, 0);
    if (listening < 0 || listen(listening, 5) < 0)
        return 1;
    for (;;) {
        pthread_t thread;
        int peer = accept(listening, NULL, NULL);
        if (peer >= 0 && pthread_create(&thread, NULL, serve, (void *)(long)peer) == 0)
            pthread_detach(thread);
    }
}
"""
NUMBER = """
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) { int number = __VERIFIER_nondet_int(); assert(number - 1 != 48611 || SAFE); return 0; }
"""
WORKERS = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *work(void *rounds)
{
    for (int i = 0; i < *(int *)rounds; i++) {
        pthread_mutex_lock(&lock);
        count++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}
int main(int argc, char **argv)
{
    pthread_t one, two;
    if (argc != 3)
        return 1;
    int first = atoi(argv[1]), second = atoi(argv[2]);
    pthread_create(&one, NULL, work, &first);
    pthread_create(&two, NULL, work, &second);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(first < 2 || second < 3 || count != first + second || SAFE);
    return 0;
}
"""
BUGS = {
    "read": READ_WHOLE.replace("SPARE", "0"),
    "line": LONG_LINE.replace("SIZE", "32"),
    "server": SERVER.replace("SPARE", "0"),
    "number": NUMBER.replace("SAFE", "0"),
    "texts that are numbers": WORKERS.replace("SAFE", "0"),
}
SAFE = {
    "read": READ_WHOLE.replace("SPARE", "1"),
    "line": LONG_LINE.replace("SIZE", "80"),
    "server": SERVER.replace("SPARE", "1"),
    "number": NUMBER.replace("SAFE", "1"),
    "texts that are numbers": WORKERS.replace("SAFE", "1"),
}


@pytest.mark.parametrize("name", BUGS)
def test_found_at_random(name: str) -> None:
    assert esbmc_py.check(BUGS[name], mode="random").verdict is Verdict.FAILED


@pytest.mark.parametrize("name", SAFE)
def test_nothing_is_found_where_nothing_is(name: str) -> None:
    assert esbmc_py.check(SAFE[name], mode="random").verdict is Verdict.UNKNOWN


ASSUMED = """
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int main(void)
{
    for (int i = 0; i < 6; i++) {
        int number = __VERIFIER_nondet_int();
        __VERIFIER_assume(number > 2 && number < 9);
    }
    return 7;
}
"""


def test_inputs_that_make_an_assumption_fail_are_chosen_anew() -> None:
    program = load_text(ASSUMED)
    results = [run(program, seed=seed) for seed in range(10)]
    assert [result.exit_status for result in results] == [7] * 10
    assert all(2 < number < 9 for result in results for number in result.schedule.inputs)
    assert run(program, schedule=results[0].schedule).exit_status == 7


def test_inputs_that_were_given_are_kept() -> None:
    result = run(load_text(ASSUMED), inputs=[3, 4, 100])
    assert str(result.status) == "infeasible"
    assert result.schedule.inputs == (3, 4, 100)
