"""The rules of the definition language: IG20x and IG21x."""

from interruptgen.diagnostics import Rule

RULES: tuple[Rule, ...] = ()
