"""What says which program is meant, and in which surroundings, reaches every mode that is compared."""

from __future__ import annotations

import argparse

import pytest

from esbmc_py.cli.main import build_parser
from esbmc_py.cli.options import add_input_options
from esbmc_py.cli.options_passed_on import input_words


@pytest.mark.parametrize(
    "words",
    [
        ["a.c", "b.c", "-I", "here", "-DX=1", "-UY", "-include", "z.h", "--arch", "32"],
        [
            "a.c",
            "--args=-v 'x y'",
            "--env",
            "HOME=/x",
            "--env",
            "A=",
            "--signals",
            "2",
            "--malloc-may-fail",
            "--create-may-fail",
        ],
        ["a.c", "--external", "f=pure", "--external", "*=returns", "--clock-steps", "--spurious-wakeups"],
        ["a.c", "--spurious-failures"],
        ["a.c", "--max-args", "1", "--max-arg-length", "9", "--atomic-statements", "--models", "mine"],
        ["a.c", "--function", "f", "--arbitrary-globals", "--null-arguments", "--argument-elements", "4", "-fwrapv"],
    ],
)
def test_options_come_out_as_they_went_in(words: list[str]) -> None:
    parser = argparse.ArgumentParser()
    add_input_options(parser)
    given = parser.parse_args(words)
    assert parser.parse_args(input_words(given)) == given


def test_the_words_are_options_of_check() -> None:
    given = build_parser().parse_args(["compare", "a.c", "--args=-x", "--env", "A=1", "--signals", "0"])
    again = build_parser().parse_args(["check", *input_words(given)])
    assert (again.args, again.env, again.signals) == ("-x", ["A=1"], 0)
