"""Two states of a project -> what the change means for code, the wire and pending decisions.

```text
Side, Side ──compiling──▶ two Models ──comparing──▶ Change ──judging──▶ Finding ──showing──▶ text
```
"""
