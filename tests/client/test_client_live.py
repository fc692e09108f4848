"""Our chat against the real server of TanStack AI, over HTTP, with the examples' bindings."""

import asyncio
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from typing import Any, Final

import pytest

from client.clients import results
from client.node_server import Node, Server, definition, node_server, request, tool, turn
from field_service.generated.visits import client as visits
from field_service.generated.visits.models import (
    ReadMeterOutput,
    SharePositionInput,
    SharePositionOutput,
)
from interruptgen_runtime import Json, JsonObject
from interruptgen_runtime.client import (
    Bindings,
    Chat,
    ChatFailure,
    ChatOptions,
    ConnectionLost,
    HttpTransport,
    ImplementedClientTool,
    IncompleteBatch,
    PendingDecisions,
    Refused,
    Retry,
    RunFailed,
    Timeouts,
    Unreachable,
    UntypedInterrupt,
    implements,
)
from payments.generated.payments import client as payments
from payments.generated.payments.client import RefundApproval, TransferApproval
from payments.generated.payments.models import (
    RefundApprove,
    RefundReject,
    TransferDecision,
    TransferInput,
)
from server.bank import LARGE, RATE, REFUND, TRANSFER
from travel_desk.generated.bookings import client as bookings
from travel_desk.generated.bookings.client import ChooseItinerary, PauseForAgent
from travel_desk.generated.bookings.models import ChooseItineraryResponse

pytestmark = pytest.mark.node

BINDINGS: Final = payments.bindings | bookings.bindings | visits.bindings
REFUND_TOOL: Final = tool("refund", returns={"refundId": "r-1"})
TRANSFER_TOOL: Final = tool("transfer", returns={"sent": True})
RATE_TOOL: Final = tool("exchange-rate", returns=1.1)
TOOLS: Final = [REFUND_TOOL, TRANSFER_TOOL, RATE_TOOL]
C1: Final = ("c1", "refund", REFUND)
C2: Final = ("c2", "transfer", TRANSFER)
C4: Final = ("c4", "exchange-rate", RATE)
C6: Final = ("c6", "refund", LARGE)
METER: Final[tuple[str, str, JsonObject]] = ("c8", "read-meter", {})
POSITION: Final = ("c9", "share-position", {"purpose": "the route"})
DONE: Final = {"text": "Done."}
APPROVE: Final = RefundApprove(ticket="T-1")
REJECT: Final = RefundReject(reason="fraud")
FACTOR: Final = TransferDecision(second_factor="123456")
CANCELLED: Final = {"error": "Tool execution cancelled"}
OPTIONS: Final = {
    "options": [
        {
            "legs": [
                {
                    "train": "RJ 61",
                    "from": "Wien",
                    "to": "Praha",
                    "departsAt": "2027-01-15T08:00:00Z",
                }
            ],
            "price": {"amount": 39, "currency": "EUR"},
        }
    ]
}
QUESTION: Final = request("choose-itinerary", "trip", payload=OPTIONS)
PAUSE: Final = request("pause-for-agent", "k")
DEFINITIONS: Final = [definition("choose-itinerary"), definition("pause-for-agent")]

Script = Callable[[Chat[Any]], Coroutine[Any, Any, None]]


@implements(visits.ReadMeter)
def read_meter(arguments: dict[str, Json]) -> ReadMeterOutput:
    return ReadMeterOutput.model_validate(METER_OUTPUT)


METER_OUTPUT: Final[Any] = 1234


@implements(visits.SharePosition)
async def share_position(given: SharePositionInput) -> SharePositionOutput:
    return SharePositionOutput.model_validate(POSITION_OUTPUT)


POSITION_OUTPUT: Final[Any] = {"latitude": 48.2, "longitude": 16.4}


@pytest.fixture(scope="module")
def node() -> Generator[Node]:
    with node_server() as node:
        yield node


def talk(
    server: Server,
    script: Script,
    tools: Sequence[ImplementedClientTool] = (read_meter, share_position),
    bindings: Bindings[Any] = BINDINGS,
    silence: float = 30,
) -> Any:
    """Run a script with a chat with the server; returns the server's log."""

    async def main() -> None:
        transport = HttpTransport(server.url, timeouts=Timeouts(silence=silence))
        options = ChatOptions(run_timeout=40)
        chat = Chat(transport, bindings=bindings, tools=tools, options=options)
        async with asyncio.timeout(60), chat:
            await script(chat)

    asyncio.run(main())
    return server.log


