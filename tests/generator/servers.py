"""Small programs that start a thread for each job, and hand it over: as memory, as a number, as a place in an array.

Mutants lack a line (a lock, an initialisation, a free), or have one too many: a write after the job was handed over, a
second free, a second detach.
"""

from __future__ import annotations

from random import Random

_HEAD = """\
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct job { int low; int high; };
struct job jobs[4];
int numbers[4];
int x, y;
"""
_LOCK, _UNLOCK = "pthread_mutex_lock(&m); //-", "pthread_mutex_unlock(&m);"


class Servers:
    """A program as a list of lines. Those marked `//-` a mutant may lack, those marked `//+` only a mutant has."""

    def __init__(self, seed: int) -> None:
        self._random = Random(f"servers {seed}")

    def text(self, *, mutant: int | None = None) -> str:
        lines = self._program()
        marked = [index for index, line in enumerate(lines) if line.endswith(("//-", "//+"))]
        changed = marked[mutant % len(marked)] if mutant is not None and marked else -1
        kept = [line[:-3] if line.endswith(("//-", "//+")) else line
                for index, line in enumerate(lines) if line.endswith("//+") == (index == changed)]  # fmt: skip
        return _HEAD + "\n".join(kept) + "\n"

    def _program(self) -> list[str]:
        random = self._random
        self._high = random.randint(1, 5)
        kind = random.choice((self._memory, self._memory, self._memory, self._one_number, self._value, self._places))
        make, argument, body, after = kind()
        detach = random.choice(("main", "main", "self", "attribute", "nobody"))
        if detach == "self":
            body = ["pthread_detach(pthread_self());", *body]
        attribute = "&attribute" if detach == "attribute" else "0"
        create = f"pthread_create(&t, {attribute}, handle, {argument});"
        ending = {"main": ["pthread_detach(t);", "pthread_detach(t); //+"], "self": ["pthread_detach(t); //+"]}
        head = ["int main(void) {"]
        if detach == "attribute":
            head += [
                "pthread_attr_t attribute;",
                "pthread_attr_init(&attribute);",
                "pthread_attr_setdetachstate(&attribute, PTHREAD_CREATE_DETACHED);",
            ]
        count = random.choice((3, 3, 4)) if len(body) < 8 else 3
        loop = [f"for (int i = 0; i < {count}; i++) {{", "pthread_t t;", *make, create, *after]
        return [
            *("void *handle(void *p) {", *body, "return 0;", "}"),
            *(*head, *loop, *ending.get(detach, []), "}", "return 0;", "}"),
        ]

    # -- what is handed over ------------------------------------------------------------------------------------------

    def _low(self) -> str:
        return self._random.choice(("0", "i", f"__VERIFIER_nondet_int() & {self._random.choice((1, 3))}"))

    def _memory(self) -> tuple[list[str], str, list[str], list[str]]:
        random = self._random
        allocate = random.choice(("malloc(sizeof *job)", "malloc(sizeof *job)", "calloc(1, sizeof *job)"))
        make = [f"struct job *job = {allocate};", f"job->low = {self._low()}; //-", f"job->high = {self._high}; //-"]
        body = ["struct job *job = p;", *self._with_job("job->low", "job->high"), "free(job); //-"]
        if random.random() < 0.4:
            body.append(random.choice(("job->low = 1; //+", "free(job); //+")))
        after = random.choice((["job->high = -1; //+"], ["free(job); //+"], ["x = job->low; //+"]))
        return make, "job", body, after

    def _one_number(self) -> tuple[list[str], str, list[str], list[str]]:
        make = ["int *job = malloc(sizeof *job);", f"*job = {self._high}; //-"]
        body = ["int *job = p;", "int low = 0, high = *job;", *self._with_job("low", "high"), "free(job); //-"]
        return make, "job", body, self._random.choice((["*job = -1; //+"], ["free(job); //+"]))

    def _value(self) -> tuple[list[str], str, list[str], list[str]]:
        make = [f"int job = {self._high};", "job = -1; //+"]
        body = ["int low = 0, high = (int)(intptr_t)p;", *self._with_job("low", "high")]
        return make, "(void *)(intptr_t)job", body, []

    def _places(self) -> tuple[list[str], str, list[str], list[str]]:
        if self._random.random() < 0.3:
            make = [f"numbers[i] = {self._high}; //-"]
            body = ["int *job = p;", "int low = 0, high = *job;", *self._with_job("low", "high")]
            return make, "&numbers[i]", body, ["numbers[i] = -1; //+"]
        make = [f"jobs[i].low = {self._low()}; //-", f"jobs[i].high = {self._high}; //-"]
        body = ["struct job *job = p;", *self._with_job("job->low", "job->high")]
        return make, "&jobs[i]", body, self._random.choice((["jobs[i].high = -1; //+"], ["jobs[0].high = 0; //+"]))

    # -- what threads do ----------------------------------------------------------------------------------------------

    def _with_job(self, low: str, high: str) -> list[str]:
        """Mostly what holds; sometimes what does not."""
        random = self._random
        parts = [
            [f"assert({high} >= {random.choice((0, 1, 1, self._high, self._high + 1))});"],
            [f"assert({low} <= {random.choice((3, 3, 2))});"],
            [f"{low} = {high};", f"assert({low} == {high});"],
            [_LOCK, f"x += {high};", f"y += {high};", "assert(x == y);", _UNLOCK],
            [_LOCK, "x = 1;", "assert(x == 1);", "x = 0;", _UNLOCK],
        ]
        if random.random() < 0.15:
            parts.append([f"{high} = y;"])
        chosen = random.sample(parts, random.choice((1, 2)))
        return [line for part in chosen for line in part]


def servers(seed: int, mutant: int | None = None) -> str:
    return Servers(seed).text(mutant=mutant)
