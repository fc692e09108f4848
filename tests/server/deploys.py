"""A desk whose definitions change between two deployments: the code that is generated for each."""

import importlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from interruptgen.lock import LOCK_NAME
from interruptgen.pipeline import Inputs, build
from interruptgen_runtime.server import (
    Agent,
    Answers,
    BoundaryContext,
    Middleware,
    RunContext,
    ToolCallContext,
    ToolResume,
)
from interruptgen_runtime.testing import (
    Call,
    FixedClock,
    ScriptedModel,
    Turn,
    fixed_outside,
    fixed_trust,
)

DESK = """\
interruptgen: 1
interrupts:
  choose:
    keepVersions: 1
    description: Asks for one of several.
    message: Which one?
    reason: choice
    responseSchema: RESPONSE
tools:
  refund:
    keepVersions: 1
    needsApproval: true
    message: Refund?
    inputSchema: INPUT
    approvalSchema: DECISION
  sign:
    keepVersions: 1
    runsOn: client
    inputSchema: {type: object}
    outputSchema: OUTPUT
"""
BEFORE = {
    "RESPONSE": "{type: object, properties: {choice: {type: integer}}, required: [choice]}",
    "INPUT": "{type: object, properties: {amount: {type: integer}}, required: [amount]}",
    "DECISION": "{type: object, properties: {ticket: {type: string}}, required: [ticket]}",
    "OUTPUT": "{type: object, properties: {name: {type: string}}, required: [name]}",
}
_NUMBERS = count()


@dataclass(frozen=True)
class Build:
    """What one deployment has of the generated code."""

    choose: Any
    refund: Any
    sign: Any
    models: Any
    lock: Path

    def forgetting(self) -> "Build":
        """Return the build without what it remembers of earlier versions."""
        definitions = (self.choose, self.refund, self.sign)
        choose, refund, sign = (replace(one, earlier=()) for one in definitions)
        return replace(self, choose=choose, refund=refund, sign=sign)


def deploys(folder: Path, changes: Mapping[str, str]) -> tuple[Build, Build]:
    """Generate the desk as it was, and with some of its schemas changed."""
    name = f"deploy{next(_NUMBERS)}"
    files: Mapping[str, str] = {}
    builds: list[Build] = []
    sys.path.insert(0, str(folder))
    for number, words in enumerate((BEFORE, {**BEFORE, **changes})):
        text = DESK
        for word, schema in words.items():
            text = text.replace(word, schema)
        result = build(Inputs({"desk.yaml": text.encode()}, lambda _: None, files.get))
        assert not result.diagnostics, result.diagnostics
        files = result.files
        package = f"{name}_{number}"
        for path, content in files.items():
            (folder / package / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / package / path).write_text(content, encoding="utf-8")
        builds.append(_load(f"{package}.desk", folder / package / LOCK_NAME))
    sys.path.remove(str(folder))
    return builds[0], builds[1]


def _load(package: str, lock: Path) -> Build:
    importlib.invalidate_caches()
    server: Any = importlib.import_module(f"{package}.server")
    models: Any = importlib.import_module(f"{package}.models")
    if server.choose.earlier or server.refund.earlier or server.sign.earlier:
        importlib.import_module(f"{package}.earlier_models")
    return Build(server.choose, server.refund, server.sign, models, lock)


class Choosing(Middleware):
    """Asks the question once, and keeps the answer."""

    def __init__(self, definition: Any) -> None:
        self.definition = definition
        self.answers: list[Any] = []

    async def on_interrupt_boundary(self, ctx: BoundaryContext) -> list[Any]:
        if ctx.phase != "beforeModel" or ctx.run.parent_run_id is not None:
            return []
        return [self.definition.interrupt(key="trip")]

    async def on_interrupt_resolution(self, ctx: RunContext, answers: Answers) -> ToolResume:
        self.answers += [each.response for each in answers if each.resolved]
        return ToolResume.CONTINUE


class Deployment:
    """An agent on one build, and what its tools did."""

    def __init__(
        self,
        build: Build,
        calls: tuple[Call, ...] = (),
        *,
        asks: bool = False,
        upgrades: tuple[Any, ...] = (),
        trust: Any = None,
    ) -> None:
        clock = FixedClock()
        self.paid: list[tuple[Any, Any, bool]] = []
        self.choosing = Choosing(build.choose)
        self.model = ScriptedModel([Turn(calls=calls), "Done."] if calls else ["Done."])

        async def pay(input: Any, call: ToolCallContext) -> dict[str, bool]:
            self.paid.append((input, call.approval_for(build.refund), call.edited))
            return {"paid": True}

        self.agent = Agent(
            model=self.model,
            tools=[build.refund.implement(pay), build.sign],
            interrupts=[build.choose],
            middleware=[self.choosing] if asks else [],
            upgrades=upgrades,
            trust=trust or fixed_trust(clock),
            outside=fixed_outside(clock),
        )
