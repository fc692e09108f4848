"""Prose -> the same prose in lines of a limited length, and as docstrings."""

import textwrap


def wrapped(text: str, width: int) -> str:
    """Break the lines of `text` that are longer than `width`; the others stay as they are.

    Words are never broken, and what a line is indented by, its continuation is too.
    """
    lines = text.strip().splitlines()
    return "\n".join(_broken(line.rstrip(), width) for line in lines)


def docstring(text: str) -> str:
    """Return a docstring for `text`, whose lines stay as they are.

    Quotes are escaped where one of them would end the string, and so is whatever is not
    printable, such as the characters that change the direction of text.
    """
    body = "\n".join(map(printable, text.strip().replace("\\", "\\\\").split("\n")))
    if '"""' in body or body.endswith('"'):
        body = body.replace('"', '\\"')
    return f'"""{body}\n"""' if "\n" in body else f'"""{body}"""'


def printable(text: str) -> str:
    """Escape what is not printable, line ends included."""
    return "".join(char if char.isprintable() else _escape(char) for char in text)


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


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
