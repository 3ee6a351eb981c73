"""A C program to look at from Python: `esbmc_py.Program("prog.c")`. Each stage of checking is an object."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from esbmc_py.checking.api import TEXT_NAME, Source, check, load_source, validated
from esbmc_py.checking.modes import mode_of
from esbmc_py.checking.option_types import checks_types
from esbmc_py.checking.options import DEFAULT_GROUPS, DEFAULT_SEMANTICS, CheckOptions, OptionProblem
from esbmc_py.checking.results import CheckResult
from esbmc_py.checking.typed_settings import method_with
from esbmc_py.goto.sharing import prepare

if TYPE_CHECKING:
    from encoders.outcome import Outcome
    from encoders.solvers.questions import Question
    from esbmc_py.frontend.semantics import Semantics
    from esbmc_py.goto.program import Program as GotoProgram
    from reachability_tree.plain_tree import DrawnTree
    from sequentialize.bounds import ProgramBounds
    from sequentialize.to_c import CProgram

MOST_NODES = 500


class Program:
    """A path, several paths, or C text (anything with a line break in it). Raises LoadProblem for what is not C."""

    def __init__(
        self,
        source: Source,
        *,
        groups: Sequence[str] = DEFAULT_GROUPS,
        include_dirs: Sequence[Path | str] = (),
        defines: Sequence[str] = (),
        arch: int = 64,
        semantics: Semantics = DEFAULT_SEMANTICS,
    ) -> None:
        self._source = source
        self._input: dict[str, Any] = {
            "groups": groups,
            "include_dirs": include_dirs,
            "defines": defines,
            "arch": arch,
            "semantics": semantics,
        }
        options = validated(None, self._input)
        loaded = load_source(source, options)
        self.warnings = tuple(map(str, loaded.warnings))
        self.goto: GotoProgram = prepare(loaded.program, heap_seen="leak" in options.groups)

    @property
    def name(self) -> str:
        match self._source:
            case str() as text if "\n" in text:
                return TEXT_NAME
            case str() | Path():
                return str(self._source)
            case _:
                return ", ".join(str(getattr(one, "path", one)) for one in self._source)

    def __repr__(self) -> str:
        return f"<program {self.name}: {len(self._own)} functions>"

    def __str__(self) -> str:
        """What `smtcb goto` prints."""
        return str(self.goto)

    @property
    def _own(self) -> list[str]:
        return [name for name, function in self.goto.functions.items() if not function.is_model]

    @method_with(CheckOptions)
    def check(self, settings: dict[str, Any]) -> CheckResult:
        """What `esbmc_py.check` answers."""
        return check(self._source, validated(self._options, settings))

    @property
    def _options(self) -> CheckOptions:
        return CheckOptions(**self._input)

    # -- the stages -----------------------------------------------------------------------------------------------

    @checks_types
    def tree(
        self,
        *,
        unwind: int | None = None,
        contexts: int | None = None,
        preemptions: int | None = None,
        reduction: bool = True,
        most_nodes: int = MOST_NODES,
    ) -> DrawnTree:
        """The reachability tree, as `smtcb tree` draws it."""
        from encoders.attempt_bounds import Bounds
        from encoders.request import Encoding, Options
        from encoders.tree.collector import make_tree
        from reachability_tree.plain_tree import draw
        from reachability_tree.reductions import Reductions

        reductions = Reductions(infeasible=False) if reduction else Reductions.none()
        wanted = Options(Bounds(unwind, contexts, preemptions), encoding=Encoding(reductions=reductions))
        return draw(make_tree(self.goto, wanted, None), self.goto, max(1, most_nodes))

    @checks_types
    def play(self, *, most_states: int = 50_000) -> str:
        """A page on which people are the scheduler, as `smtcb play` writes it."""
        from esbmc_py.play.graph import StateGraph, TooManyStates
        from esbmc_py.play.page import page

        graph = StateGraph(self.goto)
        try:
            graph.explore(most_states)
        except TooManyStates:
            raise OptionProblem(f"the program has more than {most_states} states") from None
        return page(graph, model=self._options.semantics.surroundings.memory_model)

    @checks_types
    def bounded(self, unwind: int, *, threads: int | None = None, after: str = "number") -> GotoProgram:
        """The bounded program of lazy sequentialization, after one of its passes (`sequentialize.show.PASSES`)."""
        from sequentialize.show import PASSES, after_pass

        if after not in PASSES:
            raise OptionProblem(f"there is no pass '{after}'; there are {', '.join(PASSES)}")
        return after_pass(self.goto, _program_bounds(unwind, threads), after)

    @checks_types
    def sequentialized(
        self, unwind: int, rounds: int = 2, *, threads: int | None = None, backend: str = "cbmc"
    ) -> CProgram:
        """The sequential C program that `smtcb sequentialize` writes; its `text` is C."""
        from sequentialize.c_runtime import BACKENDS
        from sequentialize.to_c import COptions, to_c

        if backend not in BACKENDS:
            raise OptionProblem(f"there is no back end '{backend}'; there are {', '.join(BACKENDS)}")
        wanted = COptions(rounds, None, backend, self._options.properties)
        return to_c(self.goto, _program_bounds(unwind, threads), wanted)

    @method_with(CheckOptions)
    def formulas(self, settings: dict[str, Any]) -> list[Question]:
        """What a mode asks its solver within the given bounds: terms, and `to_smt2()`.

        The terms are good until something else is checked.
        """
        questions: list[Question] = []
        self._asked(settings, questions)
        return questions

    def _asked(self, settings: dict[str, Any], questions: list[Question]) -> Outcome:
        from encoders.request import Runtime
        from symex.reset import forget_terms

        options = validated(None, {"mode": "lazyseq", **self._input, **settings})
        mode = mode_of(options)
        if not mode.is_engine or not mode.solver:
            raise OptionProblem(f"mode {mode.name} has no formula of its own: ask one that has (lazyseq, schedule)")
        program = mode.prepare(load_source(self._source, options).program, options)
        request = options.request
        solving = replace(request.solving, solver=mode.solver_with(options))
        request = replace(request, solving=solving, runtime=Runtime(questions=questions))
        forget_terms()
        return mode.check(program, request, options)


def _program_bounds(unwind: int, threads: int | None) -> ProgramBounds:
    from sequentialize.bounds import ProgramBounds

    return ProgramBounds(unwind) if threads is None else replace(ProgramBounds(unwind), threads=threads)