def setup(*model: Mapping[str, Any], **more: Any) -> Mapping[str, Any]:
    return {"tools": TOOLS, "interrupts": DEFINITIONS, "model": [*model, DONE], **more}


def hook(phase: str, *asked: Mapping[str, Any], policy: str | None = "continue") -> Any:
    given: JsonObject = {"phase": phase, "requests": [dict(one) for one in asked]}
    return given if policy is None else {**given, "policy": policy}


def only(chat: Chat[Any], kind: type[Any]) -> Any:
    (interrupt,) = chat.interrupts
    assert isinstance(interrupt, kind)
    return interrupt


def executed(log: Any) -> list[str]:
    return [name for name, _ in log["executions"]]


def approve(refund: RefundApproval) -> bool:
    return refund.approve(payload=APPROVE)


def reject(refund: RefundApproval) -> bool:
    return refund.reject(payload=REJECT)


def cancel(refund: RefundApproval) -> bool:
    return refund.cancel()


Decide = Callable[[RefundApproval], bool]


def test_text(node: Node) -> None:
    server = node.set_up(setup({"text": "Hello, world"}))

    async def script(chat: Chat[Any]) -> None:
        seen: list[str] = []
        turned = await chat.send("Hi", on_event=lambda event: seen.append(str(event["type"])))
        assert (turned.outcome, turned.text) == ("finished", "Hello, world")
        assert seen[0] == "RUN_STARTED"
        assert seen.count("TEXT_MESSAGE_CONTENT") == 3
        assert (await chat.send("Again")).text == "Done."
        assert [message.role for message in turned.messages] == ["user", "assistant"]

    talk(server, script)


def test_a_server_tool(node: Node) -> None:
    """Two RUN_FINISHED in one response, and the result between them."""
    server = node.set_up(setup(turn(C4)))

    async def script(chat: Chat[Any]) -> None:
        turned = await chat.send("Go")
        assert (turned.outcome, turned.text) == ("finished", "One moment.\n\nDone.")
        assert results(chat) == {"c4": 1.1}

    assert executed(talk(server, script)) == ["exchange-rate"]


@pytest.mark.parametrize(
    ("decide", "result", "runs"),
    [
        (approve, {"refundId": "r-1"}, ["refund"]),
        (reject, {"reason": "fraud"}, []),
        (cancel, CANCELLED, []),
    ],
)
def test_an_approval(node: Node, decide: Decide, result: Json, runs: list[str]) -> None:
    """The payload of a rejection reaches the model, as TanStack's own client cannot do it."""
    server = node.set_up(setup(turn(C1)))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        assert paused.outcome == "interrupted"
        assert only(chat, RefundApproval).original_args.traveller == "Ada"
        assert decide(only(chat, RefundApproval))
        done = await paused.continued()
        assert (done.outcome, done.text) == ("finished", "Done.")
        assert results(chat) == {"c1": result}

    log = talk(server, script)
    assert executed(log) == runs
    assert [set(one) >= {"parentRunId", "resume"} for one in log["requests"]] == [False, True]


def test_cancel_all(node: Node) -> None:
    server = node.set_up(setup(turn(C1, C6)))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        assert chat.cancel_all()
        await paused.continued()
        assert results(chat) == {"c1": CANCELLED, "c6": CANCELLED}

    assert executed(talk(server, script)) == []


def test_edited_arguments(node: Node) -> None:
    server = node.set_up(setup(turn(C2)))
    edited = TransferInput.model_validate({**TRANSFER, "reference": "rent"})

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        assert only(chat, TransferApproval).approve(payload=FACTOR, edited_args=edited)
        await paused.continued()
        assert results(chat) == {"c2": {"sent": True}}

    log = talk(server, script)
    assert log["executions"] == [["transfer", {**TRANSFER, "reference": "rent"}]]


@pytest.mark.parametrize("second", ["approve", "reject", "cancel"])
def test_two_approvals_go_together(node: Node, second: str) -> None:
    server = node.set_up(setup(turn(C1, C6, C4)))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        one, other = chat.interrupts
        assert isinstance(one, RefundApproval)
        assert isinstance(other, RefundApproval)
        one.approve(payload=APPROVE)
        with pytest.raises(IncompleteBatch) as raised:
            await paused.continued()
        assert raised.value.interrupt_ids == (other.id,)
        if second == "approve":
            other.approve(payload=APPROVE)
        elif second == "reject":
            other.reject(payload=REJECT)
        else:
            other.cancel()
        assert (await paused.continued()).outcome == "finished"
        assert set(results(chat)) == {"c1", "c6", "c4"}

    log = talk(server, script)
    assert executed(log) == [
        "refund",
        *(["refund"] if second == "approve" else []),
        "exchange-rate",
    ]
    assert len(log["requests"]) == 2


