"""JSON Schema itself: where subschemas stand, references, bundling, canonical text and hash."""
