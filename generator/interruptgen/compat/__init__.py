"""What a change of a schema breaks: does B accept every value that A accepts?

`compare(a, b)` answers for two documents of JSON Schema 2020-12 as the compiler holds them
(`Schema.document`): each stands alone and every `$ref` is `#/$defs/NAME`. The `Comparison` has

- a `verdict`: `holds` is proven, `fails` is shown by at least one witness, `undecided` is neither;
- `findings`, one for each place: the `rule`, JSON Pointers into both documents (`a`, `b`), the
  `path` in the value, what both sides say by a `keyword` (`have`, `want`), and the `witness`, a
  value that A accepts and B refuses, confirmed by two independent validators. A finding without a
  witness has the rule `undecided-compatibility`, and `suspected` says what it would be; only
  `changed-format` has never one, formats being annotations;
- `is_breaking`: whether a finding with a witness is about more than advice.

`compare_models(old, new)` asks that of every slot that two builds have in common, in the direction
in which its values flow, and gives `SlotFinding`s: the definition, the slot, the flow, a severity,
a message, pointers into the older and the newer document, and a fingerprint that stays the same as
long as the same thing is wrong. Definitions that only one of both has are not its business.

How it works: `nodes` gives equal subschemas equal keys, so that what has not changed is never
looked at; `facts` gathers what is known of the values that some schemas accept; `prover` proves
keyword by keyword (`scalars`, `objects`, `arrays`, `alternatives`) and makes `claims` where it
cannot; `witnesses` looks for the values that refute, with `making`. A proof is sound and not
complete. Everything is deterministic, and bounded by a number of steps.
"""

from interruptgen.compat.comparing import compare
from interruptgen.compat.comparison import Comparison, Finding, Verdict, Witness
from interruptgen.compat.slots import Flow, SlotFinding, compare_definitions, compare_models
from interruptgen.compat.wording import worded

__all__ = [
    "Comparison",
    "Finding",
    "Flow",
    "SlotFinding",
    "Verdict",
    "Witness",
    "compare",
    "compare_definitions",
    "compare_models",
    "worded",
]
