"""Chunks of bytes -> lines, however they are cut and whichever way they end."""

import re
from typing import Final

_BREAK: Final = re.compile(rb"\r\n|\n|\r")
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class LineReader:
    """Cuts a stream into lines at LF, CRLF or CR, and takes a byte order mark off its start."""

    def __init__(self) -> None:
        self.held = 0
        """The bytes of the line that has not ended yet."""
        self._pieces: list[bytes] = []
        self._after_return = False
        self._at_start = True

    def feed(self, chunk: bytes) -> list[bytes]:
        """Return the lines that a chunk completes."""
        if self._after_return and chunk.startswith(b"\n"):
            chunk, self._after_return = chunk[1:], False
        if not chunk:
            return []
        self._after_return = chunk.endswith(b"\r")
        first, *others = _BREAK.split(chunk)
        self._hold(first)
        if not others:
            return []
        lines = [self._release(), *others[:-1]]
        self._hold(others[-1])
        return lines

    def rest(self) -> bytes:
        """Return what came after the end of the last line."""
        return self._release()

    def _hold(self, piece: bytes) -> None:
        self._pieces.append(piece)
        self.held += len(piece)

    def _release(self) -> bytes:
        line = b"".join(self._pieces)
        self._pieces, self.held = [], 0
        if self._at_start:
            self._at_start = False
            line = line.removeprefix(_BYTE_ORDER_MARK)
        return line
