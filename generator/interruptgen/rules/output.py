"""The rules of the output folder and the lock: IG5xx."""

from interruptgen.diagnostics import Rule

RULES: tuple[Rule, ...] = ()
