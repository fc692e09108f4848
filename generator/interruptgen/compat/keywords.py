"""The keywords of JSON Schema 2020-12 by what they mean for which values are accepted."""

from typing import Final

INDEPENDENT: Final = frozenset(
    "$ref allOf anyOf const dependentRequired dependentSchemas enum exclusiveMaximum "
    "exclusiveMinimum format maxItems maxLength maxProperties maximum minItems minLength "
    "minProperties minimum multipleOf not oneOf pattern patternProperties prefixItems properties "
    "propertyNames required type uniqueItems".split()
)
"""Keywords that judge a value alike whatever stands beside them."""

ASSERTIONS: Final = INDEPENDENT | frozenset(
    "$dynamicRef additionalProperties contains else if items maxContains minContains then "
    "unevaluatedItems unevaluatedProperties".split()
)
"""Every keyword that may have a say in which values are accepted."""

UNORDERED: Final = frozenset({"enum", "required", "type"})
"""Keywords that mean the same in any order, and for one value as for an array of it."""

NUMBERS: Final = frozenset({"integer", "fraction"})
"""Both kinds of number; `fraction` is a number that is not whole."""

TYPES: Final = frozenset({"null", "boolean", "string", "array", "object", *NUMBERS})
"""Every type that a JSON value can have, each value having exactly one."""

MATCHING_ALL: Final = frozenset({"", "^", "$", ".*", "^.*", "(?:)"})
"""Patterns that match every text, wherever it begins or ends."""
