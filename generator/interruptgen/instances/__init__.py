"""Instances of a slot: whether its schema accepts them, and whether they come back unchanged."""
