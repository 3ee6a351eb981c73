"""A bounded program with some of its symbols replaced, everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from symex.objects import Object
from symex.state import InputLog, Memory
from symex.terms import Term, fold, rebuild
from symex.values import Value, known

from .operations import (
    Block,
    BoundedProgram,
    BoundedThread,
    End,
    Life,
    Operation,
    Read,
    Release,
    Touch,
    Wait,
    Write,
)


class Substitution:
    def __init__(self, replacements: Mapping[Term, Term]) -> None:
        self._results = {old.id: new for old, new in replacements.items()}

    def term(self, term: Term) -> Term:
        return fold(term, self._visit, self._results)

    def _visit(self, term: Term) -> Term:
        args = tuple([self._results[arg.id] for arg in term.args])
        return term if args == term.args else rebuild(term, args)

    def value(self, value: Value) -> Value:
        return known(self.term(value)) if isinstance(value, Term) else value

    def program(self, program: BoundedProgram) -> BoundedProgram:
        threads = [self._thread(thread) for thread in program.threads]
        memory = Memory({number: self._object(target) for number, target in program.memory.items()})
        return replace(program, threads=threads, memory=memory)

    def _object(self, target: Object) -> Object:
        """What a thread wrote before its first visible operation may depend on what its creator read."""
        changed = {
            offset: (size, known(self.term(value)))
            for offset, (size, value) in target.cells.items()
            if isinstance(value, Term)
        }
        array = self.term(target.array) if target.array is not None else None
        return replace(
            target,
            size=self.value(target.size),
            alive=self.term(target.alive),
            cells=target.cells.update(changed),
            array=array,
        )

    def _thread(self, thread: BoundedThread) -> BoundedThread:
        return replace(
            thread,
            created_guard=self.term(thread.created_guard),
            blocks=[self._block(block) for block in thread.blocks],
            failures=[replace(failure, guard=self.term(failure.guard)) for failure in thread.failures],
            assumptions=[replace(made, condition=self.term(made.condition)) for made in thread.assumptions],
            bounds=[replace(bound, guard=self.term(bound.guard)) for bound in thread.bounds],
            births=[replace(birth, guard=self.term(birth.guard)) for birth in thread.births],
            burials=[replace(burial, guard=self.term(burial.guard)) for burial in thread.burials],
            self_value=self.value(thread.self_value),
            log=self._log(thread.log),
        )

    def _block(self, block: Block) -> Block:
        renewed = {id(operation): self._operation(operation) for operation in block.operations}
        touches = [self._touch(touch, renewed) for touch in block.touches]
        operations = list(renewed.values())
        return replace(block, guard=self.term(block.guard), operations=operations, touches=touches)

    def _touch(self, touch: Touch, renewed: dict[int, Operation]) -> Touch:
        operation = renewed[id(touch.operation)]
        assert isinstance(operation, Read | Write | Release)
        return replace(touch, guard=self.term(touch.guard), operation=operation)

    def _operation(self, operation: Operation) -> Operation:
        guard = self.term(operation.guard)
        match operation:
            case Read(address=address, result=result):
                return replace(operation, guard=guard, address=self.value(address), result=self.term(result))
            case Write(address=address, value=value):
                return replace(operation, guard=guard, address=self.value(address), value=self.value(value))
            case Release(address=address):
                return replace(operation, guard=guard, address=self.value(address))
            case Wait(condition=condition, holder=holder, holders=holders):
                awaited = replace(operation, holder=self.value(holder), holders=self.value(holders))
                return replace(awaited, guard=guard, condition=self.term(condition))
            case Life() | End():
                return replace(operation, guard=guard)

    def _log(self, log: InputLog | None) -> InputLog | None:
        """Inputs are what they were; under which guard they are taken is to be read in the same terms."""
        entries = []
        while log is not None:
            entries.append(log.entry)
            log = log.earlier
        renewed: InputLog | None = None
        for length, entry in enumerate(reversed(entries), 1):
            renewed = InputLog(replace(entry, guard=self.term(entry.guard)), renewed, length)
        return renewed
