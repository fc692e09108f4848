"""What a chat sends: the body of a request, as TanStack AI's client writes it."""

import copy
from collections.abc import Iterable
from dataclasses import dataclass

from interruptgen_runtime.client.staging import Submission
from interruptgen_runtime.core.json_types import Json, JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request: who asks, and the answers that it carries, if it carries any."""

    thread_id: str
    run_id: str
    forwarded_props: JsonObject
    submission: Submission | None = None

    def body(self, messages: Iterable[JsonObject], tools: Iterable[JsonObject]) -> JsonObject:
        """Return the body; what a request does not have is left out, never null."""
        body: JsonObject = {"threadId": self.thread_id, "runId": self.run_id}
        if self.submission is not None:
            body["parentRunId"] = self.submission.correlation.interrupted_run_id
            body["resume"] = self.submission.resume
        listed: list[Json] = [*messages]
        declared: list[Json] = [*tools]
        return {
            **body,
            "state": {},
            "messages": listed,
            "tools": declared,
            "context": [],
            "forwardedProps": self.forwarded_props,
            "data": copy.deepcopy(self.forwarded_props),
        }