@pytest.mark.parametrize("phase", ["beforeModel", "afterModel", "beforeTools", "afterTools"])
def test_a_question_at_each_phase(node: Node, phase: str) -> None:
    server = node.set_up(setup(turn(C4), hooks=[hook(phase, PAUSE)]))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        assert only(chat, PauseForAgent).key == "k"
        assert only(chat, PauseForAgent).resolve({"fine": True})
        assert (await paused.continued()).outcome == "finished"

    log = talk(server, script)
    assert executed(log) == ["exchange-rate"]
    assert log["resolutions"] == [
        [{"definitionId": "pause-for-agent", "status": "resolved", "response": {"fine": True}}]
    ]


@pytest.mark.parametrize("resolved", [True, False])
def test_a_question_with_schemas(node: Node, resolved: bool) -> None:
    server = node.set_up(setup(hooks=[hook("beforeModel", QUESTION)]))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        question = only(chat, ChooseItinerary)
        assert question.payload.options[0].legs[0].train == "RJ 61"
        assert not question.resolve({"choice": "first"})
        if resolved:
            assert question.resolve(ChooseItineraryResponse(choice=0))
        else:
            assert question.cancel()
        assert (await paused.continued()).outcome == "finished"

    ((answer,),) = talk(server, script)["resolutions"]
    assert answer["status"] == ("resolved" if resolved else "cancelled")


def test_two_questions_of_two_hooks(node: Node) -> None:
    hooks = [hook("beforeModel", QUESTION), hook("beforeModel", PAUSE)]
    server = node.set_up(setup(hooks=hooks))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        question, pause = chat.interrupts
        assert isinstance(question, ChooseItinerary)
        assert isinstance(pause, PauseForAgent)
        pause.resolve([1, None])
        question.resolve(ChooseItineraryResponse(choice=0))
        assert (await paused.continued()).outcome == "finished"

    assert len(talk(server, script)["resolutions"]) == 2


@pytest.mark.parametrize("policy", ["continue", "cancel", "stop", None])
def test_three_kinds_in_one_batch(node: Node, policy: str | None) -> None:
    tools = [*TOOLS, tool("read-meter", "client")]
    hooks = [hook("beforeTools", PAUSE, policy=policy)]
    server = node.set_up(setup(turn(C1, METER, C4), tools=tools, hooks=hooks))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        refund, pause = chat.interrupts
        assert isinstance(refund, RefundApproval)
        assert isinstance(pause, PauseForAgent)
        refund.approve(payload=APPROVE)
        pause.resolve({})
        done = await paused.continued()
        assert (done.outcome, done.interrupts) == ("finished", ())
        if policy in ("continue", None):
            assert results(chat)["c8"] == METER_OUTPUT

    goes_on = policy in ("continue", None)
    log = talk(server, script)
    assert sorted(executed(log)) == (["exchange-rate", "refund"] if goes_on else [])
    assert len(log["requests"]) == (3 if goes_on else 2)


def test_after_stop_the_thread_goes_on(node: Node) -> None:
    """The waiting call comes back with the next message, as the server keeps it unfinished."""
    hooks = [hook("beforeTools", PAUSE, policy="stop")]
    server = node.set_up(setup(turn(C4), hooks=hooks))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        only(chat, PauseForAgent).resolve({})
        assert (await paused.continued()).outcome == "finished"
        again = await chat.send("Still there?")
        assert again.outcome in ("finished", "interrupted")

    talk(server, script)


def test_a_client_tool(node: Node) -> None:
    tools = [*TOOLS, tool("read-meter", "client")]
    server = node.set_up(setup(turn(METER, C4), tools=tools))

    async def script(chat: Chat[Any]) -> None:
        done = await chat.send("Go")
        assert (done.outcome, done.interrupts, done.text) == (
            "finished",
            (),
            "One moment.\n\nDone.",
        )
        assert results(chat) == {"c8": METER_OUTPUT, "c4": 1.1}

    assert len(talk(server, script)["requests"]) == 2


