"""What a preprocessor is asked to do: gcc, clang or pcpp."""

from __future__ import annotations

from esbmc_py.goto.deferred import dataclass

from .source_file import STANDARD_INPUT_NAME


@dataclass(frozen=True, slots=True)
class PreprocessorRequest:
    path: str
    include_dirs: tuple[str, ...]
    defines: tuple[str, ...]  # `NAME` or `NAME=VALUE`
    arch: int
    undefines: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()

    @property
    def is_standard_input(self) -> bool:
        return self.path == STANDARD_INPUT_NAME
