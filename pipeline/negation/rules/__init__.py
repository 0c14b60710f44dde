"""The rules that negate a clause, and the order in which they are tried."""
