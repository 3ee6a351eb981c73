"""Pruning: what nothing uses goes, everything else stays, where it stood."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from esbmc_py.frontend.gnu_parser import parse
from esbmc_py.frontend.pruning import defined_functions, mentioned_names, prune


def names(text: str) -> list[str]:
    """What the top-level declarations declare, in order."""
    found = []
    for node in parse(text, "test.c").ext:
        if isinstance(node, c_ast.FuncDef):
            found.append(node.decl.name)
        else:
            found.append(node.name or getattr(node.type, "name", None) or "?")
    return found


def test_unused_prototypes_typedefs_externs_and_types_go() -> None:
    text = (
        "typedef int unused_t; extern int unused(int); struct unused_s { int a; }; enum { UNUSED };"
        " extern int errno_; static inline int unused_f(void) { return 1; } int main(void) { return 0; }"
    )
    assert names(prune(text)) == ["main"]


def test_what_is_used_stays_with_all_that_it_needs() -> None:
    text = (
        "typedef unsigned long size; typedef struct node { struct node *next; size n; } node_t;"
        " extern void use(node_t *); int main(void) { use(0); return 0; }"
    )
    assert prune(text) == text


def test_definitions_stay_even_if_nothing_mentions_them() -> None:
    text = "int x; static int y = 3; int *p, a[3]; int (*fp)(void); void f(void) {} static void g(void) {}"
    assert prune(text) == text


@pytest.mark.parametrize(
    ("declaration", "use"),
    [
        ("typedef void (*handler)(int);", "handler h;"),
        ("typedef int array[3];", "array a;"),
        ("typedef int one, *two, (*three)(void);", "three t;"),
        ("enum { A, B = 2, C };", "int x = C;"),
        ("enum colour { RED };", "int x = RED;"),
        ("struct s { enum { INNER } e; struct t { int x; } t; };", "int x = INNER;"),
        ("struct s { struct t { int x; } t; };", "struct t v;"),
        ("struct __attribute__((packed)) s { int x; };", "struct s v;"),
        ("struct s { int x; } __attribute__((packed));", "struct s v;"),
        ("struct s __attribute__((packed));", "struct s *v;"),
        ("union u { int x; };", "union u v;"),
        ("extern int (*fp)(void), other;", "int x(void) { return fp(); }"),
        ("extern int table[3];", "int *p = table;"),
        ("int (f)(int);", "int x(void) { return f(1); }"),
        ("int (*signal_(int n, void (*handler)(int)))(int);", "int x(void) { return signal_(1, 0)(2); }"),
        ('extern int f(void) __asm__("g") __attribute__((__nothrow__));', "int x(void) { return f(); }"),
        (
            "__extension__ extern __inline __attribute__((__gnu_inline__)) int f(void) { return 1; }",
            "int (*p)(void) = f;",
        ),
        ("static inline struct s { int x; } f(void) { struct s v = {1}; return v; }", "int x(void) { return f().x; }"),
        ("static inline f(a, b) int a; char *b; { return a; }", "int x(void) { return f(1, 0); }"),
        ("static inline int (*f(int a))(int) { return 0; }", "int x(void) { return f(1)(2); }"),
        ("extern __typeof__(int) v;", "int x(void) { return v; }"),
        ("typedef struct { int x; } *pointer;", "pointer p;"),
        ("typedef int T __attribute__((aligned(8)));", "T x;"),
        ("T(x);", "int y(void) { return x; }"),
        ("extern const struct { int x; } v, *w;", "int y(void) { return w->x; }"),
    ],
)
def test_a_declaration_stays_if_any_name_it_declares_is_used(declaration: str, use: str) -> None:
    text = f"extern int never_used(void); {declaration} {use}"
    pruned = prune(text)
    assert declaration in pruned
    assert "never_used" not in pruned


def test_a_target_named_in_a_string_stays() -> None:
    text = 'static inline int real(void) { return 1; } int other(void) __attribute__((alias("real"))); int x = other();'
    assert "int real" in prune(text)


def test_an_inline_constructor_stays() -> None:
    text = "static inline __attribute__((constructor)) void f(void) {} int main(void) { return 0; }"
    assert names(prune(text)) == ["f", "main"]


def test_static_assertions_and_top_level_assembly_stay() -> None:
    assert prune('_Static_assert(1); asm("nop"); extern int x;').split("\n")[0] == '_Static_assert(1); asm("nop");'


def test_what_stays_keeps_its_file_line_and_column() -> None:
    text = (
        '# 1 "a.h" 1\nextern int unused;\ntypedef int T;\n\n# 9 "b.c" 2\nextern int unused2; T x;\n'
        "extern int unused3;\n\n\n  int main(void) {\n  return x; }\n"
    )

    def places(source: str) -> dict[str, str]:
        return {name: str(node.coord) for name, node in zip(names(source), parse(source, "b.c").ext, strict=True)}

    before, after = places(text), places(prune(text))
    assert set(after) == {"T", "x", "main"}
    assert after == {name: before[name] for name in after}


def test_a_text_without_markers_keeps_its_name() -> None:
    tree = parse(prune("extern int unused;\n\nint x;\n"), "plain.c")
    assert str(tree.ext[0].coord) == "plain.c:3:5"


def test_pragmas_stay_where_declarations_go() -> None:
    text = (
        "extern int a;\n#pragma pack(1)\nextern int b;\nstruct s { int x; } v;\n#pragma pack()\nextern int c;\nint d;\n"
    )
    pruned = prune(text)
    assert pruned.index("pack(1)") < pruned.index("struct s") < pruned.index("pack()") < pruned.index("int d")


def test_only_the_roots_count_if_asked_so() -> None:
    text = "int helper(void) { return 1; } int wanted(void) { return helper(); } int x; int other(void) { return x; }"
    assert names(prune(text, ["wanted"], only_roots=True)) == ["helper", "wanted"]


def test_extra_roots_keep_declarations() -> None:
    text = "extern int a; extern int b; int main(void) { return 0; }"
    assert names(prune(text, ["b"])) == ["b", "main"]


@pytest.mark.parametrize("text", ["int f(void) { return 0; ", "int x; } int y;", "extern int a", "int x = (;", '"', ""])
def test_a_text_that_makes_no_sense_is_left_for_the_parser(text: str) -> None:
    assert prune(text) == text


def test_braces_in_strings_characters_and_comments_do_not_count() -> None:
    text = "extern int unused; char *s = \"}{\"; char c = '{'; /* } */ int main(void) { return '}'; } // {\n"
    assert names(prune(text)) == ["s", "c", "main"]


def test_defined_functions_are_those_with_a_body() -> None:
    text = (
        "int a(void); int b(void) { return 1; } struct s { int x; } c(int p) { } d(x) int x; { }"
        " int (*e(int a))(int) { } int (f)(void) { } extern size_t (__attribute__((nonnull(1))) g)(char *p) { }"
        " int v = {1}; int *h() { } struct t i __attribute__((x)) = {1}; enum { A = 1 } j;"
    )
    assert defined_functions(text) == {"b", "c", "d", "e", "f", "g", "h"}


def test_mentioned_names_are_those_of_the_program_not_of_unused_headers() -> None:
    text = "int lock(int *); int unlock(int *); int m; int main(void) { lock(&m); return other(); }"
    mentioned = mentioned_names(text)
    assert {"lock", "other", "m"} <= mentioned
    assert "unlock" not in mentioned
    assert "main" not in mentioned


def test_a_large_unused_header_leaves_nothing() -> None:
    header = "".join(
        f'# {n} "/usr/include/x.h" 3 4\nextern int function{n} (const char *__restrict __s, struct s{n} *__p)'
        f" __attribute__ ((__nothrow__ , __leaf__));\ntypedef struct s{n} {{ long int a[{n}]; }} type{n}_t;\n"
        for n in range(1_000)
    )
    assert prune(header + "int main(void) { return 0; }").count(";") == 1
