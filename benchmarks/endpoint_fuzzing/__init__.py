"""The parts of `fuzz_endpoint.py`: an agent, requests to it, their mutations, and one trial."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "generated_examples"))
