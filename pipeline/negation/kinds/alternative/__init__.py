"""Another thing of the same kind: a red door, a blue door.

`besides`, `fitting` and `leaving` hold what the rules ask, the others hold rules.
"""
