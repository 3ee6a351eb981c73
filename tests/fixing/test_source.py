"""How a file is read and written: branches of the preprocessor, critical sections, places after edits."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.checking.options import CheckOptions
from esbmc_py.fixing.active_lines import active_text, branch_of_lines
from esbmc_py.fixing.edits import Edit, Edited, Overlap
from esbmc_py.fixing.regions import Region, span
from esbmc_py.fixing.sections import Impossible, Sections
from esbmc_py.fixing.source import Source
from esbmc_py.frontend.load import load_program

CONDITIONAL = """\
#ifdef A
int a;
#if 1
int b;
#else
int c;
#endif
#else
int d;
#endif
#define e \\
    f
int g;
"""
TEXT = """\
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;

int *f(int n)
{
    int k = x;
    if (n)
        return &y;
    if (k) {
        y = 1;
        return 0;
    }
    while (y)
        break;
    x = k;
    return &x;
}

void g(void)
{
    pthread_mutex_lock(&m);
    x = 1;
#ifdef B
    pthread_mutex_unlock(&m);
#endif
    y = 1;
    switch (y) {
    case 1:
        x = 2;
    }
    pthread_mutex_unlock(&m);
}

int main(void) { f(0); g(); return 0; }
"""


def test_lines_that_are_left_out_are_blank(tmp_path: Path) -> None:
    path = tmp_path / "x.c"
    shown = active_text(CONDITIONAL, path, CheckOptions(defines=("A",)))
    assert len(shown) == len(CONDITIONAL)
    assert shown.split() == ["int", "a;", "int", "b;", "int", "g;"]
    assert active_text(CONDITIONAL, path, CheckOptions()).split() == ["int", "d;", "int", "g;"]
    assert branch_of_lines(CONDITIONAL)[1] == (0,)
    assert branch_of_lines(CONDITIONAL)[3] == (0, 2)
    assert branch_of_lines(CONDITIONAL)[8] == (7,)


def test_places_after_edits_have_come_from_somewhere() -> None:
    edited = Edited("abcdef", [Edit(1, 2, "XYZ"), Edit(5, 5, "bc", 1)])
    assert edited.text == "aXYZcdebcf"
    assert [edited.keeps(place) for place in range(6)] == [True] * 6
    assert [Edited("abc", [Edit(1, 2, "x")]).keeps(place) for place in range(3)] == [True, False, True]
    assert [edited.origin(place) for place in range(10)] == [0, 1, 1, 1, 2, 3, 4, 1, 2, 5]
    with pytest.raises(Overlap):
        Edited("abcdef", [Edit(1, 4, ""), Edit(2, 3, "x")])


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    path = tmp_path_factory.mktemp("text") / "x.c"
    path.write_text(TEXT)
    return Source(load_program([path]), TEXT, path, CheckOptions())


def region(source: Source, function: str, first: str, last: str) -> Region:
    body = source.bodies[function]
    found = span(function, body, [TEXT.index(first, body.begin), TEXT.index(last, body.begin)])
    assert found is not None
    return found


def with_section(source: Source, one: Region) -> str:
    return Edited(TEXT, Sections(source, "m").edits([one], "&m")).text


def test_a_critical_section_ends_on_every_way_out(source: Source) -> None:
    text = with_section(source, region(source, "f", "int k", "x = k"))
    assert "    pthread_mutex_lock(&m);\n    int k = x;\n" in text
    assert "{ int *result = &y; pthread_mutex_unlock(&m); return result; }" in text
    assert "        y = 1;\n        pthread_mutex_unlock(&m);\n        return 0;\n" in text
    assert "        break;\n    x = k;\n    pthread_mutex_unlock(&m);\n    return &x;" in text


def test_what_is_returned_is_read_before_the_unlock(source: Source) -> None:
    text = with_section(source, region(source, "f", "x = k", "return &x"))
    assert "    x = k;\n    int *result = &x;\n    pthread_mutex_unlock(&m);\n    return result;\n}" in text


def test_what_is_held_already_is_known(source: Source) -> None:
    sections = Sections(source, "m")
    assert sections.held(region(source, "g", "x = 1", "y = 1"))
    assert not sections.held(region(source, "f", "int k", "int k"))
    assert with_section(source, region(source, "g", "x = 1", "y = 1")) == TEXT


def test_nobody_jumps_into_a_critical_section(source: Source) -> None:
    body = source.bodies["g"]
    switch = next(one for one in body.inside() if one.keyword == "switch")
    label = switch.parts[0].parts[0]
    with pytest.raises(Impossible):
        Sections(source, "other").edits([Region("g", (label,), True)], "&other")


def test_a_statement_behind_an_if_gets_braces(source: Source) -> None:
    text = with_section(source, region(source, "f", "break", "break"))
    assert "{ pthread_mutex_lock(&m); { pthread_mutex_unlock(&m); break; } pthread_mutex_unlock(&m); }" in text
