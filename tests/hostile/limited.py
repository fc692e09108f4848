"""Limits and a command -> this process with the limits, which then becomes the command.

    python limited.py --memory BYTES --seconds N [--file BYTES] [--unprivileged] COMMAND...

Without privileges even root may only read and write what the modes of files allow.
"""

import argparse
import ctypes
import os
import resource
from typing import Final

_PR_CAPBSET_DROP: Final = 24
_CAP_DAC_OVERRIDE: Final = 1
_CAP_DAC_READ_SEARCH: Final = 2


def main() -> None:
    """Set the limits and start the command in the place of this process."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--memory", type=int, required=True)
    parser.add_argument("--seconds", type=int, required=True, help="of processor time")
    parser.add_argument("--file", type=int)
    parser.add_argument("--unprivileged", action="store_true")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (given.memory, given.memory))
    resource.setrlimit(resource.RLIMIT_CPU, (given.seconds, given.seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if given.file is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (given.file, given.file))
    if given.unprivileged:
        _drop_privileges()
    command: list[str] = given.command
    os.execv(command[0], command)


def _drop_privileges() -> None:
    """Take root's right to ignore modes from what this process becomes."""
    libc = ctypes.CDLL(None)
    for capability in (_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH):
        libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)


if __name__ == "__main__":
    main()
