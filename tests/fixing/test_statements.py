"""Where statements begin and end."""

from __future__ import annotations

import pytest

from esbmc_py.fixing.edits import Edit, Edited, diff, line_after, line_before
from esbmc_py.fixing.statements import Unreadable, body_at

TEXT = """\
int f(int a)
{
    int x = 1; // one; two
    if (a) { x = 2; } else
        x = 3;
#ifdef B
    do { x++; } while (x < 9);
#endif
    for (;;) { if (x == 5) break; }
again:
    while (x) { if (a) return x; x--; }
    puts("}; {");
    return x;
}
"""


def test_statements_are_found() -> None:
    body = body_at(TEXT, TEXT.index("f("))
    assert [TEXT[one.begin : one.end].split("\n")[0] for one in body.parts] == [
        "int x = 1;",
        "if (a) { x = 2; } else",
        "do { x++; } while (x < 9);",
        "for (;;) { if (x == 5) break; }",
        "again:",
        'puts("}; {");',
        "return x;",
    ]


def test_text_that_does_not_end_is_told() -> None:
    with pytest.raises(Unreadable):
        body_at("int f(void) { if (x) {", 4)


def test_lines_keep_the_indentation() -> None:
    text = "{\n    x++; // comment\n}\n"
    at = text.index("x++;")
    edits = (line_before(text, at, "lock();"), line_after(text, at, at + 4, "unlock();"))
    assert Edited(text, edits).text == "{\n    lock();\n    x++; // comment\n    unlock();\n}\n"


def test_a_statement_beside_others_stays_on_its_line() -> None:
    text = "{ a(); x++; b(); }\n"
    at = text.index("x++;")
    edits = (line_before(text, at, "lock();"), line_after(text, at, at + 4, "unlock();"))
    assert Edited(text, edits).text == "{ a(); lock(); x++; unlock(); b(); }\n"


def test_a_difference_is_a_patch() -> None:
    text = "a\nb\nc\n"
    assert diff(text, Edited(text, (Edit(2, 3, "B"),)).text, "x.c") == (
        "--- a/x.c\n+++ b/x.c\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"
    )
