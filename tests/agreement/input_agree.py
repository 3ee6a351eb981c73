"""Compares the modes with gcc on generated programs that read bytes from outside.

    python -m tests.agreement.input_agree 200 --first 1000 [--modes lazy,lazyseq]

Buffers are locals, globals, on the heap and members of structures with a pointer behind them; where and how much is
read is known or not. gcc's judge is a `read` that goes through all results and all bytes, one execution after the
other.
With `--threads` the same is done by two threads, with buffers of their own and a counter that they share; then the
machine is the judge, which is given a program that reads byte by byte.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from esbmc_py import check
from esbmc_py.frontend.load import load_program
from esbmc_py.goto.havoc import without_havoc
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore
from tests.agreement.campaign import campaign_parser, run

MODES = "lazy,uw,lazyseq"
SECONDS = 20
MOST_STATES = 200_000
BUFFERS = {"a": 4, "b": 3, "h": 3, "s.x": 2, "s.y": 2}  # elements

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
struct record { _Bool x[2]; int *p; _Bool y[2]; };
_Bool b[3];
int number = 7, shared;
"""

LOCALS = """    _Bool a[4] = {0, 1, 0, 1}, saved = 0, *h = calloc(3, 1);
    struct record s = {{0, 1}, &number, {1, 0}}, t = s;
    long n0 = 0, n1 = 0;
"""

# `main` of the program is called again and again, with the choices of an odometer.
JUDGE = """#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <sys/types.h>
extern _Bool b[3];
extern int shared;
int program(void);
static int choices[64], limits[64], count, next;
static int choose(int limit)
{
    if (next == count) { choices[count] = 0; limits[count++] = limit; }
    return choices[next++];
}
ssize_t input(int descriptor, void *target, size_t size)
{
    unsigned char *bytes = target;
    if (choose(2)) return -1;
    size_t length = choose(size + 1);
    for (size_t i = 0; i < length; i++) bytes[i] = choose(2);
    return length;
}
int main(void)
{
    for (;;) {
        next = 0;
        shared = 0;
        memset(b, 0, sizeof b);
        program();
        while (count > 0 && choices[count - 1] + 1 == limits[count - 1]) count--;
        if (count == 0) return 0;
        choices[count - 1]++;
    }
}
"""


