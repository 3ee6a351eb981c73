"""Very small programs: a few statements for each thread, so that whole checks are quick.

Every thread is a list of fragments, which are texts in C. V and W in them are shared variables.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Fragments:
    """What the programs of a kind are made of. `name` is part of the seed."""

    name: str
    head: str
    steps: tuple[str, ...]
    waits: tuple[str, ...]
    claims: tuple[str, ...]
    endless: tuple[str, ...] = ()  # if there are any, at least one thread of each program has one
    begin: tuple[str, ...] = ("sem_init(&s, 0, 0);",)  # of main
    of_main: tuple[str, ...] = ()  # what main may do to the first thread, whose handle is t0
    global_handles: bool = False  # threads may use each other's


def generate_small(fragments: Fragments, seed: int) -> str:
    """Main and one or two workers, each of one to three fragments."""
    random = Random(f"{fragments.name} {seed}")
    workers = random.choice((1, 1, 1, 2))
    restless: set[int] = set()
    if fragments.endless:
        restless = {random.randrange(workers + 1)}
        restless |= {random.randrange(workers + 1)} if random.random() < 0.3 else set()
    bodies = [_body(random, fragments, endless=number in restless, most=2) for number in range(workers + 1)]
    routines = "".join(_routine(f"worker{number}", body) for number, body in enumerate(bodies[1:]))
    return f"{fragments.head}{routines}{_main(random, fragments, bodies[0], workers)}"


def _body(random: Random, fragments: Fragments, *, endless: bool, most: int) -> list[str]:
    chosen = [random.choice(fragments.steps) for _ in range(random.randint(0 if endless else 1, most))]
    if random.random() < 0.4:
        chosen.append(random.choice(fragments.claims))
    if random.random() < 0.3:
        chosen.insert(random.randrange(len(chosen) + 1), random.choice(fragments.waits))
    if endless:
        chosen.insert(random.randrange(len(chosen) + 1), random.choice(fragments.endless))
    return [with_variables(random, fragment) for fragment in chosen]


def with_variables(random: Random, fragment: str) -> str:
    """V and W are chosen."""
    one, other = random.choice((("x", "y"), ("y", "x"), ("x", "x")))
    return re.sub(r"\bW\b", other, re.sub(r"\bV\b", one, fragment))


def _routine(name: str, body: list[str]) -> str:
    return "".join([f"static void *{name}(void *unused)\n{{\n", *_lines(body), "    return unused;\n}\n\n"])


def _main(random: Random, fragments: Fragments, body: list[str], workers: int) -> str:
    """The workers start before some statement of main; main waits for them, for some, or ends them by its end."""
    start = [f"pthread_create(&t{number}, 0, worker{number}, 0);" for number in range(workers)]
    where = random.randrange(2) if body else 0
    joins = [f"pthread_join(t{number}, 0);" for number in range(workers) if random.random() < 0.4]
    place = random.randrange(where, len(body) + 1)
    if fragments.of_main and random.random() < 0.4:
        start.append(with_variables(random, random.choice(fragments.of_main)))
    inside = [*body[:where], *start, *body[where:place], *joins, *body[place:]]
    last = ["pthread_exit(0);"] if random.random() < 0.2 else []
    handles = "" if fragments.global_handles else "".join(f"    pthread_t t{number};\n" for number in range(workers))
    begin = "".join(f"    {line}\n" for line in fragments.begin)
    return "".join([f"int main(void)\n{{\n{handles}{begin}", *_lines([*inside, *last]), "    return 0;\n}\n"])


def _lines(body: list[str]) -> list[str]:
    """Labels must be unique in a function."""
    return [f"    {fragment.replace('again', f'again{number}')}\n" for number, fragment in enumerate(body)]
