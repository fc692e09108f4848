"""The parts of `pauses.py` and `load.py`: servers, a client, the work, and the figures."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "generated_examples"))
