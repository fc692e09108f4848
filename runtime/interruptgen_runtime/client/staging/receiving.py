"""The interrupts that ended a run, as they came, -> a pause that nothing else can change."""

from collections.abc import Sequence
from dataclasses import dataclass

from interruptgen_runtime.client.bindings import Bindings
from interruptgen_runtime.client.bound import BoundInterrupt
from interruptgen_runtime.client.staging.classify import classify
from interruptgen_runtime.client.staging.copying import copied
from interruptgen_runtime.client.staging.pause import Pause
from interruptgen_runtime.core.canonical import canonical
from interruptgen_runtime.core.descriptor import InterruptDescriptor, read_descriptor
from interruptgen_runtime.core.error_records import Correlation
from interruptgen_runtime.core.errors import NotJson, PeerError
from interruptgen_runtime.core.json_types import Json


@dataclass(frozen=True, slots=True)
class Pausing:
    """The interrupts that ended a run, not read yet, and where they belong."""

    interrupts: Sequence[Json]
    thread_id: str
    run_id: str
    generation: int | None


def receive(pausing: Pausing, bindings: Bindings[BoundInterrupt]) -> Pause:
    """Copy and classify the interrupts; without a generation, that of the bindings counts.

    Raises `PeerError` for an interrupt without an id, an id that comes twice, and what has no
    canonical form, so that it could not be hashed.
    """
    descriptors = tuple(_read(one) for one in pausing.interrupts)
    ids = [one.id for one in descriptors]
    if len(set(ids)) < len(ids):
        raise PeerError("two interrupts of one pause have the same id")
    generation = pausing.generation
    if generation is None:
        generation = _common_generation(descriptors)
    correlation = Correlation(pausing.thread_id, pausing.run_id, generation)
    return Pause(correlation=correlation, items=classify(descriptors, correlation, bindings))


def _common_generation(descriptors: Sequence[InterruptDescriptor]) -> int:
    """Return the generation that all bindings agree on; 0 if they do not, or one is missing.

    That is how TanStack AI's client finds out the generation of a pause.
    """
    bindings = [one.binding for one in descriptors]
    generations = {None if one is None else one.generation for one in bindings}
    only = generations.pop() if len(generations) == 1 else None
    return only or 0


def _read(value: Json) -> InterruptDescriptor:
    try:
        canonical(value)
    except NotJson as error:
        raise PeerError(f"an interrupt cannot be read: {error}") from error
    return read_descriptor(copied(value))
