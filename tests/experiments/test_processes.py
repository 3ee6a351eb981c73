"""Processes end when they should, with everything they started."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from esbmc_py.experiments.processes import Ended, Process, ProcessLimits, share

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits are watched through /proc")


def run(code: str, **limits: float) -> Ended:
    process = Process([sys.executable, "-S", "-c", code], ProcessLimits(**limits))  # type: ignore[arg-type]
    while (ended := process.poll()) is None:
        time.sleep(0.005)
    return ended


def gone(pid: int) -> bool:
    """Waits for it: whoever adopts an orphan may take a moment to bury it."""
    for _ in range(400):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.01)
    return False


def test_output_errors_and_status_come_back() -> None:
    ended = run("import sys; print('out'); print('err', file=sys.stderr); sys.exit(7)")
    assert (ended.status, ended.limit, ended.output, ended.errors) == (7, None, "out\n", "err\n")
    assert ended.cpu > 0 and ended.memory > 0  # at the last look, of a process that is over so soon


def test_processor_time_is_limited() -> None:
    ended = run("while True: pass", timeout=0.2)
    assert ended.limit == "timeout"


def test_who_does_not_listen_is_killed() -> None:
    ended = run("import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass", timeout=0.2)
    assert ended.limit == "timeout"
    assert ended.status == -9


def test_who_is_interrupted_may_still_answer() -> None:
    code = "try:\n  for x in iter(int, 1): y = x + 1\nexcept KeyboardInterrupt: print('so far')"
    ended = run(code, timeout=0.3)
    assert (ended.limit, ended.output) == ("timeout", "so far\n")


def test_memory_is_limited() -> None:
    ended = run("import time; x = b'x' * 300_000_000; time.sleep(60)", memory=100)
    assert ended.limit == "memory"


def test_memory_of_children_counts() -> None:
    child = "import time; x = b'x' * 300_000_000; time.sleep(60)"
    ended = run(f"import subprocess, sys; subprocess.run([sys.executable, '-S', '-c', {child!r}])", memory=100)
    assert ended.limit == "memory"


def test_memory_that_is_shared_counts_once() -> None:
    """A forked child holds what its parent has: Bitwuzla works in one."""
    code = "import os, time; x = b'x' * 200_000_000; os.fork() or time.sleep(2) or os._exit(0); os.wait()"
    ended = run(code, memory=1000)
    assert 200 < ended.memory < 390  # over 400 if it counted twice; the two are not read at the same moment


def test_memory_of_who_starts_it_does_not_count() -> None:
    """Linux tells of a process as much as its parent holds when it is forked."""
    held = b"x" * 500_000_000
    assert run("import time; time.sleep(1)").memory < len(held) / 1e6


def test_who_has_ended_holds_no_memory() -> None:
    """Its parent has had no time yet to bury it, and may hold now what the two shared."""
    with subprocess.Popen(["true"]) as process:
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        assert share(process.pid) == 0
    assert share(process.pid) == 0


def test_what_a_process_leaves_behind_ends_with_it() -> None:
    code = "import subprocess; print(subprocess.Popen(['sleep', '60']).pid)"
    assert gone(int(run(code).output))


def test_children_die_when_the_watcher_is_killed(tmp_path: Path) -> None:
    """SIGKILL leaves no time to clean up: the kernel has to do it."""
    root = Path(__file__).parents[2]
    code = (
        f"import sys, time; sys.path.insert(0, {str(root)!r})\n"
        "from esbmc_py.experiments.processes import ProcessLimits, Process\n"
        "child = Process(['sleep', '60'], ProcessLimits(timeout=60))\n"
        "print(child._process.pid, flush=True)\n"
        "import os, signal; os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    ended = run(code)
    assert ended.status == -9
    assert gone(int(ended.output))


@pytest.mark.parametrize("alone", [False, True])
def test_kill_ends_the_whole_family(tmp_path: Path, alone: bool) -> None:
    """Also a grandchild in a session of its own: smtcb starts solvers so."""
    note = tmp_path / "pid"
    code = (
        "import subprocess, time\n"
        f"pid = subprocess.Popen(['sleep', '60'], start_new_session={alone}).pid\n"
        f"open({str(note)!r}, 'w').write(f'{{pid}} ')\n"
        "time.sleep(60)"
    )
    process = Process([sys.executable, "-S", "-c", code], ProcessLimits())
    while not (note.exists() and note.read_text().endswith(" ")):
        time.sleep(0.01)
    process.kill()
    assert gone(int(note.read_text()))
    with pytest.raises(ChildProcessError):
        os.waitpid(process._process.pid, os.WNOHANG)
