"""What is left for others: a folder with the instrumented build, or a test that fails while the bug is there."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from .build import PROGRAM, NativeSource, runtime_text, script, stubs_text
from .problems import ReplayProblem
from .replay import Prepared

REPLAY = f"""\
#!/bin/sh
# Forces the counterexample on the program. What happened is told in the last lines.
cd "$(dirname "$0")" && exec ./{PROGRAM}
"""
README = """\
{title}

  sh replay.sh   runs the instrumented program under the plan; nothing else is needed
  sh build.sh    builds it again from the sources in this folder
  gdb ./{program}   then `run`: stops at the violation; `break smtcb_switch` stops wherever another thread goes on
"""


def new_folder(path: Path) -> Path:
    """A folder for the build. Nothing that is there is touched."""
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise ReplayProblem(f"{path}: is there already, and is not an empty folder: nothing is overwritten")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise ReplayProblem(f"{path}: cannot be written: {problem.strerror}") from None
    return path


def complete(folder: Path, prepared: Prepared, sources: Sequence[NativeSource], title: str) -> None:
    """Scripts and sources beside the build."""
    text = script(prepared.built)
    for source in sources:
        copy = folder / source.path.name
        shutil.copyfile(source.path, copy)
        text = text.replace(shlex.quote(str(source.path.resolve())), f"-I{source.path.resolve().parent} {copy.name}")
    (folder / "build.sh").write_text(f'#!/bin/sh\nset -e\ncd "$(dirname "$0")"\n{text}\n')
    (folder / "replay.sh").write_text(REPLAY)
    (folder / "README").write_text(README.format(title=title, program=PROGRAM))


TEST = """\
/* {title}

   A regression test that smtcb wrote. It forces the schedule and the inputs of that counterexample on the program
   (docs/replay.md of smtcb), finding its lines by their text: the test fails while the bug is there and passes once it
   is not. In a shell:

{shell}

   The exit status of ./{name} is 0 if nothing is violated. For make, where $$ stands for $:

{make}
*/
#define _GNU_SOURCE
const char smtcb_built_in_plan[] =
{plan};
#define SMTCB_IS_TEST 1

{runtime}
{stubs}"""


def test_text(
    name: str, prepared: Prepared, sources: Sequence[NativeSource], title: str, outside: Sequence[str]
) -> str:
    commands = _test_commands(name, prepared, sources)
    shell = "\n".join(f"     {line}" for line in (*commands, f"./{name}"))
    dependencies = " ".join([f"{name}.c", *(str(source.path) for source in sources)])
    make = [f"{name}: {dependencies}", *("\t" + line.replace("$", "$$") for line in commands)]
    make += [f"check: {name}", f"\t./{name}"]
    quoted = "\n".join(_c_string(line + "\n") for line in prepared.plan.text().splitlines())
    return TEST.format(
        title=title.replace("*/", "* /"),
        shell=shell,
        make="\n".join(f"     {line}" for line in make),
        name=name,
        plan=quoted,
        runtime=runtime_text(),
        stubs=stubs_text(outside),
    )


def _test_commands(name: str, prepared: Prepared, sources: Sequence[NativeSource]) -> list[str]:
    compiler = prepared.built.compiler
    commands = [f"{compiler} -w -c {name}.c -o {name}.o && objcopy --discard-all {name}.o"]
    objects = []
    for number, source in enumerate(sources):
        objects.append(f"{name}-{number}.o")
        flags = (*prepared.built.flags, *source.flags)
        commands.append(shlex.join((compiler, *flags, "-c", str(source.path), "-o", objects[-1])))
    wraps = f"$(nm {name}.o | sed -n 's/.* T __wrap_/-Wl,--wrap=/p')"
    commands.append(f"{compiler} -no-pie -pthread {' '.join(objects)} {name}.o {wraps} -lm -lrt -ldl -o {name}")
    commands.append(f"objdump --wide --dwarf=decodedline {name} > {name}.lines && nm -S {name} > {name}.names")
    return commands


def _c_string(text: str) -> str:
    escaped = "".join(_escaped(byte) for byte in text.encode("utf-8", "replace"))
    return f'    "{escaped}"'


def _escaped(byte: int) -> str:
    if byte == 10:
        return "\\n"
    if chr(byte) in '"\\?' or not 32 <= byte < 127:
        return f"\\{byte:03o}"
    return chr(byte)
