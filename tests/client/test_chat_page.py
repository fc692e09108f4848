"""What docs/client.md says about chats is what happens."""

import pytest

from client.recorded import names
from client.test_client_transcripts import LOW_LEVEL
from docs.markdown import ROOT, Block
from docs.running import printed, programs

PAGE = ROOT / "docs/client.md"
PROGRAMS = programs(PAGE, with_text="Chat(")


@pytest.mark.parametrize(("program", "output"), PROGRAMS, ids=str)
def test_the_example(program: Block, output: Block) -> None:
    assert printed(program) == (output.text, "")


def test_there_are_examples() -> None:
    assert len(PROGRAMS) == 2


def test_the_count_of_recordings() -> None:
    played = len(names()) - len(LOW_LEVEL)
    assert f"{played} recorded conversations" in PAGE.read_text("utf-8")
