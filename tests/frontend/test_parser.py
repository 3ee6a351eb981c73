"""The GNU C parser: what it accepts, the trees it makes, and how it complains."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pycparser import c_ast

from esbmc_py.frontend import gnu_ast
from esbmc_py.frontend.errors import SourceError, SyntaxProblem, UnsupportedSyntax
from esbmc_py.frontend.gnu_ast import attributes_of
from esbmc_py.frontend.gnu_parser import parse


def declarations(text: str) -> list[c_ast.Node]:
    return list(parse(text, "test.c").ext)


def body(statements: str, before: str = "") -> list[c_ast.Node]:
    """The block items of a function with these statements."""
    function = declarations(f"{before}\nvoid function(void) {{ {statements} }}")[-1]
    return list(function.body.block_items)


def expression(text: str, before: str = "") -> c_ast.Node:
    (statement,) = body(f"{text};", before)
    return statement


def walk(node: c_ast.Node) -> Iterator[c_ast.Node]:
    yield node
    for _, child in node.children():
        yield from walk(child)


def problem(text: str) -> SourceError:
    with pytest.raises(SourceError) as caught:
        parse(text, "test.c")
    return caught.value


# What gcc users write

ACCEPTED = {
    "implicit int": "static x; const y = 3; extern z; main() {} foo(a) { return a; }",
    "K&R definition": "int f(a, b, c) char *a; int (*b)(); { return *a + b(); }",
    "semicolons at top level": ";; int x;; int f(void) {};",
    "attributes of declarations": (
        '__attribute__((unused)) static int __attribute__((aligned(8))) x __attribute__((section("s"))) = 3, y;'
    ),
    "attributes of functions": (
        "extern int printf(const char *, ...) __attribute__((__nothrow__, format(printf, 1, 2))) __attribute__(());"
        "int (__attribute__((noinline)) f)(void); void * __attribute__((malloc)) g(int __attribute__((unused)) a);"
    ),
    "attributes of types": (
        "struct __attribute__((packed)) s { int a __attribute__((aligned(4))); char b; } __attribute__((aligned(8)));"
        "enum __attribute__((packed)) e { A __attribute__((deprecated)), B } __attribute__((unused)) v;"
        "int x = (int __attribute__((aligned(4))))3;"
    ),
    "attributes of statements and labels": (
        "void f(int x) { switch (x) { case 1: __attribute__((fallthrough)); default: x++; }"
        " end: __attribute__((unused)); }"
    ),
    "other spellings of keywords": (
        "__inline__ static __signed__ char f(__const char *__restrict p, __volatile__ int v);"
        "__extension__ typedef long long ll; int a = __alignof__(int) + __alignof(long);"
    ),
    "asm labels": 'extern int f(void) __asm__("" "other"); register int r asm("eax");',
    "asm statements": (
        'void f(int v, int w) { __asm__ __volatile__("" ::: "memory"); asm("nop");'
        ' asm volatile("mov %0, %1" : "=r"(v) : [in] "r"(w), "i"(3) : "cc"); asm goto("" :::: out); out: ; } asm("x");'
    ),
    "typeof": "int x; typeof(x) y; __typeof__(int *) p; __typeof(x + 1) const z = 1;",
    "auto type": "void f(void) { __auto_type q = 3; }",
    "builtin types": (
        "unsigned __int128 a; __int128_t b; _Float128 c; __float128 d; _Float64 e; double _Complex f;"
        "_Complex _Float32 g; __builtin_va_list h; _Bool i; long double j; __complex__ float k;"
    ),
    "typedefs of builtin types": "typedef float _Float32; typedef __builtin_va_list __gnuc_va_list; _Float32 x;",
    "thread locals": "__thread int a; static _Thread_local int b; extern __thread int c;",
    "atomics": "_Atomic int a; _Atomic(int) b; int *_Atomic c; _Atomic(int *) d, *e[3]; _Atomic struct s { int x; } f;",
    "alignment": "_Alignas(16) char a[3]; _Alignas(double) char b; struct s { _Alignas(8) int x; };",
    "static assertions": (
        '_Static_assert(1, "one" "two"); _Static_assert(sizeof(int) == 4);'
        'struct s { int x; _Static_assert(1); }; void f(void) { _Static_assert(1, ""); }'
    ),
    "empty aggregates": "struct s {}; union u {}; struct s x = {}; int a[0]; int b[] = {};",
    "anonymous members and bit-fields": (
        "struct s { struct { int a; }; union { int b; }; unsigned : 3, c : 2; int : 0; };"
    ),
    "flexible array members": "struct s { int n; char data[]; };",
    "array parameters": "void f(int n, int a[static 3], int b[const], int c[*], int d[restrict n], int e[][n]);",
    "function pointers": "void (*signal(int n, void (*handler)(int)))(int); int (*(*table[3])(void))[2];",
    "abstract declarators": "int f(int (*)(int), int *[3], int (*)[3], int (int), void (*(*)(void))(int), ...);",
    "statement expressions": "int f(void) { return ({ int t = 3; ({ t; }) + 1; }) + 2; }",
    "labels as values": "void f(void) { void *p = &&l; goto *p; l: m: ; }",
    "local labels": "void f(void) { __label__ a, b; a: b: ; }",
    "label at the end of a block": "void f(int x) { switch (x) { case 1: l: } end: }",
    "declaration after a label": "void f(int x) { l: int y = 3; switch (x) { case 1: int z; z++; } }",
    "case ranges": "void f(int x) { switch (x) { case 1 ... 3: case 'a' ... 'z': break; } }",
    "Duff's device": "void f(int n) { switch (n) { case 0: do { n--; case 1: n--; } while (n > 0); } }",
    "number formats": "double d = 0x1.8p3 + .5e-3f + 1.L + 1e10; unsigned long long n = 0b101 + 0xFFull + 017 + 1LU;",
    "character formats": r"int c = '\e' + '\x41' + '\0' + L'x' + u'x' + U'x' + 'ab' + '\'' + '\\';",
    "string prefixes": 'void *p = u8"a"; void *q = L"a" "b"; void *r = u"a"; void *s = U"a";',
    "digraphs": "int a<:3:> = <%1, 2%>;",
    "dollars in names": "int a$b = 1, $c;",
    "comments in preprocessed text": "/* one\ntwo */ int x; // three\nint y;",
    "pragmas": '#pragma once\nint x;\n#pragma omp parallel\nvoid f(void) {\n#pragma unroll\n _Pragma("x") ; }',
    "_Generic": "int x = _Generic(1.0, float: 1, double: 2, int *: 3, default: 4);",
    "builtins that take types": (
        "struct s { int a[3]; struct { int b; } c; }; int f(__builtin_va_list ap) { return __builtin_va_arg(ap, int)"
        " + __builtin_offsetof(struct s, a[1]) + __builtin_offsetof(struct s, c.b)"
        " + __builtin_types_compatible_p(int, long) + __builtin_choose_expr(1, 2, 3); }"
    ),
    "sizeof": (
        "int a[3]; int n = sizeof a + sizeof(a)[0] + sizeof(int) * 2 + sizeof(int[3]) + sizeof (int){1} + sizeof -1;"
    ),
    "mixed declarations": (
        "void f(void) { int a; a = 1; int b; for (int i = 0, *p = &i; ;) { struct s { int x; } y; } }"
    ),
    "qualifiers after the type": (
        "int const *volatile const p; long unsigned int long x; int static y; int typedef T; T z;"
    ),
    "line continuation": "int \\\n x;",
}


@pytest.mark.parametrize("text", ACCEPTED.values(), ids=ACCEPTED.keys())
def test_what_gcc_users_write_is_accepted(text: str) -> None:
    tree = parse(text, "test.c")
    assert all(node.coord is not None for node in walk(tree) if node is not tree)


def test_every_node_can_be_visited_and_shown() -> None:
    from io import StringIO

    shown = StringIO()
    for text in ACCEPTED.values():
        parse(text, "test.c").show(buf=shown, attrnames=True, nodenames=True)
    for name in ("StatementExpression", "Typeof", "Asm", "GenericSelection", "Offsetof", "VaArg", "LabelAddress"):
        assert name + ":" in shown.getvalue() or name + " <" in shown.getvalue()


# Names that are types


def test_a_typedef_name_can_be_a_variable_in_an_inner_scope_and_a_type_again_after_it() -> None:
    items = body("{ int T = 2; x = T * y; } T * y;", "typedef int T; int x, y;")
    product = items[0].block_items[1].rvalue
    assert isinstance(product, c_ast.BinaryOp)
    assert isinstance(items[1], c_ast.Decl)
    assert isinstance(items[1].type, c_ast.PtrDecl)


def test_a_typedef_name_can_be_a_member_a_label_and_a_tag() -> None:
    items = body("T: s.T = sizeof(T); goto T;", "typedef int T; struct T { int T; } s;")
    assert isinstance(items[0], c_ast.Label)
    assert items[0].stmt.lvalue.field.name == "T"


def test_a_parameter_hides_a_typedef_name_in_the_body_only() -> None:
    *_, function, after = declarations("typedef int T; int f(int T) { return T * 2; } T *p;")
    assert isinstance(function.body.block_items[0].expr, c_ast.BinaryOp)
    assert after.name == "p"


def test_a_parenthesised_typedef_name_in_a_parameter_is_a_function_type() -> None:
    *_, function = declarations("typedef int T; void f(int (T), int (x));")
    abstract, named = function.type.args.params
    assert isinstance(abstract, c_ast.Typename)
    assert isinstance(abstract.type, c_ast.FuncDecl)
    assert named.name == "x"


def test_a_variable_is_in_scope_in_its_own_initialiser() -> None:
    items = body("int T = sizeof(T);", "typedef char T;")
    assert isinstance(items[0].init.expr, c_ast.ID)


# Trees


def test_declarators_read_inside_out() -> None:
    (declaration,) = declarations("int *(*f[3])(char);")
    shape = []
    node = declaration.type
    while not isinstance(node, c_ast.TypeDecl):
        shape.append(type(node).__name__)
        node = node.type
    assert shape == ["ArrayDecl", "PtrDecl", "FuncDecl", "PtrDecl"]
    assert node.type.names == ["int"]


def test_qualifiers_and_storage_have_their_canonical_names() -> None:
    (declaration,) = declarations("static __thread __const int *__restrict __volatile__ p;")
    assert declaration.storage == ["static", "_Thread_local"]
    assert declaration.quals == ["const"]
    assert declaration.type.quals == ["restrict", "volatile"]


def test_atomic_of_a_type_qualifies_that_type_in_each_declarator() -> None:
    first, second = declarations("_Atomic(int *) p, *q;")
    assert first.type.quals == ["_Atomic"]
    assert second.type.quals == []
    assert second.type.type.quals == ["_Atomic"]
    assert (first.type.type.declname, second.type.type.type.declname) == ("p", "q")


def test_a_declaration_has_the_attributes_before_between_and_after() -> None:
    first, second = declarations(
        "__attribute__((one)) int * __attribute__((__two__)) x __attribute__((three(4))), y __attribute__((five));"
    )
    assert [attribute.name for attribute in attributes_of(first)] == ["one", "two", "three"]
    assert [attribute.name for attribute in attributes_of(second)] == ["one", "five"]
    assert attributes_of(first)[2].arguments[0].value == "4"


def test_attributes_after_a_body_belong_to_the_type_and_after_a_bare_tag_to_the_declaration() -> None:
    first, second = declarations("struct s { int a; } __attribute__((packed)) x; struct s __attribute__((aligned)) y;")
    assert [attribute.name for attribute in attributes_of(first.type.type)] == ["packed"]
    assert attributes_of(first) == ()
    assert [attribute.name for attribute in attributes_of(second)] == ["aligned"]


def test_a_definition_has_the_attributes_of_its_declarator() -> None:
    (function,) = declarations("__attribute__((constructor)) static void f(void) {}")
    assert [attribute.name for attribute in attributes_of(function)] == ["constructor"]


def test_an_asm_label_is_an_attribute() -> None:
    (declaration,) = declarations('int f(void) __asm__("g");')
    (attribute,) = attributes_of(declaration)
    assert (attribute.name, attribute.arguments[0].value) == ("asm", '"g"')


def test_pragma_pack_is_an_attribute_of_the_types_it_holds_for() -> None:
    text = "#pragma pack(push, 1)\nstruct a { int x; };\n#pragma pack(pop)\nstruct b { int x; };\n"
    packed, plain = declarations(text)
    (attribute,) = attributes_of(packed.type)
    assert (attribute.name, attribute.arguments[0].value) == ("pragma_pack", "1")
    assert attributes_of(plain.type) == ()


def test_a_member_designator_is_an_id_and_an_index_designator_never_is() -> None:
    *_, array, record = declarations(
        "enum { N }; int a[] = {[N] = 1, [2 ... 3] = 2, [5] = 6}; struct s r = {.N = 1, M: 2};"
    )
    named, ranged, plain = (item.name[0] for item in array.init.exprs)
    assert isinstance(named, gnu_ast.RangeExpression)
    assert named.low is named.high
    assert (ranged.low.value, ranged.high.value) == ("2", "3")
    assert plain.value == "5"
    assert [item.name[0].name for item in record.init.exprs] == ["N", "M"]


def test_the_elvis_operator_has_no_middle() -> None:
    node = expression("a ?: b")
    assert isinstance(node, c_ast.TernaryOp)
    assert node.iftrue is None


def test_operators_bind_as_in_c() -> None:
    def bracketed(node: c_ast.Node) -> str:
        match node:
            case c_ast.BinaryOp():
                return f"({bracketed(node.left)}{node.op}{bracketed(node.right)})"
            case c_ast.Assignment():
                return f"({bracketed(node.lvalue)}{node.op}{bracketed(node.rvalue)})"
            case c_ast.TernaryOp():
                return f"({bracketed(node.cond)}?{bracketed(node.iftrue)}:{bracketed(node.iffalse)})"
            case c_ast.UnaryOp():
                return f"[{node.op}{bracketed(node.expr)}]"
            case _:
                return str(node.name)

    assert bracketed(expression("a = b += c ? d : e ? f : g")) == "(a=(b+=(c?d:(e?f:g))))"
    assert (
        bracketed(expression("a || b && c | d ^ e & f == g < h << i + j * k"))
        == "(a||(b&&(c|(d^(e&(f==(g<(h<<(i+(j*k))))))))))"
    )
    assert bracketed(expression("a - b - c * d / e")) == "((a-b)-((c*d)/e))"
    assert bracketed(expression("- a ++ * ! b")) == "([-[p++a]]*[!b])"


def test_adjacent_strings_become_one_without_changing_an_escape() -> None:
    assert expression('"a" "b" L"c"').value == 'L"abc"'
    assert expression(r'"\x1" "2"').value == r'"\0012"'
    assert expression(r'"\1" "2"').value == r'"\0012"'
    assert expression(r'"\\x1" "2"').value == r'"\\x12"'


@pytest.mark.parametrize(
    ("literal", "type_name"),
    [
        ("1", "int"),
        ("1u", "unsigned int"),
        ("1UL", "unsigned long int"),
        ("1llu", "unsigned long long int"),
        ("0xfL", "long int"),
        ("0xBu", "unsigned int"),
        ("1.0", "double"),
        ("1e3f", "float"),
        ("0x1p3L", "long double"),
        ("0x1.fp3", "double"),
        ("0xfp1f", "float"),
        ("1.0q", "__float128"),
        ("1.0f128", "_Float128"),
        ("'a'", "char"),
        ("L'a'", "char"),
        ('"a"', "string"),
    ],
)
def test_a_constant_names_the_type_of_its_suffix(literal: str, type_name: str) -> None:
    node = expression(literal)
    assert (node.type, node.value) == (type_name, literal)


def test_the_cases_of_a_switch_own_the_statements_up_to_the_next_case() -> None:
    (switch,) = body("switch (x) { int d; case 1: case 2: a; b; default: c; }")
    first, one, two, default = switch.stmt.block_items
    assert isinstance(first, c_ast.Decl)
    assert (len(one.stmts), len(two.stmts), len(default.stmts)) == (0, 2, 1)


def test_asm_operands_are_kept() -> None:
    (asm,) = body('asm volatile("add %1, %0" : "+r"(x) : [y] "ri"(y + 1) : "cc", "memory");')
    assert isinstance(asm, gnu_ast.Asm)
    assert (asm.template, asm.volatile, asm.clobbers) == ("add %1, %0", True, ["cc", "memory"])
    assert [(operand.name, operand.constraint) for operand in asm.outputs + asm.inputs] == [(None, "+r"), ("y", "ri")]


def test_an_old_style_definition_keeps_its_parameter_declarations() -> None:
    (function,) = declarations("f(a, b) char *b; { }")
    assert [parameter.name for parameter in function.decl.type.args.params] == ["a", "b"]
    assert [declaration.name for declaration in function.param_decls] == ["b"]


# Places


def test_line_markers_tell_file_and_line() -> None:
    first, second = declarations('# 7 "a.h" 1 3\nint x;\n\n# 3 "dir/b.c" 2\n  int y;')
    assert str(first.coord) == "a.h:7:5"
    assert str(second.coord) == "dir/b.c:3:7"


def test_an_operator_stands_where_its_sign_stands() -> None:
    (declaration,) = declarations("int x = a +\n b / c;")
    assert (declaration.init.coord.line, declaration.init.coord.column) == (1, 11)
    assert (declaration.init.right.coord.line, declaration.init.right.coord.column) == (2, 4)


# Complaints

REJECTED = {
    "int x = ;": "1:9: error: expected an expression before ';'",
    "int main(void) { return 0 }": "1:27: error: expected ';' before '}'",
    "int main(void) {\n  int x = 3\n  return x;\n}": "2:12: error: expected ';' after '3'",
    "int main(void) {\n  if (1) {\n}\n": "3:1: error: the block opened in line 1 is never closed",
    "int f(int x": "1:11: error: expected ')' before the end of the file",
    "foo_t x;": "1:1: error: unknown type name 'foo_t'",
    "void f(foo_t x);": "1:8: error: unknown type name 'foo_t'",
    "struct s { foo_t x; };": "1:12: error: unknown type name 'foo_t'",
    "void f(void) { foo_t x; }": "1:16: error: unknown type name 'foo_t'",
    "int x = 08;": "1:9: error: invalid number '08'",
    'char *s = "abc;\n': "1:11: error: the string literal does not end on its line",
    "int x = '';": "1:9: error: empty character constant",
    "int x; /* abc /* def": "1:8: error: the comment never ends",
    "int x @ 3;": "1:7: error: stray '@' in the program",
    "int x = 3 \\ 4;": "1:11: error: stray '\\\\' in the program",
    "} int x;": "1:1: error: expected a declaration before '}'",
    "#include <stdio.h>\nint x;": "1:1: error: preprocessor directive in preprocessed text: #include <stdio.h>",
    "_Atomic(int[3]) x;": "1:1: error: _Atomic of an array or a function",
}


@pytest.mark.parametrize(("text", "message"), REJECTED.items())
def test_a_syntax_error_says_where_and_what(text: str, message: str) -> None:
    found = problem(text)
    assert isinstance(found, SyntaxProblem)
    assert str(found) == f"test.c:{message}"


def test_a_nested_function_is_refused_by_name() -> None:
    found = problem("int f(void) { int g(int a) { return a; } return g(1); }")
    assert isinstance(found, UnsupportedSyntax)
    assert "nested function 'g'" in found.message


def test_the_caret_stands_under_the_token_even_if_preprocessing_squeezed_the_line() -> None:
    original = "int   /* wide */   main(void)   { return ]; }\n"
    with pytest.raises(SourceError) as caught:
        parse('# 1 "wide.c"\nint main(void) { return ]; }\n', "wide.c")
    _, line, caret = caught.value.render({"wide.c": original}).split("\n")
    assert line[caret.index("^")] == "]"


def test_a_cast_to_an_undeclared_type_gets_a_hint() -> None:
    hint = problem("int x = (foo_t) 3;").hint
    assert hint is not None
    assert "foo_t" in hint


@pytest.mark.parametrize(
    "statement", ["f(lock) n = 1;", "n = (lock) }", "if (lock) n = 1 else n = 2;", "a[n](lock) n;"]
)
def test_other_parentheses_around_a_name_get_no_such_hint(statement: str) -> None:
    assert problem(f"int f(int), (*a[2])(int), lock, n; int main(void) {{ {statement} }}").hint is None


NESTED = {
    "parentheses": ("int x = ", "(", "1", ")", ";"),
    "blocks": ("void f(void) {", "{", "", "}", "}"),
    "initialisers": ("int x = ", "{", "1", "}", ";"),
    "calls": ("int x = ", "f(", "1", ")", ";"),
    "casts": ("int x = ", "(int)", "1", "", ";"),
    "statements": ("void f(void) {", "if (1) ", ";", "", "}"),
    "structs": ("", "struct { ", "int x;", "} a;", ""),
    "statement expressions": ("void f(void) {", "({", "1;", "});", "}"),
    "declarators": ("int ", "(", "x", ")", ";"),
}


@pytest.mark.parametrize("parts", NESTED.values(), ids=NESTED.keys())
def test_nesting_that_is_too_deep_is_an_error_with_a_place(parts: tuple[str, str, str, str, str]) -> None:
    before, opening, inner, closing, after = parts
    parse(before + opening * 200 + inner + closing * 200 + after, "deep.c")
    with pytest.raises(SourceError, match="nested too deeply"):
        parse(before + opening * 10_000 + inner + closing * 10_000 + after, "deep.c")


@pytest.mark.parametrize(
    "text",
    [
        "void f(int x) { " + "if (x) ; else " * 10_000 + "; }",
        "int x = " + "1 + " * 10_000 + "1;",
        "void f(int x) { switch (x) { " + " ".join(f"case {n}:" for n in range(5_000)) + " ; } }",
        "char *s = " + '"a" ' * 10_000 + ";",
        "int " + "*" * 10_000 + "p;",
        "int x = a" + "[0]" * 5_000 + ";",
    ],
    ids=["else if", "sum", "cases", "strings", "pointers", "subscripts"],
)
def test_long_chains_are_not_deep_nesting(text: str) -> None:
    assert parse(text, "long.c").ext


def test_the_recursion_limit_is_left_as_it_was() -> None:
    import sys

    before = sys.getrecursionlimit()
    problem("int x = " + "(" * 10_000)
    parse("int x;", "x.c")
    assert sys.getrecursionlimit() == before


def test_every_prefix_of_a_program_parses_or_is_a_source_error() -> None:
    text = " ".join(ACCEPTED.values()).replace("#", "")
    for end in range(0, len(text), 37):
        try:
            parse(text[:end], "prefix.c")
        except SourceError as found:
            assert found.render({"prefix.c": text[:end]})


def test_every_program_with_a_token_removed_parses_or_is_a_source_error() -> None:
    for text in ACCEPTED.values():
        words = text.replace("(", " ( ").replace(")", " ) ").replace(";", " ; ").replace("{", " { ").split(" ")
        for missing in range(len(words)):
            try:
                parse(" ".join(words[:missing] + words[missing + 1 :]), "mutant.c")
            except SourceError as found:
                assert found.message
