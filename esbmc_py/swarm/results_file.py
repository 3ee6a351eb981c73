"""The results file: a line of JSON for each instance that was decided, written as it comes.

Whatever happens to the client, at most the last line is lost, and the same command goes on where it was.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from pathlib import Path
from typing import Any

from encoders.instances import Instance
from encoders.outcome import Outcome
from esbmc_py.checking.instances import Decided

from .outcome_json import as_json, outcome_from
from .problems import SwarmProblem


class ResultsFile:
    """Open for appending, by one process at a time. Lines of other programs and bounds stay as they are."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file = path.open("ab+")
        except OSError as problem:
            raise SwarmProblem(f"{path}: cannot write the results: {problem.strerror}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise SwarmProblem(f"{path}: another smtcb swarm is writing this file") from None
        self._known = self._read()

    def _read(self) -> dict[tuple[str, str], dict[str, Any]]:
        self._file.seek(0)
        text = self._file.read()
        whole = text[: text.rfind(b"\n") + 1]  # a line that was being written when the client died is no line
        known = {}
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                document = json.loads(line)
                known[document["job"], document["instance"]] = document
                outcome_from(document["outcome"])
            except (ValueError, KeyError, TypeError, AttributeError):
                self._file.close()
                raise SwarmProblem(f"{self._path}:{number}: not a line of a results file") from None
        if len(whole) < len(text):
            self._file.truncate(len(whole))
        return known

    def known(self, job: str, instance: Instance) -> Outcome | None:
        document = self._known.get((job, digest(instance)))
        return None if document is None else outcome_from(document["outcome"])

    def append(self, job: str, instance: Instance, decided: Decided, **about: Any) -> None:
        document = {
            "job": job,
            "instance": digest(instance),
            **about,
            "schedules": str(instance),
            "seconds": round(decided.seconds, 3),
            "processor": round(decided.processor, 3),
            "worker": decided.where,
            "outcome": as_json(decided.outcome),
        }
        self._known[job, document["instance"]] = document
        self._file.write(json.dumps(document, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()


def digest(instance: Instance) -> str:
    """The schedules of the instance, whatever it was cut from."""
    windows = [[(one.least, one.most) for one in row] for row in instance.windows]
    return hashlib.sha256(repr((windows, instance.word)).encode()).hexdigest()[:16]
