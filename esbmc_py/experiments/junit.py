"""Results as JUnit XML: a suite for each configuration, a case for each task."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from .answers import TaskStatus
from .records import Results, RunRecord

_FAILURES = (TaskStatus.WRONG,)
_ERRORS = (TaskStatus.ERROR,)


def junit_text(results: Results) -> str:
    """A wrong verdict is a failure, a crash an error; no answer (out of time, unknown, within bounds) is skipped."""
    latest = results.latest.values()
    suites = [_suite(name, [run for run in latest if run.configuration == name]) for name in results.configurations]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", *(line for one in suites for line in one)]
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _suite(name: str, runs: list[RunRecord]) -> Iterator[str]:
    counts = {
        "tests": len(runs),
        "failures": sum(run.status in _FAILURES for run in runs),
        "errors": sum(run.status in _ERRORS for run in runs),
        "skipped": sum(_skipped(run) for run in runs),
    }
    told = " ".join(f'{key}="{value}"' for key, value in counts.items())
    yield f'  <testsuite name={quoteattr(f"smtcb {name}")} {told} time="{sum(run.wall for run in runs):.3f}">'
    for run in runs:
        yield from _case(run)
    yield "  </testsuite>"


def _skipped(run: RunRecord) -> bool:
    return not (run.status.solved or run.status in (*_FAILURES, *_ERRORS, TaskStatus.UNJUDGED))


def _case(run: RunRecord) -> Iterator[str]:
    head = f'    <testcase classname={quoteattr(run.family)} name={quoteattr(run.task)} time="{run.wall:.3f}"'
    said = _clean(" ".join(filter(None, (run.verdict, run.scope, run.found, run.reason))))
    if run.status in _FAILURES:
        expected = "no bug" if run.expected else "a bug"
        message = quoteattr(f"{run.verdict}, but there is {expected}")
        yield f"{head}><failure message={message}>{escape(said)}</failure></testcase>"
    elif run.status in _ERRORS:
        yield f"{head}><error message={quoteattr(_clean(run.reason) or 'no answer')}>{escape(said)}</error></testcase>"
    elif _skipped(run):
        yield f"{head}><skipped message={quoteattr(_clean(f'{run.status}: {run.reason}'))}/></testcase>"
    else:
        yield f"{head}><system-out>{escape(said)}</system-out></testcase>"


def _clean(text: str) -> str:
    """XML has no place for control characters."""
    return "".join(sign if sign.isprintable() else " " for sign in text).strip()
