"""The exceptions of the runtime; each says whose fault it is."""

from dataclasses import dataclass

from interruptgen_runtime.core.json_types import Path, pointer


@dataclass(frozen=True, slots=True)
class Issue:
    """One reason why a value is refused: where in the value, and what is wrong there."""

    path: Path
    message: str

    def __str__(self) -> str:
        return f"{pointer(self.path)}: {self.message}" if self.path else self.message


class InterruptError(Exception):
    """The base of everything that the runtime raises on purpose."""


class LocalError(InterruptError):
    """Your code, or the code generated for it, broke a rule."""


class PeerError(InterruptError):
    """The other side broke a rule: what it sent cannot be used."""


class NotJson(LocalError, ValueError):
    """A Python value has no JSON form that JavaScript can carry; `path` is where."""

    def __init__(self, message: str, path: Path = ()) -> None:
        super().__init__(str(Issue(path, message)))
        self.message = message
        self.path = path


class InvalidValue(InterruptError, ValueError):
    """A value does not satisfy its JSON Schema; `issues` says where and why."""

    def __init__(self, issues: tuple[Issue, ...]) -> None:
        super().__init__("; ".join(str(issue) for issue in issues))
        self.issues = issues


class InvalidIncoming(InvalidValue, PeerError):
    """A value that was received does not satisfy its schema."""


class InvalidOutgoing(InvalidValue, LocalError):
    """A value that your code is about to send does not satisfy its schema."""


class InvalidRequest(LocalError, ValueError):
    """A request for an interrupt or an approval breaks a rule; `field` names the argument."""

    def __init__(self, subject: str, field: str, message: str) -> None:
        super().__init__(f"{subject}: {field} {message}")
        self.field = field


class BrokenSchema(LocalError):
    """A schema of the generated code cannot be compiled, so nothing can be checked against it."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"a generated schema cannot be used: {reason}. Run `interruptgen build` again; if it "
            "stays, report it as a bug of interruptgen"
        )


class ViewMismatch(LocalError):
    """A generated class refuses a value that its JSON Schema accepts."""

    def __init__(self, view: str, reason: str) -> None:
        super().__init__(
            f"{view} refuses a value that its JSON Schema accepts: {reason}. The generated class "
            "does not fit the schema next to it: run `interruptgen build` again; if it stays, "
            "report it as a bug of interruptgen"
        )


class DuplicateDefinition(LocalError):
    """Two definitions of one registry, or two bindings of one client, share an id or a name."""


class IncompatibleCode(LocalError):
    """Generated code and the installed runtime do not fit together."""
