"""Performs the operations of a recorded case, and says where something else comes out."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from client.staging_compare import comparable_error, comparable_item, differences, sent
from client.staging_peer import Peer, Raw, RecordedJudge
from interruptgen_runtime.client import GenericInterrupt, ToolApproval, UntypedInterrupt
from interruptgen_runtime.client.answers import Value
from interruptgen_runtime.client.received import ReceivedInterrupt, UnboundInterrupt
from interruptgen_runtime.client.staging import Staging, Submission
from interruptgen_runtime.client.staging.judging import SCHEMA_JUDGE
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.binding import ToolApprovalBinding
from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.kinds import is_object

NOW = 1_750_000_000_000
UNDEFINED = {"$undefined": True}
NOTHING: Raw = {"do": "nothing"}
SUCCESS: Raw = {"outcome": "ok"}


class Replay:
    """A staging that is driven as the recorded one was, and sends whatever is complete."""

    def __init__(self, case: Raw, *, as_generated: bool) -> None:
        self.case = case
        peer = Peer(case)
        self.judge = RecordedJudge(peer.modes)
        judge = SCHEMA_JUDGE if as_generated else self.judge
        self.staging = Staging(peer.bindings, clock=lambda: NOW, judge=judge)
        self.submitted: list[Submission] = []
        self.saved: dict[str, Any] = {}
        self.hydrate(
            case["hydration"], restored=case.get("change_sources", ["live"])[0] == "hydrate"
        )

    def mismatches(self) -> Iterator[str]:
        """Yield the place of everything that is not as recorded."""
        yield from self._compare("initial", self.case["initial"])
        for index, step in enumerate(self.case["steps"]):
            yield from self._step(f"steps[{index}]", step)
        self.settle()
        yield from self._compare("final", self.case["final"])
        wanted = self.case.get("submitted", [])
        yield from differences("submitted", [sent(one) for one in self.submitted], wanted)

    def _step(self, place: str, step: Raw) -> Iterator[str]:
        operation, threw = step["op"], False
        found: dict[str, Any] = {}
        try:
            found = getattr(self, operation["op"])(operation) or {}
        except (LocalError, LookupError, RuntimeError):
            threw = True
        if threw != ("threw" in step):
            yield f"{place}.threw"
        self.send_if_complete()
        if "returned" in operation:
            yield from differences(f"{place}.returned", found["returned"], operation["returned"])
        if "visited" in step:
            yield from differences(f"{place}.visited", found["visited"], step["visited"])
        yield from self._compare(f"{place}.after", step["after"])

    def _compare(self, place: str, wanted: Raw) -> Iterator[str]:
        state = {
            "interrupts": [self._item(one) for one in self.staging.interrupts],
            "interruptErrors": [comparable_error(one.to_json()) for one in self.staging.errors],
            "resuming": self.staging.submitting,
            "submissions": len(self.submitted),
        }
        recorded = {
            **wanted,
            "interrupts": [comparable_item(one) for one in wanted["interrupts"]],
            "interruptErrors": [comparable_error(one) for one in wanted["interruptErrors"]],
        }
        yield from differences(place, state, recorded)

    def _item(self, interrupt: ReceivedInterrupt) -> dict[str, Any]:
        correlation = self.staging.correlation
        assert correlation is not None
        item: dict[str, Any] = {
            "id": interrupt.id,
            "kind": "generic",
            "status": interrupt.status,
            "canResolve": interrupt.can_resolve,
            "errors": [comparable_error(one.to_json()) for one in interrupt.errors[:1]],
            "has_controls": not isinstance(interrupt, UnboundInterrupt),
            **correlation.to_json(),
        }
        descriptor = interrupt.descriptor
        if isinstance(interrupt, ToolApproval):
            binding = descriptor.binding
            assert binding is not None and isinstance(binding.content, ToolApprovalBinding)
            item |= {
                "kind": "tool-approval",
                "binding": binding.to_json(),
                "toolName": interrupt.tool_name,
                "toolCallId": interrupt.tool_call_id,
                "originalArgs": binding.content.original_args,
            }
        elif isinstance(interrupt, GenericInterrupt):
            assert descriptor.binding is not None
            item |= {
                "binding": descriptor.binding.to_json(),
                "definitionId": interrupt.definition_id,
                "key": interrupt.key,
                "payload": UNDEFINED if descriptor.payload is ABSENT else descriptor.payload,
            }
        elif isinstance(interrupt, UnboundInterrupt):
            item["kind"] = "unbound"
        return item

    def resolve(self, operation: Raw) -> None:
        self._resolve(self._shown(operation["id"]), operation["args"])

    def cancel(self, operation: Raw) -> None:
        self.staging.cancel(operation["id"])

    def clear(self, operation: Raw) -> None:
        self.staging.clear(operation["id"])

    def bulk(self, operation: Raw) -> None:
        self.staging.resolve_all(operation["value"])

    def callback(self, operation: Raw) -> dict[str, Any]:
        visited: list[str] = []
        actions = operation["actions"]

        def resolver(interrupt: Any) -> Any:
            visited.append(interrupt.id)
            return self._act(interrupt, actions.get(interrupt.id) or actions.get("*", NOTHING))

        self.staging.resolve_all(resolver)
        return {"visited": visited}

    def cancelAll(self, _: Raw) -> None:
        self.staging.cancel_all()

    def retry(self, _: Raw) -> None:
        submission = self.staging.retry()
        if submission is not None:
            self.submitted.append(submission)

    def clientToolOutput(self, operation: Raw) -> dict[str, Any]:
        for call in self.staging.client_tools:
            if call.tool_call_id == operation["toolCallId"]:
                call.settle(operation["output"])
                return {"returned": True}
        for one in self.case["hydration"]["interrupts"]:
            if one.get("toolCallId") == operation["toolCallId"]:
                self.staging.answer(one["id"], Value(operation["output"]))
                return {"returned": True}
        return {"returned": False}

    def legacyApproval(self, operation: Raw) -> dict[str, Any]:
        interrupt = self._shown(operation["id"])
        if isinstance(interrupt, UntypedInterrupt) and interrupt.reason == "approval_required":
            interrupt.resolve({"approved": operation["approved"]})
            return {"returned": True}
        return {"returned": False}

    def updateTools(self, _: Raw) -> None:
        """What a client knows is fixed when it is made; the recorded one is not asked again."""

    def keep_handle(self, operation: Raw) -> None:
        self.saved[operation["as"]] = self._shown(operation["id"])

    def use_saved(self, operation: Raw) -> None:
        self._act(self.saved[operation["as"]], operation["action"])

    def reset(self, operation: Raw) -> None:
        keep = operation.get("options", {}).get("preserveRootErrors", False)
        self.staging.reset(keep_errors=keep)

    def hydrate(self, operation: Raw, *, restored: bool = False) -> None:
        hydration = operation.get("hydration", operation)
        self.staging.hydrate(
            hydration["interrupts"],
            thread_id=hydration["threadId"],
            run_id=hydration["interruptedRunId"],
            generation=hydration["generation"],
            restored=restored,
        )

    def send_if_complete(self) -> None:
        """The recorded client sends as soon as everything is staged; here one has to ask."""
        if self.staging.is_complete:
            self.submitted.append(self.staging.take_submission())

    def settle(self, _: Raw = SUCCESS) -> None:
        while promised := self.judge.take_promised():
            for promise, verdict in promised.items():
                self.staging.finish_check(promise, verdict)
        self.send_if_complete()
        if self.staging.submitting:
            behaviours = self.case.get("submit_behaviour", [])
            index = len(self.submitted) - 1
            self._finish(behaviours[index] if index < len(behaviours) else SUCCESS)

    def release(self, _: Raw) -> None:
        self.staging.submitted_ok(self.submitted[-1])

    def _finish(self, behaviour: Raw) -> None:
        sent = self.submitted[-1]
        match behaviour["outcome"]:
            case "ok":
                self.staging.submitted_ok(sent)
            case "throw" | "throw_string":
                self.staging.submission_failed(sent, behaviour["message"])
            case "errors":
                self.staging.submission_failed(sent, "[object Object]", behaviour["errors"])
            case "error_object":
                self.staging.submission_failed(sent, "[object Object]", [behaviour["error"]])
            case other:
                assert other == "hold"

    def _shown(self, interrupt_id: str) -> Any:
        return {one.id: one for one in self.staging.interrupts}[interrupt_id]

    def _resolve(self, interrupt: Any, args: list[Any]) -> None:
        """Call what the typed classes have; `args` are those of a JavaScript method."""
        if isinstance(interrupt, ToolApproval):
            self._decide(interrupt, *args)
        elif interrupt.can_resolve:
            interrupt.resolve(args[0] if args else ABSENT)
        else:
            self.staging.answer(interrupt.id, Value(args[0]))

    def _decide(self, approval: Any, approved: bool, options: object = None) -> None:
        given = options if is_object(options) else {}
        payload = given.get("payload", ABSENT)
        if approved:
            approval.approve(payload=payload, edited_args=given.get("editedArgs"))
        else:
            approval.reject(payload=payload)

    def _act(self, interrupt: Any, action: Raw) -> Any:
        """Do what the recorded resolver did; returns what it returned."""
        if action["do"] in ("return", "promise"):
            return action["value"] if action["do"] == "return" else _promise()
        self._actions[action["do"]](interrupt, action)
        return None

    @property
    def _actions(self) -> Mapping[str, Callable[[Any, Raw], object]]:
        return {
            "resolve": lambda one, action: self._resolve(one, action["args"]),
            "cancel": lambda one, _: one.cancel(),
            "clear": lambda one, _: one.clear(),
            "throw": lambda _, action: _throw(action["message"]),
            "save": lambda one, action: self.saved.update({action["as"]: one}),
            "outside_item": lambda _, action: self._shown(action["id"]).cancel(),
            "nested_root": lambda _, __: self.staging.resolve_all(True),
            "nothing": lambda _, __: None,
        }


async def _promise() -> None:
    """What an `async` resolver returns when it is called."""


def _throw(message: str) -> None:
    raise RuntimeError(message)
