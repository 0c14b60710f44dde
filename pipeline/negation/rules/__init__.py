"""The rules that negate a clause, and the order they are tried in."""
