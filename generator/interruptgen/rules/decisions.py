"""The rules of what a person sees and answers: IG4xx."""

from interruptgen.diagnostics import Rule

RULES: tuple[Rule, ...] = ()
