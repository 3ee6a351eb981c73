"""Programs for the tests of pages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from esbmc_py.frontend import load
from esbmc_py.frontend.source_file import SourceFile
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare

ROOT = Path(__file__).parents[2]

# What would end or change a page if it were taken for a part of it.
HOSTILE = r"""#include <assert.h>
#include <pthread.h>
#include <stdio.h>
/* </script><script>alert(0)</script> <!-- <script> */
const char *text = "<img src=x onerror=alert(1)>";
int shared;
void *work(void *unused) { shared++; printf("<img src=x onerror=alert(2)></pre>\n"); return unused; }
int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&two, NULL, work, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(shared == 2 && "</script><!--<script>");
    return 0;
}
"""


def program(path: Path) -> Program:
    return prepare(load([SourceFile(path)]).program)


def data_of(page: str) -> Any:
    """The data that a page holds, found as a browser finds it."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])
