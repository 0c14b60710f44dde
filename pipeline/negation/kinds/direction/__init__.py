"""Another time, direction or cause: before the war, after the war.

`ends` and `sequence` hold what the rules ask, the others hold rules.
"""
