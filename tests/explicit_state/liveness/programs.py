"""Small programs with threads that go on for ever, by chance; their states are few."""

from __future__ import annotations

from random import Random

VARIABLES = ("x", "y", "z")
LOCKS = ("m", "n")
_LARGEST = 2


def random_program(random: Random) -> str:
    count = random.choice((1, 2, 2, 2, 3))
    threads = "\n\n".join(
        f"static void *thread{number}(void *_)\n{{\n    int i;\n{body}    return 0;\n}}"
        for number in range(count)
        for body in [_statements(random, 1, random.randint(1, 3))]
    )
    created = "".join(f"    pthread_create(&t[{number}], 0, thread{number}, 0);\n" for number in range(count))
    joined = "".join(f"    pthread_join(t[{n}], 0);\n" for n in range(count) if random.random() < 0.6)
    own = _statements(random, 1, random.randint(0, 2)) if random.random() < 0.4 else ""
    locks = "".join(f"pthread_mutex_t {lock} = PTHREAD_MUTEX_INITIALIZER;\n" for lock in LOCKS)
    main = f"int main(void)\n{{\n    pthread_t t[{count}];\n    int i;\n{created}{own}{joined}    return 0;\n}}\n"
    return f"#include <pthread.h>\n#include <sched.h>\nint {', '.join(VARIABLES)};\n{locks}\n{threads}\n\n{main}"


def _statements(random: Random, depth: int, count: int) -> str:
    return "".join(_statement(random, depth) for _ in range(count))


def _statement(random: Random, depth: int) -> str:
    space = "    " * depth
    kinds = ["assign", "assign", "increment", "wait", "yield"]
    if depth < 3:
        kinds += ["forever", "forever", "while", "if", "locked", "locked", "try", "times"]
    match random.choice(kinds):
        case "assign":
            return f"{space}{random.choice(VARIABLES)} = {random.randint(0, _LARGEST)};\n"
        case "increment":
            variable = random.choice(VARIABLES)
            return f"{space}{variable} = ({variable} + 1) % {_LARGEST + 1};\n"
        case "wait":
            return f"{space}while ({_condition(random)})\n{space}    ;\n"
        case "yield":
            return f"{space}sched_yield();\n"
        case "forever":
            return f"{space}for (;;) {{\n{_statements(random, depth + 1, random.randint(1, 3))}{space}}}\n"
        case "while" | "if" as keyword:
            body = _statements(random, depth + 1, random.randint(1, 2))
            return f"{space}{keyword} ({_condition(random)}) {{\n{body}{space}}}\n"
        case "times":
            body = _statements(random, depth + 1, random.randint(1, 2))
            return f"{space}for (i = 0; i < 2; i++) {{\n{body}{space}}}\n" if depth == 1 else body
        case "locked":
            lock = random.choice(LOCKS)
            body = _statements(random, depth + 1, random.randint(1, 2))
            return f"{space}pthread_mutex_lock(&{lock});\n{body}{space}pthread_mutex_unlock(&{lock});\n"
        case _:
            lock = random.choice(LOCKS)
            body = _statements(random, depth + 1, 1)
            return (
                f"{space}if (pthread_mutex_trylock(&{lock}) == 0) {{\n{body}"
                f"{space}    pthread_mutex_unlock(&{lock});\n{space}}}\n"
            )


def _condition(random: Random) -> str:
    left = random.choice(VARIABLES)
    right = random.choice((*VARIABLES, "0", "1", "2"))
    return f"{left} {random.choice(('==', '!=', '<'))} {right}"
