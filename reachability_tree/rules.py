"""The rules by which a node is expanded (ICSE 2011 §3.1), and which instruction goes by which rule.

The paper makes a node per instruction. Here a *step* applies rules, one instruction after the other, from a switch
point to the next; only then is there a node, since no other thread can move in between. What the rules say about the
state is done by `symex` (`symex.compile` makes a closure of each instruction); what they say about children, by `walk`.

One function per rule says which instructions it is about; `rule_of` finds the rule of any instruction.
"""

from __future__ import annotations

from enum import StrEnum

from esbmc_py.goto.instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Block,
    Branch,
    Call,
    Copy,
    Dead,
    Declare,
    EndThread,
    Free,
    Goto,
    Halt,
    Havoc,
    Instruction,
    Load,
    Nondet,
    ObjectSize,
    Return,
    StartThread,
    Store,
    Unsupported,
)


class Rule(StrEnum):
    R1 = "R1"
    R2 = "R2"
    R3 = "R3"
    R4 = "R4"
    R5 = "R5"
    R6 = "R6"
    SCOPE = "scope"  # "just scoping constructs", which do not contribute to the expansion of the tree


def r1_assignment(instruction: Instruction) -> bool:
    """R1: an assignment makes a new state; if it is visible, other threads may go on from there.

    Registers are assigned by Assign and Nondet, memory by Store and Copy; Load reads it. Allocate, Free, Declare and
    Dead change which memory there is. The context switches of the second half of R1 are the children that `walk` makes
    for the other threads, at the next switch point: what lies between is invisible to them.
    """
    return isinstance(
        instruction, Assign | Load | Store | Copy | Nondet | Havoc | Allocate | ObjectSize | Free | Declare | Dead
    )


def r2_jump(instruction: Instruction) -> bool:
    """R2: an unconditional jump moves the thread's location only.

    Calls and returns are jumps that also make or drop a frame.
    """
    return isinstance(instruction, Goto | Call | Return)


def r3_branch(instruction: Instruction) -> bool:
    """R3: a conditional goto splits the node: one child where the condition holds, one where it does not.

    A condition that the state decides does not split. Ways that meet again before the next switch point are joined, so
    that only branches with something visible in them make two children.
    """
    return isinstance(instruction, Branch)


def r4_condition(instruction: Instruction) -> bool:
    """R4: assume and assert add their condition to all guards; an assert is a verification condition, too.

    An unsupported construct is an assumption that it is not reached, reported as left out where it is.
    """
    return isinstance(instruction, Assume | Assert | Unsupported)


def r5_start_thread(instruction: Instruction) -> bool:
    """R5: a started thread joins the others at its first location, under the guard of the thread that started it."""
    return isinstance(instruction, StartThread)


def r6_wait(instruction: Instruction) -> bool:
    """R6: join_thread has a child only if the thread that it waits for has ended.

    Every blocking operation (join, lock, wait, ...) is a Block in an atomic section of the library's models: there is a
    child only under the condition it waits for. The paper's variable `exit_j` is the model's `ended` member.
    """
    return isinstance(instruction, Block)


def is_scope(instruction: Instruction) -> bool:
    """The remaining instructions delimit sections, threads and the process."""
    return isinstance(instruction, AtomicBegin | AtomicEnd | EndThread | Halt)


_RULES = (
    (r1_assignment, Rule.R1),
    (r2_jump, Rule.R2),
    (r3_branch, Rule.R3),
    (r4_condition, Rule.R4),
    (r5_start_thread, Rule.R5),
    (r6_wait, Rule.R6),
    (is_scope, Rule.SCOPE),
)


def rule_of(instruction: Instruction) -> Rule:
    return next(rule for applies, rule in _RULES if applies(instruction))
