"""Mode prove against gcc's sanitizer: programs with arguments, and memory whose size is not known.

    python -m tests.agreement.prove_arguments 200

A program is asked of the prover, and executed with many arguments: each text and the list of them are objects of their
own, so that the sanitizer notices who reads beyond. What is proved must never fail.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path

from esbmc_py.goto.properties import GROUPS
from prove.proof import prove
from symex.reset import forget_terms
from tests.agreement.agree import load_text

GROUPS_ASKED = ("memory", "division")
FAILED = 99
CALLS: tuple[tuple[str, ...], ...] = (
    (), ("0",), ("1",), ("2",), ("5",), ("8",), ("-1",), ("",), ("x",), ("abc",), ("abcd",), ("abcdefgh",),
    ("7", ""), ("3", "x"), ("1", "ab"),
    ("4", "abc"), ("2", "abcd"), ("6", "abcde", "x"), ("-2", "abcdefghij", "", "1"),
)  # fmt: skip

# Each text and the list get objects of their own; then the program under test is called.
HARNESS = """
int main(int argc, char **argv)
{
    char **list = malloc((argc + 1) * sizeof *list);
    for (int i = 0; i < argc; i++)
        list[i] = strdup(argv[i]);
    list[argc] = NULL;
    return tested(argc, list) & 1;
}
"""
HEADERS = "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n#include <unistd.h>\n"


def program(seed: int) -> str:
    """With `tested` instead of main."""
    chosen = random.Random(seed)
    parts = [chosen.choice((_sizes, _texts, _options))(chosen) for _ in range(chosen.choice((1, 1, 2)))]
    body = "".join(parts)
    return f"{HEADERS}\nint tested(int argc, char **argv)\n{{\n    int x = 0;\n{body}    return x;\n}}\n"


def _sizes(chosen: random.Random) -> str:
    one = chosen.choice
    lines = [
        f"if (argc < {one((1, 2, 2, 2))}) return 0;",
        f"int n = atoi(argv[{one((1, 1, 1, 2))}]), i;",
        f"if (n < {one((-1, 0, 1, 1))} || n > {one((5, 8))}) return 0;",
        f"{one(('int', 'char', 'long'))} *p = {_allocation(chosen)};",
        one(("if (p == NULL) return 0;", "if (!p) return 1;", "if (p == NULL) return 0;", "")),
        one(("", "", "", "n++;", "n--;", "if (n > 3) n = 3;", "free(p);")),
        one(
            (
                f"for (i = {one((0, 0, 1, -1))}; i {one(('<', '<', '<='))} n{one(('', '', ' - 1', ' + 1'))}; i++)"
                f" p[i{one(('', '', ' + 1', ' - 1'))}] = i;",
                f"for (i = n{one((' - 1', ' - 1', ''))}; i {one(('>=', '>'))} 0; i--) p[i] = 1;",
                f"p[n{one((' - 1', ' - 1', '', ' - 2'))}] = 1;",
                f"x += 10 / {one(('n', '(n + 1)', '(n - 9)'))};",
            )
        ),
    ]
    return _block(lines)


def _allocation(chosen: random.Random) -> str:
    count = f"n{chosen.choice(('', '', '', ' + 1', ' - 1'))}"
    return chosen.choice((f"malloc(({count}) * sizeof *p)", f"calloc({count}, sizeof *p)"))


def _texts(chosen: random.Random) -> str:
    one = chosen.choice
    place = one(("1", "1", "2", "argc - 1", "argc", "0"))
    default = one(("NULL", '"ab"'))
    lines = [
        f"if (argc < {one((1, 2, 2, 3))}) return 0;",
        f"const char *s = {one((f'argv[{place}]', f'argc > 1 ? argv[1] : {default}'))};",
        "char copy[4];\n    size_t i = 0;",
        one(("", "", "if (s == NULL) return 0;")),
        one(
            (
                f"while (*s{one(('', '', f' && *s != {ord(chr(120))}'))}) s++;\n    x = s[{one((0, 0, 1))}];",
                "while (*s != 'x') s++;",
                f"for (i = 0; s[i]; i{one(('++', '++', ' += 2'))}) x++;",
                f"x = s[strlen(s){one(('', ' - 1', ' + 1'))}];",
                f"if (s[0]) x = s[{one((0, 1, 1, 2))}];",
                f"if (strlen(s) {one(('<', '<=', '>'))} {one((2, 3, 4))}) strcpy(copy, s);",
                f"s = strchr(s, 'x');\n    {one(('if (s) ', 'if (s) ', ''))}x = s[{one((0, 1, 2))}];",
                f"char *end; x = strtol(s, &end, 10); x += end[{one((0, 0, 1))}];",
                f"for (i = {one((0, 1))}; i {one(('<', '<='))} argc; i++) x += argv[i]{one(('[0]', ' == NULL'))};",
                f"while (*++argv) x += argv[{one((0, 0, 1))}]{one(('[0]', ' == NULL'))};",
            )
        ),
        "(void)copy;",
    ]
    return _block(lines)


def _options(chosen: random.Random) -> str:
    one = chosen.choice
    lines = [
        "int c; optind = 0;",
        'while ((c = getopt(argc, argv, "a:bx::")) != -1)',
        one(
            (
                f"    if (c == {one((97, 97, 98, 120))}) x = atoi(optarg);",
                f"    if (c == {one((97, 98, 120))} && optarg) x = optarg[{one((0, 0, 1))}];",
                "    x++;",
            )
        ),
        one(("", "if (optind >= argc) return 0;", "if (optind > argc) return 0;")),
        f"x += argv[optind{one(('', '', ' - 1', ' + 1'))}]{one((' == NULL', '[0]'))};",
    ]
    return _block(lines)


def _block(lines: list[str]) -> str:
    return "    {\n" + "".join(f"    {line}\n" for line in lines if line) + "    }\n"


def fails(text: str, folder: Path) -> tuple[str, ...] | None:
    """The arguments with which it fails."""
    source, binary = folder / "prog.c", folder / "prog"
    source.write_text(text + HARNESS)
    subprocess.run(["gcc", "-w", "-O0", "-fsanitize=address", "-o", str(binary), str(source)], check=True)
    options = f"exitcode={FAILED}:allocator_may_return_null=1:detect_leaks=0"
    for call in (*CALLS, ("-b", "-a5"), ("-a",), ("-a", "7", "z"), ("-x", "-b"), ("-xq", "r"), ("-q",), ("--", "x")):
        ended = subprocess.run(
            [str(binary), *call], capture_output=True, env={**os.environ, "ASAN_OPTIONS": options}, timeout=20
        )
        if ended.returncode not in (0, 1):
            return call
    return None


def is_proved(text: str) -> bool:
    loaded = load_text(text.replace("int tested(", "int main("))
    forget_terms()
    properties = frozenset(one for group in GROUPS_ASKED for one in GROUPS[group])
    return not prove(loaded, properties, most_work=60_000).unknown


def verdict(seed: int) -> tuple[str, str]:
    text = program(seed)
    proved = is_proved(text)
    with tempfile.TemporaryDirectory() as folder:
        call = fails(text, Path(folder))
    if call is None:
        return ("proved" if proved else "open"), text
    return ("WRONG: proved, and fails" if proved else "fails"), f"// fails with {call}\n{text}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no program after this time")
    parser.add_argument("--show", default="WRONG", help="show programs whose result begins like this")
    options = parser.parse_args()
    found: Counter[str] = Counter()
    begun = time.monotonic()
    for seed in range(options.first, options.first + options.count):
        if time.monotonic() - begun > options.seconds:
            break
        kind, text = verdict(seed)
        found[kind] += 1
        if kind.startswith(options.show):
            print(f"seed {seed}: {kind}\n{text}", flush=True)
    print(", ".join(f"{kind}: {number}" for kind, number in sorted(found.items())))
    return any(kind.startswith("WRONG") for kind in found)


if __name__ == "__main__":
    raise SystemExit(main())