class Writer:
    """Writes one program."""

    def __init__(self, seed: int, *, threads: bool) -> None:
        self._random = random.Random(seed)
        self._buffers = {name: size for name, size in BUFFERS.items() if not threads or name != "b"}
        self._threads = threads

    def program(self) -> str:
        count = self._random.randint(2, 3 if self._threads else 6)
        lines = [self._statement() for _ in range(count)]
        lines.insert(self._random.randrange(count), self._read())
        if self._threads:
            lines += [f"if ({self._condition()}) shared++;", "free(h);", "return argument;"]
            body = LOCALS + "".join(f"    {line}\n" for line in lines)
            main = "    pthread_t one, two;\n"
            main += "".join(f"    pthread_create(&{name}, NULL, work, NULL);\n" for name in ("one", "two"))
            main += "".join(f"    pthread_join({name}, NULL);\n" for name in ("one", "two"))
            main += f"    assert(shared != {self._random.randint(1, 2)});\n    return 0;\n"
            return f"{HEAD}void *work(void *argument)\n{{\n{body}}}\n\nint main(void)\n{{\n{main}}}\n"
        lines += [f"assert(!({self._condition()} && {self._condition()}));", "assert(*s.p == 7 && *t.p == 7);"]
        lines += ["free(h);", "return 0;"]
        body = LOCALS + "".join(f"    {line}\n" for line in lines)
        return f"{HEAD}int main(void)\n{{\n{body}}}\n"

    def _buffer(self) -> tuple[str, int]:
        return self._random.choice(list(self._buffers.items()))

    def _result(self) -> str:
        return self._random.choice(("n0", "n1"))

    def _index(self, size: int) -> str:
        known = [str(place) for place in range(size)]
        return self._random.choice([*known, f"{self._result()} & 1"])

    def _read(self) -> str:
        name, size = self._buffer()
        offset = self._random.choice(("0", "0", "1", f"({self._result()} & 1)"))
        most = size if offset == "0" else size - 1
        if self._random.random() < 0.15:
            other, its_size = self._buffer()
            target, most = f"({self._result()} > 0 ? {name} : {other})", min(size, its_size)
        else:
            target = f"{name} + {offset}"
        length = self._random.choice((str(most), str(most), str(self._random.randint(0, most))))
        return f"{self._result()} = read(0, {target}, {length});"

    def _statement(self) -> str:
        kind = self._random.randrange(9)
        name, size = self._buffer()
        if kind < 3:
            return self._read()
        if kind == 3:
            return f"{name}[{self._index(size)}] = {self._random.choice(('0', '1', 'saved', f'!{name}[0]'))};"
        if kind == 4:
            return f"saved = {name}[{self._index(size)}];"
        if kind == 5:
            other, _ = self._buffer()
            return f"memmove({name}, {other}, 2);"
        if kind == 6:
            return "t = s;" if self._random.random() < 0.7 else "s = t;"
        return f"if ({self._condition()}) {{ {self._statement()} }}"

    def _condition(self) -> str:
        name, size = self._buffer()
        other, its_size = self._buffer()
        element = f"{name}[{self._index(size)}]"
        return self._random.choice(
            (
                f"{self._result()} {self._random.choice(('<', '>', '=='))} {self._random.randint(0, 3)}",
                f"{element} == saved",
                f"{element} != {other}[{self._index(its_size)}]",
                f"{element}",
                f"t.{self._random.choice('xy')}[{self._random.randint(0, 1)}] != {element}",
            )
        )


def with_gcc(text: str, folder: Path) -> bool:
    """Is something wrong?"""
    text = text.replace("int main(void)", "int program(void)").replace("read(", "input(")
    (folder / "judged.c").write_text("long input(int, void *, unsigned long);\n" + text)
    (folder / "judge.c").write_text(JUDGE)
    command = ["gcc", "-w", "-O1", "-o", str(folder / "judge"), str(folder / "judged.c"), str(folder / "judge.c")]
    subprocess.run(command, check=True)
    return subprocess.run([str(folder / "judge")], capture_output=True, timeout=60).returncode != 0


def with_machine(path: Path) -> bool | None:
    """The same; None: there are too many states. (Of numbers of bytes all that matter are tried.)"""
    program = prepare(without_havoc(load_program([path])))
    exploration = explore(program, max_states=MOST_STATES, shortest=False)
    if exploration.findings:
        return True
    return None if any("states" in one for one in exploration.incomplete) else False


def disagreements(seed: int, modes: list[str], threads: bool, tally: Counter[str]) -> Iterator[str]:
    text = Writer(seed, threads=threads).program()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "prog.c"
        path.write_text(text)
        wrong = with_machine(path) if threads else with_gcc(text, Path(folder))
        tally["too large" if wrong is None else "something is wrong" if wrong else "nothing is wrong"] += 1
        for mode in modes:
            answer = check(path, mode=mode, timeout=SECONDS)
            tally[f"{mode}: {answer.verdict}"] += 1
            if wrong is not None and str(answer.verdict) == ("successful" if wrong else "failed"):
                yield f"seed {seed}: {mode} says {answer.verdict}\n{text}"


def main() -> int:
    parser = campaign_parser(__doc__)
    parser.add_argument("--modes", default=MODES, help=f"with commas between them (default: {MODES})")
    parser.add_argument("--threads", action="store_true", help="two threads, and the machine")
    options = parser.parse_args()
    tally: Counter[str] = Counter()
    modes = options.modes.split(",")
    return run(options, lambda seed: disagreements(seed, modes, options.threads, tally), tally)


if __name__ == "__main__":
    sys.exit(main())