def test_a_client_tool_that_only_the_client_declares(node: Node) -> None:
    server = node.set_up(setup(turn(METER), adopt=True))

    async def script(chat: Chat[Any]) -> None:
        done = await chat.send("Go")
        if done.outcome == "interrupted":
            done = await done.continued()
        assert done.outcome == "finished"
        assert results(chat) == {"c8": METER_OUTPUT}

    talk(server, script)


def test_a_client_tool_and_an_approval(node: Node) -> None:
    tools = [*TOOLS, tool("read-meter", "client")]
    server = node.set_up(setup(turn(METER, C1), tools=tools))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        only(chat, RefundApproval).approve(payload=APPROVE)
        assert (await paused.continued()).outcome == "finished"
        assert results(chat) == {"c8": METER_OUTPUT, "c1": {"refundId": "r-1"}}

    assert len(talk(server, script)["requests"]) == 2


@pytest.mark.parametrize("agreed", [True, False])
def test_a_client_tool_that_needs_an_approval(node: Node, agreed: bool) -> None:
    server = node.set_up(setup(turn(POSITION), tools=[tool("share-position", "client")]))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        assert only(chat, visits.SharePositionApproval).tool_name == "share-position"
        assert chat.resolve_all(agreed)
        assert (await paused.continued()).outcome == "finished"
        if agreed:
            assert results(chat) == {"c9": POSITION_OUTPUT}

    assert len(talk(server, script)["requests"]) == (3 if agreed else 2)


def test_a_client_tool_that_fails(node: Node) -> None:
    """Where TanStack's client is stuck, as no server takes its error, the call is cancelled."""
    tools = [tool("read-meter", "client")]
    server = node.set_up(setup(turn(METER), tools=tools))

    @implements(visits.ReadMeter)
    def broken(arguments: dict[str, Json]) -> ReadMeterOutput:
        raise RuntimeError("no display")

    async def script(chat: Chat[Any]) -> None:
        done = await chat.send("Go")
        assert done.outcome == "finished"
        assert results(chat) == {"c8": {"error": "no display"}}

    log = talk(server, script, tools=[broken])
    assert "no display" in str(log["requests"][1])


def test_a_client_tool_that_nothing_implements(node: Node) -> None:
    server = node.set_up(setup(turn(METER), tools=[tool("read-meter", "client")]))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        assert (paused.outcome, paused.interrupts) == ("interrupted", ())
        assert chat.waiting_tools == ("c8",)
        with pytest.raises(IncompleteBatch, match="client_tool_c8"):
            await paused.continued()
        chat.settle_tool("c8", METER_OUTPUT)
        assert (await paused.continued()).outcome == "finished"
        assert results(chat) == {"c8": METER_OUTPUT}

    talk(server, script, tools=[])


def test_a_tool_that_throws(node: Node) -> None:
    server = node.set_up(setup(turn(C1), tools=[tool("refund", throws="no money")]))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        only(chat, RefundApproval).approve(payload=APPROVE)
        assert (await paused.continued()).outcome == "finished"
        assert "no money" in str(results(chat)["c1"])

    talk(server, script)


def test_an_approval_of_a_later_turn(node: Node) -> None:
    server = node.set_up(setup(turn(C4), turn(C1)))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        only(chat, RefundApproval).approve(payload=APPROVE)
        assert (await paused.continued()).outcome == "finished"
        assert results(chat) == {"c4": 1.1, "c1": {"refundId": "r-1"}}

    talk(server, script)


def test_a_pause_after_a_pause(node: Node) -> None:
    server = node.set_up(setup(turn(C1), turn(C2)))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        only(chat, RefundApproval).approve(payload=APPROVE)
        again = await paused.continued()
        only(chat, TransferApproval).approve(payload=FACTOR)
        assert (await again.continued()).outcome == "finished"

    assert executed(talk(server, script)) == ["refund", "transfer"]


def test_the_conversation_goes_on(node: Node) -> None:
    server = node.set_up(setup(turn(C1), DONE, {"text": "Again."}))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        only(chat, RefundApproval).reject(payload=REJECT)
        await paused.continued()
        assert (await chat.send("Thanks")).text == "Again."

    talk(server, script)


