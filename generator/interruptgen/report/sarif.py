"""Findings -> a SARIF 2.1.0 log with one run, for code scanning services and editors."""

from collections.abc import Sequence
from urllib.parse import quote

from interruptgen import __version__
from interruptgen.diagnostics import Diagnostic, Place, Rule
from interruptgen.model import Json, JsonObject
from interruptgen.report.machine import dump

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def render(findings: Sequence[Diagnostic], prefix: str, extras: Sequence[JsonObject] = ()) -> str:
    """Return the log; the rules in it are those that were found, each with its explanation.

    `extras` has what the results of the first findings say beside.
    """
    by_code = {finding.code: finding.rule for finding in findings}
    codes = sorted(by_code)
    padded: list[JsonObject] = [*extras, *({} for _ in findings[len(extras) :])]
    driver: JsonObject = {
        "name": "interruptgen",
        "version": __version__,
        "rules": [_rule(by_code[code]) for code in codes],
    }
    run: JsonObject = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [
            {**_result(finding, codes.index(finding.code), prefix), **extra}
            for finding, extra in zip(findings, padded, strict=True)
        ],
    }
    return dump({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(rule: Rule) -> JsonObject:
    first = rule.explanation.strip().split("\n\n")[0].replace("\n", " ")
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.name.replace("-", " ")},
        "fullDescription": {"text": first},
        "help": {"text": rule.explanation, "markdown": rule.explanation},
        "defaultConfiguration": {"level": rule.severity.value},
    }


def _result(finding: Diagnostic, index: int, prefix: str) -> JsonObject:
    hint = f"\n{finding.hint}" if finding.hint else ""
    result: JsonObject = {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": finding.severity.value,
        "message": {"text": finding.message + hint},
        "locations": [_location(finding.place, prefix)],
    }
    related: list[Json] = [
        {**_location(note.place, prefix), "id": number, "message": {"text": note.message}}
        for number, note in enumerate(finding.notes)
    ]
    return {**result, "relatedLocations": related} if related else result


def _location(place: Place, prefix: str) -> JsonObject:
    return {
        "physicalLocation": {
            "artifactLocation": {
                "uri": quote(prefix + place.path, errors="surrogateescape"),
                "uriBaseId": "%SRCROOT%",
            },
            "region": {"startLine": place.line, "startColumn": place.column},
        }
    }
