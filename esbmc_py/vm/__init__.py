"""The concrete machine: runs a goto program under a schedule, or under all of them. The ground truth of smtcb."""

from .explore import explore
from .findings import (
    BlockedThread,
    DataRace,
    Deadlock,
    Exploration,
    Finding,
    RaceSide,
    RunResult,
    StackEntry,
    Status,
    UnsupportedPlace,
    Violation,
)
from .run import run
from .schedule import Schedule, ScheduleProblem
from .trace import TracedValue, TraceEvent, TraceSink

__all__ = [
    "BlockedThread",
    "DataRace",
    "Deadlock",
    "Exploration",
    "Finding",
    "RaceSide",
    "RunResult",
    "Schedule",
    "ScheduleProblem",
    "StackEntry",
    "Status",
    "TraceEvent",
    "TraceSink",
    "TracedValue",
    "UnsupportedPlace",
    "Violation",
    "explore",
    "run",
]
