"""The language server, spoken to as an editor does."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.exchange.lsp_client import Client

pytest.importorskip("pygls")
EXAMPLE = Path(__file__).parents[2] / "examples" / "lost_update.c"
# More states than anybody can visit.
LONG = """#include <pthread.h>
unsigned a[9];
void *work(void *p) { for (unsigned i = 0; i < 100000; i++) a[i % 9] += a[(i * 7) % 9] ^ i; return p; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
"""


def processes_about(text: str) -> list[str]:
    """Command lines of processes that have the text in them."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = place.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        if text in line:
            found.append(line)
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path.resolve()


@pytest.fixture
def client(folder: Path) -> Iterator[Client]:
    one = Client(folder, "--timeout", "60")
    yield one
    one.close()


def test_a_bug_is_shown_with_its_steps_and_goes_when_it_is_repaired(client: Client, folder: Path) -> None:
    path = folder / "lost_update.c"
    shutil.copy(EXAMPLE, path)
    client.open(path)
    [found] = client.diagnostics(path)
    assert found["code"] == "assertion"
    assert found["source"] == "smtcb"
    assert found["range"]["start"] == {"line": 20, "character": 4}
    told = [one["message"] for one in found["relatedInformation"]]
    assert any("thread 1: reads counter = 0" in one for one in told)
    path.write_text(path.read_text().replace("counter == 2", "counter <= 2"))
    heard = len(client.heard)
    client.save(path)
    assert client.diagnostics(path, heard) == []


def test_what_is_not_c_is_shown_where_it_stands_and_the_server_ends_as_it_is_asked_to(
    client: Client, folder: Path
) -> None:
    path = folder / "broken.c"
    path.write_text("int main(void) {\n    return 0 +;\n}\n")
    client.open(path)
    [found] = client.diagnostics(path)
    assert found["range"]["start"]["line"] == 1
    assert client.ask("shutdown", None)["result"] is None
    client.tell("exit", None)
    assert client.process.wait(60) == 0


def test_the_files_of_a_project_are_checked_together(client: Client, folder: Path) -> None:
    (folder / "main.c").write_text(
        "#include <assert.h>\nint f(int);\nint main(void) { assert(f(1) == 1); return 0; }\n"
    )
    (folder / "f.c").write_text("int f(int x) { return x + 1; }\n")
    entries = [{"directory": str(folder), "file": name, "command": f"cc -c {name}"} for name in ("main.c", "f.c")]
    (folder / "compile_commands.json").write_text(json.dumps(entries))
    client.open(folder / "f.c")
    [found] = client.diagnostics(folder / "main.c")
    assert found["code"] == "assertion"


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc")
def test_the_next_save_ends_a_check_and_nothing_is_left_behind(folder: Path) -> None:
    client = Client(folder, "--timeout", "600", "--mode", "explicit")
    path = folder / "long.c"
    path.write_text(LONG)
    client.open(path)
    until(lambda: len(processes_about(str(path))) >= 1)
    path.write_text("int main(void) { return 0; }\n")
    client.save(path)
    assert client.diagnostics(path) == []
    until(lambda: not processes_about(str(path)))
    path.write_text(LONG)
    client.save(path)
    until(lambda: len(processes_about(str(path))) >= 1)
    client.save(path)  # the editor goes while one check is being ended for the next
    client.close()
    until(lambda: not processes_about(str(path)))


def until(holds: object) -> None:
    end = time.monotonic() + 120
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.05)
