"""Without its extra, the package of a model says what to install."""

import os
import subprocess
import sys

from docs.markdown import ROOT

HIDDEN = """
import sys

class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == sys.argv[1]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hide())
import interruptgen_runtime.models
try:
    import interruptgen_runtime.models.pydantic_ai
except ImportError as error:
    print(type(error).__name__, error)
"""


def without(package: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", HIDDEN, package],
        env={**os.environ, "PYTHONPATH": str(ROOT / "runtime")},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_the_extra_is_named() -> None:
    assert without("pydantic_ai") == (
        "ImportError PydanticAIModel needs pydantic-ai: install "
        "interruptgen-runtime[pydantic-ai], and the extra of your provider, such as "
        "pydantic-ai-slim[openai]\n"
    )


def test_another_missing_package_is_not_hidden() -> None:
    assert without("pydantic_core").startswith("ModuleNotFoundError No module named 'pydantic_core")
