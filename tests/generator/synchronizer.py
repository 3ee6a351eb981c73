"""Writes the statements that wait for other threads, wake them, or hand something to them.

What it writes may deadlock or misuse memory: programs with these features are there to show who notices.
"""

from __future__ import annotations

from collections.abc import Callable

from .choices import Choices
from .expressions import Comparison, Number, Pointer, Read, Variable
from .stage import Scope, Stage
from .statements import Assign, Block, DeclareLocal, Locked, Retarget, Scoped, Statement, Update
from .synchronization import (
    CallThrough,
    ConditionWait,
    HandOver,
    ReadWriteLocked,
    RecursivelyLocked,
    SemaphorePost,
    SemaphoreWait,
    Signal,
    TakeOver,
    TryLocked,
    WithSemaphore,
)

Write = Callable[[Scope, int], Statement]
APPLY = Pointer("apply", shared=True)


class Synchronizer:
    def __init__(self, choices: Choices, stage: Stage, block: Callable[[Scope, int, int], list[Statement]]) -> None:
        self.choices = choices
        self.stage = stage
        self._block = block

    def statements(self, scope: Scope, budget: int) -> list[Write]:
        """Ways to go on here, the likelier ones several times; none for programs without these features."""
        if scope.in_atomic:
            return []
        kinds: list[Write] = []
        if self.stage.callbacks:
            kinds += [self._call] * 4 + [self._choose] * 3
        if self.stage.slots:
            kinds += [self._hand_over] * 5 + [self._take_over] * 5
        if self.stage.flags:
            kinds += [self._wait] * 5 + [self._tell] * 5
        if self.stage.semaphores:
            kinds += [self._post] * 4 + [self._semaphore_wait] * 3
        if scope.depth < 2 and budget >= 4:
            if self.stage.semaphores:
                kinds += [self._with_semaphore] * 5
            if self._lockable(scope, self.stage.mutexes) and "trylocks" in self.stage.features:
                kinds += [self._try_locked] * 8
            if self.stage.recursive:
                kinds += [self._recursively_locked] * 8
            if self.stage.rwlocks:
                kinds += [self._read_write_locked] * 9
            if len(self._lockable(scope, self._locks)) > 1 and budget >= 6:
                kinds += [self._nested] * 20
        return kinds

    @property
    def _locks(self) -> list[str]:
        """Locks that may be taken in any order."""
        mutexes = self.stage.mutexes if "deadlocks" in self.stage.features else []
        return [*mutexes, *self.stage.recursive, *self.stage.rwlocks]

    def needs_guard(self, scope: Scope) -> bool:
        return self.stage.guard is not None and not scope.guarded and not scope.in_atomic

    def guarded(self, scope: Scope, budget: int) -> Statement:
        guard = self.stage.guard
        assert guard is not None
        inner = self._holding(scope, guard.lock)
        inner.held, inner.guarded = (*inner.held, f"writes {guard.lock}"), True
        if self.stage.rwlocks and self.choices.chance(30):
            variable = self.choices.pick(self.stage.scalars)
            local = Variable(scope.fresh("v"), variable.type, shared=False)
            scope.locals.append(local)
            return ReadWriteLocked(self.stage.rwlocks[0], False, [DeclareLocal(local, Read(variable))])
        return guard.section(guard.lock, self._block(inner, max(budget - 2, 2), 2))

    def _inside(self, scope: Scope) -> Scope:
        """The scope inside a section, which a break may not leave."""
        return scope.section()

    def _lockable(self, scope: Scope, locks: list[str]) -> list[str]:
        return [lock for lock in locks if lock not in scope.held]

    def _holding(self, scope: Scope, lock: str) -> Scope:
        inner = self._inside(scope)
        inner.held = (*scope.held, lock)
        return inner

    # Sections

    def _nested(self, scope: Scope, budget: int) -> Statement:
        """A section inside another one: somebody else may nest them the other way round."""
        outer = self.choices.pick(self._lockable(scope, self._locks))
        inside = self._holding(scope, outer)
        inner = self.choices.pick(self._lockable(inside, self._locks))
        body = self._block(self._holding(inside, inner), budget - 4, 2)
        return self._section(outer, [self._section(inner, body)])

    def _section(self, lock: str, body: Block) -> Statement:
        if lock in self.stage.recursive:
            return RecursivelyLocked(lock, body)
        if lock in self.stage.rwlocks:
            return ReadWriteLocked(lock, self.choices.chance(60), body)
        return Locked(lock, body)

    def _try_locked(self, scope: Scope, budget: int) -> Statement:
        mutex = self.choices.pick(self._lockable(scope, self.stage.mutexes))
        body = self._block(self._holding(scope, mutex), budget - 2, 2)
        otherwise = self._block(scope.inner(), budget - 2, 1) if self.choices.chance(40) else []
        return TryLocked(mutex, body, otherwise)

    def _recursively_locked(self, scope: Scope, budget: int) -> Statement:
        mutex = self.choices.pick(self.stage.recursive)
        return RecursivelyLocked(mutex, self._block(self._holding(scope, mutex), budget - 2, 2))

    def _read_write_locked(self, scope: Scope, budget: int) -> Statement:
        """A lock that the thread holds already is asked for again only now and then: a writer would block itself."""
        free = self._lockable(scope, self.stage.rwlocks)
        if not free or (scope.held and self.choices.chance(15)):
            lock, writes = self.choices.pick(self.stage.rwlocks), self.choices.chance(30)
        else:
            lock, writes = self.choices.pick(free), self.choices.chance(50)
        if lock in scope.held and f"writes {lock}" in scope.held:  # glibc says EDEADLK: the section would not be one
            return Update(self.choices.pick(self.stage.scalars), "+", Number(1), short=True)
        inner = self._holding(scope, lock)
        inner.held = (*inner.held, f"writes {lock}") if writes else inner.held
        return ReadWriteLocked(lock, writes, self._block(inner, budget - 2, 2))

    def _with_semaphore(self, scope: Scope, budget: int) -> Statement:
        body = self._block(self._inside(scope), budget - 2, 2)
        return WithSemaphore(self.choices.pick(self.stage.semaphores), body, tries=self.choices.chance(20))

    def _semaphore_wait(self, _scope: Scope, _budget: int) -> Statement:
        return SemaphoreWait(self.choices.pick(self.stage.semaphores))

    def _post(self, _scope: Scope, _budget: int) -> Statement:
        return SemaphorePost(self.choices.pick(self.stage.semaphores))

    # Condition variables

    def _monitor(self, scope: Scope, body: Block) -> Statement:
        """The body with the first mutex held."""
        mutex = self.stage.mutexes[0]
        return Scoped(body) if mutex in scope.held else Locked(mutex, body)

    def _wait(self, scope: Scope, _budget: int) -> Statement:
        flag, condition = self.choices.pick(self.stage.flags)
        test = Comparison("==", Read(flag), Number(0))
        once = self.choices.chance(30)
        used: Block = [Assign(flag, Number(0))] if self.choices.chance(25) else []
        return self._monitor(scope, [ConditionWait(condition, self.stage.mutexes[0], test, once), *used])

    def _tell(self, scope: Scope, _budget: int) -> Statement:
        """Sets a flag and says so: as one should, or with a mistake that loses the signal now and then."""
        flag, condition = self.choices.pick(self.stage.flags)
        update, signal = Assign(flag, Number(1)), Signal(condition, everybody=self.choices.chance(40))
        match self.choices.integer(0, 9):
            case 0:
                return Scoped([update, signal])  # without the mutex
            case 1:
                return self._monitor(scope, [update])  # tells nobody
            case 2 | 3 | 4:
                return Scoped([self._monitor(scope, [update]), signal])
            case _:
                return self._monitor(scope, [update, signal])

    # What threads hand to each other

    def _hand_over(self, scope: Scope, _budget: int) -> Statement:
        return HandOver(self.choices.pick(self.stage.slots), scope.fresh("made"), self.choices.integer(1, 3))

    def _take_over(self, scope: Scope, _budget: int) -> Statement:
        target = self.choices.pick(self.stage.scalars)
        slot = self.choices.pick(self.stage.slots)
        return TakeOver(slot, scope.fresh("taken"), target, empties=not self.choices.chance(15))

    def _call(self, _scope: Scope, _budget: int) -> Statement:
        return CallThrough(APPLY, self.stage.callbacks, self.choices.integer(1, 2))

    def _choose(self, _scope: Scope, _budget: int) -> Statement:
        return Retarget(APPLY, self.choices.pick(sorted(self.stage.callbacks)))
