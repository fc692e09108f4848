"""A case of `schema_cases/` -> a definition file that has its schema pasted into every slot."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "schema_cases"

JSON_SOURCE = """\
{{
  "interruptgen": 1,
  "package": "{package}",
  "interrupts": {{"ask": {{
    "payloadSchema": {schema},
    "responseSchema": {schema}
  }}}},
  "tools": {{"act": {{
    "needsApproval": true,
    "inputSchema": {schema},
    "outputSchema": {schema},
    "approvalSchema": {{"approve": {schema}, "reject": {schema}}}
  }}}}
}}
"""

YAML_SOURCE = """\
interruptgen: 1
package: {package}
interrupts:
  ask:
    payloadSchema:
{schema}
    responseSchema:
{schema}
tools:
  act:
    needsApproval: true
    inputSchema:
{schema}
    outputSchema:
{schema}
    approvalSchema:
      approve:
{schema}
      reject:
{schema}
"""

SLOTS = ("ASK_PAYLOAD", "ASK_RESPONSE", "ACT_INPUT", "ACT_OUTPUT", "ACT_APPROVE", "ACT_REJECT")
"""What `schemas.py` calls the slots of either source."""


@dataclass(frozen=True)
class Case:
    """A case, and what a build of it reads: one definition file, and the files beside it."""

    name: str
    told: Mapping[str, Any]
    path: str
    source: bytes
    others: Mapping[str, bytes]

    @property
    def package(self) -> str:
        return package_name(self.name)

    @property
    def must_be_refused(self) -> bool:
        return self.told.get("expect") == "reject"


def package_name(name: str) -> str:
    return name.replace("-", "_")


def cases() -> Iterator[Case]:
    """Yield all cases, each with its schema as it is written, byte for byte but for indentation."""
    for path in sorted(FOLDER.glob("*.json")):
        if not path.name.endswith(".schema.json"):
            yield _case(path.stem, json.loads(path.read_text(encoding="utf-8")))


def _case(name: str, told: Mapping[str, Any]) -> Case:
    path = FOLDER / told["input"]
    text = path.read_text(encoding="utf-8")
    package = package_name(name)
    names = [path.name, *told["extra_files"]] if "extra_files" in told else []
    others = {other: (path.parent / other).read_bytes() for other in names}
    if path.suffix == ".json":
        source = JSON_SOURCE.format(package=package, schema=text.strip())
        return Case(name, told, "decisions.json", source.encode(), others)
    indented = "\n".join(" " * 8 + line for line in text.rstrip().splitlines())
    source = YAML_SOURCE.format(package=package, schema=indented)
    return Case(name, told, "decisions.yaml", source.encode(), others)
