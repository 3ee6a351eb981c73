"""Steps inside a critical section come first, alone: what they touch is protected by something that their thread holds.

Which place is protected by what is guessed from the accesses seen so far, as Eraser does, and checked by the reduced
search itself (Stoller and Cohen, "Optimistic synchronization-based state-space reduction"): where an access breaks a
guess that a step has relied on, the search begins again without that guess.

Why that is enough. A guard of a place is a lock (whose holder alone changes who holds it), a thread, or that nobody
writes there. If t holds all guards of what its step x touches, nobody else can come near these places before t moves:
x changes places with whatever the others do first. And if some execution breaks a guess, take a shortest way there
from a state that was searched: it keeps all guesses until its end, so x may come first on it, and the search gets to
its end, too. Accesses of a thread that is alone and has joined all others do not count: t would have to be there, and
not to move. (That t has ended is not enough: its last steps may all have come first.)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from .absent_threads import AbsentThreads, Away
from .byte_ranges import ByteRanges
from .disturbances import Disturbances
from .footprints import LIVING, WHOLE, Footprint, Region
from .lock_order import LockOrder
from .transitions import BLOCKED, OutcomeKind, Patch, Transition, Transitions
from .uses import Uses
from .vectors import EXIT, Vector

Lock: TypeAlias = tuple[int, int]  # the object and the offset in it where the name of the holder is
Guard: TypeAlias = Lock | int | str  # a lock; a thread that nobody else follows; nobody writes
Guards: TypeAlias = frozenset[Guard]
Reliance: TypeAlias = frozenset[Guards]

NOBODY_WRITES = "nobody writes"
NOTHING_HELD: Guards = frozenset()
_NOTHING_RELIED_ON: Reliance = frozenset()


class Broken(Exception):
    """Something that steps have relied on does not hold."""


class Protection:
    """What protects what, as far as is known. Outlives a search that has to begin again."""

    def __init__(self) -> None:
        # object → bytes → what has protected all accesses to them
        self._guards: defaultdict[int, ByteRanges[Guards]] = defaultdict(ByteRanges)
        self._of_life: dict[int, Guards] = {}  # of the steps in which it begins or ends its life
        self._of_object: dict[int, Guards] = {}  # of all accesses to it
        # object → bytes → of each of these sets, one must be a guard
        self._relied: defaultdict[int, ByteRanges[Reliance]] = defaultdict(ByteRanges)
        self._relied_for_life: defaultdict[int, set[Guards]] = defaultdict(set)
        self.locks: dict[Lock, None] = {}
        self.no_locks: set[Lock] = set()  # they looked like locks
        self._disturbances = Disturbances()
        self.order = LockOrder()
        self.broken = False
        self.version = 0  # of the guards, and of who disturbs
        self.lock_version = 0

    def holds(self, region: Region, one_of: Guards) -> bool:
        """Has one of these protected every access there so far?"""
        number, begin, end = region
        if end >= WHOLE:
            everywhere = self._of_object.get(number)
            return everywhere is None or not everywhere.isdisjoint(one_of)
        life, covered = self._of_life.get(number), begin
        for part_begin, part_end, guards in self._guards[number].within(begin, end):
            if (guards if life is None else guards & life).isdisjoint(one_of):
                return False
            covered = part_end if part_begin == covered else -1
        return life is None or covered == end or not life.isdisjoint(one_of)

    def note(self, region: Region, guards: Guards) -> None:
        """An access that these protect."""
        number, begin, end = region
        everywhere = self._of_object.get(number)
        changed = everywhere is None or not everywhere <= guards
        if changed:
            self._of_object[number] = guards if everywhere is None else everywhere & guards
        if end < WHOLE:
            changed |= self._guards[number].change(begin, end, lambda old: guards if old is None else old & guards)
        else:
            life = self._of_life.get(number)
            changed |= life is None or not life <= guards
            self._of_life[number] = guards if life is None else life & guards
        if changed:
            self.version += 1
            self._check(region)

    def note_use(self, footprint: Footprint, disturbs: frozenset[str], harmless_to: Away) -> None:
        """A step that such releases may not change places with, unless these threads make them."""
        changed, broken = self._disturbances.note(footprint, disturbs, harmless_to)
        self.version += changed
        self.broken = self.broken or broken

    def is_undisturbed(self, release: str, thread: int, footprint: Footprint) -> bool:
        """May a thread give something back before everything else? Then that is relied on."""
        return self._disturbances.may_come_first(release, thread, footprint)

    def rely(self, region: Region, one_of: Guards) -> None:
        number, begin, end = region
        if end >= WHOLE:
            self._relied_for_life[number].add(one_of)
        else:
            self._relied[number].change(begin, end, lambda old: (old or _NOTHING_RELIED_ON) | {one_of})

    def give_up(self, lock: Lock) -> None:
        """It changes hands in other ways than locks do."""
        self.locks.pop(lock, None)
        self.no_locks.add(lock)
        self.broken |= self.order.is_relied_on(lock)
        self.version += 1
        self.lock_version += 1
        for table in (self._of_life, self._of_object):
            for number, guards in table.items():
                table[number] = guards - {lock}
        for ranges in self._guards.values():
            for begin, end, _ in list(ranges):
                ranges.change(begin, end, lambda old: (old or NOTHING_HELD) - {lock})
        for number in {*self._relied, *self._relied_for_life}:
            self._check((number, 0, WHOLE))

    def add_lock(self, lock: Lock) -> None:
        if lock not in self.no_locks and lock not in self.locks:
            self.locks[lock] = None
            self.lock_version += 1

    def forget_reliance(self) -> None:
        self._relied.clear()
        self._relied_for_life.clear()
        self._disturbances.forget_reliance()
        self.order.forget_reliance()
        self.broken = False

    def _check(self, region: Region) -> None:
        """Does what was relied on still hold, where something about this region has changed?"""
        number, begin, end = region
        whole = number, 0, WHOLE
        if number in self._relied_for_life:
            self.broken |= not all(self.holds(whole, one_of) for one_of in self._relied_for_life[number])
        if number in self._relied:
            for part_begin, part_end, relied in self._relied[number].within(begin, end):
                part = number, part_begin, part_end
                self.broken |= not all(self.holds(part, one_of) for one_of in relied)


class CriticalSections:
    """What threads hold in the states of one search, and which of their steps may come first for that."""

    def __init__(self, transitions: Transitions, protection: Protection, lives: AbsentThreads, uses: Uses) -> None:
        self._transitions = transitions
        self._lives = lives
        self._uses = uses
        self._components = transitions.components
        self._width = transitions.components.executable.program.pointer_bits // 8
        self.protection = protection
        self._decided: dict[tuple[Transition, Guards, Away], bool] = {}
        self._undisturbed: dict[Transition, bool] = {}
        self._version = protection.version
        self._lock_version = -1
        self._after: dict[tuple[Transition, Guards, Away], Guards] = {}  # a step, what its thread holds → holds then
        self._rows: dict[tuple[tuple[Transition, ...], Guards, Away], tuple[Guards, tuple[Lock, ...]]] = {}
        self._written: dict[Transition, tuple[Lock, ...]] = {}  # the locks to which a step writes
        self._holders: dict[tuple[int, int], dict[int, Guards]] = {}  # slot, number → name → locks in this object
        self._slots: list[int] = []  # of objects with locks
        self._seen_alone: set[Transition] = set()

    def _keep_up(self) -> None:
        """Other locks are known than before."""
        self._lock_version = self.protection.lock_version
        self._after.clear()
        self._rows.clear()
        self._written.clear()
        self._holders.clear()
        self._slots = list(dict.fromkeys(self._components.object_slot(number) for number, _ in self.protection.locks))

    # -- who holds what ----------------------------------------------------------------------------------------

    def held(self, vector: Vector, thread: int) -> Guards:
        """The locks that a thread holds."""
        if self._lock_version != self.protection.lock_version:
            self._keep_up()
        name = self._lives.name(vector, thread)
        result = NOTHING_HELD
        for slot in self._slots:
            if slot < len(vector):
                holders = self._holders.get((slot, vector[slot]))
                if holders is None:
                    holders = self._find_holders(slot, vector[slot])
                if name in holders:
                    result = result | holders[name] if result else holders[name]
        return result

    def _find_holders(self, slot: int, number: int) -> dict[int, Guards]:
        content = self._components.tables[slot][number]
        data = content[0] if isinstance(content, tuple) else content
        holders: defaultdict[int, set[Guard]] = defaultdict(set)
        for lock in self.protection.locks:
            if data is not None and self._components.object_slot(lock[0]) == slot:
                holders[int.from_bytes(data[lock[1] : lock[1] + self._width], "little")].add(lock)
        found = {holder: frozenset(locks) for holder, locks in holders.items() if holder}
        self._holders[slot, number] = found
        return found

    # -- what happens --------------------------------------------------------------------------------------------

    def follow(self, vector: Vector, row: Sequence[Transition]) -> Guards:
        """Notes what a thread does in a row from a state in which it is not alone; gives what it holds then."""
        thread = row[0].thread
        held, away = self.held(vector, thread), self._lives.away(vector, thread)
        key = tuple(row), held, away
        known = self._rows.get(key)
        if known is None:
            known = self._first_row(vector, row, held, away)
            if self._lock_version == self.protection.lock_version and self._lives.joins.isdisjoint(row):
                self._rows[key] = known
        after, locks = known
        for lock in locks:
            self._check_holder(vector, lock, thread)
        if self.protection.broken:
            raise Broken
        return after

    def _first_row(
        self, vector: Vector, row: Sequence[Transition], held: Guards, away: Away
    ) -> tuple[Guards, tuple[Lock, ...]]:
        """What its thread holds after it, and the locks that it writes to without having them."""
        locks: dict[Lock, None] = {}
        for place, transition in enumerate(row):
            after = self._after.get((transition, held, away))
            if after is None:
                after = self._first_time(vector, transition, held, away)
            for lock in self._written[transition]:
                if lock not in held:
                    locks[lock] = None
            held = after
            if transition in self._lives.joins:
                away = self._lives.away(self._after_row(vector, row[: place + 1]), row[0].thread)
        return held, tuple(locks)

    def _after_row(self, vector: Vector, row: Sequence[Transition]) -> Vector:
        for transition in row:
            vector = transition.after(vector, self._components.width)
        return vector

    def _first_time(self, vector: Vector, transition: Transition, held: Guards, away: Away) -> Guards:
        if not self._lives.note(transition, self._patches(transition)):
            self.protection.broken = True
        name = self._lives.name(vector, transition.thread)
        self._find_locks(transition, name)
        written = transition.footprint.writes
        locks = [lock for lock in self.protection.locks if _meet(written, lock, self._width)]
        self._written[transition] = tuple(locks)
        after = held.difference(locks) | {lock for lock in locks if self._is_taken(transition, lock, name)}
        self._note_order(transition, held, after)
        guards = held | after | {transition.thread} | away
        self._note(written, guards)
        self._note(transition.footprint.reads, guards | {NOBODY_WRITES})
        disturbs = self._uses.disturbed_by(transition.begins_in)
        if disturbs:
            self.protection.note_use(transition.reach, disturbs, away | {transition.thread})
        self._after[transition, held, away] = after
        return after

    def _note(self, regions: Iterable[Region], guards: Guards) -> None:
        for region in regions:
            self.protection.note(region, guards)

    def _note_order(self, transition: Transition, held: Guards, after: Guards) -> None:
        """Which locks its thread asks for, holding others."""
        asked = after - held
        if transition.kind is BLOCKED:
            asked = frozenset(
                lock for lock in self.protection.locks if _meet(transition.footprint.reads, lock, self._width)
            )
        for lock in asked:
            if not self.protection.order.note(held - {lock}, lock):
                self.protection.broken = True

    def _find_locks(self, transition: Transition, name: int) -> None:
        """A place where a thread writes its own name may be a lock."""
        for lock in self._names_written(transition, name):
            self.protection.add_lock(lock)

    def _names_written(self, transition: Transition, name: int) -> list[Lock]:
        return [
            (number, offset)
            for number, patches in self._patches(transition)
            for offset, data, _ in patches
            if len(data) == self._width and int.from_bytes(data, "little") == name != 0
        ]

    def joined(self, vector: Vector, thread: int) -> Away:
        return self._lives.joined(vector, thread)

    def named_by(self, vector: Vector, transition: Transition) -> list[Lock]:
        """The places where a step writes the name of its thread."""
        return self._names_written(transition, self._lives.name(vector, transition.thread))

    def note_alone(self, vector: Vector, row: Sequence[Transition]) -> None:
        """What a thread does that is alone needs no guard; but it may keep a lock until there are others."""
        for transition in row:
            if transition not in self._seen_alone:
                self._seen_alone.add(transition)
                self._find_locks(transition, self._lives.name(vector, transition.thread))

    def _patches(self, transition: Transition) -> list[tuple[int, Sequence[Patch]]]:
        slots = [edit.slot for edit in transition.edits]
        numbers = {slot: number for number, slot in self._components.object_slots.items() if slot in slots}
        return [(numbers[edit.slot], edit.patches) for edit in transition.edits]

    def _is_taken(self, transition: Transition, lock: Lock, name: int) -> bool:
        """Does its thread hold the lock afterwards? Who writes anything but its own or no name there makes it none."""
        for number, patches in self._patches(transition):
            if number == lock[0]:
                value = _last_value(patches, lock[1], self._width)
                if value is not None and value not in (0, name):
                    self.protection.give_up(lock)
                return value == name != 0
        return False

    def _check_holder(self, vector: Vector, lock: Lock, thread: int) -> None:
        """Nobody takes a lock from its holder, whose name was there when the row began."""
        slot = self._components.object_slot(lock[0])
        if slot < len(vector) and lock in self.protection.locks:
            holders = self._holders.get((slot, vector[slot]))
            if holders is None:
                holders = self._find_holders(slot, vector[slot])
            if holders:
                name = self._lives.name(vector, thread)
                if any(lock in locks for holder, locks in holders.items() if holder != name):
                    self.protection.give_up(lock)

    # -- what may come first -----------------------------------------------------------------------------------------

    def protected_step(self, vector: Vector, thread: int) -> Transition | None:
        """A thread's next step, if nobody else can notice it before the thread goes on."""
        if vector[EXIT] or self._components.thread(vector, thread).ended:
            return None
        held = self.held(vector, thread)
        possible = self._transitions.of(vector, thread)
        if len(possible) > 1:
            return None
        return possible[0] if self.is_protected(vector, possible[0], held) else None

    def is_protected(self, vector: Vector, transition: Transition, held: Guards) -> bool:
        """Can nobody else notice this step of a thread that holds these, before the thread goes on?"""
        self._forget_decisions()
        key = transition, held, self._lives.joined(vector, transition.thread)
        decided = self._decided.get(key)
        if decided is None:
            decided = self._decided[key] = self._is_protected(*key)
        return decided

    def is_undisturbed(self, transition: Transition, release: str) -> bool:
        """May a step that gives something back come first: has nobody looked at that without waiting?"""
        self._forget_decisions()
        decided = self._undisturbed.get(transition)
        if decided is None:
            decided = self.protection.is_undisturbed(release, transition.thread, transition.footprint)
            self._undisturbed[transition] = decided
        return decided

    def _forget_decisions(self) -> None:
        """Where something has come up since."""
        if self._version != self.protection.version:
            self._decided.clear()
            self._undisturbed.clear()
            self._version = self.protection.version

    def _is_protected(self, transition: Transition, held: Guards, joined: Away) -> bool:
        """Does its thread hold a guard of everything that it touches? Then it is relied on that they are guards.

        Who has joined a thread is the only one who may touch what that thread alone touches while it lives.
        """
        reads, writes = transition.footprint.reads, transition.footprint.writes
        if transition.kind is not OutcomeKind.MOVED or transition.inputs or transition.lone or LIVING in reads | writes:
            return False
        if any(_meet(reads | writes, lock, self._width) for lock in self.protection.locks):
            return False  # who takes or gives back a lock is noticed
        mine = held | {transition.thread} | joined
        needed = [(region, mine) for region in writes] + [(region, mine | {NOBODY_WRITES}) for region in reads]
        if not all(self.protection.holds(region, one_of) for region, one_of in needed):
            return False
        for region, one_of in needed:
            self.protection.rely(region, one_of)
        return True


def _meet(regions: Iterable[Region], lock: Lock, width: int) -> bool:
    number, offset = lock
    return any(number == where and begin < offset + width and offset < end for where, begin, end in regions)


def _last_value(patches: Sequence[Patch], offset: int, width: int) -> int | None:
    """What patches put there; -1 if they do not put one number there, None if nothing."""
    value: int | None = None
    for begin, data, _ in patches:
        if begin == offset and len(data) == width:
            value = int.from_bytes(data, "little")
        elif begin < offset + width and offset < begin + len(data):
            value = -1
    return value
