"""The format that generated code was written in -> does this runtime execute it."""

from typing import Final

from interruptgen_runtime.core.errors import IncompatibleCode

EMITTER_FORMAT: Final = 1
"""The format of generated code that this runtime executes.

It changes only when generated code and runtime no longer fit together, not with their versions.
"""


def require_emitter_format(format: int, package: str) -> None:
    """Refuse generated code of another format; generated packages call this when imported.

    `package` is the name of the generated package. Raises `IncompatibleCode`, which says which
    side is the older one and how to bring it up to date.
    """
    if format == EMITTER_FORMAT:
        return
    if format < EMITTER_FORMAT:
        remedy = (
            "the generated code is older: upgrade the generator (`pip install -U interruptgen`) "
            "and run `interruptgen build`"
        )
    else:
        remedy = "the runtime is older: run `pip install -U interruptgen-runtime`"
    raise IncompatibleCode(
        f"{package} was generated in format {format}, and this runtime executes format "
        f"{EMITTER_FORMAT}; {remedy}"
    )
