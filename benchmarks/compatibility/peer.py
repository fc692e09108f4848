"""Pairs of schemas on the standard input -> what a library of Python says, a line of JSON each.

    python peer.py jsoncompat|jsonsubschema

Each line in has two schemas; each line out is true where the second one is said to accept all that
the first one accepts, false where not, and null where the library fails.
"""

import importlib
import json
import sys
from typing import Any


def main() -> None:
    """Answer every line."""
    name = sys.argv[1]
    library: Any = importlib.import_module(name)
    for line in sys.stdin:
        sent, received = json.loads(line)
        try:
            if name == "jsoncompat":
                said = library.check_compat(json.dumps(sent), json.dumps(received), "deserializer")
            else:
                said = library.isSubschema(sent, received)
        except BaseException:  # a panic of a native library is not an Exception
            said = None
        print(json.dumps(said), flush=True)


main()
