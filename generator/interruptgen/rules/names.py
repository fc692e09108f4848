"""The rules of ids and generated names: IG22x."""

from interruptgen.diagnostics import Rule

RULES: tuple[Rule, ...] = ()
