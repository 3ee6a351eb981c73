"""Writes control flow: ways out of loops, functions and threads, labels, switches, calls, conditions with effects."""

from __future__ import annotations

from collections.abc import Callable

from .arithmetic import INT
from .choices import Choices
from .expressions import Binary, Comparison, Conditional, Expression, Logical, Number, Place, Read, Variable, masked
from .flow import (
    Call,
    Case,
    Continue,
    Evaluate,
    ExitThread,
    Function,
    Goto,
    Labelled,
    Not,
    Retry,
    Return,
    Sequenced,
    Stepped,
    Switch,
)
from .stage import Scope, Stage
from .statements import Assign, Block, Break, DeclareLocal, If, Loop, Statement, Update, cost_of

Write = Callable[[Scope, int], Statement]
N = Variable("n", INT, shared=False)
MOST_CALL_COST = 6


class FlowAuthor:
    def __init__(
        self,
        choices: Choices,
        stage: Stage,
        place: Callable[[Scope], Place],
        block: Callable[[Scope, int, int], list[Statement]],
    ) -> None:
        self.choices = choices
        self.stage = stage
        self._place = place
        self._block = block

    def statements(self, scope: Scope, budget: int) -> list[Write]:
        """Ways to go on here, the likelier ones several times; none for programs without control flow of this kind."""
        if "flow" not in self.stage.features or scope.in_atomic:
            return []
        kinds: list[Write] = [self._effect] * 2
        if self._ways_out(scope):
            kinds += [self._leave_if] * (8 if scope.depth == 0 else 5)
        if self.stage.functions:
            kinds += [self._call] * 4
        if scope.depth < 2 and budget >= 3:
            kinds += [self._switch] * 3 + [self._labelled] * 3 + [self._loop] * 3 + [self._retry] * 2
        return kinds

    # Conditions

    def condition(self, scope: Scope, depth: int = 2) -> Expression:
        """Reads joined by `||`, `&&`, `!` and `?:`."""
        if depth == 0 or self.choices.chance(30):
            return self._test(scope)
        match self.choices.integer(0, 5):
            case 0:
                return Not(self.condition(scope, depth - 1))
            case 1:
                parts = [self.condition(scope, depth - 1) for _ in range(2)]
                return Conditional(self._test(scope), *parts)
            case _:
                op = self.choices.pick(("||", "||", "&&"))
                return Logical(op, self.condition(scope, depth - 1), self.condition(scope, depth - 1))

    def _test(self, scope: Scope) -> Expression:
        """One look at a variable, seldom with an effect on it or on another one."""
        known = (*scope.locals, *scope.readable)
        place = self.choices.pick(known) if known and self.choices.chance(30) else self._place(scope)
        looked: Expression = Read(place)
        match self.choices.integer(0, 9):
            case 0 if place.shared:
                looked = Stepped(place, self.choices.pick("+-"))
            case 1:
                looked = Sequenced(self._place(scope), self.choices.integer(0, 2), looked)
            case 2 if self.stage.functions and not scope.held:
                looked = self._called(scope)
            case 3 | 4:
                return looked
            case _:
                pass
        return Comparison(self.choices.pick(("==", "!=", "<", ">")), looked, Number(self.choices.integer(0, 2)))

    # Ways out

    def _ways_out(self, scope: Scope) -> list[Callable[[Scope], Statement]]:
        ways: list[Callable[[Scope], Statement]] = []
        if scope.leaves:
            ways += [self._return] * 4 + [lambda _: ExitThread(self.choices.integer(0, 2))]
        if scope.may_break:
            ways += [lambda _: Break()] * 2
        if scope.may_continue:
            ways += [lambda _: Continue()] * 3
        if scope.labels:
            ways += [lambda scope: Goto(self.choices.pick(scope.labels))] * 3
        return ways

    def _return(self, scope: Scope) -> Statement:
        known = [variable for variable in scope.locals if variable.type == INT]
        value: Expression = Number(self.choices.integer(0, 2))
        if known and self.choices.chance(40):
            value = masked(Read(self.choices.pick(known)), 7)
        return Return(value, scope.leaves)

    def _leave_if(self, scope: Scope, _budget: int) -> Statement:
        """`if (a || b) return ...;`, perhaps with something done before."""
        before: Block = [self._step(scope)] if self.choices.chance(25) else []
        return If(self.condition(scope), [*before, self.choices.pick(self._ways_out(scope))(scope)])

    def _step(self, scope: Scope) -> Statement:
        return Update(self.choices.pick(self.stage.scalars), self.choices.pick("+-"), Number(1), short=True)

    def _effect(self, scope: Scope, _budget: int) -> Statement:
        """`x && y++;` and the like: the condition decides what is evaluated."""
        place = self._place(scope)
        return Evaluate(Logical(self.choices.pick(("&&", "||")), self.condition(scope, 1), Stepped(place, "+")))

    # Blocks

    def _switch(self, scope: Scope, budget: int) -> Statement:
        inner = scope.inner()
        inner.may_break = True
        values: list[int | None] = [*range(self.choices.integer(1, 3))]
        values.insert(self.choices.integer(0, len(values)), None)
        if self.choices.chance(30):
            values.remove(None)
        cases = [
            Case(value, self._block(inner.inner(), max(budget // len(values), 1), 1), self.choices.chance(50))
            for value in values
        ]
        return Switch(masked(Read(self._place(scope)), 3), tuple(cases))

    def _labelled(self, scope: Scope, budget: int) -> Statement:
        inner, label = scope.inner(), scope.fresh("out")
        inner.labels = (*scope.labels, label)
        body = self._block(inner, budget, 3)
        where = self.choices.integer(0, len(body) - 1)
        jump = If(self.condition(scope, 1), [Goto(label)])
        return Labelled(label, [*body[:where], jump, *body[where:]])

    def _loop(self, scope: Scope, budget: int) -> Statement:
        """A loop on what others may change, with bounded patience."""
        counter = Variable(scope.fresh("i"), INT, shared=False)
        inner = scope.inner()
        inner.may_break = inner.may_continue = True
        inner.readable = (*inner.readable, counter)
        condition = self.condition(scope, 1) if self.choices.chance(70) else None
        body = self._block(inner, max(budget // 2, 1), 2)
        style = self.choices.pick(("for", "while", "do"))
        return Loop(counter, 2, body, condition, style, counted_last=self.choices.chance(50))

    def _retry(self, scope: Scope, budget: int) -> Statement:
        inner = scope.inner()
        inner.may_break = inner.may_continue = False
        body = self._block(inner, max(budget // 2, 1), 2)
        return Retry(scope.fresh("again"), scope.fresh("i"), 2, body, self.condition(scope, 1))

    # Functions

    def declare_functions(self) -> None:
        """One to three, each of which may call those before it, and perhaps itself."""
        for number in range(self.choices.integer(1, 3)):
            function = Function(f"visit{number}", deepest=self.choices.pick((0, 0, 2)))
            scope = Scope(readable=(N,), leaves="function")
            body = self._block(scope, 3, 2)
            while body and cost_of(body) * max(function.deepest, 1) > MOST_CALL_COST:
                body.pop()
            function.body = body
            function.result = self._result(function, scope)
            self.stage.functions.append(function)

    def _result(self, function: Function, scope: Scope) -> Expression:
        if function.deepest:
            below = Binary("-", Read(N), Number(1), 2)
            deeper = Binary("+", Call(function, below, 0), Number(self.choices.integer(0, 1)), 16)
            return masked(deeper, Function.RESULT_BOUND)
        if self.choices.chance(40):
            return masked(Read(self._place(scope)), Function.RESULT_BOUND)
        return Number(self.choices.integer(0, 2))

    def _called(self, scope: Scope) -> Call:
        function = self.choices.pick(self.stage.functions)
        argument: Expression = Number(self.choices.integer(0, 2))
        if not function.deepest and self.choices.chance(40):
            argument = masked(Read(self._place(scope)), 3)
        once = cost_of(function.body) + function.result.cost
        return Call(function, argument, argument.cost + once * max(function.deepest, 1))

    def _call(self, scope: Scope, _budget: int) -> Statement:
        call = self._called(scope)
        known = [variable for variable in scope.locals if variable.type == INT]
        if known and self.choices.chance(30):
            return Assign(self.choices.pick(known), call)
        if self.choices.chance(40):
            local = Variable(scope.fresh("v"), INT, shared=False)
            scope.locals.append(local)
            return DeclareLocal(local, call)
        return Evaluate(call)
