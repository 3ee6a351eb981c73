"""The tutorial in docs/ runs. It holds its own claims (`assert`); a cell that fails fails the test."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TUTORIAL = ROOT / "docs" / "tutorial.ipynb"


def test_every_cell_of_the_tutorial_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("pandas")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    notebook = nbformat.read(TUTORIAL, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    ran = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(ran) > 10
    assert all(cell.execution_count for cell in ran)


def test_the_tutorial_is_kept_without_outputs() -> None:
    """They would differ with every run."""
    nbformat = pytest.importorskip("nbformat")
    notebook = nbformat.read(TUTORIAL, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells)
