"""Several SARIF documents of smtcb as one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from .sarif import FINGERPRINT, document


class SarifProblem(Exception):
    """The document with this number is not one of ours."""

    def __init__(self, number: int):
        super().__init__(number)
        self.number = number


def merged(documents: Sequence[Any]) -> dict[str, Any]:
    """One run; what has the same fingerprint at the same place is one finding."""
    results: dict[tuple[str, str], dict[str, Any]] = {}
    notes: list[dict[str, Any]] = []
    artifacts: dict[str, dict[str, Any]] = {}
    for number, one in enumerate(documents):
        try:
            run = one["runs"][0]
            if run["tool"]["driver"]["name"] != "smtcb":
                raise SarifProblem(number)
            for result in run["results"]:
                place = json.dumps(result["locations"], sort_keys=True)
                results.setdefault((result["partialFingerprints"][FINGERPRINT], place), result)
            notes += run["invocations"][0]["toolExecutionNotifications"]
            artifacts.update({artifact["location"]["uri"]: artifact for artifact in run["artifacts"]})
        except (KeyError, IndexError, TypeError, AttributeError):
            raise SarifProblem(number) from None
    whole = document(list(results.values()), notes, ())
    whole["runs"][0]["artifacts"] = [artifacts[uri] for uri in sorted(artifacts)]
    return whole
