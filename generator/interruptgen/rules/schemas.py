"""The rules of embedded schemas and their values: IG30x."""

from interruptgen.diagnostics import Rule

RULES: tuple[Rule, ...] = ()
