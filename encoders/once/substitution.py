"""A bounded program with some of its symbols replaced, everywhere.

The parts of a bounded program are taken apart by their fields, whatever these are: a term that is forgotten would speak
of a symbol that nothing ties to memory any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from symex.input_log import InputLog
from symex.objects import Memory, Object
from symex.terms import Term, fold, rebuild
from symex.values import known

from . import operations
from .operations import BoundedProgram

_T = TypeVar("_T")


class Substitution:
    def __init__(self, replacements: Mapping[Term, Term]) -> None:
        self._results = {old.id: new for old, new in replacements.items()}
        self._renewed: dict[int, tuple[Any, Any]] = {}  # parts that are referred to twice stay one

    def program(self, program: BoundedProgram) -> BoundedProgram:
        memory = Memory({number: self._object(target) for number, target in program.memory.items()})
        return replace(program, threads=[self._part(thread) for thread in program.threads], memory=memory)

    def _term(self, term: Term) -> Term:
        return fold(term, self._visit, self._results)

    def _visit(self, term: Term) -> Term:
        args = tuple([self._results[arg.id] for arg in term.args])
        return term if args == term.args else rebuild(term, args)

    def _any(self, value: Any) -> Any:
        if isinstance(value, Term):
            return known(self._term(value)) if value.width > 0 else self._term(value)
        if isinstance(value, list | tuple):
            return type(value)(self._any(one) for one in value)
        if isinstance(value, InputLog):
            return self._log(value)
        if isinstance(value, Object):
            return self._object(value)
        return self._part(value) if type(value).__module__ == operations.__name__ else value

    def _part(self, part: _T) -> _T:
        found = self._renewed.get(id(part))
        if found is None:
            changed = {one.name: self._any(getattr(part, one.name)) for one in fields(part)}  # type: ignore[arg-type]
            if isinstance(part, operations.Read):
                changed["result"] = self._term(part.result)  # a term even where it is known
            found = self._renewed[id(part)] = (part, replace(part, **changed))  # type: ignore[type-var]
        renewed: _T = found[1]
        return renewed

    def _object(self, target: Object) -> Object:
        """What a thread wrote before its first visible operation may depend on what its creator read."""
        cells = target.cells.update(
            {
                offset: (size, known(self._term(value)))
                for offset, (size, value) in target.cells.items()
                if isinstance(value, Term)
            }
        )
        array = self._term(target.array) if target.array is not None else None
        return replace(target, size=self._any(target.size), alive=self._term(target.alive), cells=cells, array=array)

    def _log(self, log: InputLog | None) -> InputLog | None:
        """Inputs are what they were; under which guard they are taken is to be read in the same terms."""
        entries = []
        while log is not None:
            entries.append(log.entry)
            log = log.earlier
        renewed: InputLog | None = None
        for length, entry in enumerate(reversed(entries), 1):
            renewed = InputLog(replace(entry, guard=self._term(entry.guard)), renewed, length)
        return renewed
