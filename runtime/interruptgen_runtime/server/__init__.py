"""The server: a run that pauses for a person and continues exactly there."""
