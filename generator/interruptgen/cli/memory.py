"""How often garbage is looked for while a command makes much that stays until its end."""

import gc
from collections.abc import Generator
from contextlib import contextmanager

_SELDOM = 200_000


@contextmanager
def patient_memory() -> Generator[None, None, None]:
    """Look for garbage seldom: modules and models stay, and looking through them takes a while."""
    before = gc.get_threshold()
    gc.set_threshold(_SELDOM, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
