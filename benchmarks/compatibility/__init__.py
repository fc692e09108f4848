"""Random edits of real schemas, and values that tell what an edit breaks."""
