"""gcc's attributes: those that change a meaning are honoured or not supported, and none is in two lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.frontend import LoadProblem, load
from esbmc_py.frontend.attributes import _HARMLESS, _HONOURED, UNSUPPORTED
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.run import Status, run


def loaded(tmp_path: Path, *texts: str):  # type: ignore[no-untyped-def]
    paths = []
    for number, text in enumerate(texts):
        paths.append(tmp_path / f"file{number}.c")
        paths[-1].write_text(text)
    return load(paths)


def exit_status(tmp_path: Path, *texts: str) -> int | None:
    return run(prepare(loaded(tmp_path, *texts).program)).exit_status


def test_no_attribute_is_in_two_lists() -> None:
    lists = [_HARMLESS.split(), _HONOURED.split(), list(UNSUPPORTED)]
    names = [name for one in lists for name in one]
    assert len(names) == len(set(names))


def test_a_strong_definition_replaces_a_weak_one_whatever_the_order(tmp_path: Path) -> None:
    weak = "__attribute__((weak)) int f(void) { return 1; } int x __attribute__((weak)) = 10;"
    strong = "int f(void) { return 2; } int x = 20;"
    main = "int f(void); extern int x; int main(void) { return f() + x; }"
    assert exit_status(tmp_path, weak, strong, main) == 22
    assert exit_status(tmp_path, strong, weak, main) == 22
    assert exit_status(tmp_path, weak, main) == 11


def test_two_strong_definitions_do_not_link(tmp_path: Path) -> None:
    with pytest.raises(LoadProblem, match="redefinition of 'f'"):
        loaded(tmp_path, "int f(void) { return 1; }", "int f(void) { return 2; } int main(void) { return 0; }")


def test_an_undefined_weak_symbol_is_null_whatever_headers_call_a_parameter_or_a_structure(tmp_path: Path) -> None:
    names = ["option", "handler", "name", "value", "sa_mask", "nothing_else"]
    weak = "".join(f"extern int {name} __attribute__((weak));" for name in names)
    weak += "extern int puts(const char *) __attribute__((weak)); extern char *optarg __attribute__((weak));"
    counted = " + ".join(f"(&{name} != 0)" for name in names)
    assert (
        exit_status(tmp_path, f"{weak} int main(void) {{ return {counted} + 10 * (puts != 0) + 10 * (&optarg != 0); }}")
        == 20
    )


def test_an_alias_is_known_to_other_files(tmp_path: Path) -> None:
    first = 'static int real(void) { return 5; } int other(void) __attribute__((alias("real")));'
    assert exit_status(tmp_path, first, "int other(void); int main(void) { return other(); }") == 5


def test_a_label_that_glibc_has_for_itself_is_not_looked_for(tmp_path: Path) -> None:
    text = 'extern long atol(const char *) __asm__("__isoc23_atol"); int main(void) { return (int)atol("7"); }'
    assert exit_status(tmp_path, text) == 7


@pytest.mark.parametrize(
    "text",
    [
        "static int f(void) { return 1; } static void *pick(void) { return f; }"
        'int g(void) __attribute__((ifunc("pick"))); int main(void) { return g(); }',
        "typedef int four __attribute__((vector_size(16))); int main(void) { four x; return 0; }",
        'struct __attribute__((scalar_storage_order("big-endian"))) s { int x; };'
        "int main(void) { struct s y; return 0; }",
        'asm(".globl f\\nf: ret"); int main(void) { return 0; }',
    ],
    ids=["ifunc", "vector_size", "scalar_storage_order", "assembly"],
)
def test_what_is_not_supported_says_so_where_it_is_used(tmp_path: Path, text: str) -> None:
    result = loaded(tmp_path, text)
    assert any("not supported" in warning.message for warning in result.warnings)
    assert run(prepare(result.program)).status is Status.UNSUPPORTED


def test_an_unknown_attribute_is_ignored_with_a_warning(tmp_path: Path) -> None:
    result = loaded(tmp_path, "int x __attribute__((something_else)); int main(void) { return x; }")
    assert [warning.message for warning in result.warnings] == [
        "the attribute 'something_else' is not known and ignored"
    ]


def test_a_wrong_number_of_arguments_is_warned_about(tmp_path: Path) -> None:
    text = "int two(int a, int b) { return a; } int main(void) { return ((int (*)(int))two)(3); }"
    messages = [warning.message for warning in loaded(tmp_path, text).warnings]
    assert "there may be a call of two with 1 argument instead of 2: undefined behaviour" in messages
    assert exit_status(tmp_path, text) == 3