def test_a_message_instead_of_an_answer(node: Node) -> None:
    server = node.set_up(setup(turn(C1)))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        with pytest.raises(PendingDecisions):
            await chat.send("approve it, please")
        only(chat, RefundApproval).approve(payload=APPROVE)
        assert (await paused.continued()).outcome == "finished"

    assert len(talk(server, script)["requests"]) == 2


def test_a_client_that_stopped_is_asked_again(node: Node) -> None:
    server = node.set_up(setup(turn(C1)))

    async def script(chat: Chat[Any]) -> None:
        await chat.send("Go")
        chat.stop()
        assert chat.interrupts == ()
        again = await chat.send("Never mind")
        only(chat, RefundApproval).approve(payload=APPROVE)
        assert (await again.continued()).outcome == "finished"

    assert executed(talk(server, script)) == ["refund"]


def test_another_process_goes_on(node: Node) -> None:
    server = node.set_up(setup(turn(C1, C6)))
    saved: list[Any] = []

    async def first(chat: Chat[Any]) -> None:
        await chat.send("Go")
        one, _ = chat.interrupts
        assert isinstance(one, RefundApproval)
        one.approve(payload=APPROVE)
        saved.append(chat.snapshot())

    async def second(chat: Chat[Any]) -> None:
        restored = chat.restore(saved[0])
        one, other = restored.interrupts
        assert isinstance(one, RefundApproval)
        assert isinstance(other, RefundApproval)
        assert (one.status, other.status) == ("staged", "pending")
        other.cancel()
        assert (await restored.continued()).outcome == "finished"
        assert results(chat) == {"c1": {"refundId": "r-1"}, "c6": CANCELLED}

    talk(server, first)
    assert executed(talk(server, second)) == ["refund"]


def test_a_client_with_other_bindings_may_still_answer(node: Node) -> None:
    server = node.set_up(setup(turn(C1)))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        untyped = only(chat, UntypedInterrupt)
        assert untyped.resolve({"approved": True, "payload": {"ticket": "T-1"}})
        assert (await paused.continued()).outcome == "finished"

    assert executed(talk(server, script, bindings=Bindings[Any]())) == ["refund"]


def test_questions_that_no_binding_knows(node: Node) -> None:
    server = node.set_up(setup(hooks=[hook("beforeModel", QUESTION)]))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        assert only(chat, UntypedInterrupt).resolve({"choice": 0})
        assert (await paused.continued()).outcome == "finished"

    talk(server, script, bindings=Bindings[Any]())


@pytest.mark.parametrize("status", [500, 503, 401, 429])
def test_a_failure_of_the_network_and_a_retry(node: Node, status: int) -> None:
    server = node.set_up(setup(turn(C1), faults={"1": {"status": status}}))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        refund = only(chat, RefundApproval)
        refund.approve(payload=APPROVE)
        with pytest.raises(Refused) as raised:
            await paused.continued()
        assert raised.value.status == status
        assert raised.value.retry is (Retry.UNSURE if status >= 500 else Retry.SAFE)
        assert only(chat, RefundApproval).draft == {"approved": True, "payload": {"ticket": "T-1"}}
        assert (await chat.retry()).outcome == "finished"
        assert chat.errors == ()

    log = talk(server, script)
    assert executed(log) == ["refund"]
    assert log["requests"][1]["resume"] == log["requests"][2]["resume"]


@pytest.mark.parametrize("after", [1, 200, 400])
def test_a_connection_that_breaks(node: Node, after: int) -> None:
    server = node.set_up(setup(turn(C1), faults={"1": {"cutAfter": after}}))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        only(chat, RefundApproval).approve(payload=APPROVE)
        with pytest.raises(ConnectionLost):
            await paused.continued()
        assert chat.interrupts != ()
        assert (await chat.retry()).outcome == "finished"
        assert results(chat) == {"c1": {"refundId": "r-1"}}

    talk(server, script)


def test_a_server_that_says_nothing(node: Node) -> None:
    server = node.set_up(setup({"text": "Hi"}, faults={"0": {"silent": True}}))

    async def script(chat: Chat[Any]) -> None:
        with pytest.raises(ConnectionLost):
            await chat.send("Go")
        assert (await chat.retry()).text == "Hi"

    talk(server, script, silence=1)


def test_a_server_that_is_not_there() -> None:
    async def main() -> None:
        async with Chat("http://127.0.0.1:9/api/chat", bindings=BINDINGS) as chat:
            with pytest.raises(Unreachable) as raised:
                await chat.send("Go")
            assert raised.value.retry is Retry.SAFE

    asyncio.run(main())


