"""The rules of files and their syntax: IG1xx."""

from interruptgen.diagnostics import Rule

RULES: tuple[Rule, ...] = ()
