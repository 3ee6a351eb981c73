"""Arrays that are copied element by element are told once."""

from __future__ import annotations

from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.traces.array_elements import fold_elements
from esbmc_py.traces.trace_line import TraceLine


def test_a_copied_array_is_told_where_its_first_element_was() -> None:
    notes = ["reads r.length = 3"]
    for index, value in enumerate(("79 'O'", "107 'k'", "0", "0")):
        notes += [f"reads r.text[{index}] [ring.item[2].text[{index}]] = {value}", f"to.text[{index}] = {value}"]
    assert fold_elements(notes) == [
        "reads r.length = 3",
        'reads r.text[0..3] [ring.item[2].text[0..3]] = "Ok"',
        'to.text[0..3] = "Ok"',
    ]


def test_numbers_are_told_one_after_the_other_unless_they_are_equal() -> None:
    assert fold_elements([f"a[{index}] = {index * 2}" for index in range(4)]) == ["a[0..3] = 0, 2, 4, 6"]
    assert fold_elements([f"a[{index + 5}] = 0" for index in range(4)]) == ["a[5..8] = 0"]


def test_few_elements_and_those_that_are_no_row_are_told_one_by_one() -> None:
    few = ["a[0] = 1", "a[1] = 1", "a[2] = 1"]
    back = [f"a[{index}] = 1" for index in (3, 2, 1, 0)]
    twice = [f"a[{index}] = 1" for index in (0, 1, 1, 2)]
    for notes in (few, back, twice, ["reads a[0] = 1", "a[1] = 1", "reads a[2] = 1", "a[3] = 1"]):
        assert fold_elements(notes) == notes


def test_from_the_end_of_a_loop_back_to_its_condition_is_one_line() -> None:
    line = TraceLine(0, SourceLocation("prog.c", 1, 1), "f", "for (...) {", 0, False)
    line.reaches(9)  # i++
    assert line.goes_on_at(2)  # i < n
    line.reaches(2)
    assert line.goes_on_at(3)
    assert not line.goes_on_at(9)  # the next round
    assert not line.goes_on_at(2)


def test_the_rounds_of_a_loop_in_one_line_are_lines() -> None:
    line = TraceLine(0, SourceLocation("prog.c", 1, 1), "f", "while (!ready) ;", 0, False)
    line.reaches(2)
    line.reaches(3)
    assert not line.goes_on_at(2)
