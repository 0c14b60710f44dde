"""Contradictions besides the denial of the main clause: one file a kind, one table of them."""
