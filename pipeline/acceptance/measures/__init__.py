"""How near a candidate is to its anchor, in words and figures, and the limits that options set."""
