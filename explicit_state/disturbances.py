"""Who has looked at what can be given back, without waiting for it, while its holder could still move.

A step that gives something back comes first where nobody was seen to disturb it (see `uses`): that is a guess, which
the search checks as it does those about guards (see `protection`). Let x be a step of t that came first, and w an
execution without t, shortest among those that end in a step y that disturbs it. Before y, all of w may change places
with x, so the search, which goes on from x, sees y, made by a thread that has not joined t: it begins again, knowing
that y disturbs. A thread that destroys a mutex after it has joined all who used it disturbs none of them.
"""

from __future__ import annotations

from collections import defaultdict

from esbmc_py.goto.deferred import dataclass

from .absent_threads import Away
from .footprints import Footprint, Region


@dataclass(frozen=True, slots=True)
class ReleaseQuestion:
    """May this thread make such a release there, before everything else?"""

    release: str
    thread: int
    begin: int
    end: int
    write: bool

    def concerns(self, use: _Use) -> bool:
        meets = use.begin < self.end and self.begin < use.end and (self.write or use.write)
        return meets and self.release in use.disturbs


@dataclass(frozen=True, slots=True)
class _Use:
    disturbs: frozenset[str]  # these releases
    begin: int
    end: int
    write: bool


class Disturbances:
    def __init__(self) -> None:
        self._uses: defaultdict[int, dict[_Use, Away]] = defaultdict(dict)  # object → use → who could not move then
        self._asked: defaultdict[int, set[ReleaseQuestion]] = defaultdict(set)
        self._relied: defaultdict[int, set[ReleaseQuestion]] = defaultdict(set)

    def note(self, footprint: Footprint, disturbs: frozenset[str], harmless_to: Away) -> tuple[bool, bool]:
        """A step that touches this. Was an answer given before that is another one now; was it relied on?"""
        changed = broken = False
        for write, regions in ((False, footprint.reads), (True, footprint.writes)):
            for number, begin, end in regions:
                use = _Use(disturbs, begin, end, write)
                known = self._uses[number].get(use)
                if known is not None and known <= harmless_to:
                    continue
                left = self._uses[number][use] = harmless_to if known is None else known & harmless_to
                changed = changed or any(one.concerns(use) for one in self._asked.get(number, ()))
                relied = (one for one in self._relied.get(number, ()) if one.thread not in left)
                broken = broken or any(one.concerns(use) for one in relied)
        return changed, broken

    def may_come_first(self, release: str, thread: int, footprint: Footprint) -> bool:
        """Nobody was seen to disturb it. Then that is relied on."""
        questions = [(region[0], _question(release, thread, region, write=True)) for region in footprint.writes]
        questions += [(region[0], _question(release, thread, region, write=False)) for region in footprint.reads]
        for number, question in questions:
            self._asked[number].add(question)
            for use, harmless_to in self._uses.get(number, {}).items():
                if thread not in harmless_to and question.concerns(use):
                    return False
        for number, question in questions:
            self._relied[number].add(question)
        return True

    def forget_reliance(self) -> None:
        self._relied.clear()


def _question(release: str, thread: int, region: Region, *, write: bool) -> ReleaseQuestion:
    return ReleaseQuestion(release, thread, region[1], region[2], write)
