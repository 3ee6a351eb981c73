"""What is kept between runs is a shortcut: never needed, never trusted blindly, never out of date."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.frontend import models, user_cache


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv(user_cache.SWITCH, raising=False)
    return tmp_path / "smtcb"


def test_what_was_written_is_read(folder: Path) -> None:
    user_cache.write("entry", "text\nwith ü")
    assert user_cache.read("entry") == "text\nwith ü"
    assert [path.name for path in folder.iterdir()] == ["entry"]


def test_damaged_entries_are_absent(folder: Path) -> None:
    user_cache.write("entry", "0123456789")
    whole = (folder / "entry").read_bytes()
    for damaged in (b"", whole[:-1], whole + b"x", whole.replace(b"5", b"6"), b"\0" * 100):
        (folder / "entry").write_bytes(damaged)
        assert user_cache.read("entry") is None


def test_an_entry_under_another_name_is_absent(folder: Path) -> None:
    user_cache.write("old", "text")
    (folder / "old").rename(folder / "new")
    assert user_cache.read("new") is None


def test_what_everybody_can_write_is_not_read(folder: Path) -> None:
    user_cache.write("entry", "text")
    (folder / "entry").chmod(0o666)
    assert user_cache.read("entry") is None
    (folder / "entry").chmod(0o600)
    folder.chmod(0o777)
    assert user_cache.read("entry") is None
    user_cache.write("another", "text")
    assert not (folder / "another").exists()


def test_a_directory_that_cannot_be_made_is_no_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    user_cache.write("entry", "text")
    assert user_cache.read("entry") is None


def test_it_can_be_switched_off(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user_cache.write("entry", "text")
    monkeypatch.setenv(user_cache.SWITCH, "off")
    assert user_cache.read("entry") is None
    user_cache.write("another", "text")
    assert not (folder / "another").exists()


def test_old_entries_are_dropped(folder: Path) -> None:
    for number in range(40):
        user_cache.write(f"entry{number}", "text")
    assert len(list(folder.iterdir())) < 30
    assert user_cache.read("entry39") == "text"


def test_the_library_is_the_same_from_the_cache(folder: Path) -> None:
    models.library.cache_clear()
    made = models.library(64)
    models.library.cache_clear()
    (kept,) = folder.iterdir()
    before = kept.read_bytes()
    assert models.library(64) == made
    assert kept.read_bytes() == before
    kept.write_bytes(before[:1000])
    models.library.cache_clear()
    assert models.library(64) == made
    models.library.cache_clear()


@pytest.mark.parametrize("text", ["", "[]", "{}", "nothing", "[[1]]", '[["int x;", ["x"], [5], true, false]]'])
def test_what_is_no_library_is_made_again(text: str) -> None:
    assert models._from_json(text) is None
