"""Which threads race in a state: what their next steps touch, and where that meets."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from .findings import DataRace, RaceSide
from .machine import Machine
from .races import Access
from .run import user_location
from .stops import Blocked, Infeasible, Stop


def races_between(footprints: Mapping[int, Sequence[Access]]) -> Iterator[tuple[Hashable, DataRace]]:
    """The races among the next steps of threads, given what each step touches; each with its identity."""
    for first, second in combinations(sorted(footprints), 2):
        for one in footprints[first]:
            for other in footprints[second]:
                if one.races_with(other):
                    identity = frozenset({(one.location, one.write), (other.location, other.write)})
                    yield identity, DataRace(_side(first, one), _side(second, other))


def unordered(thread: int, races: Sequence[tuple[Access, int, Access]]) -> Iterator[tuple[Hashable, DataRace]]:
    """The races of a step with what others have done before it (see `happens_before`), each with its identity."""
    for access, other, earlier in races:
        for identity, race in races_between({thread: [access], other: [earlier]}):
            yield identity, replace(race, apart=True)


def footprint(machine: Machine, number: int) -> list[Access]:
    """What the next step of a thread touches. The machine is left as it was; a step that is not enabled has none."""
    saved = machine.save()
    accesses: list[Access] = []
    machine.accesses = accesses
    try:
        machine.step_slowly(number)
    except Blocked:
        accesses = []
    except Infeasible:
        accesses = machine.accesses_before_assumption()
    except Stop:
        pass  # what goes wrong later in the step does not undo what it touched
    machine.accesses = None
    machine.output.clear()
    machine.restore(saved)
    return accesses


def _side(thread: int, access: Access) -> RaceSide:
    location = user_location(access.stack)
    return RaceSide(thread, access.place, access.write, access.atomic, location, access.stack)
