"""Other words that mean the same, from a curated list: "buy" and "purchase"."""
