"""Writes the statements and expressions of generated programs.

What it writes always ends, compiles, and has no undefined behaviour but data races: indices and shift operands are
masked, divisors are constants, signed variables get only small values and small increments (see `storable`), loops
count, locks nest properly.
"""

from __future__ import annotations

from collections.abc import Callable

from .arithmetic import BOOL, CHAR, INT, LONG, UNSIGNED, CInteger, common
from .choices import Choices
from .expressions import (
    Binary,
    Comparison,
    Conditional,
    Element,
    Expression,
    Logical,
    Member,
    Number,
    Place,
    Pointer,
    PureCall,
    Read,
    StructVariable,
    Through,
    Variable,
    masked,
)
from .flow_author import FlowAuthor
from .memory_author import MemoryAuthor
from .stage import Scope, Stage
from .statements import (
    AssertionSlot,
    Assign,
    Assume,
    AtomicSection,
    Block,
    Break,
    CallAdd,
    CompareAndSwap,
    CopyStruct,
    DeclareLocal,
    FetchUpdate,
    If,
    InARow,
    Input,
    Locked,
    Loop,
    Retarget,
    Scoped,
    Statement,
    Update,
    number_like,
)
from .synchronizer import Synchronizer
from .undefined_author import UndefinedAuthor

MARK = 5  # is written only where something else is written next
FETCHES = {"+": "add", "-": "sub", "|": "or", "^": "xor"}
PLAIN_FETCHES = ("__sync_fetch_and_{}(&{{}}, {{}})", "__atomic_fetch_{}(&{{}}, {{}}, __ATOMIC_SEQ_CST)")
C11_FETCH = "atomic_fetch_{}(&{{}}, {{}})"


def storable(expression: Expression, target: CInteger) -> Expression:
    """An expression whose value may be stored: signed variables stay small, so that nothing ever overflows."""
    small = expression.bound <= 64 or (isinstance(expression, Read) and expression.type.signed)
    return expression if small or not target.signed else masked(expression, 15)


