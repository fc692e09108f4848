"""Prose -> the same prose in lines of a limited length."""

import textwrap


def wrapped(text: str, width: int) -> str:
    """Break the lines of `text` that are longer than `width`; the others stay as they are.

    Words are never broken, and what a line is indented by, its continuation is too.
    """
    lines = text.strip().splitlines()
    return "\n".join(_broken(line.rstrip(), width) for line in lines)


def _broken(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    margin = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(
        line.lstrip(),
        width,
        initial_indent=margin,
        subsequent_indent=margin,
        break_long_words=False,
        break_on_hyphens=False,
    )
