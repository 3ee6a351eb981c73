"""Small programs with one thread and signal handlers: as C, and as steps of a machine that knows nothing of smtcb.

A step reads one variable, writes one, or is one call; a signal may come before any step. `outcomes` tries everything,
by a few rules that are those of POSIX and not those of the library's models.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

SIGNALS = ("SIGUSR1", "SIGUSR2")
VARIABLES = ("x", "y")
VALUES = 4  # of a variable
DEFAULT, IGNORE = "SIG_DFL", "SIG_IGN"


class Op(NamedTuple):
    """What a step does; `where` is a variable, a signal or the step to go on with."""

    kind: str  # load, store, unless, jump, block, unblock, raise, install, return
    where: str | int = 0
    value: object = None


class Action(NamedTuple):
    handler: str  # its name, or DEFAULT or IGNORE
    nodefer: bool = False
    resethand: bool = False
    masks: frozenset[str] = frozenset()


@dataclass(slots=True)
class Body:
    """A function, in both forms."""

    lines: list[str] = field(default_factory=list)
    ops: list[Op] = field(default_factory=list)


@dataclass(slots=True)
class SignalProgram:
    bodies: dict[str, Body]
    signals: int

    def text(self) -> str:
        handlers = [
            f"static void {name}(int number)\n{{\n    (void)number;\n{_indented(body.lines)}}}\n"
            for name, body in self.bodies.items()
            if name != "main"
        ]
        declared = "".join(f"static void {name}(int number);\n" for name in self.bodies if name != "main")
        return PROLOGUE + declared + "\n".join(handlers) + MAIN.format(body=_indented(self.bodies["main"].lines))

    def judged(self) -> str:
        """With an assertion for each outcome, which fails where that is the outcome. The lines are known."""
        checks = "".join(f"    if (outcome == {number}) assert(0); // {number}\n" for number in range(OUTCOMES))
        return self.text().replace("/* judged */", checks)


OUTCOMES = VALUES ** len(VARIABLES)
PROLOGUE = """#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile unsigned x, y;

static void install(int number, void (*handler)(int), int flags, int masked)
{
    struct sigaction action;

    action.sa_handler = handler;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    if (masked != 0)
        sigaddset(&action.sa_mask, masked);
    sigaction(number, &action, NULL);
}

static void change(int how, int number)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(how, &set, NULL);
}