class Author:
    def __init__(self, choices: Choices, stage: Stage) -> None:
        self.choices = choices
        self.stage = stage
        self.synchronizer = Synchronizer(choices, stage, self.block)
        self.memory = MemoryAuthor(choices, stage, self.block)
        self.flow = FlowAuthor(choices, stage, self.place, self.block)
        self.undefined = UndefinedAuthor(choices, stage, self.block)

    def _has(self, feature: str) -> bool:
        return feature in self.stage.features

    # Places and expressions

    def place(self, scope: Scope) -> Place:
        """A shared place."""
        kinds: list[Callable[[], Place]] = [lambda: self.choices.pick(self.stage.scalars)] * 4
        if self.stage.arrays:
            kinds += [lambda: self._element(scope)] * 2
        if self.stage.structs:
            kinds += [self._member] * 2
        if self.stage.pointers:
            kinds += [lambda: Through(self.choices.pick(self.stage.pointers)[0], INT)] * 2
        if self.stage.heap_cells:
            kinds += [lambda: Through(self.choices.pick(self.stage.heap_cells), INT)] * 2
        if self.stage.places:
            kinds += [lambda: self.choices.pick(self.stage.places)(scope)] * 9
        if scope.lent:
            kinds += [lambda: self.choices.pick(scope.lent)] * 9
        if scope.box:
            kinds += [lambda: Through(Pointer("box", shared=False), INT)] * 3
        return self.choices.pick(kinds)()

    def _element(self, scope: Scope) -> Place:
        name, ctype, length = self.choices.pick(self.stage.arrays)
        if self.choices.chance(35):
            indices = scope.readable or self.stage.scalars
            index: Expression = masked(Read(self.choices.pick(indices)), length - 1)
        else:
            index = Number(self.choices.integer(0, length - 1))
        return Element(name, ctype, index)

    def _member(self) -> Place:
        assert self.stage.shape is not None
        name, ctype = self.choices.pick(self.stage.shape.members)
        return Member(self.choices.pick(self.stage.structs), name, ctype)

    def read(self, scope: Scope) -> Expression:
        if self.stage.atomics and self.choices.chance(25):
            return Read(self.choices.pick(self.stage.atomics), self.choices.pick(("{}", "atomic_load(&{})")))
        return Read(self.place(scope))

    def _leaf(self, scope: Scope) -> Expression:
        match self.choices.integer(0, 5):
            case 0 | 1:
                return Number(self.choices.integer(0, 4))
            case 2 | 3 if scope.locals or scope.readable:
                return Read(self.choices.pick((*scope.locals, *scope.readable)))
            case _:
                return self.read(scope)

    def expression(self, scope: Scope, depth: int = 1) -> Expression:
        if depth == 0:
            return self._leaf(scope)
        kinds: list[Callable[[Scope, int], Expression]] = [lambda scope, _: self._leaf(scope)] * 3
        kinds += [self._sum] * 3 + [self._bits, self._quotient, self._comparison]
        if self._has("conditional"):
            kinds.append(self._conditional)
        if self._has("calls"):
            kinds.append(self._call)
        return self.choices.pick(kinds)(scope, depth - 1)

    def _sum(self, scope: Scope, depth: int) -> Expression:
        op = self.choices.pick("+-*")
        left, right = self.expression(scope, depth), self.expression(scope, depth)
        for mask in (15, 7):
            bound = left.bound * right.bound if op == "*" else left.bound + right.bound
            ctype = common(left.type, right.type)
            if not ctype.signed:
                return Binary(op, left, right, (1 << ctype.width) - 1)
            if bound < 1 << 30:
                break
            left, right = masked(left, mask), masked(right, mask)
        return Binary(op, left, right, bound)

    def _bits(self, scope: Scope, depth: int) -> Expression:
        left = masked(self.expression(scope, depth), 15)
        op = self.choices.pick(("&", "|", "^", "<<", ">>"))
        if op in ("<<", ">>"):
            return Binary(op, left, Number(self.choices.integer(1, 2)), 60)
        return Binary(op, left, masked(self.expression(scope, depth), 15), 15)

    def _quotient(self, scope: Scope, depth: int) -> Expression:
        divisor = Number(self.choices.integer(2, 4))
        left = self.expression(scope, depth)
        if self.choices.chance(50):
            return Binary("%", left, divisor, divisor.number - 1)
        return Binary("/", left, divisor, left.bound)

    def _comparison(self, scope: Scope, depth: int) -> Expression:
        op = self.choices.pick(("==", "!=", "<", "<=", ">", ">="))
        return Comparison(op, self.expression(scope, depth), self.expression(scope, depth))

    def _conditional(self, scope: Scope, depth: int) -> Expression:
        return Conditional(self.condition(scope), self.expression(scope, depth), self.expression(scope, depth))

    def _call(self, scope: Scope, depth: int) -> Expression:
        if self.choices.chance(40):
            return PureCall("triangle", (masked(self.expression(scope, depth), 3),), 6)
        arguments = [storable(self.expression(scope, depth), INT) for _ in range(2)]
        return PureCall("smaller", tuple(arguments), max(argument.bound for argument in arguments))

    def condition(self, scope: Scope) -> Expression:
        if self._has("flow"):
            return self.flow.condition(scope)
        simple = self._comparison_with_read(scope)
        if self._has("shortcircuit") and self.choices.chance(35):
            return Logical(self.choices.pick(("&&", "||")), simple, self._comparison_with_read(scope))
        return simple

    def _comparison_with_read(self, scope: Scope) -> Expression:
        if (scope.locals or scope.readable) and self.choices.chance(30):
            left: Expression = Read(self.choices.pick((*scope.locals, *scope.readable)))
        else:
            left = self.read(scope)
        op = self.choices.pick(("==", "!=", "<", "<=", ">", ">="))
        right = self.read(scope) if self.choices.chance(20) else Number(self.choices.integer(0, 3))
        return Comparison(op, left, right)

    # Statements

    def block(self, scope: Scope, budget: int, most: int = 4) -> list[Statement]:
        """Statements that pass at most `budget` switch points."""
        statements: list[Statement] = []
        attempts = 0
        while budget > 0 and len(statements) < most and attempts < 12:
            attempts += 1
            known = list(scope.locals)
            statement = self.statement(scope, budget)
            if statement.cost > budget:
                scope.locals[:] = known
                continue
            statements.append(statement)
            budget -= statement.cost
            if isinstance(statement, Break):
                break
        return statements or [self._small_step(scope)]

    def _small_step(self, scope: Scope) -> Statement:
        step = Update(self.choices.pick(self.stage.scalars), "+", Number(1), short=True)
        guard = self.stage.guard if self.synchronizer.needs_guard(scope) else None
        return guard.section(guard.lock, [step]) if guard else step

    def statement(self, scope: Scope, budget: int) -> Statement:
        if self.synchronizer.needs_guard(scope) and (scope.depth or not self.choices.chance(self.stage.careless)):
            return self.synchronizer.guarded(scope, budget)
        kinds: list[Callable[[Scope, int], Statement]] = [self._update] * 5
        kinds += [self._assign] * 4 + [self._local] * 2
        if scope.depth < 2:
            if self._has("branches"):
                kinds += [self._if] * 3
            if self._has("loops") and budget >= 4:
                kinds += [self._loop] * 3
            if self._mutexes(scope) and budget >= 4:
                kinds += [self._locked] * (9 if self._has("deadlocks") else 3)
            if self._has("sections") and not scope.in_atomic:
                kinds += [self._section] * 2
        if self._has("rewrites"):
            kinds += [self._rewrites] * 6 + [self._sees_no_mark] * 2 + [self._reads_twice]
        if self._has("crowds"):
            kinds += [self._assume] * 2
        if self._has("sync"):
            kinds.append(self._sync)
        if self.stage.atomics:
            kinds += [self._atomic] * 3
        if self.stage.pointers:
            kinds.append(self._retarget)
        if self.stage.structs and self.stage.shape:
            kinds += [self._copy] * 2
        if self._has("calls"):
            kinds.append(self._add)
        if scope.may_break and not self._has("flow"):
            kinds.append(lambda *_: Break())
        if self._has("inputs"):
            kinds.append(self._input)
        synchronizing = self.synchronizer.statements(scope, budget)
        if synchronizing and self.choices.chance(55):
            kinds = synchronizing
        about_memory = self.memory.statements(scope, budget)
        if about_memory and self.choices.chance(45):
            kinds = about_memory
        about_undefined = self.undefined.statements(scope, budget)
        if about_undefined and self.choices.chance(50):
            kinds = about_undefined
        flowing = self.flow.statements(scope, budget)
        if flowing and self.choices.chance(60):
            kinds = flowing
        return self.choices.pick(kinds)(scope, budget)

    def _update(self, scope: Scope, _budget: int) -> Statement:
        place = self.place(scope)
        if self.choices.chance(50):
            return Update(place, self.choices.pick("+-"), Number(1), short=True)
        amount = self.expression(scope)
        if place.type.signed:
            return Update(place, self.choices.pick("+-|^"), masked(amount, 3))
        if common(place.type, amount.type).signed:  # a narrow place: the arithmetic happens in a signed type
            amount = masked(amount, 15)
        return Update(place, self.choices.pick("+-|^&*"), amount)

    def _assign(self, scope: Scope, _budget: int) -> Statement:
        place = self.place(scope)
        return Assign(place, storable(self.expression(scope, depth=self.choices.integer(1, 2)), place.type))

    def _rewrites(self, scope: Scope, _budget: int) -> Statement:
        """Two or three writes to one place, with nothing between them; some change nothing. Often something else is
        done before and after: then they are steps of a turn."""
        place = self.place(scope)
        values = [self.choices.integer(0, 2) for _ in range(self.choices.integer(2, 3))]
        if self.choices.chance(50):
            values[self.choices.integer(0, len(values) - 2)] = MARK
        writes: list[Statement] = [Assign(place, Number(value)) for value in values]
        if self.choices.chance(60):
            around = Assign(self.place(scope), Number(self.choices.integer(0, 2)))
            writes = [around, *writes, around]
        return InARow(writes)

    def _sees_no_mark(self, scope: Scope, _budget: int) -> Statement:
        """What stands in a variable only between two writes in a row is denied: few executions are there to see it."""
        read = Read(self.choices.pick(self.stage.scalars))
        return AssertionSlot(-1, (), Comparison("!=", read, number_like(MARK, read.type)))

    def _reads_twice(self, scope: Scope, _budget: int) -> Statement:
        """Two reads in a row, with nothing between them that others could see, are said to be the same."""
        place = self.choices.pick(self.stage.scalars)
        first, second = (Variable(scope.fresh("v"), place.type, shared=False) for _ in range(2))
        same = Comparison("==", Read(first), Read(second))
        reads: list[Statement] = [DeclareLocal(one, Read(place)) for one in (first, second)]
        return InARow([*reads, AssertionSlot(-1, (), same)])

    def _local(self, scope: Scope, _budget: int) -> Statement:
        if scope.locals and self.choices.chance(30):
            variable = self.choices.pick(scope.locals)
            return Assign(variable, storable(self.expression(scope), variable.type))
        ctype = self.choices.pick((INT, UNSIGNED, LONG, CHAR)) if self._has("types") else INT
        variable = Variable(scope.fresh("v"), ctype, shared=False)
        value = self.read(scope) if self.choices.chance(60) else self.expression(scope)
        statement = DeclareLocal(variable, storable(value, ctype))
        scope.locals.append(variable)
        return statement

    def _if(self, scope: Scope, budget: int) -> Statement:
        condition = self.condition(scope)
        rest = max(budget - condition.cost, 1)
        yes = self.block(scope.inner(), rest, most=2)
        no = self.block(scope.inner(), rest, most=2) if self.choices.chance(35) else []
        return If(condition, yes, no)

    def _loop(self, scope: Scope, budget: int) -> Statement:
        count = self.choices.integer(2, 3)
        counter = Variable(scope.fresh("i"), INT, shared=False)
        inner = scope.inner()
        inner.may_break = scope.depth == 0
        condition = self._comparison_with_read(scope) if self.choices.chance(20) else None
        share = budget // count - (condition.cost if condition else 0)
        inner.readable = (*inner.readable, counter)
        body = self.block(inner, max(share, 1), most=2)
        if isinstance(body[-1], Break):  # an unconditional break would make the loop pointless
            body = [*body[:-1], If(self._comparison_with_read(scope), [Break()])]
        return Loop(counter, count, body, condition, self.choices.pick(("for", "while", "do")))

    def _mutexes(self, scope: Scope) -> list[str]:
        """Those that may be locked here: in ascending order, unless deadlocks are wanted."""
        if scope.in_atomic:
            return []
        free = [mutex for mutex in self.stage.mutexes if mutex not in scope.held]
        return free if self._has("deadlocks") else [mutex for mutex in free if mutex > max(scope.held, default="")]

    def _locked(self, scope: Scope, budget: int) -> Statement:
        mutex = self.choices.pick(self._mutexes(scope))
        inner = scope.section()
        inner.held = (*scope.held, mutex)
        if self._has("deadlocks") and self._mutexes(inner) and budget >= 6 and self.choices.chance(60):
            return Locked(mutex, [self._locked(inner, budget - 2)])
        return Locked(mutex, self.block(inner, budget - 2, most=3))

    def _section(self, scope: Scope, _budget: int) -> Statement:
        inner = scope.section()
        inner.in_atomic, inner.leaves = True, ""
        return AtomicSection(self.block(inner, 4, most=2))

    def _fetch(self, scope: Scope, variable: Variable) -> Statement:
        op = self.choices.pick("+-|^")
        spelling = (C11_FETCH if variable.atomic else self.choices.pick(PLAIN_FETCHES)).format(FETCHES[op])
        amount = Number(self.choices.integer(1, 3)) if self.choices.chance(60) else masked(self.expression(scope), 3)
        results = [local for local in scope.locals if local.type == variable.type]
        result = self.choices.pick(results) if results and self.choices.chance(50) else None
        return FetchUpdate(spelling, variable, op, amount, result)

    def _swap(self, scope: Scope, variable: Variable) -> Statement:
        results = [local for local in scope.locals if local.type == INT]
        if not results:
            return self._fetch(scope, variable)
        desired = storable(self.expression(scope), variable.type)
        scratch = scope.fresh("expected") if variable.atomic else None
        return CompareAndSwap(variable, self.choices.integer(0, 2), desired, self.choices.pick(results), scratch)

    def _sync(self, scope: Scope, budget: int) -> Statement:
        variables = [variable for variable in self.stage.scalars if variable.type.width >= 32]
        if not variables:
            return self._update(scope, budget)
        variable = self.choices.pick(variables)
        return self._swap(scope, variable) if self.choices.chance(30) else self._fetch(scope, variable)

    def _atomic(self, scope: Scope, _budget: int) -> Statement:
        variable = self.choices.pick(self.stage.atomics)
        match self.choices.integer(0, 3):
            case 0:
                return Update(variable, "+", Number(1), short=True)
            case 1:
                return self._fetch(scope, variable)
            case 2:
                return self._swap(scope, variable)
            case _:
                value = storable(self.expression(scope), variable.type)
                return Assign(variable, value, self.choices.pick(("{} = {};", "atomic_store(&{}, {});")))

    def _retarget(self, _scope: Scope, _budget: int) -> Statement:
        pointer, targets = self.choices.pick(self.stage.pointers)
        return Retarget(pointer, self.choices.pick(targets))

    def _copy(self, scope: Scope, _budget: int) -> Statement:
        shape = self.stage.shape
        assert shape is not None
        names = tuple(name for name, _ in shape.members)
        source = self.choices.pick(self.stage.structs)
        others = [struct for struct in self.stage.structs if struct != source and isinstance(struct, StructVariable)]
        if others and isinstance(source, StructVariable) and self.choices.chance(50):
            return CopyStruct(self.choices.pick(others), source, names)
        local = StructVariable(scope.fresh("pair"), shared=False)
        members = [Member(local, name, ctype) for name, ctype in shape.members]
        compared = Comparison(self.choices.pick(("<", "==", "!=")), Read(members[0]), Read(members[1]))
        copied = CopyStruct(local, source, names, declared=shape.name)
        followed: Block = [Assign(members[0], Number(1)), CopyStruct(source, local, names)]
        if self.choices.chance(60):
            target = self.choices.pick(self.stage.scalars)
            followed = [Assign(target, compared)]
        return Scoped([copied, *followed])

    def _add(self, scope: Scope, budget: int) -> Statement:
        places = [variable for variable in self.stage.scalars if variable.type == INT]
        if not places:
            return self._update(scope, budget)
        return CallAdd(self.choices.pick(places), masked(self.expression(scope), 3))

    def _assume(self, scope: Scope, _budget: int) -> Statement:
        """That a variable has not one of the few values that it may have: others go on where it has."""
        return Assume(Comparison("!=", self.read(scope), Number(self.choices.integer(0, 2))))

    def _input(self, scope: Scope, budget: int) -> Statement:
        if scope.names.get("input", 0) or scope.depth or scope.in_atomic:
            return self._update(scope, budget)
        return self.input(scope, BOOL)

    def input(self, scope: Scope, ctype: CInteger) -> Statement:
        """A nondeterministic local. A char has an assumption, which should come before anything that others see:
        else every value that it forbids is one more state in which the thread waits for ever."""
        variable = Variable(scope.fresh("input"), ctype, shared=False)
        scope.locals.append(variable)
        return Input(variable, 2 if ctype == BOOL else self.choices.integer(2, 3))
