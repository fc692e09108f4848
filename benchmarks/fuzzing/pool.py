"""Seeds and a source of randomness -> projects in which something has been changed."""

import copy
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from fuzzing import texts, values
from fuzzing.seeds import Seed
from fuzzing.slots import Slot, slots
from interruptgen.model import Json
from interruptgen.reading import Document, read

_MOST_BYTES: Final = 200_000
"""Larger files take time, and tell no more."""

_CHANGES: Final = (1, 1, 1, 1, 2, 2, 3, 5)
"""How many changes are made to a file: many of them seldom leave something that compiles."""


@dataclass(frozen=True)
class Pool:
    """The seeds, and the values of those of their files that can be read, by their texts."""

    seeds: Sequence[Seed]
    values: Mapping[bytes, Json]

    @classmethod
    def of(cls, seeds: Sequence[Seed]) -> "Pool":
        """Read every file of the seeds.

        What an alias of YAML repeats is written out, so that each place can change alone.
        """
        whole: dict[bytes, Json] = {}
        for seed in seeds:
            for path, text in (*seed.sources.items(), *seed.others.items()):
                document = read(path, text)
                written = json.dumps(document.data) if isinstance(document, Document) else ""
                if 0 < len(written) <= _MOST_BYTES:
                    whole[text] = json.loads(written)
        return cls(seeds, whole)

    def project(self, random: Random) -> Seed:
        """Return a seed of which one file was changed, or in rare cases all of them."""
        seed = random.choice(self.seeds)
        paths = [*seed.sources, *seed.others]
        chosen = set(paths if random.random() < 0.05 else [random.choice(paths)])

        def changed(files: Mapping[str, bytes]) -> dict[str, bytes]:
            return {
                path: self._changed(text, random) if path in chosen else text
                for path, text in files.items()
            }

        return Seed(seed.name, changed(seed.sources), changed(seed.others))

    def _changed(self, text: bytes, random: Random) -> bytes:
        count = random.choice(_CHANGES)
        if text in self.values and random.random() < 0.8:
            return self._with_other_values(text, random, count)
        for _ in range(count):
            text = random.choice(texts.CHANGES)(text, random, partial(self._lines, random))
        return text[:_MOST_BYTES]

    def _with_other_values(self, text: bytes, random: Random, count: int) -> bytes:
        root = [copy.deepcopy(self.values[text])]
        try:
            for _ in range(count):
                change = random.choice(values.CHANGES)
                change(_slot(root, random), random, partial(self._fragment, random))
            written = json.dumps(root[0], ensure_ascii=random.random() < 0.5)
        except RecursionError:  # several changes have each made it deep
            written = ""
        if not 0 < len(written) <= _MOST_BYTES:
            return texts.insert(text, random, partial(self._lines, random))
        return written.encode("utf-8", "surrogatepass")

    def _fragment(self, random: Random) -> Json:
        """Return a copy of a value from anywhere in the seeds."""
        return copy.deepcopy(_slot([random.choice([*self.values.values()])], random).get())

    def _lines(self, random: Random) -> bytes:
        """Return some lines from anywhere in the seeds."""
        lines = random.choice([*self.values]).splitlines(keepends=True)
        start = random.randrange(len(lines))
        return b"".join(lines[start : start + random.randint(1, 8)])


def _slot(root: list[Json], random: Random) -> Slot:
    """Choose a value at or below the only item of a list."""
    return random.choice(list(slots(root)))
