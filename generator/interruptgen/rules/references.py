"""The rules of references and of what leaves the compiler: IG31x."""

from interruptgen.diagnostics import Rule

RULES: tuple[Rule, ...] = ()
