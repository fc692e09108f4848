"""Text -> text with the colours of a terminal, or as it is."""

from dataclasses import dataclass

_RESET = "\x1b[0m"


@dataclass(frozen=True)
class Paint:
    """Colours texts where `enabled`."""

    enabled: bool = False

    def bold(self, text: str) -> str:
        """Make a text stand out."""
        return self._in("1", text)

    def faint(self, text: str) -> str:
        """Make a text step back."""
        return self._in("2", text)

    def red(self, text: str) -> str:
        """Colour an error."""
        return self._in("1;31", text)

    def yellow(self, text: str) -> str:
        """Colour a warning."""
        return self._in("1;33", text)

    def green(self, text: str) -> str:
        """Colour good news."""
        return self._in("32", text)

    def cyan(self, text: str) -> str:
        """Colour what to do next."""
        return self._in("36", text)

    def _in(self, style: str, text: str) -> str:
        return f"\x1b[{style}m{text}{_RESET}" if self.enabled else text
