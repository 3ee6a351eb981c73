"""The machine takes the inputs that symbolic execution chose: every kind of undefined thing, in order."""

from __future__ import annotations

import pytest

import esbmc_py
from esbmc_py.checking import Verdict

from .programs import HEADER

LAST = "int last = __VERIFIER_nondet_int();"  # everything before must have taken the right number of inputs

PROGRAMS = {
    "a local": f"int main(void) {{ int a; {LAST} assert(!(a == 7 && last == 9)); }}",
    "an array": f"int main(void) {{ char c[5]; {LAST} assert(!(c[2] == 7 && c[4] == -3 && last == 9)); }}",
    "an array at an unknown index": "int main(void) { int a[200]; unsigned i = __VERIFIER_nondet_int();"
    " if (i < 200 && i > 100) assert(a[i] != i + 1); }",
    "a struct that is copied": "struct s { char a; int b; short c; };"
    f"int main(void) {{ struct s x, y; y = x; {LAST} assert(!(y.b == 3 && x.c == 4 && last == 9)); }}",
    "a union": "union u { int a; float f; };"
    f"int main(void) {{ union u x; {LAST} assert(!(x.f == 1.5f && last == 9)); }}",
    "heap memory": f"int main(void) {{ int *p = malloc(12); {LAST} assert(!(p[1] == 7 && last == 9)); }}",
    "heap memory without bytes": f"int main(void) {{ char *p = malloc(0); {LAST} assert(last != 9); }}",
    "heap memory of unknown size": "int main(void) { unsigned n = __VERIFIER_nondet_int();"
    f" __VERIFIER_assume(n > 3 && n < 10); char *p = malloc(n); {LAST} assert(!(p[2] == 7 && n == 5 && last == 9)); }}",
    "heap memory that grew": f"int main(void) {{ int *p = malloc(4); p = realloc(p, 12); {LAST}"
    " assert(!(p[2] == 4 && p[0] == 6 && last == 9)); }",
    "an array of unknown length": "int main(void) { unsigned n = __VERIFIER_nondet_int();"
    f" __VERIFIER_assume(n > 2 && n < 5); int a[n]; {LAST} assert(!(a[1] == 3 && last == 9)); }}",
    "a truth value": f"int main(void) {{ bool b = __VERIFIER_nondet_bool(), c; {LAST} assert(!(b && last == 9)); }}",
    "a float": f"int main(void) {{ double d = __VERIFIER_nondet_double(); {LAST}"
    " assert(!(d > 1.5 && d < 1.6 && last == 9)); }",
    "not a number": f"int main(void) {{ double d = __VERIFIER_nondet_double(); {LAST} assert(d == d || last != 9); }}",
    "a function without body": f"int main(void) {{ int r = unknown(3); {LAST} assert(!(r == 5 && last == 9)); }}",
    "a result that is missing": "int f(int x) { if (x > 3) return 1; }"
    f"int main(void) {{ int x = __VERIFIER_nondet_int(), r = f(x); {LAST} assert(!(r == 8 && last == 9)); }}",
    "a thread's result that is missing": "void *f(void *p) {} int main(void) { pthread_t t; void *r;"
    f" pthread_create(&t, 0, f, 0); pthread_join(t, &r); {LAST} assert(!(r == (void *)5 && last == 9)); }}",
    "what printf returns": f'int main(void) {{ int r = printf("%d", 3); {LAST} assert(!(r == 1 && last == 9)); }}',
    "one of two branches": "int main(void) { int a = __VERIFIER_nondet_int(), c;"
    " if (a > 3) { int q; c = __VERIFIER_nondet_int() + q; } else { int z[2]; c = z[1]; }"
    f" {LAST} assert(!(a == 12 && c == 77 && last == 9)); }}",
    "a loop": "int main(void) { int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) {"
    " int u, k = __VERIFIER_nondet_int(); assert(!(k == 4 && u == 5 && i == 2)); } }",
    "two threads": "int g, h; void *f(void *p) { int a, *q = malloc(4); g = a + *q; h = __VERIFIER_nondet_int();"
    " return 0; } int main(void) { pthread_t t, u; int x; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0);"
    f" {LAST} pthread_join(t, 0); pthread_join(u, 0); assert(!(g == 42 && h == 1 && x == 3 && last == 9)); }}",
}


@pytest.mark.parametrize("mode", ["lazy", "uw"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_replay_confirms_what_depends_on(name: str, mode: str) -> None:
    result = esbmc_py.check(HEADER + PROGRAMS[name] + "\n", mode=mode, groups=("reach",), contexts=8, unwind=4)
    assert not result.notes or "unknown" in result.notes[0]
    assert result.verdict is Verdict.FAILED


def test_what_printf_does_not_return_is_not_reported() -> None:
    """That it fails is."""
    text = HEADER + 'int main(void) { int r = printf("%d", 3); assert(r == 1 FAILURE); }\n'
    assert esbmc_py.check(text.replace("FAILURE", "|| r < 0")).verdict is not Verdict.FAILED
    assert esbmc_py.check(text.replace("FAILURE", "")).verdict is Verdict.FAILED
