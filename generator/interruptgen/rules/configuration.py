"""The rules of the configuration: IG6xx."""

from interruptgen.diagnostics import Rule

RULES: tuple[Rule, ...] = ()
