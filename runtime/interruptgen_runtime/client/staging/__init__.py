"""Staging: the interrupts of a pause and the answers to them, without any I/O.

Descriptors go in (`classify`), answers are judged (`judging`) and move items from one status to
the next (`transitions`), a complete pause becomes a submission, and a failed submission comes back
as errors (`received_errors`).
"""

from interruptgen_runtime.client.staging.client_calls import ClientToolCall
from interruptgen_runtime.client.staging.faults import IncompleteBatch, StagingClosed
from interruptgen_runtime.client.staging.showing import Answerable, Shown
from interruptgen_runtime.client.staging.staging import Staging
from interruptgen_runtime.client.staging.submission import DecidedCall, Submission

__all__ = [
    "Answerable",
    "ClientToolCall",
    "DecidedCall",
    "IncompleteBatch",
    "Shown",
    "Staging",
    "StagingClosed",
    "Submission",
]
