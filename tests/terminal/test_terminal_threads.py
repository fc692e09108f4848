"""Threads in files, where more than one program may have the same file."""

from pathlib import Path

import pytest

from interruptgen_runtime.terminal.threads import SavedThread, ThreadFile, ThreadFileError

FIRST = SavedThread("http://x/", {"version": 1, "messages": ["Grüße"]})
SECOND = SavedThread("http://x/", {"version": 1, "messages": []})
CHANGED = "was changed by another program"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    ThreadFile(tmp_path / "t.json").save(FIRST)
    return tmp_path / "t.json"


def test_what_was_saved_is_read(path: Path) -> None:
    file = ThreadFile(path)
    assert file.load() == FIRST
    for thread in (SECOND, FIRST, FIRST, SECOND):
        file.save(thread)
        assert ThreadFile(path).load() == thread


@pytest.mark.parametrize("there", [b"\xff", b"", b"{}", b"nonsense"])
def test_another_program_s_change_is_not_undone(path: Path, there: bytes) -> None:
    one, other = ThreadFile(path), ThreadFile(path)
    one.load()
    other.load()
    one.save(SECOND)
    with pytest.raises(ThreadFileError, match=CHANGED):
        other.save(FIRST)
    assert ThreadFile(path).load() == SECOND
    path.write_bytes(there)
    with pytest.raises(ThreadFileError, match=CHANGED):
        one.save(SECOND)
    assert path.read_bytes() == there


def test_a_file_that_came_or_went(path: Path) -> None:
    with pytest.raises(ThreadFileError, match=CHANGED):
        ThreadFile(path).save(SECOND)
    file = ThreadFile(path)
    file.load()
    path.unlink()
    with pytest.raises(ThreadFileError, match=CHANGED):
        file.save(SECOND)
    with pytest.raises(ThreadFileError, match="No such file"):
        ThreadFile(path).load()


def test_a_place_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(ThreadFileError, match="cannot be written"):
        ThreadFile(tmp_path / "missing" / "t.json").save(FIRST)
    with pytest.raises(ThreadFileError, match="directory"):
        ThreadFile(tmp_path).save(FIRST)
    assert [*tmp_path.iterdir()] == []
