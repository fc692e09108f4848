"""The option and the fixtures that every folder of tests has."""

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says more about what else the machine does than about the code, and
# a run that fails can be run again. Other examples: `pytest --hypothesis-profile exploring`.
settings.register_profile("exploring", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("patient", settings.get_profile("exploring"), derandomize=True)
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update",
        action="store_true",
        help="rewrite the expected output of the cases with what the program says now",
    )


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether expected outputs are to be rewritten."""
    return bool(request.config.getoption("--update"))


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the caller's wishes for colours and tracebacks out of a test."""
    for name in ("NO_COLOR", "FORCE_COLOR", "INTERRUPTGEN_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
