"""Contradictions other than the denial of the main clause: a folder per kind, and their table.

Kinds import nothing of each other. What several of them ask is in `checks`, what all of them read
in a sentence in `facts`.
"""