def test_a_model_that_fails_after_the_tool_ran(node: Node) -> None:
    """The result is in the history, so that the second try runs nothing twice."""
    server = node.set_up(setup(turn(C1), {"fails": "overloaded"}))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        only(chat, RefundApproval).approve(payload=APPROVE)
        with pytest.raises(RunFailed, match="overloaded") as raised:
            await paused.continued()
        assert raised.value.retry is Retry.SAFE
        assert (await chat.retry()).outcome == "finished"

    assert executed(talk(server, script)) == ["refund"]


def test_a_model_that_fails(node: Node) -> None:
    server = node.set_up(setup({"fails": "overloaded"}))

    async def script(chat: Chat[Any]) -> None:
        with pytest.raises(RunFailed, match="overloaded"):
            await chat.send("Go")
        assert (await chat.retry()).text == "Done."
        assert [message.role for message in chat.messages] == ["user", "assistant"]

    talk(server, script)


def test_an_answer_that_only_the_server_refuses(node: Node) -> None:
    """The item says what is wrong, the draft is kept, and another answer can be given."""
    tools = [tool("transfer", returns={}, refuses="input")]
    server = node.set_up(setup(turn(C2), tools=tools))
    edited = TransferInput.model_validate({**TRANSFER, "reference": "rent"})

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        if paused.outcome == "finished":
            return
        transfer = only(chat, TransferApproval)
        transfer.approve(payload=FACTOR, edited_args=edited)
        with pytest.raises(RunFailed) as raised:
            await paused.continued()
        assert raised.value.retry is Retry.POINTLESS
        assert [error.code for error in transfer.errors] == ["invalid-edited-args"]
        assert "rent" in str(transfer.draft)
        transfer.cancel()
        assert (await paused.continued()).outcome == "finished"

    talk(server, script)


def test_a_response_that_only_the_server_refuses(node: Node) -> None:
    interrupts = [definition("choose-itinerary", refuses=True)]
    server = node.set_up(setup(interrupts=interrupts, hooks=[hook("beforeModel", QUESTION)]))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        question = only(chat, ChooseItinerary)
        question.resolve(ChooseItineraryResponse(choice=0))
        with pytest.raises(RunFailed) as raised:
            await paused.continued()
        assert raised.value.retry is Retry.POINTLESS
        assert question.draft == {"choice": 0}
        assert [error.code for error in question.errors] == ["invalid-payload"]
        question.cancel()
        assert (await paused.continued()).outcome == "finished"

    talk(server, script)


def test_the_dead_end_of_a_question_after_the_model_and_an_approval(node: Node) -> None:
    """TanStack's server asks only the question, and then misses the approval: nothing is lost."""
    server = node.set_up(setup(turn(C1), hooks=[hook("afterModel", PAUSE)]))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        pause = only(chat, PauseForAgent)
        pause.resolve({"fine": True})
        with pytest.raises(RunFailed) as raised:
            await paused.continued()
        assert raised.value.retry is Retry.POINTLESS
        assert raised.value.code == "unknown-interrupt"
        assert pause.draft == {"fine": True}
        with pytest.raises(ChatFailure):
            pause.resolve({"fine": True})
            await paused.continued()
        chat.stop()
        assert (await chat.send("Never mind")).outcome == "interrupted"

    assert executed(talk(server, script)) == []


def test_state(node: Node) -> None:
    server = node.set_up(setup(turn(C1), state={"step": 3}))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        assert paused.state == {"step": 3}

    talk(server, script)


def test_a_run_that_is_given_up(node: Node) -> None:
    """A task that is cancelled leaves the answers as drafts."""
    server = node.set_up(setup(turn(C1), faults={"1": {"silent": True}}))

    async def script(chat: Chat[Any]) -> None:
        paused = await chat.send("Go")
        only(chat, RefundApproval).approve(payload=APPROVE)
        sending = asyncio.ensure_future(paused.continued())
        while await asyncio.to_thread(lambda: len(server.log["requests"])) < 2:
            await asyncio.sleep(0.01)
        sending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sending
        assert only(chat, RefundApproval).draft == {"approved": True, "payload": {"ticket": "T-1"}}
        assert (await chat.retry()).outcome == "finished"

    assert executed(talk(server, script)) == ["refund"]
