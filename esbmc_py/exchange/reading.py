"""Files that come from outside: how much of them is read, and what is said if that is not enough."""

from __future__ import annotations

from pathlib import Path

from .problems import WitnessProblem
from .witness import CorrectnessWitness, ViolationWitness

MOST_BYTES = 64_000_000
MOST_LINES = 200_000


def read_text(path: Path) -> str:
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise WitnessProblem(f"too large: {size:,} bytes, and at most {MOST_BYTES:,} are read")
        data = path.read_bytes()
    except OSError as problem:
        raise WitnessProblem(f"cannot read the witness: {problem.strerror}") from None
    lines = data.count(b"\n")
    if lines > MOST_LINES:
        raise WitnessProblem(f"too large: {lines:,} lines, and at most {MOST_LINES:,} are read")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise WitnessProblem(f"not a text file (UTF-8): byte {problem.start}") from None


def looks_like_xml(path: Path, text: str) -> bool:
    return path.suffix == ".graphml" or text.lstrip()[:1] == "<"


def read_witness(path: Path) -> ViolationWitness | CorrectnessWitness | object:
    """A witness in YAML, or the graph of one in GraphML. Raises WitnessProblem."""
    from .graphml_reader import parse_graphml
    from .yaml_reader import parse_yaml

    text = read_text(path)
    return parse_graphml(text) if looks_like_xml(path, text) else parse_yaml(text)
