"""The bytes of a response -> the events of a run."""
