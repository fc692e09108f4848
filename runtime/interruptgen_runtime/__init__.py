"""Execute interruptgen's generated code."""
