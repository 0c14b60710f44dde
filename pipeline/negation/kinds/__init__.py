"""Contradictions other than the denial of the main clause: a file per kind, and their table."""
