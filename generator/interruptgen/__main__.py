"""Runs the command line: `python -m interruptgen`."""

import sys

from interruptgen.cli import main

if __name__ == "__main__":
    sys.exit(main())
