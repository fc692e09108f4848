"""Compile interrupt and tool schemas into typed, hash-exact bindings."""

__version__ = "0.1.0"