"""
MAIN = """
int main(void)
{{
    unsigned outcome;

{body}    outcome = x;
    outcome = outcome + 4 * y;
/* judged */
    return (int)outcome;
}}
"""


def _indented(lines: list[str]) -> str:
    return "".join(f"    {line}\n" for line in lines)


class _Author:
    def __init__(self, seed: int, *, single: bool) -> None:
        self.random = random.Random(seed)
        self.handlers = ("first",) if self.random.random() < 0.4 else ("first", "second")
        self.single = single

    def program(self) -> SignalProgram:
        bodies = {name: self.body(self.random.randint(1, 3), in_handler=True) for name in self.handlers}
        main = Body()
        for number in range(len(self.handlers)):
            self.install(main, SIGNALS[number], self.handlers[number])
        self.statements(main, self.random.randint(2, 4), in_handler=False)
        bodies["main"] = self.closed(main)
        return SignalProgram(bodies, 1 if self.single else self.random.choice((1, 1, 2)))

    def body(self, length: int, *, in_handler: bool) -> Body:
        body = Body()
        self.statements(body, length, in_handler=in_handler)
        return self.closed(body)

    def closed(self, body: Body) -> Body:
        body.ops.append(Op("return"))
        return body

    def statements(self, body: Body, length: int, *, in_handler: bool) -> None:
        kinds = [self.assign] * 5 + [self.increase] * 4 + [self.conditional] * 2
        kinds += [self.signals_in_handler] if in_handler else [self.signals] * 3
        for _ in range(length):
            self.random.choice(kinds)(body)

    def variable(self) -> str:
        return self.random.choice(VARIABLES)

    def assign(self, body: Body) -> None:
        target, one, other = self.variable(), self.variable(), self.variable()
        constant = self.random.randrange(VALUES)
        if self.random.random() < 0.4:
            body.lines.append(f"{target} = {constant};")
            body.ops.append(Op("store", target, ("const", constant)))
        else:
            body.lines.append(f"{target} = ({one} + 2 * {other} + {constant}) & 3;")
            body.ops += [Op("load", one), Op("load", other), Op("store", target, ("sum", constant))]

    def increase(self, body: Body) -> None:
        target = self.variable()
        body.lines.append(f"{target} = ({target} + 1) & 3;")
        body.ops += [Op("load", target), Op("store", target, ("next",))]

    def conditional(self, body: Body) -> None:
        tested = self.variable()
        body.ops += [Op("load", tested), Op("unless")]
        test = len(body.ops) - 1
        inner = Body()
        inner.ops = body.ops
        self.random.choice([self.assign, self.increase])(inner)
        body.lines += [f"if ({tested})", f"    {inner.lines[0]}"]
        body.ops[test] = Op("unless", len(body.ops))

    def signals(self, body: Body) -> None:
        self.signal_call(body, self.random.choice(["block", "unblock", "raise", "install", "block", "unblock"]))

    def signals_in_handler(self, body: Body) -> None:
        """No raise: a handler that calls itself, or comes again at its end, would never come to an end."""
        self.signal_call(body, self.random.choice(["block", "unblock", "install"]))

    def signal_call(self, body: Body, kind: str) -> None:
        signal = self.random.choice(SIGNALS[: len(self.handlers)])
        if kind == "install":
            self.install(body, signal, self.random.choice([*self.handlers, *self.handlers, DEFAULT, IGNORE]))
        elif kind == "raise":
            body.lines.append(f"raise({signal});")
            body.ops.append(Op("raise", signal))
        else:
            body.lines.append(f"change(SIG_{kind.upper()}, {signal});")
            body.ops.append(Op(kind, signal))

    def install(self, body: Body, signal: str, handler: str) -> None:
        nodefer, resethand, masked = (self.random.random() < 0.25 for _ in range(3))
        flags = " | ".join([*["SA_NODEFER"] * nodefer, *["(int)SA_RESETHAND"] * resethand]) or "0"
        other = SIGNALS[1 - SIGNALS.index(signal)]
        body.lines.append(f"install({signal}, {handler}, {flags}, {other if masked else 0});")
        action = Action(handler, nodefer, resethand, frozenset([other] if masked else []))
        body.ops.append(Op("install", signal, action))


def generate(seed: int, *, single: bool = False) -> SignalProgram:
    return _Author(seed, single=single).program()


# The machine


class Frame(NamedTuple):
    function: str
    step: int = 0
    read: tuple[int, ...] = ()
    masked_before: frozenset[str] = frozenset()


class State(NamedTuple):
    frames: tuple[Frame, ...]
    values: tuple[int, ...]
    actions: tuple[Action, ...]
    masked: frozenset[str]
    pending: frozenset[str]
    left: int  # how many signals may still come


def outcomes(program: SignalProgram) -> set[int]:
    """All that main can return."""
    program.bodies["main"].ops[-1:] = [Op("load", "x"), Op("load", "y"), Op("return")]
    start = State(
        (Frame("main"),),
        (0,) * len(VARIABLES),
        (Action(DEFAULT),) * len(SIGNALS),
        frozenset(),
        frozenset(),
        program.signals,
    )
    seen, pending, found = {start}, [start], set()
    while pending:
        state = pending.pop()
        for following in _following(program, state):
            if isinstance(following, int):
                found.add(following)
            elif following not in seen:
                seen.add(following)
                pending.append(following)
    return found


def _following(program: SignalProgram, state: State) -> Iterator[State | int]:
    waiting = sorted(state.pending - state.masked)
    if waiting:  # what is pending and not blocked happens first
        for signal in waiting:
            yield from _happens(state._replace(pending=state.pending - {signal}), signal)
        return
    if state.left > 0:
        for index, signal in enumerate(SIGNALS):
            if signal not in state.masked and state.actions[index].handler not in (DEFAULT, IGNORE):
                yield from _happens(state._replace(left=state.left - 1), signal)
    yield from _step(program, state)


def _happens(state: State, signal: str) -> Iterator[State]:
    index = SIGNALS.index(signal)
    action = state.actions[index]
    if action.handler == IGNORE:
        yield state
    elif action.handler != DEFAULT:  # which would be the end
        actions = list(state.actions)
        if action.resethand:
            actions[index] = Action(DEFAULT)
        masked = state.masked | action.masks | (frozenset() if action.nodefer else {signal})
        frame = Frame(action.handler, masked_before=state.masked)
        yield state._replace(frames=(*state.frames, frame), actions=tuple(actions), masked=masked)


def _step(program: SignalProgram, state: State) -> Iterator[State | int]:
    frame = state.frames[-1]
    op = program.bodies[frame.function].ops[frame.step]
    after = state._replace(frames=(*state.frames[:-1], frame._replace(step=frame.step + 1)))
    match op.kind:
        case "load":
            value = state.values[VARIABLES.index(str(op.where))]
            moved = frame._replace(step=frame.step + 1, read=(*frame.read, value))
            yield state._replace(frames=(*state.frames[:-1], moved))
        case "store":
            values = list(state.values)
            values[VARIABLES.index(str(op.where))] = _computed(op.value, frame.read)  # type: ignore[arg-type]
            forgotten = frame._replace(step=frame.step + 1, read=())
            yield state._replace(frames=(*state.frames[:-1], forgotten), values=tuple(values))
        case "unless":
            assert isinstance(op.where, int)
            step = frame.step + 1 if frame.read[-1] else op.where
            yield state._replace(frames=(*state.frames[:-1], frame._replace(step=step, read=())))
        case "block":
            yield after._replace(masked=state.masked | {str(op.where)})
        case "unblock":
            yield after._replace(masked=state.masked - {str(op.where)})
        case "raise":
            yield after._replace(pending=state.pending | {str(op.where)})
        case "install":
            assert isinstance(op.value, Action)
            index = SIGNALS.index(str(op.where))
            actions = list(state.actions)
            actions[index] = op.value
            ignored = {str(op.where)} if op.value.handler == IGNORE else set()
            yield after._replace(actions=tuple(actions), pending=state.pending - ignored)
        case "return" if len(state.frames) == 1:
            yield frame.read[0] + VALUES * frame.read[1]
        case "return":
            yield state._replace(frames=state.frames[:-1], masked=frame.masked_before)


def _computed(how: tuple[object, ...], read: tuple[int, ...]) -> int:
    match how:
        case ("const", int(value)):
            return value
        case ("next",):
            return (read[0] + 1) % VALUES
        case ("sum", int(constant)):
            return (read[0] + 2 * read[1] + constant) % VALUES
    raise ValueError(how)
